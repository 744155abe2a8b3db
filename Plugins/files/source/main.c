/// The files plugin: completes paths below a folder, keeps them current, and shows what files hold.
///
/// One thread and one loop: messages, the system's events, and the reading of folders in slices.

#include "preview.h"
#include "rpc.h"
#include "source.h"

#include <fcntl.h>
#include <locale.h>
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

static int earlier(int one, int other) {
  return one < 0 ? other : other < 0 || one < other ? one : other;
}

static void serve(struct rpc *rpc, struct source *source) {
  struct pollfd streams[2 + source_listings];
  while (!rpc_is_done(rpc)) {
    rpc_prepare(rpc, streams);
    size_t count = source_prepare(source, streams + 2);
    int timeout = earlier(rpc_timeout(rpc), source_timeout(source));
    if (poll(streams, (nfds_t)(2 + count), timeout) < 0) {
      continue;
    }
    rpc_exchange(rpc, streams);
    source_go_on(source, streams + 2, count);
    if (rpc_has_ended(rpc) && !source_has_work(source) && !rpc_is_congested(rpc)) {
      // What still waits for credit gets none any more.
      rpc_leave(rpc);
    }
  }
}

int main(void) {
  int input, output;
  if (!take_streams(&input, &output)) {
    return 1;
  }
  signal(SIGPIPE, SIG_IGN);
  // For the width of characters; without it they have none, and each counts as one column.
  setlocale(LC_CTYPE, "C.UTF-8");
  struct rpc *rpc = rpc_new(input, output);
  struct source source;
  struct preview preview;
  source_begin(&source, rpc);
  preview_begin(&preview, &source, rpc);
  serve(rpc, &source);
  preview_end(&preview);
  source_end(&source);
  rpc_free(rpc);
  return 0;
}
