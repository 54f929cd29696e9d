// SPDX-License-Identifier: GPL-2.0-or-later
// The hall as the server tells of it: a stream of changes, which goes on where it ended when the connection was lost.
export const hall = { connected: true, online: true, halls: [], games: new Map(), events: new Map() };

let offsetUs = null; // the server's wall clock, less this machine's
let source = null;
let tell = () => {};

export function nowUs() {
	return Date.now() * 1000 + (offsetUs ?? 0);
}

// Of many messages, the one that was on its way for the shortest time says it best.
function takeTime(us) {
	const offset = us - Date.now() * 1000;
	if (offsetUs === null || offset > offsetUs) offsetUs = offset;
}

// Changes of one thing: moves from an index on, all else as it is now.
function apply(map, change) {
	if (change.removed) {
		map.delete(change.id);
		return;
	}
	const old = map.get(change.id) || { moves: [] };
	const { moves, moves_from: from, ...rest } = change;
	Object.assign(old, rest);
	if (moves) old.moves = old.moves.slice(0, from ?? 0).concat(moves);
	map.set(change.id, old);
}

function begin(data, only) {
	if (!only) {
		hall.games.clear();
		hall.events.clear();
		for (const game of data.games) hall.games.set(game.id, { moves: [], ...game });
		for (const event of data.events) hall.events.set(event.id, event);
	} else {
		hall.games.delete(only);
		if (data.game) hall.games.set(only, data.game);
	}
	hall.connected = data.connected;
	hall.halls = data.halls || [];
}

// only: the id of a game, or null for all of them, without their moves.
export function follow(only, onChange) {
	if (source) source.close();
	tell = onChange;
	source = new EventSource("/api/v1/stream" + (only ? "?game=" + encodeURIComponent(only) : ""));
	const on = (type, take) =>
		source.addEventListener(type, (message) => {
			const data = JSON.parse(message.data);
			if (data.now_us) takeTime(data.now_us);
			take(data);
			tell(type, data);
		});
	on("begin", (data) => begin(data, only));
	on("game", (data) => apply(hall.games, data));
	on("event", (data) => apply(hall.events, data));
	on("hall", (data) => { hall.connected = data.connected; hall.halls = data.halls || []; });
	source.onopen = () => { hall.online = true; tell("online", null); };
	source.onerror = () => {
		hall.online = false;
		tell("online", null);
		// a server that is restarted may answer with an error once: then the browser gives up, and this does not
		if (source.readyState === EventSource.CLOSED) setTimeout(() => follow(only, onChange), 2000);
	};
}
