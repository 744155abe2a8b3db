#ifndef FILES_TREE_H
#define FILES_TREE_H

#include "bytes.h"
#include "ignore.h"
#include "names.h"
#include "repository.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// What is to be done with a folder of a tree.
enum folder_task {
  TASK_NONE,
  /// Its touched names are looked at.
  TASK_UPDATE,
  /// It is read, and its folders too where they are new.
  TASK_READ,
  /// It is read, and so is everything below it.
  TASK_READ_ALL,
  /// It is gone: its files are told to be, and it is freed.
  TASK_BURY,
};

/// A folder that is offered, with the names of its files.
struct folder {
  /// Null for the top of the tree.
  struct folder *parent;
  /// Empty for the top.
  char *name;
  /// Length of the path from the top, which is that of the top's own path: 0.
  size_t path_length;
  struct names files;
  /// The folders in it, sorted by name.
  struct folder **folders;
  size_t folder_count;
  /// Its own `.gitignore`; null for none.
  struct ignore_rules *rules;
  /// The repository whose top it is; null for none. Rules of folders above end here.
  struct repository *repository;
  /// What it was when it was read last.
  dev_t device;
  ino_t inode;
  /// Watch descriptors of the folder, of its `.gitignore`, and of a `.git` in it that is no
  /// repository yet; -1 for none.
  int watch, rules_watch, unfinished_watch;
  enum folder_task task;
  /// The system has ended its watch: something else may have taken its place.
  bool is_lost;
  /// Names in it that something happened to, to be looked at with `TASK_UPDATE`.
  struct names touched;
  struct folder *next_task;
  /// The turn of work in which names were last told to be added.
  unsigned told_in;
};

/// A folder that is not in its parent's list yet; null makes the top of a tree.
struct folder *folder_new(struct folder *parent, const char *name);

/// Frees a folder, and leaves those below and above it alone.
void folder_free(struct folder *folder);

/// Frees a folder and all below it.
void folder_free_all(struct folder *folder);

/// Adds the path from the top: without a slash at its end, empty for the top.
void folder_add_path(const struct folder *folder, struct bytes *path);

/// The folder of this name in a folder; null for none.
struct folder *folder_find(const struct folder *folder, const char *name);

/// The folder that follows in a walk over `top` and all below it, a folder before what it holds.
struct folder *folder_after(const struct folder *folder, const struct folder *top);

#endif
