#!/usr/bin/env python3
"""Measures how a host takes a datasource of a million items in: measure.py SOCKET PID [ITEMS].

One front end asks the source, so that the host loads it; another pings meanwhile and notes the longest
answer. Then the items are searched.
"""

import json
import os
import socket
import statistics
import sys
import threading
import time

INITIALIZE = {"protocol": {"min": 1, "max": 1}, "client": {"name": "ingest", "version": "1"}}


class FrontEnd:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.lines = self.socket.makefile("rb")
        self.number = 0
        self.call("initialize", INITIALIZE)

    def call(self, method, params):
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.socket.sendall(json.dumps(message).encode() + b"\n")
        while True:
            answer = json.loads(self.lines.readline())
            if answer.get("id") == self.number and "method" not in answer:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]


def resident(pid):
    """The resident megabytes of a process: now, and at most."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        fields = dict(line.split(":", 1) for line in status)
    return [int(fields[name].split()[0]) / 1e3 for name in ("VmRSS", "VmHWM")]


def processor_seconds(pid):
    """What a process has used of all processors: hardly changed by others that use the machine."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Pinger(threading.Thread):
    """Pings without a pause and notes how long each answer took."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.front_end = FrontEnd(path)
        self.times = []
        self.ends = False

    def run(self):
        while not self.ends:
            start = time.monotonic()
            self.front_end.call("ping", {})
            self.times.append(time.monotonic() - start)
            time.sleep(0.0005)


def main():
    path, pid = sys.argv[1:3]
    front_end = FrontEnd(path)
    before = resident(pid)[0]
    front_end.call("plugin/start", {"plugin": "many"})
    pinger = Pinger(path)
    pinger.start()
    used = processor_seconds(pid)
    start = time.monotonic()
    query = {"sources": ["many/many"], "text": "river 0000042", "limit": 10}
    found = front_end.call("autocomplete/query", query)
    seconds = time.monotonic() - start
    used = processor_seconds(pid) - used
    pinger.ends = True
    pinger.join()
    now, most = resident(pid)
    again = []
    for text in ["r", "ri", "river", "garden window", "number", "dang 00", "hbr12"]:
        begin = time.monotonic()
        front_end.call("autocomplete/query", {**query, "text": text})
        again.append(time.monotonic() - begin)
    times = sorted(pinger.times)
    print(f"Taken in, and the first search answered: {seconds:.2f} s, {used:.2f} s of the host's "
          f"processor time; best: {found['matches'][0]['text']}.")
    print(f"Other peers meanwhile: {len(times)} pings, median {statistics.median(times) * 1e3:.2f} ms, "
          f"99 % {times[len(times) * 99 // 100] * 1e3:.2f} ms, longest {times[-1] * 1e3:.2f} ms.")
    print(f"Memory: {now - before:.0f} MB more, at most {most - before:.0f} MB.")
    print("Searches after it, ms: " + ", ".join(f"{one * 1e3:.1f}" for one in again) + ".")


main()
