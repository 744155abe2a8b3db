"""A plugin as a plain loop on one thread."""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from .call import BaseCall
from .endpoint import Endpoint
from .errors import Cancelled, HostGone
from .items import Feed, Item, ItemList, IteratorFeed
from .json_text import JSON, JSONLike
from .messages import IncomingAnswer, IncomingCall, RequestID
from .protocol import Limits, Method
from .wire import take_streams

# Calls read ahead, so that a cancel is seen before the call it cancels is run. The host sends no
# more at a time.
INBOX_LIMIT = Limits.REQUESTS_IN_FLIGHT
# Handlers that wait for the host inside each other. From there on calls wait in the inbox, far
# before the interpreter's stack ends.
NESTED_WAITS = 32

Result: TypeAlias = "JSONLike | ItemList | Iterator[Item]"


class Call(BaseCall):
    """A call from the host to a plain plugin."""

    def __init__(self, incoming: IncomingCall, plugin: "Plugin") -> None:
        super().__init__(incoming, plugin)
        self._plugin = plugin
        self.is_cancelled = False
        """Whether the host wants no answer any more; learnt in `check`, `ask` and `report`."""

    def ask(self, method: str, params: Mapping[str, JSONLike] | None = None) -> JSON:
        """Sends a request to the host, naming this call as its cause, and waits for the answer.

        See `Plugin.ask`; it raises `Cancelled` when this call was cancelled meanwhile.
        """
        return self._plugin.ask(method, params, cause=self)

    def check(self) -> None:
        """For handlers that work long: lets messages move, and raises `Cancelled` when due.

        Pings are answered then; other calls wait until the handler returns. Raises `HostGone` when
        the plugin has to leave.
        """
        self._plugin.check(self)

    def pause(self) -> None:
        self.check()


class Plugin(Endpoint[Call, Result]):
    """Answers the host's calls in order, one at a time, on the thread that calls `run`.

    A handler gets a `Call` and returns the result, or an `ItemList`, or is a generator of items; it
    raises `ResponseError` to answer with an error. A handler that asks the host waits, and other
    calls are handled in the meantime; their handlers must return before it goes on. Where handlers
    wait for people rather than for the host, `AsyncPlugin` serves them better.
    """

    def __init__(self, manifest: Path | Mapping[str, JSONLike]) -> None:
        super().__init__(manifest)
        self._inbox: deque[IncomingCall] = deque()
        self._running: dict[RequestID, Call] = {}
        self._answers: dict[RequestID, IncomingAnswer | None] = {}
        self._waits = 0
        self._left = False

    def run(self) -> None:
        """Serves the host that has started this process, and exits when it is done."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        sys.exit(self.serve(*take_streams()))

    def serve(self, source: int, sink: int) -> int:
        """Answers until `exit` or the end of input; returns the exit status."""
        self._wire.open(source, sink)
        while not self._is_over:
            self._turn()
        self._lists.close()
        self._wire.flush()
        return 0

    def ask(
        self,
        method: str,
        params: Mapping[str, JSONLike] | None = None,
        *,
        cause: Call | None = None,
    ) -> JSON:
        """Sends a request to the host and waits for the answer.

        Raises `ResponseError` for an error, `Cancelled` when `cause` was cancelled meanwhile, and
        `HostGone` when no answer can come any more.
        """
        id = self._request(method, params or {}, None if cause is None else cause.id)
        self._answers[id] = None
        self._waits += 1
        try:
            answer = self._await(id, cause)
        finally:
            self._waits -= 1
            del self._answers[id]
        if answer.error is not None:
            raise answer.error
        return answer.result

    def check(self, call: Call) -> None:
        """What `Call.check` does."""
        for line in self._wire.exchange(reads=len(self._inbox) < INBOX_LIMIT, waits=False):
            self._accept(line)
        if call.is_cancelled:
            raise Cancelled
        if self._is_over:
            raise HostGone

    # The loop

    @property
    def _is_over(self) -> bool:
        return self._left or self._wire.broken

    @property
    def _can_handle(self) -> bool:
        return bool(self._inbox) and self._waits < NESTED_WAITS

    def _turn(self) -> None:
        """Moves what can be moved; then one call, and one chunk of each list."""
        has_work = self._can_handle or self._lists.can_go_on
        works = has_work and not self._wire.is_congested
        for line in self._wire.exchange(reads=len(self._inbox) < INBOX_LIMIT, waits=not works):
            self._accept(line)
        if works:
            if self._can_handle:
                self._handle(self._inbox.popleft())
            self._lists.send_chunks()
        elif self._wire.ended and not has_work and not self._can_handle:
            self._left = True

    def _await(self, id: int, cause: Call | None) -> IncomingAnswer:
        while (answer := self._answers[id]) is None:
            if cause is not None and cause.is_cancelled:
                self.notify(Method.CANCEL_REQUEST, {"id": id})
                raise Cancelled
            if self._is_over:
                raise HostGone
            self._turn()
        return answer

    # What the endpoint asks for

    def _take(self, incoming: IncomingCall) -> None:
        self._inbox.append(incoming)

    def _start(self, incoming: IncomingCall, handler: Callable[[Call], Result]) -> None:
        call = Call(incoming, self)
        if incoming.id is not None:
            self._running[incoming.id] = call
        try:
            self._finish(incoming, handler(call))
        except Exception as error:  # a handler's fault must not end the loop
            self._fail(incoming.id, incoming.method, error)
        finally:
            if incoming.id is not None:
                del self._running[incoming.id]

    def _feed(self, result: Result) -> Feed | None:
        if isinstance(result, Iterator):
            result = ItemList(result)
        return IteratorFeed(result) if isinstance(result, ItemList) else None

    def _is_running(self, id: RequestID) -> bool:
        return id in self._running

    def _cancel_handler(self, id: RequestID) -> None:
        if id in self._running:
            self._running[id].is_cancelled = True
            return
        waiting = next((call for call in self._inbox if call.id == id), None)
        if waiting is not None:
            self._inbox.remove(waiting)
            self._send_error(id, Cancelled())

    def _resolve(self, answer: IncomingAnswer) -> bool:
        if answer.id not in self._answers:
            return isinstance(answer.id, int) and 0 < answer.id <= self._last_request
        self._answers[answer.id] = answer
        return True

    def _leave(self) -> None:
        self._left = True
