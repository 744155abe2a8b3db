"""The plugin is a full citizen, whatever arrives."""

import json
import unittest
from typing import Any

from tests.driver import FOLDER, Message, PluginProcess


class Handshake(unittest.TestCase):
    def setUp(self) -> None:
        self.plugin = self.enterContext(PluginProcess(shakes_hands=False))

    def initialize(self) -> Any:
        return self.plugin.call("initialize", {"protocol": {"min": 1, "max": 1}})

    def test_the_manifest_says_all_so_the_answer_need_not(self) -> None:
        self.assertEqual(self.initialize(), {"protocol": 1})

    def test_every_method_of_the_manifest_is_answered(self) -> None:
        self.initialize()
        manifest = json.loads((FOLDER / "plugin.json").read_bytes())
        for method in manifest["implements"]:
            if method != "popup/didDismiss":
                with self.subTest(method):
                    self.assertEqual(self.plugin.error(method, {})["code"], -32602)

    def test_before_initialize_only_ping_is_answered(self) -> None:
        self.assertEqual(self.plugin.call("ping"), {})
        self.assertEqual(self.plugin.error("autocomplete/provideDatasource")["code"], -32002)

    def test_no_common_version_names_both_ranges(self) -> None:
        error = self.plugin.error("initialize", {"protocol": {"min": 2, "max": 3}})
        ranges = {"host": {"min": 2, "max": 3}, "plugin": {"min": 1, "max": 1}}
        self.assertEqual((error["code"], error["data"]), (-32006, ranges))
        self.initialize()

    def test_a_second_initialize_is_refused(self) -> None:
        self.initialize()
        self.assertEqual(self.plugin.error("initialize", {})["code"], -32007)

    def test_after_shutdown_only_ping_and_exit_count(self) -> None:
        self.initialize()
        self.assertEqual(self.plugin.call("shutdown"), {})
        self.assertEqual(self.plugin.error("shutdown")["code"], -32600)
        self.assertEqual(self.plugin.call("ping"), {})
        self.plugin.notify("exit", None)
        self.assertEqual(self.plugin.rest(), [])
        self.assertEqual(self.plugin.process.wait(20), 0)

    def test_answers_come_before_the_end(self) -> None:
        self.initialize()
        pings = [{"id": number, "method": "ping"} for number in range(10)]
        self.plugin.send(*pings, {"method": "exit"}, {"id": 99, "method": "ping"})
        self.assertEqual([each["id"] for each in self.plugin.rest()], list(range(10)))

    def test_what_came_before_the_end_of_input_is_answered(self) -> None:
        self.plugin.send_bytes(b'{"id":1,"method":"ping"}\n{"id":2,"method":"ping"}')
        self.plugin.close_input()
        self.assertEqual([each["id"] for each in self.plugin.rest()], [1, 2])
        self.assertEqual(self.plugin.process.wait(20), 0)


