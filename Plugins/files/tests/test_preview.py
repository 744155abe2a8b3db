"""The popup that shows the beginning of a file."""

import os
import shutil
import tempfile
import unicodedata
import unittest
from pathlib import Path
from typing import Any

from tests.driver import EXECUTABLE, PluginProcess, make_tree


class PreviewCase(unittest.TestCase):
    """A plugin that was asked for the items of a folder."""

    def setUp(self) -> None:
        self.plugin = self.enterContext(PluginProcess())
        self.top = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="files-tree-")))
        self.plugin.provide(self.top)

    def params(self, path: Any, width: float = 80, height: float = 24, **more: Any) -> Any:
        arguments = {"path": str(path)} if isinstance(path, (str, Path)) else path
        return {
            "popup": "popup-1",
            "session": "s1",
            "name": "preview",
            "arguments": arguments,
            "viewport": {"width": width, "height": height, **more},
        }

    def content(self, path: Any, width: float = 80, height: float = 24, **more: Any) -> Any:
        return self.plugin.call("popup/content", self.params(path, width, height, **more))

    def text(self, path: Any, width: float = 80, height: float = 24) -> str:
        body = self.content(path, width, height)["body"]
        self.assertEqual(body["kind"], "text")
        text: str = body["text"]
        return text

    def shown(self, contents: bytes | str, width: float = 80, height: float = 24) -> str:
        data = contents.encode() if isinstance(contents, str) else contents
        (self.top / "file").write_bytes(data)
        return self.text(self.top / "file", width, height)

    def check_refused(self, path: Any) -> None:
        error = self.plugin.error("popup/content", self.params(path))
        self.assertEqual(error["code"], -32012, error)


class Text(PreviewCase):
    def test_a_short_text_is_shown_whole(self) -> None:
        (self.top / "file").write_text("one\ntwo three\n")
        content = self.content(self.top / "file")
        self.assertEqual(content["body"], {"kind": "text", "text": "one\ntwo three"})
        self.assertEqual(content["title"], "file — 14 bytes")
        self.assertEqual(content["size"], {"width": 16, "height": 4})
        self.assertEqual([each["id"] for each in content["actions"]], ["open", "close"])

    def test_it_is_wide_enough_for_its_widest_line_and_its_title(self) -> None:
        name = "a-name-of-22-characters"
        for contents, width in [("x", 32), ("y" * 50, 50), ("z" * 100, 72)]:
            (self.top / name).write_text(contents)
            content = self.content(self.top / name)
            widest = max(len(content["title"]), len(content["body"]["text"]))
            self.assertEqual(content["size"]["width"], width)
            self.assertGreaterEqual(width, widest)
        self.assertEqual(self.content(self.top / name, width=10)["size"]["width"], 9)

    def test_as_many_lines_as_fit_are_shown(self) -> None:
        lines = [f"line {number}" for number in range(1_000)]
        for height, count in [(24, 19), (10, 7), (4, 1), (1, 1), (0, 1), (1e300, 1_000)]:
            with self.subTest(height):
                shown = self.shown("\n".join(lines), 80, height).split("\n")
                self.assertEqual(len(shown), count)
                expected = lines if count == 1_000 else [*lines[: count - 1], "…"]
                self.assertEqual(shown, expected)

    def test_long_lines_are_cut(self) -> None:
        for width, columns in [(80, 72), (10, 9), (2, 1), (1, 1), (0, 1), (1e300, 1_000)]:
            with self.subTest(width):
                shown = self.shown("x" * 5_000 + "\ny", width)
                expected = "x" * (columns - 1) + "…\ny"
                self.assertEqual(shown, expected)

    def test_what_just_fits_is_not_cut(self) -> None:
        self.assertEqual(self.shown("x" * 72), "x" * 72)
        self.assertEqual(self.shown("x\n" * 19), "x\n" * 18 + "x")
        self.assertEqual(self.shown("x\n" * 20), "x\n" * 18 + "…")

    def test_wide_characters_take_two_columns(self) -> None:
        self.assertEqual(self.shown("測試" * 10, 12), "測試測試…")
        self.assertEqual(self.shown("x" + "測試" * 10, 12), "x測試測試…")
        self.assertEqual(self.shown("👍🏽"), "👍🏽")

    def test_points_are_counted_as_characters(self) -> None:
        (self.top / "file").write_text("x" * 200 + "\n" + "y\n" * 200)
        content = self.content(self.top / "file", 800, 480, unit="point")
        lines = content["body"]["text"].split("\n")
        self.assertEqual((len(lines[0]), len(lines)), (90, 25))
        self.assertEqual(content["size"], {"width": 720, "height": 27 * 16})

    def test_what_cant_be_seen_is_made_visible(self) -> None:
        table = [
            ("\x1b[31mred\x07", "␛[31mred␇"),
            ("a\x7fb", "a␡b"),
            ("\x85\xad", "<U+0085><U+00AD>"),
            ("a\u202eb\u200b\u2066c\ufeff", "a<U+202E>b<U+200B><U+2066>c<U+FEFF>"),
            ("\u2028x", "<U+2028>x"),
            ("\U000e0041", "<U+E0041>"),
            (b"caf\xe9 \xc0\x80 \xed\xa0\x80", "caf\ufffd \ufffd\ufffd \ufffd\ufffd\ufffd"),
            ("a\tb\t\tc", "a       b               c"),
            ("測\tb", "測      b"),
            ("dos\r\nunix\nold\rmac\r\n", "dos\nunix\nold␍mac"),
            ("\n\nx\n\n", "\n\nx\n"),
            ("क्ष e\u0301 \u200dx", "क्ष e\u0301 \u200dx"),
            ("\u0301x", "x"),
        ]
        for contents, expected in table:
            with self.subTest(contents):
                self.assertEqual(self.shown(contents), expected)

    def test_piles_of_marks_are_taken_down(self) -> None:
        shown = self.shown("a" + "\u0301" * 100_000 + "b")
        self.assertEqual(shown, "a" + "\u0301" * 8 + "b")
        self.assertEqual(unicodedata.combining("\u0301"), 230)

    def test_empty_and_binary_files_are_described(self) -> None:
        table = [
            (b"", "An empty file."),
            (b"\x00", "binary file, 1 byte"),
            (b"\x89PNG\r\n\x1a\n\0" + b"x" * 2_000, "PNG image, 2.0 KiB"),
            (b"\x7fELF\0" + b"\0" * 1_048_571, "ELF program or library, 1.0 MiB"),
            (b"SQLite format 3\0", "SQLite database, 16 bytes"),
            (b"RIFF\0\0\0\0WEBP", "WebP image, 12 bytes"),
            (b"\xff\xfea\0", "UTF-16 text, 4 bytes"),
            (b"\0" * 257 + b"ustar", "tar archive, 262 bytes"),
            (b"x" * 7_999 + b"\0", "binary file, 7.8 KiB"),
        ]
        for contents, expected in table:
            with self.subTest(expected):
                self.assertEqual(self.shown(contents), expected)

    def test_huge_files_are_read_only_in_part(self) -> None:
        path = self.top / "file"
        path.write_bytes(b"first\nsecond\n" + b"x" * 300_000)
        os.truncate(path, 1 << 40)
        content = self.content(path, height=1_000)
        self.assertEqual(content["title"], "file — 1.0 TiB")
        self.assertTrue(content["body"]["text"].startswith("first\nsecond\nxxx"))
        self.assertTrue(content["body"]["text"].endswith("…"))

    def test_a_viewport_may_be_missing(self) -> None:
        (self.top / "file").write_text("x\n" * 30)
        params = self.params(self.top / "file")
        del params["viewport"]
        self.assertEqual(len(self.plugin.call("popup/content", params)["body"]["text"]), 37)

    def test_a_long_title_is_cut(self) -> None:
        make_tree(self.top, "x" * 200)
        title = self.content(self.top / ("x" * 200))["title"]
        self.assertEqual(title, "x" * 59 + "… — 0 bytes")


