"""Long lists, answered in pieces as the host's credit allows."""

from collections.abc import Generator
from dataclasses import dataclass, field

from .calls import RequestID
from .json_text import JSON, kind, serialize
from .members import Members

# A `$/progress` message has at most 256 KiB; what stands around the items has to fit too.
CHUNK_BYTES = 252 * 1024


@dataclass(frozen=True, slots=True)
class ItemList:
    """A handler's answer whose `items` may be many; they are made as they are sent.

    The generator is closed when the list has been sent, cancelled, or failed.
    """

    items: Generator[JSON, None, None]
    rest: dict[str, JSON] = field(default_factory=dict)
    """The members of the answer besides `items`."""


class OpenList:
    """One such answer under way: a chunk at a time, and never more items than the credit.

    The last chunk is in the answer itself. A caller that gave no `partialResultToken` can't take
    pieces, so it gets all in the answer.
    """

    def __init__(self, id: RequestID, params: Members, source: ItemList) -> None:
        self.id = id
        self.token = params.value("partialResultToken")
        if not isinstance(self.token, (str, int, type(None))):
            raise params.mismatch("partialResultToken", "string", kind(self.token))
        self._credit = params.optional_integer("credit") if self.token is not None else None
        if self._credit is not None and self._credit < 0:
            raise params.mismatch("credit", "integer from 0", str(self._credit))
        self._source = source
        self._next = self._advance()

    @property
    def can_go_on(self) -> bool:
        """Whether something can be sent now: items, or the end."""
        return self._next is None or self._credit != 0

    @property
    def ended(self) -> bool:
        """Whether all items have been taken."""
        return self._next is None

    def grant(self, count: int) -> None:
        """Adds to the credit; where there is no bound there is nothing to add to."""
        if self._credit is not None:
            self._credit += count

    def take(self) -> list[bytes]:
        """The next items, as JSON text, as many as fit into one message and the credit."""
        chunk: list[bytes] = []
        size = 0
        while self._next is not None and self._credit != 0:
            size += len(self._next) + len(b",")
            if chunk and size > CHUNK_BYTES and self.token is not None:
                break
            chunk.append(self._next)
            if self._credit is not None:
                self._credit -= 1
            self._next = self._advance()
        return chunk

    def progress(self, items: list[bytes]) -> bytes:
        """The notification that carries a chunk."""
        params = b'{"token":%b,"value":{"items":[%b]}}' % (serialize(self.token), b",".join(items))
        return b'{"jsonrpc":"2.0","method":"$/progress","params":%b}' % params

    def answer(self, items: list[bytes]) -> bytes:
        """The answer, with the last chunk."""
        rest = serialize(self._source.rest)[1:-1]
        members = b'"items":[%b]%b%b' % (b",".join(items), b"," if rest else b"", rest)
        return b'{"jsonrpc":"2.0","id":%b,"result":{%b}}' % (serialize(self.id), members)

    def close(self) -> None:
        """Lets go of what the items are made from."""
        self._source.items.close()

    def _advance(self) -> bytes | None:
        return next((serialize(item) for item in self._source.items), None)
