"""Names are what one can see: nothing hidden in them moves or hides what stands beside them."""

import pytest

from tessela.server.names import looks_of, plain_name

OF_ALL_SCRIPTS = [
    "Ada",
    "Grace Hopper",
    "Chlo\u00e9",
    "O\u2019Neil-Smith",
    "\u5f35\u4f1f",
    "\u0645\u062d\u0645\u062f",
    "\u0646\u06cc\u200c\u06a9\u0627\u0646",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
]


@pytest.mark.parametrize("name", OF_ALL_SCRIPTS)
def test_names_of_all_scripts_stay(name: str) -> None:
    assert plain_name(name) == name


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Ada\tLovelace \n", "Ada Lovelace"),
        ("A\0d\x1ba", "Ada"),
        ("\u202eadA", "adA"),
        ("\u2066Ada\u2069\u200f", "Ada"),
        ("A\u200b\u2060\ufeff\u00add\u034fa", "Ada"),
        ("Ada\u2028\u2029", "Ada"),
        ("\u200dAda\u200d\u200d", "Ada"),
        ("A\u200d\u200dda", "A\u200dda"),
        ("Cafe\u0301", "Caf\u00e9"),
        ("A" + "\u0301" * 20, "\u00c1\u0301\u0301"),
        ("\ud800Ada", "Ada"),
        ("A" * 30, "A" * 24),
    ],
)
def test_what_cannot_be_seen_is_left_out(written: str, shown: str) -> None:
    assert plain_name(written) == shown


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\u3164\u115f", "\u2800", "\u202e\u202c", "\u200d", "\u0301"])
def test_a_name_without_anything_to_see_is_none(name: str) -> None:
    assert plain_name(name) == ""


ALIKE = [
    ("Ada", "\u0410d\u0430"),
    ("Ada", "\U0001d49cda"),
    ("Ada", "A\u200bd\u2060a"),
    ("Ada", "A d.a"),
    ("Bill", "B1ll"),
    ("Bill", "BlIl"),
    ("Warner", "Wamer"),
    ("Strasse", "Stra\u00dfe"),
    ("Otto", "0tt\u03bf"),
    ("\u0410\u043d\u044f", "A\u041d\u042f"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_are_taken_for_each_other_look_the_same(one: str, other: str) -> None:
    assert looks_of(one) == looks_of(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada", "Ida"), ("Marie", "Maria"), ("\u5f35\u4f1f", "\u5f35\u5049"), ("\u0930\u093e\u092e", "\u0930\u092e\u093e")],
)
def test_other_names_do_not(one: str, other: str) -> None:
    assert looks_of(one) != looks_of(other)
