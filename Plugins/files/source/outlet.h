#ifndef FILES_OUTLET_H
#define FILES_OUTLET_H

#include "bytes.h"
#include "rpc.h"
#include "tree.h"

#include <stdbool.h>
#include <stdint.h>

/// The short name of the one source.
extern const char source_name[];

/// The way of one datasource's items to the host.
///
/// While a request is open they are parts of its answer, as the host's credit allows; after that
/// they are changes, each with the next version.
struct outlet {
  struct rpc *rpc;
  /// The host's name for the datasource, as JSON; null where it gave none.
  char *datasource;
  /// The open request; null once it is answered.
  struct rpc_call *call;
  /// The request's token, as JSON; null where all items have to be in the answer.
  char *token;
  bool is_bounded;
  /// Items that may be sent, where there is a bound.
  int64_t credit;
  int64_t version;
  /// What was added and removed since the last message, as JSON without the brackets.
  struct bytes items, removed;
  /// The path of the top and of the folder that is told of, as they come.
  struct bytes path;
  size_t top_length, folder_length;
  /// The same, escaped: the top with a slash, and the folder's path with a slash.
  struct bytes top_text, folder_text;
  /// Whether the paths are UTF-8.
  bool is_text;
  /// The item, or the id, that is being written.
  struct bytes element;
  /// The items do not fit into one answer, which is all that the host takes.
  bool is_overfull;
};

struct outlet *outlet_new(struct rpc *rpc, const char *datasource);
void outlet_free(struct outlet *outlet);

/// Begins to answer a request, which is kept; `cancelled` gets it when it is cancelled.
///
/// No other may be open, and its params have been looked at.
void outlet_open(struct outlet *outlet, struct rpc_call *call, rpc_handler *cancelled,
                 void *context);

/// Whether nothing may be added now: there is no credit, or the host does not read.
bool outlet_is_blocked(const struct outlet *outlet);

/// Whether it is blocked by the want of credit.
bool outlet_waits_for_credit(const struct outlet *outlet);

/// Grants credit, if the token is that of the open request.
void outlet_grant(struct outlet *outlet, const char *token, int64_t count);

/// Says which folder the next names are in.
void outlet_enter(struct outlet *outlet, const char *top, const struct folder *folder);
void outlet_add(struct outlet *outlet, const char *name);
void outlet_remove(struct outlet *outlet, const char *name);

/// Sends what was added and removed, as a change, if there is anything.
void outlet_flush(struct outlet *outlet);

/// Answers the open request with what is not sent yet. `lifetime` is `ttlMs`; 0 gives none.
void outlet_answer(struct outlet *outlet, int64_t lifetime);

/// Answers the open request with an error, and drops what is not sent yet.
__attribute__((format(printf, 3, 4))) void outlet_refuse(struct outlet *outlet,
                                                         enum rpc_code code, const char *format,
                                                         ...);

/// Tells the host, by a gap in the version, that it has to ask again.
void outlet_tell_gap(struct outlet *outlet);

#endif
