#include "preview.h"

#include "filetype.h"
#include "location.h"
#include "memory.h"
#include "offer.h"
#include "utf8.h"
#include "visible.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char popup_name[] = "preview";

enum {
  // What is read of a file: a viewport of 1,000 by 1,000 holds no more that could be read.
  read_bytes = 256 * 1024,
  // Lines of a popup besides its text: a title and a row of actions.
  other_lines = 2,
  most_side = 1000,
  // Columns of a path in a title, and those that a row of actions takes.
  title_columns = 60,
  action_columns = 16,
};

// The part of a viewport that a popup is given at most; the host cuts what is larger.
static const double largest_part = 0.9;
// Points of a character, where a viewport counts points: what common fonts for programs have.
static const double point_width = 8, point_height = 16;

/// What the content may be like, and what it becomes.
struct page {
  /// Points, or cells, of a column and of a line.
  double column, line;
  struct visible visible;
};

// The viewport

static double number_or(struct rpc_call *call, const char *pointer, double standard) {
  json_t *value = rpc_optional(call, pointer, RPC_NUMBER);
  return value != NULL ? json_number_value(value) : standard;
}

static size_t cells(double length, double unit, size_t others) {
  double count = floor(length * largest_part / unit) - (double)others;
  return count < 1 ? 1 : count < (double)most_side ? (size_t)count : most_side;
}

static struct page read_viewport(struct rpc_call *call) {
  json_t *unit = rpc_optional(call, "/viewport/unit", RPC_STRING);
  bool has_points = unit != NULL && strcmp(json_string_value(unit), "point") == 0;
  struct page page = {.column = has_points ? point_width : 1,
                      .line = has_points ? point_height : 1};
  double width = number_or(call, "/viewport/width", 80 * page.column);
  double height = number_or(call, "/viewport/height", 24 * page.line);
  page.visible.most_columns = cells(width, page.column, 0);
  page.visible.most_lines = cells(height, page.line, other_lines);
  return page;
}

// The text

static void say(struct page *page, const char *text) {
  visible_add(&page->visible, text, strlen(text));
}

/// The first lines of a text, and a sign where there are more.
static void show_text(struct page *page, const char *text, size_t length, bool has_more) {
  struct visible *visible = &page->visible;
  visible_add(visible, text, length);
  if (visible->is_cut || has_more) {
    if (visible->lines == visible->most_lines) {
      const char *last = memrchr(visible->text.data, '\n', visible->text.length);
      bytes_cut(&visible->text, last != NULL ? (size_t)(last - visible->text.data) : 0);
      visible->lines--;
    }
    bytes_add_text(&visible->text, visible->lines > 0 ? "\n…" : "…");
    visible->lines++;
  }
}

static void show_binary(struct page *page, const char *beginning, size_t length, uint64_t size) {
  struct bytes text = {0};
  bytes_add_format(&text, "%s, ", filetype_name(beginning, length));
  filetype_add_size(&text, size);
  say(page, text.data);
  bytes_free(&text);
}

static void show_file(struct page *page, const struct offer *offer) {
  struct bytes text = {0};
  char *room = bytes_reserve(&text, read_bytes);
  ssize_t length = pread(offer->descriptor, room, read_bytes, 0);
  if (length < 0) {
    bytes_add_format(&text, "It can't be read: %s.", strerror(errno));
    say(page, text.data);
  } else if (length == 0) {
    say(page, "An empty file.");
  } else if (filetype_is_binary(room, (size_t)length)) {
    show_binary(page, room, (size_t)length, (uint64_t)offer->status.st_size);
  } else {
    show_text(page, room, (size_t)length, offer->status.st_size > length);
  }
  bytes_free(&text);
}

static void show_link(struct page *page, const char *path, const char *remark) {
  char target[PATH_MAX];
  ssize_t length = readlink(path, target, sizeof target - 1);
  target[length > 0 ? length : 0] = '\0';
  struct bytes text = {0};
  bytes_add_format(&text, "A link to %s%s.", target, remark);
  say(page, text.data);
  bytes_free(&text);
}

static void show_offer(struct page *page, const struct offer *offer) {
  struct bytes text = {0};
  if (offer->kind == OFFER_GONE) {
    say(page, "It is not there any more.");
  } else if (offer->descriptor < 0) {
    bytes_add_format(&text, "It can't be read: %s.", strerror(offer->error));
    say(page, text.data);
  } else {
    show_file(page, offer);
  }
  bytes_free(&text);
}

