// A plugin's author writes one import: the messages and JSON values are part of what this module says.

@_exported public import HostProtocol
@_exported public import JSON
@_exported public import JSONRPC
