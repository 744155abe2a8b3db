#include "scope.h"

#include "memory.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct scope *scope_new(const char *top, bool shows_hidden, bool shows_ignored) {
  struct scope *scope = memory_get_zeroed(1, sizeof *scope);
  size_t length = strlen(top);
  while (length > 0 && top[length - 1] == '/') {
    length--;
  }
  scope->top = memory_copy(top, length);
  scope->above = memory_copy("", 0);
  scope->shows_hidden = shows_hidden;
  scope->shows_ignored = shows_ignored;
  return scope;
}

static void forget_rules_above(struct scope *scope) {
  for (size_t place = 0; place < scope->rules_above_count; place++) {
    ignore_free(scope->rules_above[place].rules);
  }
  free(scope->rules_above);
  repository_free(scope->repository);
  free(scope->above);
  scope->rules_above = NULL;
  scope->rules_above_count = 0;
  scope->repository = NULL;
  scope->above = memory_copy("", 0);
}

void scope_free(struct scope *scope) {
  if (scope != NULL) {
    forget_rules_above(scope);
    free(scope->above);
    free(scope->top);
    free(scope);
  }
}

static int open_folder(const char *path) {
  return open(*path != '\0' ? path : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int scope_open_top(const struct scope *scope) {
  return open_folder(scope->top);
}

// Rules from above

/// Reads a `.gitignore`. As with git, one that is a link does not count.
static struct ignore_rules *read_gitignore(int folder, rules_observer *observer, void *context) {
  int file = openat(folder, ".gitignore",
                    O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) {
    return NULL;
  }
  // Whoever watches the file begins before it is read, so that no change is missed.
  if (observer != NULL) {
    observer(context, file);
  }
  struct ignore_rules *rules = ignore_read(file);
  close(file);
  return rules;
}

/// Has an observer see what is open, if there is one.
static void show(rules_observer *saw, const struct scope_observer *observer, int descriptor) {
  if (saw != NULL) {
    saw(observer->context, descriptor);
  }
}

/// Length of the path of the work tree that a folder lies in, which is not its top; -1 for none.
static ssize_t find_work_tree(const char *folder_path) {
  char *path = memory_copy(folder_path, strlen(folder_path));
  ssize_t length = -1;
  for (bool is_top = true, goes_on = true; goes_on; is_top = false) {
    int folder = open_folder(path);
    bool is_found = folder >= 0 && repository_is_at(folder);
    if (is_found && !is_top) {
      length = (ssize_t)strlen(path);
    }
    if (folder >= 0) {
      close(folder);
    }
    char *slash = strrchr(path, '/');
    goes_on = folder >= 0 && !is_found && slash != NULL;
    if (goes_on) {
      *slash = '\0';
    }
  }
  free(path);
  return length;
}

/// Reads the rules of a folder above the top, whose own path is `path`.
static void read_rules_of(struct scope *scope, int folder, const char *path, size_t work_tree,
                          const struct scope_observer *observer) {
  show(observer->saw_folder_above, observer, folder);
  struct ignore_rules *rules =
      read_gitignore(folder, observer->saw_other_rules, observer->context);
  if (rules != NULL) {
    size_t size = (scope->rules_above_count + 1) * sizeof *scope->rules_above;
    scope->rules_above = memory_resize(scope->rules_above, size);
    scope->rules_above[scope->rules_above_count++] =
        (struct rules_above){rules, strlen(path) - work_tree};
  }
}

/// Reads the rules of all folders from the top's parent up to the work tree's own.
static void read_rules_up_to(struct scope *scope, char *path, size_t work_tree,
                             const struct scope_observer *observer) {
  while (strlen(path) > work_tree) {
    *strrchr(path, '/') = '\0';
    int folder = open_folder(path);
    if (folder < 0) {
      continue;
    }
    read_rules_of(scope, folder, path, work_tree, observer);
    if (strlen(path) == work_tree) {
      scope->repository = repository_at(folder, observer->saw_other_rules, observer->context);
    }
    close(folder);
  }
}

void scope_read_rules_above(struct scope *scope, const struct scope_observer *observer) {
  forget_rules_above(scope);
  // Links in the path must not lead to other folders above than the top really has.
  char *path = scope->shows_ignored ? NULL : realpath(scope->top, NULL);
  ssize_t work_tree = path != NULL ? find_work_tree(path) : -1;
  if (work_tree >= 0) {
    struct bytes above = {0};
    bytes_add_format(&above, "%s/", path + work_tree + 1);
    free(scope->above);
    scope->above = above.data;
    read_rules_up_to(scope, path, (size_t)work_tree, observer);
  }
  free(path);
}

void scope_enter(const struct scope *scope, struct folder *folder, int descriptor,
                 const struct scope_observer *observer) {
  ignore_free(folder->rules);
  repository_free(folder->repository);
  folder->rules = NULL;
  folder->repository = NULL;
  if (scope->shows_ignored) {
    return;
  }
  folder->rules = read_gitignore(descriptor, observer->saw_own_rules, observer->context);
  int unfinished = repository_open_unfinished(descriptor);
  if (unfinished >= 0) {
    show(observer->saw_unfinished, observer, unfinished);
    close(unfinished);
  }
  // Whoever watches what is unfinished does so before it is looked at.
  folder->repository = repository_at(descriptor, observer->saw_other_rules, observer->context);
}

// What is offered

bool scope_shows_name(const struct scope *scope, const char *name) {
  if (name[0] != '.') {
    return true;
  }
  // Git's own folder is nobody's file to open, hidden or not.
  return scope->shows_hidden && strcmp(name, ".") != 0 && strcmp(name, "..") != 0 &&
         strcmp(name, ".git") != 0;
}

size_t scope_begin_path(const struct scope *scope, const struct folder *folder,
                        struct bytes *path) {
  bytes_cut(path, 0);
  bytes_add_text(path, scope->above);
  folder_add_path(folder, path);
  if (folder->path_length > 0) {
    bytes_add_byte(path, '/');
  }
  return path->length;
}

bool scope_offers(const struct scope *scope, const struct folder *folder, const char *path,
                  size_t name, bool is_folder) {
  const char *below = path + strlen(scope->above);
  enum ignore_verdict verdict = IGNORE_SILENT;
  const struct folder *base = folder;
  for (; base != NULL && verdict == IGNORE_SILENT; base = base->parent) {
    const char *from = below + base->path_length + (base->path_length > 0);
    if (base->rules != NULL) {
      verdict = ignore_test(base->rules, from, path + name, is_folder);
    }
    if (verdict == IGNORE_SILENT && base->repository != NULL) {
      verdict = repository_test(base->repository, from, path + name, is_folder);
      break;
    }
  }
  for (size_t place = 0; base == NULL && verdict == IGNORE_SILENT; place++) {
    if (place == scope->rules_above_count) {
      if (scope->repository != NULL) {
        verdict = repository_test(scope->repository, path, path + name, is_folder);
      }
      break;
    }
    const struct rules_above *rules = &scope->rules_above[place];
    verdict = ignore_test(rules->rules, path + rules->base, path + name, is_folder);
  }
  return verdict != IGNORE_LEAVES_OUT;
}
