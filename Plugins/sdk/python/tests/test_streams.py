"""What a plugin speaks over, besides the pipes that all other tests use."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.cases import ASYNC, ODD

INITIALIZE = {"id": 1, "method": "initialize", "params": {"protocol": {"min": 1, "max": 1}}}
PRINTS = {"id": 2, "method": "odd/prints"}
# A failing test ends by this, and no passing test waits for it.
DEADLINE_SECONDS = 20.0


class Streams(unittest.TestCase):
    arguments: tuple[str, ...] = ()

    def setUp(self) -> None:
        self.command = [sys.executable, "-B", str(ODD), *self.arguments]

    def check(self, answers: bytes) -> None:
        """Both requests were answered, and nothing else was said."""
        self.assertEqual([json.loads(line)["id"] for line in answers.splitlines()], [1, 2])

    def test_a_plugin_of_the_transport_fd_speaks_over_its_descriptor_only(self) -> None:
        ours, theirs = socket.socketpair()
        with ours, theirs:
            environment = {**os.environ, "JACKFIELD_FD": str(theirs.fileno())}
            process = subprocess.Popen(
                self.command,
                env=environment,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
            )
            theirs.close()
            ours.settimeout(DEADLINE_SECONDS)
            ours.sendall(lines(INITIALIZE, PRINTS))
            ours.shutdown(socket.SHUT_WR)
            answers = b"".join(iter(lambda: ours.recv(1 << 16), b""))
            printed, _ = process.communicate(timeout=DEADLINE_SECONDS)
        self.check(answers)
        self.assertIn("by a child\n", printed.decode())
        self.assertEqual(process.returncode, 0)

    def test_input_and_output_may_be_files(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            requests, answers = Path(directory) / "requests", Path(directory) / "answers"
            requests.write_bytes(lines(INITIALIZE, PRINTS))
            with requests.open() as source, answers.open("w") as sink:
                done = subprocess.run(
                    self.command,
                    stdin=source,
                    stdout=sink,
                    stderr=subprocess.DEVNULL,
                    timeout=DEADLINE_SECONDS,
                )
            self.check(answers.read_bytes())
            self.assertEqual(done.returncode, 0)


class AsyncStreams(Streams):
    arguments = ASYNC


def lines(*messages: object) -> bytes:
    """Messages as a host writes them."""
    return b"".join(json.dumps(each).encode() + b"\n" for each in messages)


if __name__ == "__main__":
    unittest.main()
