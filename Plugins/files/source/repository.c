#include "repository.h"

#include "bytes.h"
#include "gitconfig.h"
#include "memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  // What is read of git's small files: a path and a configuration that people wrote fit.
  small_file_bytes = 1024 * 1024,
};

static int open_file(int folder, const char *path) {
  // Without O_NONBLOCK the opening of a pipe would wait for its other end.
  return openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

/// Reads a small file; false where there is none.
static bool read_file(int folder, const char *path, struct bytes *text) {
  int file = open_file(folder, path);
  struct stat status;
  ssize_t length = -1;
  if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
    length = read(file, bytes_reserve(text, small_file_bytes), small_file_bytes);
    text->length += length > 0 ? (size_t)length : 0;
    text->data[text->length] = '\0';
  }
  if (file >= 0) {
    close(file);
  }
  return length >= 0;
}

/// Opens the folder whose path a file has behind `prefix`, as seen from `from`; -1 for none.
static int follow_pointer(int folder, const char *path, const char *prefix, int from) {
  struct bytes text = {0};
  int found = -1;
  if (read_file(folder, path, &text) && strncmp(text.data, prefix, strlen(prefix)) == 0) {
    text.data[strcspn(text.data, "\r\n")] = '\0';
    found = openat(from, text.data + strlen(prefix), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
  bytes_free(&text);
  return found;
}

/// Opens what `.git` in a folder is or points to; -1 where that is no git directory.
static int open_git_directory(int folder) {
  int git = openat(folder, ".git", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (git < 0) {
    git = follow_pointer(folder, ".git", "gitdir: ", folder);
  }
  struct stat status;
  if (git >= 0 && fstatat(git, "HEAD", &status, AT_SYMLINK_NOFOLLOW) != 0) {
    close(git);
    return -1;
  }
  return git;
}

bool repository_is_at(int folder) {
  int git = open_git_directory(folder);
  if (git >= 0) {
    close(git);
  }
  return git >= 0;
}

int repository_open_unfinished(int folder) {
  int git = openat(folder, ".git", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct stat status;
  if (git >= 0 && fstatat(git, "HEAD", &status, AT_SYMLINK_NOFOLLOW) == 0) {
    close(git);
    return -1;
  }
  return git;
}

/// What linked work trees have in common lies elsewhere.
static int open_common_directory(int git) {
  int common = follow_pointer(git, "commondir", "", git);
  return common >= 0 ? common : dup(git);
}

static struct ignore_rules *read_rules(int folder, const char *path, rules_observer *observer,
                                       void *context) {
  int file = open_file(folder, path);
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

// core.excludesFile

/// The path that a variable of the environment, or a folder in the home, and a name make.
static bool user_path(struct bytes *path, const char *variable, const char *home_folder,
                      const char *name) {
  const char *base = getenv(variable), *home = getenv("HOME");
  bytes_cut(path, 0);
  if (base != NULL && *base != '\0') {
    bytes_add_format(path, "%s/%s", base, name);
  } else if (home != NULL && *home != '\0') {
    bytes_add_format(path, "%s/%s%s", home, home_folder, name);
  }
  return path->length > 0;
}

static bool look_into_configuration(int folder, const char *path, struct bytes *value) {
  struct bytes text = {0};
  bool found = read_file(folder, path, &text) &&
               gitconfig_find_excludes_file(text.data, text.length, value);
  bytes_free(&text);
  return found;
}

/// Finds the user's file of rules as git does: the nearest configuration wins, else a default.
static bool find_excludes_file(int common, struct bytes *value) {
  struct bytes path = {0};
  const char *home = getenv("HOME");
  bool found = look_into_configuration(common, "config", value);
  if (!found && home != NULL) {
    bytes_add_format(&path, "%s/.gitconfig", home);
    found = look_into_configuration(AT_FDCWD, path.data, value);
  }
  if (!found && user_path(&path, "XDG_CONFIG_HOME", ".config/", "git/config")) {
    found = look_into_configuration(AT_FDCWD, path.data, value);
  }
  found = found || look_into_configuration(AT_FDCWD, "/etc/gitconfig", value);
  if (found && value->length >= 2 && memcmp(value->data, "~/", 2) == 0 && home != NULL) {
    bytes_cut(&path, 0);
    bytes_add_format(&path, "%s%s", home, value->data + 1);
    bytes_cut(value, 0);
    bytes_add(value, path.data, path.length);
  } else if (!found) {
    found = user_path(value, "XDG_CONFIG_HOME", ".config/", "git/ignore");
  }
  bytes_free(&path);
  return found && value->length > 0;
}

struct repository *repository_at(int folder, rules_observer *observer, void *context) {
  int git = open_git_directory(folder);
  if (git < 0) {
    return NULL;
  }
  int common = open_common_directory(git);
  struct repository *repository = memory_get_zeroed(1, sizeof *repository);
  repository->exclude = read_rules(common, "info/exclude", observer, context);
  struct bytes path = {0};
  if (find_excludes_file(common, &path)) {
    repository->excludes = read_rules(folder, path.data, observer, context);
  }
  bytes_free(&path);
  close(common);
  close(git);
  return repository;
}

void repository_free(struct repository *repository) {
  if (repository != NULL) {
    ignore_free(repository->exclude);
    ignore_free(repository->excludes);
    free(repository);
  }
}

enum ignore_verdict repository_test(const struct repository *repository, const char *path,
                                    const char *name, bool is_folder) {
  enum ignore_verdict verdict = IGNORE_SILENT;
  if (repository->exclude != NULL) {
    verdict = ignore_test(repository->exclude, path, name, is_folder);
  }
  if (verdict == IGNORE_SILENT && repository->excludes != NULL) {
    verdict = ignore_test(repository->excludes, path, name, is_folder);
  }
  return verdict;
}
