"""What the compiler says of told.fsm, sentence by sentence."""
import html
import os
import re
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
EMIT = os.path.join(HERE, "..", "..", "compiler", "emit")
EMITTERS = ["prose/sentence.c", "prose/sentence_flow.c", "prose/explain.c", "prose/explain_flow.c", "page/moves.c",
            "page/rows.c", "page/flow.c", "page/machine.c"]
TEMPLATES = ["prose/sentences.tmpl", "prose/flow_sentences.tmpl", "page/machine.html", "page/flow.html",
             "page/page.html"]


def sentences_of(text):
    return re.split(r"(?<=\.) (?=[A-Z])", text.strip())


class Thing:
    """A machine or a flow: items are (section, place, sentence), a place being a name in the file."""

    def __init__(self, label, name):
        self.label, self.items, self.docs, self.is_machine, self.name = label, [], [], True, name
        self.labels = {}  # of each place and event, by its label
        self.stored = {}  # places by what the database holds for them
        self.steps, self.scopes = [], []  # of a flow: paths, and [sentence, paths of the steps in it]


class Prose:
    def __init__(self, pawl):
        path = os.path.join(HERE, "told.fsm")
        self.problems = []
        self.explained = subprocess.run([pawl, "explain", path], capture_output=True, text=True, check=True).stdout
        with open(path, encoding="utf-8") as file:
            self.docs = {" ".join(line.strip()[4:] for line in block.strip().split("\n"))
                         for block in re.findall(r"((?:^ *///.*\n)+)", file.read(), re.M)}
        with tempfile.TemporaryDirectory() as folder:
            short = f"{HERE}/../support/hidden_lines:{os.environ['PATH']}"  # only words are read
            subprocess.run([pawl, path, "-o", folder, "--emit=html"], check=True, env={**os.environ, "PATH": short})
            with open(os.path.join(folder, "told.html"), encoding="utf-8") as file:
                self.page = file.read()
        self.things = self.read_explained()
        self.read_page()

    def read_explained(self):
        things, section, place = [], "", None
        lines = self.explained.split("\n")
        blocks, depth = [], None  # paragraphs: [indent, text, is_item]
        for at, line in enumerate(lines):
            if at + 1 < len(lines) and re.fullmatch("=+", lines[at + 1]):
                blocks.append(["thing", line])
            elif re.fullmatch("=+", line) or not line.strip() or re.match(r"    (\| |On .*:$)", line):  # SQL
                depth = None
            elif re.fullmatch("[A-Z][A-Z ,]+", line):
                blocks.append(["section", line])
            else:
                indent = len(line) - len(line.lstrip())
                if line.lstrip().startswith("- "):
                    blocks.append(["item", line.lstrip()[2:]])
                    depth = indent + 2
                elif depth == indent and blocks[-1][0] in ("item", "text"):
                    blocks[-1][1] += " " + line.strip()
                else:
                    blocks.append(["text", line.strip(), indent])
                    depth = indent
        open_scopes = []  # of a flow: (indent, scope)
        for kind, text, *rest in blocks:
            if kind == "thing":
                things.append(Thing(*re.fullmatch(r"(.+) \[(\w+)\]", text).groups()))
                section = place = None
                continue
            thing = things[-1]
            if kind == "section":
                section, place = text, None
                if text in ("WHAT IT DOES, STEP BY STEP", "HOW IT GOES BACK, OR ENDS"):
                    thing.is_machine = False
                continue
            heading = re.fullmatch(r"(?:\d+\. )?(.+?) \[([\w.]+)\](?:, stored as \"([^\"]+)\")?(, an end|, the goal|:)?", text)
            if not thing.is_machine and section.startswith("WHAT IT DOES") and (heading or text.endswith(":")):
                open_scopes = [opened for opened in open_scopes if opened[0] < rest[0]]
                if text.endswith(":"):
                    thing.scopes.append([text[:-1], []])
                    open_scopes.append((rest[0], thing.scopes[-1]))
                else:
                    thing.steps.append(heading.group(2))
                    for _, scope in open_scopes:
                        scope[1].append(heading.group(2))
            if heading and not text.startswith("Only if"):
                place = heading.group(2)
                thing.labels[heading.group(1)] = place
                thing.stored[heading.group(3) or place] = place
                thing.items.append((section, place, f"[{heading.group(4) or ''}]"))
                if heading.group(4) == ":":
                    thing.items.append((section, place, heading.group(1)))
                continue
            for doc in self.docs:  # stands behind what it is about
                text = text.replace(doc, "").strip()
            for sentence in sentences_of(text) if text else []:
                thing.items.append((section, place, sentence))
        return things

    def read_page(self):
        """Each sentence of the page is one of explain's, or a badge or a cell of a table, which stand beside them."""
        body = re.sub(r"<style>.*?</style>|<svg.*?</svg>|<nav.*?</nav>|<header>.*?</header>", "", self.page, flags=re.S)
        body = re.sub(r'<figure.*?</figure>|<section class="(?:signature|play).*?</section>|<footer>.*?</footer>', "", body,
                      flags=re.S)
        articles = re.split(r"<article ", body)[1:]
        for thing, article in zip(self.things, articles):
            thing.article = article
            known = {sentence for _, _, sentence in thing.items}
            for tag, text in re.findall(r"<(li|p)[^>]*>(.*?)</\1>", article, re.S):
                text = re.sub(r"<b>.*?</b>|<code>.*?</code>", "", text)
                text = html.unescape(re.sub(r"<[^>]+>", "", text)).strip()
                for doc in self.docs:
                    text = text.replace(doc, "").strip()
                for sentence in sentences_of(text) if text else []:
                    if sentence not in known and not any(said.endswith(": " + sentence) for said in known):
                        thing.items.append(("THE PAGE", tag, sentence))


