#include "ignore.h"

#include "bytes.h"
#include "glob.h"
#include "memory.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  // A larger file of rules is nobody's list of what to ignore; its beginning counts.
  file_bytes = 16 * 1024 * 1024,
  // What one read takes.
  read_bytes = 64 * 1024,
};

/// How a rule is looked for. All but the last kind are found by hashing, however many there are.
enum rule_kind {
  RULE_NAME,    // a name without wildcards, at any depth: `node_modules`
  RULE_PATH,    // a path without wildcards from the rules' folder: `/build`
  RULE_SUFFIX,  // any name that ends so: `*.o`
  RULE_PREFIX,  // any name that begins so: `core.*` has a suffix too, `tmp*` has not
  RULE_NAME_PATTERN,
  RULE_PATH_PATTERN,
};

#define HASHED_KINDS RULE_NAME_PATTERN

struct rule {
  enum rule_kind kind;
  bool lets_in;
  bool only_folders;
  /// Without `!`, a leading and a trailing slash; with a hashed kind also without the star.
  const char *text;
  size_t length;
  /// For a path: how many bytes of it have no wildcard.
  size_t literal_length;
};

struct ignore_rules {
  /// The whole file; rules point into it.
  char *text;
  struct rule *rules;
  size_t count;
  /// Places of patterns, which are tried one by one, in order.
  uint32_t *patterns;
  size_t pattern_count;
  /// A hash table of the others: places plus 1 of the last rule with a kind, a text, and about
  /// folders only or not.
  uint32_t *slots;
  size_t slot_count;
  /// How long texts of each hashed kind are, each length once.
  uint32_t *lengths[HASHED_KINDS];
  size_t length_counts[HASHED_KINDS];
};

// The table

static uint64_t hash(const struct rule *rule) {
  // FNV-1a: short, and good enough for names that people wrote.
  uint64_t value = 14695981039346656037u + 2 * (uint64_t)rule->kind + rule->only_folders;
  for (size_t place = 0; place < rule->length; place++) {
    value = (value ^ (unsigned char)rule->text[place]) * 1099511628211u;
  }
  return value ^ value >> 32;
}

static bool are_alike(const struct rule *one, const struct rule *other) {
  return one->kind == other->kind && one->only_folders == other->only_folders &&
         one->length == other->length && memcmp(one->text, other->text, one->length) == 0;
}

/// The slot that a rule like this one has, or would have.
static size_t slot_of(const struct ignore_rules *rules, const struct rule *rule) {
  size_t slot = hash(rule) & (rules->slot_count - 1);
  while (rules->slots[slot] != 0 && !are_alike(&rules->rules[rules->slots[slot] - 1], rule)) {
    slot = (slot + 1) & (rules->slot_count - 1);
  }
  return slot;
}

static void note_length(struct ignore_rules *rules, enum rule_kind kind, size_t length) {
  uint32_t *lengths = rules->lengths[kind];
  size_t count = rules->length_counts[kind];
  for (size_t place = 0; place < count; place++) {
    if (lengths[place] == length) {
      return;
    }
  }
  lengths = memory_resize(lengths, (count + 1) * sizeof *lengths);
  lengths[count] = (uint32_t)length;
  rules->lengths[kind] = lengths;
  rules->length_counts[kind] = count + 1;
}

static void index_rules(struct ignore_rules *rules) {
  rules->slot_count = 4;
  while (rules->slot_count < 2 * rules->count) {
    rules->slot_count *= 2;
  }
  rules->slots = memory_get_zeroed(rules->slot_count, sizeof *rules->slots);
  rules->patterns = memory_get(rules->count * sizeof *rules->patterns);
  for (size_t place = 0; place < rules->count; place++) {
    struct rule *rule = &rules->rules[place];
    if (rule->kind >= HASHED_KINDS) {
      rules->patterns[rules->pattern_count++] = (uint32_t)place;
      continue;
    }
    rules->slots[slot_of(rules, rule)] = (uint32_t)place + 1;
    // Names have at most 255 bytes, so there are at most 255 lengths that can matter.
    if ((rule->kind == RULE_SUFFIX || rule->kind == RULE_PREFIX) && rule->length < 256) {
      note_length(rules, rule->kind, rule->length);
    }
  }
}

static int64_t later(int64_t one, int64_t other) {
  return one > other ? one : other;
}

/// The place of the last rule of a kind and text that is about files, or folders; -1 for none.
static int64_t find(const struct ignore_rules *rules, enum rule_kind kind, const char *text,
                    size_t length, bool is_folder) {
  struct rule rule = {.kind = kind, .text = text, .length = length};
  int64_t place = (int64_t)rules->slots[slot_of(rules, &rule)] - 1;
  if (is_folder) {
    rule.only_folders = true;
    place = later(place, (int64_t)rules->slots[slot_of(rules, &rule)] - 1);
  }
  return place;
}

/// The last rule whose text is an end of a name, or a beginning; -1 for none.
static int64_t find_part(const struct ignore_rules *rules, enum rule_kind kind, const char *name,
                         size_t length, bool is_folder) {
  int64_t last = -1;
  for (size_t place = 0; place < rules->length_counts[kind]; place++) {
    size_t part = rules->lengths[kind][place];
    if (part <= length) {
      const char *text = kind == RULE_SUFFIX ? name + length - part : name;
      last = later(last, find(rules, kind, text, part, is_folder));
    }
  }
  return last;
}

