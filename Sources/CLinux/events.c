#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

int clinux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int clinux_epoll_control(
    int epoll, int operation, int descriptor, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data.u64 = token};
  return epoll_ctl(epoll, operation, descriptor, &event);
}

int clinux_epoll_wait(int epoll, struct epoll_event *events, int capacity, int64_t nanoseconds) {
  static const int64_t second = 1000000000, millisecond = 1000000;
  struct timespec timeout = {.tv_sec = nanoseconds / second, .tv_nsec = nanoseconds % second};
  int count = epoll_pwait2(epoll, events, capacity, nanoseconds < 0 ? NULL : &timeout, NULL);
  if (count >= 0 || errno != ENOSYS) return count;
  int64_t rounded = nanoseconds < 0 ? -1 : (nanoseconds + millisecond - 1) / millisecond;
  return epoll_wait(epoll, events, capacity, rounded > INT32_MAX ? INT32_MAX : (int)rounded);
}

int clinux_event_counter(bool nonblocking, bool semaphore) {
  int flags = EFD_CLOEXEC | (nonblocking ? EFD_NONBLOCK : 0) | (semaphore ? EFD_SEMAPHORE : 0);
  return eventfd(0, flags);
}

int clinux_signal_descriptor(const int *signals, size_t count) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t index = 0; index < count; index++) sigaddset(&set, signals[index]);
  int code = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (code != 0) {
    errno = code;
    return -1;
  }
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int clinux_read_signal(int descriptor) {
  struct signalfd_siginfo information;
  ssize_t count = read(descriptor, &information, sizeof information);
  return count == (ssize_t)sizeof information ? (int)information.ssi_signo : -1;
}

int clinux_ignore_signal(int signal) {
  struct sigaction action = {.sa_handler = SIG_IGN};
  return sigaction(signal, &action, NULL);
}

void clinux_buffer_output_by_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }
