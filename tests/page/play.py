#!/usr/bin/python3
"""play.py PAWL WAYS: plays the pages of all machines of examples/ and ../corpus in a headless Chromium; see README.md.

Puts each machine into each state, clicks each event, and answers its conditions in every way. What the page then shows
is what WAYS prints of the tables in the compiled C, which ../corpus holds against the databases.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("examples/*/*.fsm"), *ROOT.glob("tests/corpus/*.fsm"),
                ROOT / "tests/golden/diagrams/claim.fsm"])

PLAY = """(() => {
    const lines = [], problems = [];
    for (const section of document.querySelectorAll('section.play')) {
        const {player} = section, {model} = player.machine;
        const find = selector => section.querySelector(selector);
        const click = key => find(`button[data-key="${key}"]`).click();
        const answer = holds => {
            for (let asked = find('.question b'); asked; asked = find('.question b'))
                click(holds.some(guard => player.machine.question(guard) === asked.textContent) ? 'yes' : 'no');
        };
        const letter = (wait, clock) => {
            if (!clock) return '-';
            const is = clock.began === 0 ? 'k' : 'b';
            return player.machine.presence(wait, player.at.state) === 'awake' ? is : is.toUpperCase();
        };
        const fire = (event, state, holds) => {
            player.put(state);
            const before = find('.now b').textContent;
            const isIgnored = find(`[data-ignored="${event}"]`), isImpossible = find(`[data-refused="${event}"]`);
            click('event ' + event);
            answer(holds);
            const last = find('.path li:last-child b').textContent, now = find('.now b').textContent;
            const why = find('.now').textContent;
            click('undo');
            if (find('.now b').textContent !== before) problems.push(`${event} in ${state} cannot be undone`);
            if (isIgnored || isImpossible) {
                if (now !== before || last !== (isIgnored ? 'ignored' : 'refused') || !why.includes(isIgnored ? ' is ignored: ' : ' is refused: '))
                    problems.push(`${event} in ${state}, ${last}: ${why}`);
                return isIgnored ? 'ignored|' : 'impossible|';
            }
            if (last === 'refused') return 'refused|';
            if (last !== now && last !== now + ', again' && last !== 'stays in ' + now)
                problems.push(`${event} in ${state}: the path ends in ${last}, and it is in ${now}`);
            click('event ' + event);
            answer(holds);
            return now + '|' + player.machine.waits.map((wait, i) => letter(wait, player.at.clocks[i])).join('');
        };
        const everything = model.guards.map(({name}) => name);
        const letTimePass = state => {
            player.put(state);
            const awake = player.machine.timers.filter(timer => player.machine.presence(timer, state) === 'awake');
            const offered = awake.filter(({timer}) => find(`button[data-key="wait ${timer}"]`));
            if (awake.length && !offered.length) problems.push(`no timer is offered in ${state}`);
            for (const {timer, event} of offered) {
                const by_hand = fire(event, state, everything).split('|')[0];
                player.put(state);
                click('wait ' + timer);
                answer(everything);
                const last = find('.path li:last-child b').textContent;
                if (by_hand !== (last === 'refused' ? last : find('.now b').textContent))
                    problems.push(`${event} in ${state} by itself leads to ${last}, and by hand to ${by_hand}`);
            }
        };
        for (const state of [null, ...model.states.map(({name}) => name)]) {
            letTimePass(state);
            for (const {name: event} of model.events) {
                const guards = [...new Set(model.moves.filter(move => move.event === event && move.from === state)
                    .flatMap(({arrow}) => model.arrows[arrow].conditions.map(({guard}) => guard)))].sort();
                for (let bits = 0; bits < 1 << guards.length; bits++) {
                    const holds = guards.filter((_, i) => bits >> i & 1);
                    lines.push([model.name, state || '', event, holds.join(','), fire(event, state, holds)].join('|'));
                }
            }
        }
        model.scenarios.forEach(({label}, i) => {
            click('scenario ' + i);
            const now = find('.now');
            if (!now.textContent.endsWith(': as expected.') || now.classList.contains('no')) problems.push(`${label}: ${now.outerHTML}`);
        });
    }
    return {lines, problems};
})()"""


def compile_file(pawl, ways, file, work, environment):
    folder = work / f"{file.parent.name}-{file.stem}"
    subprocess.run([pawl, file, "-o", folder, "--emit=html,header,source,json", "-Wno-all"], check=True, env=environment,
                   stderr=subprocess.PIPE)
    model = json.loads((folder / f"{file.stem}.json").read_text())
    names = [machine["name"] for machine in model["machines"]]
    if not names:
        return None
    library = folder / "machine.so"
    subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-O0", "-shared", "-fPIC", "-DPAWL_EXPORT",
                    f"-I{ROOT / 'runtime'}", folder / f"{file.stem}.c", "-o", library], check=True)
    said = subprocess.run([ways, library, *names], check=True, capture_output=True, text=True).stdout
    return file, folder / f"{file.stem}.html", said.splitlines()


def main():
    pawl, ways = (os.path.abspath(path) for path in sys.argv[1:3])
    failures = count = 0
    with tempfile.TemporaryDirectory(prefix="pawl-play.") as name, browser.Browser() as chromium, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        work = pathlib.Path(name)
        dot = work / "dot"  # pictures take long, and a page is played without them too
        dot.write_text("#!/bin/sh\nexit 3\n")
        dot.chmod(0o755)
        environment = {**os.environ, "PATH": f"{work}:{os.environ['PATH']}"}
        for made in pool.map(lambda file: compile_file(pawl, ways, file, work, environment), FILES):
            if made is None:
                continue
            file, page, expected = made
            chromium.open(page)
            played = chromium.run(PLAY)
            wrong = sorted(set(played["lines"]) ^ set(expected))
            for line in wrong[:10]:
                print(f"{file}: {'the page' if line in played['lines'] else 'the C'} alone says {line}")
            for problem in played["problems"]:
                print(f"{file}: {problem}")
            failures += len(wrong) + len(played["problems"])
            count += len(expected)
    print(f"{count} answers, {failures} problems")
    return 1 if failures or not count else 0


try:
    sys.exit(main())
except FileNotFoundError as missing:
    print(missing, file=sys.stderr)
    sys.exit(77)  # ctest takes it for skipped
