"""A bot for Tessela in twenty lines, without Tessela: it plays a random legal move.

tessela arena greedy "cmd:python examples/external_bot.py" --games 10
"""

import json
import random
import sys

dice = random.Random()
for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "twenty lines"}
    elif question["type"] == "new":
        dice.seed(question["seed"])
        answer = {"type": "ready"}
    elif question["type"] == "choose":
        answer = {"type": "move", "move": dice.choice(question["legal"])}
    elif question["type"] == "quit":
        break
    else:  # "over" and whatever comes in later versions needs no answer
        continue
    print(json.dumps(answer), flush=True)
