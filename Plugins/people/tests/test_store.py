"""The database: order, ids, versions, and everything that can be wrong with a file."""

import os
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from person import DEFAULT_IMAGE, FIRST_PEOPLE, Draft, Person
from store import FILE_NAME, Store, StoreError, Taken
from tests.driver import FOLDER

FIRST_IDS = [draft.base_id for draft in FIRST_PEOPLE]
# A user without any rights of its own, by the number that Debian gives to nobody.
NOBODY = 65534


class StoreCase(unittest.TestCase):
    """A store in a fresh directory for each test."""

    def setUp(self) -> None:
        self.directory = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.path = self.directory / FILE_NAME
        self.store = self.open()

    def open(self) -> Store:
        store = Store(self.directory)
        self.addCleanup(store.close)
        return store

    def ids(self, store: Store | None = None) -> list[str]:
        _, people = (store or self.store).snapshot()
        return [person.id for person in people]

    def version(self) -> int:
        version, people = self.store.snapshot()
        people.close()
        return version

    def add(self, draft: Draft, store: Store | None = None) -> Person:
        with (store or self.store).change() as change:
            change.next_version()
            return change.add(draft)


class People(StoreCase):
    def test_a_new_database_has_the_first_people_in_order(self) -> None:
        version, people = self.store.snapshot()
        self.assertEqual(next(people), Person("JonSnow", "Jon", "Snow", "JonSnow"))
        people.close()
        self.assertEqual(version, 1)
        self.assertEqual(self.ids(), FIRST_IDS)

    def test_people_are_added_at_the_end_and_stay(self) -> None:
        person = self.add(Draft("Arya", "Stark"))
        self.assertEqual(person, Person("AryaStark", "Arya", "Stark", DEFAULT_IMAGE))
        self.store.close()
        self.assertEqual(self.ids(self.open()), [*FIRST_IDS, "AryaStark"])

    def test_the_first_people_do_not_come_back(self) -> None:
        with self.store.change() as change:
            for id in FIRST_IDS:
                self.assertIsNotNone(change.remove(id))
        self.store.close()
        self.assertEqual(self.ids(self.open()), [])

    def test_equal_names_get_ids_that_nobody_had_before(self) -> None:
        self.assertEqual(self.add(Draft("Jon", "Snow")).id, "JonSnow-9")
        with self.store.change() as change:
            change.remove("JonSnow-9")
        self.assertEqual(self.add(Draft("Jon", "Snow")).id, "JonSnow-10")
        self.assertEqual(self.add(Draft("x", id="JonSnow-12")).id, "JonSnow-12")
        self.assertEqual(self.add(Draft("Jon", "Snow")).id, "JonSnow-12-12")

    def test_an_id_of_their_own_is_kept_or_refused(self) -> None:
        self.assertEqual(self.add(Draft("Jon", "Snow", id="2")).id, "2")
        with self.assertRaises(Taken):
            self.add(Draft("Arya", "Stark", id="2"))

    def test_remove_gives_the_person_back_once(self) -> None:
        with self.store.change() as change:
            removed = change.remove("JonSnow")
            self.assertEqual(removed, Person("JonSnow", "Jon", "Snow", "JonSnow"))
            self.assertIsNone(change.remove("JonSnow"))

    def test_a_change_that_raises_changes_nothing(self) -> None:
        with self.assertRaises(KeyError), self.store.change() as change:
            change.add(Draft("Arya", "Stark"))
            change.next_version()
            raise KeyError
        self.assertEqual(self.ids(), FIRST_IDS)
        self.assertEqual(self.version(), 1)

    def test_a_snapshot_does_not_see_later_changes_and_hinders_none(self) -> None:
        version, people = self.store.snapshot()
        self.add(Draft("Arya", "Stark"))
        first = next(people)
        self.add(Draft("Bran", "Stark"))
        self.assertEqual([first.id, *(person.id for person in people)], FIRST_IDS)
        self.assertEqual((version, self.version()), (1, 3))

    def test_the_version_goes_on_where_another_process_left_it(self) -> None:
        other = self.open()
        self.add(Draft("Arya", "Stark"))
        self.add(Draft("Bran", "Stark"), other)
        self.assertEqual(self.version(), 3)
        self.assertEqual(self.ids()[-2:], ["AryaStark", "BranStark"])


