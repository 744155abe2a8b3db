#ifndef FILES_GLOB_H
#define FILES_GLOB_H

#include <stdbool.h>
#include <stddef.h>

/// Bytes that a pattern begins with and that stand for themselves: up to its first `*?[\`.
size_t glob_literal_length(const char *pattern);

/// Whether a whole path, with slashes between its parts, matches a pattern as git means it.
///
/// `*` and `?` never match a slash, `**` between slashes matches any parts; both are NUL-ended. The
/// time it takes is polynomial whatever the pattern is.
bool glob_match_path(const char *pattern, const char *path);

/// Whether a name without slashes matches a pattern.
bool glob_match_name(const char *pattern, const char *name);

#endif
