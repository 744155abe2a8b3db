#include "touches.h"

#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  // What is remembered: as many as four full inotify queues. Past it reading the whole anew is
  // cheaper than looking at each.
  maximum_count = 64 * 1024,
  first_capacity = 64,
};

struct touch {
  struct folder *folder;
  /// Where the name begins in the names.
  size_t name;
};

const char touches_rules[] = "";

/// Orders by folder and then by name.
static int compare(const void *one, const void *other, void *names) {
  const struct touch *left = one, *right = other;
  if (left->folder != right->folder) {
    return (uintptr_t)left->folder < (uintptr_t)right->folder ? -1 : 1;
  }
  return strcmp((const char *)names + left->name, (const char *)names + right->name);
}

/// Sorts, and leaves out what is there twice.
static void tidy(struct touches *touches) {
  struct bytes names = {0};
  struct touch last = {0};
  size_t count = 0;
  qsort_r(touches->list, touches->count, sizeof *touches->list, compare, touches->names.data);
  for (size_t place = 0; place < touches->count; place++) {
    const struct touch touch = touches->list[place];
    if (place > 0 && compare(&last, &touch, touches->names.data) == 0) {
      continue;
    }
    last = touch;
    touches->list[count++] = (struct touch){touch.folder, names.length};
    const char *name = touches->names.data + touch.name;
    bytes_add(&names, name, strlen(name) + 1);
  }
  bytes_free(&touches->names);
  touches->names = names;
  touches->count = count;
}

bool touches_add(struct touches *touches, struct folder *folder, const char *name) {
  if (touches->count == maximum_count) {
    tidy(touches);
    if (touches->count > maximum_count / 2) {
      return false;
    }
  }
  if (touches->count == touches->capacity) {
    touches->capacity = touches->capacity > 0 ? 2 * touches->capacity : first_capacity;
    touches->list = memory_resize(touches->list, touches->capacity * sizeof *touches->list);
  }
  touches->list[touches->count++] = (struct touch){folder, touches->names.length};
  bytes_add(&touches->names, name, strlen(name) + 1);
  return true;
}

void touches_forget_buried(struct touches *touches) {
  size_t count = 0;
  for (size_t place = 0; place < touches->count; place++) {
    if (touches->list[place].folder->task != TASK_BURY) {
      touches->list[count++] = touches->list[place];
    }
  }
  touches->count = count;
}

void touches_take(struct touches *touches, touches_taker *taker, void *context) {
  tidy(touches);
  for (size_t place = 0; place < touches->count;) {
    struct folder *folder = touches->list[place].folder;
    struct name_bag bag = {0};
    for (; place < touches->count && touches->list[place].folder == folder; place++) {
      name_bag_add(&bag, touches->names.data + touches->list[place].name);
    }
    taker(context, folder, name_bag_take(&bag));
  }
  touches_free(touches);
}

void touches_free(struct touches *touches) {
  free(touches->list);
  bytes_free(&touches->names);
  *touches = (struct touches){0};
}
