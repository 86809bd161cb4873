#!/usr/bin/env python3
"""mutants.py [--all | --count=N] [--verbose] PAWL FILE.fsm...

`pawl test` notices nearly every change of a machine or flow. Each mutant of a file has another target of a transition,
a guard dropped or negated, another time of a timer, other attempts of a work, or a transition removed; or of a flow a
step removed or swapped with the next one, an undo dropped, or another number of retries. The program that `pawl test`
writes for the file is linked with the C of the mutant, and must fail for at least 95 of 100. Not counted: mutants that
the compiler rejects, and those of equal behaviour, which have the file's fingerprint. It tries all with --all, N of
each kind and file with --count=N, else one of each kind of every fifth file and of each file with flows. CC, CFLAGS
and pkg-config are those of `pawl test`.
"""
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

ARROW = re.compile(r'->\s*([a-z][a-z0-9_]*)')
WHEN = re.compile(r'\s+when\s+((?:not\s+)?[a-z][a-z0-9_]*)((?:\s+and\s+(?:not\s+)?[a-z][a-z0-9_]*)*)')
TIME = re.compile(r'\b(after)\s+(\d+)(ms|s|m|h|d|w)\b')
TRANSITION = re.compile(r'(?:from\s+[a-z0-9_, ]+\s+)?(?:on|after|at|reopen on)\s+[^;{}"]*->[^;{}"]*;')
STATE = re.compile(r'\bstate\s+([a-z][a-z0-9_]*)')
STEP = re.compile(r'\b(?:tx|call|pause|wait)\s+[a-z][^;{}]*;')
UNDO = re.compile(r'\s+undo\s+[a-z][a-z0-9_]*')
RETRY = re.compile(r'\b(?:retry|attempts)\s+(\d+)')
LITERAL = re.compile(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\])*"|//[^\n]*|/\*(?:.|\n)*?\*/')
PROVED = re.compile(r'^[ \t]*(?:assert\b[^;]*;|scenario\s+"[^"]*"\s*\{[^}]*\}|allow\b[^;]*;)[ \t]*\n', re.M)


def parts(text, of_flow):
    """The places of the machines, and their states; or of the flows and procedures."""
    starts = [match.start() for match in re.finditer(r'^(?:machine|flow|procedure)\b', text, re.M)] + [len(text)]
    for start, end in zip(starts, starts[1:]):
        if text.startswith('machine', start) != of_flow:
            yield start, end, STATE.findall(text, start, end)


