#!/usr/bin/env python3
"""Plays the scenarios of protocol/conformance against a host's socket, and prints TAP 14.

    run_scenarios.py --socket PATH [--only ID] [--scenarios DIR] [--schema DIR] [--timeout SECONDS]

It uses the scenario files and the JSON Schemas alone, Python's standard library, and `jsonschema`
where `--schema` is given; protocol/conformance/README.md tells the format. Exit codes: 0 all hold,
1 some do not, 2 the kit itself is at fault, 3 the host can't be reached.
"""

import argparse
import itertools
import json
import pathlib
import re
import selectors
import socket
import sys
import time

import scenario_format as form
from scenario_format import Mismatch, ScenarioFault

ROOT = pathlib.Path(__file__).resolve().parents[2]

# A host answers in milliseconds; a plugin's first start may take seconds on a busy machine.
DEFAULT_TIMEOUT = 10.0

# What is printed of one message in a diagnostic: enough to see a whole usual one.
QUOTED_LENGTH = 2000

RESPONSE_MEMBERS = {"jsonrpc", "id", "result", "error"}
NOTIFICATION_MEMBERS = {"jsonrpc", "method", "params"}


class Failure(Exception):
    """The host broke a rule."""

    def __init__(self, message, rule=None, **details):
        super().__init__(message)
        self.rule = rule
        self.details = details


class Unreachable(Exception):
    """There is no host to be tested."""


# MARK: Connections


class Connection:
    """One front end's connection in one framing. It reads strictly what a host may write (F-4)."""

    HEADER = re.compile(rb"Content-Length: (0|[1-9][0-9]*)\r\n\r\n")

    def __init__(self, path, framing):
        self.framing = framing
        self.socket = socket.socket(socket.AF_UNIX)
        try:
            self.socket.connect(path)
        except OSError as error:
            self.socket.close()
            raise Unreachable("%s: %s" % (path, error.strerror)) from None
        self.socket.setblocking(False)
        self.incoming = bytearray()
        self.ended = False
        self.can_write = True

    def frame(self, body):
        if self.framing == "lines":
            return body + b"\n"
        return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)

    def write(self, data, timeout):
        """Writes everything, reading meanwhile, so that neither side waits for the other."""
        view = memoryview(data)
        deadline = time.monotonic() + timeout
        while view and self.can_write:
            events = self.wait(selectors.EVENT_READ | selectors.EVENT_WRITE, deadline)
            if events & selectors.EVENT_READ:
                self.fill()
            if events & selectors.EVENT_WRITE:
                try:
                    view = view[self.socket.send(view):]
                except (BrokenPipeError, ConnectionResetError):
                    self.can_write = False

    def wait(self, wanted, deadline):
        if self.ended:
            wanted &= ~selectors.EVENT_READ
        with selectors.DefaultSelector() as selector:
            selector.register(self.socket, wanted)
            ready = selector.select(max(0, deadline - time.monotonic()))
        if not ready:
            raise Failure("nothing came in time", got=quoted(self.incoming))
        return ready[0][1]

    def fill(self):
        try:
            data = self.socket.recv(1 << 16)
        except ConnectionResetError:
            data = b""
        self.ended = self.ended or not data
        self.incoming += data

    def receive(self, timeout):
        """The next message's text, or None at the end of the connection."""
        deadline = time.monotonic() + timeout
        while (text := self.cut()) is None:
            if self.ended:
                if self.incoming:
                    raise Failure("the end cuts a message", "F-4", got=quoted(self.incoming))
                return None
            self.wait(selectors.EVENT_READ, deadline)
            self.fill()
        try:
            return text.decode()
        except UnicodeDecodeError:
            raise Failure("a message is not UTF-8", "T-6", got=quoted(text)) from None

    def cut(self):
        return self.cut_line() if self.framing == "lines" else self.cut_body()

    def cut_line(self):
        end = self.incoming.find(b"\n")
        if end < 0:
            return None
        line = bytes(self.incoming[:end])
        del self.incoming[:end + 1]
        if not line or b"\r" in line:
            raise Failure("a line is empty or has a carriage return", "F-4", got=quoted(line))
        return line

    def cut_body(self):
        end = self.incoming.find(b"\r\n\r\n")
        if end < 0:
            return None
        header = self.HEADER.match(self.incoming)
        if not header:
            found = quoted(self.incoming[:end])
            raise Failure("a header is not `Content-Length: N` alone", "F-4", got=found)
        length = int(header[1])
        if len(self.incoming) < header.end() + length:
            return None
        body = bytes(self.incoming[header.end():header.end() + length])
        del self.incoming[:header.end() + length]
        return body

    def close_write(self):
        self.can_write = False
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.ended = True

    def close(self):
        self.can_write = False
        self.ended = True
        self.socket.close()


