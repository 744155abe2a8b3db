// What the matcher needs of C: constant tables that cost no start-up time (a Swift array literal of this
// size is built at run time), and loops over vectors whose comparison results become one machine word
// (Swift's SIMD types have no such operation).

#ifndef CMATCHING_H
#define CMATCHING_H

#include <stdint.h>

// Folding tables, in pages of 128 code points; Tools/generate-folding.py tells what the words mean.
extern const uint16_t cmatching_fold_pages[8704];
extern const uint16_t cmatching_fold_entries[];
extern const uint32_t cmatching_fold_words[];

/// The entry of a code point, which must be at most U+10FFFF.
static inline uint16_t cmatching_fold_entry(uint32_t code_point) {
  return cmatching_fold_entries[cmatching_fold_pages[code_point >> 7] << 7 | (code_point & 127)];
}

/// A word of the sequences that entries point to.
static inline uint32_t cmatching_fold_word(uint32_t index) { return cmatching_fold_words[index]; }

#endif