def mutants(text):
    """Each as a kind and the changed text."""
    plain = LITERAL.sub(lambda match: ' ' * len(match.group()), text)  # literals hide nothing that looks alike

    def changed(start, end, new):
        return text[:start] + new + text[end:]

    for start, end, _ in parts(plain, True):
        steps = list(STEP.finditer(plain, start, end))
        for step, following in zip(steps, steps[1:] + [None]):
            yield 'step removed', changed(*step.span(), '')
            if following and not plain[step.end():following.start()].strip():
                swapped = following.group() + ' ' + step.group()
                yield 'steps swapped', changed(step.start(), following.end(), swapped)
        for match in UNDO.finditer(plain, start, end):
            yield 'undo dropped', changed(*match.span(), '')
        for match in RETRY.finditer(plain, start, end):
            yield 'retries changed', changed(*match.span(1), str(int(match.group(1)) + 1))
    for start, end, states in parts(plain, False):
        for match in ARROW.finditer(plain, start, end):
            for state in states:
                if state != match.group(1):
                    yield 'retargeted', changed(*match.span(1), state)
        for match in WHEN.finditer(plain, start, end):
            guard, others = match.groups()
            yield 'guard dropped', changed(*match.span(), ' when ' + others.split('and', 1)[1].strip() if others else '')
            negated = guard[4:].strip() if guard.startswith('not ') else 'not ' + guard
            yield 'guard negated', changed(*match.span(1), negated)
        for match in RETRY.finditer(plain, start, end):
            yield 'attempts changed', changed(*match.span(1), str(int(match.group(1)) + 1))
        for match in TIME.finditer(plain, start, end):
            for number in (int(match.group(2)) * 2, int(match.group(2)) // 2):
                if number > 0:
                    yield 'timer changed', changed(*match.span(2), str(number))
        for match in TRANSITION.finditer(plain, start, end):
            yield 'transition removed', changed(*match.span(), '')


def run(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)


def must(*words):
    done = run(*words)
    if done.returncode != 0:
        sys.exit(f'{shlex.join(words)}:\n{done.stdout}')
    return done.stdout


def fingerprints(pawl, path):
    done = run(pawl, path, '-o', os.path.dirname(path), '--emit=json', '-Wno-all')
    with open(path[:-4] + '.json', encoding='utf-8') as model:
        return re.findall(r'"fingerprint": ?"(\w+)"', model.read()) if done.returncode == 0 else None


class Program:
    """The test of a file."""

    def __init__(self, pawl, path, folder):
        self.pawl, self.folder, self.stem = pawl, folder, os.path.basename(path)[:-4]
        flags = must('pkg-config', '--cflags', 'pawl').split()
        self.cc = shlex.split(os.environ.get('CC', 'cc')) + shlex.split(os.environ.get('CFLAGS', '')) + flags
        self.libs = must('pkg-config', '--libs', 'pawl').split()
        self.libs.append('-Wl,-rpath,' + must('pkg-config', '--variable=libdir', 'pawl').strip())
        with open(path, encoding='utf-8') as file:
            self.text = PROVED.sub('', file.read())
        self.write(self.text)
        must(*self.cc, '-c', self.of('_test.c'), '-o', self.of('_test.o'))
        self.fingerprints = fingerprints(pawl, self.of('.fsm'))
        assert self.run() == 0, f'{path}: the test of the file itself fails'

    def of(self, suffix):
        return os.path.join(self.folder, self.stem + suffix)

    def write(self, text):
        with open(self.of('.fsm'), 'w', encoding='utf-8') as file:
            file.write(text)
        return run(self.pawl, 'test', self.of('.fsm'), '-o', self.folder, '-Wno-all').returncode == 0

    def run(self):
        must(*self.cc, self.of('.c'), self.of('_test.o'), '-o', self.of('_test'), *self.libs)
        try:
            return run(self.of('_test'), 'sqlite:' + self.of('.db')).returncode
        finally:
            for end in ('', '-wal', '-shm'):
                if os.path.exists(self.of('.db' + end)):
                    os.remove(self.of('.db' + end))

    def notices(self, text):
        """None: the mutant does not count."""
        if not self.write(text) or fingerprints(self.pawl, self.of('.fsm')) == self.fingerprints:
            return None
        status = self.run()
        assert status in (0, 1), f'{self.stem}: the test ended with {status}:\n{text}'
        return status == 1


def has_flows(path):
    with open(path, encoding='utf-8') as file:
        return bool(list(parts(file.read(), True)))


def main():
    options = [word for word in sys.argv[1:] if word.startswith('--')]
    pawl, *files = [word for word in sys.argv[1:] if not word.startswith('--')]
    count = next((int(word[8:]) for word in options if word.startswith('--count=')), None)
    if not count and '--all' not in options:
        count = 1
        files = [path for place, path in enumerate(files) if place % 5 == 1 or has_flows(path)]
    noticed, survivors = 0, []
    for path in files:
        with tempfile.TemporaryDirectory(prefix='pawl-mutants.') as folder:
            program, tried, kinds = Program(os.path.realpath(pawl), path, folder), 0, {}
            changes = list(mutants(program.text))
            random.Random(os.path.basename(path)).shuffle(changes)
            for kind, text in changes:
                is_noticed = None if count and kinds.get(kind, 0) == count else program.notices(text)
                if is_noticed is None:
                    continue
                kinds[kind] = kinds.get(kind, 0) + 1
                noticed += is_noticed
                tried += 1
                if not is_noticed:
                    lines = [f'{old.strip()} => {new.strip()}'
                             for old, new in zip(program.text.split('\n'), text.split('\n')) if old != new]
                    survivors.append(f'{path}: {kind}: {lines[0] if lines else ""}')
                    print(f'survived: {survivors[-1]}', flush=True)
            if '--verbose' in options:
                print(f'{path}: {tried} mutants', flush=True)
    total = noticed + len(survivors)
    print(f'{noticed} of {total} mutants are noticed')
    sys.exit(not (total and noticed >= 0.95 * total))


main()
