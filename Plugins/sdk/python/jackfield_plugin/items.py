"""Long lists, answered in pieces as the host's credit allows."""

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import NamedTuple, Protocol, TypeAlias

from .json_text import JSONLike, JSONText, kind, serialize
from .members import Members
from .messages import IncomingCall, RequestID
from .protocol import Limits, Method

# What stands around the items of a `$/progress` message has to fit into its limit too.
CHUNK_BYTES = Limits.PROGRESS_CHUNK_BYTES - 4 * 1024

Item: TypeAlias = "JSONLike | JSONText"


class ItemList(NamedTuple):
    """A handler's answer whose `items` may be many; they are made as they are sent.

    An iterator that can be closed is closed when the list has been sent, cancelled, or failed.
    A handler that is a generator itself gives such an answer too, and what it returns becomes the
    other members.
    """

    items: Iterator[Item] | AsyncIterator[Item]
    rest: Mapping[str, JSONLike] = {}
    """The members of the answer besides `items`."""


class Feed(Protocol):
    """Where the items of a list come from, one at a time."""

    rest: dict[str, JSONLike]

    def peek(self) -> bytes | None:
        """The next item as JSON text; None where there is none, now or ever.

        Raises what made the list fail.
        """

    def advance(self) -> None:
        """Goes on to the item after it."""

    @property
    def can_go_on(self) -> bool:
        """Whether there is an item, the end or a failure, and not a wait for one."""

    @property
    def ended(self) -> bool:
        """Whether no item will come any more."""

    def close(self) -> None:
        """Lets go of what the items are made from."""


class IteratorFeed:
    """The items of an iterator, which are made one ahead."""

    can_go_on = True

    def __init__(self, source: ItemList) -> None:
        if not isinstance(source.items, Iterator):
            raise TypeError(f"items are an iterator, not {type(source.items).__name__}")
        self._items = source.items
        self._next: bytes | None = None
        self.rest = dict(source.rest)
        self.ended = False
        self.advance()

    def peek(self) -> bytes | None:
        return self._next

    def advance(self) -> None:
        try:
            self._next = item_text(next(self._items))
        except StopIteration as stop:
            self._next = None
            self.ended = True
            if isinstance(stop.value, Mapping):
                self.rest.update(stop.value)

    def close(self) -> None:
        close = getattr(self._items, "close", None)
        if close is not None:
            close()


class OpenList:
    """One such answer under way: a chunk at a time, and never more items than the credit.

    The last chunk is in the answer itself. A caller that gave no `partialResultToken` can't take
    pieces, so it gets all in the answer.
    """

    def __init__(self, call: IncomingCall, id: RequestID, feed: Feed) -> None:
        self.id = id
        self.method = call.method
        self.token = call.params.value("partialResultToken")
        if not isinstance(self.token, (str, int, type(None))):
            raise call.params.mismatch("partialResultToken", "string", kind(self.token))
        self._credit = call.params.optional_integer("credit") if self.token is not None else None
        if self._credit is not None and self._credit < 0:
            raise call.params.mismatch("credit", "integer from 0", str(self._credit))
        self._feed = feed
        self._kept: list[bytes] = []
        self._is_busy = False
        self._is_closed = False

    @property
    def can_go_on(self) -> bool:
        """Whether something can be sent now: items, or the end."""
        has_credit = self._credit != 0 or self._feed.ended
        return has_credit and self._feed.can_go_on and not self._is_busy

    @property
    def ended(self) -> bool:
        """Whether all items have been taken."""
        return self._feed.ended

    def grant(self, count: int) -> None:
        """Adds to the credit; where there is no bound there is nothing to add to."""
        if self._credit is not None:
            self._credit += count

    def take(self) -> list[bytes]:
        """The next items, as JSON text, as many as fit into one message and the credit."""
        # Making an item may wait for the host, and must not be asked for another meanwhile.
        self._is_busy = True
        try:
            chunk = self._take()
            if self.token is None:
                self._kept += chunk
                return self._kept if self.ended else []
            return chunk
        finally:
            self._is_busy = False
            if self._is_closed:
                self._feed.close()

    def _take(self) -> list[bytes]:
        chunk: list[bytes] = []
        size = 0
        while (item := self._feed.peek()) is not None and self._credit != 0:
            size += len(item) + len(b",")
            if chunk and size > CHUNK_BYTES and self.token is not None:
                break
            chunk.append(item)
            if self._credit is not None:
                self._credit -= 1
            self._feed.advance()
        return chunk

    def progress(self, items: list[bytes]) -> bytes:
        """The notification that carries a chunk."""
        params = b'{"token":%b,"value":{"items":[%b]}}' % (serialize(self.token), b",".join(items))
        return b'{"jsonrpc":"2.0","method":"%b","params":%b}' % (Method.PROGRESS.encode(), params)

    def answer(self, items: list[bytes]) -> bytes:
        """The answer, with the last chunk."""
        rest = serialize(self._feed.rest)[1:-1]
        members = b'"items":[%b]%b%b' % (b",".join(items), b"," if rest else b"", rest)
        return b'{"jsonrpc":"2.0","id":%b,"result":{%b}}' % (serialize(self.id), members)

    def close(self) -> None:
        """Lets go of what the items are made from."""
        self._is_closed = True
        # A generator can't be closed from within itself, which is where we are while it waits.
        if not self._is_busy:
            self._feed.close()


def item_text(item: Item) -> bytes:
    """An item as JSON text."""
    return item.text if isinstance(item, JSONText) else serialize(item)
