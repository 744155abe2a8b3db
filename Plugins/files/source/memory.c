#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What an exit code of a program without memory often is: ENOMEM's number.
static const int status_without_memory = 12;

static void *checked(void *memory) {
  static const char message[] = "out of memory\n";
  if (memory == NULL) {
    // Nothing can be done about a log that can't be written either.
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    _exit(status_without_memory);
  }
  return memory;
}

void *memory_get(size_t size) {
  return checked(malloc(size > 0 ? size : 1));
}

void *memory_get_zeroed(size_t count, size_t size) {
  return checked(calloc(count > 0 ? count : 1, size));
}

void *memory_resize(void *memory, size_t size) {
  return checked(realloc(memory, size > 0 ? size : 1));
}

char *memory_copy(const char *text, size_t length) {
  char *copy = memory_get(length + 1);
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}
