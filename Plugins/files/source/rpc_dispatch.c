#include "json_text.h"
#include "memory.h"
#include "rpc_private.h"

#include <stdlib.h>
#include <string.h>

// The one version of the protocol that this plugin speaks.
enum { protocol_version = 1 };

// Ids

static bool can_be_id(const json_t *id) {
  return json_is_string(id) || json_is_number(id);
}

/// Whether two ids are the same: `1` is `1.0`, but `1` is not `"1"`.
static bool ids_are_equal(const json_t *one, const json_t *other) {
  if (json_is_number(one) && json_is_number(other)) {
    return json_number_value(one) == json_number_value(other);
  }
  return json_equal(one, other);
}

/// The id as it was written, so that it comes back to the letter.
static char *id_text(const char *line, size_t length, const json_t *id) {
  const char *value;
  size_t value_length;
  if (json_text_find_member(line, length, "id", &value, &value_length)) {
    return memory_copy(value, value_length);
  }
  char *text = json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT);
  return text != NULL ? text : memory_copy("null", 4);
}

static struct rpc_call *kept_call(const struct rpc *rpc, const json_t *id) {
  struct rpc_call *call = rpc->kept;
  while (call != NULL && !ids_are_equal(call->id_value, id)) {
    call = call->next_kept;
  }
  return call;
}

// What a call means

static void initialize(struct rpc_call *call) {
  json_t *least = rpc_required(call, "/protocol/min", RPC_INTEGER);
  json_t *most = rpc_required(call, "/protocol/max", RPC_INTEGER);
  if (rpc_refuse_fault(call)) {
    return;
  }
  int64_t min = rpc_integer_value(least), max = rpc_integer_value(most);
  if (min > protocol_version || max < protocol_version) {
    json_t *data = json_pack("{s:{s:I,s:I},s:{s:i,s:i}}", "host", "min", (json_int_t)min, "max",
                             (json_int_t)max, "plugin", "min", protocol_version, "max",
                             protocol_version);
    rpc_refuse(call, RPC_NO_COMMON_VERSION, data,
               "the host speaks protocol %lld to %lld, this plugin %d", (long long)min,
               (long long)max, protocol_version);
    return;
  }
  call->rpc->phase = PHASE_READY;
  // The manifest says the rest.
  rpc_reply(call, json_pack("{s:i}", "protocol", protocol_version));
}

static void cancel(struct rpc *rpc, const json_t *params) {
  const json_t *id = json_object_get(params, "id");
  struct rpc_call *call = can_be_id(id) ? kept_call(rpc, id) : NULL;
  if (call != NULL) {
    call->cancelled(call->cancelled_context, call);
  }
}

/// Refuses what the order of the handshake forbids.
static bool refuse_by_phase(struct rpc_call *call) {
  const struct rpc *rpc = call->rpc;
  bool initializes = strcmp(call->method, "initialize") == 0;
  if (rpc->phase == PHASE_CREATED && !initializes) {
    rpc_refuse(call, RPC_NOT_INITIALIZED, NULL, "initialize comes first");
  } else if (rpc->phase == PHASE_READY && initializes) {
    rpc_refuse(call, RPC_ALREADY_INITIALIZED, NULL, "initialized already");
  } else if (rpc->phase == PHASE_STOPPED && call->id != NULL) {
    rpc_refuse(call, RPC_INVALID_REQUEST, NULL, "nothing follows shutdown but exit");
  } else {
    return false;
  }
  return true;
}

static void call_handler(const struct rpc_route *route, struct rpc_call *call) {
  bool settled = false;
  call->settled = &settled;
  route->handler(route->context, call);
  if (!settled) {
    rpc_refuse(call, RPC_INTERNAL_ERROR, NULL, "%s was left without an answer", call->method);
  }
}

static void dispatch(struct rpc_call *call) {
  struct rpc *rpc = call->rpc;
  if (call->id != NULL && kept_call(rpc, call->id_value) != NULL) {
    rpc_refuse(call, RPC_INVALID_REQUEST, NULL, "this id is still in use");
    return;
  }
  if (strcmp(call->method, "ping") == 0) {
    rpc_reply(call, NULL);
    return;
  }
  if (refuse_by_phase(call)) {
    return;
  }
  if (call->id != NULL && strcmp(call->method, "initialize") == 0) {
    initialize(call);
    return;
  }
  if (call->id != NULL && strcmp(call->method, "shutdown") == 0) {
    rpc->phase = PHASE_STOPPED;
    rpc_reply(call, NULL);
    return;
  }
  for (size_t place = 0; place < rpc->route_count; place++) {
    if (strcmp(call->method, rpc->routes[place].method) == 0) {
      call_handler(&rpc->routes[place], call);
      return;
    }
  }
  rpc_refuse(call, RPC_METHOD_NOT_FOUND, NULL, "no method %s", call->method);
}

