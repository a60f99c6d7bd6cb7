"""An authenticator for the tests: makes passkeys and signs challenges as a device does, and as a thief would like to."""

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn import base64url_to_bytes
from webauthn.helpers import bytes_to_base64url

Json = dict[str, Any]
PRESENT, VERIFIED, NEW_KEY = 0x01, 0x04, 0x40


class Authenticator:
    """One passkey. Host and origin are those of the page, unless somebody cheats."""

    def __init__(self) -> None:
        self.id = secrets.token_bytes(20)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.signs = 0

    def make(self, options: Json, origin: str, host: str | None = None) -> Json:
        """What the browser answers to the options for a new passkey."""
        client = _client_data("webauthn.create", options["challenge"], origin)
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + self._public_key()
        data = self._data(host or options["rp"]["id"], PRESENT | VERIFIED | NEW_KEY) + attested
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential(clientDataJSON=client, attestationObject=made)

    def sign(self, options: Json, origin: str, host: str | None = None) -> Json:
        """What the browser answers to the options for signing in."""
        self.signs += 1
        client = _client_data("webauthn.get", options["challenge"], origin)
        data = self._data(host or options["rpId"], PRESENT | VERIFIED)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.signs.to_bytes(4, "big")

    def _public_key(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})

    def _credential(self, **response: bytes) -> Json:
        told = bytes_to_base64url(self.id)
        return {
            "id": told,
            "rawId": told,
            "type": "public-key",
            "response": {name: bytes_to_base64url(value) for name, value in response.items()},
            "clientExtensionResults": {},
        }


def _client_data(kind: str, challenge: str, origin: str) -> bytes:
    assert base64url_to_bytes(challenge)
    return json.dumps({"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}).encode()
