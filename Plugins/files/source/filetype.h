#ifndef FILES_FILETYPE_H
#define FILES_FILETYPE_H

#include "bytes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether a file that begins so is not text: it has a NUL near its beginning, as for git.
bool filetype_is_binary(const char *beginning, size_t length);

/// What a binary file that begins so is, for people: `PNG image`.
const char *filetype_name(const char *beginning, size_t length);

/// Adds a size for people: `12.4 KiB`.
void filetype_add_size(struct bytes *text, uint64_t size);

#endif
