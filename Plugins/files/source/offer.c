#include "offer.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/// A walk down from the top.
struct walk {
  const struct scope *scope;
  /// Where it has come, and what that is open as.
  struct folder *folder;
  int descriptor;
  struct bytes path;
};

/// Whether a name in the folder that was reached is offered.
static bool is_offered(struct walk *walk, const char *name, bool is_folder) {
  size_t place = scope_begin_path(walk->scope, walk->folder, &walk->path);
  bytes_add_text(&walk->path, name);
  return scope_shows_name(walk->scope, name) &&
         scope_offers(walk->scope, walk->folder, walk->path.data, place, is_folder);
}

/// Goes into a folder; -1 as the walk's descriptor where that is not offered or not there.
static void enter(struct walk *walk, const char *name) {
  int next = -1;
  if (is_offered(walk, name, true)) {
    next = openat(walk->descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  }
  close(walk->descriptor);
  walk->descriptor = next;
  walk->folder = folder_new(walk->folder, name);
  if (next >= 0) {
    scope_enter(walk->scope, walk->folder, next, &(struct scope_observer){0});
  }
}

/// Opens what has the last name of the path.
static struct offer open_last(struct walk *walk, const char *name) {
  struct offer offer = {.descriptor = -1};
  if (*name == '\0' || !is_offered(walk, name, false)) {
    return offer;
  }
  if (fstatat(walk->descriptor, name, &offer.status, AT_SYMLINK_NOFOLLOW) != 0) {
    offer.kind = errno == ENOENT ? OFFER_GONE : OFFER_NOTHING;
    offer.error = errno;
    return offer;
  }
  int flags = O_NOFOLLOW | O_CLOEXEC;
  if (S_ISREG(offer.status.st_mode)) {
    offer.kind = OFFER_FILE;
    // What has become a pipe meanwhile must not make us wait.
    flags |= O_RDONLY | O_NONBLOCK | O_NOCTTY;
  } else if (S_ISLNK(offer.status.st_mode)) {
    offer.kind = OFFER_LINK;
    flags |= O_PATH;
  } else {
    return offer;
  }
  offer.descriptor = openat(walk->descriptor, name, flags);
  offer.error = errno;
  if (offer.descriptor >= 0 && fstat(offer.descriptor, &offer.status) != 0) {
    offer_close(&offer);
  }
  return offer;
}

struct offer offer_find(const struct scope *scope, const char *path) {
  struct walk walk = {.scope = scope, .descriptor = scope_open_top(scope)};
  struct offer offer = {.descriptor = -1};
  walk.folder = folder_new(NULL, "");
  if (walk.descriptor >= 0) {
    scope_enter(scope, walk.folder, walk.descriptor, &(struct scope_observer){0});
  }
  struct bytes name = {0};
  while (walk.descriptor >= 0) {
    size_t length = strcspn(path, "/");
    bytes_cut(&name, 0);
    bytes_add(&name, path, length);
    if (path[length] == '\0') {
      offer = open_last(&walk, name.data);
      break;
    }
    enter(&walk, name.data);
    path += length + 1;
  }
  if (walk.descriptor >= 0) {
    close(walk.descriptor);
  }
  while (walk.folder != NULL) {
    struct folder *parent = walk.folder->parent;
    folder_free(walk.folder);
    walk.folder = parent;
  }
  bytes_free(&name);
  bytes_free(&walk.path);
  return offer;
}

void offer_close(struct offer *offer) {
  if (offer->descriptor >= 0) {
    close(offer->descriptor);
  }
  offer->descriptor = -1;
}
