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
	return round.pairings.filter((pairing) => pairing.board && !games.some((game) => game.id === pairing.game));
}
