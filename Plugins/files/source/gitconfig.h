#ifndef FILES_GITCONFIG_H
#define FILES_GITCONFIG_H

#include "bytes.h"

#include <stdbool.h>
#include <stddef.h>

/// Finds the value of `core.excludesFile` in the text of a git configuration; the last one counts.
///
/// False where there is none. Files that it includes are not looked into.
bool gitconfig_find_excludes_file(const char *text, size_t length, struct bytes *value);

#endif
