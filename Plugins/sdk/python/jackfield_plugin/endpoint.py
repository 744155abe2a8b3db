"""What plugins of both kinds do alike: the handshake, answers, lists, requests to the host."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Generic, TypeVar, cast

from .call import BaseCall
from .errors import Cancelled, HostGone, ResponseError
from .items import Feed
from .json_text import JSON, JSONLike
from .manifest import Manifest
from .messages import (
    IncomingAnswer,
    IncomingCall,
    Refusal,
    RequestID,
    as_id,
    read_message,
    write_message,
)
from .open_lists import OpenLists
from .protocol import VERSION, ErrorCode, Method
from .routes import Routes
from .wire import LINE_BYTES, Wire, log

C = TypeVar("C", bound=BaseCall)
R = TypeVar("R")


class Endpoint(ABC, Generic[C, R]):
    """The plugin's end of the connection with the host, apart from how it waits.

    `Plugin` and `AsyncPlugin` are the two ways to wait. Everything that each plugin must do is done
    here: `ping`, `shutdown`, `exit`, unknown methods, the order of the handshake, bad messages,
    cancelling. Whatever a handler raises besides `ResponseError` becomes -32603, with the traceback
    in the log.
    """

    def __init__(self, manifest: Path | Mapping[str, JSONLike]) -> None:
        self._manifest = Manifest(manifest)
        self._routes: Routes[C, R] = Routes(self._manifest.name)
        self._wire = Wire()
        self._lists = OpenLists(self._send, lambda id, error: self._fail(id, "a list", error))
        self._greeting: dict[str, JSONLike] = {}
        self._phase = _Phase.CREATED
        self._last_request = 0

    # What authors call

    @property
    def name(self) -> str:
        """The plugin's name, from its manifest."""
        return self._manifest.name

    def on(self, method: str, /, **name: str) -> Callable[[Callable[[C], R]], Callable[[C], R]]:
        """Has the decorated function answer `method`.

        Several can share a method where one of its params names something of the plugin's, such as
        `on("autocomplete/query", source="words")`; the host may say the name short or qualified.
        What a function for `initialize` returns is added to the answer.
        """

        def register(handler: Callable[[C], R]) -> Callable[[C], R]:
            self._routes.add(method, name, handler)
            return handler

        return register

    def method(self, name: str) -> Callable[[Callable[[C], R]], Callable[[C], R]]:
        """Has the decorated function answer the plugin's own method of this short name."""
        return self.on(f"{self.name}/{name}")

    def notify(self, method: str, params: Mapping[str, JSONLike]) -> None:
        """Sends a notification."""
        self._send(write_message(method=method, params=params))

    def log(self, text: str, level: str = "info") -> None:
        """Puts a line into the plugin's log and tells it to those who listen.

        What is printed goes into the log, too, but has no level and no listeners.
        """
        self.notify(Method.LOG_MESSAGE, {"level": level, "text": text})

    def change_datasource(
        self,
        source: str,
        version: int,
        *,
        replace: Sequence[JSONLike] | None = None,
        remove: Sequence[str] | None = None,
        append: Sequence[JSONLike] | None = None,
        datasource: str | None = None,
    ) -> None:
        """Tells the host how a datasource has changed; `version` is the last one plus 1.

        The change never overtakes a datasource that is being sent: it waits for its end.
        """
        params: dict[str, JSONLike] = {"source": source, "version": version}
        change: dict[str, JSONLike] = {"replace": replace, "remove": remove, "append": append}
        change["datasource"] = datasource
        params.update((name, value) for name, value in change.items() if value is not None)
        method = Method.AUTOCOMPLETE_DATASOURCE_DID_CHANGE
        self._lists.hold(write_message(method=method, params=params))

    # What the two kinds do in their own way

    @abstractmethod
    def _take(self, incoming: IncomingCall) -> None:
        """Has a call handled, now or in its turn."""

    @abstractmethod
    def _start(self, incoming: IncomingCall, handler: Callable[[C], R]) -> None:
        """Runs a handler; `_finish` or `_fail` follows."""

    @abstractmethod
    def _feed(self, result: R) -> Feed | None:
        """The items of a handler's result; None where it is no list."""

    @abstractmethod
    def _is_running(self, id: RequestID) -> bool:
        """Whether a handler has not answered this request yet."""

    @abstractmethod
    def _cancel_handler(self, id: RequestID) -> None:
        """Cancels a request that waits or whose handler runs."""

    @abstractmethod
    def _resolve(self, answer: IncomingAnswer) -> bool:
        """Gives an answer to who waits for it; whether somebody has asked."""

    @abstractmethod
    def _leave(self) -> None:
        """The host wants the plugin to go."""

    def _wake(self) -> None:
        """There is something to send now, for those who don't look by themselves."""

    # What comes

    def _accept(self, line: bytes | None) -> None:
        if line is None:
            reason = f"a message has at most {LINE_BYTES} bytes"
            self._send_error(None, ResponseError(ErrorCode.MESSAGE_TOO_LARGE, reason))
            return
        if not line.strip():
            return
        try:
            message = read_message(line)
        except Refusal as refusal:
            self._send_error(refusal.id, refusal.error)
            return
        match message:
            case IncomingCall(method=Method.CANCEL_REQUEST, id=None):
                self._cancel(as_id(message.params.value("id")))
            case IncomingCall(method=Method.PING):
                if message.id is not None:
                    self._send(write_message(id=message.id, result={}))
            case IncomingCall():
                self._take(message)
            case _:
                if message is None or not self._resolve(message):
                    log("dropped an answer to a request that was never sent")

    def _cancel(self, id: RequestID | None) -> None:
        if id is None:
            return
        if id in self._lists:
            self._send_error(id, Cancelled())
            self._lists.cancel(id)
        else:
            self._cancel_handler(id)

    def _handle(self, incoming: IncomingCall) -> None:
        """Has a call answered."""
        match incoming:
            case IncomingCall(method=Method.EXIT, id=None):
                self._leave()
            case IncomingCall(method=Method.CREDIT, id=None):
                self._lists.grant(incoming.params)
                self._wake()
            case _:
                try:
                    handler = self._find_handler(incoming)
                except ResponseError as error:
                    self._fail(incoming.id, incoming.method, error)
                else:
                    self._start(incoming, handler)

    def _find_handler(self, incoming: IncomingCall) -> Callable[[C], R]:
        self._check_phase(incoming)
        id, method = incoming.id, incoming.method
        if id is not None and (id in self._lists or self._is_running(id)):
            raise ResponseError(ErrorCode.INVALID_REQUEST, "this id is still in use")
        if method == Method.INITIALIZE:
            self._greeting = self._agree(incoming)
        handler = self._routes.find(method)
        if handler is None and method in (Method.INITIALIZE, Method.SHUTDOWN):
            handler = cast("Callable[[C], R]", _nothing)
        if handler is None:
            raise ResponseError(ErrorCode.METHOD_NOT_FOUND, f"no method {method}")
        return handler

    def _check_phase(self, incoming: IncomingCall) -> None:
        starts = incoming.method == Method.INITIALIZE
        if self._phase is _Phase.CREATED and not starts:
            raise ResponseError(ErrorCode.NOT_INITIALIZED, "initialize comes first")
        if self._phase is _Phase.READY and starts:
            raise ResponseError(ErrorCode.ALREADY_INITIALIZED, "initialized already")
        if self._phase is _Phase.STOPPED:
            raise ResponseError(ErrorCode.INVALID_REQUEST, "nothing follows shutdown but exit")

    def _agree(self, incoming: IncomingCall) -> dict[str, JSONLike]:
        """What is answered to `initialize`; raises -32006 without a common version."""
        protocol = incoming.params.object("protocol")
        least, most = protocol.integer("min"), protocol.integer("max")
        if not least <= VERSION <= most:
            message = f"the host speaks protocol {least} to {most}, this plugin {VERSION}"
            ours: JSON = {"min": VERSION, "max": VERSION}
            data: JSON = {"host": {"min": least, "max": most}, "plugin": ours}
            raise ResponseError(ErrorCode.NO_COMMON_VERSION, message, data)
        for sentence in self._manifest.contradictions(self._routes.methods):
            log(sentence)
        return {"protocol": VERSION, **self._manifest.greeting(self._routes.methods)}

    # What is answered

    def _finish(self, incoming: IncomingCall, result: R) -> None:
        """Answers with what a handler has returned; raises if that can't be answered."""
        if incoming.id is None:
            return
        feed = self._feed(result)
        if feed is not None:
            self._lists.add(incoming, incoming.id, feed)
            self._wake()
            return
        answer = cast(JSONLike, result)
        if incoming.method == Method.INITIALIZE:
            answer = self._greeting | (answer if isinstance(answer, dict) else {})
        self._send(write_message(id=incoming.id, result=answer))
        if incoming.method == Method.INITIALIZE:
            self._phase = _Phase.READY
        if incoming.method == Method.SHUTDOWN:
            self._phase = _Phase.STOPPED

    def _fail(self, id: RequestID | None, method: str, error: Exception) -> None:
        """Answers with what a handler has raised, a bug of the plugin's included."""
        if not isinstance(error, (ResponseError, HostGone)):
            # Prints the traceback as the interpreter itself does, without a module to load.
            sys.__excepthook__(type(error), error, error.__traceback__)
        if id is None:
            log(f"notification {method} failed: {error}")
        else:
            self._send_error(id, error if isinstance(error, ResponseError) else _internal(error))

    # What is sent

    def _request(self, method: str, params: Mapping[str, JSONLike], cause: RequestID | None) -> int:
        """Sends a request to the host; returns its id."""
        if cause is not None:
            meta = params.get("_meta")
            meta = meta if isinstance(meta, Mapping) else {}
            params = {**params, "_meta": {**meta, "cause": cause}}
        self._last_request += 1
        self._send(write_message(id=self._last_request, method=method, params=params))
        return self._last_request

    def _send_error(self, id: RequestID | None, error: ResponseError) -> None:
        self._send(write_message(id=id, error=error.to_json()))

    def _send(self, message: bytes) -> None:
        self._wire.send(message)
        self._wake()


class _Phase(Enum):
    """How far the handshake has come."""

    CREATED = auto()
    READY = auto()
    STOPPED = auto()


def _nothing(_: BaseCall) -> JSONLike:
    return {}


def _internal(error: Exception) -> ResponseError:
    text = f"{type(error).__name__}: {error}".encode("utf-8", "backslashreplace").decode()
    return ResponseError(ErrorCode.INTERNAL_ERROR, text)
