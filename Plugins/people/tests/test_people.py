"""The plugin as a host sees it."""

import json
import os
import unittest
from pathlib import Path
from typing import Any

from jackfield_plugin.testing import PluginCase
from store import FILE_NAME
from tests.driver import FOLDER, start

JOFFREY = {
    "id": "JoffreyBaratheon",
    "firstName": "Joffrey",
    "lastName": "Baratheon",
    "image": "JoffreyBaratheon",
}
ARYA = {
    "id": "AryaStark",
    "firstName": "Arya",
    "lastName": "Stark",
    "image": "DefaultProfileImage",
}


class PeopleCase(PluginCase):
    """A fresh plugin with a fresh database for each test, after the handshake."""

    def setUp(self) -> None:
        self.plugin = self.enterContext(start())
        self.greeting = self.plugin.initialize()

    def datasource(self) -> dict[str, Any]:
        result: dict[str, Any] = self.plugin.call(
            "autocomplete/provideDatasource",
            {"source": "people", "reason": "beginEditing", "context": {}, "credit": 100},
        )
        return result

    def texts(self) -> list[str]:
        return [item["text"] for item in self.datasource()["items"]]


class Handshake(PeopleCase):
    def test_the_answer_is_what_the_manifest_says(self) -> None:
        manifest = json.loads((FOLDER / "plugin.json").read_bytes())
        self.assertEqual(self.greeting["protocol"], 1)
        self.assertEqual(
            self.greeting["plugin"], {"name": "people", "version": manifest["version"]}
        )
        self.assertEqual(self.greeting["implements"], manifest["implements"])
        self.assertEqual(self.greeting["provides"], manifest["provides"])

    def test_every_method_of_the_manifest_is_answered(self) -> None:
        methods = [f"people/{name}" for name in self.greeting["provides"]["methods"]]
        for method in methods + self.greeting["implements"]:
            with self.subTest(method):
                self.assertEqual(self.plugin.error(method, {})["code"], -32602)

    def test_nothing_is_written_before_it_is_needed(self) -> None:
        self.assertEqual(os.listdir(self.plugin.directory), [])
        self.datasource()
        self.assertIn(FILE_NAME, os.listdir(self.plugin.directory))

    def test_the_database_is_for_the_user_only(self) -> None:
        self.datasource()
        mode = (Path(self.plugin.directory) / FILE_NAME).stat().st_mode
        self.assertEqual(mode & 0o777, 0o600)

    def test_no_common_version_names_both_ranges(self) -> None:
        with start() as plugin:
            error = plugin.error("initialize", {"protocol": {"min": 2, "max": 3}})
            self.assertEqual(error["code"], -32006)
            ranges = {"host": {"min": 2, "max": 3}, "plugin": {"min": 1, "max": 1}}
            self.assertEqual(error["data"], ranges)

    def test_what_initialize_lacks_is_named(self) -> None:
        protocol = {"min": 1, "max": 9}
        table = [
            ({}, "/protocol/min", "integer", "nothing"),
            ({"protocol": protocol}, "/plugin/dataDirectory", "string", "nothing"),
            (
                {"protocol": protocol, "plugin": {"dataDirectory": 1}},
                "/plugin/dataDirectory",
                "string",
                "integer",
            ),
            ({"protocol": 1}, "/protocol", "object", "integer"),
        ]
        with start() as plugin:
            for params, path, expected, found in table:
                with self.subTest(path):
                    error = plugin.error("initialize", params)
                    data = {"path": path, "expected": expected, "found": found}
                    self.assertEqual((error["code"], error["data"]), (-32602, data))


