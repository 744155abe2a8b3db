// Looks at 512 candidates at once, by their planes alone: which may match, which do for certain,
// and which can be among the best.

#include "Pattern.h"

typedef uint64_t wide __attribute__((ext_vector_type(8)));
typedef wide unaligned_wide __attribute__((aligned(8)));

/// A block of planes, and what its candidates have in common.
typedef struct {
  const cmatching_layout *layout;
  const block_head *head;
  const uint64_t *words;
  uint32_t stride;
  int32_t shortest, longest;
} plane_block;

INLINE wide plane(const plane_block *b, uint32_t index) {
  return *(const unaligned_wide *)(b->words + (uint64_t)index * b->stride);
}

INLINE bool is_any(wide x) { return __builtin_reduce_or(x) != 0; }

INLINE wide all_of(bool condition) { return (wide)(condition ? ~UINT64_C(0) : 0); }

// MARK: What a candidate has

INLINE wide in_part(const plane_block *b, const cmatching_pattern *p, int k, int part) {
  return plane(b, (uint32_t)(p->letters[k] * b->layout->parts + part));
}

INLINE wide with_pair(const plane_block *b, uint8_t first, uint8_t second) {
  return plane(b, layout_pairs(b->layout) + pair_bucket(first, second, b->layout->pairs));
}

INLINE wide with_start(const plane_block *b, uint8_t letter) {
  return b->layout->has_borders ? plane(b, layout_starts(b->layout) + letter) : all_of(true);
}

INLINE wide with_end(const plane_block *b, uint8_t letter) {
  return b->layout->has_borders ? plane(b, layout_ends(b->layout) + letter) : all_of(true);
}

INLINE wide beginning_with(const plane_block *b, uint8_t letter) {
  wide differing = all_of(false);
  for (int k = 0; k < letter_bits; k++) {
    differing |= plane(b, layout_first(b->layout) + (uint32_t)k) ^ all_of(letter >> k & 1);
  }
  return ~differing;
}

INLINE bool is_spaced(const cmatching_pattern *p, int k) {
  return p->query.shape == cmatching_scattered && p->query.symbols[k].follows_space;
}

/// Those that may have symbol `k` right behind what the query has before it.
INLINE wide with_step(const plane_block *b, const cmatching_pattern *p, int k) {
  return with_pair(b, is_spaced(p, k) ? ' ' : p->bytes[k - 1], p->bytes[k]);
}

// MARK: Matching

/// Deals the symbols out to the parts in their order, as many to each as it has.
INLINE wide possible(const plane_block *b, const cmatching_pattern *p, wide wanted) {
  wide reached[max_letters + 1];
  for (int k = 1; k <= p->letter_count; k++) reached[k] = all_of(false);
  reached[0] = wanted;
  for (int part = 0; part < b->layout->parts; part++) {
    for (int k = 0; k < p->letter_count; k++) reached[k + 1] |= reached[k] & in_part(b, p, k, part);
  }
  return reached[p->letter_count];
}

/// Deals at most one symbol to each part: those that come out have the query for certain.
INLINE wide certain(const plane_block *b, const cmatching_pattern *p, wide wanted) {
  if (!p->is_plain || p->query.is_lossy || p->query.shape != cmatching_scattered
      || p->query.count > b->layout->parts)
    return all_of(false);
  wide reached[max_letters + 1];
  for (int k = 1; k <= p->letter_count; k++) reached[k] = all_of(false);
  reached[0] = wanted;
  for (int part = 0; part < b->layout->parts; part++) {
    for (int k = p->letter_count - 1; k >= 0; k--) {
      reached[k + 1] |= reached[k] & in_part(b, p, k, part);
    }
  }
  return reached[p->letter_count];
}

/// Those that may hold the query in one piece.
INLINE wide in_one_piece(const plane_block *b, const cmatching_pattern *p) {
  wide all = all_of(true);
  for (int k = 1; k < p->letter_count; k++) all &= with_step(b, p, k);
  return all;
}

// MARK: Points

