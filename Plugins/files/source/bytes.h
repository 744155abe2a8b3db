#ifndef FILES_BYTES_H
#define FILES_BYTES_H

#include <stdbool.h>
#include <stddef.h>

/// A row of bytes that grows at its end; `{0}` is an empty one.
///
/// `data` always has a NUL behind its last byte once something was added.
struct bytes {
  char *data;
  size_t length;
  size_t capacity;
};

void bytes_add(struct bytes *bytes, const void *data, size_t length);
void bytes_add_text(struct bytes *bytes, const char *text);
void bytes_add_byte(struct bytes *bytes, char byte);

/// Adds what `printf` would print.
__attribute__((format(printf, 2, 3))) void bytes_add_format(struct bytes *bytes, const char *format,
                                                            ...);

/// Makes room for `length` more bytes and returns where they go; the caller adds to `length`.
char *bytes_reserve(struct bytes *bytes, size_t length);

/// Takes the first `length` bytes away.
void bytes_drop(struct bytes *bytes, size_t length);

/// Keeps the first `length` bytes.
void bytes_cut(struct bytes *bytes, size_t length);

/// Gives the memory back; what is left is an empty row.
void bytes_free(struct bytes *bytes);

#endif
