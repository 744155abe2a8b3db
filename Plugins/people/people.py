#!/usr/bin/env python3
"""The people plugin: completes names from a database and lets its user change who is in it."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

# The library beside us in the repository; where it is installed, this folder is not there.
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "sdk" / "python"))

from importing import InvalidTable, Report, read_file, read_table
from jackfield_plugin import (
    Call,
    ErrorCode,
    ItemList,
    JSONLike,
    Members,
    Method,
    Plugin,
    ResponseError,
    Result,
    log,
)
from person import Draft, InvalidPerson, Person
from store import Change, Store, StoreError, Taken

SOURCE = "people"
# Another host's plugin may change the database without our knowledge, so what a host holds is good
# for five minutes: seldom enough to cost nothing, soon enough for an address book.
FRESH_MILLISECONDS = 300_000
# People whose addition is told with all their members. More are told by a gap in the version: the
# host asks for all again, and gets them as fast as it wants to.
TOLD_PEOPLE = 1_000


class People:
    """What the plugin does for each method that it implements."""

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin
        self._store = Store(Path())
        plugin.on(Method.INITIALIZE)(self.initialize)
        datasource = plugin.on(Method.AUTOCOMPLETE_PROVIDE_DATASOURCE, source=SOURCE)
        datasource(_storing(self.provide_datasource))
        plugin.on(Method.AUTOCOMPLETE_RETURNED)(self.returned)
        plugin.method("add")(_storing(self.add))
        plugin.method("remove")(_storing(self.remove))
        plugin.method("import")(_storing(self.import_people))

    def initialize(self, call: Call) -> JSONLike:
        """Learns where the database is; it is opened when it is needed."""
        self._store = Store(Path(call.params.object("plugin").string("dataDirectory")))
        return {}

    def provide_datasource(self, call: Call) -> ItemList:
        """Everybody, in the order of being added."""
        version, people = self._store.snapshot()
        rest: dict[str, JSONLike] = {"version": version, "ttlMs": FRESH_MILLISECONDS}
        return ItemList((person.to_item() for person in people), rest)

    def returned(self, call: Call) -> JSONLike:
        """Somebody was chosen: `data` is the whole person, as the datasource had them."""
        selection = call.params.string("selection")
        if call.params.value("item") is not None:
            log(f"chosen: {selection} ({call.params.object('data').string('id')})")
        return {}

    def add(self, call: Call) -> JSONLike:
        """`{firstName, lastName?, image?, id?}` → `{person, version}`."""
        params = call.params
        draft = _draft(params)
        with self._store.change() as change:
            try:
                person = change.add(draft)
            except Taken:
                raise params.mismatch("id", "an id that is free", draft.id or "") from None
            version = change.next_version()
        self._tell(version, append=[person.to_item()])
        return {"person": person.to_json(), "version": version}

    def remove(self, call: Call) -> JSONLike:
        """`{id}` → `{person, version}`, with the person that was removed."""
        id = call.params.string("id")
        with self._store.change() as change:
            person = change.remove(id)
            if person is None:
                raise call.params.mismatch("id", "the id of a person", id)
            version = change.next_version()
        self._tell(version, remove=[id])
        return {"person": person.to_json(), "version": version}

    def import_people(self, call: Call) -> JSONLike:
        """`{text}` or `{path}` → `{added, skipped: [{line, reason}], skippedTotal, version}`.

        Rows that can't be taken are skipped. Who is there already is not added twice, so the same
        table can be imported again after it has grown; a row with an id of its own is somebody new.
        """
        member, text = _table(call.params)
        report = Report()
        try:
            with self._store.change() as change:
                for row in read_table(text):
                    report.note(row.line, _take(change, row.content))
                told = report.added if len(report.added) <= TOLD_PEOPLE else []
                version = change.next_version(1 if told else 2 if report.added else 0)
        except InvalidTable as error:
            raise call.params.mismatch(member, "a table with a header line", str(error)) from None
        if report.added:
            self._tell(version, append=[person.to_item() for person in told])
        return {**report.to_json(), "version": version}

    def _tell(
        self, version: int, append: list[JSONLike] | None = None, remove: list[str] | None = None
    ) -> None:
        """Tells the host before the caller gets its answer, so that its next look finds it."""
        self._plugin.change_datasource(SOURCE, version, append=append, remove=remove)


def _storing(handler: Callable[[Call], Result]) -> Callable[[Call], Result]:
    """Has a handler answer with the sentence that says why the database can't be used."""

    def answer(call: Call) -> Result:
        try:
            return handler(call)
        except StoreError as error:
            log(str(error))
            raise ResponseError(ErrorCode.INTERNAL_ERROR, str(error)) from error

    return answer


def _draft(params: Members) -> Draft:
    try:
        return Draft.checked(
            params.string("firstName"),
            params.optional_string("lastName"),
            params.optional_string("image"),
            params.optional_string("id"),
        )
    except InvalidPerson as error:
        raise params.mismatch(error.member, error.expected, error.found) from None


def _table(params: Members) -> tuple[str, str]:
    """The member that brought the table, and the table's text."""
    text, path = params.optional_string("text"), params.optional_string("path")
    if text is not None and path is None:
        return "text", text
    if path is None or text is not None:
        raise params.mismatch("text", "either text or path", "nothing" if text is None else "both")
    if not path.startswith("/"):
        raise params.mismatch("path", "an absolute path", path)
    try:
        return "path", read_file(path)
    except InvalidTable as error:
        raise params.mismatch("path", "a readable file in UTF-8", str(error)) from None


def _take(change: Change, content: Draft | str) -> Person | str:
    """Adds the person of one row, or says why not."""
    if isinstance(content, str):
        return content
    if content.id is None:
        present = change.named(content.first_name, content.last_name)
        if present is not None:
            return f"{present.name} is there already ({present.id})"
    try:
        return change.add(content)
    except Taken as taken:
        return f"the id {taken} is in use"


def main() -> None:
    """Runs until the host says `exit` or closes the input."""
    os.umask(0o077)
    plugin = Plugin(Path(__file__).with_name("plugin.json"))
    People(plugin)
    plugin.run()


if __name__ == "__main__":
    main()
