"""Settings of a planted bug: edits are acknowledged before they are stored."""

from modeler.settings import *  # noqa: F403
from modeler.settings import MIDDLEWARE as _USUAL

MIDDLEWARE = ["tests.web.durability.early.Early", *_USUAL]
