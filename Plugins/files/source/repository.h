#ifndef FILES_REPOSITORY_H
#define FILES_REPOSITORY_H

#include "ignore.h"

#include <stdbool.h>

/// Gets a file of rules before it is read, to watch it for changes; it is closed afterwards.
typedef void rules_observer(void *context, int file);

/// What a git repository has of rules besides its `.gitignore` files.
///
/// A linked work tree and a submodule, whose `.git` is a file, are repositories too.
struct repository {
  /// `info/exclude`, which counts before `excludes`.
  struct ignore_rules *exclude;
  /// The user's file, `core.excludesFile`.
  struct ignore_rules *excludes;
};

/// Whether a folder is the top of a repository's work tree.
bool repository_is_at(int folder);

/// Opens a `.git` in a folder that is no repository, or none yet; -1 where there is none.
int repository_open_unfinished(int folder);

/// The repository whose work tree a folder is the top of; null where it is of none.
///
/// `observer` gets each file of rules that was found; it may be null.
struct repository *repository_at(int folder, rules_observer *observer, void *context);

void repository_free(struct repository *repository);

/// What the repository says about a path from its top.
enum ignore_verdict repository_test(const struct repository *repository, const char *path,
                                    const char *name, bool is_folder);

#endif
