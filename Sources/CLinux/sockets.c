#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// One message never carries more descriptors than a process' three streams and a message channel.
enum { passed_limit = 8 };

size_t clinux_socket_path_limit(void) {
  return sizeof ((struct sockaddr_un *)0)->sun_path - 1;
}

int clinux_unix_socket(bool nonblocking) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0), 0);
}

static struct sockaddr_un address_of(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  return address;
}

int clinux_unix_bind(int descriptor, const char *path) {
  struct sockaddr_un address = address_of(path);
  return bind(descriptor, (const struct sockaddr *)&address, sizeof address);
}

int clinux_unix_connect(int descriptor, const char *path) {
  struct sockaddr_un address = address_of(path);
  return connect(descriptor, (const struct sockaddr *)&address, sizeof address);
}

int clinux_accept(int descriptor) {
  return accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int clinux_socket_pair(bool messages, int descriptors[2]) {
  return socketpair(
      AF_UNIX, (messages ? SOCK_SEQPACKET : SOCK_STREAM) | SOCK_CLOEXEC, 0, descriptors);
}

int clinux_peer_credentials(int descriptor, pid_t *process, uid_t *user, gid_t *group) {
  struct ucred credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
  *process = credentials.pid;
  *user = credentials.uid;
  *group = credentials.gid;
  return 0;
}

int clinux_is_listening_unix_socket(int descriptor) {
  int domain = 0, listening = 0;
  socklen_t size = sizeof domain;
  if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0) return 0;
  size = sizeof listening;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0) return 0;
  return domain == AF_UNIX && listening;
}

ssize_t clinux_send_message(
    int descriptor, const void *bytes, size_t count, const int *passed, size_t passed_count,
    bool wait) {
  if (passed_count > passed_limit) {
    errno = EINVAL;
    return -1;
  }
  union {
    char bytes[CMSG_SPACE(passed_limit * sizeof(int))];
    struct cmsghdr alignment;
  } control = {.bytes = {0}};
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (passed_count > 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(passed_count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(passed_count * sizeof(int));
    memcpy(CMSG_DATA(header), passed, passed_count * sizeof(int));
  }
  return sendmsg(descriptor, &message, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT));
}

ssize_t clinux_receive_message(
    int descriptor, void *bytes, size_t capacity, int *passed, size_t *passed_count) {
  union {
    char bytes[CMSG_SPACE(passed_limit * sizeof(int))];
    struct cmsghdr alignment;
  } control = {.bytes = {0}};
  struct iovec part = {.iov_base = bytes, .iov_len = capacity};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
      .msg_controllen = sizeof control.bytes};
  size_t passed_capacity = *passed_count;
  *passed_count = 0;
  ssize_t received = recvmsg(descriptor, &message, MSG_CMSG_CLOEXEC);
  if (received < 0) return -1;
  bool too_many = false;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  for (; header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
      int number;
      memcpy(&number, CMSG_DATA(header) + index * sizeof(int), sizeof number);
      if (*passed_count < passed_capacity) {
        passed[(*passed_count)++] = number;
      } else {
        close(number);
        too_many = true;
      }
    }
  }
  if (!too_many && !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) return received;
  for (size_t index = 0; index < *passed_count; index++) close(passed[index]);
  *passed_count = 0;
  errno = EMSGSIZE;
  return -1;
}

int clinux_pipe(int descriptors[2]) { return pipe2(descriptors, O_CLOEXEC); }
