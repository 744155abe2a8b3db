#include "listing_private.h"

#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  // Paths that one listing knows, of files and of folders. A host keeps some hundred bytes for
  // each, and no more than half a gigabyte of all together, so it could not hold many more.
  maximum_paths = 2000000,
};

void listing_enqueue(struct listing *listing, struct folder *folder, enum folder_task task) {
  if (folder->task == TASK_NONE) {
    folder->next_task = NULL;
    if (listing->first_task == NULL) {
      listing->first_task = folder;
    } else {
      listing->last_task->next_task = folder;
    }
    listing->last_task = folder;
    listing->turn += !listing->is_at_work;
    listing->is_at_work = true;
  }
  folder->task = task > folder->task ? task : folder->task;
}

// Opening folders

void listing_close_folders(struct listing *listing) {
  if (listing->parent_descriptor >= 0 && listing->parent_descriptor != listing->top_descriptor) {
    close(listing->parent_descriptor);
  }
  if (listing->top_descriptor >= 0) {
    close(listing->top_descriptor);
  }
  listing->top_descriptor = listing->parent_descriptor = -1;
  listing->parent = NULL;
}

static int open_below(int folder, const char *name) {
  // A link is not followed, whatever it has replaced since the folder was found.
  return openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// Opens the parent of a folder, which stays open for the folders beside it.
static int open_parent(struct listing *listing, struct folder *parent) {
  if (parent == listing->parent) {
    return listing->parent_descriptor;
  }
  size_t depth = 0;
  for (struct folder *folder = parent; folder->parent != NULL; folder = folder->parent) {
    depth++;
  }
  struct folder **way = memory_get(depth * sizeof *way);
  for (struct folder *folder = parent; folder->parent != NULL; folder = folder->parent) {
    way[--depth] = folder;
  }
  int descriptor = listing->top_descriptor;
  for (const struct folder *at = listing->top; at != parent && descriptor >= 0; depth++) {
    at = way[depth];
    int next = open_below(descriptor, at->name);
    if (descriptor != listing->top_descriptor) {
      close(descriptor);
    }
    descriptor = next;
  }
  int error = errno;
  free(way);
  if (descriptor >= 0) {
    if (listing->parent_descriptor >= 0 &&
        listing->parent_descriptor != listing->top_descriptor) {
      close(listing->parent_descriptor);
    }
    listing->parent_descriptor = descriptor;
    listing->parent = parent;
  }
  errno = error;
  return descriptor;
}

/// Opens a folder of the tree; -1 with `errno` where that can't be.
static int open_folder(struct listing *listing, struct folder *folder) {
  if (listing->top_descriptor < 0) {
    listing->top_descriptor = scope_open_top(listing->scope);
  }
  if (listing->top_descriptor < 0) {
    return -1;
  }
  if (folder->parent == NULL) {
    return open_below(listing->top_descriptor, ".");
  }
  int parent = open_parent(listing, folder->parent);
  return parent >= 0 ? open_below(parent, folder->name) : -1;
}

static void note_unreadable(struct listing *listing, const struct folder *folder, int error) {
  // What is gone, or is no folder any more, is no fault.
  if (error == ENOENT || error == ENOTDIR || error == ELOOP) {
    return;
  }
  if (listing->faults.unreadable_count++ == 0) {
    struct bytes path = {0};
    bytes_add_format(&path, "%s/", listing->scope->top);
    folder_add_path(folder, &path);
    listing->faults.first_unreadable = path.data;
    listing->faults.first_error = error;
  }
}

// Watching

static void watch_rules(void *context, int file) {
  struct listing *listing = context;
  struct folder *folder = listing->reading.folder;
  folder->rules_watch =
      watch_add(&listing->watch, file, (struct watched){WATCHED_RULES, folder}, NULL);
}

static void watch_unfinished(void *context, int git) {
  struct listing *listing = context;
  struct folder *folder = listing->reading.folder;
  folder->unfinished_watch =
      watch_add(&listing->watch, git, (struct watched){WATCHED_UNFINISHED, folder}, NULL);
}

static void watch_outer_rules(void *context, int file) {
  struct listing *listing = context;
  watch_add(&listing->watch, file, (struct watched){WATCHED_OUTER_RULES, listing}, NULL);
}

static void unwatch_rules(struct listing *listing, struct folder *folder) {
  watch_remove(&listing->watch, folder->rules_watch, (struct watched){WATCHED_RULES, folder});
  watch_remove(&listing->watch, folder->unfinished_watch,
               (struct watched){WATCHED_UNFINISHED, folder});
  folder->rules_watch = folder->unfinished_watch = -1;
}

/// Watches a folder that is open, before it is read, so that nothing is missed.
static void watch_folder(struct listing *listing, struct folder *folder, int descriptor) {
  struct watched watched = {WATCHED_FOLDER, folder}, before;
  int watch = watch_add(&listing->watch, descriptor, watched, &before);
  if (watch >= 0 && before.owner != folder && before.kind == WATCHED_FOLDER) {
    // A folder that was moved here was another's before, which will be read anew.
    const struct folder *other = before.owner;
    bool is_moved = other->task == TASK_READ_ALL || other->task == TASK_BURY;
    watch_note_incomplete(&listing->watch, is_moved ? 0 : EXDEV);
  }
  if (watch != folder->watch) {
    watch_remove(&listing->watch, folder->watch, watched);
  }
  folder->watch = watch;
  folder->is_lost = false;
}

// What was found

/// Takes a folder and all below it out of the tree; its files will be told to be gone.
static void bury(struct listing *listing, struct folder *top) {
  for (struct folder *folder = top; folder != NULL; folder = folder_after(folder, top)) {
    watch_remove(&listing->watch, folder->watch, (struct watched){WATCHED_FOLDER, folder});
    unwatch_rules(listing, folder);
    folder->watch = -1;
    listing->path_count--;
    listing_enqueue(listing, folder, TASK_BURY);
  }
}

/// Replaces the folders of a folder. New ones are read; with `all`, those that stay are too.
static void take_folders(struct listing *listing, struct folder *folder,
                         const struct names *names, bool all) {
  struct folder **old = folder->folders;
  size_t old_count = folder->folder_count, place = 0;
  folder->folders = memory_get(names->count * sizeof *folder->folders);
  folder->folder_count = 0;
  for (const char *name = names_first(names); name != NULL; name = names_next(names, name)) {
    while (place < old_count && strcmp(old[place]->name, name) < 0) {
      bury(listing, old[place++]);
    }
    bool stays = place < old_count && strcmp(old[place]->name, name) == 0;
    struct folder *child = stays ? old[place++] : folder_new(folder, name);
    folder->folders[folder->folder_count++] = child;
    listing->path_count += !stays;
    if (!stays || all) {
      listing_enqueue(listing, child, stays ? TASK_READ_ALL : TASK_READ);
    }
  }
  while (place < old_count) {
    bury(listing, old[place++]);
  }
  free(old);
}

/// Takes what a folder has now; the difference is told next.
static void take_contents(struct listing *listing, struct folder *folder,
                          struct contents *contents, bool all) {
  struct delta *delta = &listing->delta;
  names_compare(&folder->files, &contents->files, &delta->removed, &delta->added);
  delta->folder = folder;
  delta->next_removed = names_first(&delta->removed);
  delta->next_added = names_first(&delta->added);
  listing->path_count += delta->added.count - delta->removed.count;
  names_free(&folder->files);
  folder->files = contents->files;
  contents->files = (struct names){0};
  take_folders(listing, folder, &contents->folders, all);
  contents_free(contents);
}

// Tasks

static size_t room_of(const struct listing *listing, const struct folder *folder) {
  size_t others = listing->path_count - folder->files.count - folder->folder_count;
  return others < maximum_paths ? maximum_paths - others : 0;
}

/// Whether a folder is on a file system of the kernel's own, below one that is not.
static bool is_out_of_place(const struct folder *folder, int descriptor) {
  return folder->parent != NULL && folder->device != folder->parent->device &&
         reading_is_of_the_system(descriptor);
}

static void begin_reading(struct listing *listing, struct folder *folder) {
  int descriptor = open_folder(listing, folder);
  struct stat status = {0};
  int error = descriptor < 0 || fstat(descriptor, &status) != 0 ? errno : 0;
  folder->device = status.st_dev;
  folder->inode = status.st_ino;
  if (error != 0) {
    note_unreadable(listing, folder, error);
  }
  if (error != 0 || is_out_of_place(folder, descriptor)) {
    if (descriptor >= 0) {
      close(descriptor);
    }
    folder->task = TASK_NONE;
    take_contents(listing, folder, &(struct contents){0}, false);
    return;
  }
  unwatch_rules(listing, folder);
  watch_folder(listing, folder, descriptor);
  listing->reading.folder = folder;
  scope_enter(listing->scope, folder, descriptor,
              &(struct scope_observer){.saw_own_rules = watch_rules,
                                       .saw_unfinished = watch_unfinished,
                                       .saw_other_rules = watch_outer_rules,
                                       .context = listing});
  reading_begin(&listing->reading, listing->scope, folder, descriptor,
                room_of(listing, folder));
}

void listing_finish_reading(struct listing *listing) {
  struct folder *folder = listing->reading.folder;
  bool all = folder->task == TASK_READ_ALL;
  listing->faults.is_full = listing->faults.is_full || listing->reading.is_full;
  listing->faults.has_long_paths =
      listing->faults.has_long_paths || listing->reading.has_long_paths;
  if (listing->reading.error != 0) {
    note_unreadable(listing, folder, listing->reading.error);
  }
  struct contents contents = reading_end(&listing->reading);
  folder->task = TASK_NONE;
  take_contents(listing, folder, &contents, all);
}

/// Has folders that are others now, though their names are the same, read anew.
static void read_replaced(struct listing *listing, const struct folder *folder, int descriptor) {
  const struct names *touched = &folder->touched;
  for (const char *name = names_first(touched); name != NULL; name = names_next(touched, name)) {
    struct folder *child = folder_find(folder, name);
    struct stat status;
    if (child != NULL && fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        (child->is_lost || child->inode != status.st_ino || child->device != status.st_dev)) {
      listing_enqueue(listing, child, TASK_READ_ALL);
    }
  }
}

static void update(struct listing *listing, struct folder *folder) {
  int descriptor = open_folder(listing, folder);
  folder->task = TASK_NONE;
  if (descriptor < 0) {
    // It is gone, and an event of its parent's tells; that of the top there is nobody to tell.
    if (folder->parent == NULL) {
      listing_outdate(listing, "the folder can't be opened any more");
    }
  } else {
    struct contents contents =
        reading_look_at(listing->scope, folder, descriptor, &folder->touched);
    take_contents(listing, folder, &contents, false);
    read_replaced(listing, folder, descriptor);
    close(descriptor);
  }
  names_free(&folder->touched);
}

void listing_begin_task(struct listing *listing) {
  struct folder *folder = listing->first_task;
  listing->first_task = folder->next_task;
  switch (folder->task) {
    case TASK_UPDATE:
      update(listing, folder);
      break;
    case TASK_READ:
    case TASK_READ_ALL:
      // It sees all that an update would.
      names_free(&folder->touched);
      begin_reading(listing, folder);
      break;
    case TASK_BURY:
      // The task stays: it tells that the folder is none any more.
      names_free(&folder->touched);
      listing->delta.folder = folder;
      listing->delta.removed = folder->files;
      listing->delta.next_removed = names_first(&folder->files);
      listing->path_count -= folder->files.count;
      folder->files = (struct names){0};
      break;
    case TASK_NONE:
      break;
  }
}

// Telling

bool listing_tell(struct listing *listing) {
  struct delta *delta = &listing->delta;
  if (delta->folder == NULL) {
    return true;
  }
  if (delta->next_removed != NULL || delta->next_added != NULL) {
    outlet_enter(listing->outlet, listing->scope->top, delta->folder);
  }
  if (delta->next_removed != NULL && delta->folder->told_in == listing->turn) {
    // In one change what is removed is removed first, but this was added before.
    outlet_flush(listing->outlet);
  }
  while (delta->next_removed != NULL && !outlet_is_blocked(listing->outlet)) {
    outlet_remove(listing->outlet, delta->next_removed);
    delta->next_removed = names_next(&delta->removed, delta->next_removed);
  }
  while (delta->next_added != NULL && !outlet_is_blocked(listing->outlet)) {
    outlet_add(listing->outlet, delta->next_added);
    delta->next_added = names_next(&delta->added, delta->next_added);
    delta->folder->told_in = listing->turn;
  }
  if (delta->next_removed != NULL || delta->next_added != NULL) {
    return false;
  }
  if (delta->folder->task == TASK_BURY) {
    delta->folder->next_task = listing->buried;
    listing->buried = delta->folder;
  }
  names_free(&delta->removed);
  names_free(&delta->added);
  delta->folder = NULL;
  return true;
}
