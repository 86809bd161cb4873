#!/usr/bin/env python3
"""messages.py SOURCE: whether each finding of the compiler is reported with all the words that its message uses.

%1 to %9 in compiler/base/messages_*.def stand for the words that a call gives by WORDS(...). One word too few, and the
compiler reads behind the end of the array; one that no message uses is forgotten. The calls are read from the text of the C:
a function that hands on a message, or words, that it was given is followed to where it is called. Fails, too, where a
message is reported nowhere.
"""
import glob
import os
import re
import sys

FIELDS = ("text", "note", "help")
FIELD = r'((?:(?:"(?:[^"\\]|\\.)*"|\w+)\s*)+)' # NULL, or what may have macros in it


def read_messages(source):
    """Message -> field -> the numbers of the words that it uses."""
    messages = {}
    for path in sorted(glob.glob(os.path.join(source, "compiler/base/messages_*.def"))):
        text = re.sub(r"/\*.*?\*/", "", open(path).read(), flags=re.S)
        rows = re.findall(r"^MESSAGE\((\w+), \w+,\s*%s,\s*%s,\s*%s\)" % ((FIELD,) * 3), text, re.M)
        if len(rows) != len(re.findall(r"^MESSAGE\(", text, re.M)):
            sys.exit(f"{path}: not all of its messages are written MESSAGE(name, finding, text, note, help)")
        for name, *fields in rows:
            used = [{int(number) for number in re.findall(r"%(\d)", field)} for field in fields]
            messages["MESSAGE_" + name] = dict(zip(FIELDS, used))
    return messages


def plain(text):
    """C without its comments, and with the same number of lines."""
    return re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment.group().count("\n"), text, flags=re.S)


def arguments(text, start):
    """Those of the call whose opening parenthesis stands before `start`."""
    depth, begin, found = 0, start, []
    i = start
    while depth >= 0:
        literal = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'').match(text, i)
        if literal:
            i = literal.end()
            continue
        if text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
        if depth < 0 or (depth == 0 and text[i] == ","):
            found.append(text[begin:i].strip())
            begin = i + 1
        i += 1
    return found


class Function:
    def __init__(self, path, is_static, name, parameters, body, line):
        self.path, self.is_static, self.name, self.body, self.line = path, is_static, name, body, line
        self.parameters = [re.sub(r".*\W", "", parameter) for parameter in parameters]


def functions(source):
    for folder in ("compiler", "grammar"):
        for root, _, names in os.walk(os.path.join(source, folder)):
            for name in sorted(names):
                if name.endswith((".c", ".h", ".y", ".re")):
                    yield from functions_of(os.path.join(root, name), source)


def functions_of(path, source):
    text = plain(open(path).read())
    name = os.path.relpath(path, source)
    if path.endswith((".y", ".re")):
        yield Function(name, True, "", [], text, 1)
        return
    for found in re.finditer(r"^(static )?(?:const )?(?:struct |enum )?\w+ \**(\w+)\(([^;{]*?)\) \{$", text, re.M | re.S):
        end = text.find("\n}\n", found.end())
        line = text.count("\n", 0, found.end()) + 1
        yield Function(name, found[1] is not None, found[2], arguments(found[3] + ")", 0), text[found.end() : end], line)


def messages_in(expression, function):
    """Those that the expression may be; of a variable those that it is given."""
    said = set(re.findall(r"\bMESSAGE_[A-Z]\w*", expression))
    if said or not re.fullmatch(r"\w+", expression):
        return said
    given = re.findall(r"\b%s = ([^;]*);" % expression, function.body)
    return {message for value in given for message in re.findall(r"\bMESSAGE_[A-Z]\w*", value)}


class Site:
    """Where words are put together: how many, and which fields of which messages are filled with them."""

    def __init__(self, where, count):
        self.where, self.count, self.said = where, count, set()


