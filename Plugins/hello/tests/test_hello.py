"""Ten lines of shell are a full citizen."""

import json
import subprocess
import unittest
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "hello"


def run(*lines: str) -> tuple[list[object], int]:
    """What the plugin answers to these lines, and its exit status; its input ends after them."""
    text = "".join(line + "\n" for line in lines)
    done = subprocess.run([SCRIPT], input=text.encode(), stdout=subprocess.PIPE, timeout=20)
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def request(id: str, method: str, params: object = None) -> str:
    """A request as a host writes it."""
    message = {"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}}
    return json.dumps(message, separators=(",", ":"))


class Hello(unittest.TestCase):
    def check(self, line: str, **answer: object) -> None:
        answers, _ = run(line)
        self.assertEqual(answers, [{"jsonrpc": "2.0", **answer}])

    def test_requests_are_answered(self) -> None:
        id = "s3:42/hello#7"
        initialize = request(id, "initialize", {"protocol": {"min": 1, "max": 1}})
        self.check(initialize, id=id, result={"protocol": 1})
        greeting = {"text": "Hello from a shell script"}
        self.check(request(id, "hello/greet"), id=id, result=greeting)
        params = {"method": "exit", "text": '"method":"exit"', "id": "x"}
        self.check(request(id, "hello/greet", params), id=id, result=greeting)
        self.check(request(id, "ping"), id=id, result={})
        self.check(request(id, "shutdown"), id=id, result={})

    def test_what_it_does_not_know_is_refused(self) -> None:
        error = {"code": -32601, "message": "unknown method"}
        self.check(request("x", "hello/other", {"method": "ping"}), id="x", error=error)

    def test_notifications_are_not_answered(self) -> None:
        cancel = '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"x"}}'
        self.assertEqual(run(cancel), ([], 0))

    def test_exit_ends_it(self) -> None:
        self.assertEqual(run('{"jsonrpc":"2.0","method":"exit"}', request("x", "ping")), ([], 0))


if __name__ == "__main__":
    unittest.main()
