// Processes under measurement: started, connected to, weighed, ended.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

// Seconds on the monotonic clock.
double now(void);

// Ends the program with a sentence; errno's text is added where it is set, and all processes are ended.
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Starts a command, whose standard output is thrown away.
pid_t start(char *const command[]);

// Waits for a process to end by itself; fails unless it ends well.
void await_end(pid_t process);

// Has a process end, and waits until it has.
void stop(pid_t process);

// Has all processes end that have not been ended yet.
void stop_all(void);

// Connects to a socket as soon as somebody listens there.
int connect_soon(const char *path);

// The resident memory of a process, in bytes; with its children's, if asked for.
double resident_bytes(pid_t process, bool with_children);
