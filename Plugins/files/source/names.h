#ifndef FILES_NAMES_H
#define FILES_NAMES_H

#include "bytes.h"

#include <stdbool.h>
#include <stddef.h>

/// Names of files in one folder: different ones, sorted by their bytes; `{0}` is none.
///
/// They stand in one block, each with a NUL behind it: a byte more than they are long, which is
/// what lets a million of them be kept. `for (name = names_first(..); name != NULL; name =
/// names_next(.., name))` walks them.
struct names {
  char *block;
  size_t length;
  size_t count;
};

const char *names_first(const struct names *names);
const char *names_next(const struct names *names, const char *name);
void names_free(struct names *names);

/// Names as they come: in any order, some of them perhaps twice; `{0}` is an empty bag.
struct name_bag {
  struct bytes text;
  size_t count;
};

void name_bag_add(struct name_bag *bag, const char *name);

/// Empties the bag into sorted names.
struct names name_bag_sort(struct name_bag *bag);

/// Moves a bag that is known to be in order.
struct names name_bag_take(struct name_bag *bag);
void name_bag_free(struct name_bag *bag);

/// What is only in `before`, and what is only in `after`.
void names_compare(const struct names *before, const struct names *after, struct names *removed,
                   struct names *added);

/// `before` without all of `touched`, and with `present`; both are sorted.
struct names names_update(const struct names *before, const struct names *touched,
                          const struct names *present);

#endif