class Files(StoreCase):
    def check_unusable(self, reason: str) -> None:
        with self.assertRaisesRegex(StoreError, reason) as raised:
            self.store.snapshot()
        self.assertIn(str(self.path), str(raised.exception))

    def test_the_directory_is_made_on_first_use_for_the_user_only(self) -> None:
        directory = self.directory / "a" / "b"
        store = Store(directory)
        self.addCleanup(store.close)
        self.assertFalse(directory.exists())
        self.assertEqual(self.ids(store), FIRST_IDS)
        self.assertEqual(directory.stat().st_mode & 0o777, 0o700)

    def test_a_file_that_is_no_database_is_left_alone(self) -> None:
        self.path.write_bytes(b"not a database" * 100)
        self.check_unusable(r"is damaged \(file is not a database\); move it away")
        self.assertEqual(self.path.read_bytes(), b"not a database" * 100)

    def test_a_database_with_damaged_pages_is_told(self) -> None:
        self.ids()
        self.store.close()
        size = self.path.stat().st_size
        with self.path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * (size - 4096))
        self.check_unusable(r"is damaged \(")

    def test_what_is_put_right_works_without_a_restart(self) -> None:
        self.path.write_bytes(b"not a database" * 100)
        self.check_unusable("is damaged")
        self.path.unlink()
        self.assertEqual(self.ids(), FIRST_IDS)

    def test_a_half_made_database_is_made_anew(self) -> None:
        self.path.write_bytes(b"")
        self.assertEqual(self.ids(), FIRST_IDS)

    def test_databases_of_others_and_of_the_future_are_refused(self) -> None:
        for statement, reason in [
            ("CREATE TABLE person (id)", "belongs to another program"),
            ("PRAGMA user_version = 2", r"was written by a newer version \(schema 2, not 1\)"),
        ]:
            with self.subTest(statement):
                connection = sqlite3.connect(self.path)
                connection.execute(statement)
                connection.close()
                self.check_unusable(reason)
                self.path.unlink()

    def test_a_directory_that_can_not_be_used_is_told(self) -> None:
        file = self.directory / "file"
        file.touch()
        store = Store(file / "people")
        with self.assertRaisesRegex(StoreError, "can't be used: Not a directory"):
            store.snapshot()
        self.path.mkdir()
        self.check_unusable("can't be used: unable to open database file")

    def test_an_unwritable_directory_is_told(self) -> None:
        self.directory.chmod(0o555)
        self.addCleanup(self.directory.chmod, 0o700)
        if os.geteuid() == 0:
            # Nothing is unwritable for root.
            os.seteuid(NOBODY)
            self.addCleanup(os.seteuid, 0)
        self.check_unusable("can't be used: unable to open database file")

    def test_a_full_disk_is_told_and_nothing_changes(self) -> None:
        self.ids()
        with self.store.change() as change:
            pages = change.remove("JonSnow")
            self.assertIsNotNone(pages)
        with self.assertRaisesRegex(StoreError, "can't be used: database or disk is full"):
            with self.store.change() as change:
                self.limit_pages()
                for number in range(1_000):
                    change.add(Draft(f"Somebody{number}"))
        self.assertEqual(self.ids(), FIRST_IDS[1:])

    def limit_pages(self) -> None:
        """Lets the database grow no more, as a full disk would."""
        connection = self.store._connection
        assert connection is not None
        connection.execute("PRAGMA max_page_count = 1")


class Processes(StoreCase):
    """Several hosts' plugins on one database."""

    def start(self, code: str, *arguments: str) -> "subprocess.Popen[bytes]":
        prelude = (
            "import sys; from pathlib import Path; from person import *; from store import *\n"
        )
        command = [sys.executable, "-B", "-c", prelude + code, str(self.directory), *arguments]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        process = subprocess.Popen(
            command, cwd=FOLDER, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_many_processes_make_and_fill_one_database_at_once(self) -> None:
        code = """
store = Store(Path(sys.argv[1]))
for number in range(10):
    with store.change() as change:
        change.next_version()
        change.add(Draft(f"{sys.argv[2]}-{number}"))
"""
        processes = [self.start(code, str(number)) for number in range(8)]
        self.assertEqual([process.wait() for process in processes], [0] * 8)
        ids = self.ids()
        self.assertEqual(ids[:8], FIRST_IDS)
        expected = {f"{process}-{number}" for process in range(8) for number in range(10)}
        self.assertEqual((len(ids), set(ids[8:])), (88, expected))
        self.assertEqual(self.version(), 81)

    def test_a_process_killed_while_it_writes_leaves_what_was_told(self) -> None:
        code = """
store = Store(Path(sys.argv[1]))
for number in range(1_000_000):
    with store.change() as change:
        change.add(Draft(f"Somebody{number}"))
    print(number, flush=True)
"""
        process = self.start(code)
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(50)][-1]
        process.kill()
        told = max([told, *(int(line) for line in process.stdout if line.endswith(b"\n"))])
        ids = self.ids()
        self.assertGreaterEqual(len(ids), 8 + told + 1)
        self.assertEqual(ids[8:], [f"Somebody{number}" for number in range(len(ids) - 8)])

    def test_a_busy_database_is_told(self) -> None:
        self.ids()
        code = """
with Store(Path(sys.argv[1])).change():
    print("busy", flush=True)
    sys.stdin.read()
"""
        process = self.start(code)
        assert process.stdout is not None
        process.stdout.readline()
        self.assertEqual(self.ids(), FIRST_IDS)
        with self.assertRaisesRegex(StoreError, "was kept busy by another process for 3 s"):
            self.add(Draft("Arya"))


if __name__ == "__main__":
    unittest.main()
