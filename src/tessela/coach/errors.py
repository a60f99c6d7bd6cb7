"""What the coach refuses."""

from tessela.game import OptionError


class CoachError(OptionError):
    """There is nothing to review, to solve or to tell the odds of, or not in this way."""
