#!/usr/bin/env python3
"""An engine for Star Chess that plays random legal turns: a first bot to start from.

    random_bot.py [SEED [PROGRAM]]

It speaks the engine protocol of docs/sci.md on standard input and output. It does not know the rules itself: it keeps
the game in a `starchess sci` of its own (PROGRAM is where to find that) and asks it which commands are legal.
To make a better bot, write a better `turn`.
"""

import random
import subprocess
import sys

SECTORS = [column + row for column in "ABCD" for row in "1234"]


class Rules:
    """A `starchess sci` that keeps the game."""

    def __init__(self, program):
        self.engine = subprocess.Popen(
            [program, "sci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, order):
        """All lines that answer an order. Some orders have no answer, so `isready` marks the end."""
        self.engine.stdin.write(f"{order}\nisready\n")
        self.engine.stdin.flush()
        return list(iter(lambda: self.engine.stdout.readline().strip() or sys.exit("the rules are gone"), "readyok"))


def turn(rules):
    """A list of legal commands; the position stays as it is."""
    [position] = rules.ask("show")
    commands = []
    for _ in range(300):
        here, there, ships = random.choice(SECTORS), random.choice(SECTORS), random.randint(1, 20)
        command = random.choice([f"move {here} {there} {ships}", f"build {here} {ships}", f"colonize {here}"])
        if rules.ask(f"apply {command}") == ["ok"]:
            commands.append(command)
    rules.ask(position)
    return commands + ["end"]


def answers(order, rules):
    """The lines that answer an order."""
    match order.split():
        case ["sci"]:
            option = "option name Seed type spin default 1 min 0 max 4294967295"
            return ["id name random bot", "id author the Star Chess developers", option, "sciok"]
        case ["isready"]:
            return ["readyok"]
        case ["setoption", "name", "Seed", "value", seed]:
            random.seed(seed)
            return []
        case ["setoption", *_]:
            return ["error there is no option but Seed"]
        case ["go", *_]:
            # It never thinks for long, so it needs no limits, and there is never anything to stop.
            if rules.ask("result") != ["result ongoing"]:
                return ["error the game is over"]
            [score] = rules.ask("score")
            return [f"info turns 0 {score} generated 1 evaluated 0 time 0", "bestturn " + "; ".join(turn(rules))]
        case _:
            return rules.ask(order)


def main():
    random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    rules = Rules(sys.argv[2] if len(sys.argv) > 2 else "starchess")
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    sys.stdout.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        for answer in answers(line.strip(), rules) if line.strip() else []:
            print(answer, flush=True)


if __name__ == "__main__":
    main()
