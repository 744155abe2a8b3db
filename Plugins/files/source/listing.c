#include "listing_private.h"

#include "clock.h"
#include "memory.h"
#include "utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
  // How long a listing is followed. Then the host asks again if it still needs the items, which
  // also finds what the system tells no events of, as on network file systems.
  followed_seconds = 10 * 60,
  // The same where not all folders can be watched.
  half_followed_seconds = 30,
  // Reading takes at most one part in so many of the time until it is done again.
  rest_per_reading = 20,
  // The part of a request's deadline, in percent, after which it is answered with what is there;
  // the rest follows as changes. What is sent has to be read by the host in time, too.
  answer_percent = 70,
  // Waits for credit that stop the clock of a request. Shorter ones are those of a host that is
  // busy with what it has got, and may have the time of it run on.
  long_wait_milliseconds = 1000,
};

struct listing *listing_new(struct rpc *rpc, const char *datasource) {
  struct listing *listing = memory_get_zeroed(1, sizeof *listing);
  listing->rpc = rpc;
  listing->outlet = outlet_new(rpc, datasource);
  listing->watch.descriptor = -1;
  listing->top_descriptor = listing->parent_descriptor = -1;
  listing->look_at = listing->rest_at = listing->answer_at = listing->waits_since = -1;
  return listing;
}

static void free_buried(struct listing *listing) {
  touches_forget_buried(&listing->touches);
  while (listing->buried != NULL) {
    struct folder *folder = listing->buried;
    listing->buried = folder->next_task;
    folder_free(folder);
  }
}

/// Frees the folders that are not in the tree any more though there is something to do with them.
static void free_tasks(struct listing *listing) {
  if (listing->delta.folder != NULL && listing->delta.folder->task == TASK_BURY) {
    listing->delta.folder->next_task = listing->buried;
    listing->buried = listing->delta.folder;
  }
  while (listing->first_task != NULL) {
    struct folder *folder = listing->first_task;
    listing->first_task = folder->next_task;
    if (folder->task == TASK_BURY) {
      folder->next_task = listing->buried;
      listing->buried = folder;
    }
  }
  free_buried(listing);
}

/// Lets go of everything that following takes.
static void release(struct listing *listing) {
  struct contents contents = reading_end(&listing->reading);
  contents_free(&contents);
  free_tasks(listing);
  if (listing->top != NULL) {
    folder_free_all(listing->top);
  }
  names_free(&listing->delta.removed);
  names_free(&listing->delta.added);
  touches_free(&listing->touches);
  watch_close(&listing->watch);
  listing_close_folders(listing);
  free(listing->faults.first_unreadable);
  memset(&listing->faults, 0, sizeof listing->faults);
  listing->delta.folder = listing->top = NULL;
  listing->is_at_work = false;
  listing->outdated_by = NULL;
  listing->path_count = 0;
  listing->look_at = listing->rest_at = listing->answer_at = listing->waits_since = -1;
}

void listing_free(struct listing *listing) {
  release(listing);
  bytes_free(&listing->reading.path);
  outlet_free(listing->outlet);
  scope_free(listing->scope);
  free(listing);
}

void listing_rest(struct listing *listing) {
  if (listing->top != NULL) {
    release(listing);
    outlet_tell_gap(listing->outlet);
  }
}

// Beginning

/// A number that the environment sets, from 1; `standard` where it sets none.
static int64_t setting(const char *name, int64_t standard) {
  const char *text = getenv(name);
  int64_t value = text != NULL ? strtol(text, NULL, 10) : 0;
  return value > 0 ? value : standard;
}

static void watch_outer_rules(void *context, int file) {
  struct listing *listing = context;
  watch_add(&listing->watch, file, (struct watched){WATCHED_OUTER_RULES, listing}, NULL);
}

static void watch_folder_above(void *context, int folder) {
  struct listing *listing = context;
  watch_add(&listing->watch, folder, (struct watched){WATCHED_FOLDER_ABOVE, listing}, NULL);
}

static void cancelled(void *context, struct rpc_call *call) {
  struct listing *listing = context;
  (void)call;
  outlet_refuse(listing->outlet, RPC_CANCELLED, "cancelled");
  release(listing);
}

void listing_start(struct listing *listing, struct scope *scope, struct rpc_call *call) {
  outlet_refuse(listing->outlet, RPC_SUPERSEDED, "the datasource was asked for again");
  release(listing);
  if (listing->scope == NULL || strcmp(listing->scope->top, scope->top) != 0) {
    memset(&listing->told, 0, sizeof listing->told);
  }
  scope_free(listing->scope);
  listing->scope = scope;
  listing->top_descriptor = scope_open_top(scope);
  if (listing->top_descriptor < 0) {
    rpc_note_fault(call, "/context/directory", "a folder that can be opened", "%s",
                   strerror(errno));
    rpc_refuse_fault(call);
    return;
  }
  listing->began_at = clock_milliseconds();
  json_t *deadline = rpc_optional(call, "/_meta/deadlineMs", RPC_INTEGER);
  if (deadline != NULL) {
    listing->answer_at =
        listing->began_at + rpc_integer_value(deadline) / 100 * answer_percent;
  }
  outlet_open(listing->outlet, call, cancelled, listing);
  // So a user leaves some watches to other programs.
  watch_open(&listing->watch, (size_t)setting("FILES_WATCHES", 0));
  scope_read_rules_above(scope,
                         &(struct scope_observer){.saw_other_rules = watch_outer_rules,
                                                  .saw_folder_above = watch_folder_above,
                                                  .context = listing});
  listing->top = folder_new(NULL, "");
  listing_enqueue(listing, listing->top, TASK_READ);
}

