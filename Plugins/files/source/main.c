/// The files plugin. One thread and one loop.

#include "rpc.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

/// Keeps standard input and output for the protocol; returns false where there are none.
///
/// What a library prints goes to the log then, and what it reads is empty.
static bool take_streams(int *input, int *output) {
  *input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  *output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return *input >= 0 && *output >= 0 && nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
         dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 && close(nothing) == 0;
}

static void serve(struct rpc *rpc) {
  struct pollfd streams[2];
  while (!rpc_is_done(rpc)) {
    rpc_prepare(rpc, streams);
    if (poll(streams, 2, rpc_timeout(rpc)) >= 0) {
      rpc_exchange(rpc, streams);
    }
  }
}

int main(void) {
  int input, output;
  if (!take_streams(&input, &output)) {
    return 1;
  }
  signal(SIGPIPE, SIG_IGN);
  struct rpc *rpc = rpc_new(input, output);
  serve(rpc);
  rpc_free(rpc);
  return 0;
}
