#!/usr/bin/env python3
"""An example Star Chess bot that plays random legal turns.

    random_bot.py [SEED [PROGRAM]]

The bot speaks the engine protocol of docs/sci.md on standard input and output. It does not
implement the rules: it starts a `starchess sci` process of its own, which keeps the game and says
which commands are legal. PROGRAM is the path of `starchess`. To write a better bot, replace `turn`.
"""

import random
import subprocess
import sys

SECTORS = [column + row for column in "ABCD" for row in "1234"]


class Rules:
    """A `starchess sci` process that keeps the game."""

    def __init__(self, program):
        self.engine = subprocess.Popen(
            [program, "sci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, request):
        """Return the reply lines. A request may have no reply, so `isready` marks the end."""
        self.engine.stdin.write(f"{request}\nisready\n")
        self.engine.stdin.flush()
        replies = []
        while (line := self.engine.stdout.readline().strip()) != "readyok":
            replies.append(line or sys.exit("starchess sci has ended"))
        return replies


def turn(rules):
    """Return a random turn as a list of legal commands, and leave the position unchanged."""
    [position] = rules.ask("show")
    commands = []
    for _ in range(300):
        here, there, ships = random.choice(SECTORS), random.choice(SECTORS), random.randint(1, 20)
        command = random.choice([f"move {here} {there} {ships}", f"build {here} {ships}", f"colonize {here}"])
        if rules.ask(f"apply {command}") == ["ok"]:
            commands.append(command)
    rules.ask(position)
    return commands + ["end"]


def reply(request, rules):
    """Return the reply lines to a request."""
    match request.split():
        case ["sci"]:
            option = "option name Seed type spin default 1 min 0 max 4294967295"
            return ["id name random bot", "id author the Star Chess developers", option, "sciok"]
        case ["isready"]:
            return ["readyok"]
        case ["setoption", "name", "Seed", "value", seed]:
            random.seed(seed)
            return []
        case ["setoption", *_]:
            return ["error unknown option; expected Seed"]
        case ["go", *_]:
            # A turn takes so little time that limits and `stop` need no support.
            if rules.ask("result") != ["result ongoing"]:
                return ["error the game is over"]
            [score] = rules.ask("score")
            return [f"info turns 0 {score} generated 1 evaluated 0 time 0", "bestturn " + "; ".join(turn(rules))]
        case _:
            return rules.ask(request)


def main():
    random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    rules = Rules(sys.argv[2] if len(sys.argv) > 2 else "starchess")
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    sys.stdout.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        for text in reply(line.strip(), rules) if line.strip() else []:
            print(text, flush=True)


if __name__ == "__main__":
    main()
