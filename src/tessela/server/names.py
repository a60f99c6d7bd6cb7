"""Names of people as everybody may see them."""

import re
import unicodedata

from tessela.bots.registry import BOT_NAMES

NAMELESS = "Guest"  # who is forgotten
MOST_LETTERS = 24
MOST_MARKS = 2  # beside what a letter has of its own: more would stand on the neighbours
JOINERS = "\u200c\u200d"  # they shape Persian and Indic words, and families of pictures
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and marks that show nothing
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
OF_THE_HOUSE = ("guest", "player")  # so the server calls those who have chosen nothing
MARKS_OF_BOTS = ("bot", "computer", "ordinateur")  # so the page marks them
# Letters of other scripts, without case and marks, by the Latin letter or the digit that they are taken for (after Unicode's
# list of confusables); of the Latin ones those that differ by a stroke at most in some font
TAKEN_FOR = {
    "2": "ƨϩᒿꙅꛯꝛ", "3": "ȝɜʒзӡⳍꝫ", "4": "Ꮞ", "5": "ƽ", "6": "бᏮⳓ", "8": "ȣ৪੪", "9": "৭੧୨൭ⳋꝯ",
    "a": "ɑαаᎪᗅꓮ", "b": "ƅβвьᏏᏴᑲᖯᗷꓐꞵ", "c": "сᏟᴄⲥꓚ", "d": "đԁᎠᏧᑯᗞᗪꓒꓓ", "e": "εеҽᎬⴹꓰꬲ", "f": "ϝքᖴẝꓝꞙꬵ",
    "g": "ƍɡԍցᏀᏳᶃꓖ", "h": "ħηнһհᎻᏂᕼⲏꓧ", "j": "ʝϳјᎫᒍꓙ", "k": "κкᏦᛕⲕꓗ", "l": "1i|!łıǀɩɪιіӏ۱١ᎥᏞᒪᛁⲓⳑⵏꓡꓲꙇ",
    "m": "μϻмᎷᗰᛖⲙꓟ", "n": "ոռⲛꓠ", "o": "0øοσоօ۵०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴏᴑⲟⵔ〇ꓳꬽ", "p": "ρрᏢᑭⲣꓑ", "q": "ԛգզⵕ",
    "r": "ʀгᎡᎱᏒᖇᴦⲅꓣꭇꭈ", "s": "ѕտᏕᏚꓢꜱ$", "t": "τтᎢⲧꓔ", "u": "ʋսሀᑌᴜꓴꞟꭎꭒ", "v": "νѵ۷Ꮩᐯᴠⴸꓦꛟ",
    "w": "ɯѡԝաᎳᏔᴡꓪ", "x": "χхᕁᕽᚷⲭⵝꓫꭓ", "y": "ɣʏγυуүყᎩᎽᶌỿⲩꓬꭚ", "z": "ζᏃᴢꓜ",
}  # fmt: skip
_LATIN = str.maketrans({letter: latin for latin, letters in TAKEN_FOR.items() for letter in letters})
ACCENTS = (("\u0300", "\u036f"), ("\u1ab0", "\u1aff"), ("\u1dc0", "\u1dff"), ("\u20d0", "\u20ff"), ("\ufe00", "\ufe0f"))
PAIRS = (("rn", "m"), ("vv", "w"))  # that are taken for one letter


def plain_name(text: str) -> str:
    """A name without what cannot be seen or turns the text around it: controls, marks of direction, blanks of no width.

    White space is one space. Empty if nothing is left to see.
    """
    return plain_text(text, MOST_LETTERS)


def plain_text(text: str, most: int) -> str:
    """So many letters of a text, without what cannot be seen or turns the text around it."""
    shown = ""
    for letter in unicodedata.normalize("NFC", " ".join(text.split())):
        if _may_follow(shown, letter):
            shown += letter
    plain = " ".join(shown[:most].split()).strip(JOINERS)
    return plain if any(_kind(letter)[0] not in "MZC" for letter in plain) else ""


def looks_of(name: str) -> str:
    """What a name looks like: two that are taken for one another look the same, whatever their case, marks, spaces and scripts.
    Empty if there is nothing to tell it by.

    >>> looks_of("Ada"), looks_of("ÀDA"), looks_of("\u0410d\u0430"), looks_of("Milli"), looks_of("Ml1li"), looks_of("\u200b")
    ('ada', 'ada', 'ada', 'mllll', 'mllll', '')
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", plain_name(name)).casefold())
    looks = "".join(letter for letter in folded if not _is_by_the_way(letter)).translate(_LATIN)
    for pair, letter in PAIRS:
        looks = looks.replace(pair, letter)
    return looks


def is_chosen(name: str) -> bool:
    """Whether somebody chose a name: it is none of those that the server gives, such as `Guest 1234`.

    >>> is_chosen("Ada"), is_chosen("Guest 1234"), is_chosen("GUEST"), is_chosen("Guesthouse")
    (True, False, False, True)
    """
    plain = plain_name(name).rstrip("0123456789 ")
    return bool(looks_of(name)) and looks_of(plain) not in OF_THE_HOUSE


def is_bots(name: str) -> bool:
    """Whether a name would be taken for that of a bot: one of ours has it, or it bears the mark that bots have.

    >>> is_bots("Painter"), is_bots("PAİNTER"), is_bots("Ada [BOT]"), is_bots("Talbot"), is_bots("Painter Ada")
    (True, True, True, False, False)
    """
    words = re.split(r"[\W_]+", plain_name(name))
    return looks_of(name) in _LOOKS_OF_BOTS or any(looks_of(word) in _LOOKS_OF_MARKS for word in words)


def _is_by_the_way(letter: str) -> bool:
    """Whether a letter hardly changes how a name looks: spaces, stops, accents; the vowels of Indic scripts are no accents."""
    if _kind(letter)[0] == "M":
        return any(first <= letter <= last for first, last in ACCENTS)
    return _kind(letter)[0] in "ZPC" and letter != "!"


def _may_follow(shown: str, letter: str) -> bool:
    """Whether a letter of a name is kept after those that are shown."""
    if letter in JOINERS:
        return shown[-1:] not in ("", " ", *JOINERS)
    if letter in BLANK or _kind(letter) in UNSEEN:
        return False
    before = shown[-MOST_MARKS:]
    return _kind(letter)[0] != "M" or any(_kind(other)[0] != "M" for other in before)


def _kind(letter: str) -> str:
    return unicodedata.category(letter)


_LOOKS_OF_BOTS = frozenset(map(looks_of, BOT_NAMES))
_LOOKS_OF_MARKS = frozenset(map(looks_of, MARKS_OF_BOTS))