/// What a link leads to is shown where the scope offers that too.
static void follow_link(struct page *page, const struct scope *scope, const char *path) {
  char *target = realpath(path, NULL);
  char *top = realpath(*scope->top != '\0' ? scope->top : "/", NULL);
  size_t length = top != NULL ? strlen(top) : 0;
  length -= length == 1;
  struct offer offer = {.descriptor = -1};
  if (target != NULL && top != NULL && strncmp(target, top, length) == 0 &&
      target[length] == '/') {
    offer = offer_find(scope, target + length + 1);
  }
  if (offer.kind == OFFER_FILE) {
    show_offer(page, &offer);
  } else {
    show_link(page, path, target != NULL ? ", which is not among what is offered"
                                         : ", which is not there");
  }
  offer_close(&offer);
  free(target);
  free(top);
}

// Finding the file

/// The path from a scope's top; null where the path is not in it.
static const char *path_in(const struct scope *scope, const char *path) {
  size_t length = strlen(scope->top);
  bool is_in = strncmp(path, scope->top, length) == 0 && path[length] == '/';
  return is_in ? path + length + 1 : NULL;
}

/// Finds a path among what the source was asked for; the scope is null where none offers it.
static struct offer find(const struct source *source, const char *path,
                         const struct scope **scope) {
  struct offer offer = {.descriptor = -1};
  for (size_t place = 0; (*scope = source_scope(source, place)) != NULL; place++) {
    const char *below = path_in(*scope, path);
    offer = below != NULL ? offer_find(*scope, below) : offer;
    if (offer.kind != OFFER_NOTHING) {
      return offer;
    }
  }
  return offer;
}

// Content

static void widen(struct visible *visible, size_t columns) {
  size_t most = visible->most_columns < columns ? visible->most_columns : columns;
  visible->columns = visible->columns < most ? most : visible->columns;
}

/// The path and the size, which the page becomes wide enough for.
static json_t *title_of(const char *below, const struct offer *offer, struct page *page) {
  struct visible title = {.most_lines = 1, .most_columns = title_columns};
  visible_add(&title, below, strlen(below));
  struct bytes size = {0};
  if (offer->kind == OFFER_FILE) {
    bytes_add_text(&size, " — ");
    filetype_add_size(&size, (uint64_t)offer->status.st_size);
    bytes_add(&title.text, size.data, size.length);
    // The dash has three bytes and one column.
    title.columns += size.length - 2;
  }
  widen(&page->visible, title.columns);
  widen(&page->visible, action_columns);
  json_t *result = json_string(title.text.data);
  bytes_free(&title.text);
  bytes_free(&size);
  return result;
}

static json_t *content(const struct page *page, json_t *title) {
  const struct visible *visible = &page->visible;
  return json_pack("{s:o,s:{s:f,s:f},s:{s:s,s:s},s:[{s:s,s:s,s:s},{s:s,s:s,s:s}]}", "title", title,
                   "size", "width", (double)visible->columns * page->column, "height",
                   (double)(visible->lines + other_lines) * page->line, "body", "kind", "text",
                   "text", visible->text.data != NULL ? visible->text.data : "", "actions", "id",
                   "open", "title", "Open", "role", "default", "id", "close", "title", "Close",
                   "role", "cancel");
}

static void forget(struct preview *preview, size_t place) {
  free(preview->shown[place].popup);
  json_decref(preview->shown[place].file);
  preview->shown[place].popup = NULL;
  preview->shown[place].file = NULL;
}

/// Where a popup is remembered; -1 for nowhere.
static int find_popup(const struct preview *preview, const char *popup) {
  for (int place = 0; place < preview_popups; place++) {
    if (preview->shown[place].popup != NULL && strcmp(preview->shown[place].popup, popup) == 0) {
      return place;
    }
  }
  return -1;
}

/// Remembers what a popup shows as an item's `data` tells it: by its path, or its URI.
static void remember(struct preview *preview, const char *popup, const char *path) {
  int known = find_popup(preview, popup);
  size_t place = known >= 0 ? (size_t)known : preview->next;
  forget(preview, place);
  preview->next = known >= 0 ? preview->next : (preview->next + 1) % preview_popups;
  preview->shown[place].popup = memory_copy(popup, strlen(popup));
  if (utf8_is_valid(path, strlen(path))) {
    preview->shown[place].file = json_pack("{s:s}", "path", path);
  } else {
    struct bytes uri = {0};
    location_add_uri(&uri, path);
    preview->shown[place].file = json_pack("{s:s}", "uri", uri.data);
    bytes_free(&uri);
  }
}

