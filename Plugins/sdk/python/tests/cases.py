"""What the tests of both kinds of plugin share."""

import unittest
from pathlib import Path

from jackfield_plugin.testing import Message, PluginProcess

ODD = Path(__file__).with_name("odd_plugin.py")
ASYNC = ("--async",)


class OddPluginCase(unittest.TestCase):
    """A fresh odd plugin for each test, after the handshake."""

    arguments: tuple[str, ...] = ()
    """Which kind of plugin it is: none for a plain one, `ASYNC` for an asynchronous one."""

    def setUp(self) -> None:
        self.plugin = self.enterContext(PluginProcess(ODD, *self.arguments))
        self.greeting = self.plugin.initialize()

    def send_line(self, line: bytes) -> Message:
        """The answer to a raw line."""
        self.plugin.send_bytes(line + b"\n")
        return self.plugin.answer()

    def check_idle(self) -> None:
        """Nothing comes before the answer to a ping."""
        self.plugin.send({"id": "idle", "method": "ping"})
        self.assertEqual(self.plugin.receive()["id"], "idle")
