"""Which handler answers which call."""

from collections.abc import Callable, KeysView
from typing import Generic, TypeVar

from .call import BaseCall

C = TypeVar("C", bound=BaseCall)
R = TypeVar("R")


class Routes(Generic[C, R]):
    """Handlers by method and, where several share a method, by the name that a param holds."""

    def __init__(self, plugin: str) -> None:
        self._plugin = plugin
        self._handlers: dict[str, Callable[[C], R]] = {}

    @property
    def methods(self) -> KeysView[str]:
        """The methods that have a handler."""
        return self._handlers.keys()

    def add(self, method: str, names: dict[str, str], handler: Callable[[C], R]) -> None:
        """Has `handler` answer a method, or those of its calls whose param has the name in `names`.

        Raises ValueError where something answers them already.
        """
        if len(names) > 1:
            raise ValueError(f"one param tells calls of {method} apart, not {' and '.join(names)}")
        present = self._handlers.get(method)
        if not names:
            is_free = present is None
            self._handlers[method] = handler
        else:
            ((member, name),) = names.items()
            fresh: _Choice[C, R] = _Choice(self._plugin, member)
            choice = present if isinstance(present, _Choice) else fresh
            is_free = present in (None, choice) and choice.add(member, name, handler)
            self._handlers[method] = choice
        if not is_free:
            raise ValueError(f"{method} is answered already")

    def find(self, method: str) -> Callable[[C], R] | None:
        """The handler of a method."""
        return self._handlers.get(method)


class _Choice(Generic[C, R]):
    """The handlers of one method, by the name that a param of it holds."""

    def __init__(self, plugin: str, member: str) -> None:
        self._prefix = f"{plugin}/"
        self._member = member
        self._handlers: dict[str, Callable[[C], R]] = {}

    def add(self, member: str, name: str, handler: Callable[[C], R]) -> bool:
        if member != self._member or name in self._handlers:
            return False
        self._handlers[name] = handler
        return True

    def __call__(self, call: C) -> R:
        name = call.params.string(self._member)
        handler = self._handlers.get(name.removeprefix(self._prefix))
        if handler is None:
            raise call.params.mismatch(self._member, " or ".join(self._handlers), name)
        return handler(call)