static void take_call(struct rpc_call *call) {
  if (call->id == NULL && strcmp(call->method, "exit") == 0) {
    rpc_leave(call->rpc);
    rpc_end_call(call);
  } else if (call->id == NULL && strcmp(call->method, "$/cancelRequest") == 0) {
    cancel(call->rpc, call->params);
    rpc_end_call(call);
  } else {
    dispatch(call);
  }
}

// What a message is

/// Whether params are by name, or one of the forms of "none" that clients send.
static bool are_by_name(const json_t *params) {
  if (json_is_array(params)) {
    return json_array_size(params) == 0 ||
           (json_array_size(params) == 1 && json_is_null(json_array_get(params, 0)));
  }
  return true;
}

/// Why an object is no call; null where it is one.
static const char *fault_of_envelope(const json_t *message) {
  const json_t *id = json_object_get(message, "id");
  const json_t *version = json_object_get(message, "jsonrpc");
  const json_t *params = json_object_get(message, "params");
  if (id != NULL && !can_be_id(id)) {
    return "an id is a string or a number";
  }
  if (version != NULL &&
      !(json_is_string(version) && strcmp(json_string_value(version), "2.0") == 0)) {
    return "jsonrpc is not 2.0";
  }
  if (!json_is_string(json_object_get(message, "method"))) {
    return "method is not a string";
  }
  if (params != NULL && !json_is_object(params) && !json_is_array(params) &&
      !json_is_null(params)) {
    return "params are not an object";
  }
  return NULL;
}

/// The name of a method; one with U+0000 in it is nobody's.
static const char *method_name(const json_t *method) {
  const char *name = json_string_value(method);
  return strlen(name) == json_string_length(method) ? name : "with U+0000 in it";
}

static void take_object(struct rpc *rpc, const char *line, size_t length, json_t *message) {
  json_t *id = json_object_get(message, "id");
  char *text = can_be_id(id) ? id_text(line, length, id) : NULL;
  const char *fault = fault_of_envelope(message);
  if (fault == NULL) {
    struct rpc_call *call = memory_get_zeroed(1, sizeof *call);
    *call = (struct rpc_call){
        .rpc = rpc,
        .message = json_incref(message),
        .params = json_object_get(message, "params"),
        .method = method_name(json_object_get(message, "method")),
        .id_value = id,
        .id = text,
    };
    if (are_by_name(call->params)) {
      take_call(call);
    } else {
      rpc_refuse(call, RPC_INVALID_PARAMS, NULL, "params are by name, not by position");
    }
    return;
  }
  bool is_answer = json_object_get(message, "method") == NULL &&
                   (json_object_get(message, "result") != NULL ||
                    json_object_get(message, "error") != NULL);
  // Nothing was asked, so an answer is to nothing.
  if (!is_answer) {
    rpc_send_error(rpc, text != NULL ? text : "null", RPC_INVALID_REQUEST, NULL, fault);
  }
  free(text);
}

static json_t *parse(const char *line, size_t length, json_error_t *error) {
  size_t flags = JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY;
  json_t *message = json_loadb(line, length, flags, error);
  if (message == NULL && json_error_code(error) == json_error_numeric_overflow) {
    // An integer of any size is valid JSON, and a valid id.
    message = json_loadb(line, length, flags | JSON_DECODE_INT_AS_REAL, error);
  }
  return message;
}

void rpc_take_line(struct rpc *rpc, const char *line, size_t length) {
  size_t place = 0;
  while (place < length && (line[place] == ' ' || line[place] == '\t' || line[place] == '\r')) {
    place++;
  }
  if (place == length) {
    return;
  }
  json_error_t error;
  json_t *message = parse(line, length, &error);
  if (message == NULL) {
    rpc_send_error(rpc, "null", RPC_PARSE_ERROR, json_pack("{s:i}", "offset", error.position),
                   error.text);
  } else if (!json_is_object(message)) {
    rpc_send_error(rpc, "null", RPC_INVALID_REQUEST, NULL, "a message is an object");
  } else {
    take_object(rpc, line, length, message);
  }
  json_decref(message);
}
