#include "outlet.h"

#include "json_text.h"
#include "location.h"
#include "memory.h"
#include "utf8.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char source_name[] = "files";

enum {
  // A `$/progress` message has at most 256 KiB, and changes are kept as small; what stands around
  // the items has to fit too.
  chunk_bytes = 252 * 1024,
  // An answer that has to hold all items: hosts take messages of 64 MiB.
  answer_bytes = 60 * 1024 * 1024,
};

struct outlet *outlet_new(struct rpc *rpc, const char *datasource) {
  struct outlet *outlet = memory_get_zeroed(1, sizeof *outlet);
  outlet->rpc = rpc;
  if (datasource != NULL) {
    struct bytes text = {0};
    json_text_add_string(&text, datasource, strlen(datasource));
    outlet->datasource = text.data;
  }
  return outlet;
}

void outlet_free(struct outlet *outlet) {
  outlet_refuse(outlet, RPC_SUPERSEDED, "this datasource is not followed any more");
  bytes_free(&outlet->items);
  bytes_free(&outlet->removed);
  bytes_free(&outlet->path);
  bytes_free(&outlet->top_text);
  bytes_free(&outlet->folder_text);
  bytes_free(&outlet->element);
  free(outlet->token);
  free(outlet->datasource);
  free(outlet);
}

