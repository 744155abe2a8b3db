#ifndef FILES_JSON_TEXT_H
#define FILES_JSON_TEXT_H

#include "bytes.h"

/// JSON that is written and looked at as text, where a tree would cost more than it is worth.

/// Adds the inside of a JSON string for well-formed UTF-8: without the quotes.
void json_text_add_escaped(struct bytes *bytes, const char *text, size_t length);

/// Adds a JSON string for well-formed UTF-8.
void json_text_add_string(struct bytes *bytes, const char *text, size_t length);

/// Where the value of the member `name` stands in an object that is known to be valid JSON.
///
/// False where there is none, or where its name is written with escapes.
bool json_text_find_member(const char *object, size_t length, const char *name,
                           const char **value, size_t *value_length);

#endif
