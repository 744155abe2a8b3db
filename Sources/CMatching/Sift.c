// Decides for most candidates, without scoring them, whether they match and whether they can be among
// the best: with one bit a character, in machine words.

#include "CMatching.h"

#include <string.h>

typedef uint8_t lanes __attribute__((ext_vector_type(64)));
typedef lanes unaligned_lanes __attribute__((aligned(1)));
typedef bool lane_flags __attribute__((ext_vector_type(64)));
typedef uint64_t words __attribute__((ext_vector_type(8)));
typedef words unaligned_words __attribute__((aligned(8)));
typedef bool word_flags __attribute__((ext_vector_type(8)));

#define INLINE static inline __attribute__((always_inline))

// Texts of up to this many words of 64 characters are decided here; longer ones stay open.
enum { max_words = 4, max_symbols = 256 };

// MARK: Characters

/// A query with each of its characters in all lanes of a vector.
typedef struct {
  const cmatching_query *query;
  lanes lanes[max_symbols];
} pattern;

/// A text in registers and on the stack: `count` words of 64 characters.
typedef struct {
  lanes raw[max_words];
  lanes folded[max_words];
  uint64_t valid[max_words];
  int32_t length;
} text;

#define BITS(condition)                                                   \
  ({                                                                      \
    lane_flags flags = __builtin_convertvector((condition), lane_flags);  \
    uint64_t bits;                                                        \
    memcpy(&bits, &flags, sizeof bits);                                   \
    bits;                                                                 \
  })

// As SymbolByte.swift defines them.
#define IS_UPPER(x) (((x) - 'A' < 26) | (((x) & 0xE0) == 0x80))
#define IS_LOWER(x) (((x) - 'a' < 26) | (((x) & 0xE0) == 0xA0))
#define IS_DIGIT(x) ((x) - '0' < 10)
#define IS_UNCASED(x) ((x) - 0xC0 < 0x30)

INLINE void load(text *t, const uint8_t *bytes, int32_t length, int words) {
  t->length = length;
  for (int w = 0; w < words; w++) {
    t->raw[w] = *(const unaligned_lanes *)(bytes + 64 * w);
    lanes upper = (lanes)IS_UPPER(t->raw[w]);
    t->folded[w] = t->raw[w] | (upper & 0x20);
    int32_t rest = length - 64 * w;
    t->valid[w] = rest >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << rest) - 1;
  }
}

