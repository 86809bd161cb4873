#!/usr/bin/python3
"""contrast.py: letters of the page, and of `pawlctl serve`, on what is behind them, computed from their style sheets and colours,
for light and dark paper. The live page has the same colours.

A rule that sets no background is on paper or in a box of composites, and one that sets no colour has letters in ink.
"""

import pathlib
import re
import sys

EMIT = pathlib.Path(__file__).resolve().parents[2] / "compiler" / "emit"
LIVE = pathlib.Path(__file__).resolve().parents[2] / "runtime/pawlctl/serve/style.css"
LIMIT = 4.5  # WCAG 2, level AA
BEHIND = "paper", "composite"


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def pairs_of(sheet):
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        letters = re.findall(r"(?:^|[;\s])color: var\(--(\w+)\)", body)
        behind = re.findall(r"background: var\(--(\w+)\)", body)
        if ".sign" in selector and ".signature" not in selector:
            continue  # the legend's boxes are empty
        for one in letters or ["ink"] * bool(behind):
            for other in behind or BEHIND:
                yield selector.strip(), one, other


def main():
    colours = re.findall(r'^COLOUR\((\w+), "(#\w{6})", "(#\w{6})"\)', (EMIT / "diagram/colours.def").read_text(), re.M)
    pairs = [pair for name in ("style.css", "flows.css") for pair in pairs_of((EMIT / "page" / name).read_text())]
    pairs += pairs_of(LIVE.read_text())
    problems = 0
    for scheme, palette in enumerate(re.findall(r":root \{(.*?)\}", LIVE.read_text().replace(":root:root", ":root"), re.S)):
        if re.findall(r"--(\w+): (#\w{6});", palette) != [(name, values[scheme]) for name, *values in colours]:
            problems += 1
            print(f"{LIVE}: its colours are not those of colours.def")
    for scheme, paper in enumerate(("light", "dark")):
        of = {name: values[scheme] for name, *values in colours}
        for selector, one, other in pairs:
            ratio = contrast(of[one], of[other])
            if ratio < LIMIT:
                problems += 1
                print(f"{paper}: {selector}: {one} on {other} has a contrast of {ratio:.2f}")
    print(f"{len(pairs)} pairs of colours, {problems} problems")
    return 1 if problems or len(pairs) < 40 else 0


sys.exit(main())
