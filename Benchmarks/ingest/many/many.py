"""A plugin with a million items of a hundred bytes, sent as fast as credit allows.

The items are made before the handshake is answered, so that what is measured is the host.
"""

import json
import os
import sys

ITEMS = int(os.environ.get("MANY_ITEMS", "1000000"))
CHUNK = 2048


def chunks():
    """The items of each chunk as JSON."""
    words = ["people", "Đặng", "river", "mountain", "letter", "garden", "window", "harbour"]
    for start in range(0, ITEMS, CHUNK):
        yield ",".join(
            f'{{"id":"item-{number:07}","text":"{words[number % 8]} {words[number // 8 % 8]} {number:07}",'
            f'"subtitle":"{"number of many":.<26}{number:07}"}}'
            for number in range(start, min(start + CHUNK, ITEMS))).encode()


def write(message):
    sys.stdout.buffer.write(message + b"\n")


class Stream:
    """The answer to one request, sent as credit allows."""

    def __init__(self, call, texts):
        self.id = json.dumps(call["id"]).encode()
        self.token = call["params"]["partialResultToken"]
        self.credit = call["params"]["credit"]
        self.texts = texts
        self.next = 0

    def go_on(self):
        while self.next < len(self.texts) and self.credit >= CHUNK:
            write(b'{"jsonrpc":"2.0","method":"$/progress","params":{"token":' + json.dumps(self.token).encode()
                  + b',"value":{"items":[' + self.texts[self.next] + b"]}}}")
            self.next += 1
            self.credit -= CHUNK
        if self.next == len(self.texts):
            write(b'{"jsonrpc":"2.0","id":' + self.id + b',"result":{"version":1}}')
            self.next += 1


def main():
    texts = list(chunks())
    stream = None
    for line in sys.stdin.buffer:
        call = json.loads(line)
        method = call.get("method")
        if method == "$/credit" and stream:
            stream.credit += call["params"]["count"]
        elif method == "autocomplete/provideDatasource":
            stream = Stream(call, texts)
        elif method == "exit":
            return
        elif "id" in call and method:
            result = {"protocol": 1} if method == "initialize" else {}
            write(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": result}).encode())
        if stream:
            stream.go_on()
        sys.stdout.buffer.flush()


main()
