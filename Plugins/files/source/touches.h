#ifndef FILES_TOUCHES_H
#define FILES_TOUCHES_H

#include "bytes.h"
#include "tree.h"

#include <stdbool.h>
#include <stddef.h>

/// What events have told to be looked at: names in folders. `{0}` is nothing.
struct touches {
  struct touch *list;
  size_t count, capacity;
  /// The names, each with a NUL behind it.
  struct bytes names;
};

/// The name that stands for a folder's rules: no file has it.
extern const char touches_rules[];

/// Notes a name in a folder; false where there are too many to remember.
bool touches_add(struct touches *touches, struct folder *folder, const char *name);

/// Forgets what is about folders that are buried.
void touches_forget_buried(struct touches *touches);

/// Gets a folder and the names that were touched in it, which it takes over.
typedef void touches_taker(void *context, struct folder *folder, struct names names);

/// Hands everything over, folder by folder, and forgets it.
void touches_take(struct touches *touches, touches_taker *taker, void *context);

void touches_free(struct touches *touches);

#endif
