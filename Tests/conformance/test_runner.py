"""Shows that the runner can fail: hosts that are wrong in one way each, and the scenario meant for it.

The hosts live in this process. Each is the same small host, right in what these scenarios ask, with
one of its functions replaced.
"""

import contextlib
import io
import json
import pathlib
import socket
import tempfile
import threading
import unittest

import run_scenarios
import scenario_format as form

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Wrong hosts may be silent; nobody waits longer for them than that.
TIMEOUT = 0.5


class SmallHost:
    """A host that knows `initialize`, `ping`, `exit` and lines; right where it answers at all."""

    def serve(self, connection):
        # The runner goes away as soon as it has seen what is wrong.
        gone = contextlib.suppress(BrokenPipeError, ConnectionResetError)
        with gone, connection, connection.makefile("rb") as incoming:
            for line in incoming:
                reply = self.reply(line)
                connection.sendall(reply)
                if self.ends(line, reply):
                    return

    def ends(self, line, reply):
        return b'"exit"' in line

    def reply(self, line):
        try:
            message = json.loads(line)
        except ValueError:
            return self.frame(self.error(None, -32700))
        if isinstance(message, list):
            return self.batch(message)
        return self.frame(self.answer(message))

    def batch(self, elements):
        if not elements:
            return self.frame(self.error(None, -32600))
        answers = [answer for answer in map(self.answer, elements) if answer is not None]
        return self.frame(answers) if answers else b""

    def answer(self, message):
        if not isinstance(message, dict) or "method" not in message:
            return self.error(message.get("id") if isinstance(message, dict) else None, -32600)
        if "id" not in message:
            return None
        if message.get("jsonrpc", "2.0") != "2.0":
            return self.error(message["id"], -32600)
        if message["method"] == "ping":
            return self.result(message["id"], {})
        if message["method"] == "initialize":
            return self.result(message["id"], {"protocol": 1, "session": "s1", "limits": {}})
        return self.error(message["id"], -32601)

    def result(self, request_id, result):
        return {"jsonrpc": "2.0", "id": request_id, "result": result}

    def error(self, request_id, code):
        return {"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": "no"}}

    def frame(self, message):
        return b"" if message is None else json.dumps(message).encode() + b"\n"


class FrameWithoutEnd(SmallHost):
    def frame(self, message):
        return super().frame(message).replace(b"\n", b"\r\n")


class NoVersion(SmallHost):
    def result(self, request_id, result):
        return {"id": request_id, "result": result}


class ExtraMember(SmallHost):
    def result(self, request_id, result):
        return {**super().result(request_id, result), "took": 5}


class BothResultAndError(SmallHost):
    def result(self, request_id, result):
        return {**super().result(request_id, result), "error": None}


class ErrorWithoutMessage(SmallHost):
    def error(self, request_id, code):
        return {"jsonrpc": "2.0", "id": request_id, "error": {"code": code}}


class AsksTheFrontEnd(SmallHost):
    def reply(self, line):
        return self.frame({"jsonrpc": "2.0", "id": 1, "method": "ask"}) + super().reply(line)


class AnswersTwice(SmallHost):
    def reply(self, line):
        return super().reply(line) * 2


class IDAsNumber(SmallHost):
    def result(self, request_id, result):
        known = str(request_id).isdigit()
        return super().result(int(request_id) if known else request_id, result)


class IDWrittenAnew(SmallHost):
    def result(self, request_id, result):
        whole = isinstance(request_id, float) and request_id.is_integer()
        return super().result(int(request_id) if whole else request_id, result)


class EmptyBatchAsArray(SmallHost):
    def batch(self, elements):
        return b"[]\n" if not elements else super().batch(elements)


class AnswersNotifications(SmallHost):
    def answer(self, message):
        return super().answer({"id": None, **message} if isinstance(message, dict) else message)


class ClosesOnBadJSON(SmallHost):
    def ends(self, line, reply):
        return b"-32700" in reply


