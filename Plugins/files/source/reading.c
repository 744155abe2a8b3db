#include "reading.h"

#include "clock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

enum {
  // The clock is looked at after so many names: some tens of microseconds.
  names_between_looks = 256,
};

/// What a name in a folder stands for.
enum entry_kind { ENTRY_NONE, ENTRY_FILE, ENTRY_FOLDER };

void contents_free(struct contents *contents) {
  names_free(&contents->files);
  names_free(&contents->folders);
}

/// Links are files whatever they point to, and pipes, sockets and devices are nothing: as with git.
static enum entry_kind kind_of_mode(mode_t mode) {
  if (S_ISDIR(mode)) {
    return ENTRY_FOLDER;
  }
  return S_ISREG(mode) || S_ISLNK(mode) ? ENTRY_FILE : ENTRY_NONE;
}

static enum entry_kind kind_by_status(int folder, const char *name) {
  struct stat status;
  if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return ENTRY_NONE;
  }
  return kind_of_mode(status.st_mode);
}

static enum entry_kind kind_of_entry(int folder, const struct dirent *entry) {
  switch (entry->d_type) {
    case DT_DIR: return ENTRY_FOLDER;
    case DT_REG:
    case DT_LNK: return ENTRY_FILE;
    // Some file systems don't tell.
    case DT_UNKNOWN: return kind_by_status(folder, entry->d_name);
    default: return ENTRY_NONE;
  }
}

void reading_begin(struct reading *reading, const struct scope *scope, struct folder *folder,
                   int descriptor, size_t room) {
  struct bytes path = reading->path;
  *reading = (struct reading){.scope = scope, .folder = folder, .path = path, .room = room};
  reading->name = scope_begin_path(scope, folder, &reading->path);
  reading->stream = fdopendir(descriptor);
  if (reading->stream == NULL) {
    reading->error = errno;
    close(descriptor);
  }
}

/// Whether the path of a name is one that programs can open.
static bool fits(struct reading *reading, const char *name) {
  size_t length = strlen(reading->scope->top) + 1 + reading->folder->path_length + 1 +
                  strlen(name) + 1;
  reading->has_long_paths = reading->has_long_paths || length > PATH_MAX;
  return length <= PATH_MAX;
}

static void take_entry(struct reading *reading, const struct dirent *entry) {
  if (!scope_shows_name(reading->scope, entry->d_name)) {
    return;
  }
  enum entry_kind kind = kind_of_entry(dirfd(reading->stream), entry);
  if (kind == ENTRY_NONE || !fits(reading, entry->d_name)) {
    return;
  }
  bytes_cut(&reading->path, reading->name);
  bytes_add_text(&reading->path, entry->d_name);
  bool is_folder = kind == ENTRY_FOLDER;
  if (!scope_offers(reading->scope, reading->folder, reading->path.data, reading->name,
                    is_folder)) {
    return;
  }
  if (reading->room == 0) {
    reading->is_full = true;
    return;
  }
  reading->room--;
  name_bag_add(is_folder ? &reading->folders : &reading->files, entry->d_name);
}

bool reading_go_on(struct reading *reading, int64_t until) {
  if (reading->stream == NULL) {
    return true;
  }
  for (size_t count = 1;; count++) {
    errno = 0;
    const struct dirent *entry = readdir(reading->stream);
    if (entry == NULL) {
      reading->error = errno;
      return true;
    }
    take_entry(reading, entry);
    if (count % names_between_looks == 0 && clock_milliseconds() >= until) {
      return false;
    }
  }
}

struct contents reading_end(struct reading *reading) {
  struct contents contents = {
      .files = name_bag_sort(&reading->files),
      .folders = name_bag_sort(&reading->folders),
  };
  if (reading->stream != NULL) {
    closedir(reading->stream);
  }
  reading->stream = NULL;
  reading->folder = NULL;
  return contents;
}

/// The names of the folders in a folder.
static struct names folder_names(const struct folder *folder) {
  struct name_bag bag = {0};
  for (size_t place = 0; place < folder->folder_count; place++) {
    name_bag_add(&bag, folder->folders[place]->name);
  }
  return name_bag_take(&bag);
}

struct contents reading_look_at(const struct scope *scope, const struct folder *folder,
                                int descriptor, const struct names *touched) {
  struct reading reading = {.scope = scope, .folder = (struct folder *)folder};
  struct name_bag files = {0}, folders = {0};
  reading.name = scope_begin_path(scope, folder, &reading.path);
  for (const char *name = names_first(touched); name != NULL; name = names_next(touched, name)) {
    enum entry_kind kind = kind_by_status(descriptor, name);
    bytes_cut(&reading.path, reading.name);
    bytes_add_text(&reading.path, name);
    if (kind != ENTRY_NONE && fits(&reading, name) &&
        scope_offers(scope, folder, reading.path.data, reading.name, kind == ENTRY_FOLDER)) {
      name_bag_add(kind == ENTRY_FOLDER ? &folders : &files, name);
    }
  }
  struct names present_files = name_bag_take(&files), present_folders = name_bag_take(&folders);
  struct names before = folder_names(folder);
  struct contents contents = {
      .files = names_update(&folder->files, touched, &present_files),
      .folders = names_update(&before, touched, &present_folders),
  };
  names_free(&present_files);
  names_free(&present_folders);
  names_free(&before);
  bytes_free(&reading.path);
  return contents;
}

bool reading_is_of_the_system(int descriptor) {
  static const long magic[] = {
      PROC_SUPER_MAGIC,     SYSFS_MAGIC,       DEVPTS_SUPER_MAGIC, CGROUP_SUPER_MAGIC,
      CGROUP2_SUPER_MAGIC,  DEBUGFS_MAGIC,     TRACEFS_MAGIC,      SECURITYFS_MAGIC,
      PSTOREFS_MAGIC,       BPF_FS_MAGIC,      EFIVARFS_MAGIC,     SELINUX_MAGIC,
      BINFMTFS_MAGIC,
  };
  struct statfs status;
  if (fstatfs(descriptor, &status) != 0) {
    return false;
  }
  for (size_t place = 0; place < sizeof magic / sizeof magic[0]; place++) {
    if ((unsigned long)status.f_type == (unsigned long)magic[place]) {
      return true;
    }
  }
  return false;
}
