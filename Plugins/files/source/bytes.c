#include "bytes.h"

#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The first allocation: most texts of this program fit.
enum { first_capacity = 128 };

char *bytes_reserve(struct bytes *bytes, size_t length) {
  size_t needed = bytes->length + length + 1;
  if (needed > bytes->capacity) {
    size_t capacity = bytes->capacity > 0 ? 2 * bytes->capacity : first_capacity;
    bytes->capacity = capacity < needed ? needed : capacity;
    bytes->data = memory_resize(bytes->data, bytes->capacity);
  }
  return bytes->data + bytes->length;
}

void bytes_add(struct bytes *bytes, const void *data, size_t length) {
  char *end = bytes_reserve(bytes, length);
  if (length > 0) {
    memcpy(end, data, length);
  }
  end[length] = '\0';
  bytes->length += length;
}

void bytes_add_text(struct bytes *bytes, const char *text) {
  bytes_add(bytes, text, strlen(text));
}

void bytes_add_byte(struct bytes *bytes, char byte) {
  bytes_add(bytes, &byte, 1);
}

void bytes_add_format(struct bytes *bytes, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (length > 0) {
    vsnprintf(bytes_reserve(bytes, (size_t)length), (size_t)length + 1, format, again);
    bytes->length += (size_t)length;
  }
  va_end(again);
}

void bytes_drop(struct bytes *bytes, size_t length) {
  bytes->length -= length;
  if (bytes->length > 0) {
    memmove(bytes->data, bytes->data + length, bytes->length);
  }
}

void bytes_cut(struct bytes *bytes, size_t length) {
  bytes->length = length;
  if (bytes->data != NULL) {
    bytes->data[length] = '\0';
  }
}

void bytes_free(struct bytes *bytes) {
  free(bytes->data);
  *bytes = (struct bytes){0};
}
