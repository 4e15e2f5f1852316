#!/usr/bin/env python3
"""An engine for Star Chess that does one thing wrong, to test the arena.

    bad_bot.py MODE [FILE]

It plays by ending its turns. `MODE@N` does the wrong thing from its N-th turn on; without N from its
first. The modes that are about starting do it only if FILE exists already, and create it: the first
start succeeds.
"""

import os
import signal
import subprocess
import sys
import time

MODE, _, NUMBER = sys.argv[1].partition("@")
NUMBER = int(NUMBER or 1)
FILE = sys.argv[2] if len(sys.argv) > 2 else None

# A legal move of the player to move, and one of the next player's ships.
OWN = {"1": "A1 B2", "2": "A4 B3", "3": "D4 C3", "4": "D1 C2"}
OTHERS = {"1": "A4 B3", "2": "D4 C3", "3": "D1 C2", "4": "A1 B2"}


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def raw(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def hang():
    while True:
        time.sleep(1000)


def forever(data):
    while True:
        raw(data)


def crash():
    print("a first complaint\n  the last words \x1b[31m\n", file=sys.stderr, flush=True)
    os._exit(7)


def ignore_signals():
    for number in [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]:
        signal.signal(number, signal.SIG_IGN)
    hang()


def leave_a_child():
    """The child keeps the output open, and has the same arguments in its command line."""
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)", *sys.argv])
    os._exit(3)


def leave_a_session():
    """The child has a session of its own, and outlives its parent."""
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)", *sys.argv], start_new_session=True)
    say("bestturn end")


def leave_the_group():
    os.setpgid(0, os.getpgid(os.getppid()))
    hang()


def chat():
    while True:
        say("info turns 0")
        time.sleep(0.002)


def say_more_later():
    """An answer, then more output than is read at once, then an answer without a question."""
    say("bestturn end")
    raw((b"info turns 0 " + b"x" * 80 + b"\n") * 2000)
    say("error too late")
    say("bestturn nonsense")


def complain():
    for _ in range(3000):
        sys.stderr.write("x" * 1000 + "\n")
    say("bestturn end")


def wrong(seat):
    """Answers `go` in the wrong way."""
    match MODE:
        case "crash":
            crash()
        case "hang":
            hang()
        case "stubborn":
            ignore_signals()
        case "child":
            leave_a_child()
        case "group":
            leave_the_group()
        case "chat":
            chat()
        case "illegal":
            say("bestturn build A1 1; move A1 D4 999; end")
        case "no-end":
            say(f"bestturn move {OWN[seat]} 1")
        case "after-end":
            say(f"bestturn end; move {OWN[seat]} 1; end")
        case "others":
            say(f"bestturn move {OTHERS[seat]} 1; end")
        case "again":
            say(f"bestturn move {OWN[seat]} 20; end")
        case "garbage":
            say("bestturn \x1b[31m" + "xyzzy " * 10_000)
        case "empty":
            say("bestturn")
        case "two":
            say("bestturn\tend")
            say("bestturn nonsense")
        case "late":
            say_more_later()
        case "session":
            leave_a_session()
        case "bytes":
            raw(b"bestturn \xff\xfe; end\n")
        case "error":
            say("error I do not want to")
        case "flood":
            forever(b"info turns 0 generated 1\n" * 1000)
        case "line":
            forever(b"x" * 10_000)
        case "complain":
            complain()
        case "boast":
            say(f"info generated {2**64 - 1} evaluated {2**64 - 1}")
            say("bestturn end")
        case "slow":
            time.sleep(8)
            say("bestturn end")
        case _:
            say("bestturn end")


def start():
    """What it does before it reads anything."""
    if MODE == "deaf":
        say("sciok\nreadyok\nreadyok")
        hang()
    if MODE == "hears":
        # The file reports that a signal came.
        signal.signal(signal.SIGINT, lambda *_: open(FILE, "w").close())
        return
    if not MODE.startswith("start-"):
        return
    if not os.path.exists(FILE):
        open(FILE, "w").close()
    elif MODE == "start-crash":
        crash()
    elif MODE == "start-silent":
        hang()


def main():
    start()
    seat, turn = "1", 0
    for line in sys.stdin:
        match line.split():
            case ["sci"]:
                say("id name bad bot\nsciok")
            case ["isready"]:
                say("readyok")
            case ["position", _, seat, *_]:
                pass
            case ["go", *_]:
                turn += 1
                if turn < NUMBER:
                    say("bestturn end")
                elif MODE == "hears":
                    hang()
                else:
                    wrong(seat)
            case ["quit"]:
                break


main()
