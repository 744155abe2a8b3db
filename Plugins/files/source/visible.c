#include "visible.h"

#include "utf8.h"

#include <string.h>
#include <wchar.h>

enum {
  tab_columns = 8,
  // Marks on one character that are kept; more of them are nothing that anybody reads.
  most_marks = 8,
  // The first of the pictures of control characters, and that of the last of these.
  control_pictures = 0x2400,
  delete_picture = 0x2421,
};

/// One line as it grows.
struct line {
  struct visible *visible;
  size_t columns, marks;
  /// Where the line was one column short of the most: a `…` can replace what comes after.
  size_t end_before_last;
  bool is_full;
};

/// Characters that can't be seen or turn the text around them; the joiners that scripts and emoji
/// need are none of them.
static bool is_deceptive(uint32_t character) {
  return (character >= 0x80 && character < 0xA0) || character == 0xAD || character == 0x200B ||
         character == 0x200E || character == 0x200F ||
         (character >= 0x2028 && character <= 0x202E) ||
         (character >= 0x2060 && character <= 0x206F) || character == 0xFEFF ||
         (character >= 0xFFF9 && character <= 0xFFFB) ||
         (character >= 0xE0000 && character <= 0xE007F);
}

static void put(struct line *line, const char *text, size_t length, size_t columns) {
  struct visible *visible = line->visible;
  if (line->is_full) {
    return;
  }
  if (line->columns + columns > visible->most_columns) {
    bytes_cut(&visible->text, line->end_before_last);
    bytes_add_text(&visible->text, "…");
    line->columns = visible->most_columns;
    line->is_full = true;
    return;
  }
  bytes_add(&visible->text, text, length);
  line->columns += columns;
  if (line->columns < visible->most_columns) {
    line->end_before_last = visible->text.length;
  }
}

static void put_picture(struct line *line, uint32_t picture) {
  const char text[] = {(char)(0xE0 | picture >> 12), (char)(0x80 | (picture >> 6 & 0x3F)),
                       (char)(0x80 | (picture & 0x3F))};
  put(line, text, sizeof text, 1);
}

static void put_number(struct line *line, uint32_t character) {
  struct bytes text = {0};
  bytes_add_format(&text, "<U+%04X>", (unsigned)character);
  put(line, text.data, text.length, text.length);
  bytes_free(&text);
}

static void put_character(struct line *line, const char *text, size_t length) {
  uint32_t character = utf8_decode(text, length);
  if (character == '\t') {
    size_t blanks = tab_columns - line->columns % tab_columns;
    for (; blanks > 0; blanks--) {
      put(line, " ", 1, 1);
    }
  } else if (character < 0x20) {
    put_picture(line, control_pictures + character);
  } else if (character == 0x7F) {
    put_picture(line, delete_picture);
  } else if (is_deceptive(character)) {
    put_number(line, character);
  } else {
    int columns = wcwidth((wchar_t)character);
    line->marks = columns == 0 ? line->marks + 1 : 0;
    if (columns != 0 || (line->columns > 0 && line->marks <= most_marks)) {
      put(line, text, length, columns < 0 ? 1 : (size_t)columns);
    }
  }
}

static void add_line(struct visible *visible, const char *text, size_t length) {
  if (visible->lines > 0) {
    bytes_add_byte(&visible->text, '\n');
  }
  struct line line = {.visible = visible, .end_before_last = visible->text.length};
  while (length > 0 && !line.is_full) {
    size_t sequence = utf8_sequence(text, length);
    if (sequence > 0) {
      put_character(&line, text, sequence);
    } else {
      put(&line, "\xEF\xBF\xBD", 3, 1);
      sequence = 1;
    }
    text += sequence;
    length -= sequence;
  }
  visible->lines++;
  if (line.columns > visible->columns) {
    visible->columns = line.columns;
  }
}

void visible_add(struct visible *visible, const char *text, size_t length) {
  for (const char *end = text + length; text < end;) {
    if (visible->lines == visible->most_lines) {
      visible->is_cut = true;
      return;
    }
    const char *line_end = memchr(text, '\n', (size_t)(end - text));
    const char *next = line_end != NULL ? line_end + 1 : end;
    line_end = line_end != NULL ? line_end : end;
    bool has_return = line_end > text && line_end < end && line_end[-1] == '\r';
    add_line(visible, text, (size_t)(line_end - text) - has_return);
    text = next;
  }
}
