"""What needs packages that are not always installed, and how it says so."""

from importlib.util import find_spec

# the modules of the extras in pyproject.toml; uvloop is not needed, only faster
EXTRAS = {
    "web": ("starlette", "uvicorn", "h11", "httptools", "websockets", "itsdangerous", "prometheus_client", "structlog", "segno"),
    "passkeys": ("webauthn",),
    "push": ("cryptography",),
    "ray": ("ray",),
    "train": ("torch",),
    "rl": ("gymnasium", "pettingzoo", "PIL"),
    "spiel": ("pyspiel",),
    "cuda": ("numba_cuda",),
    "data": ("pyarrow",),
    "trace": ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http"),
    "scale": ("psycopg", "psycopg_binary", "psycopg_pool", "redis"),
}


class MissingExtraError(Exception):
    """An extra is not installed; says which, and how to install it."""


def require(extra: str, who: str) -> None:
    """Refuse at once what would fail later for want of a package; `who` is what needs it, as its user knows it."""
    missing = [module for module in EXTRAS[extra] if not _is_there(module)]
    if missing:
        names = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        raise MissingExtraError(f"{who} needs the extra '{extra}' ({names}): pip install \"tessela[{extra}]\"")


def missing_package(error: ModuleNotFoundError) -> str:
    """What to do when a package is missing that comes with others; a module of our own that is missing is a fault."""
    package = (error.name or "tessela").partition(".")[0]
    if package == "tessela":
        raise error
    return f'the package {package} is missing: pip install tessela, with the extras that you use, such as "tessela[web]"'


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ImportError:
        return False
