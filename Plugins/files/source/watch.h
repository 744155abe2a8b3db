#ifndef FILES_WATCH_H
#define FILES_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What an event is about.
enum watched_kind {
  /// A folder of the tree; its owner is the folder.
  WATCHED_FOLDER,
  /// The `.gitignore` of a folder of the tree, which is its owner.
  WATCHED_RULES,
  /// A `.git` that is no repository yet, in a folder of the tree, which is its owner.
  WATCHED_UNFINISHED,
  /// A file of rules from elsewhere.
  WATCHED_OUTER_RULES,
  /// A folder above the tree, of which only the names of files of rules matter.
  WATCHED_FOLDER_ABOVE,
};

struct watched {
  enum watched_kind kind;
  void *owner;
};

/// An inotify instance, and what each of its watches is for; `{.descriptor = -1}` is a closed one.
struct watch {
  int descriptor;
  /// A hash table by watch descriptor; a free slot has the number 0.
  struct watch_slot *slots;
  size_t slot_count, count;
  /// Watches that may be made; 0 is as many as the system allows.
  size_t limit;
  /// Why not all is watched that was to be: for the first of it, as `errno`; 0 where all is.
  ///
  /// ERANGE stands for the limit, EXDEV for a folder that is at two places by a bind mount.
  int incomplete;
};

/// Gets an event: `name` is what it happened to in a folder, or empty. `watched` is null where the
/// system has dropped events.
typedef void watch_handler(void *context, const struct watched *watched, uint32_t mask,
                           const char *name);

/// Begins to watch nothing yet. Where the system refuses, everything will be incomplete.
void watch_open(struct watch *watch, size_t limit);
void watch_close(struct watch *watch);

/// Watches an open file or folder; returns the watch's descriptor, or -1.
///
/// What is watched already gets the new owner; `before`, which may be null, tells the old one.
int watch_add(struct watch *watch, int file, struct watched watched, struct watched *before);

/// Notes why not all is watched.
void watch_note_incomplete(struct watch *watch, int error);

/// Ends a watch, unless it has got another owner meanwhile; -1 is none.
void watch_remove(struct watch *watch, int descriptor, struct watched watched);

/// Reads the events that are there, some at a time, and hands them over.
void watch_read(struct watch *watch, watch_handler *handler, void *context);

#endif
