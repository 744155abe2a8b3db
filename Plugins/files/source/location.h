#ifndef FILES_LOCATION_H
#define FILES_LOCATION_H

#include "bytes.h"

#include <stdbool.h>

/// How people and programs write where something is: an absolute path, a path below the home with
/// or without `~/`, or a `file:` URI.
///
/// Adds the absolute path, without empty parts, `.` and `..`; false where there is none.
bool location_add_path(struct bytes *path, const char *location);

/// Adds the `file:` URI of an absolute path, whatever bytes it has.
void location_add_uri(struct bytes *uri, const char *path);

#endif
