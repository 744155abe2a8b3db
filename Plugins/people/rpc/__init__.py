"""JSON-RPC 2.0 as a Jackfield plugin speaks it: one message a line, on standard input and output.

Nothing in here knows what the plugin is about. A plugin makes a `Plugin`, registers handlers, and
calls `serve`:

    plugin = Plugin(*take_standard_streams())
    plugin.on("initialize", lambda params: {"protocol": 1})
    plugin.on("greeter/greet", lambda params: {"text": f"Hello, {params.string('name')}!"})
    sys.exit(plugin.serve())
"""

from .errors import ErrorCode, ResponseError
from .items import ItemList
from .json_text import JSON
from .members import Members
from .plugin import Handler, Plugin
from .wire import log, take_standard_streams

__all__ = [
    "JSON",
    "ErrorCode",
    "Handler",
    "ItemList",
    "Members",
    "Plugin",
    "ResponseError",
    "log",
    "take_standard_streams",
]
