"""What the README shows works."""

import os
import re
import tempfile
import unittest
from pathlib import Path

from jackfield_plugin.testing import PluginProcess

FOLDER = Path(__file__).resolve().parents[1]
README = (FOLDER / "README.md").read_text()
# Longer, and it is no example any more.
LINES = 30


def block(language: str, beginning: str) -> str:
    """The README's block in this language that begins so."""
    blocks: list[str] = re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    return next(each for each in blocks if each.startswith(beginning))


class Readme(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "plugin.json").write_text(block("json", "{"))
        (self.folder / "words.txt").write_text("jack jackfield field")

    def start(self, program: str) -> PluginProcess:
        """Runs a program as the plugin, with the library as if it were installed."""
        script = self.folder / "words.py"
        script.write_text(program)
        environment = {**os.environ, "PYTHONPATH": str(FOLDER)}
        return self.enterContext(PluginProcess(script, environment=environment))

    def test_the_example_is_short(self) -> None:
        example = block("python", "from collections.abc")
        self.assertLessEqual(len(example.splitlines()), LINES)

    def test_the_example_works(self) -> None:
        plugin = self.start(block("python", "from collections.abc"))
        plugin.initialize()
        self.assertEqual(plugin.call("words/count", {"prefix": "jack"}), {"count": 2})
        params = {"source": "words", "reason": "query"}
        items = plugin.call("autocomplete/provideDatasource", params)["items"]
        self.assertEqual([item["text"] for item in items], ["jack", "jackfield", "field"])
        self.assertEqual(plugin.log(), "")

    def test_the_asynchronous_example_works(self) -> None:
        imports = "from pathlib import Path\nfrom jackfield_plugin import JSONLike\n"
        example = block("python", "from jackfield_plugin.asynchronous")
        plugin = self.start(f"{imports}{example}\n\nplugin.run()\n")
        plugin.initialize()
        plugin.send({"id": 1, "method": "words/delete"})
        asked = plugin.asked("popup/show")
        body = {"kind": "confirm", "text": "Delete it?"}
        self.assertEqual(asked["params"], {"content": {"body": body}, "_meta": {"cause": 1}})
        plugin.reply(asked, {"action": "ok"})
        self.assertEqual(plugin.answer()["result"], {"answer": {"action": "ok"}})


if __name__ == "__main__":
    unittest.main()
