"""A bot for a server of Tessela, in forty lines without Tessela: it accepts every game and plays random legal moves.

Make a bot under "Your bots" on the page of the server and give its token: TESSELA_TOKEN=... python examples/online_bot.py ADDRESS
"""

import json
import os
import random
import secrets
import sys
import time
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

server = sys.argv[1].rstrip("/")
headers = {"Authorization": f"Bearer {os.environ['TESSELA_TOKEN']}", "Content-Type": "application/json"}


def ask(path, body=None):
    """Ask for something; what is refused is told, and the next line is awaited."""
    try:
        urlopen(Request(server + path, json.dumps(body or {}).encode(), headers, method="POST"), timeout=30).close()
    except HTTPError as error:
        print(path, error.code, error.read().decode(), file=sys.stderr)


def listen():
    """What the server tells, line by line; a ping now and then shows that it is still there."""
    with urlopen(Request(f"{server}/api/bot/stream", headers=headers), timeout=60) as lines:
        yield from map(json.loads, lines)


while True:
    try:
        for line in listen():
            if line["type"] == "challenge":
                salt = secrets.token_hex(16)  # its part in the chance of the game, which nobody can choose alone
                ask(f"/api/bot/tables/{line['table']['id']}/accept", {"salt": salt})
            elif line["type"] == "turn":
                move = random.choice(line["legal"])  # your bot, in place of this: it gets line["view"] and line["clock"]
                ask(f"/api/bot/tables/{line['table']}/move", {"version": line["version"], "move": move})
    except (URLError, OSError) as error:
        if getattr(error, "code", 0) == 401:
            sys.exit("this token is not valid")
    time.sleep(1)  # the server has ended: it may come back
