// SPDX-License-Identifier: GPL-2.0-or-later
// All boards of the hall, or of an event: what somebody looks for, favourites first, and else table by table.
import { hall, nowUs } from "/hall.js";
import { element, nameOf, write } from "/parts.js";
import { CardList } from "/card.js";
import { entriesOf } from "/rounds.js";
import { isFavourite } from "/favourites.js";
import { Fresh } from "/table-view.js";
import { say } from "/text.js";

function isStarred({ game, pairing }) {
	return ["white", "black"].some((side) => isFavourite(nameOf(game || pairing, side)));
}

// Without accents.
function plain(text) {
	return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

// A number is a table's; words are a player's, in any order: his name's, and what else is known of him.
function matches(entry, wanted) {
	if (/^\d+$/.test(wanted)) return String(entry.table).startsWith(wanted);
	const of = entry.game || entry.pairing, words = wanted.split(/[\s,]+/);
	return ["white", "black"].some((side) => {
		const { title, fed, team } = of[side] || {}, known = plain([nameOf(of, side), title, fed, team].join(" "));
		return words.every((word) => known.includes(word));
	});
}

// What is played, where no event has its head above: as the games' records say it.
function headingOf(entries) {
	const said = new Set(entries.map(({ game }) => (game ? [game.event, game.round && say("round", { round: String(game.round).split(".")[0] })].filter(Boolean).join(" · ") : "")));
	return said.size === 1 && [...said][0] ? [...said][0] : say("boards");
}

export class GridView {
	constructor(event) {
		this.event = event;
		this.list = element("ul", { class: "grid" });
		this.cards = new CardList(this.list, () => this.arrange());
		this.nothing = element("p", { class: "empty" });
		this.input = element("input", { type: "search", "aria-label": say("search"), placeholder: say("search") + "  /", oninput: () => this.arrange() });
		this.heading = event ? null : element("h1");
		this.element = element("div", { class: "boards" }, this.heading, element("div", { class: "tools" }, this.input), this.nothing, this.list);
		this.onkey = (event) => this.key(event);
		document.addEventListener("keydown", this.onkey);
		this.fresh = new Fresh("header.event");
		this.arrange();
	}

	close() {
		document.removeEventListener("keydown", this.onkey);
		this.fresh.close();
	}

	arrange() {
		const wanted = plain(this.input.value.trim()), all = entriesOf(hall.events, [...hall.games.values()].filter((game) => game.kind), this.event);
		const entries = all.filter((entry) => !wanted || matches(entry, wanted));
		entries.sort((a, b) => isStarred(b) - isStarred(a)); // else they stay as they stand
		this.cards.arrange(entries);
		if (this.heading) write(this.heading, headingOf(all));
		this.nothing.hidden = entries.length > 0;
		this.nothing.textContent = say(all.length ? "not-found" : "nothing");
		this.input.hidden = all.length < 2;
	}

	// "/" searches, arrows go from table to table, Enter opens what is found first.
	key(event) {
		if (event.ctrlKey || event.altKey || event.metaKey) return;
		const links = [...this.list.querySelectorAll("a.cover[href]")], at = links.indexOf(document.activeElement);
		if (document.activeElement === this.input) {
			if (event.key === "Escape") { this.input.value = ""; this.arrange(); this.input.blur(); }
			if (event.key === "Enter" && links[0]) links[0].click();
			if (event.key === "ArrowDown" && links[0]) links[0].focus();
			return;
		}
		if (event.key === "/") { event.preventDefault(); this.input.focus(); return; }
		const columns = getComputedStyle(this.list).gridTemplateColumns.split(" ").length;
		const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
		if (at < 0 || !by || !links[at + by]) return;
		event.preventDefault();
		links[at + by].focus();
	}

	change(type, data) {
		if (type === "event" && data.id === this.event) this.fresh.ask();
		if (type !== "game") { if (type !== "online") this.arrange(); return; }
		const game = hall.games.get(data.id);
		if (!game || data.state || data.result !== undefined || data.table !== undefined || data.white || data.black || !this.cards.show(data.id, game)) this.arrange();
	}

	tick() {
		this.cards.tick(hall.games, nowUs());
	}
}
