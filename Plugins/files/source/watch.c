#include "watch.h"

#include "memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <unistd.h>

enum {
  // Events are read so much at a time: some hundred, so that a flood keeps no message waiting.
  read_bytes = 16 * 1024,
  first_slot_count = 64,
  path_bytes = 64,
};

struct watch_slot {
  int descriptor;
  struct watched watched;
};

/// What is asked of the system for each kind.
static uint32_t mask_of(enum watched_kind kind) {
  // IN_MODIFY tells a change of a file that stays open, IN_ATTRIB that its last name is gone.
  const uint32_t names = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR;
  const uint32_t rules = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF;
  switch (kind) {
    case WATCHED_FOLDER: return names | IN_DELETE_SELF | IN_MOVE_SELF;
    case WATCHED_UNFINISHED:
    case WATCHED_FOLDER_ABOVE: return names;
    case WATCHED_RULES:
    case WATCHED_OUTER_RULES: return rules;
  }
  return rules;
}

// The table

static size_t slot_of(const struct watch *watch, int descriptor) {
  // Descriptors are small numbers that follow each other; the factor spreads them.
  size_t slot = ((size_t)descriptor * 2654435761u) & (watch->slot_count - 1);
  while (watch->slots[slot].descriptor != 0 && watch->slots[slot].descriptor != descriptor) {
    slot = (slot + 1) & (watch->slot_count - 1);
  }
  return slot;
}

static void make_room(struct watch *watch) {
  if (2 * (watch->count + 1) <= watch->slot_count) {
    return;
  }
  struct watch old = *watch;
  watch->slot_count = old.slot_count > 0 ? 2 * old.slot_count : first_slot_count;
  watch->slots = memory_get_zeroed(watch->slot_count, sizeof *watch->slots);
  for (size_t slot = 0; slot < old.slot_count; slot++) {
    if (old.slots[slot].descriptor != 0) {
      watch->slots[slot_of(watch, old.slots[slot].descriptor)] = old.slots[slot];
    }
  }
  free(old.slots);
}

/// Frees a slot, and moves those up that it had pushed on.
static void free_slot(struct watch *watch, size_t slot) {
  watch->slots[slot].descriptor = 0;
  watch->count--;
  size_t next = slot;
  while (watch->slots[next = (next + 1) & (watch->slot_count - 1)].descriptor != 0) {
    struct watch_slot moved = watch->slots[next];
    watch->slots[next].descriptor = 0;
    watch->slots[slot_of(watch, moved.descriptor)] = moved;
  }
}

static struct watch_slot *find(const struct watch *watch, int descriptor) {
  if (watch->slot_count == 0 || descriptor <= 0) {
    return NULL;
  }
  struct watch_slot *slot = &watch->slots[slot_of(watch, descriptor)];
  return slot->descriptor != 0 ? slot : NULL;
}

// Watches

void watch_note_incomplete(struct watch *watch, int error) {
  watch->incomplete = watch->incomplete != 0 ? watch->incomplete : error;
}

void watch_open(struct watch *watch, size_t limit) {
  *watch = (struct watch){.descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC), .limit = limit};
  if (watch->descriptor < 0) {
    watch_note_incomplete(watch, errno);
  }
}

void watch_close(struct watch *watch) {
  if (watch->descriptor >= 0) {
    close(watch->descriptor);
  }
  free(watch->slots);
  *watch = (struct watch){.descriptor = -1};
}

int watch_add(struct watch *watch, int file, struct watched watched, struct watched *before) {
  if (watch->limit > 0 && watch->count >= watch->limit) {
    watch_note_incomplete(watch, ERANGE);
  }
  if (watch->descriptor < 0 || watch->incomplete == ERANGE || watch->incomplete == ENOSPC) {
    return -1;
  }
  // The path of the descriptor itself: what is watched is what was opened, whatever was put in its
  // place meanwhile, and however long its own path is.
  char path[path_bytes];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  int descriptor = inotify_add_watch(watch->descriptor, path, mask_of(watched.kind));
  if (descriptor < 0) {
    watch_note_incomplete(watch, errno);
    return -1;
  }
  make_room(watch);
  struct watch_slot *slot = &watch->slots[slot_of(watch, descriptor)];
  if (before != NULL) {
    *before = slot->descriptor != 0 ? slot->watched : watched;
  }
  watch->count += slot->descriptor == 0;
  *slot = (struct watch_slot){descriptor, watched};
  return descriptor;
}

void watch_remove(struct watch *watch, int descriptor, struct watched watched) {
  struct watch_slot *slot = find(watch, descriptor);
  if (slot != NULL && slot->watched.owner == watched.owner &&
      slot->watched.kind == watched.kind) {
    inotify_rm_watch(watch->descriptor, descriptor);
    free_slot(watch, (size_t)(slot - watch->slots));
  }
}

// Events

static void hand_over(struct watch *watch, const struct inotify_event *event,
                      watch_handler *handler, void *context) {
  if ((event->mask & IN_Q_OVERFLOW) != 0) {
    handler(context, NULL, event->mask, "");
    return;
  }
  struct watch_slot *slot = find(watch, event->wd);
  if (slot == NULL) {
    // An event from before the watch was ended.
    return;
  }
  struct watched watched = slot->watched;
  if ((event->mask & IN_IGNORED) != 0) {
    free_slot(watch, (size_t)(slot - watch->slots));
  }
  handler(context, &watched, event->mask, event->len > 0 ? event->name : "");
}

void watch_read(struct watch *watch, watch_handler *handler, void *context) {
  _Alignas(struct inotify_event) char events[read_bytes];
  ssize_t length = read(watch->descriptor, events, sizeof events);
  for (ssize_t place = 0; place < length && watch->descriptor >= 0;) {
    const struct inotify_event *event = (const void *)(events + place);
    place += (ssize_t)(sizeof *event + event->len);
    hand_over(watch, event, handler, context);
  }
}
