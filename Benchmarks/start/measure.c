// measure JACKFIELD PLUGINS EMPTY ECHO: what a host costs, beside what nothing can undercut.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process.h"

enum { rounds = 31, turns = 9, warm_up = 500, samples = 2000 };

static char *const host_socket = "host.sock";
static char *const echo_socket = "echo.sock";

static const char initialize[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\","
    "\"params\":{\"protocol\":{\"min\":1,\"max\":1}}}\n";
static const char query[] =
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"autocomplete/query\","
    "\"params\":{\"source\":\"people/people\",\"text\":\"Jof\"}}\n";

// Sends a line and receives one; returns the length of what came.
static size_t exchange(int peer, const char *request, char *answer, size_t capacity) {
  size_t length = strlen(request);
  if (write(peer, request, length) != (ssize_t)length) fail("can't write");
  for (size_t count = 0;;) {
    ssize_t more = read(peer, answer + count, capacity - count - 1);
    if (more <= 0) fail("the peer has gone");
    count += (size_t)more;
    answer[count] = 0;
    if (answer[count - 1] == '\n') return count;
    if (count == capacity - 1) fail("the answer is too long");
  }
}

static size_t expect(int peer, const char *request, const char *part) {
  static char answer[64 * 1024];
  size_t length = exchange(peer, request, answer, sizeof answer);
  errno = 0;
  if (strstr(answer, part) == NULL) fail("no %s in the answer: %s", part, answer);
  return length;
}

static int by_size(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

static double percentile(double values[], size_t count, double part) {
  qsort(values, count, sizeof *values, by_size);
  return values[(size_t)(part * (double)(count - 1))];
}

// From the start of a command to its end.
static double time_of_run(char *const command[]) {
  double begin = now();
  await_end(start(command));
  return now() - begin;
}

// From the start of a server to the first connection and, with a request, to its answer.
static void time_of_start(
    char *const command[], const char *path, const char *request, double *connected,
    double *answered) {
  double begin = now();
  pid_t server = start(command);
  int peer = connect_soon(path);
  *connected = now() - begin;
  if (request != NULL) {
    expect(peer, request, "\"result\"");
    *answered = now() - begin;
  }
  close(peer);
  stop(server);
  unlink(path);
}

static void print_heading(const char *what, const char *first, const char *second) {
  printf("\n%-42s %8s %8s\n", what, first, second);
}

static void print_line(const char *name, double first, double second) {
  printf("  %-40s %8.2f %8.2f\n", name, first, second);
}

static void print_start(const char *name, double seconds[rounds]) {
  print_line(name, percentile(seconds, rounds, 0.5) * 1e3, percentile(seconds, rounds, 0) * 1e3);
}

static void measure_start(char *host[], char *empty[], char *echo[]) {
  char *nothing[] = {"true", NULL};
  double of_true[rounds], of_empty[rounds], of_echo[rounds], of_host[rounds], of_answer[rounds];
  for (int round = 0; round < rounds; round += 1) {
    of_true[round] = time_of_run(nothing);
    of_empty[round] = time_of_run(empty);
    time_of_start(echo, echo_socket, NULL, &of_echo[round], NULL);
    time_of_start(host, host_socket, initialize, &of_host[round], &of_answer[round]);
  }
  print_heading("start, ms", "median", "fastest");
  print_start("true, until it has ended", of_true);
  print_start("empty Swift program, until it has ended", of_empty);
  print_start("C echo, until it listens", of_echo);
  print_start("host, until it listens (goal < 10)", of_host);
  print_start("host, until it has answered", of_answer);
}

static void print_memory(const char *name, pid_t process) {
  print_line(name, resident_bytes(process, false) / 1e6, resident_bytes(process, true) / 1e6);
}

// Each server has taken a connection and has nothing to do; no plugin has been started.
static void measure_memory(char *host[], char *empty[], char *echo[]) {
  char *waiting[] = {empty[0], "wait", NULL};
  pid_t empty_process = start(waiting), echo_process = start(echo), host_process = start(host);
  connect_soon(echo_socket);
  expect(connect_soon(host_socket), initialize, "\"result\"");
  print_heading("resident idle, MB", "process", "family");
  print_memory("empty Swift program", empty_process);
  print_memory("C echo", echo_process);
  print_memory("host (goal < 12)", host_process);
  stop_all();
  unlink(echo_socket);
}

// The median and the 99th percentile of round trips on one connection, once it is warm.
static void time_round_trips(int peer, const char *part, double *median, double *tail) {
  double times[samples];
  for (int turn = 0; turn < warm_up; turn += 1) expect(peer, query, part);
  for (int turn = 0; turn < samples; turn += 1) {
    double begin = now();
    expect(peer, query, part);
    times[turn] = now() - begin;
  }
  *median = percentile(times, samples, 0.5);
  *tail = percentile(times, samples, 0.99);
}

// On which processor a process comes to lie decides its round trips, and for long; so each turn has
// processes of its own, and the middle turn counts.
static void measure_round_trip(char *host[], char *echo[]) {
  double echo_median[turns], echo_tail[turns], host_median[turns], host_tail[turns];
  for (int turn = 0; turn < turns; turn += 1) {
    start(echo);
    start(host);
    int echo_peer = connect_soon(echo_socket), host_peer = connect_soon(host_socket);
    expect(host_peer, initialize, "\"result\"");
    time_round_trips(echo_peer, "Jof", &echo_median[turn], &echo_tail[turn]);
    time_round_trips(host_peer, "JoffreyBaratheon", &host_median[turn], &host_tail[turn]);
    close(echo_peer);
    close(host_peer);
    stop_all();
    unlink(echo_socket);
  }
  print_heading("round trip, one in flight, µs", "p50", "p99");
  print_line("C echo of the request", percentile(echo_median, turns, 0.5) * 1e6,
             percentile(echo_tail, turns, 0.5) * 1e6);
  print_line("autocomplete/query (goal p50 < 150)", percentile(host_median, turns, 0.5) * 1e6,
             percentile(host_tail, turns, 0.5) * 1e6);
}

int main(int count, char *arguments[]) {
  if (count != 5) {
    fprintf(stderr, "usage: measure JACKFIELD PLUGINS EMPTY ECHO\n");
    return 2;
  }
  char *host[] = {arguments[1], "serve", "--plugins", arguments[2], "--socket", host_socket, NULL};
  char *empty[] = {arguments[3], NULL};
  char *echo[] = {arguments[4], echo_socket, NULL};
  measure_start(host, empty, echo);
  measure_memory(host, empty, echo);
  measure_round_trip(host, echo);
}
