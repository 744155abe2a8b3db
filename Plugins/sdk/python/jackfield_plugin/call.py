"""What a handler is called with."""

from __future__ import annotations

from typing import Protocol

from .json_text import JSONLike
from .members import Members
from .messages import IncomingCall, RequestID
from .protocol import Method


class Sender(Protocol):
    """What a call needs of the plugin that answers it."""

    def notify(self, method: str, params: dict[str, JSONLike]) -> None:
        """Sends a notification."""


class BaseCall:
    """A call from the host: a request, or a notification when it has no id."""

    def __init__(self, incoming: IncomingCall, sender: Sender) -> None:
        self.method: str = incoming.method
        self.params: Members = incoming.params
        self.id: RequestID | None = incoming.id
        self._sender = sender

    def work(self, title: str) -> Work:
        """Tells whoever asked how the work goes on, where they want to know:

            with call.work("Indexing") as work:
                for number, file in enumerate(files):
                    work.report(file, percentage=100 * number / len(files))
        """
        return Work(self, title)

    def tell_work(self, value: dict[str, JSONLike]) -> None:
        """Sends `$/progress` under the request's `workDoneToken`; nothing where there is none."""
        token = self.params.value("workDoneToken")
        if token is not None:
            self._sender.notify(Method.PROGRESS, {"token": token, "value": value})

    def pause(self) -> None:
        """Lets the messages move, where they don't by themselves."""


class Work:
    """A piece of work that is told about from its `begin` to its `end`."""

    def __init__(self, call: BaseCall, title: str) -> None:
        self._call = call
        self._title = title

    def __enter__(self) -> Work:
        self._call.tell_work({"kind": "begin", "title": self._title})
        self._call.pause()
        return self

    def report(self, message: str, percentage: float | None = None) -> None:
        """Tells what is being done now and how much is done.

        In a plain plugin it raises `Cancelled` once the call was cancelled, as `check` does.
        """
        value: dict[str, JSONLike] = {"kind": "report", "message": message}
        if percentage is not None:
            value["percentage"] = percentage
        self._call.tell_work(value)
        self._call.pause()

    def __exit__(self, *_: object) -> None:
        self._call.tell_work({"kind": "end"})
