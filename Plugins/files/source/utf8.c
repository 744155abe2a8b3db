#include "utf8.h"

// The well-formed sequences of two bytes and more (The Unicode Standard, table 3-7): what the first
// byte may be, what the second may be, and how many there are. Those after the second are 80..BF.
static const struct {
  unsigned char first_from, first_to, second_from, second_to, length;
} sequences[] = {
    {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
    {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
    {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
};

size_t utf8_sequence(const char *text, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  if (length == 0 || bytes[0] < 0x80) {
    return length > 0;
  }
  for (size_t row = 0; row < sizeof sequences / sizeof sequences[0]; row++) {
    if (bytes[0] < sequences[row].first_from || bytes[0] > sequences[row].first_to) {
      continue;
    }
    if (length < sequences[row].length || bytes[1] < sequences[row].second_from ||
        bytes[1] > sequences[row].second_to) {
      return 0;
    }
    for (size_t place = 2; place < sequences[row].length; place++) {
      if (bytes[place] < 0x80 || bytes[place] > 0xBF) {
        return 0;
      }
    }
    return sequences[row].length;
  }
  return 0;
}

uint32_t utf8_decode(const char *text, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  // How many bits of the first byte count: 7 in a sequence of one byte, then 5, 4, 3.
  uint32_t value = length == 1 ? bytes[0] : bytes[0] & (0x7Fu >> length);
  for (size_t place = 1; place < length; place++) {
    value = value << 6 | (bytes[place] & 0x3Fu);
  }
  return value;
}

bool utf8_is_valid(const char *text, size_t length) {
  for (size_t place = 0; place < length;) {
    size_t sequence = utf8_sequence(text + place, length - place);
    if (sequence == 0) {
      return false;
    }
    place += sequence;
  }
  return true;
}

void utf8_add_repaired(struct bytes *bytes, const char *text, size_t length) {
  for (size_t place = 0; place < length;) {
    size_t sequence = utf8_sequence(text + place, length - place);
    if (sequence > 0) {
      bytes_add(bytes, text + place, sequence);
    } else {
      bytes_add_text(bytes, "\xEF\xBF\xBD");
    }
    place += sequence > 0 ? sequence : 1;
  }
}
