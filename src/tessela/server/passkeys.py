"""Passkeys (WebAuthn): what a browser is asked for, and whether what it answers holds. The library is an extra."""

import asyncio
import json
from collections.abc import Callable
from ipaddress import ip_address
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec

from tessela.extras import MissingExtraError, require
from tessela.game.ruleset import Json
from tessela.server.house import HouseError
from tessela.server.messages.people import Passkeys
from tessela.server.store import GuestRow, PasskeyRow

T = TypeVar("T")
TIMEOUT = 120_000  # milliseconds for the person to say yes


class Made(NamedTuple):
    """A passkey that a browser has made."""

    id: str
    public_key: bytes
    signs: int


class _ClientData(msgspec.Struct):
    challenge: str


def where(origin: str) -> tuple[str, Passkeys]:
    """The host that passkeys of an address are for, and whether there can be any, as far as the server knows: browsers take
    names, not numbers, and only over HTTPS or on the machine itself."""
    split = urlsplit(origin)
    host = split.hostname or ""
    if _is_number(host):
        return host, "no-name"
    if split.scheme != "https" and host != "localhost" and not host.endswith(".localhost"):
        return host, "no-https"
    try:
        require("passkeys", "a passkey")
    except MissingExtraError:
        return host, "not-installed"
    return host, "yes"


def host_for(origin: str) -> str:
    """The host for passkeys at an address, where there can be any."""
    host, possible = where(origin)
    if possible == "not-installed":
        raise HouseError(409, "no-passkeys", 'this server has no passkeys: pip install "tessela[passkeys]"')
    if possible != "yes":
        raise HouseError(409, "no-passkeys", "passkeys need an address with a name and HTTPS, or localhost")
    return host


async def to_make(guest: GuestRow, host: str, challenge: bytes, known: list[PasskeyRow]) -> Json:
    """What `navigator.credentials.create` is asked for: a key that the device finds by itself later on."""

    def ask() -> Json:
        from webauthn import base64url_to_bytes, generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
        )

        options = generate_registration_options(
            rp_id=host,
            rp_name="Tessela",
            user_id=guest.id.encode(),
            user_name=guest.nickname,
            challenge=challenge,
            timeout=TIMEOUT,
            authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(key.id)) for key in known if key.host == host],
        )
        return dict(json.loads(options_to_json(options)))

    return await asyncio.to_thread(ask)


async def made(credential: Json, host: str, origin: str, challenge: bytes) -> Made:
    """The passkey that a browser says it has made."""

    def check() -> Made:
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        found = verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=host, expected_origin=origin
        )
        return Made(bytes_to_base64url(found.credential_id), found.credential_public_key, found.sign_count)

    return await _checked(check)


async def to_sign_in(host: str, challenge: bytes) -> Json:
    """What `navigator.credentials.get` is asked for: any key of the device for this host."""

    def ask() -> Json:
        from webauthn import generate_authentication_options, options_to_json

        options = generate_authentication_options(rp_id=host, challenge=challenge, timeout=TIMEOUT)
        return dict(json.loads(options_to_json(options)))

    return await asyncio.to_thread(ask)


async def signs_of(credential: Json, passkey: PasskeyRow, host: str, origin: str, challenge: bytes) -> int:
    """How often a passkey has signed, if it is the one that signed this."""

    def check() -> int:
        from webauthn import verify_authentication_response

        found = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=host,
            expected_origin=origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.signs,
        )
        return found.new_sign_count

    return await _checked(check)


def challenge_in(credential: Json) -> bytes:
    """The challenge that a browser says it answers."""
    from webauthn import base64url_to_bytes

    try:
        data = base64url_to_bytes(credential["response"]["clientDataJSON"])
        return base64url_to_bytes(msgspec.json.decode(data, type=_ClientData).challenge)
    except Exception:
        raise bad_passkey() from None


def id_in(credential: Json) -> str:
    """Which passkey a browser says has signed."""
    told = credential.get("id")
    return told if isinstance(told, str) and len(told) <= 1400 else ""


def bad_passkey() -> HouseError:
    """What is answered to a passkey that proves nothing, whyever."""
    return HouseError(403, "bad-passkey", "this passkey does not open anything here; try again")


async def _checked(check: Callable[[], T]) -> T:
    """The result of a check; whatever is wrong with what a stranger sends is the same to us."""
    try:
        return await asyncio.to_thread(check)
    except Exception:
        raise bad_passkey() from None


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
