"""The numbers that nets and environments depend on: decisions and observations, with a version and a digest."""

import hashlib
import json

from tessela.game.registry import ruleset_of
from tessela.game.ruleset import Json

ENCODING_VERSION = 1


def schema(name: str) -> Json:
    """How decisions and observations of a game are numbered.

    >>> schema("azul")["decisions"]["column"], schema("azul")["observation"][0]
    (671, ['players', 1])
    """
    ruleset = ruleset_of(name)
    return {
        "game": name,
        "version": ENCODING_VERSION,
        "decisions": dict(ruleset.kinds),
        "observation": [[field, size] for field, size in ruleset.observation],
    }


def schema_digest(name: str) -> str:
    """A digest of the schema: a net or a data set that was made with another one does not fit.

    >>> schema_digest("azul")
    'af4bbd754839eb99'
    """
    return hashlib.sha256(json.dumps(schema(name), sort_keys=True).encode()).hexdigest()[:16]
