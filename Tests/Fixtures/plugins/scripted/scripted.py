#!/usr/bin/env python3
"""The plugin that the conformance scenarios drive.

It does what its caller says: echo, wait, fail, print rubbish, leave. README.md beside it lists its
methods and sources. Python's standard library only, one thread, no clock: whatever waits, waits
for another message.

Values pass through it as the text in which they came. A plugin that parses and writes them again
could not tell whether the host relays them byte for byte.
"""

import collections
import json
import os
import sys

METHOD_NOT_FOUND = -32601
REQUEST_CANCELLED = -32800

# A scenario looks back over a few messages; the bound only keeps a host that runs for days small.
RECORD_LENGTH = 4096


def members(text):
    """The members of a JSON object, in order, each value as the text in which it is written."""
    decoder = json.JSONDecoder()
    found = {}
    place = _skip_blanks(text, text.index("{") + 1)
    while text[place] != "}":
        name, place = decoder.raw_decode(text, place)
        start = _skip_blanks(text, _skip_blanks(text, place) + 1)
        _, place = decoder.raw_decode(text, start)
        found[name] = text[start:place]
        place = _skip_blanks(text, place)
        if text[place] == ",":
            place = _skip_blanks(text, place + 1)
    return found


def elements(text):
    """The elements of a JSON array, each as the text in which it is written."""
    decoder = json.JSONDecoder()
    found = []
    place = _skip_blanks(text, text.index("[") + 1)
    while text[place] != "]":
        _, end = decoder.raw_decode(text, place)
        found.append(text[place:end])
        place = _skip_blanks(text, end)
        if text[place] == ",":
            place = _skip_blanks(text, place + 1)
    return found


def _skip_blanks(text, place):
    while text[place] in " \t\r\n":
        place += 1
    return place


def is_part(part, whole):
    """Whether every member of `part` is in `whole`, recursively; anything else by equality."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(name in whole and is_part(value, whole[name]) for name, value in part.items())
    return part == whole


class Lines:
    """One JSON text per line."""

    def __init__(self, incoming, outgoing):
        self.incoming, self.outgoing = incoming, outgoing

    def read(self):
        line = self.incoming.readline()
        return line.decode() if line else None

    def write(self, text):
        self.outgoing.write(text.encode() + b"\n")
        self.outgoing.flush()


class Headers(Lines):
    """`Content-Length`, an empty line, the JSON text."""

    def read(self):
        length = 0
        while (line := self.incoming.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
        return self.incoming.read(length).decode() if line else None

    def write(self, text):
        body = text.encode()
        self.outgoing.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.outgoing.flush()


class Request:
    """A request of the host's: its id and params as text, and the params parsed."""

    def __init__(self, plugin, message):
        self.plugin = plugin
        self.id = message["id"]
        self.text = message.get("params", "null")
        self.params = json.loads(self.text)

    def get(self, name, default=None):
        return self.params.get(name, default) if isinstance(self.params, dict) else default

    def text_of(self, name):
        """A member of the params as it is written, or None."""
        return members(self.text).get(name) if isinstance(self.params, dict) else None

    def answer(self, result="{}"):
        self.plugin.wire.write('{"jsonrpc":"2.0","id":%s,"result":%s}' % (self.id, result))

    def fail(self, error):
        self.plugin.wire.write('{"jsonrpc":"2.0","id":%s,"error":%s}' % (self.id, error))


