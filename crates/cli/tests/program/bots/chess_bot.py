"""A chess program for the tests. It knows one game, the scholar's mate, and plays it from both sides.

usage: chess_bot.py uci|xboard MODE [SCORE]

MODE says what it does at its second move: play on, or something that it must not do. SCORE is what
it thinks of the game, in centipawns for White.
"""

import os
import sys
import time

GAME = "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7".split()


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def misbehave(mode, ply):
    """Does what the mode says; the move to play, if it plays one."""
    move = GAME[ply]
    if ply < 2:
        return move
    if mode == "crash":
        sys.exit("out of ideas")
    if mode == "hang":
        time.sleep(1000)
    if mode == "illegal":
        return "a1a8"
    if mode == "nonsense":
        return "castle"
    if mode == "none":
        return "(none)"
    return move


def uci(mode, score):
    ply = 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "uci":
            say("id name Scholar\noption name Skill Level type spin default 20 min 0 max 20\nuciok")
        elif words[0] == "setoption":
            say("info string " + line.strip())
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "position":
            ply = len(words) - words.index("moves") - 1 if "moves" in words else 0
        elif words[0] == "go":
            own = score if ply % 2 == 0 else -score
            move = misbehave(mode, ply)
            say(f"info depth 3 score cp {own} nodes 77 pv {move}")
            say(f"bestmove {move}")
            say(f"bestmove {move}")  # Once too often: it belongs to no turn.
        elif words[0] == "quit":
            break


def xboard(mode, score):
    ply, is_forced = 0, False
    for line in sys.stdin:
        words = line.split()
        if words[0] == "protover":
            say('feature ping=1 setboard=1 usermove=1 san=0 myname="Scholar" option="Style -spin 1 0 9" done=1')
        elif words[0] == "ping":
            say("pong " + words[1])
        elif words[0] in ("new", "force", "go"):
            is_forced = words[0] == "force"
            ply = 0 if words[0] == "new" else ply
        elif words[0] == "usermove":
            ply += 1
        elif words[0] == "easy":
            say("Error (unknown command): easy")
        elif words[0] == "quit":
            break
        if words[0] in ("go", "usermove") and not is_forced:
            own = score if ply % 2 == 0 else -score
            if mode == "resign" and ply >= 2:
                say("resign")
                continue
            if mode == "refuse" and words[0] == "usermove":
                say("Illegal move: " + words[1])
                continue
            if mode == "error" and ply >= 2:
                say("Error (too many parameters): usermove")
                continue
            if mode == "claim" and ply >= 2:
                say("1/2-1/2 {it is late}")
                continue
            move = misbehave(mode, ply)
            say(f"3 {own} 1 77 {move}")
            say("move " + move)
            ply += 1


if __name__ == "__main__":
    protocol, mode, score = (sys.argv[1:] + ["25"])[:3]
    {"uci": uci, "xboard": xboard}[protocol](mode, int(score))
    # A clean exit, whatever is in the buffers.
    os._exit(0)
