"""Words that sentences about machines and flows share."""
import re

# of entities in told.fsm: the beginnings of topics and accounts, what is due then, and a number
TOPIC, ACCOUNT, DUE, COUNT = "topic", "account", 4102444800000000, 7
UNITS = {"millisecond": 1, "second": 1000, "minute": 60000, "hour": 3600000, "day": 86400000, "week": 604800000}
DURATION = r"(?:\d+ )?(?:millisecond|second|minute|hour|day)s?"


def ms(words):
    found = re.fullmatch(r"(?:(\d+) )?(\w+?)s?", words)
    return int(found.group(1) or 1) * UNITS[found.group(2)]


def name_of(words):
    return words.replace(" ", "_")


def names_of(words):
    return [name_of(word) for word in re.split(r", | and ", words)]