class Permission(PreviewCase):
    def test_what_the_source_offers_is_shown(self) -> None:
        make_tree(self.top, "a/b/c")
        self.assertEqual(self.text(self.top / "a/b/c"), "An empty file.")
        self.assertEqual(self.text(f"{self.top}//a/./b/../b/c"), "An empty file.")
        self.assertEqual(self.text({"uri": f"file://{self.top}/a/b/c"}), "An empty file.")

    def test_a_name_that_is_not_utf_8_is_shown_by_its_uri(self) -> None:
        odd = os.fsdecode(b"caf\xe9")
        make_tree(self.top, odd)
        (item,) = self.plugin.provide(self.top)
        content = self.content(item["data"])
        self.assertEqual(content["title"], "caf\ufffd — 0 bytes")
        result = self.plugin.call("popup/action", {"popup": "popup-1", "action": "open"})
        self.assertEqual(result["object"], item["data"])

    def test_what_it_does_not_offer_is_refused(self) -> None:
        make_tree(self.top, "dir/file", ".hidden", ".ssh/id", "x.o", "build/out", ".git/config")
        make_tree(self.top.parent, f"{self.top.name}-beside")
        self.addCleanup(os.unlink, f"{self.top}-beside")
        (self.top / ".gitignore").write_text("*.o\nbuild/\n")
        os.mkfifo(self.top / "pipe")
        table = ["/etc/passwd", "/", self.top, self.top / "dir", f"{self.top}/", "/nowhere"]
        table += [f"{self.top}-beside", f"{self.top}/../{self.top.name}-beside"]
        names = [".hidden", ".ssh/id", "x.o", "build/out", ".git/config", ".gitignore", "pipe"]
        names += ["dir/file/x", "nowhere/file", "dir/../../etc/passwd"]
        for path in [*table, *[self.top / name for name in names]]:
            with self.subTest(path):
                self.check_refused(path)

    def test_nothing_is_shown_before_the_source_was_asked(self) -> None:
        make_tree(self.top, "file")
        with PluginProcess() as plugin:
            error = plugin.error("popup/content", self.params(self.top / "file"))
            self.assertEqual(error["code"], -32012)

    def test_what_any_datasource_offers_is_shown(self) -> None:
        make_tree(self.top, "sub/.hidden", "a")
        self.plugin.provide(self.top, "d2", hidden=True)
        self.plugin.provide(self.top / "sub", "d3")
        self.assertEqual(self.text(self.top / "sub" / ".hidden"), "An empty file.")
        self.assertEqual(self.text(self.top / "a"), "An empty file.")

    def test_links_are_not_followed_on_the_way(self) -> None:
        outside = Path(self.enterContext(tempfile.TemporaryDirectory()))
        make_tree(outside, "secret")
        (self.top / "way").symlink_to(outside)
        self.check_refused(self.top / "way" / "secret")

    def test_a_link_shows_what_it_leads_to_if_that_is_offered(self) -> None:
        make_tree(self.top, "dir/real", ".hidden")
        (self.top / "dir/real").write_text("contents")
        links = {
            "good": "dir/real",
            "absolute": f"{self.top}/dir/real",
            "twice": "good",
            "out": "/etc/passwd",
            "hidden": ".hidden",
            "folder": "dir",
            "gone": "nowhere",
            "loop": "loop",
        }
        for name, target in links.items():
            (self.top / name).symlink_to(target)
        for name in ["good", "absolute", "twice"]:
            self.assertEqual(self.text(self.top / name), "contents")
        for name in ["out", "hidden", "folder"]:
            text = f"A link to {links[name]}, which is not among what is offered."
            self.assertEqual(self.text(self.top / name), text)
        for name in ["gone", "loop"]:
            text = f"A link to {links[name]}, which is not there."
            self.assertEqual(self.text(self.top / name), text)

    def test_what_is_gone_or_cant_be_read_is_said(self) -> None:
        self.assertEqual(self.text(self.top / "gone"), "It is not there any more.")
        make_tree(self.top, "locked")
        (self.top / "locked").chmod(0)
        self.top.chmod(0o755)
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            executable = Path(shutil.copy(EXECUTABLE, folder))
            user = 65534 if os.geteuid() == 0 else None
            with PluginProcess(executable=executable, user=user) as plugin:
                plugin.provide(self.top)
                content = plugin.call("popup/content", self.params(self.top / "locked"))
                self.assertEqual(content["body"]["text"], "It can't be read: Permission denied.")

    def test_bad_params_are_named(self) -> None:
        table: list[tuple[Any, str]] = [
            ({}, "/arguments/path"),
            ({"path": 5}, "/arguments/path"),
            ({"path": "relative"}, "/arguments/path"),
            ({"uri": "http://x/y"}, "/arguments/uri"),
            ({"uri": "file://host/x"}, "/arguments/uri"),
        ]
        for arguments, path in table:
            with self.subTest(arguments):
                error = self.plugin.error("popup/content", self.params(arguments))
                self.assertEqual((error["code"], error["data"]["path"]), (-32602, path))
        params = self.params("/x") | {"name": "other"}
        error = self.plugin.error("popup/content", params)
        self.assertEqual(error["data"], {"path": "/name", "expected": "preview", "found": "other"})


