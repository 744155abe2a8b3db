#include "json_text.h"

#include <string.h>

void json_text_add_escaped(struct bytes *bytes, const char *text, size_t length) {
  size_t begin = 0;
  for (size_t place = 0; place < length; place++) {
    unsigned char byte = (unsigned char)text[place];
    if (byte >= 0x20 && byte != '"' && byte != '\\') {
      continue;
    }
    bytes_add(bytes, text + begin, place - begin);
    begin = place + 1;
    if (byte < 0x20) {
      bytes_add_format(bytes, "\\u%04x", byte);
    } else {
      bytes_add_byte(bytes, '\\');
      bytes_add_byte(bytes, (char)byte);
    }
  }
  bytes_add(bytes, text + begin, length - begin);
}

void json_text_add_string(struct bytes *bytes, const char *text, size_t length) {
  bytes_add_byte(bytes, '"');
  json_text_add_escaped(bytes, text, length);
  bytes_add_byte(bytes, '"');
}

// The walk over valid JSON; `end` guards it all the same.

static const char *after_space(const char *text, const char *end) {
  while (text < end && strchr(" \t\r\n", *text) != NULL && *text != '\0') {
    text++;
  }
  return text;
}

static const char *after_string(const char *text, const char *end) {
  for (text++; text < end && *text != '"'; text++) {
    text += *text == '\\';
  }
  return text < end ? text + 1 : end;
}

static const char *after_value(const char *text, const char *end) {
  size_t depth = 0;
  for (; text < end; text++) {
    if (*text == '"') {
      text = after_string(text, end) - 1;
    } else if (*text == '{' || *text == '[') {
      depth++;
    } else if (*text == '}' || *text == ']') {
      if (depth == 0) {
        return text;
      }
      depth--;
    } else if (depth == 0 && *text == ',') {
      return text;
    }
  }
  return end;
}

static const char *without_space(const char *begin, const char *end) {
  while (end > begin && strchr(" \t\r\n", end[-1]) != NULL && end[-1] != '\0') {
    end--;
  }
  return end;
}

bool json_text_find_member(const char *object, size_t length, const char *name,
                           const char **value, size_t *value_length) {
  const char *end = object + length;
  const char *text = after_space(object, end);
  bool found = false;
  for (text++; !found && (text = after_space(text, end)) < end && *text == '"';) {
    const char *name_end = after_string(text, end);
    size_t inside = name_end - text >= 2 ? (size_t)(name_end - text) - 2 : 0;
    found = inside == strlen(name) && memcmp(text + 1, name, inside) == 0;
    text = after_space(name_end, end);
    text = text < end ? after_space(text + 1, end) : end;
    const char *after = after_value(text, end);
    *value = text;
    *value_length = (size_t)(without_space(text, after) - text);
    text = after < end ? after + 1 : end;
  }
  return found;
}
