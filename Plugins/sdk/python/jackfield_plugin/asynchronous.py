"""A plugin whose handlers wait with `await`, on asyncio's loop."""

import asyncio
import selectors
import signal
import sys
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias, cast

from .call import BaseCall
from .endpoint import Endpoint
from .errors import Cancelled
from .items import CHUNK_BYTES, Feed, Item, ItemList, IteratorFeed, item_text
from .json_text import JSON, JSONLike
from .messages import IncomingAnswer, IncomingCall, RequestID
from .plugin import Result
from .protocol import Method
from .wire import take_streams

AsyncResult: TypeAlias = "Result | AsyncIterator[Item] | Awaitable[Result | AsyncIterator[Item]]"


class AsyncCall(BaseCall):
    """A call from the host to an asynchronous plugin."""

    def __init__(self, incoming: IncomingCall, plugin: "AsyncPlugin") -> None:
        super().__init__(incoming, plugin)
        self._plugin = plugin

    async def ask(self, method: str, params: Mapping[str, JSONLike] | None = None) -> JSON:
        """Sends a request to the host, naming this call as its cause; returns the answer.

        See `AsyncPlugin.ask`.
        """
        return await self._plugin.ask(method, params, cause=self)


class AsyncPlugin(Endpoint[AsyncCall, AsyncResult]):
    """Answers the host's calls on asyncio's loop; handlers begin in order and run side by side.

    A handler is a coroutine function, an asynchronous generator of items, or any function that a
    plain plugin has, as long as it returns soon. A cancelled call's handler is cancelled as asyncio
    does it, with `CancelledError` where it awaits.
    """

    def __init__(self, manifest: Path | Mapping[str, JSONLike]) -> None:
        super().__init__(manifest)
        self._tasks: dict[asyncio.Task[Any], RequestID | None] = {}
        self._asked: dict[RequestID, asyncio.Future[JSON]] = {}
        self._over = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pumps = False
        self._writes = False

    def run(self) -> None:
        """Serves the host that has started this process, and exits when it is done."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        # The usual selector can't watch files, which input and output may be when tried by hand.
        loop = asyncio.SelectorEventLoop(selectors.PollSelector())
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            status = runner.run(self.serve(*take_streams()))
        sys.exit(status)

    async def serve(self, source: int, sink: int) -> int:
        """Answers until `exit` or the end of input; returns the exit status."""
        self._wire.open(source, sink)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(source, self._read)
        self._wake()
        try:
            await self._over.wait()
        finally:
            await self._close()
        self._wire.flush()
        return 0

    async def ask(
        self,
        method: str,
        params: Mapping[str, JSONLike] | None = None,
        *,
        cause: AsyncCall | None = None,
    ) -> JSON:
        """Sends a request to the host and returns the answer; raises `ResponseError` for an error.

        Whoever stops waiting cancels the request.
        """
        id = self._request(method, params or {}, None if cause is None else cause.id)
        answer: asyncio.Future[JSON] = asyncio.get_running_loop().create_future()
        self._asked[id] = answer
        try:
            return await answer
        except asyncio.CancelledError:
            self.notify(Method.CANCEL_REQUEST, {"id": id})
            raise
        finally:
            del self._asked[id]

    # The loop

    def _read(self) -> None:
        for line in self._wire.read():
            self._accept(line)
        if self._wire.ended and self._loop is not None:
            self._loop.remove_reader(self._wire.source)
            self._loop.call_later(self._wire.time_left or 0, self._over.set)
            self._wake()

    def _wake(self) -> None:
        if self._loop is not None and not self._pumps:
            self._pumps = True
            self._loop.call_soon(self._pump)

    def _pump(self) -> None:
        """Has what can be sent written, chunk by chunk, between other work."""
        self._pumps = False
        if not self._wire.is_congested and self._lists.can_go_on:
            self._lists.send_chunks()
            self._wake()
        if self._wire.has_output and not self._writes and self._loop is not None:
            self._writes = True
            self._loop.add_writer(self._wire.sink, self._write)
        is_idle = not self._tasks and not self._wire.has_output and not self._lists.can_go_on
        if self._wire.broken or (self._wire.ended and is_idle):
            self._over.set()

    def _write(self) -> None:
        self._wire.write()
        if (self._wire.broken or not self._wire.has_output) and self._loop is not None:
            self._writes = False
            self._loop.remove_writer(self._wire.sink)
        if not self._writes or not self._wire.is_congested:
            self._wake()

    async def _close(self) -> None:
        loop, self._loop = self._loop, None
        if loop is not None:
            loop.remove_reader(self._wire.source)
            loop.remove_writer(self._wire.sink)
        self._lists.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # What the endpoint asks for

    def _take(self, incoming: IncomingCall) -> None:
        self._handle(incoming)

    def _start(self, incoming: IncomingCall, handler: Callable[[AsyncCall], AsyncResult]) -> None:
        try:
            result = handler(AsyncCall(incoming, self))
            if isinstance(result, Awaitable):
                self._spawn(incoming, result)
            else:
                self._finish(incoming, result)
        except Exception as error:  # a handler's fault must not end the loop
            self._fail(incoming.id, incoming.method, error)

    def _spawn(self, incoming: IncomingCall, result: Awaitable[AsyncResult]) -> None:
        task = cast("asyncio.Task[AsyncResult]", asyncio.ensure_future(result))
        self._tasks[task] = incoming.id
        task.add_done_callback(lambda task: self._conclude(incoming, task))

    def _forget(self, task: "asyncio.Task[Any]") -> None:
        del self._tasks[task]
        self._wake()

    def _conclude(self, incoming: IncomingCall, task: "asyncio.Task[AsyncResult]") -> None:
        """Answers for a task that has ended, in whatever way."""
        self._forget(task)
        try:
            self._finish(incoming, task.result())
        except asyncio.CancelledError:
            # When the plugin leaves, all tasks are cancelled, and nobody waits for an answer.
            if not self._over.is_set():
                self._fail(incoming.id, incoming.method, Cancelled())
        except Exception as error:  # a handler's fault must not end the loop
            self._fail(incoming.id, incoming.method, error)

    def _feed(self, result: AsyncResult) -> Feed | None:
        if isinstance(result, (Iterator, AsyncIterator)):
            result = ItemList(result)
        if not isinstance(result, ItemList):
            return None
        if isinstance(result.items, Iterator):
            return IteratorFeed(result)
        feed = AsyncFeed(result, self._wake)
        self._tasks[feed.task] = None
        feed.task.add_done_callback(self._forget)
        return feed

    def _is_running(self, id: RequestID) -> bool:
        return id in self._tasks.values()

    def _cancel_handler(self, id: RequestID) -> None:
        for task, request in self._tasks.items():
            if request == id:
                task.cancel()

    def _resolve(self, answer: IncomingAnswer) -> bool:
        future = self._asked.get(answer.id)
        if future is None:
            return isinstance(answer.id, int) and 0 < answer.id <= self._last_request
        if not future.done() and answer.error is None:
            future.set_result(answer.result)
        elif not future.done():
            future.set_exception(cast(Exception, answer.error))
        return True

    def _leave(self) -> None:
        self._over.set()


class AsyncFeed:
    """The items of an asynchronous iterator, collected ahead up to a chunk."""

    def __init__(self, source: ItemList, wake: Callable[[], None]) -> None:
        self.rest = dict(source.rest)
        self._items = cast("AsyncIterator[Item]", source.items)
        self._wake = wake
        self._ready: deque[bytes] = deque()
        self._size = 0
        self._room = asyncio.Event()
        self._error: Exception | None = None
        self._is_done = False
        self.task = asyncio.ensure_future(self._collect())

    @property
    def can_go_on(self) -> bool:
        return bool(self._ready) or self._is_done

    @property
    def ended(self) -> bool:
        return self._is_done and not self._ready

    def peek(self) -> bytes | None:
        if not self._ready and self._error is not None:
            raise self._error
        return self._ready[0] if self._ready else None

    def advance(self) -> None:
        self._size -= len(self._ready.popleft())
        if self._size <= CHUNK_BYTES:
            self._room.set()

    def close(self) -> None:
        self.task.cancel()

    async def _collect(self) -> None:
        try:
            async for item in self._items:
                await self._put(item_text(item))
        except Exception as error:  # told where the item would have been taken
            self._error = error
        finally:
            close = getattr(self._items, "aclose", None)
            if close is not None:
                await close()
            self._is_done = True
            self._wake()

    async def _put(self, text: bytes) -> None:
        self._ready.append(text)
        self._size += len(text)
        self._wake()
        while self._size > CHUNK_BYTES:
            self._room.clear()
            await self._room.wait()
