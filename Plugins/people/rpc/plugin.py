"""The loop of a plugin: reads calls, runs handlers, writes answers."""

import traceback
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from typing import TypeAlias

from .calls import Call, Refusal, RequestID, read_call
from .errors import ErrorCode, ResponseError
from .items import ItemList, OpenList
from .json_text import JSON, serialize
from .members import Members
from .wire import LINE_BYTES, Wire, log

Handler: TypeAlias = Callable[[Members], "JSON | ItemList"]

# Calls read ahead, so that a cancel is seen before the call it cancels is run. The protocol allows
# as many requests in flight.
INBOX_LIMIT = 1024


class Plugin:
    """Answers the host's calls in order, one at a time, on the thread that calls `serve`.

    Everything that each plugin must do is done here: `ping`, `shutdown`, `exit`, unknown methods,
    the order of the handshake, bad messages, cancelling. A handler gets the params and returns the
    result, or an `ItemList`; it raises `ResponseError` to answer with an error. Whatever else it
    raises becomes -32603, with the traceback in the log.
    """

    def __init__(self, source: int, sink: int) -> None:
        self._wire = Wire(source, sink)
        self._handlers: dict[str, Handler] = {"ping": _nothing, "shutdown": _nothing}
        self._inbox: deque[Call] = deque()
        self._lists: dict[RequestID, OpenList] = {}
        self._held: list[bytes] = []
        self._phase = _Phase.CREATED
        self._left = False

    def on(self, method: str, handler: Handler) -> None:
        """Has `handler` answer `method`; `initialize` needs one."""
        self._handlers[method] = handler

    def notify(self, method: str, params: dict[str, JSON]) -> None:
        """Sends a notification, once all lists have been answered that are under way.

        So a change never overtakes the list that it changes.
        """
        self._held.append(_message(method=method, params=params))
        self._release()

    def serve(self) -> int:
        """Answers until `exit` or the end of input; returns the exit status."""
        while not self._left and not self._wire.broken:
            works = self._has_work and not self._wire.is_congested
            for line in self._wire.exchange(reads=len(self._inbox) < INBOX_LIMIT, waits=not works):
                self._accept(line)
            if works:
                self._work()
            elif self._wire.ended and not self._has_work:
                break
        for open_list in self._lists.values():
            open_list.close()
        self._wire.flush()
        return 0

    @property
    def _has_work(self) -> bool:
        return bool(self._inbox) or any(each.can_go_on for each in self._lists.values())

    def _work(self) -> None:
        """One call, and one chunk of each list."""
        if self._inbox:
            self._handle(self._inbox.popleft())
        for open_list in list(self._lists.values()):
            if open_list.can_go_on:
                self._send_chunk(open_list)

    # Calls

    def _accept(self, line: bytes | None) -> None:
        if line is None:
            reason = f"a message has at most {LINE_BYTES} bytes"
            self._fail(None, ResponseError(ErrorCode.MESSAGE_TOO_LARGE, reason))
            return
        if not line.strip():
            return
        try:
            call = read_call(line)
        except Refusal as refusal:
            self._fail(refusal.id, refusal.error)
            return
        match call:
            case None:
                log("dropped an answer to a request that was never sent")
            case Call(method="$/cancelRequest", id=None):
                self._cancel(call.params.value("id"))
            case _:
                self._inbox.append(call)

    def _handle(self, call: Call) -> None:
        if call.id is None and call.method == "exit":
            self._left = True
            return
        if call.id is None and call.method == "$/credit":
            self._grant(call.params)
            return
        try:
            self._answer(call, self._perform(call))
        except ResponseError as error:
            self._refuse(call, error)
        except Exception as error:  # a handler's fault must not end the loop
            log(traceback.format_exc())
            self._refuse(call, _internal(error))

    def _perform(self, call: Call) -> "JSON | ItemList":
        self._check_phase(call)
        if call.id in self._lists:
            raise ResponseError(ErrorCode.INVALID_REQUEST, "this id is still in use")
        handler = self._handlers.get(call.method)
        if handler is None:
            raise ResponseError(ErrorCode.METHOD_NOT_FOUND, f"no method {call.method}")
        result = handler(call.params)
        if call.id is not None and call.method == "initialize":
            self._phase = _Phase.READY
        if call.id is not None and call.method == "shutdown":
            self._phase = _Phase.STOPPED
        return result

    def _check_phase(self, call: Call) -> None:
        starts = call.method == "initialize"
        if call.method == "ping":
            return
        if self._phase is _Phase.CREATED and not starts:
            raise ResponseError(ErrorCode.NOT_INITIALIZED, "initialize comes first")
        if self._phase is _Phase.READY and starts:
            raise ResponseError(ErrorCode.ALREADY_INITIALIZED, "initialized already")
        if self._phase is _Phase.STOPPED:
            raise ResponseError(ErrorCode.INVALID_REQUEST, "nothing follows shutdown but exit")

    def _answer(self, call: Call, result: "JSON | ItemList") -> None:
        if not isinstance(result, ItemList):
            if call.id is not None:
                self._wire.send(_message(id=call.id, result=result))
            return
        try:
            if call.id is not None:
                self._lists[call.id] = OpenList(call.id, call.params, result)
        finally:
            if call.id not in self._lists:
                result.items.close()

    def _refuse(self, call: Call, error: ResponseError) -> None:
        if call.id is not None:
            self._fail(call.id, error)
        else:
            log(f"notification {call.method} failed: {error.message}")

    # Lists

    def _send_chunk(self, open_list: OpenList) -> None:
        try:
            items = open_list.take()
        except Exception as error:  # the generator's fault must not end the loop
            log(traceback.format_exc())
            self._end(open_list)
            self._fail(open_list.id, _internal(error))
        else:
            if open_list.ended:
                self._end(open_list)
                self._wire.send(open_list.answer(items))
            elif items:
                self._wire.send(open_list.progress(items))
        self._release()

    def _end(self, open_list: OpenList) -> None:
        del self._lists[open_list.id]
        open_list.close()

    def _grant(self, params: Members) -> None:
        count = params.value("count")
        for open_list in self._lists.values():
            if open_list.token == params.value("token") and isinstance(count, int) and count > 0:
                open_list.grant(count)

    def _cancel(self, id: JSON) -> None:
        if id is None or isinstance(id, (bool, list, dict)):
            return
        if id in self._lists:
            self._end(self._lists[id])
        elif (waiting := next((call for call in self._inbox if call.id == id), None)) is not None:
            self._inbox.remove(waiting)
        else:
            return
        self._fail(id, ResponseError(ErrorCode.CANCELLED, "cancelled"))
        self._release()

    # Writing

    def _release(self) -> None:
        if not self._lists:
            for message in self._held:
                self._wire.send(message)
            self._held.clear()

    def _fail(self, id: RequestID | None, error: ResponseError) -> None:
        self._wire.send(_message(id=id, error=error.to_json()))


class _Phase(Enum):
    """How far the handshake has come."""

    CREATED = auto()
    READY = auto()
    STOPPED = auto()


def _nothing(_: Members) -> JSON:
    return {}


def _message(**members: JSON) -> bytes:
    return serialize({"jsonrpc": "2.0", **members})


def _internal(error: Exception) -> ResponseError:
    text = f"{type(error).__name__}: {error}".encode("utf-8", "backslashreplace").decode()
    return ResponseError(ErrorCode.INTERNAL_ERROR, text)
