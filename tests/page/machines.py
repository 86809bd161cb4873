#!/usr/bin/python3
"""machines.py PAWL COUNT SEED [FOLDER]: whether the pictures of made machines can be read, as picture.py counts.

The machines have 5 to 60 states, with composites, guards and timers; they and their pictures stay in FOLDER.
"""

import pathlib
import random
import subprocess
import sys
import tempfile

import picture

WORDS = ("order payment claim customer review bank account letter check refund parcel invoice booking request "
         "contract answer deposit approval report delivery").split()
DEEDS = "submit approve reject cancel send receive confirm retry close reopen assign pay settle hold release".split()


def label(chance, count):
    return " ".join(chance.choice(WORDS) for _ in range(count)).capitalize()


class Machine:
    def __init__(self, chance, states):
        self.chance = chance
        self.names = [f"s{number}" for number in range(states)]
        finals = max(1, states // 8)
        self.finals = self.names[-finals:]
        self.open = self.names[:-finals]
        self.guards = 0
        self.lines = ["pawl 1;", "", f'machine made "{label(chance, 2)}" {{']
        self.write_states(self.open, 1, states // 4)
        for name in self.finals:
            self.lines.append(f'  final state {name} "{label(chance, 2)}";')
        if states > 6 and chance.random() < 0.4:
            self.lines.append(f"  from any on stop -> {chance.choice(self.finals)};")
        self.lines.append("}")

    def transitions(self, name):
        """One that goes on, so that every state is reached, and a few to anywhere."""
        chance, at = self.chance, self.open.index(name)
        events = chance.sample(DEEDS, 4)
        following = self.open[at + 1] if at + 1 < len(self.open) else chance.choice(self.finals)
        targets = [following] + chance.choices(self.names, k=chance.choice([0, 1, 1, 2]))
        if chance.random() < 0.15 and at + 3 < len(self.open):
            targets.append(self.open[at + 3])
        for event, target in zip(events, targets):
            if chance.random() < 0.15:
                yield f"on {event} -> {target} when {chance.choice(WORDS)}_is_{chance.choice(DEEDS)}ed;"
                yield f"on {event} -> {chance.choice(self.names)};"
            elif chance.random() < 0.1:
                yield f"after {chance.randint(1, 30)}d {event} -> {target};"
            else:
                yield f"on {event} -> {target};"

    def write_states(self, names, depth, boxes):
        chance, indent, at = self.chance, "  " * depth, 0
        while at < len(names):
            size = chance.randint(2, 8)
            if boxes > 0 and depth < 4 and at > 0 and len(names) - at >= size and chance.random() < 0.4:
                inner = names[at:at + size]
                self.lines.append(f'{indent}state c{inner[0]} "{label(chance, 2)}" {{')
                if chance.random() < 0.8:
                    target = chance.choice(self.names)
                    self.lines.append(f"{indent}  on {chance.choice(DEEDS)}_all -> {target};")
                self.write_states(inner, depth + 1, boxes // 2)
                self.lines.append(f"{indent}}}")
                at += size
                boxes -= 1
                continue
            name = names[at]
            first = "initial " if name == "s0" else ""
            words = label(chance, chance.randint(1, 4))
            self.lines.append(f'{indent}{first}state {name} "{words}" {{')
            self.lines += [f"{indent}  {line}" for line in self.transitions(name)]
            self.lines.append(f"{indent}}}")
            at += 1


def write_machines(count, seed, folder):
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        states = 5 + round(55 * number / max(1, count - 1))
        path = pathlib.Path(folder) / f"made_{number}.fsm"
        path.write_text("\n".join(Machine(chance, states).lines) + "\n")
        yield path


def main():
    pawl, count, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    with tempfile.TemporaryDirectory(prefix="pawl-machines.") as work:
        folder = sys.argv[4] if len(sys.argv) > 4 else work
        pathlib.Path(folder).mkdir(exist_ok=True)
        paths = list(write_machines(count, seed, folder))
        for path in paths:
            subprocess.run([pawl, path, "-o", folder, "--emit=dot,json", "-Wno-all"], check=True)
        sys.exit(picture.report([path.with_suffix(".dot") for path in paths]))


main()