class Envelope(unittest.TestCase):
    def setUp(self) -> None:
        self.plugin = self.enterContext(PluginProcess())

    def send_line(self, line: bytes) -> Message:
        self.plugin.send_bytes(line + b"\n")
        return self.plugin.answer()

    def test_bad_lines_get_an_answer_and_the_next_is_served(self) -> None:
        table: list[tuple[str, bytes, Any, int]] = [
            ("not JSON", b"not json", None, -32700),
            ("a scalar", b"5", None, -32600),
            ("NaN", b'{"id":1,"method":"ping","params":{"value":NaN}}', None, -32700),
            ("a member twice", b'{"id":1,"id":2,"method":"ping"}', None, -32700),
            ("wrong version", b'{"jsonrpc":"1.0","id":1,"method":"ping"}', 1, -32600),
            ("unknown method", b'{"id":"test","method":"foobar"}', "test", -32601),
            ("neither call nor answer", b'{"foo":"bar"}', None, -32600),
            ("id of a wrong type", b'{"id":[1],"method":"ping"}', None, -32600),
            ("method of a wrong type", b'{"id":1,"method":5}', 1, -32600),
            ("params of a wrong type", b'{"id":1,"method":"ping","params":"x"}', 1, -32600),
            ("params by position", b'{"id":1,"method":"ping","params":[1]}', 1, -32602),
            ("id null", b'{"id":null,"method":"ping"}', None, -32600),
            ("id true", b'{"id":true,"method":"ping"}', None, -32600),
            ("a batch", b'[{"id":1,"method":"ping"}]', None, -32600),
            ("invalid UTF-8", b'{"id":1,"method":"ping\xff"}', None, -32700),
            ("half a surrogate pair", rb'{"id":1,"method":"\ud800"}', None, -32700),
            ("too deep", b"[" * 100_000, None, -32700),
            ("U+0000 in a name", rb'{"id":1,"method":"ping\u0000"}', 1, -32601),
        ]
        for name, line, id, code in table:
            with self.subTest(name):
                answer = self.send_line(line)
                self.assertEqual((answer["id"], answer["error"]["code"]), (id, code))
                self.assertEqual(self.plugin.call("ping"), {})

    def test_ids_come_back_to_the_letter(self) -> None:
        ids = ['"1"', '""', r'"\u0000"', r'"\u0061"', "0", "-1", "1.0", "1e3", str(2**64)]
        for id in [*ids, '"s3:42/files#7"', '"' + "x" * 100_000 + '"']:
            for line in [f'{{"id": {id} ,"method":"ping"}}', f'{{"method":"ping","id":{id}}}']:
                with self.subTest(line[:40]):
                    self.plugin.send_bytes(line.encode() + b"\n")
                    self.plugin.answer()
                    self.assertIn(f'"id":{id},', self.plugin.last_line.decode())

    def test_all_forms_of_no_params_are_the_same(self) -> None:
        for params in ["", ',"params":null', ',"params":{}', ',"params":[]', ',"params":[null]']:
            with self.subTest(params):
                answer = self.send_line(b'{"id":1,"method":"ping"%b}' % params.encode())
                self.assertEqual(answer["result"], {})

    def test_what_needs_no_answer_gets_none(self) -> None:
        lines = [b"", b"  \r", b'{"method":"$/x"}', b'{"method":"x"}', b'{"id":1,"result":1}']
        self.plugin.send_bytes(b"\n".join(lines) + b"\n")
        self.assertEqual(self.plugin.call("ping"), {})
        self.assertEqual(self.plugin.notifications, [])

    def test_messages_arrive_glued_and_in_single_bytes(self) -> None:
        self.plugin.send(*[{"id": number, "method": "ping"} for number in range(10)])
        self.assertEqual([self.plugin.answer()["id"] for _ in range(10)], list(range(10)))
        for byte in '{"id":"测🎉","method":"ping"}\r\n'.encode():
            self.plugin.send_bytes(bytes([byte]))
        self.assertEqual(self.plugin.answer()["id"], "测🎉")

    def test_a_line_over_the_limit_is_skipped_and_told(self) -> None:
        self.plugin.send_bytes(b'{"id":1,"method":"')
        for _ in range(65):
            self.plugin.send_bytes(b"x" * (1 << 20))
        self.plugin.send_bytes(b'"}\n')
        answer = self.plugin.answer()
        self.assertEqual((answer["id"], answer["error"]["code"]), (None, -32011))
        self.assertEqual(self.plugin.call("ping"), {})

    def test_ill_typed_members_are_named(self) -> None:
        good = {"source": "files", "datasource": "d1", "reason": "query", "context": {}}
        table: list[tuple[str, Any, str, str]] = [
            ("/source", 5, "string", "integer"),
            ("/source", None, "string", "nothing"),
            ("/source", "other", "files", "other"),
            ("/source", "a\0b", "string", "string with U+0000"),
            ("/datasource", [], "string", "array"),
            ("/context", "x", "object", "string"),
            ("/credit", -1, "integer from 0", "-1"),
            ("/credit", 1.5, "integer", "number"),
            ("/partialResultToken", True, "string or integer", "something else"),
            ("/_meta", 7, "object", "integer"),
        ]
        for path, value, expected, found in table:
            with self.subTest(path, value=value):
                params = {**good, path[1:]: value}
                error = self.plugin.error("autocomplete/provideDatasource", params)
                data = {"path": path, "expected": expected, "found": found}
                self.assertEqual((error["code"], error["data"]), (-32602, data))


if __name__ == "__main__":
    unittest.main()
