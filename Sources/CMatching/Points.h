// The points that an alignment can have: bounds of them that are soon found, and the most exactly.

#ifndef CMATCHING_POINTS_H
#define CMATCHING_POINTS_H

#include "Text.h"

// MARK: Bounds

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
  for (int w = 0; w < words; w++) {
    best[w] = is_word ? word_starts[w] : is_hump ? humps[w] : places[w];
  }
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

/// The least number of characters skipped between a place of `from` and one of `to`, at least one; `most`
/// where it is that or more, or no place of `to` follows.
INLINE int32_t least_gap(const uint64_t *from, const uint64_t *to, int words, int32_t most) {
  for (int32_t skipped = 1; skipped < most; skipped++) {
    int shift = skipped + 1;
    uint64_t met = 0;
    for (int w = 0; w < words; w++) {
      uint64_t moved = from[w] << shift | (w > 0 ? from[w - 1] >> (64 - shift) : 0);
      met |= moved & to[w];
    }
    if (met) return skipped;
  }
  return most;
}

/// How closely a bound looks at gaps.
typedef enum { gaps_are_least, gaps_are_measured } gap_care;

/// The least that a gap between `from` and `to` can cost symbol `k`.
INLINE int32_t gap_cost(
    const cmatching_query *query, const uint64_t *from, const uint64_t *to, int k, int words,
    gap_care care) {
  const cmatching_rank *rank = &query->rank;
  int32_t start = query->symbols[k].follows_space ? 0 : rank->gap_start;
  // Without a space between, one character may follow the other at no cost.
  if (care == gaps_are_least || query->symbols[k].follows_space) return start;
  int32_t extensions = (rank->gap_limit - rank->gap_start) / rank->gap_extension;
  if (extensions > 60) extensions = 60;
  return start + (least_gap(from, to, words, extensions + 1) - 1) * rank->gap_extension;
}

/// The most that symbol `k` can be worth at one of the places `here`, behind the symbol before it.
INLINE int32_t best_step(
    const cmatching_query *query, const borders *b, uint64_t places[][max_words],
    const uint64_t *here, int k, int words, gap_care care) {
  const cmatching_rank *rank = &query->rank;
  const uint64_t *before = places[k - 1];
  uint64_t adjacent[max_words], word_starts[max_words], humps[max_words];
  for (int w = 0; w < words; w++) {
    adjacent[w] = here[w] & after(before, w);
    word_starts[w] = here[w] & b->word_starts[w];
    humps[w] = here[w] & b->humps[w];
  }
  bool is_spaced = query->symbols[k].follows_space;
  int32_t best = INT32_MIN / 2;
  if (!is_spaced && any(adjacent, words)) best = rank->run;
  int32_t least = is_spaced ? 0 : rank->gap_start;
  if (any(word_starts, words) && rank->word_start - least > best) {
    int32_t points = rank->word_start - gap_cost(query, before, word_starts, k, words, care);
    best = points > best ? points : best;
  }
  if (any(humps, words) && rank->hump - least > best) {
    int32_t points = rank->hump - gap_cost(query, before, humps, k, words, care);
    best = points > best ? points : best;
  }
  if (-least > best) {
    int32_t points = -gap_cost(query, before, here, k, words, care);
    best = points > best ? points : best;
  }
  // A space may be there, and then the gap is none.
  return is_spaced ? (any(word_starts, words) ? rank->word_start : best) + rank->space : best;
}

/// A bound of all alignments: each symbol gets the best that one of its places could give.
///
/// An alignment that begins at a lesser place than the best has fewer points, so that an earlier
/// place does not help it.
INLINE bound bound_scattered(
    const cmatching_query *query, const borders *b, int words, uint64_t places[][max_words],
    gap_care care) {
  const cmatching_rank *rank = &query->rank;
  uint64_t best[max_words], ends[max_words];
  int last = query->count - 1;
  for (int w = 0; w < words; w++) ends[w] = places[last][w] & b->ends[w];
  int32_t points = rank->match + best_start(rank, b, places[0], words, best);
  int32_t place = first_bit(best, words);
  if (query->symbols[0].follows_space) points += rank->space, place = first_bit(places[0], words);
  if (last == 0) {
    uint64_t best_ends[max_words];
    int32_t ending = rank->match + rank->word_end + best_start(rank, b, ends, words, best_ends);
    if (query->symbols[0].follows_space) ending += rank->space;
    if (!any(ends, words) || ending < points) return (bound){points, place};
    int32_t end_place = first_bit(best_ends, words);
    if (query->symbols[0].follows_space) end_place = first_bit(ends, words);
    return (bound){ending, ending > points || end_place < place ? end_place : place};
  }
  for (int k = 1; k < last; k++) {
    points += rank->match + best_step(query, b, places, places[k], k, words, care);
  }
  int32_t plain = best_step(query, b, places, places[last], last, words, care);
  int32_t ending = any(ends, words)
      ? best_step(query, b, places, ends, last, words, care) + rank->word_end : plain;
  return (bound){points + rank->match + (ending > plain ? ending : plain), place};
}

