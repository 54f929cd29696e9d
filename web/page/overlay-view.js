// SPDX-License-Identifier: GPL-2.0-or-later
// One table for a broadcast, on nothing: /overlay/TABLE, ?board with its board, ?event=ID of that event. What is played there next follows by itself.
import { hall, nowUs } from "/hall.js";
import { element } from "/parts.js";
import { CardList } from "/card.js";
import { entriesOf } from "/rounds.js";
import { say } from "/text.js";

export class OverlayView {
	constructor(table, event, withBoard) {
		this.table = table;
		this.event = event;
		this.list = element("ul", { class: "overlay" + (withBoard ? "" : " bars") });
		this.nothing = element("p", { class: "unseen" }, say("no-table"));
		this.element = element("div", {}, element("h1", { class: "unseen" }, say("board", { table })), this.list, this.nothing);
		this.cards = new CardList(this.list, null);
		document.documentElement.classList.add("transparent");
	}

	close() {
		document.documentElement.classList.remove("transparent");
	}

	change(type) {
		if (type === "online") return;
		const games = [...hall.games.values()].filter((game) => game.kind);
		this.cards.arrange(entriesOf(hall.events, games, this.event).filter((entry) => entry.table === this.table).slice(0, 1));
		this.nothing.hidden = this.cards.cards.size > 0;
	}

	tick() {
		this.cards.tick(hall.games, nowUs());
	}
}
