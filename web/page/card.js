// SPDX-License-Identifier: GPL-2.0-or-later
// A table among others: its number, its players with their clocks, and its board; or its pairing, where there is no board. It is made once, and
// written to where something has changed.
import { Board } from "/board.js";
import { element, write, PlayerLine, lastText, nameOf, resultText, stateText, rulingText } from "/parts.js";
import { readPlacement, movePath } from "/position.js";
import { isFavourite, toggleFavourite } from "/favourites.js";
import { say } from "/text.js";

function star(side, onToggle) {
	return element("button", { type: "button", class: "star", onclick: (event) => { event.preventDefault(); onToggle(side); } }, "☆");
}

export class Card {
	// onStar: a favourite was chosen, null there are none
	constructor(entry, onStar) {
		const game = entry.game;
		this.number = element("span", { class: "number" });
		this.state = element("span", { class: "state" });
		this.where = element("span", { class: "where" });
		this.players = { white: new PlayerLine("white"), black: new PlayerLine("black") };
		this.stars = {};
		for (const side of onStar ? ["white", "black"] : []) {
			this.stars[side] = star(side, () => { toggleFavourite(nameOf(this.shown, side)); onStar(); });
			this.players[side].element.insertBefore(this.stars[side], this.players[side].clock.element);
		}
		this.move = element("span", { class: "move" });
		this.said = element("p", { class: "said" });
		this.band = element("div", { class: "band", hidden: true });
		this.board = game ? new Board(game.kind, false) : null;
		this.link = element("a", { class: "cover" });
		this.element = element("li", { class: game ? "card" : "card waiting" }, element("div", { class: "top" }, this.link, this.number, this.where, this.state),
			this.players.black.element, game ? element("div", { class: "table" }, this.board.svg) : null, this.players.white.element, element("div", { class: "foot" }, this.move, this.band), this.said);
	}

	show({ game, pairing, table, where }) {
		const of = this.shown = game || pairing, over = game ? game.state === "over" : Boolean(pairing.result);
		if (game) this.showBoard(game);
		this.players.white.show(of);
		this.players.black.show(of);
		for (const side in this.stars) this.showStar(side, nameOf(of, side));
		write(this.number, table ? String(table) : "");
		write(this.where, where);
		const state = over ? "" : game ? (game.agrees === false ? say("disagrees") : stateText(game)) : pairing.absent ? say("absent-" + pairing.absent) : say("not-begun");
		write(this.state, game && state === say("running") ? "" : state);
		write(this.said, game ? rulingText(game) : "");
		const band = over ? [resultText(of) || say("over"), of.question || of.appealed ? say("appealed") : ""].filter(Boolean).join(" · ") : "";
		write(this.band, band);
		this.band.hidden = !band;
		const name = [table ? say("board", { table }) : "", `${nameOf(of, "white")} – ${nameOf(of, "black")}`, band].filter(Boolean).join(", ");
		const id = game ? game.id : pairing.game, label = this.link.getAttribute("aria-label");
		this.link.hidden = !id;
		if (id && label !== name) {
			this.link.setAttribute("aria-label", name);
			this.link.setAttribute("href", "/game/" + encodeURIComponent(id));
		}
	}

	showBoard(game) {
		// What stood before is what was shown when the move came; of a game that is shown for the first time nobody knows.
		const cells = readPlacement(game.kind, game.placement), ply = game.last ? game.last.ply : 0;
		if (ply !== this.ply) [this.before, this.ply] = [ply === this.ply + 1 ? this.cells : null, ply];
		this.cells = cells;
		const path = movePath(game.kind, game.last, this.before, cells);
		this.board.show(cells, path.cells, path.taken);
		write(this.move, lastText(game));
	}

	showStar(side, name) {
		const is = isFavourite(name), e = this.stars[side], label = say("favourite", { name });
		write(e, is ? "★" : "☆");
		if (e.getAttribute("aria-pressed") === String(is) && e.getAttribute("aria-label") === label) return;
		e.setAttribute("aria-pressed", String(is));
		e.setAttribute("aria-label", label);
	}

	tick(game, now_us) {
		this.players.white.clock.tick(game, now_us);
		this.players.black.clock.tick(game, now_us);
	}
}

// The cards of a list, in its order: added, moved and removed as little as possible.
export class CardList {
	constructor(list, onStar) {
		this.list = list;
		this.onStar = onStar;
		this.cards = new Map();
		this.byGame = new Map();
	}

	arrange(entries) {
		const keys = new Set(entries.map((entry) => entry.key));
		for (const [key, card] of this.cards)
			if (!keys.has(key)) { card.element.remove(); this.cards.delete(key); }
		this.byGame.clear();
		entries.forEach((entry, i) => {
			let card = this.cards.get(entry.key);
			if (!card) this.cards.set(entry.key, card = new Card(entry, this.onStar));
			if (this.list.children[i] !== card.element) this.list.insertBefore(card.element, this.list.children[i] || null);
			card.entry = entry;
			if (entry.game) this.byGame.set(entry.game.id, card);
			card.show(entry);
		});
	}

	// False: it has no card here.
	show(id, game) {
		const card = this.byGame.get(id);
		if (card) card.show({ ...card.entry, game });
		return Boolean(card);
	}

	tick(games, now_us) {
		for (const [id, card] of this.byGame) {
			const game = games.get(id);
			if (game) card.tick(game, now_us);
		}
	}
}
