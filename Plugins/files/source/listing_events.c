#include "listing_private.h"

#include "clock.h"
#include "utf8.h"

#include <string.h>
#include <sys/inotify.h>

enum {
  // How long events are gathered before they are looked at: an unpacked archive or a `git checkout`
  // becomes a few changes, and nobody notices the delay.
  gathering_milliseconds = 50,
};

/// Whether a name is one that rules depend on.
static bool is_about_rules(const char *name) {
  return strcmp(name, ".gitignore") == 0 || strcmp(name, ".git") == 0;
}

static void look_soon(struct listing *listing) {
  if (listing->look_at < 0) {
    listing->look_at = clock_milliseconds() + gathering_milliseconds;
  }
}

void listing_outdate(struct listing *listing, const char *reason) {
  if (listing->outdated_by == NULL) {
    listing->outdated_by = reason;
  }
  look_soon(listing);
}

static void touch(struct listing *listing, struct folder *folder, const char *name) {
  if (listing->outdated_by != NULL) {
    // All will be read anew.
    return;
  }
  if (touches_add(&listing->touches, folder, name)) {
    look_soon(listing);
  } else {
    listing_outdate(listing, "too much has changed at once");
  }
}

static void folder_event(struct listing *listing, struct folder *folder, uint32_t mask,
                         const char *name) {
  if ((mask & IN_IGNORED) != 0) {
    folder->watch = -1;
    folder->is_lost = true;
    if (folder->parent != NULL) {
      touch(listing, folder->parent, folder->name);
    }
  }
  if (folder->parent == NULL &&
      (mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)) != 0) {
    listing_outdate(listing, "the folder itself was moved or deleted");
  }
  if (*name == '\0') {
    return;
  }
  if (folder->parent == NULL && strcmp(name, ".git") == 0) {
    listing_outdate(listing, "a repository has begun or ended there");
  } else if (is_about_rules(name) && !listing->scope->shows_ignored) {
    touch(listing, folder, touches_rules);
  }
  if (scope_shows_name(listing->scope, name)) {
    touch(listing, folder, name);
  }
}

static void take_event(void *context, const struct watched *watched, uint32_t mask,
                       const char *name) {
  struct listing *listing = context;
  if (watched == NULL) {
    listing_outdate(listing, "more has changed at once than the system remembers");
    return;
  }
  switch (watched->kind) {
    case WATCHED_FOLDER:
      folder_event(listing, watched->owner, mask, name);
      break;
    case WATCHED_RULES:
      if ((mask & IN_IGNORED) != 0) {
        ((struct folder *)watched->owner)->rules_watch = -1;
      } else {
        touch(listing, watched->owner, touches_rules);
      }
      break;
    case WATCHED_UNFINISHED:
      if ((mask & IN_IGNORED) != 0) {
        ((struct folder *)watched->owner)->unfinished_watch = -1;
      } else {
        touch(listing, watched->owner, touches_rules);
      }
      break;
    case WATCHED_OUTER_RULES:
      if ((mask & IN_IGNORED) == 0) {
        listing_outdate(listing, "rules from elsewhere have changed");
      }
      break;
    case WATCHED_FOLDER_ABOVE:
      if (is_about_rules(name)) {
        listing_outdate(listing, "rules from above have changed");
      }
      break;
  }
}

/// Has the touched names in a folder looked at.
static void begin_update(void *context, struct folder *folder, struct names names) {
  struct listing *listing = context;
  if (names.count > 0 && *names_first(&names) == '\0') {
    // The rules' own name is the first of all.
    names_free(&names);
    listing_enqueue(listing, folder, TASK_READ_ALL);
  } else {
    names_free(&folder->touched);
    folder->touched = names;
    listing_enqueue(listing, folder, TASK_UPDATE);
  }
}

int64_t listing_next_time(const struct listing *listing) {
  if (listing->top == NULL || listing->is_at_work) {
    return -1;
  }
  return clock_earlier(listing->look_at, listing->rest_at);
}

static void report_outdated(struct listing *listing) {
  struct bytes top = {0};
  utf8_add_repaired(&top, listing->scope->top, strlen(listing->scope->top));
  bytes_add_byte(&top, '/');
  rpc_log(listing->rpc, "info", "%s: %s; it is read anew when it is needed", top.data,
          listing->outdated_by);
  bytes_free(&top);
}

void listing_look(struct listing *listing, bool has_events) {
  if (has_events) {
    watch_read(&listing->watch, take_event, listing);
  }
  if (listing->top == NULL || listing->is_at_work) {
    return;
  }
  int64_t now = clock_milliseconds();
  bool looks = listing->look_at >= 0 && now >= listing->look_at;
  if (looks && listing->outdated_by != NULL) {
    report_outdated(listing);
    listing_rest(listing);
  } else if (now >= listing->rest_at) {
    listing_rest(listing);
  } else if (looks) {
    listing->look_at = -1;
    touches_take(&listing->touches, begin_update, listing);
  }
}
