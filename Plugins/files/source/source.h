#ifndef FILES_SOURCE_H
#define FILES_SOURCE_H

#include "listing.h"
#include "rpc.h"

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

enum {
  /// Folders that are followed at a time. More than people have open; each takes a descriptor, an
  /// inotify instance, of which a user has 128, and some memory for each of its paths.
  source_listings = 16,
};

/// The source `files`: its datasources, the one asked for last first.
struct source {
  struct rpc *rpc;
  struct listing *listings[source_listings];
  size_t count;
};

/// Has `rpc` call the source for its methods.
void source_begin(struct source *source, struct rpc *rpc);
void source_end(struct source *source);

/// Fills in what to poll for, `source_listings` streams at most; returns how many.
size_t source_prepare(const struct source *source, struct pollfd *streams);

/// When `source_go_on` wants to be called though nothing has come, for `poll`.
int source_timeout(const struct source *source);

/// Goes on with what there is to do, for some milliseconds at most.
void source_go_on(struct source *source, const struct pollfd *streams, size_t count);

/// Whether there is something to do now.
bool source_has_work(const struct source *source);

/// What was asked for, the last first; null behind the end.
const struct scope *source_scope(const struct source *source, size_t place);

#endif
