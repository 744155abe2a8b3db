"""Tests of the plugin; they find the library where the plugin does."""

import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "sdk" / "python"))
