#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Which games and tables the page shows of several rounds and events: web/page/rounds.js, run by node.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v node >/dev/null || { skip "the page's rounds" "node is not installed"; plan; exit; }
cp web/page/rounds.js "$work/rounds.mjs"
cat >"$work/test.mjs" <<'END'
import { entriesOf, eventsOf, isShown, pairingsWithout, roundOf } from "./rounds.mjs";
const pairing = (table, game, state, result) => ({ table, game, state, result, bye: "" });
const event = (id, round, rounds) => ({ id, name: id, round, rounds });
const game = (id, event_id, event_round, state, more) => ({ id, event_id, event_round, state, result: "", ...more });
const is = (what, got, wanted) => {
	const ok = JSON.stringify(got) === JSON.stringify(wanted);
	console.log(`${ok ? "same" : "other"}: ${what}${ok ? "" : `: ${JSON.stringify(got)}`}`);
};
const first = { round: 1, state: "closed", pairings: [pairing(1, "1", "over", "1-0"), pairing(2, "2", "over", "0-1")] };
const second = { round: 2, state: "running", pairings: [pairing(1, "3", "running", ""), pairing(2, "", "waiting", ""), { table: 0, game: "", bye: "half" }] };
const events = new Map([["club", event("club", 2, [first, second])], ["old", event("old", 1, [{ ...first, pairings: [pairing(1, "9", "over", "1-0")] }])]]);
const games = [game("1", "club", 1, "over", { result: "1-0" }), game("2", "club", 1, "running"), game("3", "club", 2, "running"),
	game("4", "club", 2, "over", { result: "void" }), game("5", "club", 1, "over", { question: "appeal" }), game("6", undefined, undefined, "over")];
const shown = games.filter((one) => isShown(events, one));
is("the round that runs, what goes on or is appealed, and games of no event", shown.map((one) => one.id), ["2", "3", "5", "6"]);
is("the event that runs is named", eventsOf(events, shown).map((one) => one.id), ["club"]);
is("a table that has not begun has no board", pairingsWithout(second, shown).map((one) => one.table), [2]);
const tables = (only) => entriesOf(events, games.map((one, i) => ({ table: i + 1, board: "", ...one })), only).map((one) => [one.event, one.table, one.game ? one.game.id : "no board"]);
is("tables stand in their order, also those without a board", tables(null), [["", 6, "6"], ["club", 2, "2"], ["club", 2, "no board"], ["club", 3, "3"], ["club", 5, "5"]]);
is("of one event", tables("old"), [["old", 1, "no board"]]);
events.set("club", event("club", 2, [first, { ...second, state: "closed", pairings: [pairing(1, "12", "over", "1-0")] }]));
is("all is over and forgotten: the round that was played last", eventsOf(events, []).map((one) => one.id), ["club"]);
is("all of it", pairingsWithout(roundOf(events.get("club")), []).map((one) => one.game), ["12"]);
is("the first round", roundOf(events.get("club"), 1), first);
is("a game of no event alone: no event is named", eventsOf(new Map(), [games[5]]), []);
END
node "$work/test.mjs" >"$work/said" 2>&1
while read -r line; do
	case $line in
	same:*) pass "${line#same: }" ;;
	*) fail "$line" ;;
	esac
done <"$work/said"
plan
