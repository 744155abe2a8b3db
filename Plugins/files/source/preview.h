#ifndef FILES_PREVIEW_H
#define FILES_PREVIEW_H

#include "rpc.h"
#include "source.h"

enum {
  /// Popups whose files are remembered: far more than one user has open.
  preview_popups = 64,
};

/// The popup `preview`: the beginning of a file that the source offers.
struct preview {
  const struct source *source;
  /// The popups that are open, and the locations that they show; the oldest may be forgotten.
  struct {
    char *popup;
    json_t *file;
  } shown[preview_popups];
  size_t next;
};

/// Has `rpc` call the preview for its methods.
void preview_begin(struct preview *preview, const struct source *source, struct rpc *rpc);
void preview_end(struct preview *preview);

#endif
