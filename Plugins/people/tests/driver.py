"""The plugin as a process."""

from pathlib import Path

from jackfield_plugin.testing import PluginProcess

FOLDER = Path(__file__).parent.parent


def start(directory: str | None = None) -> PluginProcess:
    """Runs the plugin with its data in a directory, or in one of its own."""
    return PluginProcess(FOLDER / "people.py", directory=directory)
