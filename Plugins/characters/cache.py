"""The items as JSON text in a file, so that they are made once for each character database."""

import json
import os
import unicodedata
import zlib
from collections.abc import Iterator
from pathlib import Path

from catalog import all_items
from jackfield_plugin import JSONText, log
from jackfield_plugin.json_text import serialize

FILE_NAME = "items.jsonl"
# What the items depend on, besides the character database.
SOURCES = ("catalog.py", "keywords.py", "keywords.txt", "names.py")


def cached_items(directory: Path | None) -> Iterator[JSONText]:
    """All items: from the file in `directory` if it is good, else made anew and put there.

    A file that is damaged, of another database, or of another version of this plugin is replaced,
    in one step, once all items have been taken. One that can't be written is done without.
    """
    lines = None if directory is None else _read(directory / FILE_NAME)
    if lines is not None:
        yield from map(JSONText, lines)
        return
    made = []
    for item in all_items():
        line = serialize(item)
        made.append(line)
        yield JSONText(line)
    if directory is not None:
        _write(directory / FILE_NAME, made)


def _head(body: bytes) -> bytes:
    """The file's first line: what the items were made from, and a checksum of all of them."""
    code = b"".join(Path(__file__).with_name(name).read_bytes() for name in SOURCES)
    head = {
        "unicode": unicodedata.unidata_version,
        "code": zlib.crc32(code),
        "items": zlib.crc32(body),
    }
    return json.dumps(head).encode()


def _read(path: Path) -> list[bytes] | None:
    try:
        head, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return body.split(b"\n") if head == _head(body) else None


def _write(path: Path, lines: list[bytes]) -> None:
    body = b"\n".join(lines)
    # Several hosts may run the plugin at once, each with a file of its own until it is whole.
    draft = path.with_name(f"{FILE_NAME}.{os.getpid()}")
    try:
        draft.write_bytes(_head(body) + b"\n" + body)
        draft.replace(path)
    except OSError as error:
        log(f"the items are not kept for the next start: {error}")
        draft.unlink(missing_ok=True)
