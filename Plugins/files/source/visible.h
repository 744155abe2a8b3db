#ifndef FILES_VISIBLE_H
#define FILES_VISIBLE_H

#include "bytes.h"

#include <stdbool.h>
#include <stddef.h>

/// Text that is cut to a number of lines and columns, with everything in it made visible.
///
/// Control characters become their pictures (`␛`), what is no UTF-8 U+FFFD, tabs blanks up to the
/// next of every eighth column, and characters that change the direction of text or have no width
/// their number, `<U+202E>`. A line that is cut ends with `…`.
struct visible {
  size_t most_lines, most_columns;
  struct bytes text;
  /// How many lines there are, and how wide the widest is.
  size_t lines, columns;
  /// Lines were left out.
  bool is_cut;
};

/// Adds lines. A carriage return before a line feed belongs to the line's end.
void visible_add(struct visible *visible, const char *text, size_t length);

#endif
