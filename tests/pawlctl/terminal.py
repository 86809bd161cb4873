#!/usr/bin/env python3
"""terminal.py PAWL PAWLCTL: on a terminal of a given width, colours and cut columns; elsewhere neither."""
import fcntl
import os
import pathlib
import pty
import re
import sqlite3
import struct
import subprocess
import sys
import tempfile
import termios

pawl, pawlctl = sys.argv[1:]
failures = 0
ERROR, WARNING, END = "\033[1;31m", "\033[1;35m", "\033[0m"


def expect(condition, what):
    global failures
    if not condition:
        failures += 1
        print("FAILED:", what)


def environment(changes):
    plain = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "PAWL_DB")}
    return {**plain, "TERM": "xterm", **changes}


def on_terminal(command, width=0, **changes):
    """What the command prints, both outputs being a terminal of that width; 0: of an unknown one."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24 if width else 0, width, 0, 0))
    process = subprocess.Popen(command, stdout=follower, stderr=follower, env=environment(changes))
    os.close(follower)
    printed = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:  # the other end is closed
            part = b""
        if not part:
            break
        printed += part
    os.close(leader)
    process.wait()
    return printed.decode("utf-8").replace("\r\n", "\n")


def piped(command, **changes):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment(changes))
    return done.stdout.decode("utf-8")


def without_colours(text):
    return re.sub("\033\\[[0-9;]*m", "", text)


scratch = tempfile.TemporaryDirectory(prefix="pawl-terminal.")
os.chdir(scratch.name)

# ---- pawl

pathlib.Path("bad.fsm").write_text("pawl 1;\nmachine bad {\n  initial state a { on go -> nowhere; }\n}\n")
compile_bad = [pawl, "bad.fsm", "-o", "out"]
shown = on_terminal(compile_bad)
expect(f"{ERROR}error[" in shown and f"{ERROR}^" in shown, f"pawl shows no colours: {shown!r}")
plain = piped(compile_bad)
expect("\033" not in plain and "error[" in plain, f"pawl colours a pipe: {plain!r}")
expect(without_colours(shown) == plain, f"pawl prints other words on a terminal: {shown!r}")
expect(on_terminal(compile_bad, NO_COLOR="") == shown, "an empty NO_COLOR takes pawl's colours")
for refused in {"NO_COLOR": "1"}, {"TERM": "dumb"}:
    expect(on_terminal(compile_bad, **refused) == plain, f"pawl shows colours with {refused}")

# ---- pawlctl

machine = pathlib.Path(__file__).parent.parent / "conformance" / "job.fsm"
subprocess.run([pawl, machine, "-o", "gen", "--emit=sqlite"], check=True)
ctl = [pawlctl, "--db=sqlite:job.db"]
subprocess.run(ctl + ["apply", "gen/job.sqlite.sql"], check=True, stdout=subprocess.DEVNULL)
LATE, PARKED, QUIET = "late", "pärked-with-a-long-key", "quiet"
for entity in LATE, PARKED, QUIET:
    subprocess.run(ctl + ["fire", "job", entity, "create"], check=True, stdout=subprocess.DEVNULL)
LONG = "ä€😀 no disk is left on the server of that customer: " + "ä€" * 40
database = sqlite3.connect("job.db")
for (trigger,) in database.execute("select name from sqlite_master where type = 'trigger'").fetchall():
    database.execute(f"drop trigger {trigger}")
database.execute("update job_pending set due_at = 1 where job_id = ?", (LATE,))
database.execute("update job_pending set parked_at = 1, attempts = 3, last_error = ? where job_id = ?", (LONG, PARKED))
database.commit()
database.close()

queue = ctl + ["queue", "status"]
plain = piped(queue)
expect("\033" not in plain and LONG in plain and PARKED in plain, f"a pipe gets colours, or less than all: {plain!r}")
expect(LONG in piped(queue, COLUMNS="60"), "COLUMNS cuts what goes to a pipe")
shown = on_terminal(queue)
ages = re.compile(r"\d+ d( \d+ h)?")  # they grow
expect(ages.sub("", without_colours(shown)) == ages.sub("", plain), f"a terminal of unknown width cuts: {shown!r}")
expect(re.search(re.escape(ERROR) + r"\d+ d \d+ h" + re.escape(END), shown) or
       re.search(re.escape(ERROR) + r"\d+ d" + re.escape(END), shown), f"nothing late is coloured: {shown!r}")
expect(f"{ERROR}{LONG}{END}" in shown, f"an error is not coloured: {shown!r}")
expect(shown.count(ERROR) == 2, f"more is coloured than the two: {shown!r}")
for refused in {"NO_COLOR": "1"}, {"TERM": "dumb"}:
    expect("\033" not in on_terminal(queue, 80, **refused), f"pawlctl shows colours with {refused}")
expect(on_terminal(ctl + ["queue", "status", "--json"], 60).count("\033") == 0, "JSON is coloured")

# fractions of seconds and empty columns give way first, then the longest text, then the next longest
for width, changes, cells in (
    (140, {}, r"job +pärked-with-a-long-key +work queued +3 +1970-01-01 00:00:00Z  ä€😀 no disk is left on the server of that cust.*…"),
    (100, {}, r"job +pärked-with-a-long-key +work queued +3  1970-01-01 00:00:00Z  ä€😀 no disk is left…"),
    (80, {}, r"job +pärked-with-a…  work queued +3  1970-01-01 00:00:00Z  ä€😀 no …"),
    (0, {"COLUMNS": "80"}, r"job +pärked-with-a…  work queued +3  1970-01-01 00:00:00Z  ä€😀 no …"),
):
    cut = without_colours(on_terminal(queue, width, **changes)).splitlines()
    expect(all(len(line) <= (width or 80) for line in cut), f"{width}: a line is too long: {cut}")
    expect(any(re.fullmatch("  " + cells, line) for line in cut), f"{width}: not cut as expected: {cut}")

cut = without_colours(on_terminal(ctl + ["status"], 68)).splitlines()
expect(all(len(line) <= 68 for line in cut), f"68: status does not fit: {cut}")
expect(any(re.fullmatch(r"  queued +queued +3  late +2\d+-\d\d-\d\d \d\d:\d\d:\d\dZ  .*", line) for line in cut), f"68: times have fractions: {cut}")

shown = on_terminal(ctl + ["nonsense"])
expect(shown.startswith(f"{ERROR}pawlctl:{END} there is no command"), f"a message is not coloured: {shown!r}")
expect(piped(ctl + ["nonsense"]).startswith("pawlctl: there is no command"), "a message for a pipe is coloured")
shown = on_terminal(ctl + ["verify"])
expect("\033" not in shown.splitlines()[-1], f"verify's last line is coloured: {shown!r}")

sys.exit(failures > 0)
