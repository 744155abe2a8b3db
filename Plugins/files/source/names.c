#include "names.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

const char *names_first(const struct names *names) {
  return names->length > 0 ? names->block : NULL;
}

const char *names_next(const struct names *names, const char *name) {
  const char *next = name + strlen(name) + 1;
  return next < names->block + names->length ? next : NULL;
}

void names_free(struct names *names) {
  free(names->block);
  *names = (struct names){0};
}

void name_bag_add(struct name_bag *bag, const char *name) {
  bytes_add(&bag->text, name, strlen(name) + 1);
  bag->count++;
}

void name_bag_free(struct name_bag *bag) {
  bytes_free(&bag->text);
  bag->count = 0;
}

struct names name_bag_take(struct name_bag *bag) {
  struct names names = {0};
  if (bag->count > 0) {
    names.block = memory_resize(bag->text.data, bag->text.length);
    names.length = bag->text.length;
    names.count = bag->count;
    bag->text = (struct bytes){0};
  }
  name_bag_free(bag);
  return names;
}

static int compare_pointed(const void *one, const void *other) {
  return strcmp(*(const char *const *)one, *(const char *const *)other);
}

struct names name_bag_sort(struct name_bag *bag) {
  const char **sorted = memory_get(bag->count * sizeof *sorted);
  const char *name = bag->text.data;
  for (size_t place = 0; place < bag->count; place++, name += strlen(name) + 1) {
    sorted[place] = name;
  }
  qsort(sorted, bag->count, sizeof *sorted, compare_pointed);
  struct name_bag result = {0};
  for (size_t place = 0; place < bag->count; place++) {
    if (place == 0 || strcmp(sorted[place - 1], sorted[place]) != 0) {
      name_bag_add(&result, sorted[place]);
    }
  }
  free(sorted);
  name_bag_free(bag);
  return name_bag_take(&result);
}

/// Orders two names of sorted lists, where a list that has ended stands behind all others.
static int compare(const char *one, const char *other) {
  if (one == NULL || other == NULL) {
    return (one == NULL) - (other == NULL);
  }
  return strcmp(one, other);
}

void names_compare(const struct names *before, const struct names *after, struct names *removed,
                   struct names *added) {
  struct name_bag gone = {0}, fresh = {0};
  const char *old = names_first(before), *new = names_first(after);
  while (old != NULL || new != NULL) {
    int order = compare(old, new);
    if (order < 0) {
      name_bag_add(&gone, old);
    } else if (order > 0) {
      name_bag_add(&fresh, new);
    }
    old = order <= 0 ? names_next(before, old) : old;
    new = order >= 0 ? names_next(after, new) : new;
  }
  *removed = name_bag_take(&gone);
  *added = name_bag_take(&fresh);
}

struct names names_update(const struct names *before, const struct names *touched,
                          const struct names *present) {
  struct name_bag bag = {0};
  const char *old = names_first(before), *touch = names_first(touched);
  const char *new = names_first(present);
  while (old != NULL || new != NULL) {
    if (compare(old, new) < 0) {
      while (compare(touch, old) < 0) {
        touch = names_next(touched, touch);
      }
      if (compare(touch, old) != 0) {
        name_bag_add(&bag, old);
      }
      old = names_next(before, old);
    } else {
      old = compare(old, new) == 0 ? names_next(before, old) : old;
      name_bag_add(&bag, new);
      new = names_next(present, new);
    }
  }
  return name_bag_take(&bag);
}
