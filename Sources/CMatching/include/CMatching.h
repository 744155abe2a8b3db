// What the matcher needs of C: constant tables that cost no start-up time (a Swift array literal of
// this size is built at run time), and a loop over vectors whose comparison results become machine
// words (Swift's SIMD types have no such operation), compiled for several kinds of processors.

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

// MARK: Planes

/// Candidates in a block of planes.
#define CMATCHING_BLOCK 512

/// Which planes a segment has: `letters` in each of some parts of a text, letters that start and
/// that end words, the first letter, and pairs of characters.
///
/// A plane is one bit a candidate. They lie in blocks of 512 candidates, plane by plane, so that a
/// query reads of each block the lines of its own letters and no others.
typedef struct {
  uint16_t parts;
  uint16_t pairs;
  bool has_borders;
} cmatching_layout;

/// A number below 32 for each byte, the same for both cases: letters have one of their own.
static inline uint8_t cmatching_letter(uint8_t byte) {
  uint8_t letter = (byte | 0x20) - 'a';
  uint8_t folded = CMATCHING_IS_UPPER(byte) ? byte | 0x20 : byte;
  uint8_t other = (uint8_t)(byte - '0') < 10 ? 26 + (byte & 1) : 31;
  return byte >= 0x80 ? 28 + folded % 3 : letter < 26 ? letter : other;
}

/// How many planes there are.
uint32_t cmatching_plane_count(cmatching_layout layout);

/// The words of 64 bits that the planes of so many candidates take; what is left over after the
/// last 64 has none.
uint64_t cmatching_plane_words(cmatching_layout layout, uint32_t count);

/// Fills the planes of `count` candidates; `words` must be zero, and 7 more be readable later.
void cmatching_fill_planes(
    cmatching_layout layout, const uint8_t *bytes, const uint32_t *offsets, uint32_t count,
    uint64_t *words);

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
  int32_t match, run, text_start, word_start, hump, word_end, space;
  int32_t gap_start, gap_extension, gap_limit;
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
  /// Whether equal bytes need a second look.
  bool is_lossy;
} cmatching_query;

/// A query, prepared for all candidates.
typedef struct cmatching_pattern cmatching_pattern;

/// Prepares a query; its symbols are copied.
cmatching_pattern *cmatching_pattern_create(const cmatching_query *query);

void cmatching_pattern_free(cmatching_pattern *pattern);

/// A segment's columns, by place.
typedef struct {
  const uint8_t *bytes;
  const uint32_t *offsets;
  /// The planes of the first `covered` candidates.
  const uint64_t *planes;
  uint32_t covered;
  cmatching_layout layout;
  const uint32_t *rows;
  /// May be null.
  const uint8_t *weights;
} cmatching_columns;

/// What a candidate must exceed to be worth scoring: the score, or with the same score a lower row.
typedef struct {
  int64_t score;
  uint32_t row;
} cmatching_threshold;

/// What the planes of a block say about its candidates, a bit each; those in none of the three do
/// not match.
typedef struct {
  /// They match, but no score of theirs can exceed the threshold.
  uint64_t *sure;
  /// They may match, but no score of theirs can exceed the threshold.
  uint64_t *possible;
  /// They may match and may exceed it.
  uint64_t *open;
} cmatching_screening;

/// Screens the candidates from `first` on, which begins a block and is covered.
///
/// `wanted` and the three results have a bit for each candidate of a block.
void cmatching_screen(
    const cmatching_pattern *pattern, const cmatching_columns *columns, uint32_t first,
    const uint64_t *wanted, cmatching_threshold threshold, cmatching_screening result);

/// What became of 64 candidates, a bit each; those in neither do not match.
typedef struct {
  /// They match, but no score of theirs can exceed the threshold.
  uint64_t settled;
  /// They may match and may exceed it.
  uint64_t open;
} cmatching_verdict;

/// Sifts the candidates `first`..<`first + 64`; 64 bytes behind the last text must be readable.
///
/// Those in `open` are compared with the threshold, those in `possible` only asked whether they
/// match.
cmatching_verdict cmatching_sift(
    const cmatching_pattern *pattern, const cmatching_columns *columns, uint32_t first,
    uint64_t open, uint64_t possible, cmatching_threshold threshold);

#endif