INLINE uint64_t occurrences(const pattern *p, int k, const text *t, int word) {
  const lanes *side = p->query->symbols[k].is_case_strict ? t->raw : t->folded;
  return BITS(side[word] == p->lanes[k]) & t->valid[word];
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

// MARK: Matching

/// Finds for each symbol all places behind the first possible one of the symbol before; false if the
/// text does not hold the query.
INLINE bool find_scattered(
    const pattern *p, const text *t, int words, uint64_t places[][max_words]) {
  const cmatching_query *query = p->query;
  uint64_t allowed[max_words];
  for (int w = 0; w < words; w++) allowed[w] = ~UINT64_C(0);
  uint64_t found = ~UINT64_C(0);
  for (int k = 0; k < query->count; k++) {
    uint64_t lower = 0;
    for (int w = 0; w < words; w++) {
      uint64_t here = occurrences(p, k, t, w) & allowed[w];
      places[k][w] = here;
      // All places behind the first of them; none in words before it, all in words behind it.
      uint64_t behind = ~(here ^ (here - 1));
      allowed[w] = lower ? allowed[w] : behind;
      lower |= here;
    }
    found = lower;
    if (words > 1 && !found) return false;
  }
  return found != 0;
}

/// Finds the places where the whole query begins in one piece.
INLINE bool find_adjacent(
    const pattern *p, const text *t, int words, uint64_t starts[max_words]) {
  const cmatching_query *query = p->query;
  uint64_t ends[max_words];
  for (int k = 0; k < query->count; k++) {
    uint64_t next[max_words];
    for (int w = 0; w < words; w++) {
      next[w] = occurrences(p, k, t, w) & (k ? after(ends, w) : ~UINT64_C(0));
    }
    memcpy(ends, next, sizeof(uint64_t) * words);
    if (!any(ends, words)) return false;
  }
  // The ends are places; shifted back they are the starts.
  int shift = query->count - 1;
  for (int w = 0; w < words; w++) {
    int from = w + shift / 64, bits = shift % 64;
    uint64_t low = from < words ? ends[from] : 0;
    uint64_t high = from + 1 < words ? ends[from + 1] : 0;
    starts[w] = bits ? low >> bits | high << (64 - bits) : low;
  }
  return true;
}

/// Whether the query may stand at the text's beginning, spaces as gaps of one.
INLINE bool may_lead(const cmatching_query *query, uint64_t places[][max_words]) {
  for (int k = 0; k < query->count; k++) {
    int place = query->symbols[k].place;
    if (place >= 64) break;
    if (!(places[k][0] >> place & 1)) return false;
  }
  return true;
}

// MARK: Bounds

/// Where words and humps begin and end, as Haystack.swift defines them.
typedef struct {
  uint64_t word_starts[max_words];
  uint64_t humps[max_words];
  uint64_t ends[max_words];
} borders;

INLINE void find_borders(const text *t, int words, borders *b) {
  uint64_t upper[max_words], lower[max_words], digit[max_words], uncased[max_words];
  uint64_t solid[max_words], starts[max_words];
  for (int w = 0; w < words; w++) {
    lanes x = t->raw[w];
    upper[w] = BITS(IS_UPPER(x)) & t->valid[w];
    lower[w] = BITS(IS_LOWER(x)) & t->valid[w];
    digit[w] = BITS(IS_DIGIT(x)) & t->valid[w];
    uncased[w] = BITS(IS_UNCASED(x)) & t->valid[w];
    solid[w] = upper[w] | lower[w] | digit[w] | uncased[w];
  }
  for (int w = 0; w < words; w++) {
    uint64_t first = w == 0;
    b->word_starts[w] = solid[w] & ~after(solid, w) & ~first;
    uint64_t capital = upper[w] & (~after(upper, w) | before(lower, w, words));
    uint64_t number = digit[w] & ~after(digit, w);
    uint64_t script = (lower[w] | uncased[w]) & (uncased[w] ^ after(uncased, w));
    b->humps[w] = (capital | number | script) & ~b->word_starts[w] & ~first;
    starts[w] = ~solid[w] | b->humps[w];
  }
  for (int w = 0; w < words; w++) {
    uint64_t last = w + 1 < words ? 0 : UINT64_C(1) << ((t->length - 1) & 63);
    b->ends[w] = solid[w] & (before(starts, w, words) | last);
  }
}

/// The most that beginning at one of these places can be worth.
INLINE int32_t best_start(
    const cmatching_rank *rank, const borders *b, const uint64_t *places, int words) {
  uint64_t word_start = 0, hump = 0;
  for (int w = 0; w < words; w++) {
    word_start |= places[w] & b->word_starts[w];
    hump |= places[w] & b->humps[w];
  }
  if (places[0] & 1) return rank->text_start;
  return word_start ? rank->word_start : hump ? rank->hump : 0;
}

/// A bound of the points of all alignments: each symbol gets the best that one of its places could give.
INLINE int32_t bound_scattered(
    const cmatching_query *query, const text *t, int words, uint64_t places[][max_words]) {
  const cmatching_rank *rank = &query->rank;
  borders b;
  find_borders(t, words, &b);
  int32_t points = rank->match + best_start(rank, &b, places[0], words);
  if (query->symbols[0].follows_space) points += rank->space;
  for (int k = 1; k < query->count; k++) {
    int32_t start = best_start(rank, &b, places[k], words);
    int32_t best = start - rank->gap_start;
    if (query->symbols[k].follows_space) {
      best = start + rank->space;
    } else {
      uint64_t adjacent = 0;
      for (int w = 0; w < words; w++) adjacent |= places[k][w] & after(places[k - 1], w);
      if (adjacent && rank->run > best) best = rank->run;
    }
    points += rank->match + best;
  }
  uint64_t ends = 0;
  for (int w = 0; w < words; w++) ends |= places[query->count - 1][w] & b.ends[w];
  return points + (ends ? rank->word_end : 0);
}

/// The points of the query in one piece that starts as well as can be.
INLINE int32_t bound_piece(const cmatching_query *query, int32_t count) {
  const cmatching_rank *rank = &query->rank;
  return rank->match * count + rank->text_start + rank->run * (count - 1) + rank->word_end;
}

/// The points of the best alignment of any text.
INLINE int32_t bound_any(const cmatching_query *query) {
  int32_t spaces = 0;
  for (int k = 0; k < query->count; k++) spaces += query->symbols[k].follows_space;
  const cmatching_rank *rank = &query->rank;
  return bound_piece(query, query->count) + spaces * (rank->space + rank->word_start);
}

INLINE int64_t score(
    const cmatching_query *query, int kind, int64_t points, int32_t place, int32_t weight,
    int32_t length) {
  const cmatching_rank *rank = &query->rank;
  int64_t fractions = points * rank->fractions + rank->fractions - 1 - (place < 255 ? place : 255)
      + weight * rank->weight_unit;
  int32_t longest = (1 << rank->length_bits) - 1;
  return (int64_t)kind << (rank->point_bits + rank->length_bits) | fractions << rank->length_bits
      | (longest - (length < longest ? length : longest));
}

INLINE bool exceeds(int64_t score, uint32_t row, cmatching_threshold threshold) {
  return score > threshold.score || (score == threshold.score && row < threshold.row);
}

// MARK: Candidates

typedef enum { absent, settled, open } fate;

/// A candidate and what it must exceed.
typedef struct {
  const uint8_t *bytes;
  int32_t length;
  int32_t weight;
  uint32_t row;
  cmatching_threshold threshold;
} candidate;

INLINE fate decide_scattered(const pattern *p, const candidate *c, int words) {
  const cmatching_query *query = p->query;
  uint64_t places[max_symbols][max_words];
  text t;
  load(&t, c->bytes, c->length, words);
  if (!find_scattered(p, &t, words, places)) return absent;
  if (may_lead(query, places)) {
    if (c->length == query->literal_count) return open;
    int64_t lead = score(
        query, 1, bound_piece(query, query->literal_count), 0, c->weight, c->length);
    return exceeds(lead, c->row, c->threshold) ? open : settled;
  }
  int32_t place = first_bit(places[0], words);
  int64_t bound = score(query, 0, bound_any(query), place, c->weight, c->length);
  if (!exceeds(bound, c->row, c->threshold)) return settled;
  int32_t points = bound_scattered(query, &t, words, places);
  bound = score(query, 0, points, place, c->weight, c->length);
  return exceeds(bound, c->row, c->threshold) ? open : settled;
}

INLINE fate decide_adjacent(const pattern *p, const candidate *c, int words) {
  const cmatching_query *query = p->query;
  if (query->shape == cmatching_whole && c->length != query->literal_count) return absent;
  text t;
  load(&t, c->bytes, c->length, words);
  uint64_t starts[max_words];
  if (!find_adjacent(p, &t, words, starts)) return absent;
  if (c->length == query->literal_count) return open;
  bool leads = starts[0] & 1;
  if (query->shape == cmatching_leading) {
    if (!leads) return absent;
    int64_t lead = (int64_t)1 << (query->rank.point_bits + query->rank.length_bits);
    lead |= (1 << query->rank.length_bits) - 1;
    return exceeds(lead, c->row, c->threshold) ? open : settled;
  }
  int64_t bound = score(
      query, leads, bound_piece(query, query->count), first_bit(starts, words), c->weight,
      c->length);
  return exceeds(bound, c->row, c->threshold) ? open : settled;
}

INLINE fate decide_words(const pattern *p, const candidate *c, int words) {
  return p->query->shape == cmatching_scattered ? decide_scattered(p, c, words)
                                             : decide_adjacent(p, c, words);
}

INLINE fate decide(const pattern *p, const candidate *c) {
  if (c->length < p->query->count) return absent;
  if (p->query->count == 0 || p->query->count > max_symbols) return open;
  switch ((c->length + 63) / 64) {
  case 1: return decide_words(p, c, 1);
  case 2: return decide_words(p, c, 2);
  case 3: return decide_words(p, c, 3);
  case 4: return decide_words(p, c, 4);
  default: return open;
  }
}

INLINE uint64_t with_letters(const uint64_t *letters, uint64_t wanted) {
  uint64_t all = 0;
  for (int group = 0; group < 8; group++) {
    words there = *(const unaligned_words *)(letters + 8 * group);
    word_flags flags = __builtin_convertvector((there & wanted) == wanted, word_flags);
    uint8_t bits;
    memcpy(&bits, &flags, sizeof bits);
    all |= (uint64_t)bits << 8 * group;
  }
  return all;
}

#if defined(__x86_64__)
__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
cmatching_verdict cmatching_sift(
    const cmatching_query *query, const cmatching_columns *columns, uint32_t first,
    uint64_t wanted, cmatching_threshold threshold) {
  pattern p;
  p.query = query;
  for (int k = 0; k < query->count && k < max_symbols; k++) p.lanes[k] = query->symbols[k].byte;
  cmatching_verdict verdict = {0, 0};
  uint64_t rest = wanted & with_letters(columns->letters + first, query->letters);
  for (; rest; rest &= rest - 1) {
    uint32_t place = first + (uint32_t)__builtin_ctzll(rest);
    uint32_t start = columns->offsets[place];
    candidate c = {
        .bytes = columns->bytes + start,
        .length = (int32_t)(columns->offsets[place + 1] - start),
        .weight = columns->weights ? columns->weights[place] : 0,
        .row = columns->rows[place],
        .threshold = threshold,
    };
    uint64_t bit = rest & -rest;
    switch (decide(&p, &c)) {
    case absent: break;
    case settled: verdict.settled |= bit; break;
    case open: verdict.open |= bit; break;
    }
  }
  return verdict;
}