static void answer_content(struct preview *preview, struct rpc_call *call, const char *popup,
                           const char *path, struct page *page) {
  const struct scope *scope;
  struct offer offer = find(preview->source, path, &scope);
  if (scope == NULL) {
    rpc_refuse(call, RPC_NOT_PERMITTED, NULL, "%s is not among what the source files offers",
               path);
    return;
  }
  if (offer.kind == OFFER_LINK) {
    follow_link(page, scope, path);
  } else {
    show_offer(page, &offer);
  }
  remember(preview, popup, path);
  json_t *title = title_of(path_in(scope, path), &offer, page);
  rpc_reply(call, content(page, title));
  offer_close(&offer);
}

/// The location that the arguments name, by an item's `path` or `uri`.
static const char *read_location(struct rpc_call *call) {
  json_t *uri = rpc_optional(call, "/arguments/uri", RPC_STRING);
  json_t *path = uri == NULL ? rpc_required(call, "/arguments/path", RPC_STRING) : uri;
  const char *location = path != NULL ? json_string_value(path) : "/";
  if (*location != '/' && strncmp(location, "file://", 7) != 0) {
    rpc_note_fault(call, uri != NULL ? "/arguments/uri" : "/arguments/path",
                   "an absolute path or a file: URI", "%s", location);
  }
  return location;
}

static void provide_content(void *context, struct rpc_call *call) {
  struct preview *preview = context;
  json_t *popup = rpc_required(call, "/popup", RPC_STRING);
  json_t *name = rpc_required(call, "/name", RPC_STRING);
  if (name != NULL && strcmp(json_string_value(name), popup_name) != 0 &&
      strcmp(json_string_value(name), "files/preview") != 0) {
    rpc_note_fault(call, "/name", popup_name, "%s", json_string_value(name));
  }
  const char *location = read_location(call);
  struct page page = read_viewport(call);
  struct bytes path = {0};
  if (!location_add_path(&path, location)) {
    rpc_note_fault(call, "/arguments/uri", "a file: URI", "%s", location);
  }
  if (!rpc_refuse_fault(call)) {
    answer_content(preview, call, json_string_value(popup), path.data, &page);
  }
  bytes_free(&page.visible.text);
  bytes_free(&path);
}

// Actions

static void act(void *context, struct rpc_call *call) {
  struct preview *preview = context;
  json_t *popup = rpc_required(call, "/popup", RPC_STRING);
  json_t *action = rpc_required(call, "/action", RPC_STRING);
  if (rpc_refuse_fault(call)) {
    return;
  }
  int place = find_popup(preview, json_string_value(popup));
  if (place < 0) {
    rpc_refuse(call, RPC_UNKNOWN_OBJECT, NULL, "no popup %s", json_string_value(popup));
  } else if (strcmp(json_string_value(action), "open") == 0) {
    // To open a file is the front end's craft; it gets what an item's `data` has.
    rpc_reply(call, json_pack("{s:b,s:O}", "dismiss", 1, "object", preview->shown[place].file));
  } else if (strcmp(json_string_value(action), "close") == 0) {
    rpc_reply(call, json_pack("{s:b}", "dismiss", 1));
  } else {
    rpc_note_fault(call, "/action", "open or close", "%s", json_string_value(action));
    rpc_refuse_fault(call);
  }
}

static void did_dismiss(void *context, struct rpc_call *call) {
  struct preview *preview = context;
  json_t *popup = rpc_optional(call, "/popup", RPC_STRING);
  int place = popup != NULL ? find_popup(preview, json_string_value(popup)) : -1;
  if (place >= 0) {
    forget(preview, (size_t)place);
  }
  rpc_reply(call, NULL);
}

void preview_begin(struct preview *preview, const struct source *source, struct rpc *rpc) {
  *preview = (struct preview){.source = source};
  rpc_on(rpc, "popup/content", provide_content, preview);
  rpc_on(rpc, "popup/action", act, preview);
  rpc_on(rpc, "popup/didDismiss", did_dismiss, preview);
}

void preview_end(struct preview *preview) {
  for (size_t place = 0; place < preview_popups; place++) {
    forget(preview, place);
  }
}
