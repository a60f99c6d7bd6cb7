"""A push service of our own on loopback: browsers get their endpoints of it, and it reads what comes as they would."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tessela.server.webpush import decoded, encoded, point_of


class Message(NamedTuple):
    """What came for a browser."""

    headers: dict[str, str]
    body: bytes


class PushBrowser:
    """A browser that wants messages: the keys that it never gives away, and what came for it."""

    def __init__(self, endpoint: str):
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._point = point_of(self._key.public_key())
        self._auth = os.urandom(16)
        self.messages: list[Message] = []
        self.status = 201  # what its push service says
        self.release = threading.Event()  # an answer waits for it
        self.release.set()

    @property
    def subscription(self) -> dict[str, Any]:
        """What its page tells the server."""
        return {"endpoint": self.endpoint, "p256dh": encoded(self._point), "auth": encoded(self._auth), "language": "fr"}

    @property
    def read(self) -> list[Any]:
        """The messages that it can read: all, if the server is right."""
        return [json.loads(self._decrypted(message.body)) for message in self.messages]

    def _decrypted(self, body: bytes) -> bytes:
        """RFC 8291, from the side of the receiver."""
        salt, length = body[:16], body[20]
        sender, text = body[21 : 21 + length], body[21 + length :]
        secret = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        shared = HKDF(SHA256(), 32, self._auth, b"WebPush: info\0" + self._point + sender).derive(secret)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(shared)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(shared)
        return AESGCM(key).decrypt(nonce, text, None).rstrip(b"\0").removesuffix(b"\x02")


class PushService:
    """The service behind the endpoints."""

    def __init__(self) -> None:
        self.browsers: dict[str, PushBrowser] = {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                browser = service.browsers[self.path]
                body = self.rfile.read(int(self.headers["content-length"]))
                browser.messages.append(Message({name.lower(): value for name, value in self.headers.items()}, body))
                browser.release.wait()
                self.send_response(browser.status)
                if browser.status in (301, 307):
                    self.send_header("location", service.browser().endpoint)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def browser(self) -> PushBrowser:
        """One more browser."""
        path = f"/push/{len(self.browsers)}"
        self.browsers[path] = PushBrowser(self.origin + path)
        return self.browsers[path]

    def close(self) -> None:
        for browser in self.browsers.values():
            browser.release.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def push_service() -> Iterator[PushService]:
    """A push service, closed in the end."""
    service = PushService()
    try:
        yield service
    finally:
        service.close()


def claims_in(authorization: str) -> dict[str, Any]:
    """What a server says of itself, once its signature holds (RFC 8292)."""
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

    parts = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(", "))
    text, _, signature = parts["t"].rpartition(".")
    raw = decoded(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    key.verify(encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:])), text.encode(), ec.ECDSA(SHA256()))
    return {**json.loads(decoded(text.split(".")[1])), "key": parts["k"]}
