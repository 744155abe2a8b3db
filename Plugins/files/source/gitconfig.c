#include "gitconfig.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/// A reader of a configuration's text, which has a NUL behind its end.
struct reader {
  const char *text;
  bool in_core;
};

static void skip_line(struct reader *reader) {
  reader->text += strcspn(reader->text, "\n");
}

/// `[section]`, `[section "subsection"]`; what follows on the line is still to be read.
static void read_section(struct reader *reader) {
  size_t length = strcspn(reader->text, "]\n");
  reader->in_core = length == 5 && strncasecmp(reader->text, "[core", 5) == 0;
  reader->text += length + (reader->text[length] == ']');
}

/// The value behind `=`: quotes, escapes and continued lines undone, blanks at the ends and a
/// comment left out.
static void read_value(struct reader *reader, struct bytes *value) {
  bool is_quoted = false;
  size_t kept = 0;
  reader->text += strspn(reader->text, " \t");
  for (; *reader->text != '\0' && *reader->text != '\n'; reader->text++) {
    char byte = *reader->text;
    if (byte == '"') {
      is_quoted = !is_quoted;
      continue;
    }
    if (!is_quoted && (byte == '#' || byte == ';')) {
      break;
    }
    bool is_escaped = byte == '\\' && reader->text[1] != '\0';
    if (is_escaped) {
      byte = *++reader->text;
      if (byte == '\n') {
        continue;
      }
      byte = byte == 'n' ? '\n' : byte == 't' ? '\t' : byte == 'b' ? '\b' : byte;
    }
    bytes_add_byte(value, byte);
    if (is_quoted || is_escaped || !isspace((unsigned char)byte)) {
      kept = value->length;
    }
  }
  bytes_cut(value, kept);
  skip_line(reader);
}

/// `key`, or `key = value`; true where it is the one that is looked for.
static bool read_key(struct reader *reader, struct bytes *value) {
  static const char wanted[] = "excludesfile";
  size_t length = 0;
  while (isalnum((unsigned char)reader->text[length]) || reader->text[length] == '-') {
    length++;
  }
  bool is_wanted = reader->in_core && length == strlen(wanted) &&
                   strncasecmp(reader->text, wanted, length) == 0;
  reader->text += length;
  reader->text += strspn(reader->text, " \t");
  if (*reader->text != '=') {
    skip_line(reader);
    return false;
  }
  reader->text++;
  struct bytes other = {0};
  if (is_wanted) {
    bytes_cut(value, 0);
  }
  // Another key's value is read too: it may go on in the next line.
  read_value(reader, is_wanted ? value : &other);
  bytes_free(&other);
  return is_wanted;
}

bool gitconfig_find_excludes_file(const char *text, size_t length, struct bytes *value) {
  struct bytes copy = {0};
  bytes_add(&copy, text, length);
  struct reader reader = {.text = copy.data};
  bool found = false;
  while (*reader.text != '\0') {
    if (*reader.text == '[') {
      read_section(&reader);
    } else if (*reader.text == '#' || *reader.text == ';') {
      skip_line(&reader);
    } else if (isalpha((unsigned char)*reader.text)) {
      found = read_key(&reader, value) || found;
    } else {
      reader.text++;
    }
  }
  bytes_free(&copy);
  return found;
}
