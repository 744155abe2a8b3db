"""Whatever handlers do, the plugin's messages stay whole."""

import os
import unittest

from jackfield_plugin.testing import PluginProcess
from tests.cases import ASYNC, ODD, OddPluginCase


class Handlers(OddPluginCase):
    def test_fc_223_what_a_handler_prints_goes_to_the_log(self) -> None:
        self.assertEqual(self.plugin.call("odd/prints"), {"printed": True})
        for text in ["printed ✓", "written", "by a child"]:
            self.assertIn(text, self.plugin.log())

    def test_a_handler_that_reads_standard_input_finds_it_empty(self) -> None:
        self.assertEqual(self.plugin.call("odd/reads"), {"read": ""})
        self.assertEqual(self.plugin.call("ping"), {})

    def test_fc_028_a_handler_that_raises_answers_and_the_loop_goes_on(self) -> None:
        error = self.plugin.error("odd/raises")
        self.assertEqual(error["code"], -32603)
        self.assertIn("RuntimeError: bug", error["message"])
        self.assertIn("Traceback", self.plugin.log())
        self.assertEqual(self.plugin.call("ping"), {})

    def test_fc_031_a_result_that_is_not_json_is_an_error(self) -> None:
        self.assertEqual(self.plugin.error("odd/nan")["code"], -32603)
        self.assertEqual(self.plugin.error("odd/surrogate")["code"], -32603)
        self.assertEqual(self.plugin.call("ping"), {})

    def test_a_request_sent_as_a_notification_has_no_answer(self) -> None:
        self.plugin.send({"method": "odd/prints"}, {"method": "odd/raises"})
        self.plugin.send({"method": "odd/counts", "params": {"count": 2}})
        self.assertEqual(self.plugin.call("ping"), {})
        self.assertEqual(self.plugin.notifications, [])

    def test_fc_157_bytes_are_utf_8_under_any_locale(self) -> None:
        environment = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        environment["PATH"] = os.environ["PATH"]
        with PluginProcess(ODD, *self.arguments, environment=environment) as plugin:
            plugin.initialize()
            self.assertEqual(plugin.call("odd/echo", {"value": "тест ✓"}), {"value": "тест ✓"})
            plugin.call("odd/prints")
            self.assertIn("printed ✓", plugin.log())


class AsyncHandlers(Handlers):
    arguments = ASYNC


if __name__ == "__main__":
    unittest.main()
