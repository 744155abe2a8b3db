"""A plugin that does what plugins do wrong; made with `rpc`, so none of it breaks a message."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from rpc import JSON, ItemList, Members, Plugin, take_standard_streams


def prints(_: Members) -> JSON:
    """Prints in every way there is."""
    print("printed ✓")
    os.write(1, b"written\n")
    subprocess.run(["echo", "by a child"], check=True)
    return {"printed": True}


def reads(_: Members) -> JSON:
    """Reads what is meant for the protocol."""
    return {"read": sys.stdin.read()}


def counts(params: Members) -> ItemList:
    """A list of `count` numbers; fails at `failAt`."""
    fail_at = params.optional_integer("failAt")

    def numbers() -> Iterator[JSON]:
        try:
            for number in range(params.integer("count")):
                if number == fail_at:
                    raise RuntimeError("no more")
                yield number
        finally:
            print("list closed")

    return ItemList((number for number in numbers()), {"version": 1})


def raises(_: Members) -> JSON:
    """A bug, whose text can't even be written as JSON."""
    raise RuntimeError("bug \udcff")


def main() -> int:
    """Serves until the end."""
    plugin = Plugin(*take_standard_streams())
    plugin.on("initialize", lambda params: {"protocol": 1})
    plugin.on("odd/echo", lambda params: {"value": params.value("value")})
    plugin.on("odd/prints", prints)
    plugin.on("odd/reads", reads)
    plugin.on("odd/counts", counts)
    plugin.on("odd/raises", raises)
    plugin.on("odd/nan", lambda params: {"score": float("nan")})
    plugin.on("odd/surrogate", lambda params: {"text": "\ud800"})
    plugin.on("odd/notifies", lambda params: plugin.notify("odd/did", {}))
    return plugin.serve()


sys.exit(main())
