#define _GNU_SOURCE
#include "CLinux.h"

#include <string.h>

const char *clinux_error_text(int code) {
  const char *text = strerrordesc_np(code);
  return text ? text : "Unknown error";
}

const char *clinux_error_name(int code) {
  const char *name = strerrorname_np(code);
  return name ? name : "E?";
}
