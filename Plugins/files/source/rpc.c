#include "clock.h"
#include "memory.h"
#include "rpc_private.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  // What one read takes: a pipe holds no more by default.
  read_bytes = 64 * 1024,
  // What a pipe always takes without blocking once it is writable: PIPE_BUF on Linux. So the
  // descriptor needs no O_NONBLOCK, which a terminal would keep after the process.
  write_bytes = 4096,
  // The largest message; hosts send no larger ones.
  line_bytes = 64 * 1024 * 1024,
  // Unwritten bytes from which on no new work is begun: some chunks of a list.
  congested_bytes = 1024 * 1024,
  // Unwritten bytes above which no more requests are read. Far above what answers to requests that
  // a host has in flight take; it bounds what a peer costs that writes and never reads.
  refused_bytes = 16 * 1024 * 1024,
  // A plugin is to leave within a second of the end of its input, read or not.
  leaving_milliseconds = 900,
};

struct rpc *rpc_new(int input, int output) {
  struct rpc *rpc = memory_get_zeroed(1, sizeof *rpc);
  rpc->input = input;
  rpc->output = output;
  rpc->leave_by = -1;
  return rpc;
}

void rpc_free(struct rpc *rpc) {
  while (rpc->kept != NULL) {
    rpc_end_call(rpc->kept);
  }
  bytes_free(&rpc->inbox);
  bytes_free(&rpc->outbox);
  free(rpc->routes);
  free(rpc);
}

void rpc_on(struct rpc *rpc, const char *method, rpc_handler *handler, void *context) {
  size_t size = (rpc->route_count + 1) * sizeof *rpc->routes;
  rpc->routes = memory_resize(rpc->routes, size);
  rpc->routes[rpc->route_count++] = (struct rpc_route){method, handler, context};
}

// What the loop asks

static size_t unwritten(const struct rpc *rpc) {
  return rpc->outbox.length - rpc->written;
}

void rpc_prepare(const struct rpc *rpc, struct pollfd streams[2]) {
  bool reads = !rpc->ended && !rpc->left && unwritten(rpc) < refused_bytes;
  streams[0] = (struct pollfd){.fd = reads ? rpc->input : -1, .events = POLLIN};
  streams[1] = (struct pollfd){.fd = unwritten(rpc) > 0 ? rpc->output : -1, .events = POLLOUT};
}

int rpc_timeout(const struct rpc *rpc) {
  return clock_until(rpc->leave_by);
}

bool rpc_has_ended(const struct rpc *rpc) {
  return rpc->ended;
}

bool rpc_is_congested(const struct rpc *rpc) {
  return unwritten(rpc) > congested_bytes;
}

void rpc_leave(struct rpc *rpc) {
  rpc->left = true;
  if (rpc->leave_by < 0) {
    rpc->leave_by = clock_milliseconds() + leaving_milliseconds;
  }
}

bool rpc_is_done(const struct rpc *rpc) {
  if (rpc->broken || (rpc->leave_by >= 0 && clock_milliseconds() >= rpc->leave_by)) {
    return true;
  }
  return unwritten(rpc) == 0 && (rpc->left || (rpc->ended && rpc->kept == NULL));
}

// Reading

static void end_input(struct rpc *rpc) {
  rpc->ended = true;
  if (rpc->leave_by < 0) {
    rpc->leave_by = clock_milliseconds() + leaving_milliseconds;
  }
  // The last line may lack its line feed.
  if (rpc->inbox.length > 0 && !rpc->skips) {
    rpc_take_line(rpc, rpc->inbox.data, rpc->inbox.length);
  }
  bytes_cut(&rpc->inbox, 0);
}

static void refuse_long_line(struct rpc *rpc) {
  rpc_send_error(rpc, "null", RPC_MESSAGE_TOO_LARGE,
                 json_pack("{s:i}", "limit", (int)line_bytes),
                 "a message has at most 64 MiB");
}

static void take_lines(struct rpc *rpc) {
  size_t begin = 0;
  const char *end;
  while (!rpc->left &&
         (end = memchr(rpc->inbox.data + rpc->searched, '\n',
                       rpc->inbox.length - rpc->searched)) != NULL) {
    size_t next = (size_t)(end - rpc->inbox.data) + 1;
    if (!rpc->skips) {
      rpc_take_line(rpc, rpc->inbox.data + begin, next - 1 - begin);
    }
    rpc->skips = false;
    begin = rpc->searched = next;
  }
  bytes_drop(&rpc->inbox, begin);
  if (!rpc->skips && rpc->inbox.length > line_bytes) {
    refuse_long_line(rpc);
    rpc->skips = true;
  }
  if (rpc->skips) {
    bytes_free(&rpc->inbox);
  }
  rpc->searched = rpc->inbox.length;
}

static void read_input(struct rpc *rpc) {
  char *room = bytes_reserve(&rpc->inbox, read_bytes);
  ssize_t length = read(rpc->input, room, read_bytes);
  if (length > 0) {
    rpc->inbox.length += (size_t)length;
    take_lines(rpc);
  } else if (length == 0 || (errno != EINTR && errno != EAGAIN)) {
    end_input(rpc);
  }
}

// Writing

static void write_output(struct rpc *rpc) {
  struct pollfd stream = {.fd = rpc->output, .events = POLLOUT};
  while (unwritten(rpc) > 0 && poll(&stream, 1, 0) > 0) {
    size_t length = unwritten(rpc) < write_bytes ? unwritten(rpc) : write_bytes;
    ssize_t written = write(rpc->output, rpc->outbox.data + rpc->written, length);
    if (written < 0 && errno != EINTR && errno != EAGAIN) {
      rpc->broken = true;
      return;
    }
    rpc->written += written > 0 ? (size_t)written : 0;
  }
  if (unwritten(rpc) == 0) {
    bytes_cut(&rpc->outbox, 0);
    rpc->written = 0;
  } else if (rpc->written > rpc->outbox.length / 2) {
    bytes_drop(&rpc->outbox, rpc->written);
    rpc->written = 0;
  }
}

void rpc_exchange(struct rpc *rpc, const struct pollfd streams[2]) {
  if (streams[0].fd >= 0 && streams[0].revents != 0) {
    read_input(rpc);
  }
  if (unwritten(rpc) > 0) {
    write_output(rpc);
  }
}

void rpc_send(struct rpc *rpc, const char *message, size_t length) {
  bytes_add(&rpc->outbox, message, length);
  bytes_add_byte(&rpc->outbox, '\n');
}

void rpc_notify(struct rpc *rpc, const char *method, json_t *params) {
  json_t *message =
      json_pack("{s:s,s:s,s:o}", "jsonrpc", "2.0", "method", method, "params", params);
  char *text = json_dumps(message, JSON_COMPACT);
  if (text != NULL) {
    rpc_send(rpc, text, strlen(text));
  }
  free(text);
  json_decref(message);
}

void rpc_log(struct rpc *rpc, const char *level, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  json_t *text = json_vsprintf(format, arguments);
  va_end(arguments);
  if (text == NULL) {
    text = json_string("a message that is not UTF-8");
  }
  rpc_notify(rpc, "log/message", json_pack("{s:s,s:o}", "level", level, "text", text));
}
