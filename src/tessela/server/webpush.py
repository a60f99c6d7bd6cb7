"""Messages that only a browser can read (RFC 8291), signed by this server (VAPID, RFC 8292). The cryptography is an extra."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from time import time
from typing import TYPE_CHECKING

from tessela.extras import MissingExtraError, require

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

from tessela.server.messages.calling import Calls

RECORD = 4096  # bytes; what is sent is one record
LAST = b"\x02"  # stands after the last record
TOKEN_SECONDS = 12 * 3600  # a push service takes no longer than a day


def possible() -> Calls:
    """Whether this server can call anybody."""
    try:
        require("push", "a call to a browser")
    except MissingExtraError:
        return "not-installed"
    return "yes"


def encoded(raw: bytes) -> str:
    """Bytes as these formats write them."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The other way round."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """A key for `Signer`."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encoded(number.to_bytes(32))


def private_key(key: str) -> "EllipticCurvePrivateKey":
    """A key as it is kept."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(decoded(key)), ec.SECP256R1())


def public_key(point: str) -> "EllipticCurvePublicKey":
    """The key of a browser; a `ValueError` if it is none."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(point))


def point_of(key: "EllipticCurvePublicKey") -> bytes:
    """A public key as it travels."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypted(
    message: bytes, p256dh: str, auth: str, own: "EllipticCurvePrivateKey | None" = None, salt: bytes | None = None
) -> bytes:
    """A message for the browser of these keys; `own` and `salt` are new for each, but in tests."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    theirs, own, salt = public_key(p256dh), own or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    point = point_of(own.public_key())
    secret = own.exchange(ec.ECDH(), theirs)
    shared = _derived(decoded(auth), b"WebPush: info\0" + point_of(theirs) + point, secret, 32)
    key = _derived(salt, b"Content-Encoding: aes128gcm\0", shared, 16)
    nonce = _derived(salt, b"Content-Encoding: nonce\0", shared, 12)
    head = salt + RECORD.to_bytes(4) + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, message + LAST, None)


def _derived(salt: bytes, info: bytes, secret: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, salt, info).derive(secret)


class Signer:
    """Signs what this server sends, so that push services know that the one whom the browser let in sends it."""

    def __init__(self, key: str, subject: str):
        self._key = private_key(key)
        self._subject = subject
        self.public = encoded(point_of(self._key.public_key()))
        self._tokens: dict[str, tuple[float, str]] = {}

    def authorization(self, audience: str) -> str:
        """The header for the push service of an origin; one token serves for hours."""
        until, token = self._tokens.get(audience, (0.0, ""))
        if until < time() + TOKEN_SECONDS / 2:
            until = time() + TOKEN_SECONDS
            token = self._token({"aud": audience, "exp": int(until), "sub": self._subject})
            self._tokens = {**dict(list(self._tokens.items())[-100:]), audience: (until, token)}
        return f"vapid t={token}, k={self.public}"

    def _token(self, claims: dict[str, object]) -> str:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        parts = [encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        text = ".".join(parts)
        r, s = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(SHA256())))
        return f"{text}.{encoded(r.to_bytes(32) + s.to_bytes(32))}"
