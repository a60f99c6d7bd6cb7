"""Bots as text."""

import pytest

from tessela.arena.specs import parse_budget, parse_spec
from tessela.bots.bot import Budget
from tessela.game import OptionError


def test_our_bots():
    spec = parse_spec("greedy")
    assert (spec.label, spec.kind, spec.budget, spec.is_external) == ("greedy", "greedy", None, False)
    assert parse_spec("search@0.1s").budget == Budget(seconds=0.1)
    assert parse_spec("search@250ms").budget == Budget(seconds=0.25)
    assert parse_spec("search@1000").budget == Budget(simulations=1000)
    assert parse_spec(" new=search@.5s ").label == "new"
    assert parse_spec("search@5", label="mine").label == "mine"


def test_external_bots():
    spec = parse_spec("cmd:./mybot --level 3 'a b' x=y:z@w")
    assert spec.command == ("./mybot", "--level", "3", "a b", "x=y:z@w")
    assert spec.is_external
    assert spec.budget is None
    spec = parse_spec("theirs=cmd@0.1s:./mybot --flag")
    assert (spec.label, spec.budget, spec.command) == ("theirs", Budget(seconds=0.1), ("./mybot", "--flag"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("grandmaster", ["grandmaster", "greedy", "random", "search", "cmd:COMMAND"]),
        ("", ["NAME@0.1s", "cmd:COMMAND"]),
        ("@1s", ["NAME@0.1s"]),
        ("search@", ["0.1s", "1000"]),
        ("search@0", ["'0'", "100ms"]),
        ("search@0s", ["'0s'"]),
        ("search@-1s", ["'-1s'"]),
        ("search@1.5", ["'1.5'", "whole number"]),
        ("search@infs", ["'infs'"]),
        ("search@" + "9" * 400 + "s", ["999"]),
        ("search@1h", ["'1h'"]),
        ("search:fast", ["cmd:"]),
        ("cmd:", ["cmd:./mybot"]),
        ("cmd", ["cmd:./mybot"]),
        ("cmd@x:./mybot", ["'x'"]),
        ("cmd:./mybot 'open", ["quotation"]),
    ],
)
def test_what_is_no_bot_is_refused_with_what_is(text, says):
    with pytest.raises(OptionError) as refused:
        parse_spec(text)
    assert all(word in str(refused.value) for word in says), refused.value


def test_a_bot_must_be_text_and_a_label_readable():
    with pytest.raises(OptionError):
        parse_spec(5)  # type: ignore[arg-type]
    with pytest.raises(OptionError):
        parse_spec("greedy", label="a\nb")
    with pytest.raises(OptionError):
        parse_budget("soon")
