"""People from a table of comma-separated values (RFC 4180)."""

import csv
import io
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field

from jackfield_plugin import JSON
from person import Draft, InvalidPerson, Person

# Half a million rows: read, checked and stored in a third of the time that the manifest asks for.
FILE_BYTES = 8 * 1024 * 1024
# Reasons that a report holds; whoever has more rows skipped has the wrong table.
SKIPPED_ROWS = 1_000

# The columns' names as compared: letters only, lower case, so that "First name" and "first_name"
# are the same. Others are ignored.
COLUMNS = {"firstname": "firstName", "lastname": "lastName", "image": "image", "id": "id"}
# What spreadsheets put between columns, in the order of preference.
DELIMITERS = ",;\t"


class InvalidTable(ValueError):
    """Why nothing of a table can be taken."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: a draft, or the reason why it is none."""

    line: int
    content: Draft | str


@dataclass(slots=True)
class Report:
    """What has become of a table's rows."""

    added: list[Person] = field(default_factory=list)
    skipped: list[JSON] = field(default_factory=list)
    skipped_total: int = 0

    def note(self, line: int, outcome: Person | str) -> None:
        """Counts a row as the person that it added, or with the reason why it added none."""
        if isinstance(outcome, Person):
            self.added.append(outcome)
            return
        self.skipped_total += 1
        if len(self.skipped) < SKIPPED_ROWS:
            self.skipped.append({"line": line, "reason": outcome})

    def to_json(self) -> dict[str, JSON]:
        """The report as the import answers it; of the added people only their number."""
        return {
            "added": len(self.added),
            "skipped": self.skipped,
            "skippedTotal": self.skipped_total,
        }


def read_table(text: str) -> Iterator[Row]:
    """The rows below the header, each with the number of the line on which it begins.

    Empty lines are no rows. Raises `InvalidTable` when the header lacks a column.
    """
    text = text.removeprefix("\ufeff")
    header = text.lstrip("\r\n").partition("\n")[0]
    delimiter = max(DELIMITERS, key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns: list[str] | None = None
    line = 1
    while True:
        try:
            fields = next(reader, None)
        except csv.Error as error:
            if columns is None:
                raise InvalidTable(f"the header can't be read: {error}") from None
            yield Row(line, f"not a row of values: {error}")
        else:
            if fields is None:
                break
            if columns is None and fields:
                columns = _columns(fields)
            elif columns is not None and fields:
                yield Row(line, _draft(columns, fields))
        line = reader.line_num + 1
    if columns is None:
        raise InvalidTable("there is no header line")


def read_file(path: str) -> str:
    """The text of a file; raises `InvalidTable` with the reason when it can't be had."""
    try:
        # Without O_NONBLOCK, opening a named pipe would wait for somebody to write into it.
        with open(path, "rb", opener=lambda p, flags: os.open(p, flags | os.O_NONBLOCK)) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise InvalidTable("not a regular file")
            data = file.read(FILE_BYTES + 1)
    except OSError as error:
        raise InvalidTable(error.strerror or str(error)) from None
    except ValueError as error:  # a NUL in the path
        raise InvalidTable(str(error)) from None
    if len(data) > FILE_BYTES:
        raise InvalidTable(f"more than {FILE_BYTES} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidTable(f"line {line} is not UTF-8") from None


def _columns(header: list[str]) -> list[str]:
    letters = ("".join(filter(str.isalpha, name)).lower() for name in header)
    columns = [COLUMNS.get(name, "") for name in letters]
    named = [name for name in columns if name]
    if "firstName" not in named:
        raise InvalidTable("the header has no column firstName")
    if len(set(named)) < len(named):
        raise InvalidTable("the header has a column twice")
    return columns


def _draft(columns: list[str], fields: list[str]) -> Draft | str:
    if len(fields) != len(columns):
        return f"{len(fields)} values where the header has {len(columns)}"
    values = dict(zip(columns, fields, strict=True))
    try:
        return Draft.checked(
            values["firstName"], values.get("lastName"), values.get("image"), values.get("id")
        )
    except InvalidPerson as error:
        return str(error)
