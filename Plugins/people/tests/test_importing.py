"""Tables of people: what is read, what is skipped and why."""

import os
import tempfile
import unittest
from pathlib import Path

import importing
from importing import InvalidTable, Report, read_file, read_table
from person import Draft, Person


class Tables(unittest.TestCase):
    def check(self, text: str, *expected: tuple[int, Draft | str]) -> None:
        rows = [(row.line, row.content) for row in read_table(text)]
        self.assertEqual(rows, list(expected))

    def test_columns_are_found_by_name_in_any_order_and_spelling(self) -> None:
        draft = Draft("Jon", "Snow")
        for header in ["firstName,lastName", "First name,Last name", "first_name,LAST-NAME"]:
            with self.subTest(header):
                self.check(f"{header}\nJon,Snow\n", (2, draft))
        self.check(
            "age,lastName,id,firstName,image\n9,Snow,j,Jon,J", (2, Draft(*"Jon Snow J j".split()))
        )

    def test_the_last_name_may_be_missing(self) -> None:
        self.check("firstName\nHodor\n", (2, Draft("Hodor")))
        self.check("firstName,lastName\nHodor,\n", (2, Draft("Hodor")))

    def test_what_spreadsheets_write_is_read(self) -> None:
        expected = [(2, Draft("Åsa", "Öberg")), (3, Draft("Đặng", "Sơn, Thái"))]
        for delimiter, end in [(",", "\n"), (";", "\r\n"), ("\t", "\r\n"), (";", "\r")]:
            with self.subTest(delimiter=delimiter, end=end):
                lines = ["firstName,lastName", "Åsa,Öberg", 'Đặng,"Sơn; Thái"', ""]
                text = end.join(lines).replace(",", delimiter).replace("Sơn;", "Sơn,")
                self.check("\ufeff" + text, *expected)

    def test_rows_that_span_lines_are_named_by_their_first(self) -> None:
        text = 'x,firstName\n"a\nb",Jon\n\n\n1\n"c\n\n",Arya\n'
        reason = "1 values where the header has 2"
        self.check(text, (2, Draft("Jon")), (6, reason), (7, Draft("Arya")))

    def test_rows_that_are_no_people_are_told_with_the_reason(self) -> None:
        table = {
            "Jon,Snow,x": "3 values where the header has 2",
            " ,Snow": "firstName: expected a name, found blanks",
            'Jon,"Sn\now"': r"lastName: expected text without control characters, found 'Sn\now'",
            "Jon," + "w" * 201: "lastName: expected at most 200 characters, found 201 characters",
            '"Jon"x,Snow': "not a row of values: ',' expected after '\"'",
            "Jon," + "w" * 200_000: "not a row of values: field larger than field limit (131072)",
        }
        for row, reason in table.items():
            with self.subTest(row[:20]):
                self.check(f"firstName,lastName\n{row}\n", (2, reason))

    def test_a_quotation_mark_that_is_not_closed_takes_the_rest(self) -> None:
        text = 'firstName\nJon\n"Arya\nBran\n'
        self.check(text, (2, Draft("Jon")), (3, "not a row of values: unexpected end of data"))

    def test_a_bad_row_does_not_take_the_next_with_it(self) -> None:
        text = 'firstName\n"Jon"x\nArya\n'
        reason = "not a row of values: ',' expected after '\"'"
        self.check(text, (2, reason), (3, Draft("Arya")))

    def test_tables_without_a_usable_header_are_refused(self) -> None:
        table = {
            "": "there is no header line",
            "\n\n": "there is no header line",
            "Jon,Snow\n": "the header has no column firstName",
            "firstName,first name\na,b\n": "the header has a column twice",
            '"firstName\n': "the header can't be read: unexpected end of data",
        }
        for text, reason in table.items():
            with self.subTest(text), self.assertRaisesRegex(InvalidTable, f"^{reason}$"):
                list(read_table(text))

    def test_empty_lines_before_the_header_are_none(self) -> None:
        self.check("\r\n\r\nfirstName;lastName\r\nJon;Snow", (4, Draft("Jon", "Snow")))


class Files(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.path = self.directory / "people.csv"

    def check(self, path: Path | str, reason: str) -> None:
        with self.assertRaisesRegex(InvalidTable, reason):
            read_file(str(path))

    def test_a_file_is_read_as_utf_8(self) -> None:
        self.path.write_bytes("Đặng\r\n".encode())
        self.assertEqual(read_file(str(self.path)), "Đặng\r\n")

    def test_the_line_that_is_not_utf_8_is_named(self) -> None:
        self.path.write_bytes(b"firstName\nJon\n\xc5sa\n")
        self.check(self.path, "^line 3 is not UTF-8$")

    def test_what_can_not_be_read_is_told(self) -> None:
        self.check(self.path, "^No such file or directory$")
        self.check(self.directory, "^Is a directory$")
        self.check("/\0", "null byte")

    def test_a_named_pipe_is_refused_at_once(self) -> None:
        os.mkfifo(self.path)
        self.check(self.path, "^not a regular file$")

    def test_a_file_over_the_limit_is_refused(self) -> None:
        with self.path.open("wb") as file:
            file.truncate(importing.FILE_BYTES)
        self.assertEqual(len(read_file(str(self.path))), importing.FILE_BYTES)
        with self.path.open("ab") as file:
            file.write(b"x")
        self.check(self.path, "^more than 8388608 bytes$")


class Reports(unittest.TestCase):
    def test_reasons_are_counted_beyond_those_that_are_kept(self) -> None:
        report = Report()
        report.note(2, Person("j", "Jon", "Snow", "j"))
        for line in range(importing.SKIPPED_ROWS + 5):
            report.note(line, "no")
        result = report.to_json()
        self.assertEqual(result["added"], 1)
        self.assertEqual(result["skippedTotal"], importing.SKIPPED_ROWS + 5)
        self.assertEqual(len(report.skipped), importing.SKIPPED_ROWS)


if __name__ == "__main__":
    unittest.main()
