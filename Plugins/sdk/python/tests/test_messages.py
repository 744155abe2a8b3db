"""A plugin made with the library is a full citizen, whatever arrives."""

import json
import unittest
from typing import Any

from jackfield_plugin.testing import PluginProcess
from jackfield_plugin.wire import LineSplitter
from tests.cases import ASYNC, ODD, OddPluginCase


class Handshake(unittest.TestCase):
    arguments: tuple[str, ...] = ()

    def setUp(self) -> None:
        self.plugin = self.enterContext(PluginProcess(ODD, *self.arguments))

    def test_before_initialize_only_ping_is_answered(self) -> None:
        self.assertEqual(self.plugin.call("ping"), {})
        self.assertEqual(self.plugin.error("odd/echo")["code"], -32002)

    def test_a_notification_before_initialize_is_dropped(self) -> None:
        self.plugin.send({"method": "odd/prints"}, {"id": 1, "method": "ping"})
        self.assertEqual(self.plugin.receive()["id"], 1)
        self.assertNotIn("printed ✓", self.plugin.log())

    def test_a_second_initialize_is_refused(self) -> None:
        self.plugin.initialize()
        self.assertEqual(self.plugin.error("initialize", {})["code"], -32007)

    def test_fc_150_shutdown_is_answered_and_only_ping_and_exit_follow(self) -> None:
        self.plugin.initialize()
        self.assertEqual(self.plugin.call("shutdown"), {})
        self.assertEqual(self.plugin.error("odd/echo")["code"], -32600)
        self.assertEqual(self.plugin.call("ping"), {})
        self.plugin.send({"method": "exit"})
        self.assertEqual(self.plugin.status(), 0)

    def test_fc_151_answers_come_before_the_end(self) -> None:
        self.plugin.initialize()
        requests = [{"id": number, "method": "ping"} for number in range(10)]
        self.plugin.send(*requests, {"id": 10, "method": "shutdown"}, {"method": "exit"})
        self.assertEqual([each["id"] for each in self.plugin.rest()], list(range(11)))
        self.assertEqual(self.plugin.status(), 0)

    def test_fc_147_fc_148_the_end_of_input_ends_the_plugin_with_status_0(self) -> None:
        self.plugin.initialize()
        self.plugin.close_input()
        self.assertEqual(self.plugin.status(), 0)

    def test_fc_154_what_came_before_the_end_of_input_is_answered(self) -> None:
        self.plugin.initialize()
        self.plugin.send_bytes(b'{"id":1,"method":"ping"}\n{"id":2,"method":"ping"}')
        self.plugin.close_input()
        self.assertEqual([each["id"] for each in self.plugin.rest()], [1, 2])
        self.assertEqual(self.plugin.status(), 0)

    def test_fc_147_it_leaves_also_while_nobody_reads_its_answers(self) -> None:
        self.plugin.initialize()
        self.plugin.send({"id": 1, "method": "odd/counts", "params": {"count": 200_000}})
        self.plugin.close_input()
        self.assertEqual(self.plugin.status(), 0)

    def test_a_reader_that_has_gone_ends_the_plugin(self) -> None:
        self.plugin.initialize()
        self.plugin.close_output()
        self.plugin.send({"id": 1, "method": "ping"})
        self.assertEqual(self.plugin.status(), 0)
        self.assertNotIn("Traceback", self.plugin.log())


class AsyncHandshake(Handshake):
    arguments = ASYNC


