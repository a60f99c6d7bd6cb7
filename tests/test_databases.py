"""Tests that need a database say in one line that there is none; where CI runs them, that is a failure."""

import pytest

from tests import databases


def missing(name: str) -> str:
    raise databases.MissingError(f"{name} is not installed: apt-get install postgresql")


@pytest.mark.parametrize(("ci", "outcome"), [("true", pytest.fail.Exception), (None, pytest.skip.Exception)])
def test_a_missing_database_is_a_skip_and_in_ci_a_failure(
    monkeypatch: pytest.MonkeyPatch, ci: str | None, outcome: type[BaseException]
) -> None:
    monkeypatch.setattr(databases, "program", missing)
    monkeypatch.setattr(databases, "require", lambda extra, what: None)
    monkeypatch.setenv("CI", ci) if ci else monkeypatch.delenv("CI", raising=False)
    with pytest.raises(outcome) as told:
        databases.needed("postgres")
    assert str(told.value) == "postgres is not installed: apt-get install postgresql"