static bool pattern_matches(const struct rule *rule, const char *path, const char *name) {
  if (rule->kind == RULE_NAME_PATTERN) {
    return glob_match_name(rule->text, name);
  }
  // As in git the pattern proper begins behind the part without wildcards: `foo**/bar` has a
  // `**/`.
  return strncmp(path, rule->text, rule->literal_length) == 0 &&
         glob_match_path(rule->text + rule->literal_length, path + rule->literal_length);
}

enum ignore_verdict ignore_test(const struct ignore_rules *rules, const char *path,
                                const char *name, bool is_folder) {
  size_t length = strlen(name);
  int64_t last = find(rules, RULE_NAME, name, length, is_folder);
  last = later(last, find(rules, RULE_PATH, path, strlen(path), is_folder));
  last = later(last, find_part(rules, RULE_SUFFIX, name, length, is_folder));
  last = later(last, find_part(rules, RULE_PREFIX, name, length, is_folder));
  for (size_t place = rules->pattern_count; place > 0; place--) {
    const struct rule *rule = &rules->rules[rules->patterns[place - 1]];
    if (rules->patterns[place - 1] <= last) {
      break;
    }
    if ((is_folder || !rule->only_folders) && pattern_matches(rule, path, name)) {
      last = rules->patterns[place - 1];
    }
  }
  if (last < 0) {
    return IGNORE_SILENT;
  }
  return rules->rules[last].lets_in ? IGNORE_LETS_IN : IGNORE_LEAVES_OUT;
}

// Parsing

/// Ends a line before its trailing blanks; one behind a backslash stays.
static void trim(char *line) {
  char *end = line;
  for (char *place = line; *place != '\0'; place++) {
    if (*place == '\\' && place[1] != '\0') {
      place++;
      end = place + 1;
    } else if (*place != ' ') {
      end = place + 1;
    }
  }
  *end = '\0';
}

/// What kind of rule a text is, whose length and slashes are known; may move the text.
static void find_kind(struct rule *rule, bool has_slash) {
  size_t literal = glob_literal_length(rule->text);
  rule->literal_length = literal;
  if (has_slash) {
    rule->kind = literal == rule->length ? RULE_PATH : RULE_PATH_PATTERN;
  } else if (literal == rule->length) {
    rule->kind = RULE_NAME;
  } else if (literal == 0 && rule->text[0] == '*' &&
             glob_literal_length(rule->text + 1) == rule->length - 1) {
    rule->kind = RULE_SUFFIX;
    rule->text++;
    rule->length--;
  } else if (literal == rule->length - 1 && rule->text[literal] == '*') {
    rule->kind = RULE_PREFIX;
    rule->length--;
  } else {
    rule->kind = RULE_NAME_PATTERN;
  }
}

static void add_rule(struct ignore_rules *rules, char *line) {
  struct rule rule = {.lets_in = *line == '!'};
  line += rule.lets_in;
  size_t length = strlen(line);
  rule.only_folders = length > 0 && line[length - 1] == '/';
  line[length - rule.only_folders] = '\0';
  bool has_slash = strchr(line, '/') != NULL;
  line += *line == '/';
  rule.text = line;
  rule.length = strlen(line);
  if (rule.length == 0) {
    return;
  }
  find_kind(&rule, has_slash);
  if ((rules->count & (rules->count - 1)) == 0) {
    // Full at each power of two.
    rules->rules = memory_resize(rules->rules, (2 * rules->count + 1) * sizeof rule);
  }
  rules->rules[rules->count++] = rule;
}

struct ignore_rules *ignore_parse(const char *text, size_t length) {
  struct ignore_rules *rules = memory_get_zeroed(1, sizeof *rules);
  rules->text = memory_copy(text, length);
  static const char mark[] = "\xEF\xBB\xBF";
  char *line = rules->text + (strncmp(rules->text, mark, 3) == 0 ? 3 : 0);
  for (char *end = rules->text + length; line < end;) {
    char *line_end = memchr(line, '\n', (size_t)(end - line));
    line_end = line_end != NULL ? line_end : end;
    *line_end = '\0';
    if (line_end > line && line_end[-1] == '\r') {
      line_end[-1] = '\0';
    }
    if (*line != '#' && *line != '\0') {
      trim(line);
      add_rule(rules, line);
    }
    line = line_end + 1;
  }
  if (rules->count == 0) {
    ignore_free(rules);
    return NULL;
  }
  index_rules(rules);
  return rules;
}

struct ignore_rules *ignore_read(int file) {
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    return NULL;
  }
  struct bytes text = {0};
  ssize_t length = 1;
  while (text.length < file_bytes && (length > 0 || errno == EINTR)) {
    length = pread(file, bytes_reserve(&text, read_bytes), read_bytes, (off_t)text.length);
    if (length == 0) {
      break;
    }
    text.length += length > 0 ? (size_t)length : 0;
  }
  struct ignore_rules *rules = ignore_parse(text.data, text.length);
  bytes_free(&text);
  return rules;
}

void ignore_free(struct ignore_rules *rules) {
  if (rules == NULL) {
    return;
  }
  for (int kind = 0; kind < HASHED_KINDS; kind++) {
    free(rules->lengths[kind]);
  }
  free(rules->slots);
  free(rules->patterns);
  free(rules->rules);
  free(rules->text);
  free(rules);
}
