#include "filetype.h"

#include <inttypes.h>
#include <string.h>

enum {
  // Where git looks for a NUL.
  searched_bytes = 8000,
};

bool filetype_is_binary(const char *beginning, size_t length) {
  return length > 0 &&
         memchr(beginning, '\0', length < searched_bytes ? length : searched_bytes) != NULL;
}

#define MARK(bytes, offset, name) {bytes, sizeof bytes - 1, offset, name}

// What files begin with; the first that fits counts.
static const struct {
  const char *bytes;
  size_t length, offset;
  const char *name;
} marks[] = {
    MARK("\x89PNG\r\n\x1A\n", 0, "PNG image"),
    MARK("\xFF\xD8\xFF", 0, "JPEG image"),
    MARK("GIF8", 0, "GIF image"),
    MARK("WEBP", 8, "WebP image"),
    MARK("WAVE", 8, "WAVE sound"),
    MARK("AVI ", 8, "AVI video"),
    MARK("BM", 0, "BMP image"),
    MARK("II*\0", 0, "TIFF image"),
    MARK("MM\0*", 0, "TIFF image"),
    MARK("\0\0\1\0", 0, "icon"),
    MARK("ftypavif", 4, "AVIF image"),
    MARK("ftypheic", 4, "HEIC image"),
    MARK("ftyp", 4, "MPEG-4 video or sound"),
    MARK("\x1A\x45\xDF\xA3", 0, "Matroska or WebM video"),
    MARK("OggS", 0, "Ogg video or sound"),
    MARK("fLaC", 0, "FLAC sound"),
    MARK("ID3", 0, "MP3 sound"),
    MARK("%PDF-", 0, "PDF document"),
    MARK("PK\x03\x04", 0, "ZIP archive, or a document that is one"),
    MARK("\x1F\x8B", 0, "gzip archive"),
    MARK("BZh", 0, "bzip2 archive"),
    MARK("\xFD" "7zXZ\0", 0, "xz archive"),
    MARK("\x28\xB5\x2F\xFD", 0, "Zstandard archive"),
    MARK("7z\xBC\xAF\x27\x1C", 0, "7-Zip archive"),
    MARK("ustar", 257, "tar archive"),
    MARK("\x7F" "ELF", 0, "ELF program or library"),
    MARK("MZ", 0, "Windows program or library"),
    MARK("\xCA\xFE\xBA\xBE", 0, "Java class or Mach-O program"),
    MARK("\xCF\xFA\xED\xFE", 0, "Mach-O program or library"),
    MARK("\0asm", 0, "WebAssembly module"),
    MARK("!<arch>\n", 0, "library archive"),
    MARK("SQLite format 3\0", 0, "SQLite database"),
    MARK("\0\1\0\0\0", 0, "TrueType font"),
    MARK("OTTO", 0, "OpenType font"),
    MARK("wOF", 0, "web font"),
    MARK("\xFF\xFE", 0, "UTF-16 text"),
    MARK("\xFE\xFF", 0, "UTF-16 text"),
};

const char *filetype_name(const char *beginning, size_t length) {
  for (size_t row = 0; row < sizeof marks / sizeof marks[0]; row++) {
    if (marks[row].offset + marks[row].length <= length &&
        memcmp(beginning + marks[row].offset, marks[row].bytes, marks[row].length) == 0) {
      return marks[row].name;
    }
  }
  return "binary file";
}

void filetype_add_size(struct bytes *text, uint64_t size) {
  static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (size < 1024) {
    bytes_add_format(text, "%" PRIu64 " byte%s", size, size == 1 ? "" : "s");
    return;
  }
  size_t unit = 0;
  double value = (double)size / 1024;
  // What would be rounded to 1024.0 has the next unit.
  while (value >= 1023.95 && unit + 1 < sizeof units / sizeof units[0]) {
    value /= 1024;
    unit++;
  }
  bytes_add_format(text, "%.1f %s", value, units[unit]);
}
