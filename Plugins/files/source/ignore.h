#ifndef FILES_IGNORE_H
#define FILES_IGNORE_H

#include <stdbool.h>
#include <stddef.h>

/// The rules of one file in the format of `.gitignore`, which say what below a folder is ignored.
struct ignore_rules;

/// What a file of rules says about a path.
enum ignore_verdict { IGNORE_SILENT, IGNORE_LEAVES_OUT, IGNORE_LETS_IN };

/// Rules out of text; null where it has none. The last rule that matches a path counts.
struct ignore_rules *ignore_parse(const char *text, size_t length);

/// Rules out of an open file, read from its beginning; null where it has none or can't be read.
struct ignore_rules *ignore_read(int file);

void ignore_free(struct ignore_rules *rules);

/// What the rules say about a path from the folder that they belong to.
///
/// `name` is the path's last part. Whether a folder above it is left out is the caller's to ask
/// first. The time it takes hardly depends on how many rules without inner wildcards there are.
enum ignore_verdict ignore_test(const struct ignore_rules *rules, const char *path,
                                const char *name, bool is_folder);

#endif
