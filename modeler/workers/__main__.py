"""`python -m modeler.workers SOCKET`: the broker, as `serve` starts it."""

import asyncio
import signal
import sys
from pathlib import Path

from .broker import run

signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this process ends it
asyncio.run(run(Path(sys.argv[1])))
