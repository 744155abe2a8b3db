#ifndef FILES_LISTING_H
#define FILES_LISTING_H

#include "outlet.h"
#include "reading.h"
#include "scope.h"
#include "touches.h"
#include "tree.h"
#include "watch.h"

#include <stdbool.h>
#include <stdint.h>

/// What the host was told of one folder's tree, and what keeps that true.
///
/// It is read once for the host's request, folder by folder and those near the top first, as fast
/// as the host takes it. After that it is followed: what changes is told. When that can't go on, or
/// has gone on for long enough, the host is told to ask again, and the listing rests.
struct listing {
  struct rpc *rpc;
  struct scope *scope;
  struct outlet *outlet;
  /// Null while the listing rests.
  struct folder *top;
  /// Folders with something to do, the first first.
  struct folder *first_task, *last_task;
  /// Whether something was begun that has an end to be told: an answer, or a change.
  bool is_at_work;
  /// Counts the times that work was begun.
  unsigned turn;
  struct reading reading;
  /// What of one folder is still to be told; its folder is null for nothing.
  struct delta {
    struct folder *folder;
    struct names removed, added;
    const char *next_removed, *next_added;
  } delta;
  /// Folders that are gone and told to be, linked by `next_task`; freed when the work is done.
  struct folder *buried;
  /// Descriptors that are kept while there is work: of the top, and of the last folder's parent.
  int top_descriptor, parent_descriptor;
  struct folder *parent;
  struct watch watch;
  struct touches touches;
  /// When is looked at what events have told; -1 while that is nothing.
  int64_t look_at;
  /// When the listing ends to be followed; -1 while that is not known.
  int64_t rest_at;
  /// Why the host will have to ask again; null where it need not.
  const char *outdated_by;
  /// Files and folders that are known.
  size_t path_count;
  int64_t began_at;
  /// When the request is answered even if not all is read; -1 for no hurry.
  int64_t answer_at;
  /// Since when the host has granted no credit; -1 while there is some.
  int64_t waits_since;
  /// What people should know of this reading.
  struct {
    size_t unreadable_count;
    char *first_unreadable;
    int first_error;
    bool is_full;
    bool has_long_paths;
  } faults;
  /// What the log was told of this folder already: once is enough.
  struct {
    bool unreadable, full, long_paths, unwatched;
  } told;
};

/// A listing at rest. The host's name for it is null where it gave none.
struct listing *listing_new(struct rpc *rpc, const char *datasource);
void listing_free(struct listing *listing);

/// Begins to read what is offered in a scope, which it takes over, and to answer a request with it.
///
/// The request is answered -32602 where the scope's top can't be opened.
void listing_start(struct listing *listing, struct scope *scope, struct rpc_call *call);

/// Grants credit, if the token is that of the open request.
void listing_grant(struct listing *listing, const char *token, int64_t count);

/// Whether something can be done now.
bool listing_has_work(const struct listing *listing);

/// Works until there is nothing to do, or it is `until`.
void listing_work(struct listing *listing, int64_t until);

/// When `listing_look` wants to be called; -1 for never.
int64_t listing_next_time(const struct listing *listing);

/// Reads events, where the watch has some, and begins what it is time for.
void listing_look(struct listing *listing, bool has_events);

/// Lets go of what is known, and has the host ask again when it needs the items.
void listing_rest(struct listing *listing);

#endif
