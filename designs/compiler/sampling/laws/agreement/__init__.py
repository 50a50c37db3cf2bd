"""What a thing says twice, in two kinds of values, it says alike: a score and the recommendation beside it, a state and the amount that
is paid, a percentage and the counts that it is of."""

from __future__ import annotations

from ..stories import About, Law
from .figures import figures_agree, has_figures
from .verdicts import has_verdicts, judged_alike

__all__ = ["LAWS"]

LAWS: tuple[tuple[About, Law], ...] = ((has_figures, figures_agree), (has_verdicts, judged_alike))
