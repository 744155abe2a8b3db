#ifndef FILES_MEMORY_H
#define FILES_MEMORY_H

#include <stddef.h>

/// Memory that is there: where there is none left, the process says so and ends.
///
/// Half a plugin is worth less than a new one, and starting one is the host's craft.
void *memory_get(size_t size);

/// Memory full of zeros, for `count` things of `size` bytes each.
void *memory_get_zeroed(size_t count, size_t size);

/// `memory` with another size, perhaps elsewhere; null makes new memory.
void *memory_resize(void *memory, size_t size);

/// A copy of `length` bytes with a NUL behind them.
char *memory_copy(const char *text, size_t length);

#endif
