#!/usr/bin/env python3
"""
killed.py DATABASE SCRIPT WHERE COMMAND... : begins the script anew for each of its statements, with a shell that
is killed when it has run so many; COMMAND prints what must not change before the commit, and may after it. One
line for each finding. PAWL_TEST_STEP takes only each so manieth statement.
"""
import json
import os
import signal
import subprocess
import sys
import threading

database, script, where, *look = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
step = int(os.environ.get("PAWL_TEST_STEP", "1"))
listed = subprocess.run([os.path.join(here, "statements.py"), database, script], check=True, capture_output=True,
                        text=True).stdout
statements = [json.loads(line) for line in listed.splitlines()]
commit = max(i for i, statement in enumerate(statements) if statement.strip() == "commit;")


def state():
    return subprocess.run(look, check=True, capture_output=True, text=True).stdout


def run_and_kill(count):
    command = ["sqlite3", where] if database == "sqlite" else ["psql", "-Xq", "-d", where]
    shell = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    patience = threading.Timer(60, shell.kill) # then what it says ends, and that statement is told
    patience.start()
    try:
        shell.stdin.write("".join(statements[:count]))
        shell.stdin.write("\n.print done\n" if database == "sqlite" else "\n\\echo done\n")
        shell.stdin.flush()
        while True:
            line = shell.stdout.readline()
            if line == "":
                return False
            if line.strip() == "done":
                return True
    finally:
        patience.cancel()
        shell.send_signal(signal.SIGKILL)
        shell.wait()


before, failed = state(), False
for count in range(1, commit + 1, step):
    if not run_and_kill(count):
        print(f"statement {count} failed: {statements[count - 1]}")
        failed = True
    if state() != before:
        print(f"killed after statement {count}, something has changed: {statements[count - 1]}")
        failed = True
        break
if not failed and not run_and_kill(commit + 1):
    print("the commit failed")
    failed = True
sys.exit(failed)