def literals_of(source):
    """The texts with words in them that a C file can write: what stands between the conversions of its literals."""
    with open(os.path.join(EMIT, source), encoding="utf-8") as file:
        code = re.sub(r"/\*.*?\*/|^#include[^\n]*$", "", file.read(), flags=re.S | re.M)
    joined = re.sub(r'%"\s*(?:PRId64|PRIu64)\s*"', "%d", code)
    joined = re.sub(r'(?<!\\)"\s*\n\s*"', "", joined)
    for literal in re.findall(r'"((?:[^"\\\n]|\\.)*)"', joined):
        literal = literal.replace('\\"', '"').replace("\\n", "\n").replace("\\xE2\\x80\\x93", "\u2013")
        for piece in re.split(r"%(?:zu|lld|d|s|%)", literal):
            if re.search("[A-Za-z]{2}", piece):
                yield piece


def fragments_of(source):
    """The names of a template's fragments, and the texts with words in them that stand between its tags."""
    with open(os.path.join(EMIT, source), encoding="utf-8") as file:
        names_and_texts = re.split(r"^\{define (.*)\}\n", file.read(), flags=re.M)[1:]
    texts = [re.sub(r"\{!.*?\}", "", text, flags=re.S) for text in names_and_texts[1::2]]
    pieces = [piece for text in texts for piece in re.split(r"\{[^}]*\}", text)]
    return names_and_texts[0::2], [piece for piece in pieces if re.search("[A-Za-z]{2}", piece)]


def templates_not_in(prose):
    def plain(text):
        return " ".join(text.split())
    explained, page = plain(prose.explained), plain(prose.page)
    fragments = {source: fragments_of(source) for source in TEMPLATES}
    names = {name for names, _ in fragments.values() for name in names}
    said = {source: [piece for piece in literals_of(source) if piece not in names] for source in EMITTERS}
    said |= {source: pieces for source, (_, pieces) in fragments.items()}
    for source, pieces in said.items():
        for piece in pieces:
            if plain(piece) not in explained and plain(piece) not in page and plain(piece) not in NOT_PROSE:
                yield f"{source}: {piece!r}"


# Of things that told.fsm has not (it is small, and the compiler has no warning about it), in tests/page; the rest are no
# words of a sentence.
NOT_PROSE = {"aeiou", "<p>With", ".dot.</p>",
             '<section class="warnings" aria-labelledby="warnings"> <h2 id="warnings">Warnings</h2> <p>The compiler found this in',
             ".fsm. Ask the author about it before you sign.</p> <ul>", '<li><span class="badge warning">line',
             ", this flow is too large for a picture. The words below hold all of it, and so does"}
