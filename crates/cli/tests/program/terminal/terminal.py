"""Runs a program on a pseudo-terminal, types when it has written what is expected, and reports.

Reads from standard input a JSON object: `command` (a list), `columns` and `lines`, and `steps`, a
list of [expected, typed]. `typed` is text, or {"signal": N}, or {"kill": true}. Writes a JSON object
with all output, the exit code, and whether the terminal is back to normal.
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

PATIENCE = 60

task = json.load(sys.stdin)
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", task["lines"], task["columns"], 0, 0))
before = termios.tcgetattr(slave)
child = os.fork()
if child == 0:
    os.close(master)
    os.login_tty(slave) if hasattr(os, "login_tty") else None
    if not hasattr(os, "login_tty"):
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        for fd in range(3):
            os.dup2(slave, fd)
    os.execvp(task["command"][0], task["command"])

output = b""


def read_some(seconds):
    """Adds what the program writes to the output, and says whether there may be more."""
    global output
    ready, _, _ = select.select([master], [], [], seconds)
    if not ready:
        return True
    try:
        chunk = os.read(master, 65536)
    except OSError:
        return False
    output += chunk
    return bool(chunk)


def report(error, code):
    after = termios.tcgetattr(slave)
    text = output.decode("utf-8", "replace")
    json.dump({"output": text, "code": code, "error": error, "restored": after[3] == before[3]}, sys.stdout)
    sys.exit(0)


seen = 0
for expected, typed in task["steps"]:
    deadline = time.monotonic() + PATIENCE
    while expected.encode() not in output[seen:]:
        if time.monotonic() > deadline or not read_some(0.1):
            os.kill(child, signal.SIGKILL)
            report(f"no {expected!r}", None)
    seen = output.index(expected.encode(), seen) + len(expected.encode())
    if isinstance(typed, str):
        os.write(master, typed.encode())
    else:
        os.kill(child, typed["signal"])

deadline = time.monotonic() + PATIENCE
while True:
    pid, status = os.waitpid(child, os.WNOHANG)
    if pid:
        break
    if time.monotonic() > deadline:
        os.kill(child, signal.SIGKILL)
        report("it does not end", None)
    read_some(0.05)
while select.select([master], [], [], 0)[0] and read_some(0):
    pass
report(None, os.waitstatus_to_exitcode(status))
