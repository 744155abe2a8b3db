#ifndef FILES_OFFER_H
#define FILES_OFFER_H

#include "scope.h"

#include <sys/stat.h>

/// What a path turns out to be.
enum offer_kind {
  /// Nothing that is offered in the scope.
  OFFER_NOTHING,
  /// It would be offered, but it is not there.
  OFFER_GONE,
  OFFER_FILE,
  OFFER_LINK,
};

/// A path in a scope, as it is now.
struct offer {
  enum offer_kind kind;
  /// The file, open for reading, or the link itself; -1 where there is none, or it can't be read.
  int descriptor;
  /// Why there is no descriptor, as `errno`.
  int error;
  struct stat status;
};

/// Finds a path from the scope's top, by the same rules as the source's items.
///
/// No link is followed on the way, so what is opened is below the top.
struct offer offer_find(const struct scope *scope, const char *path);

void offer_close(struct offer *offer);

#endif