class Datasource(PeopleCase):
    def test_it_has_the_first_people_in_order_each_with_the_whole_person(self) -> None:
        result = self.datasource()
        texts = [
            "Jon Snow",
            "Daenerys Targaryen",
            "Gregor Clegane",
            "Cersei Lannister",
            "Tyrion Lannister",
            "Joffrey Baratheon",
            "Sandor Clegane",
            "Sansa Stark",
        ]
        self.assertEqual([item["text"] for item in result["items"]], texts)
        self.assertEqual(
            result["items"][5],
            {
                "id": "JoffreyBaratheon",
                "text": "Joffrey Baratheon",
                "image": "JoffreyBaratheon",
                "data": JOFFREY,
            },
        )
        self.assertEqual(result["version"], 1)

    def test_its_name_may_be_short_or_qualified_but_no_other(self) -> None:
        self.plugin.call("autocomplete/provideDatasource", {"source": "people/people"})
        params = {"source": "others"}
        self.check_invalid("autocomplete/provideDatasource", params, "/source", "people", "others")

    def test_it_is_sent_in_pieces_as_credit_allows(self) -> None:
        params = {"source": "people", "credit": 5, "partialResultToken": "t"}
        self.plugin.send({"id": "d", "method": "autocomplete/provideDatasource", "params": params})
        chunk = self.plugin.receive()["params"]["value"]["items"]
        self.plugin.send({"method": "$/credit", "params": {"token": "t", "count": 5}})
        rest = self.plugin.receive()["result"]["items"]
        self.assertEqual([len(chunk), len(rest)], [5, 3])
        self.assertEqual([*chunk, *rest], self.datasource()["items"])

    def test_a_change_waits_for_the_list_under_way_which_does_not_have_it(self) -> None:
        params = {"source": "people", "credit": 5, "partialResultToken": "t"}
        self.plugin.send({"id": "d", "method": "autocomplete/provideDatasource", "params": params})
        self.plugin.receive()
        self.plugin.call("people/remove", {"id": "SansaStark"})
        self.plugin.send({"method": "$/credit", "params": {"token": "t", "count": 5}})
        result = self.plugin.receive()["result"]
        self.assertEqual((result["items"][-1]["id"], result["version"]), ("SansaStark", 1))
        change = self.plugin.receive()["params"]
        self.assertEqual(change, {"source": "people", "version": 2, "remove": ["SansaStark"]})

    def test_returned_takes_the_whole_person_back(self) -> None:
        params = {
            "source": "people",
            "field": "f",
            "session": "s",
            "selection": "Joffrey Baratheon",
        }
        chosen = {**params, "item": "JoffreyBaratheon", "data": JOFFREY}
        self.assertEqual(self.plugin.call("autocomplete/returned", chosen), {})
        self.assertIn("chosen: Joffrey Baratheon (JoffreyBaratheon)", self.plugin.log())

    def test_returned_takes_free_text(self) -> None:
        params = {"source": "people", "field": "f", "session": "s", "selection": "X", "item": None}
        self.assertEqual(self.plugin.call("autocomplete/returned", params), {})