def quoted(data):
    text = data if isinstance(data, str) else bytes(data).decode(errors="backslashreplace")
    cut = text if len(text) <= QUOTED_LENGTH else text[:QUOTED_LENGTH] + "…"
    return cut


# MARK: What holds for every message


def parsed(text):
    """A message of the host's, after the checks that hold for all of them."""
    try:
        message = json.loads(text, parse_constant=refuse_constant)
    except ValueError:
        raise Failure("a message is not JSON", "F-4", got=quoted(text)) from None
    if isinstance(message, list):
        if not message:
            raise Failure("an answer to a batch is empty", "B-1", got=quoted(text))
        for element in message:
            check_response(element, text)
    elif isinstance(message, dict) and "method" in message:
        check_notification(message, text)
    else:
        check_response(message, text)
    return message


def refuse_constant(name):
    raise ValueError(name)


def check_notification(message, text):
    if "id" in message:
        raise Failure("the host sent a front end a request", "M-17", got=quoted(text))
    good = message.get("jsonrpc") == "2.0" and message.keys() <= NOTIFICATION_MEMBERS
    if not good or not isinstance(message["method"], str):
        raise Failure("a notification is not as JSON-RPC says", "M-11", got=quoted(text))


def check_response(message, text):
    good = (
        isinstance(message, dict)
        and message.get("jsonrpc") == "2.0"
        and "id" in message
        and message.keys() <= RESPONSE_MEMBERS
        and ("result" in message) != ("error" in message)
        and not isinstance(message["id"], (bool, list, dict)))
    if good and "error" in message:
        error = message["error"]
        good = (
            isinstance(error, dict)
            and "integer" in form.type_names(error.get("code"))
            and isinstance(error.get("message"), str))
    if not good:
        raise Failure("a response is not as JSON-RPC says", "M-11", got=quoted(text))


class Schemas:
    """The JSON Schemas of the protocol: what front ends may send, and what the host may."""

    def __init__(self, directory):
        path = pathlib.Path(directory) / "jackfield.schema.json"
        self.definitions = json.loads(path.read_text(encoding="utf-8"))["$defs"]
        self.front_end = self.validator("FrontEndToHost")
        self.host = self.validator("HostToFrontEnd")
        self.results = {
            self.definitions[name]["properties"]["method"]["const"]: self.validator(name + "Result")
            for name in self.names_of_requests()}

    def validator(self, name):
        import jsonschema

        schema = {"$ref": "#/$defs/" + name, "$defs": self.definitions}
        return jsonschema.Draft202012Validator(schema)

    def names_of_requests(self):
        for case in self.definitions["FrontEndToHostMessage"]["allOf"]:
            name = case.get("then", {}).get("$ref", "").rpartition("/")[2]
            if name + "Result" in self.definitions:
                yield name

    def fault(self, message, methods):
        """Why a message of the host's is not as its schema says, or None."""
        fault = first_error(self.host, message)
        for answer in message if isinstance(message, list) else [message]:
            method = methods.get(form.dump(answer.get("id")))
            if fault is None and "result" in answer and method in self.results:
                fault = first_error(self.results[method], answer["result"], "/result")
        return fault


def first_error(validator, value, path=""):
    error = next(iter(validator.iter_errors(value)), None)
    if error is None:
        return None
    place = path + "".join("/%s" % step for step in error.absolute_path)
    return "%s at %s" % (error.message[:QUOTED_LENGTH], place or "/")


# MARK: Playing


