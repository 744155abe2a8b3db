// Linux names that Swift's Glibc module lacks: GNU extensions, macros, and calls whose C form does
// not import. Every function returns what its system call returns, -1 and errno on failure;
// descriptors are close-on-exec. Only SystemIO imports this.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/types.h>

// errors.c
/// The sentence for an error code (strerrordesc_np), never NULL.
const char *clinux_error_text(int code);
/// The name of an error code (strerrorname_np), "E?" for one that glibc does not know.
const char *clinux_error_name(int code);

// events.c
/// epoll_create1(EPOLL_CLOEXEC).
int clinux_epoll_create(void);
/// epoll_ctl; `token` comes back in the event's data.u64.
int clinux_epoll_control(int epoll, int operation, int descriptor, uint32_t events, uint64_t token);
/// epoll_pwait2, or epoll_wait with rounded-up milliseconds on kernels before 5.11; a negative
/// time-out waits for ever.
int clinux_epoll_wait(int epoll, struct epoll_event *events, int capacity, int64_t nanoseconds);
/// eventfd, non-blocking reads where `nonblocking`, one unit a read where `semaphore`.
int clinux_event_counter(bool nonblocking, bool semaphore);
/// Blocks the signals in this thread and opens a non-blocking signalfd for them.
int clinux_signal_descriptor(const int *signals, size_t count);
/// Reads one signal's number from a signalfd; -1 with EAGAIN when there is none.
int clinux_read_signal(int descriptor);
/// SIG_IGN for the signal.
int clinux_ignore_signal(int signal);
/// setvbuf(stdout, _IOLBF): what is printed is written at the end of each line.
void clinux_buffer_output_by_lines(void);

// sockets.c
/// Bytes of a path that fit into sockaddr_un beside the closing NUL.
size_t clinux_socket_path_limit(void);
/// socket(AF_UNIX, SOCK_STREAM), non-blocking where asked.
int clinux_unix_socket(bool nonblocking);
/// bind; the path is at most the limit long.
int clinux_unix_bind(int descriptor, const char *path);
/// connect; the path is at most the limit long.
int clinux_unix_connect(int descriptor, const char *path);
/// accept4(SOCK_CLOEXEC | SOCK_NONBLOCK).
int clinux_accept(int descriptor);
/// socketpair of stream sockets, or of sockets that keep message borders (SOCK_SEQPACKET).
int clinux_socket_pair(bool messages, int descriptors[2]);
/// SO_PEERCRED: who connected or listens at the other end.
int clinux_peer_credentials(int descriptor, pid_t *process, uid_t *user, gid_t *group);
/// SO_ACCEPTCONN and SO_DOMAIN: 1 for a Unix socket that listens, 0 for anything else.
int clinux_is_listening_unix_socket(int descriptor);
/// sendmsg(MSG_NOSIGNAL) of one message with descriptors beside it (SCM_RIGHTS).
ssize_t clinux_send_message(
    int descriptor, const void *bytes, size_t count, const int *passed, size_t passed_count,
    bool wait);
/// recvmsg(MSG_CMSG_CLOEXEC) of one message; `passed_count` goes in as capacity and comes out as
/// the number received. A message or list that was cut off is -1 with EMSGSIZE, its descriptors
/// closed.
ssize_t clinux_receive_message(
    int descriptor, void *bytes, size_t capacity, int *passed, size_t *passed_count);
/// pipe2(O_CLOEXEC).
int clinux_pipe(int descriptors[2]);

// processes.c
/// What posix_spawn is to do.
struct clinux_spawn {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /// The child's working directory; NULL keeps the caller's.
  const char *directory;
  /// The child's descriptors 0, 1, 2, ..: numbers of the caller, or -1 for /dev/null. All others
  /// are closed.
  const int *descriptors;
  size_t descriptor_count;
};
/// posix_spawn in a session of its own, with default signals, an empty mask, and only the given
/// descriptors. Returns 0 or the error code.
int clinux_spawn(const struct clinux_spawn *request, pid_t *process);
/// fork, which Swift does not import: for a process without threads that goes on in the child.
pid_t clinux_fork(void);
/// How a child ended.
struct clinux_exit {
  pid_t process;
  /// Whether `status` is a signal's number; else it is the exit code.
  bool by_signal;
  int status;
};
/// waitid(WEXITED): for the child `process`, or for any where 0. With `keep` it stays to be waited
/// for; with `wait` the call blocks. Returns 1 with `*result` set, 0 when none has ended, -1 and
/// errno else.
int clinux_wait(pid_t process, bool keep, bool wait, struct clinux_exit *result);
/// pidfd_open.
int clinux_process_descriptor(pid_t process);
/// prctl(PR_SET_CHILD_SUBREAPER): orphans below become this process' children.
int clinux_become_subreaper(void);
/// The process' environment, NULL-terminated.
char **clinux_environment(void);
/// The next name of a directory stream other than "." and ".."; NULL at its end.
const char *clinux_next_name(void *directory);
/// setrlimit(RLIMIT_NOFILE), the soft limit only, at most the hard one. Returns the limit before.
int64_t clinux_limit_open_files(uint64_t limit);

// signalling.c
/// pidfd_send_signal: to this very process, whoever has its id by now.
int clinux_signal_process_descriptor(int descriptor, int signal);