class Plugin:
    """What the plugin knows: calls that wait, its own calls, and what it was told."""

    def __init__(self, wire, options, sources):
        self.wire = wire
        self.options = options
        self.sources = sources
        self.held = {}
        self.released = {}
        self.prepared = collections.defaultdict(collections.deque)
        self.calls = {}
        self.call_count = 0
        self.name = ""
        self.record = collections.deque(maxlen=RECORD_LENGTH)
        self.may_leave = False

    def run(self):
        while (text := self.wire.read()) is not None:
            if text.strip():
                self.handle(members(text))

    def handle(self, message):
        if "method" not in message:
            self.handle_response(message)
            return
        method = json.loads(message["method"])
        self.record.append({"method": method, "params": json.loads(message.get("params", "null"))})
        if "id" in message:
            self.perform(method, Request(self, message))
        elif method == "$/cancelRequest":
            self.cancel(members(message["params"])["id"])
        elif method == "exit":
            sys.exit(0 if self.may_leave else 1)

    def handle_response(self, message):
        name = "error" if "error" in message else "result"
        result = '{"%s":%s}' % (name, message[name])
        if message["id"] in self.calls:
            self.calls.pop(message["id"]).answer(result)
        else:
            params = {"id": json.loads(message["id"]), **json.loads(result)}
            self.record.append({"method": "response", "params": params})

    def perform(self, method, request):
        handler = PROTOCOL.get(method) or OWN.get(method.removeprefix(self.name + "/"))
        if self.prepared[method]:
            answer_as_prepared(self, request, self.prepared[method].popleft())
        elif handler is None and method in DELEGATE_CALLS:
            request.answer()
        elif handler is None:
            request.fail('{"code":%d,"message":"no method %s"}' % (METHOD_NOT_FOUND, method))
        else:
            handler(self, request)

    def hold(self, request, key, result):
        """Answers with `result` once the key has been released, perhaps before."""
        if key in self.released:
            request.answer(self.released[key] or result)
        else:
            self.held[request.id] = (request, key, result)

    def cancel(self, request_id):
        if request_id not in self.held or self.held[request_id][0].get("deaf"):
            return
        request, key, result = self.held.pop(request_id)
        self.record.append({"method": "cancelled", "params": {"key": key}})
        if request.get("late"):
            request.answer(result)
        else:
            request.fail('{"code":%d,"message":"cancelled"}' % REQUEST_CANCELLED)


# MARK: What the protocol asks of a plugin


def initialize(plugin, request):
    plugin.name = request.params["plugin"]["name"]
    rest = ""
    if "--chatty" in plugin.options:
        print("2022/05/25 DEBUG starting, on the wrong stream", flush=True)
        print("x" * 70_000, file=sys.stderr, flush=True)
        plugin.wire.write('{"jsonrpc":"2.0","method":"chatty/early","params":{}}')
        plugin.wire.write('{"jsonrpc":"2.0","id":"early","method":"rpc.discover"}')
        plugin.wire.write('{"jsonrpc":"2.0","id":"early ping","method":"ping"}')
    if "--unwilling" in plugin.options:
        rest = ',"disable":"needs a licence"'
    request.answer(
        '{"protocol":1,"plugin":{"name":"%s","version":"1.0.0"}%s}' % (plugin.name, rest))


def shutdown(plugin, request):
    plugin.may_leave = True
    request.answer()


def done(plugin, request):
    request.answer()


def provide_datasource(plugin, request):
    source = plugin.sources[request.params["source"].rpartition("/")[2]]
    if "error" in source:
        request.fail(json.dumps(source["error"]))
        return
    result = json.dumps(source["answer"], ensure_ascii=False)
    context = request.get("context") or {}
    if source.get("streams"):
        stream_datasource(plugin, request, source["streams"])
    elif source.get("held"):
        plugin.hold(request, context.get("key"), result)
    else:
        request.answer(result)


def stream_datasource(plugin, request, chunks):
    for items in chunks:
        progress(plugin, request.text_of("partialResultToken"), json.dumps({"items": items}))
    request.answer('{"version":1}')


def query(plugin, request):
    text = request.params["text"]
    items = [{"id": "%s-%d" % (text, number), "text": "%s %d" % (text, number)} for number in (2, 1)]
    result = json.dumps({"items": items, "filtered": True}, ensure_ascii=False)
    key = (request.get("context") or {}).get("key")
    if key is None:
        request.answer(result)
    else:
        plugin.hold(request, "%s:%s" % (key, text), result)


def popup_content(plugin, request):
    """What the popup's opener gave as `content`, else a text."""
    arguments = request.text_of("arguments") or "null"
    given = members(arguments).get("content") if arguments.startswith("{") else None
    request.answer(given or '{"body":{"kind":"text","text":"Hello"}}')


# MARK: The plugin's own methods


def echo(plugin, request):
    request.answer(request.text)


def prepare(plugin, request):
    """The host's next requests with `method` get these `answers`, one each; `[]` forgets what was prepared."""
    answers = [members(text) for text in elements(request.text_of("answers"))]
    plugin.prepared[request.params["method"]] = collections.deque(answers)
    request.answer()


def answer_as_prepared(plugin, request, answer):
    if "lines" in answer:
        for line in json.loads(answer["lines"]):
            plugin.wire.write(line.replace("@ID@", request.id))
    if "exit" in answer:
        os._exit(json.loads(answer["exit"]))
    elif "key" in answer:
        plugin.hold(request, json.loads(answer["key"]), answer.get("result", "{}"))
    elif "error" in answer:
        request.fail(answer["error"])
    elif "result" in answer:
        request.answer(answer["result"])


def request_id(plugin, request):
    request.answer('{"id":%s}' % request.id)


def hold(plugin, request):
    plugin.hold(request, request.get("key"), request.text_of("result") or "{}")


