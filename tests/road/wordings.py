# SPDX-License-Identifier: GPL-2.0-or-later
"""What the places of accounts.py say, in one form: results, players, clocks, moves, records."""
import re


def result(word):
    return "*" if word in (None, "", "none") else word


def players(white, black):
    return "%s – %s" % (white, black)


def seconds(clock):
    """As who shows whole seconds has it."""
    return "%d s, %d s" % (clock["white_us"] // 1000000, clock["black_us"] // 1000000)


def clocks(clock):
    return "%d us, %d us" % (clock["white_us"], clock["black_us"])


def last_move(moves):
    """As the hall writes it."""
    if not moves:
        return ""
    ply = len(moves)
    return "%d%s%s" % ((ply + 1) // 2, "." if ply % 2 else "...", moves[-1].get("san") or moves[-1]["uci"])


def san_of(moves):
    words = [move.get("san") for move in moves]
    return tuple(words) if all(words) else None


def livechess_result(word):
    return {"WHITEWIN": "1-0", "BLACKWIN": "0-1", "DRAW": "1/2-1/2", "BLACKFORFAIT": "+/-", "WHITEFORFAIT": "-/+", None: "*"}[word]


def full_name(player):
    return player["lname"] + (", " + player["fname"] if player.get("fname") else "")


def clock_seconds(text):
    total = 0
    for part in text.split(":"):
        total = 60 * total + int(float(part))
    return total


def asked_in(state):
    """What a hall's line says is asked; it does not where something else is more urgent."""
    if state.startswith("appealed: "):
        return "appeal"
    if state.startswith("decide: "):
        return state[len("decide: "):]
    return None if state.startswith("record") else ""


def need_in(state):
    """What the page's list of needs calls it."""
    words = {"appealed": "question", "decide": "question", "record unwritten": "record-unwritten", "board gone": "board-gone",
             "pieces differ": "board-disagrees", "appeal upheld": "result"}
    return next((need for word, need in words.items() if state.startswith(word)), "nothing")


def absent_in(state):
    """Of a game in which nothing else is to be seen."""
    return {"": "nobody", "White is absent": "white", "Black is absent": "black", "both players are absent": "both"}.get(state)


def shown_seconds(left, right):
    return "%d s, %d s" % (clock_seconds(left), clock_seconds(right)) if left and right else None


def record_of(text):
    """Tags, moves and comments of a PGN game."""
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
    body = re.sub(r"^\[.*\]$", "", text, flags=re.M)
    comments = " ".join(" ".join(re.findall(r"{([^}]*)}", body)).split())
    words = re.sub(r"{[^}]*}", " ", body).split()
    return tags, tuple(w for w in words if not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|0-0|\*|\$\d+", w)), comments
