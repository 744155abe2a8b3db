// Fills the planes of a segment: one bit a candidate for each thing that a text can have.

#include "Pattern.h"

enum { chunk = 64 };

uint32_t cmatching_plane_count(cmatching_layout layout) {
  return layout_pairs(&layout) + layout.pairs;
}

uint64_t cmatching_plane_words(cmatching_layout layout, uint32_t count) {
  uint32_t covered = count / 64 * 64, blocks = (covered + block - 1) / block;
  return (uint64_t)covered / 64 * cmatching_plane_count(layout) + (uint64_t)blocks * head_words;
}

/// The planes of one candidate's block, and the candidate's bit in them.
typedef struct {
  const cmatching_layout *layout;
  block_head *head;
  uint64_t *words;
  uint32_t stride;
  uint64_t bit;
} column;

INLINE void set(const column *c, uint32_t plane) { c->words[plane * c->stride] |= c->bit; }

/// Sets the planes of the parts from character `from` of `length` on, at most `count` of them.
INLINE void fill_parts(
    const column *c, const uint8_t letters[chunk], int64_t from, int64_t count, int64_t length) {
  int64_t parts = c->layout->parts, end = from + count;
  for (int64_t part = from * parts / length, start = from; start < end; part++) {
    int64_t border = (length * (part + 1) + parts - 1) / parts;
    if (border > end) border = end;
    for (; start < border; start++) {
      set(c, (uint32_t)(letters[start - from] * parts + part));
    }
  }
}

INLINE void lower(uint8_t *least, int64_t place) {
  if (place < *least) *least = (uint8_t)place;
}

/// Sets the planes of letters at the places of `places`.
INLINE void fill_letters(
    const column *c, const uint8_t letters[chunk], uint64_t places, uint32_t first) {
  for (; places; places &= places - 1) set(c, first + letters[__builtin_ctzll(places)]);
}

/// Sets the planes of starts and ends; `window` holds the chunk from its second byte on.
INLINE void fill_borders(
    const column *c, const uint8_t *window, const uint8_t letters[chunk], int64_t from,
    uint64_t valid) {
  starts_and_ends borders = find_exact_borders(window);
  uint64_t starts = borders.starts & valid, ends = borders.ends & valid;
  fill_letters(c, letters, starts & ends, layout_lone(c->layout));
  fill_letters(c, letters, ends, layout_ends(c->layout));
  if (from == 0) starts &= ~UINT64_C(1);
  fill_letters(c, letters, starts, layout_starts(c->layout));
  if (from > last_place) return;
  for (; starts; starts &= starts - 1) {
    int place = __builtin_ctzll(starts);
    lower(&c->head->starts[letters[place]], from + place);
  }
}

INLINE void fill_pairs(const column *c, const uint8_t *window, int64_t count) {
  uint16_t buckets[chunk];
  for (int i = 0; i < chunk; i++) {
    buckets[i] = pair_bucket(folded(window[i + 1]), folded(window[i + 2]), c->layout->pairs);
  }
  for (int i = 0; i < count; i++) set(c, layout_pairs(c->layout) + buckets[i]);
}

INLINE void fill_first(const column *c, uint8_t letter) {
  c->head->starts[letter] = 0;
  for (int k = 0; k < letter_bits; k++) {
    if (letter >> k & 1) set(c, layout_first(c->layout) + (uint32_t)k);
  }
}

INLINE void fill_text(const column *c, const uint8_t *text, int64_t length) {
  for (int64_t from = 0; from < length; from += chunk) {
    // One byte before the chunk, and all that may be looked at behind it; nothing is a delimiter.
    uint8_t window[2 * chunk + 8] = {0}, letters[chunk];
    int64_t rest = length - from, count = rest < chunk ? rest : chunk;
    int64_t before = from > 0;
    memcpy(window + 1 - before, text + from - before, (size_t)((rest < 67 ? rest : 67) + before));
    for (int i = 0; i < chunk; i++) letters[i] = cmatching_letter(window[i + 1]);
    if (from == 0) fill_first(c, letters[0]);
    if (from <= last_place) {
      for (int i = 0; i < count; i++) lower(&c->head->places[letters[i]], from + i);
    }
    fill_parts(c, letters, from, count, length);
    fill_pairs(c, window, rest > count ? count : count - 1);
    if (c->layout->has_borders) {
      uint64_t valid = count == chunk ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1;
      fill_borders(c, window, letters, from, valid);
    }
  }
}

#if defined(__x86_64__)
__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
void cmatching_fill_planes(
    cmatching_layout layout, const uint8_t *bytes, const uint32_t *offsets, uint32_t count,
    uint64_t *words) {
  uint32_t covered = count / 64 * 64;
  for (uint32_t place = 0; place < covered; place++) {
    uint32_t first = place / block * block, left = (covered - first) / 64;
    uint64_t *start = words + block_offset(&layout, first);
    column c = {
        .layout = &layout,
        .head = (block_head *)start,
        .words = start + head_words + place % block / 64,
        .stride = left < block_words ? left : block_words,
        .bit = UINT64_C(1) << (place & 63),
    };
    if (place == first) memset(c.head, last_place, sizeof *c.head);
    fill_text(&c, bytes + offsets[place], (int64_t)offsets[place + 1] - offsets[place]);
  }
}
