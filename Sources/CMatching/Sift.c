// Decides for most candidates, without scoring them, whether they match and whether they can be among
// the best: with one bit a character, in machine words.

#include "CMatching.h"

typedef cmatching_lanes lanes;
typedef uint32_t group __attribute__((ext_vector_type(16)));
typedef group unaligned_group __attribute__((aligned(4)));
typedef bool group_flags __attribute__((ext_vector_type(16)));

#define INLINE static inline __attribute__((always_inline))

// Texts of up to this many words of 64 characters are decided here; longer ones stay open.
enum { max_words = 4, max_symbols = 256 };

// Candidates in a block and in a vector of their letters; quarters of a text; symbols whose letters are
// looked at, so that one bit stays free.
enum { block = 64, lane_group = 16, quarters = 4, max_letters = 31 };

// How many candidates ahead the memory is asked for their texts: about as long as it takes to come.
enum { prefetch_distance = 6 };

// MARK: Characters

/// A query, prepared for a run over candidates.
typedef struct {
  const cmatching_query *query;
  /// The points of the best alignment that a text could have, if it does not begin with the first
  /// character, and those of the whole query in one piece at the beginning.
  int32_t best_within, best_leading;
  /// How far to turn the letters of a text for symbol k's to become bit k.
  int32_t turns[max_letters];
  int32_t letter_count;
  /// Each character in all lanes of a vector.
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
    cmatching_flags flags =                                               \
        __builtin_convertvector((condition), cmatching_flags);            \
    uint64_t bits;                                                        \
    memcpy(&bits, &flags, sizeof bits);                                   \
    bits;                                                                 \
  })

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