class Envelope(OddPluginCase):
    def test_bad_lines_get_an_answer_and_the_next_is_served(self) -> None:
        table: list[tuple[str, bytes, Any, int]] = [
            ("FC-024 not JSON", b"not json", None, -32700),
            ("FC-031 NaN", b'{"id":1,"method":"odd/echo","params":{"value":NaN}}', None, -32700),
            ("FC-022 wrong version", b'{"jsonrpc":"1.0","id":1,"method":"ping"}', 1, -32600),
            ("FC-028 unknown method", b'{"id":"test","method":"foobar"}', "test", -32601),
            ("FC-030 neither call nor answer", b'{"foo":"bar"}', None, -32600),
            ("FC-030 id of a wrong type", b'{"id":[1],"method":"ping"}', None, -32600),
            ("FC-030 method of a wrong type", b'{"id":1,"method":5}', 1, -32600),
            ("FC-033 params of a wrong type", b'{"id":1,"method":"ping","params":"x"}', 1, -32600),
            ("params by position", b'{"id":1,"method":"ping","params":[1]}', 1, -32602),
            ("id null", b'{"id":null,"method":"ping"}', None, -32600),
            ("id true", b'{"id":true,"method":"ping"}', None, -32600),
            ("a batch", b'[{"id":1,"method":"ping"}]', None, -32600),
            ("invalid UTF-8", b'{"id":1,"method":"ping\xff"}', None, -32700),
            ("half a surrogate pair", rb'{"id":1,"method":"\ud800"}', None, -32700),
            ("too deep", b"[" * 100_000, None, -32700),
            ("an integer without end", b'{"id":' + b"9" * 5_000 + b"}", None, -32700),
        ]
        for name, line, id, code in table:
            with self.subTest(name):
                answer = self.send_line(line)
                self.assertEqual((answer["id"], answer["error"]["code"]), (id, code))
                self.assertEqual(self.plugin.call("ping"), {})

    def test_fc_036_fc_046_ids_come_back_as_they_were(self) -> None:
        for id in ["1", "", "\0", "s3:42/people#7", 0, -1, 2**63, 10**30, 1.5, "x" * 100_000]:
            with self.subTest(str(id)[:20]):
                answer = self.send_line(json.dumps({"id": id, "method": "ping"}).encode())
                self.assertEqual((type(answer["id"]), answer["id"]), (type(id), id))

    def test_fc_033_all_forms_of_no_params_are_the_same(self) -> None:
        for params in ["", ',"params":null', ',"params":{}', ',"params":[]', ',"params":[null]']:
            with self.subTest(params):
                answer = self.send_line(b'{"id":1,"method":"odd/echo"%b}' % params.encode())
                self.assertEqual(answer["result"], {"value": None})

    def test_fc_039_an_ill_typed_member_is_named(self) -> None:
        answer = self.send_line(b'{"id":31,"method":"odd/counts","params":{"count":"many"}}')
        data = {"path": "/count", "expected": "integer", "found": "string"}
        self.assertEqual((answer["id"], answer["error"]["code"]), (31, -32602))
        self.assertEqual(answer["error"]["data"], data)

    def test_unknown_notifications_answers_and_empty_lines_are_ignored(self) -> None:
        self.plugin.send_bytes(b'\n  \r\n{"method":"$/x"}\n{"method":"x"}\n{"id":1,"result":1}\n')
        self.assertEqual(self.plugin.call("ping"), {})

    def test_fc_010_only_a_line_feed_ends_a_line(self) -> None:
        text = "a\u2028b\u2029c\u0085d\x7f"
        line = json.dumps({"id": 1, "method": "odd/echo", "params": {"value": text}})
        self.assertEqual(self.send_line(line.encode())["result"], {"value": text})
        raw = line.encode().decode("unicode_escape").encode()
        self.assertEqual(self.send_line(raw)["result"], {"value": text})

    def test_fc_012_messages_arrive_glued_and_in_single_bytes(self) -> None:
        self.plugin.send(*[{"id": number, "method": "ping"} for number in range(10)])
        self.assertEqual([self.plugin.answer()["id"] for _ in range(10)], list(range(10)))
        for byte in '{"id":1,"method":"odd/echo","params":{"value":"测🎉"}}\r\n'.encode():
            self.plugin.send_bytes(bytes([byte]))
        self.assertEqual(self.plugin.answer()["result"], {"value": "测🎉"})

    def test_fc_111_requests_are_read_while_answers_are_not(self) -> None:
        text = "x" * (1 << 20)
        for number in range(4):
            self.plugin.send({"id": number, "method": "odd/echo", "params": {"value": text}})
        self.assertEqual([self.plugin.answer()["id"] for _ in range(4)], [0, 1, 2, 3])

    def test_fc_132_long_lines_pass(self) -> None:
        for length in [65_535, 65_536, 65_537, 1 << 20]:
            with self.subTest(length):
                text = "x" * length
                self.assertEqual(self.plugin.call("odd/echo", {"value": text}), {"value": text})


class AsyncEnvelope(Envelope):
    arguments = ASYNC


class Lines(unittest.TestCase):
    def test_fc_133_a_line_over_the_limit_is_skipped_and_not_kept(self) -> None:
        splitter = LineSplitter(limit=4)
        pieces = [b"abc", b"de", b"f\nabcd\n", b"x"]
        lines = [line for piece in pieces for line in splitter.feed(piece)]
        self.assertEqual(lines, [None, b"abcd"])
        self.assertEqual(list(splitter.finish()), [b"x"])

    def test_any_cut_gives_the_same_lines(self) -> None:
        text = b"one\n\ntwo\r\nthree"
        for first in range(len(text) + 1):
            for second in range(first, len(text) + 1):
                splitter = LineSplitter(limit=100)
                pieces = [text[:first], text[first:second], text[second:]]
                lines = [line for piece in pieces for line in splitter.feed(piece)]
                self.assertEqual(lines + list(splitter.finish()), text.split(b"\n"))


if __name__ == "__main__":
    unittest.main()
