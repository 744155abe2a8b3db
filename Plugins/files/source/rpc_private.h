#ifndef FILES_RPC_PRIVATE_H
#define FILES_RPC_PRIVATE_H

#include "bytes.h"
#include "rpc.h"

/// What `rpc.c` (streams), `rpc_dispatch.c` (messages in) and `rpc_call.c` (answers out) share.

/// How far the handshake has come.
enum rpc_phase { PHASE_CREATED, PHASE_READY, PHASE_STOPPED };

struct rpc_route {
  const char *method;
  rpc_handler *handler;
  void *context;
};

struct rpc {
  int input, output;
  struct bytes inbox;
  /// Bytes of the inbox that are known to hold no line feed.
  size_t searched;
  /// The line under way is over the limit, and is left out.
  bool skips;
  struct bytes outbox;
  /// Bytes of the outbox that are written.
  size_t written;
  bool ended, broken, left;
  /// When to leave at the latest; -1 while nothing presses.
  int64_t leave_by;
  enum rpc_phase phase;
  struct rpc_route *routes;
  size_t route_count;
  struct rpc_call *kept;
};

struct rpc_call {
  struct rpc *rpc;
  struct rpc_call *next_kept;
  /// The whole message; `params`, `method` and `id_value` are parts of it.
  json_t *message;
  json_t *params;
  const char *method;
  json_t *id_value;
  /// The id as it was written; null for a notification.
  char *id;
  /// Where to note that the call was answered or kept, while its handler runs.
  bool *settled;
  /// The first fault of the params; null while there is none.
  json_t *fault;
  rpc_handler *cancelled;
  void *cancelled_context;
};

/// Takes one line, without its end.
void rpc_take_line(struct rpc *rpc, const char *line, size_t length);

/// Sends an error for something that is no call; `id` is JSON text.
void rpc_send_error(struct rpc *rpc, const char *id, enum rpc_code code, json_t *data,
                    const char *message);

/// Frees a call, and forgets it where it was kept.
void rpc_end_call(struct rpc_call *call);

#endif
