#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""
Seven places tell of each table: do they tell the same story?

  accounts.py --bus ADDRESS --state FOLDER [--web URL] [--livechess URL] [--hall TMUX-SOCKET:SESSION] [--within SECONDS] [EVENT…]

What differs is said, one line a difference, and the exit status is 1: "club, round 1, table 4: result: page says *; results says 1-0".
News takes its time: all are read again until they agree, for two seconds at most.

  results    flagfallctl round results
  bus        flagfallctl status: the game's object
  log        flagfallctl round log, games and journal --rulings: who did what, and what was ruled
  hall       the screen of a flagfallctl hall that runs in tmux, a line a game
  page       what flagfall-web tells browsers: its games, and the pairings of its rounds
  livechess  what it tells programs that know DGT LiveChess: rounds, games and boards
  export     the folder that broadcasts read: index.json, game-N.pgn, games.pgn

A place leaves out what it may not tell or does not show: a fact that it does not have is no difference. Under a rulebook that silences
the arbiter there is no notation while the game goes on, and LiveChess has squares alone; an event's delay holds back moves (those told
have to be the first of all), result and clocks on page, LiveChess and in the export.
"""
import argparse
import csv
import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from functools import partial

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "livechess"))
from client import Connection  # noqa: E402
from wordings import (absent_in, asked_in, clock_seconds, clocks, full_name, last_move, livechess_result, need_in, players,  # noqa: E402
                      record_of, result, san_of, seconds, shown_seconds)

parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
parser.add_argument("--bus", required=True)
parser.add_argument("--state", required=True)
parser.add_argument("--web")
parser.add_argument("--livechess")
parser.add_argument("--hall", action="append", default=[])
parser.add_argument("--within", type=float, default=2)
parser.add_argument("events", nargs="*")
options = parser.parse_args()
workers = ThreadPoolExecutor(4)


class Missing(Exception):
    """A place that does not answer: said as a difference."""


def ctl(*words):
    """The lines of an answer in JSON."""
    run = subprocess.run(["flagfallctl", "--bus", options.bus, "--json", *words], capture_output=True, text=True)
    if run.returncode:
        raise Missing("flagfallctl %s: %s" % (" ".join(words), run.stderr.strip()))
    return [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]


def get_text(url):
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return answer.read().decode()
    except (urllib.error.URLError, OSError, ValueError) as fault:
        raise Missing("%s: %s" % (url, fault)) from None


def get(url):
    return json.loads(get_text(url))


# --- what is compared ---


class Account:
    """What one place says: of each table, and of what belongs to no table. A key is (event, round, table)."""

    def __init__(self, name):
        self.name, self.of, self.faults = name, {}, []

    def say(self, key, **facts):
        told = self.of.setdefault(key, {})
        told.update({fact.replace("_", " "): value for fact, value in facts.items() if value is not None})

    def row(self, key, **facts):
        """As say(), of a list in which each table has one row."""
        if "row" in self.of.get(key, {}):
            self.faults.append("%s: %s has two rows for it" % (place(key), self.name))
        self.say(key, row="there", **facts)


HALL = ("the hall", None, None)


def place(key):
    event, number, table = key
    if number is None:
        return event
    return "%s, round %s" % (event, number) + (", table %s" % table if table is not None else "")


def text_of(value):
    if isinstance(value, tuple):
        return "%d moves%s" % (len(value), ", the last " + value[-1] if value else "")
    return str(value)


def differences(accounts):
    found = [fault for account in accounts for fault in account.faults]
    for key in sorted({key for account in accounts for key in account.of}, key=str):
        facts = {fact for account in accounts for fact in account.of.get(key, {})}
        for fact in sorted(facts - {"row"}):
            says = {}
            for account in accounts:
                if fact in account.of.get(key, {}):
                    says.setdefault(account.of[key][fact], []).append(account.name)
            if len(says) > 1:
                words = ["%s say%s %s" % (", ".join(names), "s" if len(names) == 1 else "", text_of(value))
                         for value, names in sorted(says.items(), key=lambda item: -len(item[1]))]
                found.append("%s: %s: %s%s" % (place(key), fact, "; ".join(words), where(says)))
    return found


def where(says):
    """Of lists of moves: the first that differs."""
    lists = [value for value in says if isinstance(value, tuple)]
    if len(lists) < 2:
        return ""
    ply = next((i for i, moves in enumerate(zip(*lists)) if len(set(moves)) > 1), min(map(len, lists)))
    return " (from ply %d: %s)" % (ply + 1, " or ".join(moves[ply] if ply < len(moves) else "nothing" for moves in lists))


class Delayed:
    """What is held back of a game: where a place tells less than the bus, it is no difference."""

    def __init__(self, bus):
        self.bus = bus

    def allow(self, account, key):
        told, whole = account.of.get(key, {}), self.bus.of.get(key, {})
        for fact in ("moves", "notation"):
            if fact in told and fact in whole and told[fact] == whole[fact][:len(told[fact])]:
                del told[fact]
        for fact, nothing in (("result", "*"), ("state", "running"), ("marked", "no")):
            if told.get(fact) == nothing:
                del told[fact]
        for fact in ("clocks", "seconds", "runs", "last move", "last ruling", "question"):
            told.pop(fact, None)


# --- the places ---


GOING_ON = ("ready", "running", "paused", "board-gone")


class Evening:
    """All that is read at one time."""

    def __init__(self):
        listed = ctl("list")
        self.boards = {board["name"]: board for board in listed if board["type"] == "board"}
        self.live = {game["id"]: game for game in listed if game["type"] == "game"}
        self.rounds, self.states, self.names = {}, {}, {}
        for event in ctl("event", "list"):
            self.names[event["event"]] = event["name"]
            for one in event["rounds"] if not options.events or event["event"] in options.events else ():
                key = (event["event"], one["round"])
                self.states[key] = one["state"]
                self.rounds[key] = ctl("round", "results", key[0], str(key[1]))
        # which game is whose, by the pairings
        self.key_of, self.void = {}, {}
        for (event, number), pairings in self.rounds.items():
            for pairing in pairings:
                if pairing["table"]:
                    self.void.update({game: (event, number, "%d, void game %s" % (pairing["table"], game))
                                      for game in pairing.get("void", [])})
                    if pairing.get("game"):
                        self.key_of[pairing["game"]] = (event, number, pairing["table"])
        self.status = dict(zip(self.live, workers.map(lambda game: ctl("status", game)[0], self.live)))
        self.delayed = {self.key_of[game] for game, status in self.status.items()
                        if game in self.key_of and any(status["delay"])}
        self.silent = {game for game, status in self.status.items() if status["silent"] and status["state"] != "over"}

    def accounts(self):
        bus = self.of_bus()
        makers = [self.of_results, self.of_log] + [partial(self.of_hall, hall) for hall in options.hall]
        if options.web:
            makers.append(self.of_page)
        if options.livechess:
            makers.append(self.of_livechess)
        makers.append(self.of_export)
        accounts = [bus] + [make() for make in makers]
        for account in accounts[1:]:
            if account.name in ("page", "livechess", "export"):
                for key in self.delayed:
                    Delayed(bus).allow(account, key)
        return accounts

    def key(self, event, number, table, game):
        """Of a game that is void: a key of its own."""
        return self.void.get(game, (event, number, table))

    def of_results(self):
        a = Account("results")
        for (event, number), pairings in self.rounds.items():
            a.say((event, number, None), state=self.states[event, number],
                  going_on=sum(1 for p in pairings if p["table"] and p["state"] in GOING_ON))
            for p in pairings:
                if not p["table"]:
                    continue
                key = (event, number, p["table"])
                over = "over" if p["result"] or p["state"] == "over" else "running"
                a.row(key, players=players(p["white"]["name"], p["black"]["name"]), result=result(p["result"]),
                      absent=p.get("absent") or "nobody", game=p.get("game") or "none", state=over if p.get("game") else None,
                      board=p["board"] if p.get("game") else None, white_elo=p["white"]["elo"] or "none",
                      marked="yes" if p.get("given") and p.get("game") else None)
        now = [p for event in self.names for p in self.rounds.get((event, self.current(event)), ()) if p["table"]]
        a.say(HALL, playing=sum(1 for p in now if p["state"] in GOING_ON))
        # of an event whose rounds are all closed the hall has what flagfalld still remembers
        if all(any(state != "closed" for (e, _), state in self.states.items() if e == event) for event in self.names):
            a.say(HALL, over=sum(1 for p in now if p["result"] or p["state"] == "over"),
                  rounds=", ".join("%s round %d" % (name, self.current(event)) for event, name in self.names.items()))
        return a

    def current(self, event):
        """The round that runs, else the last one."""
        numbers = [number for e, number in self.rounds if e == event]
        running = [number for number in numbers if self.states[event, number] in ("running", "paused")]
        return (running or numbers or [0])[-1]

    def of_bus(self):
        a = Account("bus")
        for game, s in self.status.items():
            event, number, table = s["pairing"]
            if not event or (options.events and event not in options.events):
                continue
            key = self.key(event, number, table, game)
            a.row(key, players=players(s["white"], s["black"]), result=result(s["result"]), game=game, board=s["board"],
                  state="over" if s["state"] == "over" else "running", white_elo=s["tags"].get("WhiteElo", "none"),
                  moves=tuple(m["uci"] for m in s["moves"]), notation=None if game in self.silent else san_of(s["moves"]),
                  last_move=last_move(s["moves"]), question=s["question"], absent=s["absent"] or "nobody",
                  stand="as recorded" if s["board_agrees"] else "otherwise")
            for fact, text in (("ruling", s["last_ruling"]), ("last ruling", s["last_notice"])):
                if text:
                    a.say(key, **{fact: json.loads(text)["sentence"]})
            if "clock" in s:
                a.say(key, clocks=clocks(s["clock"]), seconds=seconds(s["clock"]), runs=s["clock"]["running"])
            self.of_board(a, s)
        for name, board in self.boards.items():
            a.say(("board " + name, None, None), squares=board["placement"],
                  game=board["game"] if board["game"].startswith("g") else "none")
        return a

    @staticmethod
    def of_board(a, status):
        if status["state"] == "running":
            a.say(("board " + status["board"], None, None), game=status["id"])

    def of_log(self):
        a = Account("log")
        for game in ctl("games"):
            key = self.key_of.get(game["id"]) or self.void.get(game["id"])
            if key:
                a.say(key, players=players(game["white"], game["black"]), result=result(game["result"]), board=game["board"],
                      state="running" if game["state"] == "running" else "over")
        games = [game for game in self.live if game in self.key_of]
        for game, rulings in zip(games, workers.map(lambda game: ctl("journal", "--rulings", game), games)):
            public = [r for r in rulings if r.get("public")]
            more = [r for r in public if r["ruling"] != "move-accepted"]
            a.say(self.key_of[game], ruling=public[-1]["sentence"] if public else None,
                  last_ruling=more[-1]["sentence"] if more else None)
        for event, number in self.rounds:
            for act in ctl("round", "log", event, str(number)):
                if act["act"] == "undo":  # the journal keeps what did not count, too
                    for fact in ("ruling", "last ruling"):
                        a.of.get((event, number, act["table"]), {}).pop(fact, None)
                elif act["act"] == "change":
                    self.of_change(a, (event, number, act.get("table", act.get("board"))), act["now"])
        return a

    @staticmethod
    def of_change(a, key, now):
        told = a.of.setdefault(key, {})
        if "result" in now:
            told["given"] = result(now["result"])
        if now.get("game") == "void":
            told.pop("given", None)
        if "white_elo" in now:
            told["white elo"] = now["white_elo"]

    def of_hall(self, hall):
        socket, session = hall.rsplit(":", 1)
        a = Account(session)
        run = subprocess.run(["tmux", "-S", socket, "capture-pane", "-p", "-t", session], capture_output=True, text=True)
        lines = run.stdout.splitlines()
        if len(lines) < 2 or "last move" not in lines[1]:
            raise Missing(session + ": its screen shows no games: %s" % (run.stderr or run.stdout).strip())
        said = re.search(r"^ \S+  (.*)  (\d+) playing, (\d+) over", lines[0])
        if said:
            rounds = re.findall(r"(\S.*?)  round (\d+)", said[1])
            a.say(HALL, rounds=", ".join("%s round %s" % one for one in rounds), playing=int(said[2]), over=int(said[3]))
        at = [m.start() for m in re.finditer("table|White|(?= clock)|Black|last move|state", lines[1])]  # a clock's mark is before it
        running = max((n for (event, n) in self.rounds), default=0)
        event = next(iter(self.rounds), ("", 0))[0]
        for line in lines[2:]:
            cells = [line[begin:end].strip() for begin, end in zip(at, at[1:] + [None])]
            if not cells[0].isdigit():
                continue
            table, white, left, black, right, last, state = cells
            key = self.hall_key(event, running, int(table), white, black)
            over = re.fullmatch(r"[-+01/2]+|void", state)
            if state == "void":
                key = [k for k in self.void.values() if k[2].startswith(table + ",")][-1]
            stopped = ">" not in left + right
            silent = next((s for g, s in self.status.items() if g in self.silent and s["pairing"][2] == int(table)), None)
            a.row(key, players=players(white, black), last_move=None if silent else last,
                  runs="white" if ">" in left else "black" if ">" in right else "none",
                  result=state if over else state[len("appealed: "):] if state.startswith("appealed: ") else None,
                  question=asked_in(state), needs=need_in(state), absent=absent_in(state),
                  state="over" if over else "running" if not re.match("appeal|record", state) else None,
                  seconds=shown_seconds(left, right) if stopped else None)
        return a

    def hall_key(self, event, running, table, white, black):
        """The hall's lines do not say the round: it is the running one's, unless another one has these players there."""
        for (event, number), pairings in reversed(self.rounds.items()):
            for p in pairings:
                if p["table"] == table and (p["white"]["name"], p["black"]["name"]) == (white, black):
                    return (event, number, table)
        return (event, running, table)

    def of_page(self):
        a = Account("page")
        hall = get(options.web + "api/v1/")
        if not hall["connected"]:
            a.faults.append("page says that flagfalld is not there")
        games = [g for g in hall["games"] if g.get("event_id") and (not options.events or g["event_id"] in options.events)]
        for g in workers.map(lambda game: get(options.web + "api/v1/games/" + game["id"])["game"], games):
            key, clock = self.key(g["event_id"], g["event_round"], g["table"], "g" + g["id"]), g["clock"]
            silent = "g" + g["id"] in self.silent
            a.row(key, players=players(g["white"]["name"], g["black"]["name"]), game="g" + g["id"], result=result(g["result"]),
                  state="over" if g["state"] == "over" else "running", board=g["board"], white_elo=g["white"].get("elo", "none"),
                  moves=tuple(m["uci"] for m in g["moves"]), notation=None if silent else san_of(g["moves"]),
                  last_move=last_move(g["moves"]), question=g["question"], absent=g["absent"] or "nobody",
                  stand="as recorded" if g["agrees"] else "otherwise",
                  last_ruling=g["ruling"]["sentence"] if g["ruling"] else None)
            if clock:
                a.say(key, runs=clock["running"])
                if clock.get("white_us") is not None and clock.get("black_us") is not None:
                    a.say(key, clocks=clocks(clock), seconds=seconds(clock))
        b = {}
        for event in hall["events"]:
            if options.events and event["id"] not in options.events:
                continue
            for one in event["rounds"]:
                a.say((event["id"], one["round"], None), state=one["state"])
                self.compare_results(a, event, one)
                for p in one["pairings"]:
                    if p["table"]:
                        b[event["id"], one["round"], p["table"]] = p
        for key, p in b.items():
            told = a.of.get(key, {})
            self.same(a, key, "result", result(p["result"]), told.get("result", result(p["result"])))
            self.same(a, key, "players", told.get("players"), players(p["white"]["name"], p["black"]["name"]))
            self.same(a, key, "game", told.get("game"), "g" + p["game"] if p["game"] else "none")
        needs = {"g" + need["game"]: need["need"] for need in get(options.web + "api/v1/attention")["needs"]}
        for game, key in self.key_of.items():
            if game in self.live:
                a.say(key, needs=needs.get(game, "nothing") if not needs.get(game, "").startswith("clock-") else "nothing")
        for board in hall["boards"]:
            a.say(("board " + board["name"], None, None), squares=board["placement"],
                  game="g" + board["game"] if board["game"] else "none")
        return a

    @staticmethod
    def compare_results(a, event, one):
        """What people read as the round's results is what the API has of it."""
        told = {p["table"]: p["result"] for p in one["pairings"] if p["table"]}
        read = csv.DictReader(get_text("%sevent/%s/round/%d.csv" % (options.web, event["id"], one["round"])).splitlines())
        shown = {int(row["table"]): row["result"].lstrip("'") for row in read if row["table"]}
        later = {p["table"]: p["result"] for e in get(options.web + "api/v1/")["events"] if e["id"] == event["id"]
                 for r in e["rounds"] if r["round"] == one["round"] for p in r["pairings"] if p["table"]}
        if shown not in (told, later):
            a.faults.append("%s, round %d: the page's results are %s, and its API's %s" % (event["id"], one["round"], shown, told))

    @staticmethod
    def same(a, key, fact, first, second):
        """The place has it twice."""
        if first not in (None, second):
            a.faults.append("%s: %s: %s says %s, and elsewhere %s" % (place(key), fact, a.name, first, second))
        a.say(key, **{fact: second})

    def of_livechess(self):
        a = Account("livechess")
        url = options.livechess.rstrip("/")
        for event, number in self.rounds:
            index = list(self.rounds).index((event, number)) - [e for e, _ in self.rounds].index(event)
            for p in get("%s/round/%s/%d" % (url, event, index))["pairings"]:
                if not p["nr"]:
                    continue
                key = (event, number, p["nr"])
                a.row(key, players=players(*(full_name(p[side]) for side in ("white", "black"))),
                      game="g" + p["uuid"] if p["uuid"] else "none",
                      state=("running" if p["live"] else "over") if p["uuid"] else None)
                word = livechess_result(p["result"])
                # it has no word for 0-0 and -/-
                if word != "*" or p["live"] or not p["uuid"]:
                    if word != "*" or self.has_word(key):
                        a.say(key, result=word)
                if p["uuid"] and "g" + p["uuid"] in self.live:
                    self.of_livechess_game(a, key, "g" + p["uuid"], get("%s/game/%s" % (url, p["uuid"])))
        for board in get(url + "/eboards"):
            if board["board"]:
                a.say(("board " + board["serialnr"], None, None), squares=board["board"])
                self.same(a, ("board " + board["serialnr"], None, None), "squares", board["board"], self.feed(board["serialnr"]))
        return a

    def feed(self, serial):
        """What a program that follows the board is told of it at first."""
        self.feeds = getattr(self, "feeds", None) or Connection(options.livechess.split("//")[1].split("/")[0])
        self.feeds.send(json.dumps({"call": "subscribe", "id": 1, "param": {"feed": "eboardevent", "id": serial,
                                                                          "param": {"serialnr": serial}}}))
        for _ in range(100):
            told = json.loads(self.feeds.hear() or "{}")
            if told.get("response") == "feed" and told.get("id") == serial and told["param"].get("board"):
                return told["param"]["board"]
        raise Missing("livechess tells nothing of board %s" % serial)

    def has_word(self, key):
        event, number, table = key
        return all(p["result"] not in ("0-0", "-/-") for p in self.rounds[event, number] if p["table"] == table)

    def of_livechess_game(self, a, key, game, told):
        word = livechess_result(told["result"])
        if word != "*":
            self.same(a, key, "result", a.of[key].get("result"), word)
        if game in self.silent:
            if told["moves"] or told["clock"]:
                a.faults.append("%s: livechess tells moves or clocks under a silent rulebook" % place(key))
            return
        if self.status[game]["moves"] and san_of(self.status[game]["moves"]):
            a.say(key, notation=tuple(move.split(" ")[0] for move in told["moves"]))
        clock = told["clock"]
        if clock:
            a.say(key, seconds="%d s, %d s" % (clock["white"], clock["black"]),
                  runs={True: "white", False: "black", None: "none"}[clock["run"]])

    def of_export(self):
        a = Account("export")
        for (event, number), pairings in self.rounds.items():
            folder = os.path.join(options.state, "export", event, "round-%d" % number)
            try:
                with open(os.path.join(folder, "index.json"), encoding="utf-8") as file:
                    index = json.load(file)
                with open(os.path.join(folder, "..", "tournament.json"), encoding="utf-8") as file:
                    tournament = json.load(file)
                with open(os.path.join(folder, "games.pgn"), encoding="utf-8") as file:
                    together = file.read()
            except (OSError, ValueError) as fault:
                raise Missing("export: %s" % fault) from None
            if options.web and not any(key[:2] == (event, number) for key in self.delayed):
                # the page's has what was played, the export's also what was not
                page = get_text("%sevent/%s/round/%d.pgn" % (options.web, event, number))
                records = [record.strip() for record in re.split(r"(?m)^(?=\[Event )", page)[1:]]
                if not all(record in together for record in records) or len(records) != sum(1 for p in pairings if p.get("game")):
                    a.faults.append("%s, round %d: the page gives other records than the export" % (event, number))
            a.say((event, number, None), going_on=tournament["rounds"][number - 1]["live"])
            for p in index["pairings"]:
                key = (event, number, p["board"])
                a.row(key, players=players(full_name(p["white"]), full_name(p["black"])), result=result(p["result"]))
                if (event, number, p["board"]) in self.key_of.values():
                    a.say(key, state="running" if p["live"] else "over")
                self.of_record(a, key, folder, together)
        return a

    def unplayed(self, key, written):
        """A record has no word for who did not come: it is written as his opponent's win."""
        given = next(p["result"] for p in self.rounds[key[:2]] if p["table"] == key[2])
        return given if {"+/-": "1-0", "-/+": "0-1", "-/-": "0-0"}.get(given) == written else written

    def of_record(self, a, key, folder, together):
        path = os.path.join(folder, "game-%d.pgn" % key[2])
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except OSError:
            if key in self.key_of.values():
                a.faults.append("%s: export has no %s" % (place(key), os.path.basename(path)))
            return
        if text.strip() not in together:
            a.faults.append("%s: export: games.pgn has another record than %s" % (place(key), os.path.basename(path)))
        if options.web and key not in self.delayed and key in self.key_of.values():
            game = next(g for g, k in self.key_of.items() if k == key)
            if get_text("%sgame/%s.pgn" % (options.web, game[1:])).strip() != text.strip():
                a.faults.append("%s: the page gives another record of it than the export" % place(key))
        tags, moves, comments = record_of(text)
        game = next((g for g, k in self.key_of.items() if k == key), None)
        pairing = next(p for p in self.rounds[key[:2]] if p["table"] == key[2])
        self.same(a, key, "result", a.of[key]["result"], self.unplayed(key, result(tags.get("Result", "").replace("*", ""))))
        self.same(a, key, "players", a.of[key]["players"], players(tags.get("White"), tags.get("Black")))
        if tags.get("Board") != str(key[2]) or tags.get("Round") != pairing["round_tag"]:
            a.faults.append("%s: export: its record is of round %s, board %s" % (place(key), tags.get("Round"), tags.get("Board")))
        if not game:
            return
        a.say(key, white_elo=tags.get("WhiteElo", "none"))
        if game not in self.silent and (game not in self.status or san_of(self.status[game]["moves"]) is not None):
            a.say(key, notation=moves)
        if "WhiteClock" in tags:
            a.say(key, seconds="%d s, %d s" % (clock_seconds(tags["WhiteClock"]), clock_seconds(tags["BlackClock"])))
        if pairing.get("given"):
            a.say(key, marked="yes" if re.search(r"arbiter (corrected|decided) the result", comments) else "no")


def read():
    try:
        return differences(Evening().accounts())
    except Missing as fault:
        return [str(fault)]


def main():
    end = time.monotonic() + options.within
    found, reads = read(), 1
    while found and (time.monotonic() < end or reads < 3):  # a machine that has much else to do reads slowly
        time.sleep(0.05)
        found, reads = read(), reads + 1
    for line in found:
        print(line)
    return 1 if found else 0


sys.exit(main())
