// What the C sources share: vectors, the layout of planes, and a query prepared for them.

#ifndef CMATCHING_PATTERN_H
#define CMATCHING_PATTERN_H

#include "CMatching.h"

// Vectors are passed between functions that are all inlined: how they would be passed is no matter.
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

typedef cmatching_lanes lanes;

// Candidates of a block of planes: one bit each in a vector of 64 bytes, which is a cache line.
enum { block = CMATCHING_BLOCK, block_words = block / 64 };

// Symbols of a query that the planes are asked for; more only make what follows less certain.
enum { max_letters = 31, max_symbols = 256 };

// Letters of a text, as cmatching_letter numbers them.
enum { letter_count = 32, letter_bits = 5 };

#define BITS(condition)                                                   \
  ({                                                                      \
    cmatching_flags flags =                                               \
        __builtin_convertvector((condition), cmatching_flags);            \
    uint64_t word;                                                        \
    memcpy(&word, &flags, sizeof word);                                   \
    word;                                                                 \
  })

// MARK: Layout of planes

// Letters by part, starts, ends, words of one letter, the first letter's bits, pairs.

INLINE uint32_t layout_starts(const cmatching_layout *layout) {
  return letter_count * layout->parts;
}

INLINE uint32_t layout_ends(const cmatching_layout *layout) {
  return layout_starts(layout) + (layout->has_borders ? letter_count : 0);
}

INLINE uint32_t layout_lone(const cmatching_layout *layout) {
  return layout_ends(layout) + (layout->has_borders ? letter_count : 0);
}

INLINE uint32_t layout_first(const cmatching_layout *layout) {
  return layout_lone(layout) + (layout->has_borders ? letter_count : 0);
}

INLINE uint32_t layout_pairs(const cmatching_layout *layout) {
  return layout_first(layout) + letter_bits;
}

/// What stands before the planes of a block: the least place of each letter that any of its texts
/// has, at most 255, and the same for letters that start a word.
typedef struct {
  uint8_t places[letter_count];
  uint8_t starts[letter_count];
} block_head;

enum { head_words = sizeof(block_head) / 8, last_place = 255 };

INLINE uint64_t block_offset(const cmatching_layout *layout, uint32_t first) {
  return (uint64_t)first / 64 * cmatching_plane_count(*layout) + first / block * head_words;
}

INLINE uint8_t folded(uint8_t byte) { return CMATCHING_IS_UPPER(byte) ? byte | 0x20 : byte; }

/// Which of `pairs` planes tells that one folded byte follows the other.
INLINE uint16_t pair_bucket(uint8_t first, uint8_t second, uint16_t pairs) {
  // The golden ratio's multiplier spreads neighbours over the upper bits.
  uint32_t hash = (uint32_t)(first | second << 8) * 0x9E3779B1u >> 16;
  return (uint16_t)(hash * pairs >> 16);
}

// MARK: Borders of words

typedef struct {
  uint64_t starts, ends;
} starts_and_ends;

INLINE lanes lanes_at(const uint8_t *bytes) { return *(const cmatching_unaligned_lanes *)bytes; }

#define IS_DIGIT(x) ((x) - '0' < 10)
#define IS_SMALL(x) (((x) - 'a' < 26) | (((x) & 0xE0) == 0xA0))
#define IS_UNCASED(x) ((x) - 0xC0 < 0x30)
#define IS_SOLID(x) ((((x) | 0x20) - 'a' < 26) | IS_DIGIT(x) | (((x) >= 0x80) & ((x) < 0xF0)))

/// Whether a word or a hump starts at each of 64 bytes, as Haystack.swift defines it.
INLINE uint64_t find_exact_starts(lanes before, lanes x, lanes next) {
  uint64_t solid = BITS(IS_SOLID(x)), follows = BITS(IS_SOLID(before));
  uint64_t upper = BITS(CMATCHING_IS_UPPER(x)), digit = BITS(IS_DIGIT(x));
  uint64_t hump = (upper & (~BITS(CMATCHING_IS_UPPER(before)) | BITS(IS_SMALL(next))))
      | (digit & ~BITS(IS_DIGIT(before)))
      | (~upper & ~digit & (BITS(IS_UNCASED(x)) ^ BITS(IS_UNCASED(before))));
  return solid & (~follows | hump);
}

/// The starts and ends in a text's 64 bytes from `window + 1` on.
INLINE starts_and_ends find_exact_borders(const uint8_t *window) {
  lanes before = lanes_at(window), x = lanes_at(window + 1), next = lanes_at(window + 2);
  uint64_t next_starts = find_exact_starts(x, next, lanes_at(window + 3));
  return (starts_and_ends){
      .starts = find_exact_starts(before, x, next),
      .ends = BITS(IS_SOLID(x)) & (~BITS(IS_SOLID(next)) | next_starts),
  };
}

// MARK: A prepared query

struct cmatching_pattern {
  /// Each character in all lanes of a vector.
  lanes lanes[max_symbols];
  cmatching_query query;
  cmatching_symbol symbols[max_symbols];
  /// The points of the best alignment that a text could have, if it does not begin with the first
  /// character, and those of the whole query in one piece at the beginning.
  int32_t best_within, best_leading;
  /// The points of the best alignment of all.
  int32_t best_of_all;
  /// How many symbols the planes are asked for, and for each its letter and its folded byte.
  int32_t letter_count;
  uint8_t letters[max_letters], bytes[max_letters];
  /// The letter that a text must begin with if it begins with the query.
  uint8_t first_letter;
  /// Whether each symbol is a letter of its own whose case does not count, so that planes tell for
  /// certain that a text has it.
  bool is_plain;
};

/// The score of an alignment with so many fractions of points.
INLINE int64_t score_of_fractions(
    const cmatching_query *query, int kind, int64_t fractions, int32_t weight, int32_t length) {
  const cmatching_rank *rank = &query->rank;
  int32_t longest = (1 << rank->length_bits) - 1;
  return (int64_t)kind << (rank->point_bits + rank->length_bits)
      | (fractions + weight * rank->weight_unit) << rank->length_bits
      | (longest - (length < longest ? length : longest));
}

/// The score of an alignment with these points that begins at `place`.
INLINE int64_t score(
    const cmatching_query *query, int kind, int64_t points, int32_t place, int32_t weight,
    int32_t length) {
  int64_t most = query->rank.fractions - 1;
  int64_t fractions = points * query->rank.fractions + most - (place < most ? place : most);
  return score_of_fractions(query, kind, fractions, weight, length);
}

#endif
