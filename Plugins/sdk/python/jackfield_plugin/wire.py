"""The two streams between host and plugin."""

import io
import os
import select
import sys
import time
from collections.abc import Iterator

from .protocol import Limits

# What one read takes: a pipe holds no more by default.
READ_BYTES = 64 * 1024
# What a pipe always takes without blocking once it is writable (PIPE_BUF on Linux).
WRITE_BYTES = 4096
# The largest message; hosts send and accept no larger ones.
LINE_BYTES = Limits.PLUGIN_MESSAGE_BYTES
# Unwritten bytes from which on no new work is begun: some chunks of a list.
CONGESTED_BYTES = 1024 * 1024
# A plugin is to leave within a second of the end of its input, read or not.
LEAVING_SECONDS = 0.9


def take_streams() -> tuple[int, int]:
    """Keeps for the protocol what the host speaks over: the descriptors to read and to write.

    These are those of standard input and output, or the one that `JACKFIELD_FD` names. What the
    program prints by accident goes to standard error, the plugin's log, and what it reads by
    accident is empty; neither can get between two messages. Messages are bytes, whatever the locale
    says; the text streams that are left over write UTF-8.
    """
    inherited = os.environ.pop("JACKFIELD_FD", None)
    if inherited is not None:
        source = sink = int(inherited)
        os.set_inheritable(source, False)
    else:
        source, sink = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    return source, sink


def log(text: str) -> None:
    """Writes a line into the plugin's log."""
    print(text, file=sys.stderr)


class Wire:
    """Lines in, messages out; neither way ever waits for the other."""

    def __init__(self) -> None:
        self.source = -1
        self.sink = -1
        self._lines = LineSplitter(LINE_BYTES)
        self._outbox = bytearray()
        self._leave_by: float | None = None
        self.ended = False
        """Whether the input has ended: no line will come any more."""
        self.broken = False
        """Whether the host reads no more, or not in time; what is unwritten is lost."""

    def open(self, source: int, sink: int) -> None:
        """Reads from the descriptor `source` and writes to `sink` from now on."""
        self.source = source
        self.sink = sink

    @property
    def has_output(self) -> bool:
        """Whether something is unwritten."""
        return bool(self._outbox)

    @property
    def is_congested(self) -> bool:
        """Whether so much is unwritten that no new work should be begun."""
        return len(self._outbox) > CONGESTED_BYTES

    def send(self, message: bytes) -> None:
        """Puts a message behind those that are not written yet."""
        self._outbox += message
        self._outbox += b"\n"

    def exchange(self, *, reads: bool, waits: bool) -> Iterator[bytes | None]:
        """Moves what can be moved now; yields the lines that have come, None for one too long.

        With `waits`, returns when something has moved, otherwise at once.
        """
        source = [self.source] if reads and not self.ended else []
        sink = [self.sink] if self._outbox else []
        readable, writable, _ = select.select(source, sink, [], self.time_left if waits else 0)
        if writable:
            self.write()
        if self.time_left == 0:
            self.broken = True
        if readable:
            yield from self.read()

    def flush(self) -> None:
        """Writes what is unwritten, before leaving."""
        self.leave()
        while self._outbox and not self.broken:
            for _ in self.exchange(reads=False, waits=True):
                pass

    def read(self) -> Iterator[bytes | None]:
        """Reads once; the lines that this completes, None for one too long."""
        try:
            data = os.read(self.source, READ_BYTES)
        except ConnectionResetError:
            data = b""
        if data:
            yield from self._lines.feed(data)
        else:
            self.ended = True
            self.leave()
            yield from self._lines.finish()

    def write(self) -> None:
        """Writes once, without blocking where the sink is writable."""
        try:
            written = os.write(self.sink, self._outbox[:WRITE_BYTES])
        except (BrokenPipeError, ConnectionResetError):
            self.broken = True
        else:
            del self._outbox[:written]

    def leave(self) -> None:
        """Has the time begin to run in which the rest must be written."""
        if self._leave_by is None:
            self._leave_by = time.monotonic() + LEAVING_SECONDS

    @property
    def time_left(self) -> float | None:
        """Seconds until what is unwritten is lost; None while there is no hurry."""
        return None if self._leave_by is None else max(0.0, self._leave_by - time.monotonic())


class LineSplitter:
    """Cuts a stream of bytes into lines, in time linear in their length.

    Only the byte 0x0A ends a line: U+2028 and its like are ordinary characters in JSON.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._parts: list[bytes] = []
        self._length = 0

    def feed(self, data: bytes) -> Iterator[bytes | None]:
        """The lines that `data` completes, without their ends; None for one over the limit."""
        *ended, rest = data.split(b"\n")
        for part in ended:
            self._keep(part)
            yield self._take()
        self._keep(rest)

    def finish(self) -> Iterator[bytes | None]:
        """The last line, when the input ended without a line feed."""
        if self._length > 0:
            yield self._take()

    def _keep(self, part: bytes) -> None:
        self._length += len(part)
        if self._length > self._limit:
            self._parts.clear()
        elif part:
            self._parts.append(part)

    def _take(self) -> bytes | None:
        line = None if self._length > self._limit else b"".join(self._parts)
        self._parts.clear()
        self._length = 0
        return line
