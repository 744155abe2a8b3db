#include "location.h"

#include <stdlib.h>
#include <string.h>

static const char scheme[] = "file://";

static int hexadecimal(char digit) {
  static const char digits[] = "0123456789abcdef0123456789ABCDEF";
  const char *place = digit != '\0' ? strchr(digits, digit) : NULL;
  return place != NULL ? (int)(place - digits) % 16 : -1;
}

/// Undoes `%2F` and its like; false where something else follows a `%`, or it is a NUL.
static bool add_decoded(struct bytes *text, const char *encoded) {
  for (; *encoded != '\0'; encoded++) {
    if (*encoded != '%') {
      bytes_add_byte(text, *encoded);
      continue;
    }
    int high = hexadecimal(encoded[1]);
    int low = high >= 0 ? hexadecimal(encoded[2]) : -1;
    if (low < 0 || high + low == 0) {
      return false;
    }
    bytes_add_byte(text, (char)(high * 16 + low));
    encoded += 2;
  }
  return true;
}

/// Adds an absolute path without what can be left out of it.
///
/// `..` goes to the folder before it in the text, as a shell's `cd` does.
static void add_plain(struct bytes *path, const char *text) {
  size_t begin = path->length;
  for (text += strspn(text, "/"); *text != '\0'; text += strspn(text, "/")) {
    size_t length = strcspn(text, "/");
    if (length == 2 && memcmp(text, "..", 2) == 0) {
      while (path->length > begin && path->data[--path->length] != '/') {
      }
      bytes_cut(path, path->length);
    } else if (length != 1 || *text != '.') {
      bytes_add_byte(path, '/');
      bytes_add(path, text, length);
    }
    text += length;
  }
  if (path->length == begin) {
    bytes_add_byte(path, '/');
  }
}

static bool add_below_home(struct bytes *path, const char *text) {
  const char *home = getenv("HOME");
  if (home == NULL || *home != '/') {
    return false;
  }
  bytes_add_format(path, "%s/%s", home, text);
  return true;
}

bool location_add_path(struct bytes *path, const char *location) {
  struct bytes text = {0};
  bool is_path = true;
  if (strncmp(location, scheme, strlen(scheme)) == 0) {
    const char *rest = location + strlen(scheme);
    rest += strncmp(rest, "localhost/", 10) == 0 ? strlen("localhost") : 0;
    is_path = *rest == '/' && add_decoded(&text, rest);
  } else if (location[0] == '/') {
    bytes_add_text(&text, location);
  } else if (location[0] == '~' && (location[1] == '/' || location[1] == '\0')) {
    is_path = add_below_home(&text, location + 1);
  } else {
    is_path = location[0] != '~' && add_below_home(&text, location);
  }
  if (is_path) {
    add_plain(path, text.data);
  }
  bytes_free(&text);
  return is_path;
}

void location_add_uri(struct bytes *uri, const char *path) {
  // What RFC 3986 lets stand in a path, without what some readers take for something else.
  static const char plain[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  bytes_add_text(uri, scheme);
  for (; *path != '\0'; path++) {
    if (strchr(plain, *path) != NULL) {
      bytes_add_byte(uri, *path);
    } else {
      bytes_add_format(uri, "%%%02X", (unsigned char)*path);
    }
  }
}
