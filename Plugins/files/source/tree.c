#include "tree.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

struct folder *folder_new(struct folder *parent, const char *name) {
  struct folder *folder = memory_get_zeroed(1, sizeof *folder);
  size_t length = strlen(name);
  folder->parent = parent;
  folder->name = memory_copy(name, length);
  folder->watch = folder->rules_watch = folder->unfinished_watch = -1;
  if (parent != NULL) {
    folder->path_length = parent->path_length + (parent->path_length > 0) + length;
  }
  return folder;
}

void folder_free(struct folder *folder) {
  names_free(&folder->files);
  names_free(&folder->touched);
  ignore_free(folder->rules);
  repository_free(folder->repository);
  free(folder->folders);
  free(folder->name);
  free(folder);
}

void folder_free_all(struct folder *top) {
  // Down to a folder without folders, and up again when it is freed: any depth, and no recursion.
  struct folder *folder = top;
  while (folder != NULL) {
    if (folder->folder_count > 0) {
      folder = folder->folders[--folder->folder_count];
      continue;
    }
    struct folder *parent = folder != top ? folder->parent : NULL;
    folder_free(folder);
    folder = parent;
  }
}

void folder_add_path(const struct folder *folder, struct bytes *path) {
  char *end = bytes_reserve(path, folder->path_length) + folder->path_length;
  *end = '\0';
  path->length += folder->path_length;
  for (; folder->parent != NULL; folder = folder->parent) {
    size_t length = strlen(folder->name);
    end -= length;
    memcpy(end, folder->name, length);
    if (folder->parent->path_length > 0) {
      *--end = '/';
    }
  }
}

/// The place of the first folder whose name is not before `name`.
static size_t place_of(const struct folder *folder, const char *name) {
  size_t low = 0, high = folder->folder_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (strcmp(folder->folders[middle]->name, name) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

struct folder *folder_find(const struct folder *folder, const char *name) {
  size_t place = place_of(folder, name);
  if (place == folder->folder_count || strcmp(folder->folders[place]->name, name) != 0) {
    return NULL;
  }
  return folder->folders[place];
}

struct folder *folder_after(const struct folder *folder, const struct folder *top) {
  if (folder->folder_count > 0) {
    return folder->folders[0];
  }
  for (; folder != top; folder = folder->parent) {
    const struct folder *parent = folder->parent;
    size_t next = place_of(parent, folder->name) + 1;
    if (next < parent->folder_count) {
      return parent->folders[next];
    }
  }
  return NULL;
}