class Play:
    """One scenario in one framing: its connections and its variables."""

    def __init__(self, host, scenario, row, framing, run):
        self.host = host
        self.scenario = scenario
        self.framing = framing
        self.variables = {name: value for name, value in row.items() if name != "name"}
        self.variables["run"] = run
        self.connections = {}
        self.barriers = itertools.count(1)
        self.methods = {}
        self.step = 0

    def play(self):
        try:
            self.run()
        except form.NotTold as missing:
            raise Failure("the host did not tell %s" % missing) from None

    def run(self):
        try:
            self.connect("A", self.scenario.get("initialize", {}))
            for self.step, step in enumerate(self.scenario["steps"], start=1):
                if step.get("framing", self.framing) == self.framing:
                    self.perform(step)
            self.step = 0
            for connection in self.connections.values():
                if connection.can_write and not connection.ended:
                    self.expect_none(connection, self.host.timeout)
        finally:
            for connection in self.connections.values():
                connection.close()

    def perform(self, step):
        timeout = step.get("timeoutMs", self.host.timeout * 1000) / 1000
        if "connect" in step:
            self.connect(step["connect"], step.get("initialize", {}))
            return
        connection = self.connections[step.get("on", "A")]
        action = next(name for name in ACTIONS if name in step)
        ACTIONS[action](self, connection, step, timeout)

    def connect(self, name, initialize):
        connection = self.connections[name] = Connection(self.host.path, self.framing)
        if initialize is False:
            return
        params = {
            "protocol": {"min": 1, "max": 1},
            "client": {"name": "conformance", "version": "1"},
            **form.substitute(initialize, self.variables),
        }
        message = {"jsonrpc": "2.0", "id": "initialize", "method": "initialize", "params": params}
        self.remember(message)
        connection.write(connection.frame(form.dump(message).encode()), self.host.timeout)
        pattern = {"id": "initialize", "result": {"protocol": 1}}
        result = self.expect(connection, pattern, {}, self.host.timeout)["result"]
        prefix = "" if name == "A" else name + "."
        self.variables[prefix + "session"] = result.get("session")
        self.variables[prefix + "limits"] = result.get("limits", {})

    def send(self, connection, step, timeout):
        if "send" in step and self.host.schemas is not None:
            self.remember(form.substitute(step["send"], self.variables))
        data = self.encoded(connection, step)
        for piece in pieces(data, step.get("split")):
            connection.write(piece, timeout)

    def remember(self, sent):
        """Keeps the methods of what is sent, so that the schemas of their results are known."""
        for message in sent if isinstance(sent, list) else [sent]:
            if isinstance(message, dict) and "id" in message:
                self.methods[form.dump(message["id"])] = message.get("method")

    def encoded(self, connection, part):
        if "send" in part:
            text = form.dump(form.substitute(part["send"], self.variables))
            return connection.frame(text.encode())
        if "sendText" in part:
            return connection.frame(form.to_bytes(part["sendText"], self.variables))
        if "sendRaw" in part:
            return form.to_bytes(part["sendRaw"], self.variables)
        return b"".join(self.encoded(connection, each) for each in part["sendTogether"])

    def receive(self, connection, expected, timeout):
        try:
            text = connection.receive(timeout)
        except Failure as failure:
            failure.details.setdefault("expected", expected)
            raise
        if text is None:
            raise Failure("the host closed the connection", expected=expected)
        message = parsed(text)
        if self.host.schemas is not None:
            fault = self.host.schemas.fault(message, self.methods)
            if fault is not None:
                raise Failure("a message is not as its schema says: " + fault, got=quoted(text))
        return message, text

    def expect(self, connection, pattern, verbatim, timeout):
        message, text = self.receive(connection, pattern, timeout)
        try:
            form.match(pattern, message, self.variables)
        except Mismatch as mismatch:
            raise failure_of(mismatch, text) from None
        for pointer, expected in verbatim.items():
            expected = form.interpolate(expected, self.variables)
            expected = expected if isinstance(expected, str) else form.dump(expected)
            found = form.written(text, pointer)
            if found != expected:
                raise Failure(
                    "a value is not written as it was", at=pointer, expected=expected, got=found)
        return message

    def expect_step(self, connection, step, timeout):
        self.expect(connection, step["expect"], step.get("verbatim", {}), timeout)

    def expect_until(self, connection, step, timeout):
        pattern = step["expectUntil"]
        while True:
            message, text = self.receive(connection, pattern, timeout)
            if form.matches(pattern, message, self.variables):
                return
            if not form.matches({"method": pattern["method"]}, message, {}):
                raise Failure("none of the expected", expected=pattern, got=quoted(text))

    def expect_any_order(self, connection, step, timeout):
        left = list(step["expectAnyOrder"])
        while left:
            message, text = self.receive(connection, left, timeout)
            found = next((p for p in left if form.matches(p, message, self.variables)), None)
            if found is None:
                raise Failure("none of the expected", expected=left, got=quoted(text))
            left.remove(found)

    def expect_none(self, connection, timeout):
        barrier = "barrier-%d" % next(self.barriers)
        message = {"jsonrpc": "2.0", "id": barrier, "method": "ping"}
        connection.write(connection.frame(form.dump(message).encode()), timeout)
        self.expect(connection, {"id": barrier, "result": {}}, {}, timeout)

    def expect_close(self, connection, step, timeout):
        text = connection.receive(timeout)
        if text is not None:
            raise Failure("a message instead of the end", expected="the end", got=quoted(text))


ACTIONS = {
    "send": Play.send,
    "sendText": Play.send,
    "sendRaw": Play.send,
    "sendTogether": Play.send,
    "expect": Play.expect_step,
    "expectUntil": Play.expect_until,
    "expectAnyOrder": Play.expect_any_order,
    "expectNone": lambda play, connection, step, timeout: play.expect_none(connection, timeout),
    "expectClose": Play.expect_close,
    "closeWrite": lambda play, connection, step, timeout: connection.close_write(),
    "close": lambda play, connection, step, timeout: connection.close(),
}