class SilentOnWrongVersion(SmallHost):
    def answer(self, message):
        if isinstance(message, dict) and message.get("jsonrpc") == "1.0":
            return None
        return super().answer(message)


class StaysAfterExit(SmallHost):
    def ends(self, line, reply):
        return False


# The wrong host, the check meant for it, and the rule that the verdict names.
WRONG = [
    (FrameWithoutEnd, "envelope/ping", "F-4"),
    (NoVersion, "envelope/ping", "M-11"),
    (ExtraMember, "envelope/ping", "M-11"),
    (BothResultAndError, "envelope/ping", "M-11"),
    (ErrorWithoutMessage, "batch/empty/tight", "M-11"),
    (AsksTheFrontEnd, "envelope/ping", "M-17"),
    (AnswersTwice, "envelope/ping", "H-12"),
    (IDAsNumber, "ids/verbatim/digit-string", "ID-1"),
    (IDWrittenAnew, "ids/verbatim/point-zero", "ID-1"),
    (EmptyBatchAsArray, "batch/empty/tight", "B-1"),
    (AnswersNotifications, "batch/notifications-only", "B-1"),
    (ClosesOnBadJSON, "framing/not-json/word", "F-8"),
    (SilentOnWrongVersion, "envelope/wrong-version/one", "M-2"),
    (StaysAfterExit, "handshake/exit-alone", "H-11"),
]


@contextlib.contextmanager
def listening(host):
    """The path of a socket where `host` serves each connection in a thread of its own."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener:
        path = folder + "/host.sock"
        listener.bind(path)
        listener.listen()

        def accept():
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    threading.Thread(target=host.serve, args=[connection], daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        yield path
        listener.shutdown(socket.SHUT_RDWR)


def play(host, only):
    """The exit code and the output of the checks `only`, in lines, against `host`."""
    families = form.load(ROOT / "protocol" / "conformance")
    for family in families:
        for scenario in family["scenarios"]:
            scenario["framings"] = ["lines"]
    output = io.StringIO()
    with listening(host) as path, contextlib.redirect_stdout(output):
        code = run_scenarios.run(run_scenarios.Host(path, None, TIMEOUT), families, only)
    return code, output.getvalue()


class WrongHosts(unittest.TestCase):
    def test_the_small_host_is_right(self):
        for only in {only for _, only, _ in WRONG}:
            with self.subTest(only):
                code, output = play(SmallHost(), only)
                self.assertEqual(code, 0, output)
                self.assertIn("\nok 1 - ", output)

    def test_each_wrong_host_is_caught_by_the_check_meant_for_it(self):
        for host, only, rule in WRONG:
            with self.subTest(host.__name__):
                code, output = play(host(), only)
                self.assertEqual(code, 1, output)
                rules = next(line for line in output.splitlines() if "rules: " in line)
                self.assertIn(rule, rules)

    def test_a_missing_fixture_fails_and_an_undeclared_method_is_skipped(self):
        class Declares(SmallHost):
            def answer(self, message):
                if isinstance(message, dict) and message.get("method") == "rpc.discover":
                    return self.result(message["id"], {"methods": [{"name": "ping"}]})
                if isinstance(message, dict) and message.get("method") == "initialize":
                    return self.result(message["id"], {"protocol": 1, "plugins": []})
                return super().answer(message)

        code, output = play(Declares(), "relay/large/lines-plugin")
        self.assertEqual(code, 1)
        self.assertIn("not installed: plugin scripted", output)
        code, output = play(Declares(), "administration/host-status")
        self.assertEqual(code, 0)
        self.assertIn("# SKIP not declared: host/status", output)

    def test_a_host_that_is_not_there_is_no_failure_of_a_check(self):
        with self.assertRaises(run_scenarios.Unreachable):
            host = run_scenarios.Host("/nowhere/host.sock", None, TIMEOUT)
            run_scenarios.run(host, [], "")


if __name__ == "__main__":
    unittest.main()
