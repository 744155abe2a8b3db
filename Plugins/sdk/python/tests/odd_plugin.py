"""A plugin that does what plugins do wrong; made with the library, so none of it breaks a message.

With `--async` it is an asynchronous one, with the same functions.
"""

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from jackfield_plugin import JSON, Call, Item, ItemList, JSONLike, Plugin, effect
from jackfield_plugin.call import BaseCall

if "--async" in sys.argv or TYPE_CHECKING:
    import asyncio

    from jackfield_plugin.asynchronous import AsyncCall, AsyncPlugin

MANIFEST: dict[str, JSONLike] = {
    "name": "odd",
    "version": "1",
    "provides": {"sources": [{"name": "numbers"}], "methods": ["echo", "missing"]},
}


def echo(call: BaseCall) -> JSON:
    """Gives its params back."""
    return {"value": call.params.value("value")}


def prints(_: BaseCall) -> JSON:
    """Prints in every way there is."""
    print("printed ✓")
    os.write(1, b"written\n")
    subprocess.run(["echo", "by a child"], check=True)
    return {"printed": True}


def reads(_: BaseCall) -> JSON:
    """Reads what is meant for the protocol."""
    return {"read": sys.stdin.read()}


def counts(call: BaseCall) -> ItemList:
    """A list of `count` numbers; fails at `failAt`."""
    count, fail_at = call.params.integer("count"), call.params.optional_integer("failAt")

    def numbers() -> Iterator[Item]:
        try:
            for number in range(count):
                if number == fail_at:
                    raise RuntimeError("no more")
                yield number
        finally:
            print("list closed")

    return ItemList(numbers(), {"version": 1})


def yields(call: BaseCall) -> Generator[Item, None, JSON]:
    """The same as a generator; it finds out late whether its params are good."""
    yield from range(call.params.integer("count"))
    return {"incomplete": True}


def raises(_: BaseCall) -> JSON:
    """A bug, whose text can't even be written as JSON."""
    raise RuntimeError("bug \udcff")


def works(call: BaseCall) -> JSON:
    """Tells how its work goes on."""
    with call.work("Counting") as work:
        work.report("one")
        work.report("two", percentage=50)
    return {}


def effects(_: BaseCall) -> JSONLike:
    """Asks the host for something in its answer."""
    return {"effects": [effect("navigationBar/updateTitle", title="Found")]}


def register(plugin: "Plugin | AsyncPlugin") -> None:
    """What both kinds of plugin answer alike."""
    for function in (echo, prints, reads, counts, yields, raises, works, effects):
        plugin.method(function.__name__)(function)
    plugin.method("nan")(lambda _: {"score": float("nan")})
    plugin.method("surrogate")(lambda _: {"text": "\ud800"})
    plugin.method("logs")(lambda _: plugin.log("odd ✓", level="warning"))
    plugin.method("changes")(lambda _: plugin.change_datasource("numbers", 2, remove=["1"]))
    plugin.on("autocomplete/provideDatasource", source="numbers")(counts)
    plugin.on("popup/content", name="one")(lambda _: {"body": 1})
    plugin.on("popup/content", name="two")(lambda _: {"body": 2})
    plugin.on("initialize")(lambda call: {"locale": call.params.optional_string("locale")})


def plain() -> Plugin:
    """The plain plugin, with what only it does."""
    plugin = Plugin(MANIFEST)
    register(plugin)

    @plugin.method("asks")
    def asks(call: Call) -> JSONLike:
        params = call.params.object("params").to_json()
        return {"answer": call.ask(call.params.string("method"), params)}

    @plugin.method("lists")
    def lists(call: Call) -> Iterator[Item]:
        try:
            for number in range(3):
                yield call.ask("host/number", {"number": number})
        finally:
            print("list closed")

    @plugin.method("checks")
    def checks(call: Call) -> JSONLike:
        plugin.notify("odd/began", {})
        while True:
            call.check()

    return plugin


def asynchronous() -> "AsyncPlugin":
    """The asynchronous plugin, with what only it does."""
    plugin = AsyncPlugin(MANIFEST)
    register(plugin)

    @plugin.method("asks")
    async def asks(call: "AsyncCall") -> JSONLike:
        params = call.params.object("params").to_json()
        return {"answer": await call.ask(call.params.string("method"), params)}

    @plugin.method("lists")
    async def lists(call: "AsyncCall") -> AsyncIterator[Item]:
        try:
            for number in range(3):
                yield await call.ask("host/number", {"number": number})
        finally:
            print("list closed")

    @plugin.method("floods")
    async def floods(call: "AsyncCall") -> AsyncIterator[Item]:
        made = 0
        try:
            for made in range(1, call.params.integer("count") + 1):
                yield "x" * 1000
        finally:
            print(f"made {made} items")
        raise RuntimeError("no more")

    @plugin.method("waits")
    async def waits(_: "AsyncCall") -> JSONLike:
        plugin.notify("odd/began", {})
        try:
            await asyncio.Event().wait()
        finally:
            print("stopped waiting")
        return {}

    @plugin.method("spawns")
    async def spawns(_: "AsyncCall") -> JSONLike:
        process = await asyncio.create_subprocess_exec("echo", "by a child")
        return {"status": await process.wait()}

    return plugin


if __name__ == "__main__":
    (asynchronous() if "--async" in sys.argv else plain()).run()
