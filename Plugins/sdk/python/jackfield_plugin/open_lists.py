"""All lists that are being sent."""

from collections.abc import Callable

from .items import Feed, OpenList
from .members import Members
from .messages import IncomingCall, RequestID
from .protocol import Method


class OpenLists:
    """The lists under way, and the changes that wait for them."""

    def __init__(
        self, send: Callable[[bytes], None], fail: Callable[[RequestID, Exception], None]
    ) -> None:
        self._send = send
        self._fail = fail
        self._lists: dict[RequestID, OpenList] = {}
        self._held: list[bytes] = []

    def __contains__(self, id: RequestID) -> bool:
        return id in self._lists

    @property
    def can_go_on(self) -> bool:
        """Whether something can be sent now."""
        return any(each.can_go_on for each in self._lists.values())

    def add(self, call: IncomingCall, id: RequestID, feed: Feed) -> None:
        """Begins to send a list; raises if the call's token or credit can't be used."""
        try:
            self._lists[id] = OpenList(call, id, feed)
        finally:
            if id not in self._lists:
                feed.close()

    def cancel(self, id: RequestID) -> None:
        """Ends a list before its end; answering it is up to the caller."""
        self._end(self._lists[id])

    def grant(self, params: Members) -> None:
        """Adds what a `$/credit` brings."""
        token, count = params.value("token"), params.value("count")
        for open_list in self._lists.values():
            if open_list.token == token and isinstance(count, int) and count > 0:
                open_list.grant(count)

    def hold(self, change: bytes) -> None:
        """Sends a datasource's change once no datasource is being sent."""
        self._held.append(change)
        self._release()

    def send_chunks(self) -> None:
        """Sends one chunk of each list that has one."""
        for open_list in list(self._lists.values()):
            if open_list.can_go_on:
                self._send_chunk(open_list)

    def close(self) -> None:
        """Lets go of all lists; their calls stay without an answer."""
        for open_list in self._lists.values():
            open_list.close()
        self._lists.clear()

    def _send_chunk(self, open_list: OpenList) -> None:
        try:
            items = open_list.take()
            if not self._is_open(open_list):
                return
            if open_list.ended:
                self._send(open_list.answer(items))
                self._end(open_list)
            elif items:
                self._send(open_list.progress(items))
        except Exception as error:  # the items' fault must not end the loop
            if self._is_open(open_list):
                self._fail(open_list.id, error)
                self._end(open_list)

    def _is_open(self, open_list: OpenList) -> bool:
        """Whether it was not cancelled while its items were made."""
        return self._lists.get(open_list.id) is open_list

    def _end(self, open_list: OpenList) -> None:
        del self._lists[open_list.id]
        open_list.close()
        self._release()

    def _release(self) -> None:
        method = Method.AUTOCOMPLETE_PROVIDE_DATASOURCE
        if any(each.method == method for each in self._lists.values()):
            return
        held, self._held = self._held, []
        for change in held:
            self._send(change)
