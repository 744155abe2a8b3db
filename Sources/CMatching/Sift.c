// Decides for most candidates, without scoring them, whether they match and whether they can be
// among the best: with one bit a character, in machine words.

#include "Points.h"

// Characters of a text that are looked at: Haystack.maximumLength.
enum { max_length = 65535 };

// How many candidates ahead the memory is asked for their texts: about as long as it takes to come.
enum { prefetch_distance = 6 };

// MARK: Matching

/// Finds for each symbol all places behind the first possible one of the symbol before; false if
/// the text does not hold the query.
INLINE bool find_scattered(
    const cmatching_pattern *p, const text *t, int words, uint64_t places[][max_words]) {
  const cmatching_query *query = &p->query;
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
    const cmatching_pattern *p, const text *t, int words, uint64_t starts[max_words]) {
  const cmatching_query *query = &p->query;
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
    const cmatching_pattern *p, const candidate *c, int kind, int64_t points, int32_t place) {
  return weigh(c, score(&p->query, kind, points, place, c->weight, c->length));
}

INLINE fate decide_scattered(const cmatching_pattern *p, const candidate *c, int words) {
  const cmatching_query *query = &p->query;
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
  borders b;
  find_likely_borders(&t, words, &b);
  bound best = bound_scattered(query, &b, words, places, gaps_are_least);
  if (may_exceed(p, c, 0, best.points, best.place) == settled) return settled;
  find_borders(&t, words, &b);
  best = bound_scattered(query, &b, words, places, gaps_are_measured);
  if (may_exceed(p, c, 0, best.points, best.place) == settled) return settled;
  int32_t fractions = best_fractions(query, &b, c->bytes, words, places);
  return weigh(c, score_of_fractions(query, 0, fractions, c->weight, c->length));
}

INLINE fate decide_adjacent(const cmatching_pattern *p, const candidate *c, int words) {
  const cmatching_query *query = &p->query;
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

INLINE fate decide_words(const cmatching_pattern *p, const candidate *c, int words) {
  return p->query.shape == cmatching_scattered ? decide_scattered(p, c, words)
                                             : decide_adjacent(p, c, words);
}

INLINE fate decide(const cmatching_pattern *p, const candidate *c) {
  if (c->length < p->query.count) return absent;
  if (p->query.count > max_symbols) return open;
  switch ((c->length + 63) / 64) {
  case 1: return decide_words(p, c, 1);
  case 2: return decide_words(p, c, 2);
  case 3: return decide_words(p, c, 3);
  case 4: return decide_words(p, c, 4);
  default: return open;
  }
}

/// Whether the first 64 characters of a text hold the query, without a branch that depends on the
/// text.
INLINE bool begins_with_all(const cmatching_pattern *p, const candidate *c) {
  text t;
  load(&t, c->bytes, c->length, 1);
  uint64_t allowed = t.valid[0];
  for (int k = 0; k < p->query.count; k++) {
    uint64_t here = occurrences(p, k, &t, 0) & allowed;
    // All places behind the first of them; none if there is none.
    allowed &= ~(here ^ (here - 1));
    if (k == p->query.count - 1) return here != 0;
  }
  return true;
}

/// Whether a text of any length holds the query, word by word.
INLINE bool holds(const cmatching_pattern *p, const candidate *c) {
  int32_t length = c->length < max_length ? c->length : max_length;
  for (int32_t from = 0, k = 0; from < length; from += 64) {
    text t;
    load(&t, c->bytes + from, length - from, 1);
    uint64_t allowed = t.valid[0];
    for (; k < p->query.count; k++) {
      uint64_t here = occurrences(p, k, &t, 0) & allowed;
      if (!here) break;
      allowed &= ~(here ^ (here - 1));
    }
    if (k == p->query.count) return true;
  }
  return false;
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

/// Asks the memory for texts some steps before they are looked at.
typedef struct {
  const cmatching_columns *columns;
  uint32_t first;
  uint64_t ahead;
} prefetcher;

INLINE void prefetch_next(prefetcher *f) {
  if (f->ahead) prefetch(f->columns, f->first + (uint32_t)__builtin_ctzll(f->ahead));
  f->ahead &= f->ahead - 1;
}

INLINE prefetcher begin_prefetching(
    const cmatching_columns *columns, uint32_t first, uint64_t all) {
  prefetcher f = {columns, first, all};
  for (int distance = 0; distance < prefetch_distance; distance++) prefetch_next(&f);
  return f;
}

/// Those of 64 candidates that match a scattered query.
INLINE uint64_t matching(
    const cmatching_pattern *p, const cmatching_columns *columns, uint32_t first,
    uint64_t possible) {
  prefetcher f = begin_prefetching(columns, first, possible);
  cmatching_threshold none = {0};
  uint64_t found = 0;
  for (uint64_t rest = possible; rest; rest &= rest - 1) {
    prefetch_next(&f);
    candidate c = at(columns, first + (uint32_t)__builtin_ctzll(rest), none);
    found |= begins_with_all(p, &c) ? rest & -rest : 0;
  }
  for (uint64_t rest = possible & ~found; rest; rest &= rest - 1) {
    candidate c = at(columns, first + (uint32_t)__builtin_ctzll(rest), none);
    if (c.length > 64 && holds(p, &c)) found |= rest & -rest;
  }
  return found;
}

#if defined(__x86_64__)
__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
cmatching_verdict cmatching_sift(
    const cmatching_pattern *p, const cmatching_columns *columns, uint32_t first, uint64_t wanted,
    uint64_t possible, cmatching_threshold threshold) {
  cmatching_verdict verdict = {0, 0};
  if (p->query.shape == cmatching_scattered) {
    verdict.settled = matching(p, columns, first, possible);
  } else {
    wanted |= possible;
  }
  prefetcher f = begin_prefetching(columns, first, wanted);
  for (uint64_t rest = wanted; rest; rest &= rest - 1) {
    prefetch_next(&f);
    candidate c = at(columns, first + (uint32_t)__builtin_ctzll(rest), threshold);
    switch (decide(p, &c)) {
    case absent: break;
    case settled: verdict.settled |= rest & -rest; break;
    case open: verdict.open |= rest & -rest; break;
    }
  }
  return verdict;
}