class Actions(PreviewCase):
    def act(self, action: str, popup: str = "popup-1") -> Any:
        return self.plugin.request("popup/action", {"popup": popup, "action": action})

    def test_open_gives_the_file_and_close_nothing(self) -> None:
        make_tree(self.top, "file")
        self.content(self.top / "file")
        file = {"path": str(self.top / "file")}
        self.assertEqual(self.act("open")["result"], {"dismiss": True, "object": file})
        self.assertEqual(self.act("close")["result"], {"dismiss": True})

    def test_unknown_actions_and_popups_are_refused(self) -> None:
        make_tree(self.top, "file")
        self.content(self.top / "file")
        self.assertEqual(self.act("burn")["error"]["code"], -32602)
        self.assertEqual(self.act("open", "popup-2")["error"]["code"], -32004)

    def test_a_popup_is_forgotten_when_it_is_dismissed(self) -> None:
        make_tree(self.top, "file")
        self.content(self.top / "file")
        self.plugin.notify("popup/didDismiss", {"popup": "popup-1", "reason": "component"})
        self.plugin.notify("popup/didDismiss", {"popup": "popup-1", "reason": "component"})
        self.plugin.notify("popup/didDismiss", {})
        self.assertEqual(self.act("open")["error"]["code"], -32004)

    def test_many_popups_are_told_apart(self) -> None:
        make_tree(self.top, *[f"f{number}" for number in range(70)])
        for number in range(70):
            params = self.params(self.top / f"f{number}") | {"popup": f"popup-{number}"}
            self.plugin.call("popup/content", params)
        file = {"path": str(self.top / "f69")}
        self.assertEqual(self.act("open", "popup-69")["result"]["object"], file)
        self.assertEqual(self.act("open", "popup-0")["error"]["code"], -32004)


if __name__ == "__main__":
    unittest.main()
