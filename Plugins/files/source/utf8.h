#ifndef FILES_UTF8_H
#define FILES_UTF8_H

#include "bytes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bytes of the well-formed UTF-8 sequence that `text` begins with; 0 where it begins with none.
///
/// Overlong forms, surrogates and what is beyond U+10FFFF are not well-formed.
size_t utf8_sequence(const char *text, size_t length);

/// The code point of a well-formed sequence of `length` bytes.
uint32_t utf8_decode(const char *text, size_t length);

bool utf8_is_valid(const char *text, size_t length);

/// Adds `text` with U+FFFD in the place of each byte that belongs to no well-formed sequence.
void utf8_add_repaired(struct bytes *bytes, const char *text, size_t length);

#endif
