"""What a position holds: ranked moves with their chances, and plain reasons for each."""

from tessela.bots.analysis.analysis import Analysis, AnalysisError, Judged, analyse, analyse_stream
from tessela.bots.analysis.reasons import why
from tessela.bots.analysis.texts import Argument

__all__ = [
    "Analysis",
    "AnalysisError",
    "Argument",
    "Judged",
    "analyse",
    "analyse_stream",
    "why",
]