class Methods(PeopleCase):
    def test_add_tells_the_change_and_then_answers(self) -> None:
        params = {"firstName": " Arya ", "lastName": "Stark"}
        result = self.plugin.call("people/add", params)
        self.assertEqual(result, {"person": ARYA, "version": 2})
        item = {
            "id": "AryaStark",
            "text": "Arya Stark",
            "image": "DefaultProfileImage",
            "data": ARYA,
        }
        change = {"source": "people", "version": 2, "append": [item]}
        self.assertEqual([each["params"] for each in self.plugin.notifications], [change])
        self.assertEqual(self.datasource()["items"][-1], item)

    def test_add_takes_one_name_an_image_and_an_id(self) -> None:
        params = {"firstName": "Đặng", "lastName": None, "image": "data:,x", "id": "7"}
        person = self.plugin.call("people/add", params)["person"]
        self.assertEqual(
            person, {"id": "7", "firstName": "Đặng", "lastName": "", "image": "data:,x"}
        )
        self.assertEqual(self.texts()[-1], "Đặng")

    def test_add_refuses_what_is_no_person(self) -> None:
        table: list[tuple[Any, str, str, str]] = [
            ({}, "/firstName", "string", "nothing"),
            ({"firstName": 1}, "/firstName", "string", "integer"),
            ({"firstName": " "}, "/firstName", "a name", "blanks"),
            ({"firstName": "a", "lastName": []}, "/lastName", "string", "array"),
            ({"firstName": "a\0"}, "/firstName", "text without control characters", r"'a\x00'"),
            ({"firstName": "a" * 201}, "/firstName", "at most 200 characters", "201 characters"),
            ({"firstName": "a", "id": "JonSnow"}, "/id", "an id that is free", "JonSnow"),
        ]
        for params, path, expected, found in table:
            with self.subTest(path, found=found):
                self.check_invalid("people/add", params, path, expected, found)
        self.assertEqual(self.datasource()["version"], 1)

    def test_remove_tells_the_change_and_answers_the_person(self) -> None:
        result = self.plugin.call("people/remove", {"id": "JoffreyBaratheon"})
        self.assertEqual(result, {"person": JOFFREY, "version": 2})
        change = {"source": "people", "version": 2, "remove": ["JoffreyBaratheon"]}
        self.assertEqual([each["params"] for each in self.plugin.notifications], [change])
        self.assertNotIn("Joffrey Baratheon", self.texts())

    def test_remove_refuses_an_unknown_id(self) -> None:
        self.check_invalid("people/remove", {"id": "Nobody"}, "/id", "the id of a person", "Nobody")

    def test_import_adds_what_is_new_and_says_what_it_skipped(self) -> None:
        text = "firstName,lastName,id\nArya,Stark,\nJon,Snow,\nJon,Snow,2\nX,Y,2\n,Z,\n"
        result = self.plugin.call("people/import", {"text": text})
        skipped = [
            {"line": 3, "reason": "Jon Snow is there already (JonSnow)"},
            {"line": 5, "reason": "the id 2 is in use"},
            {"line": 6, "reason": "firstName: expected a name, found blanks"},
        ]
        expected = {"added": 2, "skipped": skipped, "skippedTotal": 3, "version": 2}
        self.assertEqual(result, expected)
        change = self.plugin.notifications[0]["params"]
        self.assertEqual([item["id"] for item in change["append"]], ["AryaStark", "2"])
        self.assertEqual(self.texts()[-2:], ["Arya Stark", "Jon Snow"])

    def test_import_of_what_is_there_changes_nothing(self) -> None:
        result = self.plugin.call("people/import", {"text": "firstName,lastName\nJon,Snow\n"})
        self.assertEqual((result["added"], result["version"]), (0, 1))
        self.assertEqual(self.plugin.notifications, [])

    def test_a_large_import_is_told_by_a_gap_in_the_version(self) -> None:
        text = "firstName\n" + "".join(f"Somebody{number}\n" for number in range(1_001))
        self.assertEqual(self.plugin.call("people/import", {"text": text})["version"], 3)
        change = {"source": "people", "version": 3, "append": []}
        self.assertEqual([each["params"] for each in self.plugin.notifications], [change])
        self.assertEqual(len(self.datasource()["items"]), 1_009)

    def test_import_reads_a_file(self) -> None:
        path = Path(self.plugin.directory) / "list.csv"
        path.write_text("firstName;lastName\r\nĐặng;Sơn\r\n")
        self.assertEqual(self.plugin.call("people/import", {"path": str(path)})["added"], 1)
        self.assertEqual(self.texts()[-1], "Đặng Sơn")

    def test_import_refuses_what_it_can_not_read(self) -> None:
        table: list[tuple[Any, str, str, str]] = [
            ({}, "/text", "either text or path", "nothing"),
            ({"text": "", "path": ""}, "/text", "either text or path", "both"),
            ({"path": "list.csv"}, "/path", "an absolute path", "list.csv"),
            (
                {"path": "/nowhere/x"},
                "/path",
                "a readable file in UTF-8",
                "No such file or directory",
            ),
            ({"text": ""}, "/text", "a table with a header line", "there is no header line"),
            ({"text": 1}, "/text", "string", "integer"),
        ]
        for params, path, expected, found in table:
            with self.subTest(path, found=found):
                self.check_invalid("people/import", params, path, expected, found)

    def test_several_plugins_share_one_database_and_a_gap_shows_the_others_change(self) -> None:
        with start(directory=self.plugin.directory) as other:
            other.initialize()
            self.assertEqual(other.call("people/add", {"firstName": "Arya"})["version"], 2)
            self.assertEqual(self.texts()[-1], "Arya")
            self.assertEqual(self.plugin.call("people/remove", {"id": "Arya"})["version"], 3)

    def test_a_kill_loses_nothing_that_was_answered(self) -> None:
        for number in range(20):
            self.plugin.call("people/add", {"firstName": f"Somebody{number}"})
        self.plugin.kill()
        with start(directory=self.plugin.directory) as again:
            again.initialize()
            params = {"source": "people"}
            items = again.call("autocomplete/provideDatasource", params)["items"]
            self.assertEqual(len(items), 28)


class Faults(unittest.TestCase):
    def test_a_damaged_database_is_told_in_every_answer_and_ends_nothing(self) -> None:
        with start() as plugin:
            path = Path(plugin.directory) / FILE_NAME
            path.write_bytes(b"not a database" * 100)
            plugin.initialize()
            for method, params in [
                ("autocomplete/provideDatasource", {"source": "people"}),
                ("people/add", {"firstName": "Arya"}),
                ("people/remove", {"id": "JonSnow"}),
                ("people/import", {"text": "firstName\nArya\n"}),
            ]:
                with self.subTest(method):
                    error = plugin.error(method, params)
                    self.assertEqual(error["code"], -32603)
                    self.assertIn(f"the database {path} is damaged", error["message"])
            self.assertEqual(plugin.call("ping"), {})
            self.assertNotIn("Traceback", plugin.log())

    def test_a_directory_that_can_not_be_made_is_told(self) -> None:
        with start(directory="/dev/null/people") as plugin:
            plugin.initialize()
            error = plugin.error("autocomplete/provideDatasource", {"source": "people"})
            self.assertIn("can't be used: Not a directory", error["message"])


if __name__ == "__main__":
    unittest.main()