void outlet_open(struct outlet *outlet, struct rpc_call *call, rpc_handler *cancelled,
                 void *context) {
  json_t *token = rpc_optional(call, "/partialResultToken", RPC_ANY);
  json_t *credit = rpc_optional(call, "/credit", RPC_INTEGER);
  free(outlet->token);
  outlet->token = token != NULL ? json_dumps(token, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
  outlet->is_bounded = credit != NULL && outlet->token != NULL;
  outlet->credit = credit != NULL ? rpc_integer_value(credit) : 0;
  outlet->call = call;
  rpc_keep(call, cancelled, context);
}

// Credit

bool outlet_waits_for_credit(const struct outlet *outlet) {
  return outlet->call != NULL && outlet->is_bounded && outlet->credit <= 0;
}

bool outlet_is_blocked(const struct outlet *outlet) {
  return outlet_waits_for_credit(outlet) || rpc_is_congested(outlet->rpc);
}

void outlet_grant(struct outlet *outlet, const char *token, int64_t count) {
  if (outlet->call == NULL || outlet->token == NULL || strcmp(outlet->token, token) != 0) {
    return;
  }
  // More than can be counted is as good as the most that can.
  outlet->credit = count > INT64_MAX - outlet->credit ? INT64_MAX : outlet->credit + count;
}

// Messages

static bool is_change(const struct outlet *outlet) {
  return outlet->call == NULL;
}

static void begin_change(struct outlet *outlet, struct bytes *message) {
  bytes_add_format(message,
                   "{\"jsonrpc\":\"2.0\",\"method\":\"autocomplete/datasourceDidChange\","
                   "\"params\":{\"source\":\"%s\",\"datasource\":%s,\"version\":%" PRId64,
                   source_name, outlet->datasource, outlet->version);
}

static void add_list(struct bytes *message, const char *name, const struct bytes *list) {
  if (list->length > 0) {
    bytes_add_format(message, ",\"%s\":[", name);
    bytes_add(message, list->data, list->length);
    bytes_add_byte(message, ']');
  }
}

static void forget_items(struct outlet *outlet) {
  bytes_cut(&outlet->items, 0);
  bytes_cut(&outlet->removed, 0);
}

void outlet_flush(struct outlet *outlet) {
  bool is_empty = outlet->items.length == 0 && outlet->removed.length == 0;
  if (!is_empty && is_change(outlet) && outlet->datasource != NULL) {
    struct bytes message = {0};
    outlet->version++;
    begin_change(outlet, &message);
    add_list(&message, "remove", &outlet->removed);
    add_list(&message, "append", &outlet->items);
    bytes_add_text(&message, "}}");
    rpc_send(outlet->rpc, message.data, message.length);
    bytes_free(&message);
  }
  forget_items(outlet);
}

void outlet_tell_gap(struct outlet *outlet) {
  forget_items(outlet);
  if (outlet->datasource != NULL) {
    struct bytes message = {0};
    outlet->version += 2;
    begin_change(outlet, &message);
    bytes_add_text(&message, "}}");
    rpc_send(outlet->rpc, message.data, message.length);
    bytes_free(&message);
  }
}

static void send_progress(struct outlet *outlet) {
  if (outlet->items.length == 0) {
    return;
  }
  struct bytes message = {0};
  bytes_add_format(&message,
                   "{\"jsonrpc\":\"2.0\",\"method\":\"$/progress\",\"params\":{\"token\":%s,"
                   "\"value\":{\"items\":[",
                   outlet->token);
  bytes_add(&message, outlet->items.data, outlet->items.length);
  bytes_add_text(&message, "]}}}");
  rpc_send(outlet->rpc, message.data, message.length);
  bytes_free(&message);
  forget_items(outlet);
}

void outlet_answer(struct outlet *outlet, int64_t lifetime) {
  struct bytes result = {0};
  outlet->version++;
  bytes_add_text(&result, "{\"items\":[");
  bytes_add(&result, outlet->items.data, outlet->items.length);
  bytes_add_format(&result, "],\"version\":%" PRId64, outlet->version);
  if (lifetime > 0) {
    bytes_add_format(&result, ",\"ttlMs\":%" PRId64, lifetime);
  }
  bytes_add_byte(&result, '}');
  rpc_reply_text(outlet->call, result.data, result.length);
  bytes_free(&result);
  outlet->call = NULL;
  forget_items(outlet);
}

void outlet_refuse(struct outlet *outlet, enum rpc_code code, const char *format, ...) {
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (outlet->call != NULL) {
    rpc_refuse(outlet->call, code, NULL, "%s", message);
  }
  outlet->call = NULL;
  outlet->is_overfull = false;
  forget_items(outlet);
}

// Items

static void set_path(struct outlet *outlet, const char *name) {
  bytes_cut(&outlet->path, outlet->folder_length);
  bytes_add_text(&outlet->path, name);
}

void outlet_enter(struct outlet *outlet, const char *top, const struct folder *folder) {
  bytes_cut(&outlet->path, 0);
  bytes_add_format(&outlet->path, "%s/", top);
  outlet->top_length = outlet->path.length;
  folder_add_path(folder, &outlet->path);
  if (folder->path_length > 0) {
    bytes_add_byte(&outlet->path, '/');
  }
  outlet->folder_length = outlet->path.length;
  outlet->is_text = utf8_is_valid(outlet->path.data, outlet->path.length);
  bytes_cut(&outlet->top_text, 0);
  bytes_cut(&outlet->folder_text, 0);
  if (outlet->is_text) {
    json_text_add_escaped(&outlet->top_text, outlet->path.data, outlet->top_length);
    json_text_add_escaped(&outlet->folder_text, outlet->path.data + outlet->top_length,
                          outlet->folder_length - outlet->top_length);
  }
}

/// Adds the id of what `path` holds: its path from the top, or its URI where that is not UTF-8.
///
/// No path from the top looks like the latter, since none has two slashes in a row.
static void add_id(struct outlet *outlet, struct bytes *text, const char *name, bool is_text) {
  bytes_add_byte(text, '"');
  if (is_text) {
    bytes_add(text, outlet->folder_text.data, outlet->folder_text.length);
    json_text_add_escaped(text, name, strlen(name));
  } else {
    set_path(outlet, name);
    location_add_uri(text, outlet->path.data);
  }
  bytes_add_byte(text, '"');
}

/// Writes the rest of an item whose path is UTF-8.
static void write_text_members(struct outlet *outlet, const char *name) {
  struct bytes *item = &outlet->element;
  bytes_add_text(item, ",\"text\":");
  add_id(outlet, item, name, true);
  bytes_add_text(item, ",\"data\":{\"path\":\"");
  bytes_add(item, outlet->top_text.data, outlet->top_text.length);
  bytes_add(item, outlet->folder_text.data, outlet->folder_text.length);
  json_text_add_escaped(item, name, strlen(name));
  bytes_add_text(item, "\"}}");
}

/// Writes the rest of an item whose path is not: what is shown, and a URI that still opens it.
static void write_repaired_members(struct outlet *outlet, const char *name) {
  struct bytes *item = &outlet->element;
  struct bytes repaired = {0};
  set_path(outlet, name);
  utf8_add_repaired(&repaired, outlet->path.data + outlet->top_length,
                    outlet->path.length - outlet->top_length);
  bytes_add_text(item, ",\"text\":");
  json_text_add_string(item, repaired.data, repaired.length);
  bytes_add_text(item, ",\"data\":{\"uri\":\"");
  location_add_uri(item, outlet->path.data);
  bytes_add_text(item, "\"}}");
  bytes_free(&repaired);
}

static bool is_text(const struct outlet *outlet, const char *name) {
  return outlet->is_text && utf8_is_valid(name, strlen(name));
}

/// Puts the element that was written into a list, and sends what was there where both don't fit.
static void put_element(struct outlet *outlet, struct bytes *list) {
  bool fits = outlet->items.length + outlet->removed.length + outlet->element.length < chunk_bytes;
  if (!fits && is_change(outlet)) {
    outlet_flush(outlet);
  } else if (!fits && outlet->token != NULL) {
    send_progress(outlet);
  }
  if (list->length > 0) {
    bytes_add_byte(list, ',');
  }
  bytes_add(list, outlet->element.data, outlet->element.length);
  bytes_cut(&outlet->element, 0);
}

void outlet_add(struct outlet *outlet, const char *name) {
  if (!is_change(outlet) && outlet->token == NULL && outlet->items.length > answer_bytes) {
    outlet->is_overfull = true;
    return;
  }
  bool is_valid = is_text(outlet, name);
  bytes_add_text(&outlet->element, "{\"id\":");
  add_id(outlet, &outlet->element, name, is_valid);
  if (is_valid) {
    write_text_members(outlet, name);
  } else {
    write_repaired_members(outlet, name);
  }
  put_element(outlet, &outlet->items);
  if (!is_change(outlet) && outlet->is_bounded && --outlet->credit == 0) {
    send_progress(outlet);
  }
}

void outlet_remove(struct outlet *outlet, const char *name) {
  add_id(outlet, &outlet->element, name, is_text(outlet, name));
  put_element(outlet, &outlet->removed);
}
