#include "glob.h"

#include <string.h>

size_t glob_literal_length(const char *pattern) {
  return strcspn(pattern, "*?[\\");
}

// Classes in brackets

static bool is_between(unsigned char byte, unsigned char first, unsigned char last) {
  return byte >= first && byte <= last;
}

static bool is_letter_or_digit(unsigned char byte) {
  return is_between(byte, 'a', 'z') || is_between(byte, 'A', 'Z') || is_between(byte, '0', '9');
}

/// Whether a byte is in one of POSIX' named classes of ASCII; -1 for a name that there is not.
static int is_in_named_class(unsigned char byte, const char *name, size_t length) {
  static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                      "lower", "print", "punct", "space", "upper", "xdigit"};
  size_t class = 0;
  while (class < sizeof names / sizeof names[0] &&
         (strlen(names[class]) != length || memcmp(names[class], name, length) != 0)) {
    class++;
  }
  switch (class) {
    case 0: return is_letter_or_digit(byte);
    case 1: return is_letter_or_digit(byte) && !is_between(byte, '0', '9');
    case 2: return byte == ' ' || byte == '\t';
    case 3: return byte < 0x20 || byte == 0x7F;
    case 4: return is_between(byte, '0', '9');
    case 5: return is_between(byte, '!', '~');
    case 6: return is_between(byte, 'a', 'z');
    case 7: return is_between(byte, ' ', '~');
    case 8: return is_between(byte, '!', '~') && !is_letter_or_digit(byte);
    // Git's own idea of white space has neither a vertical tab nor a form feed.
    case 9: return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
    case 10: return is_between(byte, 'A', 'Z');
    case 11:
      return is_between(byte, '0', '9') || is_between(byte, 'a', 'f') ||
             is_between(byte, 'A', 'F');
    default: return -1;
  }
}

/// What one member of a bracket expression says.
struct member {
  /// Whether the byte is in it.
  bool holds;
  /// A byte that a range may begin with; 0 after a range or a named class.
  unsigned char from;
  /// Where it ends; null for an expression that can't match anything.
  const char *end;
};

/// `[:name:]` at `text`; where it has no `:]` its bracket is a byte like any other.
static struct member named_class(const char *text, unsigned char byte) {
  const char *end = strchr(text + 2, ']');
  if (end == NULL) {
    return (struct member){0};
  }
  if (end == text + 2 || end[-1] != ':') {
    return (struct member){.holds = byte == '[', .from = '[', .end = text + 1};
  }
  int holds = is_in_named_class(byte, text + 2, (size_t)(end - text) - 3);
  return (struct member){.holds = holds > 0, .end = holds < 0 ? NULL : end + 1};
}

/// The member at `text`; `from` is the byte before it, which a range may begin with.
static struct member next_member(const char *text, unsigned char from, unsigned char byte) {
  bool is_range = text[0] == '-' && from != 0 && text[1] != '\0' && text[1] != ']';
  if (!is_range && text[0] == '[' && text[1] == ':') {
    return named_class(text, byte);
  }
  text += is_range;
  text += *text == '\\';
  unsigned char to = (unsigned char)*text;
  if (to == '\0') {
    return (struct member){0};
  }
  if (is_range) {
    return (struct member){.holds = is_between(byte, from, to), .end = text + 1};
  }
  return (struct member){.holds = byte == to, .from = to, .end = text + 1};
}

/// Whether a byte is in the bracket expression at `pattern`; its end is null if it can't match.
static bool is_in_brackets(const char *pattern, unsigned char byte, const char **end) {
  const char *text = pattern + 1;
  bool is_negated = *text == '!' || *text == '^';
  text += is_negated;
  bool holds = false;
  // The first member may be a `]`.
  struct member member = {.end = text};
  do {
    member = next_member(text, member.from, byte);
    holds = holds || member.holds;
    text = member.end;
  } while (text != NULL && *text != ']');
  *end = text != NULL ? text + 1 : NULL;
  return text != NULL && holds != is_negated;
}

// The match

/// A place to go on from when what follows a star did not match.
struct retry {
  /// What stands behind the star; null where there is no star.
  const char *pattern;
  /// From where that is tried next.
  const char *text;
};

/// The last `*` and the last `**` that were passed.
///
/// Going back further never helps. What follows a star is tried at the leftmost place first, and
/// whatever a later match of the same piece leaves to the next star, an earlier one leaves too; a
/// `*` ends with its part of the path, and pieces between two `**` are whole parts.
struct match {
  const char *begin;
  bool is_path;
  struct retry star, star_star;
};

/// Where one byte of `text` leads to in the pattern; null where it does not match.
static const char *after_byte(const char *pattern, unsigned char byte, bool is_path) {
  if (*pattern == '?') {
    return is_path && byte == '/' ? NULL : pattern + 1;
  }
  if (*pattern == '[') {
    const char *end;
    bool holds = is_in_brackets(pattern, byte, &end);
    return holds && !(is_path && byte == '/') ? end : NULL;
  }
  pattern += *pattern == '\\';
  return *pattern != '\0' && (unsigned char)*pattern == byte ? pattern + 1 : NULL;
}

/// Passes the stars at `pattern`; returns where to go on, also in the text, or null for nowhere.
static const char *pass_stars(struct match *match, const char *pattern, const char **text) {
  const char *rest = pattern + strspn(pattern, "*");
  bool is_star_star = match->is_path && rest - pattern >= 2 &&
                      (pattern == match->begin || pattern[-1] == '/') &&
                      (*rest == '\0' || *rest == '/' || (rest[0] == '\\' && rest[1] == '/'));
  if (!is_star_star) {
    match->star = (struct retry){rest, *text};
    return rest;
  }
  match->star = (struct retry){0};
  if (*rest == '\0') {
    *text += strlen(*text);
    return rest;
  }
  if (*rest == '/') {
    // No part at all is tried first.
    match->star_star = (struct retry){rest + 1, *text};
    return rest + 1;
  }
  // An escaped slash has to be there.
  const char *slash = strchr(*text, '/');
  if (slash == NULL) {
    return NULL;
  }
  *text = slash + 1;
  match->star_star = (struct retry){rest + 2, slash + 1};
  return rest + 2;
}

/// Goes back to the last star that can take more; returns null where none can.
static const char *retry(struct match *match, const char **text) {
  struct retry *star = &match->star, *star_star = &match->star_star;
  if (star->pattern != NULL && *star->text != '\0' && !(match->is_path && *star->text == '/')) {
    *text = ++star->text;
    return star->pattern;
  }
  star->pattern = NULL;
  const char *slash = star_star->pattern != NULL ? strchr(star_star->text, '/') : NULL;
  if (slash == NULL) {
    return NULL;
  }
  *text = star_star->text = slash + 1;
  return star_star->pattern;
}

static bool glob_match(const char *pattern, const char *text, bool is_path) {
  struct match match = {.begin = pattern, .is_path = is_path};
  while (pattern != NULL) {
    if (*pattern == '*') {
      pattern = pass_stars(&match, pattern, &text);
      continue;
    }
    if (*text == '\0') {
      // What a star took less of is in front of here: nothing is left to match any more with.
      return *pattern == '\0';
    }
    const char *next = *pattern != '\0' ? after_byte(pattern, (unsigned char)*text, is_path) : NULL;
    text += next != NULL;
    pattern = next != NULL ? next : retry(&match, &text);
  }
  return false;
}

bool glob_match_path(const char *pattern, const char *path) {
  return glob_match(pattern, path, true);
}

bool glob_match_name(const char *pattern, const char *name) {
  return glob_match(pattern, name, false);
}
