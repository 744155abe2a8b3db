#include "source.h"

#include "clock.h"
#include "json_text.h"
#include "location.h"

#include <stdlib.h>
#include <string.h>

enum {
  // What one listing may work before messages are looked at again.
  slice_milliseconds = 4,
};

// Where to look

/// The scope that a request's context asks for; null where a fault was noted.
static struct scope *read_scope(struct rpc_call *call) {
  json_t *directory = rpc_optional(call, "/context/directory", RPC_STRING);
  json_t *hidden = rpc_optional(call, "/context/hidden", RPC_BOOLEAN);
  json_t *ignored = rpc_optional(call, "/context/ignored", RPC_BOOLEAN);
  const char *location = directory != NULL ? json_string_value(directory) : "~";
  struct bytes path = {0};
  struct scope *scope = NULL;
  if (location_add_path(&path, location)) {
    scope = scope_new(path.data, json_is_true(hidden), json_is_true(ignored));
  } else {
    rpc_note_fault(call, "/context/directory", "a path that is absolute or below the home", "%s",
                   location);
  }
  bytes_free(&path);
  return scope;
}

/// Notes as faults what a request for a datasource has that can't be.
static void check(struct rpc_call *call) {
  json_t *source = rpc_required(call, "/source", RPC_STRING);
  json_t *token = rpc_optional(call, "/partialResultToken", RPC_ANY);
  json_t *credit = rpc_optional(call, "/credit", RPC_INTEGER);
  rpc_optional(call, "/_meta/deadlineMs", RPC_INTEGER);
  const char *name = source != NULL ? json_string_value(source) : source_name;
  if (strcmp(name, source_name) != 0 && strcmp(name, "files/files") != 0) {
    rpc_note_fault(call, "/source", source_name, "%s", name);
  }
  if (token != NULL && !json_is_string(token) && !json_is_integer(token)) {
    rpc_note_fault(call, "/partialResultToken", "string or integer", "something else");
  }
  if (credit != NULL && rpc_integer_value(credit) < 0) {
    rpc_note_fault(call, "/credit", "integer from 0", "%lld",
                   (long long)rpc_integer_value(credit));
  }
}

// The table

static void move_to_front(struct source *source, size_t place) {
  struct listing *listing = source->listings[place];
  memmove(source->listings + 1, source->listings, place * sizeof *source->listings);
  source->listings[0] = listing;
}

static bool has_name(const struct listing *listing, const char *name) {
  const char *datasource = listing->outlet->datasource;
  return datasource != NULL && strcmp(datasource, name) == 0;
}

/// A place for a new listing: a free one, or that of the one asked for longest ago; -1 for none.
///
/// Those that are being answered stay.
static int make_place(struct source *source) {
  if (source->count < source_listings) {
    return (int)source->count++;
  }
  for (int place = source_listings - 1; place >= 0; place--) {
    if (source->listings[place]->outlet->call == NULL) {
      listing_rest(source->listings[place]);
      listing_free(source->listings[place]);
      return place;
    }
  }
  return -1;
}

/// The listing for a datasource, whose name is null where the host gave none; null for no place.
static struct listing *listing_for(struct source *source, const char *datasource) {
  struct bytes name = {0};
  int place = 0;
  if (datasource != NULL) {
    json_text_add_string(&name, datasource, strlen(datasource));
  }
  while (name.data != NULL && (size_t)place < source->count &&
         !has_name(source->listings[place], name.data)) {
    place++;
  }
  if (name.data == NULL || (size_t)place == source->count) {
    place = make_place(source);
    if (place >= 0) {
      source->listings[place] = listing_new(source->rpc, datasource);
    }
  }
  bytes_free(&name);
  if (place < 0) {
    return NULL;
  }
  move_to_front(source, (size_t)place);
  return source->listings[0];
}

// Methods

static void provide_datasource(void *context, struct rpc_call *call) {
  struct source *source = context;
  json_t *name = rpc_optional(call, "/datasource", RPC_STRING);
  check(call);
  struct scope *scope = read_scope(call);
  if (rpc_refuse_fault(call)) {
    scope_free(scope);
    return;
  }
  struct listing *listing =
      listing_for(source, name != NULL ? json_string_value(name) : NULL);
  if (listing == NULL) {
    scope_free(scope);
    rpc_refuse(call, RPC_OVERLOADED, json_pack("{s:i}", "limit", source_listings),
               "at most %d folders are read at a time", source_listings);
    return;
  }
  listing_start(listing, scope, call);
}

static void credit(void *context, struct rpc_call *call) {
  struct source *source = context;
  json_t *token = rpc_required(call, "/token", RPC_ANY);
  json_t *count = rpc_required(call, "/count", RPC_INTEGER);
  if (rpc_refuse_fault(call)) {
    return;
  }
  char *text = json_dumps(token, JSON_COMPACT | JSON_ENCODE_ANY);
  if (text != NULL && rpc_integer_value(count) > 0) {
    for (size_t place = 0; place < source->count; place++) {
      listing_grant(source->listings[place], text, rpc_integer_value(count));
    }
  }
  free(text);
  rpc_reply(call, NULL);
}

void source_begin(struct source *source, struct rpc *rpc) {
  *source = (struct source){.rpc = rpc};
  rpc_on(rpc, "autocomplete/provideDatasource", provide_datasource, source);
  rpc_on(rpc, "$/credit", credit, source);
}

void source_end(struct source *source) {
  while (source->count > 0) {
    listing_free(source->listings[--source->count]);
  }
}

// The loop

size_t source_prepare(const struct source *source, struct pollfd *streams) {
  for (size_t place = 0; place < source->count; place++) {
    streams[place] =
        (struct pollfd){.fd = source->listings[place]->watch.descriptor, .events = POLLIN};
  }
  return source->count;
}

bool source_has_work(const struct source *source) {
  for (size_t place = 0; place < source->count; place++) {
    if (listing_has_work(source->listings[place])) {
      return true;
    }
  }
  return false;
}

int source_timeout(const struct source *source) {
  int64_t next = source_has_work(source) ? 0 : -1;
  for (size_t place = 0; place < source->count; place++) {
    next = clock_earlier(next, listing_next_time(source->listings[place]));
  }
  return clock_until(next);
}

void source_go_on(struct source *source, const struct pollfd *streams, size_t count) {
  // A message may have made a listing since the streams were prepared, or moved one.
  for (size_t place = 0; place < source->count; place++) {
    struct listing *listing = source->listings[place];
    bool has_events = false;
    for (size_t at = 0; at < count; at++) {
      has_events = has_events || (streams[at].fd >= 0 && streams[at].revents != 0 &&
                                  streams[at].fd == listing->watch.descriptor);
    }
    listing_look(listing, has_events);
    if (listing_has_work(listing)) {
      listing_work(listing, clock_milliseconds() + slice_milliseconds);
    }
  }
}

const struct scope *source_scope(const struct source *source, size_t place) {
  return place < source->count ? source->listings[place]->scope : NULL;
}
