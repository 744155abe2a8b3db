#ifndef FILES_READING_H
#define FILES_READING_H

#include "names.h"
#include "scope.h"
#include "tree.h"

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/// What a folder has that is offered.
struct contents {
  struct names files;
  struct names folders;
};

void contents_free(struct contents *contents);

/// The reading of one folder, which goes on for some time where it is a large one.
struct reading {
  const struct scope *scope;
  /// Null while nothing is read.
  struct folder *folder;
  DIR *stream;
  struct name_bag files, folders;
  /// The path of the folder, as rules want it, and where a name goes in it.
  struct bytes path;
  size_t name;
  /// Names that are taken at most; the rest is left out.
  size_t room;
  /// Something was left out for want of room.
  bool is_full;
  /// Something was left out because its path would be too long.
  bool has_long_paths;
  /// Why not all could be read; 0 where it could.
  int error;
};

/// Begins to read a folder that is open as `descriptor`, which the reading takes over.
void reading_begin(struct reading *reading, const struct scope *scope, struct folder *folder,
                   int descriptor, size_t room);

/// Reads on; returns whether all is read. `until` is a time of `clock_milliseconds`.
bool reading_go_on(struct reading *reading, int64_t until);

/// Ends the reading, finished or not, and returns what it has found.
struct contents reading_end(struct reading *reading);

/// What some names in a folder are now.
struct contents reading_look_at(const struct scope *scope, const struct folder *folder,
                                int descriptor, const struct names *touched);

/// Whether a folder belongs to the system rather than to a disk: `/proc` and its like.
bool reading_is_of_the_system(int descriptor);

#endif
