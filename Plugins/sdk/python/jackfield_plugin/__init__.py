"""A library for plugins of Jackfield: the host's calls in, answers, lists and requests out.

    from jackfield_plugin import Call, Plugin

    plugin = Plugin(Path(__file__).with_name("plugin.json"))

    @plugin.method("greet")
    def greet(call):
        return {"text": f"Hello, {call.params.string('name')}!"}

    plugin.run()

`jackfield_plugin.asynchronous` has `AsyncPlugin`, the same for asyncio; `jackfield_plugin.testing`
runs a plugin as a host does.
"""

from .call import Work
from .effects import effect
from .errors import Cancelled, HostGone, ResponseError
from .items import Item, ItemList
from .json_text import JSON, JSONLike, JSONText
from .members import Members
from .plugin import Call, Plugin, Result
from .protocol import ErrorCode, Limits, Method
from .wire import log, take_streams

__all__ = [
    "JSON",
    "Call",
    "Cancelled",
    "ErrorCode",
    "HostGone",
    "Item",
    "ItemList",
    "JSONLike",
    "JSONText",
    "Limits",
    "Members",
    "Method",
    "Plugin",
    "ResponseError",
    "Result",
    "Work",
    "effect",
    "log",
    "take_streams",
]
