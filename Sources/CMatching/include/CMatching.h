// What the matcher needs of C: constant tables that cost no start-up time (a Swift array literal of this
// size is built at run time), and a loop over vectors whose comparison results become machine words
// (Swift's SIMD types have no such operation), compiled for several kinds of processors.

#ifndef CMATCHING_H
#define CMATCHING_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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

// MARK: Occurrences

typedef uint8_t cmatching_lanes __attribute__((ext_vector_type(64)));
typedef cmatching_lanes cmatching_unaligned_lanes __attribute__((aligned(1)));
typedef bool cmatching_flags __attribute__((ext_vector_type(64)));

// As SymbolByte.swift defines capitals.
#define CMATCHING_IS_UPPER(x) (((x) - 'A' < 26) | (((x) & 0xE0) == 0x80))

/// One bit for each of 64 bytes: whether it is `byte`, after folding unless the case counts.
static inline uint64_t cmatching_occurrences(
    const uint8_t *bytes, uint8_t byte, bool is_case_strict) {
  cmatching_lanes lanes = *(const cmatching_unaligned_lanes *)bytes;
  if (!is_case_strict) lanes |= (cmatching_lanes)CMATCHING_IS_UPPER(lanes) & 0x20;
  cmatching_flags flags = __builtin_convertvector(lanes == byte, cmatching_flags);
  uint64_t bits;
  __builtin_memcpy(&bits, &flags, sizeof bits);
  return bits;
}

// MARK: Lines

/// The bytes before the first line feed, or all `count` if there is none.
static inline intptr_t cmatching_line_length(const void *text, intptr_t count) {
  const void *end = memchr(text, '\n', (size_t)count);
  return end ? (const uint8_t *)end - (const uint8_t *)text : count;
}

// MARK: Code points

/// The offset of the code point number `index` of valid UTF-8; 64 bytes behind it must be readable.
static inline intptr_t cmatching_code_point_offset(
    const void *text, intptr_t count, intptr_t index) {
  for (intptr_t start = 0; start < count; start += 64) {
    cmatching_lanes lanes = *(const cmatching_unaligned_lanes *)((const uint8_t *)text + start);
    cmatching_flags flags = __builtin_convertvector((lanes & 0xC0) != 0x80, cmatching_flags);
    uint64_t leads;
    __builtin_memcpy(&leads, &flags, sizeof leads);
    int found = __builtin_popcountll(leads);
    if (index < found) {
      for (; index > 0; index--) leads &= leads - 1;
      return start + __builtin_ctzll(leads);
    }
    index -= found;
  }
  return count;
}

// MARK: Letters

/// A number below 32 for each byte, the same for both cases: letters have one of their own.
static inline uint32_t cmatching_letter(uint8_t byte) {
  uint8_t letter = (byte | 0x20) - 'a';
  uint8_t folded = CMATCHING_IS_UPPER(byte) ? byte | 0x20 : byte;
  uint32_t other = (uint8_t)(byte - '0') < 10 ? 26 + (byte & 1) : 31;
  return byte >= 0x80 ? 28 + folded % 3 : letter < 26 ? letter : other;
}

/// The letters of a part of a text, a bit each.
static inline uint32_t cmatching_letters(const uint8_t *bytes, intptr_t from, intptr_t to) {
  uint32_t letters = 0;
  for (intptr_t place = from; place < to; place++) letters |= 1u << cmatching_letter(bytes[place]);
  return letters;
}

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
  cmatching_rank rank;
} cmatching_query;

/// A segment's columns, by place.
typedef struct {
  const uint8_t *bytes;
  const uint32_t *offsets;
  /// Four for each text, as Letters.swift lays them out.
  const uint32_t *letters;
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

/// Sifts the candidates `first`..<`first + 64` whose bit is set in `wanted`; `first` is a multiple of 64.
///
/// 64 bytes behind the last text and the letters of all 64 candidates must be readable.
cmatching_verdict cmatching_sift(
    const cmatching_query *query, const cmatching_columns *columns, uint32_t first,
    uint64_t wanted, cmatching_threshold threshold);

#endif