INLINE uint64_t occurrences(const pattern *p, int k, const text *t, int word) {
  lanes side = t->folded[word];
  if (p->query->symbols[k].is_case_strict) side = t->raw[word];
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

/// Where words begin, and where humps may begin and words may end: Haystack.swift defines them exactly.
typedef struct {
  uint64_t word_starts[max_words];
  uint64_t humps[max_words];
  uint64_t ends[max_words];
} borders;

INLINE void find_borders(const text *t, int words, borders *b) {
  uint64_t solid[max_words], marked[max_words], starts[max_words];
  for (int w = 0; w < words; w++) {
    lanes x = t->raw[w];
    solid[w] = t->valid[w]
        & BITS((t->folded[w] - 'a' < 26) | (x - '0' < 10) | ((x >= 0x80) & (x < 0xF0)));
    marked[w] = t->valid[w] & BITS((x - 'A' < 26) | (x - '0' < 10) | (x >= 0x80));
  }
  for (int w = 0; w < words; w++) {
    uint64_t first = w == 0;
    b->word_starts[w] = solid[w] & ~after(solid, w) & ~first;
    // Capitals, digits, non-ASCII, and what follows them: more than the humps, and soon found.
    b->humps[w] = solid[w] & (marked[w] | after(marked, w)) & ~b->word_starts[w] & ~first;
    starts[w] = ~solid[w] | b->humps[w];
  }
  for (int w = 0; w < words; w++) {
    uint64_t last = w + 1 < words ? 0 : UINT64_C(1) << ((t->length - 1) & 63);
    b->ends[w] = solid[w] & (before(starts, w, words) | last);
  }
}

/// The best that beginning at one of these places can be worth, and the places that are worth it.
INLINE int32_t best_start(
    const cmatching_rank *rank, const borders *b, const uint64_t *places, int words,
    uint64_t best[max_words]) {
  uint64_t word_starts[max_words], humps[max_words];
  for (int w = 0; w < words; w++) {
    word_starts[w] = places[w] & b->word_starts[w];
    humps[w] = places[w] & b->humps[w];
  }
  bool is_word = any(word_starts, words), is_hump = any(humps, words);
  for (int w = 0; w < words; w++) best[w] = is_word ? word_starts[w] : is_hump ? humps[w] : places[w];
  if (places[0] & 1) {
    best[0] |= 1;
    return rank->text_start;
  }
  return is_word ? rank->word_start : is_hump ? rank->hump : 0;
}

/// A bound of a score's points, and of its place.
typedef struct {
  int32_t points;
  int32_t place;
} bound;

/// A bound of all alignments: each symbol gets the best that one of its places could give.
///
/// An alignment that begins at a lesser place than the best has fewer points, so that an earlier place
/// does not help it.
INLINE bound bound_scattered(
    const cmatching_query *query, const text *t, int words, uint64_t places[][max_words]) {
  const cmatching_rank *rank = &query->rank;
  borders b;
  find_borders(t, words, &b);
  uint64_t best[max_words];
  int32_t points = rank->match + best_start(rank, &b, places[0], words, best);
  int32_t place = first_bit(best, words);
  if (query->symbols[0].follows_space) points += rank->space, place = first_bit(places[0], words);
  for (int k = 1; k < query->count; k++) {
    int32_t start = best_start(rank, &b, places[k], words, best);
    int32_t most = start - rank->gap_start;
    if (query->symbols[k].follows_space) {
      most = start + rank->space;
    } else {
      uint64_t adjacent[max_words];
      for (int w = 0; w < words; w++) adjacent[w] = places[k][w] & after(places[k - 1], w);
      if (any(adjacent, words) && rank->run > most) {
        most = rank->run;
        for (int w = 0; w < words; w++) best[w] = adjacent[w];
      }
    }
    points += rank->match + most;
  }
  uint64_t ends[max_words], best_ends[max_words];
  for (int w = 0; w < words; w++) {
    ends[w] = places[query->count - 1][w] & b.ends[w];
    best_ends[w] = best[w] & b.ends[w];
  }
  if (any(best_ends, words)) {
    points += rank->word_end;
    if (query->count == 1) place = first_bit(best_ends, words);
  } else if (any(ends, words)) {
    // A lesser place that ends well: at least the difference of a word start and a hump goes off.
    points += rank->word_end - (rank->word_start - rank->hump);
    if (query->count == 1) place = first_bit(ends, words);
  }
  return (bound){points, place};
}

/// The same without a look at the borders: as if each place began a word.
INLINE int32_t bound_runs(const pattern *p, int words, uint64_t places[][max_words]) {
  const cmatching_rank *rank = &p->query->rank;
  int32_t bound = p->best_within;
  for (int k = 1; k < p->query->count; k++) {
    if (p->query->symbols[k].follows_space) continue;
    uint64_t adjacent = 0;
    for (int w = 0; w < words; w++) adjacent |= places[k][w] & after(places[k - 1], w);
    if (!adjacent) bound -= rank->run - (rank->word_start - rank->gap_start);
  }
  return bound;
}

INLINE void prepare(pattern *p, const cmatching_query *query) {
  const cmatching_rank *rank = &query->rank;
  p->query = query;
  int32_t points = rank->word_end;
  for (int k = 0; k < query->count && k < max_symbols; k++) {
    const cmatching_symbol *symbol = &query->symbols[k];
    bool is_spaced = symbol->follows_space && query->shape == cmatching_scattered;
    p->lanes[k] = symbol->byte;
    if (k < max_letters) p->turns[k] = (k - (int32_t)cmatching_letter(symbol->byte)) & 31;
    points += rank->match + (k == 0 || is_spaced ? rank->word_start : rank->run);
    if (is_spaced) points += rank->space;
  }
  p->letter_count = query->count < max_letters ? query->count : max_letters;
  p->best_within = points;
  p->best_leading = rank->match * query->literal_count + rank->text_start
      + rank->run * (query->literal_count - 1) + rank->word_end;
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

/// What becomes of a matching candidate that has at most this score.
INLINE fate weigh(const candidate *c, int64_t score) {
  bool exceeds = score > c->threshold.score
      || (score == c->threshold.score && c->row < c->threshold.row);
  return exceeds ? open : settled;
}

INLINE fate may_exceed(
    const pattern *p, const candidate *c, int kind, int64_t points, int32_t place) {
  return weigh(c, score(p->query, kind, points, place, c->weight, c->length));
}

INLINE fate decide_scattered(const pattern *p, const candidate *c, int words) {
  const cmatching_query *query = p->query;
  uint64_t places[max_symbols][max_words];
  text t;
  load(&t, c->bytes, c->length, words);
  if (!find_scattered(p, &t, words, places)) return absent;
  if (may_lead(query, places)) {
    if (c->length == query->literal_count) return open;
    return may_exceed(p, c, 1, p->best_leading, 0);
  }
  int32_t place = first_bit(places[0], words);
  int32_t lead = place == 0 ? query->rank.text_start - query->rank.word_start : 0;
  if (may_exceed(p, c, 0, p->best_within + lead, place) == settled) return settled;
  if (may_exceed(p, c, 0, bound_runs(p, words, places) + lead, place) == settled) return settled;
  bound best = bound_scattered(query, &t, words, places);
  return may_exceed(p, c, 0, best.points, best.place);
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
    return weigh(c, lead | ((1 << query->rank.length_bits) - 1));
  }
  return may_exceed(
      p, c, leads, leads ? p->best_leading : p->best_within, first_bit(starts, words));
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

/// The candidates of a block whose quarters have the query's letters in its order.
INLINE uint64_t with_letters(const pattern *p, const uint32_t *letters) {
  uint64_t all = 0;
  for (int first = 0; first < block; first += lane_group) {
    // One bit a candidate, at the number of symbols found so far.
    group reached = 1;
    for (int quarter = 0; quarter < quarters; quarter++) {
      group there = *(const unaligned_group *)(letters + block * quarter + first);
      group held = 0;
      for (int k = 0; k < p->letter_count; k++) {
        group turned = there << p->turns[k] | there >> (-p->turns[k] & 31);
        held |= turned & UINT32_C(1) << k;
      }
      // The carry runs through all symbols that the quarter has next.
      reached = (held + reached) & ~held;
    }
    group_flags flags = __builtin_convertvector(reached >> p->letter_count != 0, group_flags);
    uint16_t bits;
    memcpy(&bits, &flags, sizeof bits);
    all |= (uint64_t)bits << first;
  }
  return all;
}

INLINE void prefetch(const cmatching_columns *columns, uint32_t place) {
  const uint8_t *bytes = columns->bytes + columns->offsets[place];
  __builtin_prefetch(bytes);
  __builtin_prefetch(bytes + 64);
}

INLINE candidate at(
    const cmatching_columns *columns, uint32_t place, cmatching_threshold threshold) {
  uint32_t start = columns->offsets[place];
  return (candidate){
      .bytes = columns->bytes + start,
      .length = (int32_t)(columns->offsets[place + 1] - start),
      .weight = columns->weights ? columns->weights[place] : 0,
      .row = columns->rows[place],
      .threshold = threshold,
  };
}

#if defined(__x86_64__)
__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
cmatching_verdict cmatching_sift(
    const cmatching_query *query, const cmatching_columns *columns, uint32_t first,
    uint64_t wanted, cmatching_threshold threshold) {
  pattern p;
  prepare(&p, query);
  cmatching_verdict verdict = {0, 0};
  uint64_t rest = wanted & with_letters(&p, columns->letters + (size_t)first * quarters);
  uint64_t ahead = rest;
  for (int distance = 0; distance < prefetch_distance; distance++) {
    if (ahead) prefetch(columns, first + (uint32_t)__builtin_ctzll(ahead));
    ahead &= ahead - 1;
  }
  for (; rest; rest &= rest - 1) {
    if (ahead) prefetch(columns, first + (uint32_t)__builtin_ctzll(ahead));
    ahead &= ahead - 1;
    candidate c = at(columns, first + (uint32_t)__builtin_ctzll(rest), threshold);
    uint64_t bit = rest & -rest;
    switch (decide(&p, &c)) {
    case absent: break;
    case settled: verdict.settled |= bit; break;
    case open: verdict.open |= bit; break;
    }
  }
  return verdict;
}
