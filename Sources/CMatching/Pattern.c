// Prepares a query once for all candidates.

#include "Pattern.h"

#include <stdlib.h>

static void prepare_letters(cmatching_pattern *p) {
  const cmatching_query *query = &p->query;
  p->letter_count = query->count < max_letters ? query->count : max_letters;
  p->is_plain = true;
  for (int k = 0; k < p->letter_count; k++) {
    uint8_t byte = folded(query->symbols[k].byte);
    p->bytes[k] = byte;
    p->letters[k] = cmatching_letter(byte);
    if (query->symbols[k].is_case_strict || byte < 'a' || byte > 'z') p->is_plain = false;
  }
  bool begins_with_space = query->count > 0 && query->symbols[0].follows_space;
  p->first_letter = query->count > 0 && !begins_with_space ? p->letters[0] : cmatching_letter(' ');
}

static void prepare_points(cmatching_pattern *p) {
  const cmatching_query *query = &p->query;
  const cmatching_rank *rank = &query->rank;
  int32_t points = rank->word_end;
  for (int k = 0; k < query->count; k++) {
    bool is_spaced = query->symbols[k].follows_space && query->shape == cmatching_scattered;
    points += rank->match + (k == 0 || is_spaced ? rank->word_start : rank->run);
    if (is_spaced) points += rank->space;
  }
  p->best_within = points;
  bool leads_with_space = query->shape == cmatching_scattered && query->symbols[0].follows_space;
  p->best_of_all = points + (leads_with_space ? 0 : rank->text_start - rank->word_start);
  p->best_leading = rank->match * query->literal_count + rank->text_start
      + rank->run * (query->literal_count - 1) + rank->word_end;
}

cmatching_pattern *cmatching_pattern_create(const cmatching_query *query) {
  cmatching_pattern *p = aligned_alloc(_Alignof(cmatching_pattern), sizeof(cmatching_pattern));
  if (!p) abort();
  memset(p, 0, sizeof *p);
  p->query = *query;
  p->query.symbols = p->symbols;
  for (int k = 0; k < query->count && k < max_symbols; k++) {
    p->symbols[k] = query->symbols[k];
    p->lanes[k] = query->symbols[k].byte;
  }
  if (query->count > 0 && query->count <= max_symbols) prepare_points(p);
  prepare_letters(p);
  return p;
}

void cmatching_pattern_free(cmatching_pattern *p) { free(p); }