def pieces(data, split):
    """The parts that are written one by one: of so many bytes each, or cut at these places."""
    if split is None:
        return [data]
    if isinstance(split, int):
        split = range(split, len(data), split)
    places = [0, *split, len(data)]
    return [data[start:end] for start, end in zip(places, places[1:])]


def failure_of(mismatch, text):
    found = "nothing" if mismatch.found is form.ABSENT else mismatch.found
    return Failure(
        "a message is not the expected one", at=mismatch.path or "/", expected=mismatch.expected,
        found=found, got=quoted(text))


# MARK: The host


class Host:
    """The host under test: where it listens, and what it declares."""

    def __init__(self, path, schemas, timeout):
        self.path = path
        self.schemas = schemas
        self.timeout = timeout
        self.methods = self.features = self.plugins = None

    def look(self):
        """Learns what the host declares; what it does not tell stays None, and nothing is skipped."""
        steps = [
            {"send": {"jsonrpc": "2.0", "id": 1, "method": "initialize",
                      "params": {"protocol": {"min": 1, "max": 1}}}},
            {"expect": {"id": 1, "result": {"$capture": "initialized"}}},
            {"send": {"jsonrpc": "2.0", "id": 2, "method": "rpc.discover"}},
            {"expect": {"id": 2, "result": {"methods": {"$capture": "methods"}}}},
        ]
        play = Play(self, {"initialize": False, "steps": steps}, {}, "lines", "look")
        try:
            play.play()
        except Failure:
            pass
        initialized = play.variables.get("initialized")
        if initialized is not None:
            self.features = set(initialized.get("features", []))
            self.plugins = {each["plugin"]: each for each in initialized.get("plugins", [])}
        if "methods" in play.variables:
            self.methods = {method["name"] for method in play.variables["methods"]}

    def undeclared(self, requires):
        """What the scenario needs and the host does not declare."""
        for kind, declared in (("methods", self.methods), ("features", self.features)):
            for name in requires.get(kind, []):
                if declared is not None and name not in declared:
                    return name
        return None

    def missing(self, requires):
        """The fixture that the scenario needs and that is not installed."""
        if self.plugins is None:
            return None
        for name in requires.get("plugins", []):
            if name not in self.plugins:
                return "plugin %s" % name
        for source in requires.get("sources", []):
            plugin, _, name = source.partition("/")
            sources = self.plugins.get(plugin, {}).get("provides", {}).get("sources", [])
            if all(each["name"] != name for each in sources):
                return "source %s" % source
        return None


# MARK: Results


class TAP:
    """Prints results as TAP 14."""

    def __init__(self, count):
        self.number = self.failed = 0
        print("TAP version 14\n1..%d" % count, flush=True)

    def line(self, good, name, directive=""):
        self.number += 1
        self.failed += not good
        text = "%s %d - %s" % ("ok" if good else "not ok", self.number, name.replace("#", "\\#"))
        print(text + directive, flush=True)

    def diagnose(self, **members):
        print("  ---")
        for name, value in members.items():
            if value is not None:
                print("  %s: %s" % (name, form.dump(value)))
        print("  ...", flush=True)


def run(host, families, only):
    """Plays all checks whose id begins with `only`; the exit code."""
    chosen = [check for check in form.checks(families) if check[0].startswith(only)]
    host.look()
    tap = TAP(len(chosen))
    stamp = "%x" % time.time_ns()
    for number, (name, scenario, row, framing) in enumerate(chosen):
        title = "%s [%s] %s" % (name, framing, scenario["title"])
        requires = scenario.get("requires", {})
        if (undeclared := host.undeclared(requires)) is not None:
            tap.line(True, title, " # SKIP not declared: %s" % undeclared)
            continue
        if (missing := host.missing(requires)) is not None:
            tap.line(False, title)
            tap.diagnose(message="not installed: %s (see Tests/Fixtures/plugins)" % missing)
            continue
        play = Play(host, scenario, row, framing, "run-%s-%d" % (stamp, number))
        try:
            play.play()
            tap.line(True, title)
        except Failure as failure:
            tap.line(False, title)
            tap.diagnose(
                rules=[failure.rule] if failure.rule else scenario["rules"],
                step=play.step or None, message=str(failure), **failure.details)
    return 1 if tap.failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--socket", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--scenarios", default=ROOT / "protocol" / "conformance")
    parser.add_argument("--schema")
    parser.add_argument("--timeout", type=float, default=DEFAULT_TIMEOUT)
    options = parser.parse_args()
    try:
        families = form.load(options.scenarios)
        schemas = Schemas(options.schema) if options.schema else None
        host = Host(options.socket, schemas, options.timeout)
        return run(host, families, options.only)
    except Unreachable as error:
        print("Bail out! The host can't be reached: %s" % error)
        return 3
    except ScenarioFault as error:
        print("Bail out! A scenario is wrong: %s" % error)
        return 2


if __name__ == "__main__":
    sys.exit(main())
