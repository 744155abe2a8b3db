#ifndef FILES_RPC_H
#define FILES_RPC_H

#include <jansson.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// JSON-RPC 2.0 as a Jackfield plugin speaks it: one message a line, on two descriptors.
///
/// Nothing in here knows what the plugin is about, and nothing waits: the plugin's own loop polls,
/// and calls `rpc_exchange`. What every plugin must do is done here: `initialize`, `ping`,
/// `shutdown`, `exit`, unknown methods, the order of the handshake, bad messages, cancelling.
///
///     struct rpc *rpc = rpc_new(STDIN_FILENO, STDOUT_FILENO);
///     rpc_on(rpc, "greeter/greet", greet, NULL);
///     while (!rpc_is_done(rpc)) {
///       struct pollfd streams[2];
///       rpc_prepare(rpc, streams);
///       poll(streams, 2, rpc_timeout(rpc));
///       rpc_exchange(rpc, streams);
///     }
///     rpc_free(rpc);
struct rpc;

/// A request that waits for its answer, or a notification, which gets none.
struct rpc_call;

/// The codes that a plugin answers with; JSON-RPC's own first, then the protocol's.
enum rpc_code {
  RPC_PARSE_ERROR = -32700,
  RPC_INVALID_REQUEST = -32600,
  RPC_METHOD_NOT_FOUND = -32601,
  RPC_INVALID_PARAMS = -32602,
  RPC_INTERNAL_ERROR = -32603,
  RPC_CANCELLED = -32800,
  RPC_SUPERSEDED = -32801,
  RPC_NOT_INITIALIZED = -32002,
  RPC_UNKNOWN_OBJECT = -32004,
  RPC_NO_COMMON_VERSION = -32006,
  RPC_ALREADY_INITIALIZED = -32007,
  RPC_OVERLOADED = -32010,
  RPC_MESSAGE_TOO_LARGE = -32011,
  RPC_NOT_PERMITTED = -32012,
};

/// What a member of params may be asked to be.
enum rpc_kind { RPC_ANY, RPC_STRING, RPC_INTEGER, RPC_NUMBER, RPC_BOOLEAN, RPC_OBJECT };

/// Answers `call` before it returns, or keeps it with `rpc_keep`.
typedef void rpc_handler(void *context, struct rpc_call *call);

// The two streams

/// A plugin that reads from `input` and writes to `output`; both stay the caller's.
struct rpc *rpc_new(int input, int output);
void rpc_free(struct rpc *rpc);

/// Has `handler` get the requests and notifications of a method, once the handshake is done.
///
/// `method` must outlive `rpc`.
void rpc_on(struct rpc *rpc, const char *method, rpc_handler *handler, void *context);

/// Fills in what to poll for: the input, then the output; an unused one has the descriptor -1.
void rpc_prepare(const struct rpc *rpc, struct pollfd streams[2]);

/// Milliseconds after which `rpc_exchange` wants to be called though nothing came; -1 for never.
int rpc_timeout(const struct rpc *rpc);

/// Reads, calls handlers and writes, as far as that goes without waiting.
void rpc_exchange(struct rpc *rpc, const struct pollfd streams[2]);

/// Whether the input has ended: no message will come any more.
bool rpc_has_ended(const struct rpc *rpc);

/// Whether so much is unwritten that no new work should be begun.
bool rpc_is_congested(const struct rpc *rpc);

/// Leaves, as at `exit`: what is unwritten is written, and nothing else is done.
void rpc_leave(struct rpc *rpc);

/// Whether the plugin is to end: everything is said, or nobody listens.
///
/// After the end of the input this is so once nothing is unwritten and no call is kept, and in any
/// case within a second.
bool rpc_is_done(const struct rpc *rpc);

// Calls

/// The raw JSON of a call's id; null for a notification.
const char *rpc_id(const struct rpc_call *call);

/// The member of the params that a JSON Pointer names, borrowed; null where there is none.
///
/// One of another kind is noted as a fault, as a missing one is by `rpc_required`; the first fault
/// counts, and `rpc_refuse_fault` tells it. `null` counts as absent, `[]` as an object.
json_t *rpc_optional(struct rpc_call *call, const char *pointer, enum rpc_kind kind);
json_t *rpc_required(struct rpc_call *call, const char *pointer, enum rpc_kind kind);

/// The value of an integer or a number, which may be written with a fraction of zero.
int64_t rpc_integer_value(const json_t *number);

/// Notes that a member is not what it should be.
__attribute__((format(printf, 4, 5))) void rpc_note_fault(struct rpc_call *call,
                                                          const char *pointer,
                                                          const char *expected,
                                                          const char *format, ...);

/// Answers -32602 where a fault was noted, and returns whether it has.
bool rpc_refuse_fault(struct rpc_call *call);

/// Answers with a result that it takes over; null means `{}`. The call is gone then.
void rpc_reply(struct rpc_call *call, json_t *result);

/// Answers with a result that is JSON text.
void rpc_reply_text(struct rpc_call *call, const char *result, size_t length);

/// Answers with an error, whose `data` it takes over; null means none. The call is gone then.
__attribute__((format(printf, 4, 5))) void rpc_refuse(struct rpc_call *call, enum rpc_code code,
                                                      json_t *data, const char *format, ...);

/// Keeps a request beyond its handler's return, to be answered later.
///
/// `cancelled` is called when the host cancels it, and has to answer it.
void rpc_keep(struct rpc_call *call, rpc_handler *cancelled, void *context);

// Messages of the plugin's own

/// Sends a notification with params that it takes over.
void rpc_notify(struct rpc *rpc, const char *method, json_t *params);

/// Sends a message that is JSON text on one line.
void rpc_send(struct rpc *rpc, const char *message, size_t length);

/// Puts a line into the plugin's log; `level` is `error`, `warning`, `info` or `debug`.
__attribute__((format(printf, 3, 4))) void rpc_log(struct rpc *rpc, const char *level,
                                                   const char *format, ...);

#endif
