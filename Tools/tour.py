"""The part of the tour that needs a front end: screens, bars, lists, popups, and a lost connection.

Run by tour.sh in its room, with a host that listens: tour.py SOCKET.
"""

import os
import subprocess
import sys

from front_end import FrontEnd


def heading(text):
    print("# " + text)


def git(*words):
    """Runs git on the tour's own repository, the same whoever runs it and when."""
    settings = ["-c", "user.name=tour", "-c", "user.email=tour", "-c", "init.defaultBranch=main"]
    fixed = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
    fixed |= {name: "2026-01-01T12:00:00Z" for name in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE")}
    command = ["git", *settings, *words]
    subprocess.run(command, check=True, env=os.environ | fixed, stdout=subprocess.DEVNULL)


def repository():
    """A repository with a branch that holds a commit of its own; returns its folder."""
    os.mkdir("work")
    os.chdir("work")
    git("init", "--quiet")
    git("commit", "--quiet", "--allow-empty", "--message", "Begin")
    git("switch", "--quiet", "--create", "draft")
    git("commit", "--quiet", "--allow-empty", "--message", "Half a thought")
    git("switch", "--quiet", "main")
    folder = os.getcwd()
    os.chdir("..")
    return folder


def sample_application(user):
    heading("A screen of the plugin quotes: a navigation bar, and what its buttons do")
    user.open(name="quotes/home")
    user.draw()

    heading("Search: the plugin pushes another screen; its list follows the text of the bar")
    user.press(component="search")
    user.wait(lambda: len(user.screens) == 2)
    user.type("time")
    user.fetch()
    user.draw()

    heading("A row is selected: a popup asks")
    row = user.rows[user.top["screen"]]["rows"][0]
    user.ask("list/select", {"screen": user.top["screen"], "item": row["id"]})
    user.wait(lambda: user.popups)
    user.draw()

    heading("The connection is lost, and the session resumed: screens and popup are still there")
    user.lose_connection()
    user.resume()
    print("%d screens, %d popup\n" % (len(user.screens), len(user.popups)))

    heading("OK: the plugin stores the quotation and pushes its library")
    user.ask("popup/press", {"popup": user.popup["popup"], "action": "ok"})
    user.wait(lambda: len(user.screens) == 3 and not user.popups)
    user.fetch()
    user.draw()


def shared_bar(user):
    heading("A screen of the front end's own: its bar has the actions of plugins that match")
    user.screens, user.rows = [], {}
    user.open(context={"vcs": "git", "directory": repository()})
    user.draw()

    heading("Delete branch: a form whose field git/branches completes, then a question")
    user.press(item="git/deleteBranch")
    user.wait(lambda: user.popups)
    form = user.popup
    values = {form["content"]["body"]["fields"][0]["name"]: "draft"}
    user.ask("popup/press", {"popup": form["popup"], "action": action(form), "values": values})
    user.wait(lambda: user.popups and user.popup["content"]["body"]["kind"] != "form")
    user.draw()
    question = user.popup
    user.ask("popup/press", {"popup": question["popup"], "action": "cancel"})
    user.wait(lambda: not user.popups)


def action(popup):
    """The action that goes on: the first that is no cancel."""
    actions = popup["content"]["actions"]
    return next(each["id"] for each in actions if each.get("role") != "cancel")


def question_of_a_script(user):
    heading("A script asks whoever sits in front of the editor")
    print("$ jackfield ask --elsewhere 'Delete 3 files?' --actions ok,cancel")
    command = ["jackfield", "ask", "--elsewhere", "Delete 3 files?", "--actions", "ok,cancel"]
    script = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    user.wait(lambda: user.popups)
    user.draw()
    user.ask("popup/press", {"popup": user.popup["popup"], "action": "ok"})
    output, _ = script.communicate()
    print(output.rstrip())


def main():
    user = FrontEnd(sys.argv[1])
    sample_application(user)
    shared_bar(user)
    question_of_a_script(user)


if __name__ == "__main__":
    main()
