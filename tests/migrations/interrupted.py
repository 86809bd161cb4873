#!/usr/bin/env python3
"""
interrupted.py SCRIPT SOCKET DATABASE FRESH LOOK: a migration on MariaDB, whose steps commit one by one. FRESH makes the
database as it was before, LOOK prints what is looked at. Killed after each statement, and applied again: nothing has
changed before all is checked, and in the end all is as after a migration that nobody kills. Then the same of a session
that the server kills at any moment, or, where PAWL_TEST_CRASH names a program that crashes the server and starts it again,
in place of both of a server that crashes. One line for each finding. PAWL_TEST_STEP takes only each so manieth statement,
PAWL_TEST_ROUNDS says how often a session is killed all the way.
"""
import difflib
import os
import re
import signal
import subprocess
import sys
import threading
import time

script, socket, database, fresh, look = sys.argv[1:]
step = int(os.environ.get("PAWL_TEST_STEP", "7"))
crash = os.environ.get("PAWL_TEST_CRASH")
client = ["mariadb", "--no-defaults", "--default-character-set=utf8mb4", "-uroot", "-S", socket, "-D", database, "-n", "-N"]
text = open(script, encoding="utf-8").read()
text = text.replace("pawl_application", database).replace("pawl_database", database + "_pawl")


def split(script):
    """Its statements; between its lines of delimiters a routine or block is one."""
    found, pending = [], ""
    for line in script.splitlines(keepends=True):
        if not pending and (not line.strip() or line.startswith("--")):
            continue
        pending += line
        is_block = pending.startswith("delimiter //")
        if line == "delimiter ;\n" if is_block else line.split(" -- ")[0].rstrip().endswith(";") and pending.count("'") % 2 == 0:
            found.append(pending)
            pending = ""
    return found


statements = split(text)
checked = 1 + next(i for i, found in enumerate(statements) if "asked, done" in found)
failed = False


def say(what):
    global failed
    failed = True
    print(what)


def state():
    return subprocess.run([look], check=True, capture_output=True, text=True).stdout


def make_anew():
    subprocess.run([fresh], check=True, stdout=subprocess.DEVNULL)


def run_and_kill(count):
    """The first statements, by a shell that is killed then."""
    shell = subprocess.Popen(client, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    patience = threading.Timer(60, shell.kill)
    patience.start()
    shell.stdin.write("".join(statements[:count]) + "select 'done' as pawl;\n")
    shell.stdin.flush()
    said = ""
    while not said.endswith("done\n"):
        line = shell.stdout.readline()
        if line == "":
            say(f"of the first {count} statements one fails: {shell.stderr.read()[-400:]}")
            break
        said += line
    patience.cancel()
    shell.send_signal(signal.SIGKILL)
    shell.wait()


def run(delay=None):
    """All of it, in a session that is killed after so many seconds, perhaps with its server. Whether it has come to its end."""
    shell = subprocess.Popen(client, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    shell.stdin.write("select connection_id();\n")
    shell.stdin.flush()
    session = shell.stdout.readline().strip()
    kill = [crash] if crash and delay else client + ["-e", f"kill hard {session}"]
    killer = threading.Timer(delay or 60, lambda: subprocess.run(kill, check=False, capture_output=True))
    killer.start()
    _, error = shell.communicate("".join(statements))
    killer.cancel()
    killer.join() # the server is back
    if shell.returncode == 0 or "(PW000)" in error:
        return True
    # 1064: the server was reading a text when it was told
    if delay is None or not re.search(r"ERROR (2002|2006|2013|1053|1927|1317|1205|2026|1064)", error):
        say(f"a run that is killed after {delay} s says {error[-400:]}")
    return False


def expect_the_end(when):
    """All is as after a migration that nobody kills."""
    found = state()
    if found != after:
        lines = [line[:200] for line in difflib.unified_diff(after.splitlines(), found.splitlines(), "expected", "found", n=0, lineterm="")]
        say(f"killed {when}, it leaves\n" + "\n".join(lines))
    return found == after


make_anew()
before = state()
run()
after = state()
if after == before:
    say("nothing was migrated")

if not crash:
    make_anew()
    for count in range(1, len(statements) + 1, step):
        run_and_kill(count)
        if count < checked and state() != before:
            say(f"killed after statement {count}, before all was checked, something has changed: {statements[count - 1]}")
    if not run():
        say("it comes to no end after it was killed after its statements")
    expect_the_end("after its statements")

for number in range(int(os.environ.get("PAWL_TEST_ROUNDS", "3"))):
    make_anew()
    delay, runs = (0.1 if crash else 0.004) * (number + 1), 0
    while not failed and not run(delay if runs < 100 else None):
        delay *= 2 if crash else 1.25 # so that each gets somewhere
        runs += 1
    if not expect_the_end(f"{runs} times"):
        break
    print(f"killed {runs} times")
sys.exit(failed)
