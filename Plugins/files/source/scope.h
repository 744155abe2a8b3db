#ifndef FILES_SCOPE_H
#define FILES_SCOPE_H

#include "bytes.h"
#include "tree.h"

#include <stdbool.h>

/// What is offered below a folder, the scope's top: who asks chooses it, and what is left out.
struct scope {
  /// The top's path, absolute, without a slash at its end; so `/` is the empty string.
  char *top;
  /// Whether names that begin with a dot are offered.
  bool shows_hidden;
  /// Whether what is ignored is offered, too.
  bool shows_ignored;
  /// The path to the top from the work tree that it lies in, with a slash at its end; else empty.
  char *above;
  /// The rules of folders above the top in that work tree, the nearest first.
  struct rules_above *rules_above;
  size_t rules_above_count;
  /// The repository of that work tree; null for none.
  struct repository *repository;
};

/// Rules of a folder above the top, and where in `above` what they are about begins.
struct rules_above {
  struct ignore_rules *rules;
  size_t base;
};

/// Gets what rules depend on, to watch it; any of it may be null.
struct scope_observer {
  /// A folder's own `.gitignore`.
  rules_observer *saw_own_rules;
  /// A `.git` in a folder that is no repository yet.
  rules_observer *saw_unfinished;
  /// Rules from elsewhere.
  rules_observer *saw_other_rules;
  /// A folder above the top.
  rules_observer *saw_folder_above;
  void *context;
};

/// A scope whose rules are not read yet. `top` is absolute.
struct scope *scope_new(const char *top, bool shows_hidden, bool shows_ignored);
void scope_free(struct scope *scope);

/// Opens the top; -1 with `errno` where that can't be.
int scope_open_top(const struct scope *scope);

/// Reads the rules that come from above the top, anew.
void scope_read_rules_above(struct scope *scope, const struct scope_observer *observer);

/// Reads the rules that begin in a folder, which is open as `descriptor`, anew.
void scope_enter(const struct scope *scope, struct folder *folder, int descriptor,
                 const struct scope_observer *observer);

/// Whether a name may be offered by its look alone.
bool scope_shows_name(const struct scope *scope, const char *name);

/// Begins a path in a folder for `scope_offers`; returns where a name has to be put.
size_t scope_begin_path(const struct scope *scope, const struct folder *folder,
                        struct bytes *path);

/// Whether the rules let a name in a folder be offered, which stands at `name` in `path`.
bool scope_offers(const struct scope *scope, const struct folder *folder, const char *path,
                  size_t name, bool is_folder);

#endif
