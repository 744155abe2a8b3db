// What the matcher needs of C: constant tables that cost no start-up time (a Swift array literal of this
// size is built at run time), and a loop over vectors whose comparison results become machine words
// (Swift's SIMD types have no such operation), compiled for several kinds of processors.

#ifndef CMATCHING_H
#define CMATCHING_H

#include <stdbool.h>
#include <stdint.h>

// MARK: Folding

// Tables in pages of 128 code points; Tools/generate-folding.py tells what the words mean.
extern const uint16_t cmatching_fold_pages[8704];
extern const uint16_t cmatching_fold_entries[];
extern const uint32_t cmatching_fold_words[];

/// The entry of a code point, which must be at most U+10FFFF.
static inline uint16_t cmatching_fold_entry(uint32_t code_point) {
  return cmatching_fold_entries[cmatching_fold_pages[code_point >> 7] << 7 | (code_point & 127)];
}

/// A word of the sequences that entries point to.
static inline uint32_t cmatching_fold_word(uint32_t index) { return cmatching_fold_words[index]; }

// MARK: Sifting

/// A character that is looked for.
typedef struct {
  uint8_t byte;
  /// Whether its case counts.
  bool is_case_strict;
  /// Whether the query has a space before it.
  bool follows_space;
  /// Its place in the query with all spaces.
  uint16_t place;
} cmatching_symbol;

/// Points and score layout; the meaning of each is in Rank.swift.
typedef struct {
  int32_t match, run, text_start, word_start, hump, word_end, space, gap_start;
  int32_t fractions, weight_unit;
  int32_t length_bits, point_bits;
} cmatching_rank;

/// How the query's characters must lie in a text.
typedef enum {
  cmatching_scattered,
  cmatching_adjacent,
  cmatching_leading,
  cmatching_whole,
} cmatching_shape;

/// What is looked for.
typedef struct {
  const cmatching_symbol *symbols;
  int32_t count;
  /// Characters with all spaces: what an equal text has.
  int32_t literal_count;
  cmatching_shape shape;
  uint64_t letters;
  cmatching_rank rank;
} cmatching_query;

/// A segment's columns, by place.
typedef struct {
  const uint8_t *bytes;
  const uint32_t *offsets;
  const uint64_t *letters;
  const uint32_t *rows;
  /// May be null.
  const uint8_t *weights;
} cmatching_columns;

/// What a candidate must exceed to be worth scoring: the score, or with the same score a lower row.
typedef struct {
  int64_t score;
  uint32_t row;
} cmatching_threshold;

/// What became of 64 candidates, a bit each; those in neither do not match.
typedef struct {
  /// They match, but no score of theirs can exceed the threshold.
  uint64_t settled;
  /// They may match and may exceed it.
  uint64_t open;
} cmatching_verdict;

/// Sifts the candidates `first`..<`first + 64` whose bit is set in `wanted`.
///
/// 64 bytes behind the last text and the letters of all 64 candidates must be readable.
cmatching_verdict cmatching_sift(
    const cmatching_query *query, const cmatching_columns *columns, uint32_t first,
    uint64_t wanted, cmatching_threshold threshold);

#endif
