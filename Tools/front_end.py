"""A front end that draws with plain text: what its user does, and what is then to be seen.

It is no more than the tour needs: one screen at a time, a popup above it, nothing drawn twice.
"""

import json
import socket
import textwrap

WIDTH = 64
PATIENCE = 30  # seconds; a host that has not answered by then never will


class Refused(Exception):
    """The host answered with an error."""


class FrontEnd:
    """A session at the host behind a socket."""

    def __init__(self, path, resume=None):
        self.path = path
        self.screens = []  # from the bottom of the stack to its top
        self.rows = {}
        self.popups = {}
        self._connect(resume)

    # MARK: Messages

    def _connect(self, resume):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(self.path)
        self.lines = self.socket.makefile("rb")
        self.next_id = 0
        self.answers = {}
        hello = {
            "protocol": {"min": 1, "max": 1},
            "client": {"name": "tour"},
            "features": ["popups"],
            "viewport": {"width": WIDTH, "height": 20, "unit": "cell"},
            "resumable": True,
        }
        if resume:
            hello["resume"] = resume
        self.session = self.ask("initialize", hello)
        self.token = self.session["resumeToken"]
        return self.session

    def start(self, method, params):
        """Sends a request and returns its id."""
        self.next_id += 1
        message = {"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params}
        self.socket.sendall(json.dumps(message).encode() + b"\n")
        return self.next_id

    def ask(self, method, params):
        """Sends a request and waits for its result."""
        return self.answer(self.start(method, params))

    def answer(self, request):
        """Waits for the answer to a request."""
        while request not in self.answers:
            self._read()
        answer = self.answers.pop(request)
        if "error" in answer:
            raise Refused(answer["error"]["message"])
        return answer["result"]

    def wait(self, condition):
        """Takes what the host tells until `condition` holds."""
        while not condition():
            self._read()

    def _read(self):
        line = self.lines.readline()
        if not line:
            raise SystemExit("tour: the host closed the connection")
        message = json.loads(line)
        if "method" in message:
            self._told(message["method"], message["params"])
        else:
            self.answers[message["id"]] = message

    def _told(self, method, params):
        if method == "screen/didPush":
            self.screens.append(params["screen"])
        elif method == "screen/didPop":
            self.screens = [each for each in self.screens if each["screen"] != params["screen"]]
        elif method == "navigationBar/didChange":
            self._find(params["screen"])["navigationBar"] = params["navigationBar"]
        elif method == "list/didChange":
            self.rows.pop(params["screen"], None)
        elif method == "popup/present":
            self.popups[params["popup"]] = params
        elif method == "popup/change":
            self.popups[params["popup"]].update(params)
        elif method == "popup/dismiss":
            self.popups.pop(params["popup"], None)
        elif method == "plugin/didFail":
            raise SystemExit("tour: %s" % params)

    def _find(self, screen):
        return next(each for each in self.screens if each["screen"] == screen)

    # MARK: What the user does

    @property
    def top(self):
        return self.screens[-1]

    @property
    def popup(self):
        return list(self.popups.values())[-1]

    def open(self, **params):
        self.screens.append(self.ask("screen/open", params))

    def press(self, **what):
        return self.ask("navigationBar/press", {"screen": self.top["screen"], **what})

    def type(self, text):
        """Text in the bar's search field, then Return."""
        self.ask("navigationBar/changeText", {"screen": self.top["screen"], "text": text})
        self.top["navigationBar"]["searchText"] = text
        self.ask("navigationBar/submit", {"screen": self.top["screen"]})

    def fetch(self, count=3):
        """The first rows of the screen's list."""
        params = {"screen": self.top["screen"], "first": 0, "count": count}
        self.rows[self.top["screen"]] = self.ask("list/window", params)

    def lose_connection(self):
        self.lines.close()
        self.socket.close()

    def resume(self):
        """Connects again and takes up the session; screens and popups come from the host."""
        resumed = self._connect(self.token)["resumed"]
        self.screens = resumed["screens"]
        self.popups = {each["popup"]: each for each in resumed["popups"]}
        return resumed

    # MARK: What is to be seen

    def draw(self):
        """The screen on top, and the popup above it."""
        lines = self._bar(self.top["navigationBar"]) if self.top["navigationBar"] else []
        lines += self._list()
        for popup in self.popups.values():
            lines += self._popup(popup)
        print("\n".join(line.rstrip() for line in lines) + "\n")

    def _bar(self, bar):
        parts = [name for name in bar["parts"] if name in bar["components"]]
        buttons = {name: self._button(bar["components"][name]) for name in parts}
        left = [buttons.pop("left", "")] + [self._button(item) for item in bar["leftItems"]]
        right = list(buttons.values()) + [self._button(item) for item in bar["rightItems"]]
        if bar["type"] == "naviSearchButton":
            right.append("[Search]")
        middle = bar["title"] if bar["visible"]["title"] else ""
        if bar["visible"]["searchBar"]:
            middle = "Search: %s" % bar["searchText"]
        left = " ".join(each for each in left if each)
        right = " ".join(each for each in right if each)
        room = WIDTH - len(left) - len(right)
        return [left + middle.center(room) + right, "-" * WIDTH]

    def _button(self, part):
        if part.get("hidden"):
            return ""
        name = part.get("title") or part.get("image") or part.get("id") or ""
        return ("[%s*]" if part.get("selected") else "[%s]") % name if name else ""

    def _list(self):
        window = self.rows.get(self.top["screen"])
        if window is None:
            return []
        lines = []
        for row in window["rows"]:
            lines.append("  " + textwrap.shorten(row["title"], WIDTH - 2, placeholder=" .."))
            if row.get("subtitle"):
                lines.append("      " + row["subtitle"])
        rest = window["total"] - len(window["rows"])
        return lines + (["  .. and %d more" % rest] if rest > 0 else [])

    def _popup(self, popup):
        content = popup["content"]
        body = content["body"]
        text = [content["title"]] if content.get("title") else []
        text += textwrap.wrap(body.get("text") or "", 40)
        for field in body.get("fields") or []:
            text.append("%s: %s" % (field.get("title") or field["name"], field.get("value") or ""))
            text += ["  ! " + (popup.get("errors") or {})[field["name"]]] if field["name"] in (
                popup.get("errors") or {}
            ) else []
        text.append("  ".join("[%s]" % action["title"] for action in content["actions"]))
        width = max(len(line) for line in text)
        edge = "+%s+" % ("-" * (width + 2))
        box = [edge] + ["| %s |" % line.ljust(width) for line in text] + [edge]
        return [line.center(WIDTH) for line in box]
