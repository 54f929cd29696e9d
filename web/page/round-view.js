// SPDX-License-Identifier: GPL-2.0-or-later
// A round as a table: its pairings, with results, and their games as far as they are there.
import { hall } from "/hall.js";
import { element } from "/parts.js";
import { roundOf } from "/rounds.js";
import { say } from "/text.js";

function stateOf(pairing) {
	if (pairing.result) return pairing.result;
	return say(["ready", "running", "paused", "board-gone"].includes(pairing.state) ? "running" : "not-begun");
}

function linkOf(pairing) {
	if (!pairing.game) return null;
	return hall.games.has(pairing.game)
		? element("a", { href: "#/game/" + encodeURIComponent(pairing.game) }, say("look"))
		: element("a", { href: `/game/${encodeURIComponent(pairing.game)}.pgn`, download: "" }, say("download"));
}

export function pairingsTable(caption, pairings) {
	const name = (player) => (player && player.name) || "";
	return element("table", { class: "round" }, element("caption", {}, caption),
		element("tbody", {}, ...pairings.map((pairing) => element("tr", {}, element("td", {}, String(pairing.board || "")), element("td", {}, name(pairing.white)),
			element("td", {}, pairing.bye ? "" : stateOf(pairing)), element("td", {}, name(pairing.black)), element("td", {}, linkOf(pairing))))));
}

// To all rounds of an event.
export function roundLinks(event, here) {
	return element("p", { class: "rounds" }, event.name, ...event.rounds.flatMap((round) => [" ", element("a", {
		href: round.round === event.round ? "#/" : `#/round/${encodeURIComponent(event.id)}/${round.round}`,
		"aria-current": round.round === here ? "page" : null }, say("round", { round: round.round }))]));
}

export class RoundView {
	constructor(id, number) {
		this.id = id;
		this.number = number;
		this.element = element("div");
		this.change();
	}

	close() {}

	get event() {
		return hall.events.get(this.id);
	}

	title() {
		return this.event ? `${this.event.name} · ${say("round", { round: this.number })}` : "";
	}

	change() {
		const event = this.event, round = event && roundOf(event, this.number);
		if (!round) { this.element.replaceChildren(element("p", { class: "empty" }, say("no-round"))); return; }
		this.element.replaceChildren(roundLinks(event, this.number), pairingsTable(this.title(), round.pairings),
			element("p", {}, element("a", { href: `/event/${encodeURIComponent(event.id)}/round/${this.number}.pgn`, download: "" }, say("all-games"))));
	}

	tick() {}
}
