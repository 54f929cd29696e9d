// SPDX-License-Identifier: GPL-2.0-or-later
// All boards. A card is made once, and written to where its game has changed.
import { hall, nowUs } from "/hall.js";
import { Board } from "/board.js";
import { element, PlayerLine, lastText, stateText, rulingText } from "/parts.js";
import { readPlacement, movePath } from "/position.js";
import { eventsOf, isShown, pairingsWithout, roundOf } from "/rounds.js";
import { pairingsTable, roundLinks } from "/round-view.js";
import { say } from "/text.js";

const ROOMY = 220; // pixels of a board beside which two lines of a name, and a clock, have place twice

function write(e, text) {
	if (e.textContent !== text) e.textContent = text;
}

class Card {
	constructor(game) {
		this.kind = game.kind;
		this.board = new Board(game.kind, false);
		this.players = { white: new PlayerLine("white"), black: new PlayerLine("black") };
		this.move = element("span", { class: "move" });
		this.hall = element("span");
		this.state = element("span");
		this.said = element("p", { class: "said" });
		this.table = element("span", { class: "unseen" });
		this.link = element("a", { class: "card", href: "#/game/" + encodeURIComponent(game.id) }, this.table, this.players.black.element, this.board.svg,
			this.players.white.element, element("div", { class: "foot" }, this.move, this.hall, this.state), this.said);
		this.element = element("li", {}, this.link);
	}

	show(game) {
		// What stood before is what was shown when the move came; of a game that is shown for the first time nobody knows.
		const cells = readPlacement(game.kind, game.placement), ply = game.last ? game.last.ply : 0;
		if (ply !== this.ply) [this.before, this.ply] = [ply === this.ply + 1 ? this.cells : null, ply];
		this.cells = cells;
		const path = movePath(game.kind, game.last, this.before, cells);
		this.board.show(cells, path.cells, path.taken);
		this.players.white.show(game);
		this.players.black.show(game);
		write(this.move, lastText(game));
		write(this.hall, game.hall || "");
		this.state.className = game.state === "over" ? "end" : "";
		write(this.state, game.agrees === false && game.state !== "over" ? say("disagrees") : stateText(game));
		write(this.said, rulingText(game));
		write(this.table, game.table ? say("board", { table: game.table }) + ": " : "");
	}

	tick(game, now_us) {
		this.players.white.clock.tick(game, now_us);
		this.players.black.clock.tick(game, now_us);
	}
}

function order(a, b) {
	return (a.state === "over") - (b.state === "over") || (a.hall || "").localeCompare(b.hall || "") || (a.table || 1e9) - (b.table || 1e9) ||
		a.board.localeCompare(b.board, undefined, { numeric: true }) || Number(a.id) - Number(b.id);
}

export class GridView {
	constructor(big) {
		this.big = big;
		this.cards = new Map();
		this.list = element("ul", { class: "grid" });
		this.nothing = element("p", { class: "empty" }, say("nothing"));
		this.rest = element("div");
		this.element = element("div", {}, this.nothing, this.list, this.rest);
		document.body.classList.toggle("screen", big);
		this.onresize = () => this.fit();
		window.addEventListener("resize", this.onresize);
		this.arrange();
	}

	close() {
		document.body.classList.remove("screen", "beside", "roomy");
		window.removeEventListener("resize", this.onresize);
	}

	title() {
		const of = this.events.map((event) => `${event.name} · ${say("round", { round: event.round })}`), game = this.first;
		if (of.length || !game) return of.join(", ");
		return [game.event, game.round && say("round", { round: String(game.round).split(".")[0] })].filter(Boolean).join(" · ");
	}

	arrange() {
		const games = [...hall.games.values()].filter((game) => game.kind && isShown(hall.events, game)).sort(order);
		this.first = games[0];
		this.events = eventsOf(hall.events, games);
		for (const [id, card] of this.cards)
			if (!games.some((game) => game.id === id)) { card.element.remove(); this.cards.delete(id); }
		games.forEach((game, i) => {
			let card = this.cards.get(game.id);
			if (!card) this.cards.set(game.id, card = new Card(game));
			if (this.list.children[i] !== card.element) this.list.insertBefore(card.element, this.list.children[i] || null);
			card.show(game);
		});
		this.nothing.hidden = games.length > 0 || this.events.length > 0;
		this.arrangeRest(games);
		this.fit();
	}

	// Below the boards: tables of the round that have none, and the way to other rounds.
	arrangeRest(games) {
		const rest = this.big && games.length ? [] : this.events.flatMap((event) => {
			const pairings = pairingsWithout(roundOf(event), games);
			return [pairings.length ? pairingsTable(`${event.name} · ${say("round", { round: event.round })}`, pairings) : null,
				event.rounds.length > 1 ? roundLinks(event, event.round) : null];
		});
		this.rest.replaceChildren(...rest.filter(Boolean));
	}

	// On a big screen boards are as large as they can be without scrolling: with the players above and below, or, where their names
	// would not be legible so, beside the board.
	fit() {
		if (!this.big || !this.cards.size) return;
		const width = window.innerWidth - 16, height = window.innerHeight - 60, n = this.cards.size;
		let best = { side: 60, columns: 1, beside: false };
		for (let columns = 1; columns <= n; columns++) {
			const across = width / columns, down = height / Math.ceil(n / columns);
			for (const beside of [false, true]) {
				const side = beside ? Math.min(across - 190, down - 20) : across < 180 ? 0 : Math.min(across - 24, down - 110);
				if (side > best.side) best = { side, columns, beside };
			}
		}
		document.body.classList.toggle("beside", best.beside);
		document.body.classList.toggle("roomy", best.beside && best.side > ROOMY);
		document.body.style.setProperty("--columns", best.columns);
		document.body.style.setProperty("--side", `${best.side}px`);
	}

	change(type, data) {
		if (type !== "game") { if (type !== "online") this.arrange(); return; }
		const game = hall.games.get(data.id), card = this.cards.get(data.id);
		if (!game || !card || data.state || data.result !== undefined || data.table !== undefined) this.arrange();
		else card.show(game);
	}

	tick() {
		const now = nowUs();
		for (const [id, card] of this.cards) {
			const game = hall.games.get(id);
			if (game) card.tick(game, now);
		}
	}
}
