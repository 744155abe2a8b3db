// A text of up to four words of 64 characters in registers, and where its words begin and end.

#ifndef CMATCHING_TEXT_H
#define CMATCHING_TEXT_H

#include "Pattern.h"

// Texts of up to this many words of 64 characters are decided here; longer ones stay open.
enum { max_words = 4 };

// MARK: Characters

/// A text in registers and on the stack: `count` words of 64 characters.
typedef struct {
  lanes raw[max_words];
  lanes folded[max_words];
  uint64_t valid[max_words];
  int32_t length;
} text;

INLINE void load(text *t, const uint8_t *bytes, int32_t length, int words) {
  t->length = length;
  for (int w = 0; w < words; w++) {
    t->raw[w] = *(const cmatching_unaligned_lanes *)(bytes + 64 * w);
    lanes upper = (lanes)CMATCHING_IS_UPPER(t->raw[w]);
    t->folded[w] = t->raw[w] | (upper & 0x20);
    int32_t rest = length - 64 * w;
    t->valid[w] = rest >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << rest) - 1;
  }
}

INLINE uint64_t occurrences(const cmatching_pattern *p, int k, const text *t, int word) {
  lanes side = t->folded[word];
  if (p->query.symbols[k].is_case_strict) side = t->raw[word];
  return BITS(side == p->lanes[k]) & t->valid[word];
}

// MARK: Words of bits

/// Bit i of the result is bit i - 1 of `bits`, over all words.
INLINE uint64_t after(const uint64_t *bits, int word) {
  return bits[word] << 1 | (word > 0 ? bits[word - 1] >> 63 : 0);
}

/// Bit i of the result is bit i + 1 of `bits`, over all words.
INLINE uint64_t before(const uint64_t *bits, int word, int words) {
  return bits[word] >> 1 | (word + 1 < words ? bits[word + 1] << 63 : 0);
}

INLINE uint64_t any(const uint64_t *bits, int words) {
  uint64_t all = 0;
  for (int w = 0; w < words; w++) all |= bits[w];
  return all;
}

INLINE int first_bit(const uint64_t *bits, int words) {
  for (int w = 0; w < words; w++) {
    if (bits[w]) return 64 * w + __builtin_ctzll(bits[w]);
  }
  return 64 * words;
}

// MARK: Borders

/// Where words and humps begin, and where words end, without the text's beginning, which is worth
/// more than either.
typedef struct {
  uint64_t word_starts[max_words];
  uint64_t humps[max_words];
  uint64_t ends[max_words];
} borders;

INLINE void find_word_starts(const text *t, int words, uint64_t solid[max_words], borders *b) {
  for (int w = 0; w < words; w++) {
    lanes x = t->raw[w];
    solid[w] = t->valid[w]
        & BITS((t->folded[w] - 'a' < 26) | IS_DIGIT(x) | ((x >= 0x80) & (x < 0xF0)));
  }
  for (int w = 0; w < words; w++) {
    b->word_starts[w] = solid[w] & ~after(solid, w) & ~(uint64_t)(w == 0);
  }
}

INLINE void find_ends(const text *t, int words, const uint64_t solid[max_words], borders *b) {
  uint64_t starts[max_words];
  for (int w = 0; w < words; w++) starts[w] = ~solid[w] | b->humps[w];
  for (int w = 0; w < words; w++) {
    uint64_t last = w + 1 < words ? 0 : UINT64_C(1) << ((t->length - 1) & 63);
    b->ends[w] = solid[w] & (before(starts, w, words) | last);
  }
}

/// All borders and some more: capitals, digits, non-ASCII, and what follows them, count as humps.
INLINE void find_likely_borders(const text *t, int words, borders *b) {
  uint64_t solid[max_words], marked[max_words];
  find_word_starts(t, words, solid, b);
  for (int w = 0; w < words; w++) {
    lanes x = t->raw[w];
    marked[w] = t->valid[w] & BITS((x - 'A' < 26) | IS_DIGIT(x) | (x >= 0x80));
  }
  for (int w = 0; w < words; w++) {
    uint64_t first = w == 0;
    b->humps[w] = solid[w] & (marked[w] | after(marked, w)) & ~b->word_starts[w] & ~first;
  }
  find_ends(t, words, solid, b);
}

/// The borders as Haystack.swift defines them.
INLINE void find_borders(const text *t, int words, borders *b) {
  uint64_t solid[max_words], upper[max_words], small[max_words], digit[max_words];
  uint64_t uncased[max_words];
  find_word_starts(t, words, solid, b);
  for (int w = 0; w < words; w++) {
    lanes x = t->raw[w];
    upper[w] = t->valid[w] & BITS(CMATCHING_IS_UPPER(x));
    small[w] = t->valid[w] & BITS(IS_SMALL(x));
    digit[w] = t->valid[w] & BITS(IS_DIGIT(x));
    uncased[w] = t->valid[w] & BITS(IS_UNCASED(x));
  }
  for (int w = 0; w < words; w++) {
    uint64_t first = w == 0;
    uint64_t hump = (upper[w] & (~after(upper, w) | before(small, w, words)))
        | (digit[w] & ~after(digit, w))
        | (~upper[w] & ~digit[w] & (uncased[w] ^ after(uncased, w)));
    b->humps[w] = solid[w] & after(solid, w) & hump & ~first;
  }
  find_ends(t, words, solid, b);
}

#endif
