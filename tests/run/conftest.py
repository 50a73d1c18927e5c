"""Worker processes import the specimens from here, as they would a user's own module."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
