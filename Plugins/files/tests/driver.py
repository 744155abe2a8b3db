"""The plugin as a real process that speaks lines, driven from a test."""

import json
import os
import select
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent
# Another build of the plugin, such as one with sanitizers, may be tested instead.
EXECUTABLE = Path(os.environ.get("FILES_EXECUTABLE", FOLDER / "build" / "files")).resolve()
# A failing test ends by this, and no passing test waits for it.
DEADLINE_SECONDS = 20.0
# A credit that no small tree uses up.
PLENTY = 1_000_000

Message = dict[str, Any]
Item = dict[str, Any]


class PluginProcess:
    """A running plugin after the handshake; a context manager that leaves no process behind."""

    def __init__(
        self,
        *,
        home: str | None = None,
        environment: dict[str, str] | None = None,
        executable: Path = EXECUTABLE,
        user: int | None = None,
        shakes_hands: bool = True,
    ) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="files-test-")
        self.home = home or self._temporary.name
        self.notifications: list[Message] = []
        self._stderr = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [str(executable)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            env={"PATH": os.environ["PATH"], "HOME": self.home, **(environment or {})},
            user=user,
            bufsize=0,
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._input = self.process.stdin
        self._output = self.process.stdout
        self._buffer = b""
        self._next_id = 0
        if shakes_hands:
            self.call("initialize", {"protocol": {"min": 1, "max": 1}})

    def __enter__(self) -> "PluginProcess":
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the process in order, so that whatever watches its memory can have a look."""
        if not self._input.closed:
            self._input.close()
        try:
            self.rest()
            status = self.process.wait(DEADLINE_SECONDS)
        finally:
            self.process.kill()
            self.process.wait()
            self._output.close()
            text = self.stderr()
            self._stderr.close()
            self._temporary.cleanup()
        assert status == 0, f"exit status {status}: {text}"

    # Writing

    def send_bytes(self, data: bytes) -> None:
        """Writes bytes as they are, in one go."""
        self._input.write(data)

    def send(self, *messages: Message) -> None:
        """Writes messages, one a line, in one go."""
        self.send_bytes(b"".join(json.dumps(each).encode() + b"\n" for each in messages))

    def notify(self, method: str, params: Any) -> None:
        """Sends a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def close_input(self) -> None:
        """The host is gone, or is done."""
        self._input.close()

    # Reading

    def receive(self) -> Message:
        """The next message, whatever it is; every line has to be one."""
        deadline = time.monotonic() + DEADLINE_SECONDS
        while b"\n" not in self._buffer:
            readable, _, _ = select.select(
                [self._output], [], [], max(0.0, deadline - time.monotonic())
            )
            if not readable:
                raise TimeoutError(f"nothing within {DEADLINE_SECONDS} s; {self.stderr()}")
            data = os.read(self._output.fileno(), 1 << 20)
            if not data:
                raise EOFError(f"the plugin has ended; {self.stderr()}")
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        self.last_line = line
        message = json.loads(line)
        assert isinstance(message, dict) and message["jsonrpc"] == "2.0", line
        return message

    def answer(self) -> Message:
        """The next message with an id; notifications before it are put aside."""
        while "id" not in (message := self.receive()):
            self.notifications.append(message)
        return message

    def notification(self, method: str) -> Any:
        """The params of the next notification of a method, put aside or still to come."""
        for place, message in enumerate(self.notifications):
            if message["method"] == method:
                return self.notifications.pop(place)["params"]
        while (message := self.receive()).get("method") != method:
            self.notifications.append(message)
        return message["params"]

    def request(self, method: str, params: Any = None) -> Message:
        """Sends a request and waits for its answer, the whole message."""
        self._next_id += 1
        self.send({"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params})
        message = self.answer()
        assert message["id"] == self._next_id, message
        return message

    def call(self, method: str, params: Any = None) -> Any:
        """The result of a request; an error fails the test."""
        message = self.request(method, params)
        assert "result" in message, message
        return message["result"]

    def error(self, method: str, params: Any = None) -> Any:
        """The error of a request; a result fails the test."""
        message = self.request(method, params)
        assert "error" in message, message
        return message["error"]

    def rest(self) -> list[Message]:
        """What the plugin still says until it closes its output."""
        messages = []
        try:
            while True:
                messages.append(self.receive())
        except EOFError:
            return messages

    def stderr(self) -> str:
        """What the plugin has written to standard error."""
        self._stderr.seek(0)
        return self._stderr.read().decode(errors="replace")

    # The source

    def provide(self, directory: Any = None, datasource: str = "d1", **context: Any) -> list[Item]:
        """All items below a folder, in their order, as a host asks for them."""
        if directory is not None:
            context["directory"] = str(directory)
        begun = len(self.notifications)
        result = self.call(
            "autocomplete/provideDatasource",
            {
                "source": "files",
                "datasource": datasource,
                "reason": "query",
                "context": context,
                "credit": PLENTY,
                "partialResultToken": f"{datasource}.1",
            },
        )
        self.version: int = result["version"]
        items: list[Item] = []
        for message in self.notifications[begun:]:
            if message["method"] == "$/progress":
                items += message["params"]["value"]["items"]
                self.notifications.remove(message)
        return items + list(result["items"])

    def paths(self, directory: Any = None, **context: Any) -> list[str]:
        """The texts of all items below a folder, in their order."""
        return [item["text"] for item in self.provide(directory, **context)]

    def change(self) -> Message:
        """The next change, which has to carry the next version."""
        params: Message = self.notification("autocomplete/datasourceDidChange")
        assert params["version"] == self.version + 1, params
        self.version = params["version"]
        return params

    def gap(self) -> None:
        """The next change has to be a gap: the host has to ask again."""
        params = self.notification("autocomplete/datasourceDidChange")
        assert params["version"] > self.version + 1, params
        assert not {"append", "remove", "replace"} & set(params), params


def make_tree(top: Path, *paths: str) -> None:
    """Makes empty files below a folder; a path with a slash at its end makes a folder."""
    for path in paths:
        if path.endswith("/"):
            (top / path).mkdir(parents=True, exist_ok=True)
        else:
            (top / path).parent.mkdir(parents=True, exist_ok=True)
            (top / path).touch()