void listing_grant(struct listing *listing, const char *token, int64_t count) {
  outlet_grant(listing->outlet, token, count);
  if (listing->waits_since >= 0 && !outlet_waits_for_credit(listing->outlet)) {
    int64_t wait = clock_milliseconds() - listing->waits_since;
    if (listing->answer_at >= 0 && wait >= long_wait_milliseconds) {
      listing->answer_at += wait;
    }
    listing->waits_since = -1;
  }
}

// Work

bool listing_has_work(const struct listing *listing) {
  return listing->is_at_work &&
         (listing->delta.folder == NULL || !outlet_is_blocked(listing->outlet));
}

/// Whether something is to be told now: it is so, and was not told yet.
static bool is_news(bool is_so, bool *told) {
  bool is_news = is_so && !*told;
  *told = *told || is_so;
  return is_news;
}

static void report_unreadable(struct listing *listing) {
  struct bytes path = {0};
  utf8_add_repaired(&path, listing->faults.first_unreadable,
                    strlen(listing->faults.first_unreadable));
  rpc_log(listing->rpc, "warning",
          "%zu folders can't be read and are left out; the first is %s: %s",
          listing->faults.unreadable_count, path.data, strerror(listing->faults.first_error));
  bytes_free(&path);
}

static void report_unwatched(struct listing *listing, const char *top) {
  int error = listing->watch.incomplete;
  const char *reason = error == ENOSPC   ? "fs.inotify.max_user_watches is too low"
                       : error == ERANGE ? "that is more than FILES_WATCHES allows"
                       : error == EXDEV  ? "some of it is at two places"
                                         : strerror(error);
  rpc_log(listing->rpc, "warning",
          "not all of %s can be watched: %s; what changes in the rest is seen later", top, reason);
}

/// Tells the log what people should know of a reading.
static void report(struct listing *listing) {
  struct bytes top = {0};
  utf8_add_repaired(&top, listing->scope->top, strlen(listing->scope->top));
  bytes_add_byte(&top, '/');
  if (is_news(listing->faults.unreadable_count > 0, &listing->told.unreadable)) {
    report_unreadable(listing);
  }
  if (is_news(listing->faults.is_full, &listing->told.full)) {
    rpc_log(listing->rpc, "warning", "there are too many paths below %s; the rest is left out",
            top.data);
  }
  if (is_news(listing->faults.has_long_paths, &listing->told.long_paths)) {
    rpc_log(listing->rpc, "warning", "paths below %s that are too long to be opened are left out",
            top.data);
  }
  if (is_news(listing->watch.incomplete != 0, &listing->told.unwatched)) {
    report_unwatched(listing, top.data);
  }
  bytes_free(&top);
  free(listing->faults.first_unreadable);
  memset(&listing->faults, 0, sizeof listing->faults);
}

static int64_t lifetime_of(const struct listing *listing, int64_t now) {
  int64_t seconds = setting("FILES_REFRESH_SECONDS", followed_seconds);
  if (listing->watch.incomplete != 0 && seconds > half_followed_seconds) {
    seconds = half_followed_seconds;
  }
  int64_t fair = (now - listing->began_at) * rest_per_reading;
  return fair > seconds * 1000 ? fair : seconds * 1000;
}

static void answer(struct listing *listing) {
  // What has no name can't be told to have changed, so it has to be asked for again.
  bool is_followed = listing->outlet->datasource != NULL;
  outlet_answer(listing->outlet,
                is_followed ? 0 : lifetime_of(listing, clock_milliseconds()));
}

/// Answers before all is read, where the host would soon wait no longer.
static void answer_in_time(struct listing *listing, int64_t now) {
  const struct outlet *outlet = listing->outlet;
  if (outlet->call != NULL && outlet->datasource != NULL && !outlet->is_overfull &&
      listing->answer_at >= 0 && now >= listing->answer_at && listing->waits_since < 0) {
    answer(listing);
  }
}

static void refuse_overfull(struct listing *listing) {
  outlet_refuse(listing->outlet, RPC_MESSAGE_TOO_LARGE,
                "there are too many paths for one answer; ask with a partialResultToken");
  release(listing);
}

/// All is read and told.
static void end_work(struct listing *listing) {
  bool is_first = listing->rest_at < 0;
  if (listing->outlet->is_overfull) {
    refuse_overfull(listing);
    return;
  }
  listing->is_at_work = false;
  if (listing->outlet->call != NULL) {
    answer(listing);
  } else {
    outlet_flush(listing->outlet);
  }
  free_buried(listing);
  listing_close_folders(listing);
  report(listing);
  int64_t now = clock_milliseconds();
  if (is_first || listing->watch.incomplete != 0) {
    int64_t rest_at = now + lifetime_of(listing, now);
    listing->rest_at = is_first ? rest_at : clock_earlier(rest_at, listing->rest_at);
  }
  if (listing->outlet->datasource == NULL) {
    release(listing);
  }
}

/// Notes that only the want of credit holds the work up.
static void note_waiting(struct listing *listing) {
  if (outlet_waits_for_credit(listing->outlet) && listing->waits_since < 0) {
    listing->waits_since = clock_milliseconds();
  }
}

void listing_work(struct listing *listing, int64_t until) {
  int64_t now = clock_milliseconds();
  while (listing->is_at_work && now < until) {
    answer_in_time(listing, now);
    if (!listing_tell(listing)) {
      note_waiting(listing);
      return;
    }
    if (listing->reading.folder != NULL) {
      if (reading_go_on(&listing->reading, until)) {
        listing_finish_reading(listing);
      }
    } else if (listing->first_task != NULL) {
      listing_begin_task(listing);
    } else {
      end_work(listing);
    }
    now = clock_milliseconds();
  }
}
