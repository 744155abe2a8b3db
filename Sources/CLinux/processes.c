#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// A process is given its three streams and at most one more descriptor; a little room above that.
enum { descriptor_limit = 8 };

// Gives each descriptor that stands in the way of a target number a number above all targets; the
// copies are listed in `copies` for the caller to close.
static int move_out_of_the_way(
    const struct clinux_spawn *request, int *sources, int *copies, size_t *copy_count) {
  for (size_t index = 0; index < request->descriptor_count; index++) {
    int source = request->descriptors[index];
    sources[index] = source;
    bool is_target = source >= 0 && (size_t)source < request->descriptor_count;
    if (!is_target || (size_t)source == index) continue;
    int copy = fcntl(source, F_DUPFD_CLOEXEC, (int)request->descriptor_count);
    if (copy < 0) return errno;
    sources[index] = copy;
    copies[(*copy_count)++] = copy;
  }
  return 0;
}

static int add_actions(
    const struct clinux_spawn *request, const int *sources, posix_spawn_file_actions_t *actions) {
  int code = 0;
  for (size_t index = 0; index < request->descriptor_count && code == 0; index++) {
    code = sources[index] < 0
        ? posix_spawn_file_actions_addopen(actions, (int)index, "/dev/null", O_RDWR, 0)
        : posix_spawn_file_actions_adddup2(actions, sources[index], (int)index);
  }
  int first_closed = (int)request->descriptor_count;
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(actions, first_closed);
  if (code == 0 && request->directory) {
    code = posix_spawn_file_actions_addchdir_np(actions, request->directory);
  }
  return code;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int code = posix_spawnattr_setflags(
      attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  if (code == 0) code = posix_spawnattr_setsigmask(attributes, &none);
  if (code == 0) code = posix_spawnattr_setsigdefault(attributes, &all);
  return code;
}

int clinux_spawn(const struct clinux_spawn *request, pid_t *process) {
  if (request->descriptor_count > descriptor_limit) return EINVAL;
  int sources[descriptor_limit], copies[descriptor_limit];
  size_t copy_count = 0;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code == 0) {
    code = move_out_of_the_way(request, sources, copies, &copy_count);
    if (code == 0) code = add_actions(request, sources, &actions);
    if (code == 0) code = set_attributes(&attributes);
    if (code == 0) {
      code = posix_spawn(
          process, request->path, &actions, &attributes, request->arguments, request->environment);
    }
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  for (size_t index = 0; index < copy_count; index++) close(copies[index]);
  return code;
}

pid_t clinux_fork(void) { return fork(); }

int clinux_wait(pid_t process, bool keep, bool wait, struct clinux_exit *result) {
  siginfo_t information = {0};
  int options = WEXITED | (keep ? WNOWAIT : 0) | (wait ? 0 : WNOHANG);
  int code;
  do {
    code = waitid(process == 0 ? P_ALL : P_PID, (id_t)process, &information, options);
  } while (code != 0 && errno == EINTR);
  if (code != 0) return -1;
  if (information.si_pid == 0) return 0;
  result->process = information.si_pid;
  result->by_signal = information.si_code != CLD_EXITED;
  result->status = information.si_status;
  return 1;
}

int clinux_process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int clinux_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

char **clinux_environment(void) { return environ; }

const char *clinux_next_name(void *directory) {
  struct dirent *entry;
  while ((entry = readdir(directory))) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) return entry->d_name;
  }
  return NULL;
}

int64_t clinux_limit_open_files(uint64_t limit) {
  struct rlimit limits;
  if (getrlimit(RLIMIT_NOFILE, &limits) != 0) return -1;
  int64_t before = limits.rlim_cur > INT64_MAX ? INT64_MAX : (int64_t)limits.rlim_cur;
  limits.rlim_cur = limit < limits.rlim_max ? limit : limits.rlim_max;
  return setrlimit(RLIMIT_NOFILE, &limits) == 0 ? before : -1;
}
