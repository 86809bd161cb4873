#!/usr/bin/python3
"""patient.py CTEST [ARGUMENT...]: runs ctest, ends each test that hangs, and says what that has waited for.

A test hangs when for PAWL_TEST_PATIENCE seconds (60) none of its processes has run or been ready to, and the server
has been given none of its statements and works on none. How fast the machine is does not matter. It is told which
processes there are, with their arguments, and what the sessions in the test's databases on PostgreSQL ask for, by
whom they are kept waiting, and since when. Exits as ctest does.
"""
import os
import signal
import subprocess
import sys
import time

PATIENCE = float(os.environ.get("PAWL_TEST_PATIENCE") or 60)
IDLE = 0.002  # of a processor: what threads take that look every now and then whether they are to end


def read(path):
    try:
        with open(path, errors="replace") as file:
            return file.read()
    except OSError:  # it has ended meanwhile
        return ""


class Process:
    """What the system says of one: its parent, state, and the seconds that it and those it has waited for have run."""

    def __init__(self, text):
        self.name, _, rest = text[text.index("(") + 1 :].rpartition(")")
        fields = rest.split()
        self.state, self.parent = fields[0], int(fields[1])
        self.ran_s = sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def all_processes():
    texts = {int(name): read(f"/proc/{name}/stat") for name in os.listdir("/proc") if name.isdigit()}
    return {pid: Process(text) for pid, text in texts.items() if text}


def children(processes, parent):
    return sorted(pid for pid, process in processes.items() if process.parent == parent)


def tree(processes, top, depth=0):
    """(pid, depth) of it and all below it, parents first."""
    return [(top, depth)] * (top in processes) + [each for pid in children(processes, top) for each in tree(processes, pid, depth + 1)]


def ask(columns, pids, where="true"):
    """Of the sessions in databases, or of logins, whose names end in one of these pids, as those of tests do."""
    server = os.environ.get("PAWL_TEST_POSTGRES")
    if not server:
        return ""
    one_of = "~ ('_(" + "|".join(map(str, pids)) + ")(_|$)')"
    query = f"""select {columns} from pg_stat_activity
        where (datname {one_of} or usename {one_of}) and ({where}) order by state <> 'active', query_start"""
    try:
        command = ["psql", "-XAtq", "-d", server, "-c", query]
        return subprocess.run(command, capture_output=True, text=True, timeout=20).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"  the server does not tell: {error}\n"


def server_works(pids):
    works = "state = 'active' and coalesce(wait_event_type, '') not in ('Lock', 'Client', 'Timeout', 'Extension')"
    return ask("1", pids, f"{works} or query_start > now() - interval '{PATIENCE} s'")


def tell(processes, test):
    """Of a test that hangs."""
    below = tree(processes, test)
    lines = [f"HANGS: nothing of this test has moved for {PATIENCE:g} seconds; its processes:"]
    for pid, depth in below:
        command = read(f"/proc/{pid}/cmdline").replace("\0", " ").strip() or processes[pid].name
        place = read(f"/proc/{pid}/wchan")
        where = "" if place in ("", "0") else " in " + place
        lines.append(f"  {'  ' * depth}{pid} {processes[pid].state}{where}: {command[:2000]}")
    sessions = ask(
        """format('  %s, process %s, %s since %s%s%s: %s', datname, pid, state, to_char(state_change, 'HH24:MI:SS'),
           ', waits for ' || wait_event, nullif(', kept by ' || pg_blocking_pids(pid)::text, ', kept by {}'), query)""",
        [pid for pid, _ in below],
    )
    if sessions:
        lines.append("and its sessions, with what they ask, or have asked last:\n" + sessions.rstrip("\n"))
    print("\n".join(lines), flush=True)


def end(pids):
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Watch:
    """Of one test."""

    def __init__(self):
        self.moved_s, self.ran_s = time.monotonic(), 0.0

    def hangs(self, test):
        processes = all_processes()
        now_s = time.monotonic()
        pids = [pid for pid, _ in tree(processes, test) if pid in processes]
        ran_s = sum(processes[pid].ran_s for pid in pids)
        has_run = abs(ran_s - self.ran_s) > IDLE * (now_s - self.moved_s) + 0.01
        if has_run or any(processes[pid].state in "RD" for pid in pids):
            self.moved_s, self.ran_s = now_s, ran_s
        elif now_s - self.moved_s >= PATIENCE and server_works(pids):
            self.moved_s, self.ran_s = now_s, ran_s
        return now_s - self.moved_s >= PATIENCE


def main():
    ctest = subprocess.Popen(sys.argv[1:])
    watches = {}
    while True:
        try:
            sys.exit(ctest.wait(min(5, PATIENCE / 4)))
        except subprocess.TimeoutExpired:
            pass
        tests = children(all_processes(), ctest.pid)
        watches = {test: watches.get(test) or Watch() for test in tests}
        for test in tests:
            # twice, since a statement may have ended between the look at the processes and the question to the server
            if watches[test].hangs(test) and watches[test].hangs(test):
                processes = all_processes()
                tell(processes, test)
                end([pid for pid, _ in tree(processes, test)])


main()