/// A number of points for each candidate, bit by bit; too many stay too many.
enum { count_bits = 8, most_points = (1 << count_bits) - 1 };

typedef struct {
  wide bits[count_bits];
  wide overflow;
} counts;

/// Adds points to the candidates in `mask`.
INLINE void add(counts *c, int32_t points, wide mask) {
  if (points > most_points) points = most_points;
  wide carry = all_of(false);
  for (int bit = __builtin_ctz((uint32_t)points | 1 << count_bits); bit < count_bits; bit++) {
    wide old = c->bits[bit], added = points >> bit & 1 ? mask : all_of(false);
    c->bits[bit] = old ^ added ^ carry;
    carry = (old & added) | (carry & (old | added));
  }
  c->overflow |= carry;
}

/// The candidates with at most so many points.
INLINE wide at_most(const counts *c, int32_t points) {
  wide more = c->overflow, equal = all_of(true);
  for (int bit = count_bits - 1; bit >= 0; bit--) {
    if (points >> bit & 1) {
      equal &= c->bits[bit];
    } else {
      more |= equal & c->bits[bit];
      equal &= ~c->bits[bit];
    }
  }
  return ~more;
}

/// Counts the points by which the first symbol falls short of the best.
INLINE void weigh_first(const plane_block *b, const cmatching_pattern *p, counts *lost) {
  const cmatching_rank *rank = &p->query.rank;
  wide begins = beginning_with(b, p->letters[0]), starts = with_start(b, p->letters[0]);
  if (!is_spaced(p, 0)) {
    add(lost, rank->text_start - rank->word_start, ~begins);
    add(lost, rank->word_start, ~begins & ~starts);
    return;
  }
  wide follows = with_pair(b, ' ', p->bytes[0]);
  int32_t best = rank->word_start + rank->space;
  add(lost, best - rank->text_start, ~follows);
  add(lost, rank->text_start, ~follows & ~begins & ~starts);
}

/// The same for a later symbol: it follows the one before, or begins a word, or neither.
INLINE void weigh_next(const plane_block *b, const cmatching_pattern *p, int k, counts *lost) {
  const cmatching_rank *rank = &p->query.rank;
  wide apart = ~with_step(b, p, k), starts = with_start(b, p->letters[k]);
  if (is_spaced(p, k)) {
    add(lost, rank->space, apart);
    add(lost, rank->word_start, apart & ~starts);
    return;
  }
  add(lost, rank->run - (rank->word_start - rank->gap_start), apart);
  add(lost, rank->word_start, apart & ~starts);
}

/// Counts what the end falls short of the best; the only symbol must start and end one word for
/// both.
INLINE void weigh_last(const plane_block *b, const cmatching_pattern *p, counts *lost) {
  if (p->letter_count < p->query.count) return;
  uint8_t letter = p->letters[p->letter_count - 1];
  wide fits = with_end(b, letter);
  if (p->query.count == 1 && b->layout->has_borders) {
    // A start that is no end, or an end that is no start, which has lost more already.
    fits &= plane(b, layout_lone(b->layout) + letter) | ~with_start(b, letter);
    fits |= beginning_with(b, letter);
  }
  add(lost, p->query.rank.word_end, ~fits);
}

/// The fewest points with which a candidate of the block could exceed the threshold, if its
/// alignment begins at `place` or later.
INLINE int64_t points_to_exceed(
    const plane_block *b, const cmatching_pattern *p, cmatching_threshold threshold,
    int32_t weight, int32_t place) {
  const cmatching_rank *rank = &p->query.rank;
  int64_t point = (int64_t)rank->fractions << rank->length_bits;
  // A higher score, or an equal one with a lower row.
  int64_t missing = threshold.score - score(&p->query, 0, 0, place, weight, b->shortest);
  return missing <= 0 ? 0 : (missing + point - 1) / point;
}

