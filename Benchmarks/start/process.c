#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

// How long a process may take to listen; far beyond any that works.
static const double patience = 10;
// Between two attempts to connect: a hundredth of what is measured.
static const struct timespec pause_between = {.tv_nsec = 20 * 1000};

// What has been started and not ended: nothing of it outlives this program, also when it fails.
static pid_t running[8];

static void note_change(pid_t from, pid_t to) {
  for (size_t slot = 0; slot < sizeof running / sizeof *running; slot += 1) {
    if (running[slot] != from) continue;
    running[slot] = to;
    return;
  }
  fail("too many processes");
}

void stop_all(void) {
  for (size_t slot = 0; slot < sizeof running / sizeof *running; slot += 1)
    if (running[slot] != 0) stop(running[slot]);
}

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

void fail(const char *format, ...) {
  int error = errno;
  va_list arguments;
  va_start(arguments, format);
  fputs("measure: ", stderr);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, error != 0 ? ": %s\n" : "\n", strerror(error));
  stop_all();
  exit(1);
}

pid_t start(char *const command[]) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process;
  errno = posix_spawnp(&process, command[0], &actions, NULL, command, environ);
  if (errno != 0) fail("can't start %s", command[0]);
  posix_spawn_file_actions_destroy(&actions);
  note_change(0, process);
  return process;
}

void await_end(pid_t process) {
  int status;
  if (waitpid(process, &status, 0) != process) fail("can't wait");
  note_change(process, 0);
  if (status != 0) fail("a process ended with status %d", status);
}

void stop(pid_t process) {
  note_change(process, 0);
  if (kill(process, SIGTERM) != 0 || waitpid(process, NULL, 0) != process) fail("can't stop");
}

int connect_soon(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) fail("%s is too long for a socket", path);
  strcpy(address.sun_path, path);
  int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  double limit = now() + patience;
  while (connect(client, (struct sockaddr *)&address, sizeof address) != 0) {
    bool too_early = errno == ENOENT || errno == ECONNREFUSED;
    if (!too_early || now() > limit) fail("can't connect to %s", path);
    nanosleep(&pause_between, NULL);
  }
  return client;
}

static double own_resident_bytes(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/statm", process);
  FILE *file = fopen(path, "r");
  long size, resident;
  if (file == NULL || fscanf(file, "%ld %ld", &size, &resident) != 2) fail("can't read %s", path);
  fclose(file);
  return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

double resident_bytes(pid_t process, bool with_children) {
  double bytes = own_resident_bytes(process);
  if (!with_children) return bytes;
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", process, process);
  FILE *file = fopen(path, "r");
  if (file == NULL) fail("can't read %s", path);
  for (pid_t child; fscanf(file, "%d", &child) == 1;) bytes += resident_bytes(child, true);
  fclose(file);
  return bytes;
}
