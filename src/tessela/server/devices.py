"""What kind of device somebody uses, in a few words that tell their own from each other and nothing more."""

BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"))
ENGINES = (("Chrome/", "Chrome"), ("Safari/", "Safari"))  # whose names others have as well
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip


def device_of(user_agent: str) -> str:
    """A browser and its system by what it says of itself; empty if it says nothing we know.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")
    'Firefox, Linux'
    >>> device_of("curl/8.5.0")
    ''
    """
    browser = _first(BROWSERS, user_agent) or _first(ENGINES, user_agent)
    return ", ".join(part for part in (browser, _first(SYSTEMS, user_agent)) if part)


def _first(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for sign, name in names if sign in text), "")
