#include "json_text.h"
#include "memory.h"
#include "rpc_private.h"
#include "utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  // The longest pointer that is asked for, with room to spare; they are all literals.
  pointer_bytes = 128,
  // How much of a bad value an error quotes.
  quoted_bytes = 200,
};

const char *rpc_id(const struct rpc_call *call) {
  return call->id;
}

void rpc_keep(struct rpc_call *call, rpc_handler *cancelled, void *context) {
  *call->settled = true;
  call->cancelled = cancelled;
  call->cancelled_context = context;
  call->next_kept = call->rpc->kept;
  call->rpc->kept = call;
}

void rpc_end_call(struct rpc_call *call) {
  struct rpc_call **link = &call->rpc->kept;
  while (*link != NULL && *link != call) {
    link = &(*link)->next_kept;
  }
  if (*link == call) {
    *link = call->next_kept;
  } else if (call->settled != NULL) {
    *call->settled = true;
  }
  json_decref(call->fault);
  json_decref(call->message);
  free(call->id);
  free(call);
}

// Answers

void rpc_reply_text(struct rpc_call *call, const char *result, size_t length) {
  if (call->id != NULL) {
    struct bytes message = {0};
    bytes_add_format(&message, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":", call->id);
    bytes_add(&message, result, length);
    bytes_add_byte(&message, '}');
    rpc_send(call->rpc, message.data, message.length);
    bytes_free(&message);
  }
  rpc_end_call(call);
}

void rpc_reply(struct rpc_call *call, json_t *result) {
  char *text = result != NULL ? json_dumps(result, JSON_COMPACT) : NULL;
  const char *answer = text != NULL ? text : "{}";
  rpc_reply_text(call, answer, strlen(answer));
  free(text);
  json_decref(result);
}

void rpc_send_error(struct rpc *rpc, const char *id, enum rpc_code code, json_t *data,
                    const char *message) {
  struct bytes line = {0}, repaired = {0};
  utf8_add_repaired(&repaired, message, strlen(message));
  bytes_add_format(&line, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":", id,
                   (int)code);
  json_text_add_string(&line, repaired.length > 0 ? repaired.data : "", repaired.length);
  char *text = data != NULL ? json_dumps(data, JSON_COMPACT) : NULL;
  if (text != NULL) {
    bytes_add_text(&line, ",\"data\":");
    bytes_add_text(&line, text);
  }
  bytes_add_text(&line, "}}");
  rpc_send(rpc, line.data, line.length);
  free(text);
  json_decref(data);
  bytes_free(&repaired);
  bytes_free(&line);
}

void rpc_refuse(struct rpc_call *call, enum rpc_code code, json_t *data, const char *format,
                ...) {
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (call->id != NULL) {
    rpc_send_error(call->rpc, call->id, code, data, message);
  } else {
    json_decref(data);
  }
  rpc_end_call(call);
}

// Params

static const char *kind_name(const json_t *value) {
  switch (json_typeof(value)) {
    case JSON_OBJECT: return "object";
    case JSON_ARRAY: return "array";
    case JSON_STRING: return "string";
    case JSON_INTEGER: return "integer";
    case JSON_REAL: return "number";
    case JSON_TRUE:
    case JSON_FALSE: return "boolean";
    case JSON_NULL: return "null";
  }
  return "nothing";
}

static const char *expected_name(enum rpc_kind kind) {
  switch (kind) {
    case RPC_STRING: return "string";
    case RPC_INTEGER: return "integer";
    case RPC_NUMBER: return "number";
    case RPC_BOOLEAN: return "boolean";
    case RPC_OBJECT: return "object";
    case RPC_ANY: return "any";
  }
  return "any";
}

// Integers beyond it are not exact as doubles, and nothing that is counted here comes near.
static const double integer_bound = 9007199254740992.0;

static bool is_integer(const json_t *value) {
  double number = json_number_value(value);
  return json_is_integer(value) ||
         (json_is_real(value) && number == floor(number) && fabs(number) <= integer_bound);
}

int64_t rpc_integer_value(const json_t *number) {
  return json_is_real(number) ? (int64_t)json_real_value(number) : json_integer_value(number);
}

static bool is_empty_array(const json_t *value) {
  return json_is_array(value) && json_array_size(value) == 0;
}

static bool is_of_kind(const json_t *value, enum rpc_kind kind) {
  switch (kind) {
    case RPC_STRING:
      // What is asked for as text is a name or a path, and those have no U+0000.
      return json_is_string(value) &&
             strlen(json_string_value(value)) == json_string_length(value);
    case RPC_INTEGER: return is_integer(value);
    case RPC_NUMBER: return json_is_number(value);
    case RPC_BOOLEAN: return json_is_boolean(value);
    case RPC_OBJECT: return json_is_object(value) || is_empty_array(value);
    case RPC_ANY: return true;
  }
  return false;
}

void rpc_note_fault(struct rpc_call *call, const char *pointer, const char *expected,
                    const char *format, ...) {
  char found[quoted_bytes];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(found, sizeof found, format, arguments);
  va_end(arguments);
  if (call->fault != NULL) {
    return;
  }
  struct bytes repaired = {0};
  utf8_add_repaired(&repaired, found, strlen(found));
  call->fault = json_pack("{s:s,s:s,s:s}", "path", pointer, "expected", expected, "found",
                          repaired.length > 0 ? repaired.data : "");
  bytes_free(&repaired);
}

bool rpc_refuse_fault(struct rpc_call *call) {
  json_t *fault = call->fault;
  if (fault == NULL) {
    return false;
  }
  call->fault = NULL;
  rpc_refuse(call, RPC_INVALID_PARAMS, json_incref(fault), "%s: expected %s, found %s",
             json_string_value(json_object_get(fault, "path")),
             json_string_value(json_object_get(fault, "expected")),
             json_string_value(json_object_get(fault, "found")));
  json_decref(fault);
  return true;
}

json_t *rpc_optional(struct rpc_call *call, const char *pointer, enum rpc_kind kind) {
  char part[pointer_bytes];
  json_t *value = call->params;
  for (const char *begin = pointer, *end; *begin == '/'; begin = end) {
    end = strchrnul(begin + 1, '/');
    snprintf(part, sizeof part, "%.*s", (int)(end - begin - 1), begin + 1);
    value = json_object_get(value, part);
    if (value == NULL || json_is_null(value)) {
      return NULL;
    }
    if (*end == '/' && !is_of_kind(value, RPC_OBJECT)) {
      snprintf(part, sizeof part, "%.*s", (int)(end - pointer), pointer);
      rpc_note_fault(call, part, "object", "%s", kind_name(value));
      return NULL;
    }
  }
  if (!is_of_kind(value, kind)) {
    bool has_nul = kind == RPC_STRING && json_is_string(value);
    rpc_note_fault(call, pointer, expected_name(kind), "%s",
                   has_nul ? "string with U+0000" : kind_name(value));
    return NULL;
  }
  return value;
}

json_t *rpc_required(struct rpc_call *call, const char *pointer, enum rpc_kind kind) {
  json_t *value = rpc_optional(call, pointer, kind);
  if (value == NULL) {
    rpc_note_fault(call, pointer, expected_name(kind), "nothing");
  }
  return value;
}
