"""A plugin as a real process that speaks lines, driven from a test:

    with PluginProcess(FOLDER / "greeter.py") as plugin:
        plugin.initialize()
        self.assertEqual(plugin.call("greeter/greet", {"name": "Ann"}), {"text": "Hello, Ann!"})
"""

import json
import os
import select
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

# A failing test ends by this, and no passing test waits for it.
DEADLINE_SECONDS = 20.0

Message = dict[str, Any]


class PluginProcess:
    """A running plugin; a context manager that leaves no process and no folder behind."""

    def __init__(
        self,
        script: Path,
        *arguments: str,
        directory: str | None = None,
        environment: dict[str, str] | None = None,
    ) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="plugin-test-")
        room = Path(self._temporary.name)
        for name in ("data", "cache"):
            (room / name).mkdir()
        self.directory = directory or str(room / "data")
        """The data directory that `initialize` tells; a given one may be shared by several."""
        self.cache_directory = str(room / "cache")
        self.notifications: list[Message] = []
        """What came while an answer was waited for, requests of the plugin's excepted."""
        self.requests: list[Message] = []
        """Requests of the plugin's that came while an answer was waited for."""
        self._script = script
        self._log = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [sys.executable, "-B", str(script), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=environment,
            bufsize=0,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input = self._process.stdin
        self._output = self._process.stdout
        self._buffer = b""
        self._next_id = 0

    def __enter__(self) -> "PluginProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._input.close()
        self._output.close()
        self._log.close()
        self._temporary.cleanup()

    def kill(self) -> None:
        """Ends the process as `kill -9` does, if it has not ended by itself."""
        self._process.kill()
        self._process.wait()

    def send_bytes(self, data: bytes) -> None:
        """Writes bytes as they are, in one go."""
        self._input.write(data)

    def send(self, *messages: Message) -> None:
        """Writes messages, one a line, in one go."""
        self.send_bytes(b"".join(json.dumps(each).encode() + b"\n" for each in messages))

    def receive(self) -> Message:
        """The next message, whatever it is; every line has to be one."""
        while b"\n" not in self._buffer:
            data = self._read()
            if not data:
                raise EOFError(f"the plugin has ended; its log:\n{self.log()}")
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        message = json.loads(line)
        assert isinstance(message, dict) and message["jsonrpc"] == "2.0", line
        return message

    def answer(self) -> Message:
        """The next answer; what comes before it is put aside."""
        while "method" in (message := self.receive()):
            (self.requests if "id" in message else self.notifications).append(message)
        return message

    def asked(self, method: str) -> Message:
        """The plugin's next message, which has to be a request for `method`."""
        message = self.receive()
        assert message.get("method") == method and "id" in message, message
        return message

    def reply(self, request: Message, result: Any) -> None:
        """Answers a request of the plugin's."""
        self.send({"jsonrpc": "2.0", "id": request["id"], "result": result})

    def reply_error(self, request: Message, code: int, message: str) -> None:
        """Answers a request of the plugin's with an error."""
        error = {"code": code, "message": message}
        self.send({"jsonrpc": "2.0", "id": request["id"], "error": error})

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

    def initialize(self) -> Any:
        """The handshake, as a host does it."""
        plugin = {
            "name": self._script.stem,
            "directory": str(self._script.parent),
            "dataDirectory": self.directory,
            "cacheDirectory": self.cache_directory,
        }
        return self.call("initialize", {"protocol": {"min": 1, "max": 1}, "plugin": plugin})

    def cancel(self, id: Any) -> None:
        """Cancels a request."""
        self.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": id}})

    def close_input(self) -> None:
        """The host is gone, or is done."""
        self._input.close()

    def close_output(self) -> None:
        """The host does not read any more."""
        self._output.close()

    def rest(self) -> list[Message]:
        """What the plugin still says until it closes its output."""
        messages = []
        try:
            while True:
                messages.append(self.receive())
        except EOFError:
            return messages

    def status(self) -> int:
        """The exit status; waits for the process to end by itself."""
        return self._process.wait(DEADLINE_SECONDS)

    def log(self) -> str:
        """What the plugin has written to standard error."""
        self._log.seek(0)
        return self._log.read().decode()

    def _read(self) -> bytes:
        readable, _, _ = select.select([self._output], [], [], DEADLINE_SECONDS)
        if not readable:
            raise TimeoutError(f"nothing within {DEADLINE_SECONDS} s; the log:\n{self.log()}")
        return os.read(self._output.fileno(), 1 << 20)


class PluginCase(unittest.TestCase):
    """Tests of a plugin that runs as `plugin`; `setUp` starts it."""

    plugin: PluginProcess

    def check_invalid(self, method: str, params: Any, path: str, expected: str, found: str) -> None:
        """The plugin refuses params and says where and why."""
        error = self.plugin.error(method, params)
        self.assertEqual(error["code"], -32602)
        self.assertEqual(error["data"], {"path": path, "expected": expected, "found": found})