/// The same with the least place that a text of the block has for the first symbol.
INLINE int64_t least_points(
    const plane_block *b, const cmatching_pattern *p, cmatching_threshold threshold,
    int32_t weight) {
  uint8_t letter = p->letters[0];
  int64_t anywhere = points_to_exceed(b, p, threshold, weight, b->head->places[letter]);
  if (!b->layout->has_borders || is_spaced(p, 0)) return anywhere;
  // With so many, the first symbol must start a word.
  int32_t without = p->best_of_all - p->query.rank.text_start;
  if (anywhere <= without) return anywhere;
  return points_to_exceed(b, p, threshold, weight, b->head->starts[letter]);
}

/// Those whose best alignment can exceed the threshold, as far as the planes tell.
INLINE wide exceeding(
    const plane_block *b, const cmatching_pattern *p, cmatching_threshold threshold,
    int32_t weight) {
  if (p->query.count == 0 || p->query.count > max_symbols) return all_of(true);
  int64_t needed = least_points(b, p, threshold, weight);
  if (needed > p->best_of_all) return all_of(false);
  if (needed == 0 || p->best_of_all - needed >= most_points) return all_of(true);
  counts lost = {0};
  weigh_first(b, p, &lost);
  if (p->query.shape == cmatching_scattered) {
    for (int k = 1; k < p->letter_count; k++) weigh_next(b, p, k, &lost);
  }
  weigh_last(b, p, &lost);
  return at_most(&lost, (int32_t)(p->best_of_all - needed));
}

/// Those that may equal the query or begin with it, if that can exceed the threshold.
INLINE wide leading(
    const plane_block *b, const cmatching_pattern *p, cmatching_threshold threshold,
    int32_t weight) {
  bool may_equal = b->shortest <= p->query.literal_count && p->query.literal_count <= b->longest;
  bool may_lead = score(&p->query, 1, p->best_leading, 0, weight, b->shortest) >= threshold.score;
  if (!may_equal && !may_lead) return all_of(false);
  return beginning_with(b, p->first_letter) & in_one_piece(b, p);
}

// MARK: Candidates

INLINE void screen(
    const plane_block *b, const cmatching_pattern *p, const uint64_t *wanted,
    cmatching_threshold threshold, int32_t weight, cmatching_screening result) {
  wide may = possible(b, p, *(const unaligned_wide *)wanted);
  wide open = all_of(false), sure = all_of(false);
  switch (p->query.shape) {
  case cmatching_scattered: break;
  case cmatching_adjacent: may &= in_one_piece(b, p); break;
  case cmatching_leading:
  case cmatching_whole:
    may &= in_one_piece(b, p) & beginning_with(b, p->first_letter);
    break;
  }
  if (is_any(may)) {
    open = may & leading(b, p, threshold, weight);
    if (p->query.shape <= cmatching_adjacent) open |= may & exceeding(b, p, threshold, weight);
    sure = certain(b, p, may & ~open);
  }
  *(unaligned_wide *)result.sure = sure;
  *(unaligned_wide *)result.open = open;
  *(unaligned_wide *)result.possible = may & ~open & ~sure;
}

INLINE int32_t length_of(const cmatching_columns *columns, uint32_t place) {
  return (int32_t)(columns->offsets[place + 1] - columns->offsets[place]);
}

#if defined(__x86_64__)
__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
void cmatching_screen(
    const cmatching_pattern *p, const cmatching_columns *columns, uint32_t first,
    const uint64_t *wanted, cmatching_threshold threshold, cmatching_screening result) {
  uint32_t left = columns->covered - first, size = left < block ? left : block;
  int32_t longest = length_of(columns, first + size - 1);
  const uint64_t *start = columns->planes + block_offset(&columns->layout, first);
  plane_block b = {
      .layout = &columns->layout,
      .head = (const block_head *)start,
      .words = start + head_words,
      .stride = size / 64,
      .shortest = length_of(columns, first),
      // From here on texts are not in order of length.
      .longest = longest < (1 << p->query.rank.length_bits) - 1 ? longest : INT32_MAX,
  };
  screen(&b, p, wanted, threshold, columns->weights ? 255 : 0, result);
}
