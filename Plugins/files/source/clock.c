#include "clock.h"

#include <limits.h>
#include <time.h>

int64_t clock_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t clock_earlier(int64_t one, int64_t other) {
  if (one < 0 || other < 0) {
    return one < 0 ? other : one;
  }
  return one < other ? one : other;
}

int clock_until(int64_t time) {
  if (time < 0) {
    return -1;
  }
  int64_t rest = time - clock_milliseconds();
  return rest <= 0 ? 0 : rest < INT_MAX ? (int)rest : INT_MAX;
}
