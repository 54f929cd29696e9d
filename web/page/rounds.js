// SPDX-License-Identifier: GPL-2.0-or-later
// Which round of an event is shown, and which games are its. events: by their ids.
export function roundOf(event, number = event.round) {
	return event.rounds.find((round) => round.round === number);
}

// Is it shown among the boards? Of an event the games of the round that runs, and of others what goes on still or is asked about.
export function isShown(events, game) {
	const event = events.get(game.event_id);
	if (!event || !event.round) return true;
	if (game.event_round === event.round) return game.result !== "void";
	return game.state !== "over" || Boolean(game.question);
}

function latest(round) {
	return Math.max(0, ...round.pairings.map((pairing) => Number(pairing.game) || 0));
}

// The events of the boards that are shown; where none is, that in which a game began last.
export function eventsOf(events, games) {
	const all = [...events.values()].filter((event) => roundOf(event));
	const shown = all.filter((event) => roundOf(event).state !== "closed" || games.some((game) => game.event_id === event.id && game.event_round === event.round));
	if (shown.length || games.length) return shown;
	return all.sort((a, b) => latest(roundOf(b)) - latest(roundOf(a))).slice(0, 1);
}

// Pairings of a round whose boards are not shown: not begun, decided without a game, or over and not remembered any more.
export function pairingsWithout(round, games) {
	return round.pairings.filter((pairing) => pairing.table && !games.some((game) => game.id === pairing.game));
}

// What stands in the hall, table by table: {key, table, hall, event, game or pairing, where}: where
// says what tells it from another one of that number. A table keeps its place from the pairing to the result.
// only: the id of an event, null all.
export function entriesOf(events, games, only = null) {
	const shown = games.filter((game) => isShown(events, game) && (!only || game.event_id === only));
	const of = only ? [events.get(only)].filter((event) => event && roundOf(event)) : eventsOf(events, shown);
	const entries = shown.map((game) => ({ key: "game " + game.id, table: game.table || 0, hall: game.hall || "", event: game.event_id || "", game }));
	for (const event of of)
		for (const pairing of pairingsWithout(roundOf(event), shown))
			entries.push({ key: `${event.id} ${pairing.table}`, table: pairing.table, hall: "", event: event.id, pairing });
	const several = !only && new Set(entries.map((entry) => entry.event)).size > 1;
	for (const entry of entries) entry.where = [entry.hall, several ? (events.get(entry.event) || { name: "" }).name : ""].filter(Boolean).join(" · ");
	return entries.sort((a, b) => a.hall.localeCompare(b.hall) || a.event.localeCompare(b.event) || (a.table || 1e9) - (b.table || 1e9) ||
		((a.game && a.game.board) || "").localeCompare((b.game && b.game.board) || "", undefined, { numeric: true }) || Number(a.game && a.game.id) - Number(b.game && b.game.id));
}