/// The same without a look at the borders: as if each place began a word.
INLINE int32_t bound_runs(const cmatching_pattern *p, int words, uint64_t places[][max_words]) {
  const cmatching_rank *rank = &p->query.rank;
  int32_t bound = p->best_within;
  for (int k = 1; k < p->query.count; k++) {
    if (p->query.symbols[k].follows_space) continue;
    uint64_t adjacent = 0;
    for (int w = 0; w < words; w++) adjacent |= places[k][w] & after(places[k - 1], w);
    if (!adjacent) bound -= rank->run - (rank->word_start - rank->gap_start);
  }
  return bound;
}

// MARK: Points

/// The places of a symbol and the most fractions that an alignment can have there, in order.
typedef struct {
  int32_t count;
  uint16_t places[64 * max_words];
  int32_t points[64 * max_words];
} row;

INLINE bool bit_at(const uint64_t *bits, int32_t place) {
  return bits[place >> 6] >> (place & 63) & 1;
}

INLINE int32_t start_at(const cmatching_rank *rank, const borders *b, int32_t place) {
  if (place == 0) return rank->text_start;
  if (bit_at(b->word_starts, place)) return rank->word_start;
  return bit_at(b->humps, place) ? rank->hump : 0;
}

/// What beginning at a place is worth to symbol `k`, the space before it included.
INLINE int32_t entry_at(
    const cmatching_query *query, const borders *b, const uint8_t *bytes, int k, int32_t place) {
  int32_t points = query->rank.match + start_at(&query->rank, b, place);
  bool has_space = query->symbols[k].follows_space && place > 0 && bytes[place - 1] == ' ';
  return points + (has_space ? query->rank.space : 0);
}

INLINE void begin_row(
    const cmatching_query *query, const borders *b, const uint8_t *bytes, const uint64_t *here,
    int words, row *r) {
  r->count = 0;
  for (int w = 0; w < words; w++) {
    for (uint64_t rest = here[w]; rest; rest &= rest - 1) {
      int32_t place = 64 * w + __builtin_ctzll(rest);
      r->places[r->count] = (uint16_t)place;
      r->points[r->count++] = entry_at(query, b, bytes, 0, place) * query->rank.fractions
          + query->rank.fractions - 1 - (place < 255 ? place : 255);
    }
  }
}

/// Row `k` out of the one before, as Alignment.swift does it.
INLINE void extend_row(
    const cmatching_query *query, const borders *b, const uint8_t *bytes, const uint64_t *here,
    int words, int k, const row *previous, row *r) {
  const cmatching_rank *rank = &query->rank;
  bool is_spaced = query->symbols[k].follows_space;
  int32_t fractions = rank->fractions, gap_start = is_spaced ? 0 : rank->gap_start;
  int32_t limit = (rank->gap_limit - (is_spaced ? rank->gap_start : 0)) * fractions;
  int32_t farthest = INT32_MIN / 2, nearest = INT32_MIN / 2, cell = 0;
  r->count = 0;
  for (int w = 0; w < words; w++) {
    for (uint64_t rest = here[w]; rest; rest &= rest - 1) {
      int32_t place = 64 * w + __builtin_ctzll(rest);
      for (; cell < previous->count && previous->places[cell] < place - 1; cell++) {
        int32_t points = previous->points[cell];
        int32_t spared = points + previous->places[cell] * rank->gap_extension * fractions;
        farthest = points > farthest ? points : farthest;
        nearest = spared > nearest ? spared : nearest;
      }
      int32_t near = nearest - (gap_start + (place - 2) * rank->gap_extension) * fractions;
      int32_t far = farthest - limit;
      int32_t best = (near > far ? near : far) + entry_at(query, b, bytes, k, place) * fractions;
      if (cell < previous->count && previous->places[cell] == place - 1) {
        int32_t step = is_spaced ? start_at(rank, b, place) : rank->run;
        int32_t next = previous->points[cell] + (rank->match + step) * fractions;
        best = next > best ? next : best;
      }
      r->places[r->count] = (uint16_t)place;
      r->points[r->count++] = best;
    }
  }
}

/// The fractions of the best alignment; with symbols that need a second look, at most so many too
/// many.
INLINE int32_t best_fractions(
    const cmatching_query *query, const borders *b, const uint8_t *bytes, int words,
    uint64_t places[][max_words]) {
  row rows[2];
  begin_row(query, b, bytes, places[0], words, &rows[0]);
  for (int k = 1; k < query->count; k++) {
    extend_row(query, b, bytes, places[k], words, k, &rows[(k - 1) & 1], &rows[k & 1]);
  }
  const row *last = &rows[(query->count - 1) & 1];
  int32_t best = INT32_MIN, end = query->rank.word_end * query->rank.fractions;
  for (int32_t cell = 0; cell < last->count; cell++) {
    int32_t points = last->points[cell] + (bit_at(b->ends, last->places[cell]) ? end : 0);
    best = points > best ? points : best;
  }
  return best;
}

#endif
