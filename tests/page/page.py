#!/usr/bin/python3
"""page.py PAWL [FOLDER]: pages in a headless Chromium; see README.md.

With a FOLDER, also writes what a person should look at: each page in both schemes, narrow, and as PDF.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import browser

HERE = pathlib.Path(__file__).resolve().parent
GOLDEN = HERE.parent / "golden"
PAGES = [  # and on how many sheets it may be printed
    (GOLDEN / "diagrams/door.fsm", None, 3),
    (GOLDEN / "diagrams/claim.fsm", HERE / "claim_before.fsm", 10),
    (GOLDEN / "diagrams/order.fsm", None, 13),
    (GOLDEN / "diagrams/settle.fsm", None, 5),
    (GOLDEN / "diagrams/shop.fsm", None, 9),
    (HERE.parents[1] / "examples/accounts/accounts.fsm", None, 10),
    (HERE.parents[1] / "examples/payments/payment.fsm", None, 3),
    (HERE.parents[1] / "examples/provision/provision.fsm", HERE / "provision_before.fsm", 5),
    (GOLDEN / "outputs/several.fsm", None, 9),
    (GOLDEN / "outputs/texts.fsm", None, 6),
    (HERE / "lacks.fsm", None, 4),
]
WIDTHS = 360, 390, 1280
SMALLEST, SMALLEST_ON_PAPER = 11.5, 7.9 / 72 * 96  # pixels, of words outside pictures
PAPER = 182 / 25.4 * 96  # pixels between the margins of a sheet upright
CONTRAST = 4.5  # WCAG 2, level AA

STRUCTURE = """(() => {
    const all = selector => [...document.querySelectorAll(selector)];
    const problems = [];
    const expect = (holds, what) => { if (!holds) problems.push(what); };
    for (const landmark of ['header', 'main', 'footer'])
        expect(all('body > ' + landmark).length === 1, 'there is not one ' + landmark);
    expect(all('nav[aria-label]').length === all('nav').length && all('nav').length > 0, 'nav without a name');
    expect(all('h1').length === 1, 'there is not one h1');
    let level = 0;
    for (const heading of all('h1, h2, h3, h4, h5, h6')) {
        const next = Number(heading.tagName[1]);
        expect(next <= level + 1, 'a level is left out before: ' + heading.textContent);
        expect(heading.textContent.trim() !== '', 'an empty heading');
        level = next;
    }
    const ids = all('[id]').map(element => element.id);
    expect(new Set(ids).size === ids.length, 'an id occurs twice');
    for (const link of all('a[href]'))
        expect(document.getElementById(decodeURIComponent(link.hash.slice(1))), 'nowhere leads ' + link.outerHTML);
    for (const attribute of ['aria-labelledby', 'aria-describedby'])
        for (const element of all('[' + attribute + ']'))
            for (const id of element.getAttribute(attribute).split(' '))
                expect(document.getElementById(id), attribute + ' names nothing: ' + id);
    for (const cell of all('th')) expect(cell.scope, 'th without scope: ' + cell.textContent);
    for (const table of all('table')) expect(table.caption, 'table without caption');
    for (const picture of all('svg:not(.sign)'))
        expect(picture.getAttribute('role') === 'img' && picture.querySelector('text') &&
               picture.querySelector('title') && picture.querySelector('desc'), 'svg without role, text, title or desc');
    for (const picture of all('svg:not(.sign)')) {
        const sheet = picture.getBoundingClientRect();
        for (const text of picture.querySelectorAll('text')) {
            const box = text.getBoundingClientRect();
            expect(box.left >= sheet.left - 2 && box.right <= sheet.right + 2 && box.top >= sheet.top - 2 &&
                   box.bottom <= sheet.bottom + 2, 'outside its picture: ' + text.textContent);
        }
        for (const state of picture.querySelectorAll('[data-at]'))
            expect(/^[a-z0-9_]*$/.test(state.dataset.at), 'no state: ' + state.dataset.at);
    }
    for (const part of all('.scroll')) expect(part.tabIndex === 0, 'a part that scrolls, but not by keyboard');
    expect(all('link, iframe, object, embed, img, [onclick], [onload], [src]').length === 0,
           'something that a page of words and pictures does not need');
    expect(document.title !== '' && document.documentElement.lang === 'en', 'no title or language');
    return problems;
})()"""

# Of each element with text of its own: its colour on the nearest background behind it.
COLOURS = """(() => {
    const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
    const luminance = colour => {
        const part = c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        const [r, g, b] = numbers(colour).map(part);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const style = element => getComputedStyle(element);
    const isSeen = colour => colour.startsWith('rgb') && !(numbers(colour).length === 4 && numbers(colour)[3] === 0);
    const behind = element => {
        for (let at = element; at; at = at.parentElement)
            if (isSeen(style(at).backgroundColor)) return style(at).backgroundColor;
        return 'rgb(255, 255, 255)';
    };
    const shape = text => {
        const filled = [...text.parentElement.querySelectorAll('path, polygon, ellipse')]
            .find(element => isSeen(style(element).fill) && !text.closest('.edge'));
        return filled ? style(filled).fill : behind(text.closest('figure'));
    };
    const problems = new Set();
    const look = (colour, background, what) => {
        if (contrast(colour, background) < LIMIT)
            problems.add(`${colour} on ${background}: ${what.trim().slice(0, 40)}`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode, element = text.parentElement;
        if (text.data.trim() === '' || element.closest('svg')) continue;
        look(style(element).color, behind(element), text.data);
    }
    for (const text of document.querySelectorAll('svg text'))
        look(style(text).fill, shape(text), text.textContent);
    return [...problems];
})()""".replace("LIMIT", str(CONTRAST))

OVERLAPS = """(() => {
    const problems = [];
    for (const svg of document.querySelectorAll('svg')) {
        const boxes = [...svg.querySelectorAll('text')].map(text => [text.textContent, text.getBBox()]);
        boxes.forEach(([one, a], i) => boxes.slice(0, i).forEach(([other, b]) => {
            const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
            const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
            if (across > 1 && down > 4) problems.push(`${one} lies on ${other}`);
        }));
    }
    return problems;
})()"""


# Blocks of words in the flow of the page: none lies on another, none sticks out, none has small letters.
GEOMETRY = """(() => {
    const problems = new Set();
    const blocks = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, p, li, tr, svg, dl, pre')]
        .filter(block => !block.closest('.unseen, .skip') && block.getClientRects().length)
        .filter(block => !block.closest('thead') || getComputedStyle(block.closest('thead')).position === 'static');
    const boxes = blocks.map(block => block.getBoundingClientRect());
    const words = block => (block.textContent.trim() || block.tagName).slice(0, 40);
    blocks.forEach((block, i) => {
        if (boxes[i].right > innerWidth + 1 && !block.closest('.scroll, .wide')) problems.add('sticks out: ' + words(block));
        for (let j = i + 1; j < blocks.length; j++) {
            if (block.contains(blocks[j])) continue;
            const [a, b] = [boxes[i], boxes[j]];
            if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
                problems.add(`${words(block)} lies on ${words(blocks[j])}`);
        }
    });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (walker.currentNode.data.trim() !== '' && !element.closest('svg') && element.getClientRects().length &&
            parseFloat(getComputedStyle(element).fontSize) < SMALLEST)
            problems.add('is small: ' + walker.currentNode.data.trim().slice(0, 40));
    }
    return [...problems].slice(0, 10);
})()"""


# Pictures of machines that hide all places where it begins, or are scrolled without need.
UNSEEN_BEGINNINGS = """[...document.querySelectorAll('figure:first-of-type .picture')].filter(one => {
    const view = one.getBoundingClientRect(), begins = [...one.querySelectorAll('[data-at=""]')].map(at => at.getBoundingClientRect());
    const sees = shift => begins.some(({left, right}) => left + shift >= view.left && right + shift <= view.right);
    return begins.length ? !sees(0) || one.scrollLeft && sees(one.scrollLeft) : one.scrollLeft;
}).map(one => one.ariaLabel)"""


# A picture is on the first sheet of its part, or on the next one after words that fill a third of the first.
FIRST_SHEET = """(() => {
    const problems = [], several = document.querySelectorAll('article').length > 1;
    for (const part of document.querySelectorAll('.all')) {
        const picture = part.querySelector('.picture'), begins = several ? part.closest('article') : null;
        if (!picture || part.querySelector('.proofs') && !part.querySelector('.holds')) continue;
        const top = begins && begins.previousElementSibling ? begins.getBoundingClientRect().top : 0, sheet = 268 / 25.4 * 96;
        const words = (picture.closest('section').getBoundingClientRect().top - top) / sheet;
        const end = (picture.getBoundingClientRect().bottom - top) / sheet;
        if (end > 1 && words < 1 / 3) problems.push(`the first sheet of ${picture.ariaLabel} is mostly empty: ${words}`);
    }
    return problems;
})()"""


class Problems(list):
    page = None

    def expect(self, holds, what):
        if not holds:
            self.append(f"{self.page}: {what}")


def check_page(chromium, path, model, problems):
    chromium.view(1280)
    chromium.open(path)
    for event in chromium.events_of("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
        problems.expect(False, f"console: {event}")
    requests = {event["request"]["url"] for event in chromium.events_of("Network.requestWillBeSent")}
    problems.expect(requests == {path.as_uri()}, f"asks for {requests}")
    for problem in chromium.run(STRUCTURE) + chromium.run(OVERLAPS):
        problems.expect(False, problem)
    check_words(chromium, model, problems)
    check_keyboard(chromium, problems)
    check_player(chromium, problems)
    for scheme in "light", "dark":
        chromium.view(1280, scheme)
        for problem in chromium.run(COLOURS):
            problems.expect(False, f"{scheme}: {problem}")
    for width in WIDTHS:
        chromium.view(width)
        chromium.open(path)
        hidden = chromium.run(UNSEEN_BEGINNINGS)
        problems.expect(not hidden, f"{width} px: where it begins is not seen in {hidden}")
        needed = chromium.run("document.documentElement.scrollWidth")
        problems.expect(needed <= width, f"is {needed} px wide on a screen of {width} px")
        for problem in chromium.run(GEOMETRY.replace("SMALLEST", str(SMALLEST))):
            problems.expect(False, f"{width} px: {problem}")
        scrolls = chromium.run("[...document.querySelectorAll('.picture')].some(one => one.scrollWidth > one.clientWidth)")
        hints = chromium.run("[...document.querySelectorAll('.hint')].some(one => one.getClientRects().length)")
        problems.expect(hints or not scrolls, f"{width} px: a picture scrolls, and no hint says so")
    tree = chromium.call("Accessibility.getFullAXTree")["nodes"]
    named = {node["role"]["value"]: node.get("name", {}).get("value") for node in tree if "role" in node}
    for role in "image", "main", "banner", "contentinfo", "navigation":
        problems.expect(role in named, f"a screen reader finds no {role}")
    problems.expect(named.get("image"), "a screen reader finds no name of the picture")


def check_words(chromium, model, problems):
    """Every move has its sentence, every state its place, every text comes through as it was written."""
    text = chromium.run("(body => { body.querySelectorAll('script, .play').forEach(part => part.remove());"
                        " return body.textContent; })(document.body.cloneNode(true))")
    flat = " ".join(text.split())
    no_code = chromium.run("(body => { body.querySelectorAll('script, .play, svg, code').forEach(part => part.remove());"
                           " return body.textContent; })(document.body.cloneNode(true))")
    for machine in model["machines"]:
        problems.expect("_" not in machine["name"] or machine["name"] not in no_code, "shows the name of the machine as programs have it")
        for thing in [machine] + machine["states"] + machine["composites"] + machine["events"]:
            problems.expect(" ".join(thing["label"].split()) in flat, f"does not show `{thing['label']}`")
            doc = " ".join(thing.get("doc", "").split())
            problems.expect(doc in flat or "\n\n" in thing["doc"], f"does not show `{doc}`")
        problems.expect(machine["fingerprint"] in text, "does not show the version")
        for hook in machine["guards"] + machine["effects"]:
            problems.expect(hook.get("label", hook["name"].replace("_", " ")) in text, f"does not show {hook['name']}")
        for claim in machine["asserts"]:
            problems.expect(claim["text"] in text, f"does not show {claim['text']}")
        for scenario in machine["scenarios"]:
            problems.expect(scenario["label"] in text, f"does not show {scenario['label']}")
    for flow in model.get("flows", []):
        for thing in [flow] + flow["steps"] + flow["args"] + flow["data"]:
            for words in thing.get("label", ""), thing.get("doc", ""), thing.get("undo", "").replace("_", " "):
                problems.expect(" ".join(words.split()) in flat, f"does not show `{words}`")
        problems.expect(flow["fingerprint"] in text, "does not show the version")
        for step in flow["steps"]:
            problems.expect(f"{step['label']} {step['path']}" in flat, f"has no place for {step['path']}")
    shown = chromium.run("document.querySelectorAll('section.proofs li.holds').length")
    proved = sum(len(machine["asserts"]) + len(machine["scenarios"]) for machine in model["machines"])
    problems.expect(shown == proved, f"shows {shown} of {proved} asserts and scenarios")
    count = chromium.run("document.querySelectorAll('.happens tbody td.to').length")
    moves = sum(len(machine["moves"]) for machine in model["machines"])
    problems.expect(count == moves, f"has {count} rows for {moves} moves")
    parts = len(model["machines"]) + len(model.get("flows", []))
    signatures = chromium.run("document.querySelectorAll('.signature').length")
    problems.expect(signatures == (parts + 1 if parts > 1 else 1), f"has {signatures} signatures for {parts} parts")
    undescribed = sum(not {"doc", "label"} & hook.keys() for machine in model["machines"] for hook in machine["guards"] + machine["effects"])
    lacking = chromium.run("document.querySelectorAll('.lacks').length")
    problems.expect(lacking >= undescribed, f"says {lacking} times that nothing is described, of {undescribed}")


def check_keyboard(chromium, problems):
    chromium.press("Tab")
    seen = chromium.run("""(() => { const at = document.activeElement, box = at.getBoundingClientRect();
        return at.className === 'skip' && box.left >= 0 && getComputedStyle(at).outlineStyle !== 'none'; })()""")
    problems.expect(seen, "the first Tab does not show the way past the navigation")
    for _ in range(20):
        chromium.press("Tab")
        unseen = chromium.run("""(() => { const at = document.activeElement, style = getComputedStyle(at);
            return at === document.body || parseFloat(style.outlineWidth) >= 2 && style.outlineStyle !== 'none' ? null
                : at.outerHTML.slice(0, 60); })()""")
        problems.expect(unseen is None, f"the keyboard's place is not seen at {unseen}")


def check_player(chromium, problems):
    """Enter fires the first event; the keyboard stays in the player, and the state is marked in the picture.
    Enter on an event that is refused says why."""
    players = chromium.run("document.querySelectorAll('section.play').length")
    for number in range(players):
        chromium.run(f"document.querySelectorAll('section.play')[{number}].querySelector('button').focus()")
        chromium.press("Enter")
        seen = chromium.run(f"""(section => [section.contains(document.activeElement), section.player.past.length,
            section.previousElementSibling.querySelectorAll('.here').length > 0, section.querySelector('[role=status]').textContent,
            section.getBoundingClientRect().height > 0])(document.querySelectorAll('section.play')[{number}])""")
        problems.expect(seen[:3] == [True, 2, True] and seen[4], f"player {number} after Enter: {seen}")
        refused = f"document.querySelectorAll('section.play')[{number}].querySelector('[data-refused]')"
        if chromium.run(f"{refused}?.focus() || {refused}?.dataset.refused"):
            chromium.press("Enter")
            seen = chromium.run(f"""[{refused} === document.activeElement, {refused}.closest('section').player.past.length,
                {refused}.closest('section').querySelector('[role=status]').textContent]""")
            problems.expect(seen[:2] == [True, 3] and re.search(" is refused: .+", seen[2]), f"player {number}, refused: {seen}")
    chromium.call("Emulation.setEmulatedMedia", media="print")
    problems.expect(chromium.run("[...document.querySelectorAll('section.play')].every(({clientHeight}) => !clientHeight)"),
                    "prints the player")
    chromium.call("Emulation.setEmulatedMedia", media="")


def check_print(chromium, wide, most, problems):
    chromium.view(round(PAPER))
    chromium.call("Emulation.setEmulatedMedia", media="print")
    for problem in chromium.run(GEOMETRY.replace("SMALLEST", str(SMALLEST_ON_PAPER))):
        problems.expect(False, f"on paper: {problem}")
    for problem in chromium.run(FIRST_SHEET):
        problems.expect(False, problem)
    chromium.call("Emulation.setEmulatedMedia", media="")
    pdf = chromium.pdf()
    sheets = [tuple(round(float(number) / 72 * 25.4) for number in box.split())
              for box in re.findall(rb"/MediaBox \[0 0 ([\d. ]+)\]", pdf)]
    problems.expect((210, 297) in sheets and set(sheets) <= {(210, 297), (297, 210)}, f"prints on {set(sheets)}")
    problems.expect(sheets.count((297, 210)) == wide, f"prints {wide} wide pictures on {sheets.count((297, 210))} sheets across")
    problems.expect(len(sheets) <= most, f"prints {len(sheets)} sheets, which is more than {most}")
    if shutil.which("pdftotext"):
        words = subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, stdout=subprocess.PIPE, check=True).stdout.decode()
        for number, sheet in enumerate(words.split("\f")[:-1], 1):
            problems.expect(re.search(f"\\b{number} ?/ ?{len(sheets)}\\b", sheet), f"sheet {number} has no number")
            problems.expect(sheet.count("I have read this") == len(re.findall("Date +Signature", sheet)), f"a signature is divided on sheet {number}")
    return pdf


def write_pictures(chromium, folder, name, pdf):
    folder.mkdir(parents=True, exist_ok=True)
    for width, scheme in (1280, "light"), (1280, "dark"), (390, "light"):
        chromium.view(width, scheme)
        (folder / f"{name}-{width}-{scheme}.png").write_bytes(chromium.picture())
    (folder / f"{name}.pdf").write_bytes(pdf)


def main():
    pawl, folder = sys.argv[1], pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    problems = Problems()
    with tempfile.TemporaryDirectory(prefix="pawl-page.") as work, browser.Browser() as chromium:
        for machine, since, most in PAGES:
            problems.page = machine.name
            options = [f"--since={since}"] if since else []
            subprocess.run([pawl, machine, "-o", work, "--emit=html,json", *options], check=True, capture_output=True)
            path = pathlib.Path(work) / f"{machine.stem}.html"
            model = json.loads(path.with_suffix(".json").read_text())
            check_page(chromium, path, model, problems)
            marks = chromium.run("['added', 'removed', 'changed'].filter(mark => document.querySelector("
                                 "`.changes .badge.${mark}`) && document.querySelector(`svg .${mark}`))")
            in_colour = since and model["machines"]  # what changed in a flow is told in words
            problems.expect(marks == (["added", "removed", "changed"] if in_colour else []), f"marks {marks}")
            twice = chromium.run("[...document.querySelectorAll('.changes li')].map(line => line.textContent).filter("
                                 "text => /^new.*New: [A-Z]|^taken out.*No longer: [A-Z]/.test(text))")
            problems.expect(not twice, f"changes say twice what their badge says: {twice}")
            found = subprocess.run([pawl, "check", machine], capture_output=True, text=True).stderr
            shown = chromium.run("[...document.querySelectorAll('.warnings li')].map(line => line.textContent)")
            told = [f"line {line}{' '.join(text.replace('`', '').split())} {code}" for line, code, text in
                    re.findall(r"^\S+?:(\d+):\d+: warning\[(\w+)\]: (.*)$", found, re.M)]
            problems.expect(shown == told, f"warns of {shown}, and pawl check of {told}")
            wide = chromium.run("document.querySelectorAll('.wide').length")
            pdf = check_print(chromium, wide, most, problems)
            if folder:
                write_pictures(chromium, folder, machine.stem, pdf)
    print(*problems, sep="\n", file=sys.stderr)
    print(f"{len(PAGES)} pages, {len(problems)} problems")
    return 1 if problems else 0


try:
    sys.exit(main())
except FileNotFoundError as missing:
    print(missing, file=sys.stderr)
    sys.exit(77)  # ctest takes it for skipped
