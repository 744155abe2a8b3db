"""The people database: SQLite, one file, shared by all hosts of a user."""

import fcntl
import os
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

from person import DEFAULT_IMAGE, FIRST_PEOPLE, Draft, Person

FILE_NAME = "people.sqlite3"
# "JFpe": tells our databases from those of others.
APPLICATION_ID = 0x4A467065
SCHEMA_VERSION = 1
# Waiting for another host's plugin to finish writing; below the 4 s that a host waits for us.
BUSY_SECONDS = 3.0

SCHEMA = """
CREATE TABLE person (
  position INTEGER PRIMARY KEY AUTOINCREMENT, -- the order of the datasource; never used again
  id TEXT NOT NULL UNIQUE,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  image TEXT NOT NULL
) STRICT;
CREATE INDEX person_by_name ON person (first_name, last_name);
CREATE TABLE datasource (version INTEGER NOT NULL) STRICT;
INSERT INTO datasource VALUES (1);
"""
PERSON = "SELECT id, first_name, last_name, image FROM person"


class StoreError(Exception):
    """Why the database can't be used, in a sentence that names it."""


class Taken(Exception):
    """Another person has this id."""


class Store:
    """The database in a directory; opened, and made if need be, when it is first used.

    Every method may raise `StoreError`. The next use then opens the file anew, so that what the
    user has put right in the meantime works without a restart. Changes are durable before they
    are told to anyone: SQLite's write-ahead log survives a kill at any moment.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._path = directory / FILE_NAME
        self._connection: sqlite3.Connection | None = None

    @contextmanager
    def change(self) -> "Iterator[Change]":
        """One transaction: all of it happens, or, when the body raises, nothing of it."""
        with self._told():
            connection = self._opened()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield Change(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def snapshot(self) -> tuple[int, Generator[Person, None, None]]:
        """The version of the datasource and its people, as they are now.

        The people are read one by one, however much is changed in the meantime: on a connection
        of their own, whose read transaction lasts until the generator is closed.
        """
        with self._told():
            self._opened()
            reader = self._connected()
            reader.execute("BEGIN")
            ((version,),) = reader.execute("SELECT version FROM datasource").fetchall()
            return version, self._people(reader)

    def close(self) -> None:
        """Lets go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _people(self, reader: sqlite3.Connection) -> Generator[Person, None, None]:
        try:
            with self._told():
                for row in reader.execute(f"{PERSON} ORDER BY position"):
                    yield Person(*row)
        finally:
            reader.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turns the failures of files and SQLite into sentences."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            self.close()
            raise StoreError(f"the database {self._path} {_reason(error)}") from error

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _locked(self._directory):
                connection = self._connected()
                try:
                    _prepare(connection)
                except BaseException:
                    connection.close()
                    raise
            self._connection = connection
        return self._connection

    def _connected(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None)


class Change:
    """A transaction under way; only valid inside `Store.change`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def add(self, draft: Draft) -> Person:
        """Adds a person at the end; raises `Taken` when they bring an id that is in use.

        Without an id of their own they get their names as one, and where those are taken, a
        number behind them that nobody had before.
        """
        if draft.id is not None and self._has(draft.id):
            raise Taken(draft.id)
        position = self._next_position()
        id = draft.id or draft.base_id
        while self._has(id):
            id = f"{id}-{position}"
        person = Person(id, draft.first_name, draft.last_name, draft.image or DEFAULT_IMAGE)
        self._connection.execute(
            "INSERT INTO person VALUES (?, ?, ?, ?, ?)",
            (position, person.id, person.first_name, person.last_name, person.image),
        )
        return person

    def remove(self, id: str) -> Person | None:
        """Removes a person and returns them; None when nobody has the id."""
        person = self._first(f"{PERSON} WHERE id = ?", id)
        self._connection.execute("DELETE FROM person WHERE id = ?", (id,))
        return person

    def named(self, first_name: str, last_name: str) -> Person | None:
        """The first person with exactly these names."""
        clause = "WHERE first_name = ? AND last_name = ? ORDER BY position LIMIT 1"
        return self._first(f"{PERSON} {clause}", first_name, last_name)

    def next_version(self, steps: int = 1) -> int:
        """Moves the datasource's version on and returns the new one.

        It lives in the database, so that a host that missed another host's change sees a gap.
        """
        statement = "UPDATE datasource SET version = version + ? RETURNING version"
        ((version,),) = self._connection.execute(statement, (steps,)).fetchall()
        return int(version)

    def _next_position(self) -> int:
        statement = "SELECT seq FROM sqlite_sequence WHERE name = 'person'"
        row = self._connection.execute(statement).fetchone()
        return row[0] + 1 if row is not None else 1

    def _has(self, id: str) -> bool:
        return self._first(f"{PERSON} WHERE id = ?", id) is not None

    def _first(self, query: str, *arguments: str) -> Person | None:
        row = self._connection.execute(query, arguments).fetchone()
        return Person(*row) if row is not None else None


class _Unusable(OSError):
    """A file that SQLite could read but that isn't ours to use."""


def _prepare(connection: sqlite3.Connection) -> None:
    """Makes a new database ours, with its first people; checks an old one."""
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if tables > 0 and application != APPLICATION_ID:
        raise _Unusable("belongs to another program")
    if schema > SCHEMA_VERSION:
        raise _Unusable(f"was written by a newer version (schema {schema}, not {SCHEMA_VERSION})")
    connection.execute("PRAGMA journal_mode = WAL")
    if schema == SCHEMA_VERSION:
        return
    connection.executescript(
        f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA application_id = {APPLICATION_ID};"
        f"PRAGMA user_version = {SCHEMA_VERSION};"
    )
    for draft in FIRST_PEOPLE:
        Change(connection).add(draft)
    connection.execute("COMMIT")


@contextmanager
def _locked(directory: Path) -> Iterator[None]:
    """Lets one process at a time make the database.

    SQLite's own busy timeout does not cover the switch to the write-ahead log.
    """
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _reason(error: sqlite3.Error | OSError) -> str:
    if isinstance(error, _Unusable):
        return str(error)
    if isinstance(error, OSError):
        return f"can't be used: {error.strerror}"
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return f"is damaged ({error}); move it away to start with a new one"
    if name.startswith("SQLITE_BUSY"):
        return f"was kept busy by another process for {BUSY_SECONDS:g} s"
    return f"can't be used: {error}"