def release(plugin, request):
    key = request.get("key")
    plugin.released[key] = request.text_of("result")
    for held, name, result in [each for each in plugin.held.values() if each[1] == key]:
        del plugin.held[held.id]
        held.answer(plugin.released[key] or result)
    request.answer()


def never(plugin, request):
    pass


def fail(plugin, request):
    request.fail(request.text_of("error"))


def write(plugin, request):
    """Writes each of `lines` as it is, `@ID@` being the request's id; one of them may be its answer."""
    for line in request.params["lines"]:
        plugin.wire.write(line.replace("@ID@", request.id))


def leave(plugin, request):
    """Ends the process at once; with `result`, only after that answer."""
    result = request.text_of("result")
    if result is not None:
        request.answer(result)
    print("leaving, as told", file=sys.stderr, flush=True)
    os._exit(request.get("code", 0))


def call(plugin, request):
    """Calls the host, with `cause` for this request's sake, and answers with what comes: `{result}` or `{error}`."""
    plugin.call_count += 1
    own_id = '"call-%d"' % plugin.call_count
    plugin.calls[own_id] = request
    params = request.text_of("params") or "{}"
    if request.get("cause"):
        rest = params.lstrip()[1:]
        comma = "" if rest.lstrip() == "}" else ","
        params = '{"_meta":{"cause":%s}%s%s' % (request.id, comma, rest)
    method = json.dumps(request.params["method"])
    plugin.wire.write(
        '{"jsonrpc":"2.0","id":%s,"method":%s,"params":%s}' % (own_id, method, params))


def notify(plugin, request):
    method = json.dumps(request.params["method"])
    params = request.text_of("params") or "{}"
    plugin.wire.write('{"jsonrpc":"2.0","method":%s,"params":%s}' % (method, params))
    request.answer()


def stream(plugin, request):
    """Sends each of `chunks` as a partial result and each of `reports` as progress, then answers."""
    for chunk in request.get("chunks", []):
        progress(plugin, request.text_of("partialResultToken"), json.dumps({"items": chunk}))
    for report in request.get("reports", []):
        progress(plugin, request.text_of("workDoneToken"), json.dumps(report))
    request.answer(request.text_of("result") or '{"items":[]}')


def progress(plugin, token, value):
    plugin.wire.write(
        '{"jsonrpc":"2.0","method":"$/progress","params":{"token":%s,"value":%s}}' % (token, value))


def recorded(plugin, request):
    """The messages that the plugin got whose method and params have the parts that are asked for."""
    wanted = {name: value for name, value in request.params.items() if name in ("method", "params")}
    found = [message for message in plugin.record if is_part(wanted, message)]
    request.answer(json.dumps({"messages": found, "count": len(found)}, ensure_ascii=False))


# Answered with {} unless something else was prepared.
DELEGATE_CALLS = {
    "screen/didClose",
    "navigationBar/clickLeftMenu",
    "navigationBar/clickRightMenu",
    "navigationBar/clickOtherMenu",
    "navigationBar/clickDropdown",
    "navigationBar/clickSearch",
    "navigationBar/clickDelete",
    "navigationBar/clickDeleteAll",
    "navigationBar/clickItem",
    "navigationBar/searchWithText",
    "screen/provide",
    "list/fetchData",
    "list/didSelectRow",
    "popup/content",
    "popup/action",
    "autocomplete/resolve",
}

PROTOCOL = {
    "initialize": initialize,
    "ping": done,
    "shutdown": shutdown,
    "autocomplete/provideDatasource": provide_datasource,
    "autocomplete/query": query,
    "autocomplete/returned": done,
    "autocomplete/textFieldCleared": done,
    "popup/content": popup_content,
    "popup/action": done,
}

OWN = {
    "echo": echo,
    "prepare": prepare,
    "request-id": request_id,
    "hold": hold,
    "release": release,
    "never": never,
    "fail": fail,
    "write": write,
    "exit": leave,
    "call": call,
    "notify": notify,
    "stream": stream,
    "recorded": recorded,
}


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "sources.json"), encoding="utf-8") as file:
        sources = json.load(file)
    options = sys.argv[1:]
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    if "JACKFIELD_FD" in os.environ:
        descriptor = int(os.environ["JACKFIELD_FD"])
        incoming, outgoing = os.fdopen(descriptor, "rb"), os.fdopen(os.dup(descriptor), "wb")
    wire = (Headers if "--headers" in options else Lines)(incoming, outgoing)
    Plugin(wire, options, sources).run()


if __name__ == "__main__":
    main()