class Way:
    """A function that says a message. Its message and its words are either numbers of its parameters, or known."""

    def __init__(self, message, words, fields, only_in=None):
        self.message, self.words, self.fields, self.only_in = message, words, fields, only_in


# Those of base/diagnostic.h.
WAYS = {
    "diagnose": Way(1, 3, ("text", "help")),
    "diagnose_beside": Way(1, 4, FIELDS),
    "diagnose_help": Way(1, 2, ("help",)),
    "message_fill": Way(1, 2, FIELDS),
}


def message_of(way, given, function):
    """(what a call says: the number of the function's own parameter, or messages; the fields)."""
    if not isinstance(way.message, int):
        return way.message, way.fields
    said, fields = given[way.message], way.fields
    member = re.fullmatch(r"messages\[(.*)\]\.(\w+)", said)
    if member:
        said, fields = member[1], (member[2],)
    if said in function.parameters:
        return function.parameters.index(said), fields
    return messages_in(said, function), fields


def words_of(way, given, function, line, sites):
    """The number of the function's own parameter, or the site."""
    if not isinstance(way.words, int):
        return way.words
    words = given[way.words]
    if words in function.parameters:
        return function.parameters.index(words)
    built = re.fullmatch(r"WORDS\((.*)\)", words, re.S)
    if built is None and words != "NULL":
        sys.exit(f"{function.path}:{line}: its words are neither WORDS(...) nor a parameter")
    count = len(arguments(built[1] + ")", 0)) if built else 0
    return sites.setdefault((function.path, line, words), Site(f"{function.path}:{line}", count))


def read_call(function, call, way, sites):
    """The way that the function is itself by this call; None where it says all by itself."""
    given = arguments(function.body, call.end())
    line = function.line + function.body.count("\n", 0, call.start())
    message, fields = message_of(way, given, function)
    if call[1] == "message_fill" and fields == FIELDS:
        return None  # a finding that was put together elsewhere
    site = words_of(way, given, function, line, sites)
    if isinstance(message, int) or isinstance(site, int):
        return Way(message, site, fields, function.path if function.is_static else None)
    if not message:
        sys.exit(f"{function.path}:{line}: which message is said cannot be read: {given}")
    site.said |= {(each, field) for each in message for field in fields}
    return None


def follow(all_functions):
    """The sites. A function that hands on what it is given is a way, too, so this goes on until none is new."""
    ways = {name: [way] for name, way in WAYS.items()}
    sites, done = {}, set()
    is_new = True
    while is_new:
        is_new = False
        names = re.compile(r"\b(%s)\(" % "|".join(ways))
        for function in all_functions:
            for call in names.finditer(function.body):
                for way in [way for way in ways[call[1]] if way.only_in in (None, function.path)]:
                    key = (function.path, function.name, call.start(), way)
                    if key in done:
                        continue
                    done.add(key)
                    own = read_call(function, call, way, sites)
                    if own:
                        ways.setdefault(function.name, []).append(own)
                        is_new = True
    return sites.values()


def main(source):
    messages = read_messages(source)
    problems, said = [], set()
    sites = follow([function for function in functions(source) if function.name not in WAYS])
    for site in sites:
        used = set()
        for message, field in sorted(site.said):
            said.add(message)
            numbers = messages[message][field]
            used |= numbers
            if numbers and max(numbers) > site.count:
                problems.append(f"{site.where}: {message} uses %{max(numbers)}, and there are {site.count} words")
        for number in sorted(set(range(1, site.count + 1)) - used):
            names = ", ".join(sorted({message for message, _ in site.said}))
            problems.append(f"{site.where}: word {number} of {site.count} is used by nothing that is said: {names}")
    problems += [f"{message} is said nowhere" for message in sorted(set(messages) - said)]
    print("\n".join(problems) or f"{len(messages)} messages have their words in {len(sites)} places")
    return 1 if problems else 0


sys.exit(main(sys.argv[1]))
