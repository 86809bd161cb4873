#!/usr/bin/env python3
"""
told.py DATABASE PAWL PAWLCTL TELLER: all that is said of the machines and flows of told.fsm is what happens.

told.fsm has every kind of sentence: each piece of text that the compiler's emitters of prose can write occurs in what
`pawl explain` or the page says of it. Each sentence must be of a kind that is known here, and each kind is done: entities
and runs are driven by `teller` through what the sentence tells, and it must be so. See told_machine.py and told_flow.py.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import told_flow  # noqa: E402
import told_machine  # noqa: E402
from told_text import Prose, templates_not_in  # noqa: E402
from told_world import World  # noqa: E402


def main():
    database, pawl, pawlctl, teller = sys.argv[1:5]
    server = f"PAWL_TEST_{database.upper()}"
    if database != "sqlite" and not os.environ.get(server):
        print(f"{server} is not set")
        return 77
    prose = Prose(os.path.abspath(pawl))
    problems = list(prose.problems) + [f"no sentence about told.fsm has this text: {text}" for text in
                                       templates_not_in(prose)]
    with World(database, os.path.abspath(teller), os.path.abspath(pawlctl)) as world:
        for thing in prose.things:
            kind = told_machine if thing.is_machine else told_flow
            problems += [f"{thing.name}: {problem}" for problem in kind.problems_of(thing, world)]
    for problem in problems:
        print(f"FAILED: {problem}")
    print(f"{sum(len(thing.items) for thing in prose.things)} sentences, {world.commands} things done, "
          f"{len(problems)} problems")
    return 1 if problems else 0


sys.exit(main())
