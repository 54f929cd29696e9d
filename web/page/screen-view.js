// SPDX-License-Identifier: GPL-2.0-or-later
// For a screen that nobody touches: all boards, as large as they can be, or a list for the foyer. What does not fit is on further pages,
// which turn by themselves.
import { hall, nowUs } from "/hall.js";
import { element, nameOf, resultText, stateText } from "/parts.js";
import { CardList } from "/card.js";
import { ClockFace } from "/clock.js";
import { entriesOf, eventsOf, roundOf } from "/rounds.js";
import { say } from "/text.js";

const TURN_MS = 12000;
const MOST_BOARDS = 20; // on a screen
const LINES = 20; // of the list, in a column
const LEAST_TEXT = 0.0125, MOST_TEXT = 0.045; // of the screen's height

// How boards are largest in that place: in so many columns, with the names above and below, or beside them.
export function bestFit(n, width, height, screenHeight) {
	let best = { side: 0 };
	for (let columns = 1; columns <= n; columns++) {
		const across = width / columns, down = height / Math.ceil(n / columns);
		for (const beside of [false, true]) {
			let text = LEAST_TEXT * screenHeight, side = 0;
			for (let i = 0; i < 4; i++) { // the text grows with the board, and takes its place
				side = Math.floor(beside ? Math.min(down - text, across - 12 * text) : Math.min(across - text, down - 7.4 * text));
				text = Math.min(MOST_TEXT * screenHeight, Math.max(LEAST_TEXT * screenHeight, side * 0.06));
			}
			side = Math.floor(beside ? Math.min(down - text, across - 12 * text) : Math.min(across - text, down - 7.4 * text));
			if (side > best.side) best = { side, columns, beside, text, across, down };
		}
	}
	// what place is left the names have
	const { side, text, across, down, beside } = best, free = beside ? Math.min((across - side) / 12.5, down / 15) : Math.min((down - side) / 8, across / 17);
	best.text = Math.min(MOST_TEXT * screenHeight, Math.max(text, free));
	best.roomy = !beside && down - side > 13 * best.text;
	return best;
}

function line(entry) {
	const of = entry.game || entry.pairing, clocks = entry.game && entry.game.state !== "over" ? { white: new ClockFace("white"), black: new ClockFace("black") } : null;
	const result = of.result ? resultText(of) : entry.game ? "" : "–";
	if (clocks) for (const side in clocks) clocks[side].show(entry.game);
	const player = (side) => element("td", { class: "who" }, of[side] && of[side].title ? element("span", { class: "title" }, of[side].title + " ") : "", nameOf(of, side));
	const e = element("tr", {}, element("th", { scope: "row" }, entry.table ? String(entry.table) : "", entry.where ? element("span", { class: "where" }, entry.where) : null), player("white"), element("td", { class: "mid" }, clocks ? clocks.white.element : ""),
		element("td", { class: "mid result" }, result || (clocks ? "–" : stateText(of))), element("td", { class: "mid" }, clocks ? clocks.black.element : ""), player("black"));
	return { element: e, tick: (now) => { if (clocks) for (const side in clocks) clocks[side].tick(entry.game, now); } };
}

export class ScreenView {
	constructor(isList) {
		this.isList = isList;
		this.page = 0;
		this.lines = [];
		this.heading = element("a", { href: "/" }); // who got here on a phone comes back
		this.foot = element("span", { class: "page" });
		this.list = isList ? element("div", { class: "columns" }) : element("ul", { class: "grid" });
		this.nothing = element("p", { class: "empty" }, say("nothing"));
		this.element = element("div", { class: "screen-view" }, element("div", { class: "screen-head" }, element("h1", {}, this.heading), this.foot), this.nothing, this.list);
		this.cards = isList ? null : new CardList(this.list, null);
		document.body.classList.add("screen");
		this.onresize = () => this.arrange();
		window.addEventListener("resize", this.onresize);
		this.timer = setInterval(() => { this.page++; this.arrange(); }, TURN_MS);
	}

	close() {
		document.body.classList.remove("screen", "beside", "roomy");
		window.removeEventListener("resize", this.onresize);
		clearInterval(this.timer);
	}

	// Between rounds the foyer sees who meets whom next.
	nextRound(events) {
		const round = this.isList && events.length === 1 ? roundOf(events[0]) : null;
		return round && round.state === "open" ? round : null;
	}

	head(events, games) {
		const of = events.map((event) => `${event.name} · ${say("round", { round: event.round })}`), game = games[0];
		if (of.length || !game) return of.join(", ") || "Flagfall";
		return [game.event, game.round && say("round", { round: String(game.round).split(".")[0] })].filter(Boolean).join(" · ");
	}

	arrange() {
		const games = [...hall.games.values()].filter((game) => game.kind), all = entriesOf(hall.events, games);
		const events = eventsOf(hall.events, all.filter((entry) => entry.game).map((entry) => entry.game)), next = this.nextRound(events);
		const most = this.isList ? 2 * LINES : MOST_BOARDS, entries = this.isList ? all : all.filter((entry) => entry.game);
		const pages = Math.max(1, Math.ceil(entries.length / most));
		this.page %= pages;
		// of two pages each has half
		const each = Math.ceil(entries.length / pages), shown = entries.slice(this.page * each, (this.page + 1) * each);
		this.heading.textContent = next ? say("pairings-of", { round: next.round }) : this.head(events, games);
		this.foot.textContent = pages > 1 ? say("page-of", { n: this.page + 1, all: pages }) : "";
		this.nothing.hidden = entries.length > 0;
		if (this.isList) this.showLines(shown);
		else this.showBoards(shown);
	}

	// In one column, or in two where that is too small to be read.
	showLines(entries) {
		const columns = entries.length > LINES && window.innerWidth > window.innerHeight ? 2 : 1, rows = Math.max(6, Math.ceil(entries.length / columns));
		const high = Math.min(window.innerHeight * 0.08, (window.innerHeight * 0.9) / rows);
		document.body.style.setProperty("--line", `${high}px`);
		document.body.style.setProperty("--text", `${Math.min(high * 0.5, window.innerWidth / columns / 45)}px`);
		this.lines = entries.map(line);
		this.list.replaceChildren(...[this.lines.slice(0, rows), this.lines.slice(rows)].filter((part) => part.length).map((part) =>
			element("table", { class: entries.some((one) => one.where) ? "lines several" : "lines" }, element("tbody", {}, ...part.map((one) => one.element)))));
	}

	showBoards(entries) {
		const height = window.innerHeight, fit = bestFit(entries.length || 1, window.innerWidth * 0.99, height * 0.935, height), style = document.body.style;
		style.setProperty("--columns", fit.columns);
		style.setProperty("--rows", Math.ceil((entries.length || 1) / fit.columns));
		style.setProperty("--side", `${fit.side}px`);
		style.setProperty("--text", `${fit.text}px`);
		document.body.classList.toggle("beside", fit.beside);
		document.body.classList.toggle("roomy", fit.roomy);
		this.cards.arrange(entries);
	}

	change(type, data) {
		const game = type === "game" && hall.games.get(data.id);
		if (type === "online") return;
		if (!this.isList && game && !data.state && data.result === undefined && this.cards.show(data.id, game)) return;
		if (this.isList && game && !data.state && data.result === undefined && !data.clock) return;
		this.arrange();
	}

	tick() {
		const now = nowUs();
		if (this.cards) this.cards.tick(hall.games, now);
		for (const one of this.lines) one.tick(now);
	}
}
