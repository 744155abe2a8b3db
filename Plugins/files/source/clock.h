#ifndef FILES_CLOCK_H
#define FILES_CLOCK_H

#include <stdint.h>

/// Milliseconds of a clock that nobody can set, from some beginning on.
int64_t clock_milliseconds(void);

/// The earlier of two points in time, where -1 is never.
int64_t clock_earlier(int64_t one, int64_t other);

/// Milliseconds from now until a point in time, for `poll`: -1 for never, 0 once it has come.
int clock_until(int64_t time);

#endif
