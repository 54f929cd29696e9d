// SPDX-License-Identifier: GPL-2.0-or-later
// What several views have: elements, a player's line, and what is said of a game.
import { ClockFace } from "/clock.js";
import { say, sentence } from "/text.js";
import { moveText } from "/position.js";

// Text goes in as text: a name cannot be anything else.
export function element(name, attributes = {}, ...children) {
	const e = document.createElement(name);
	for (const key in attributes) {
		if (attributes[key] === null || attributes[key] === undefined || attributes[key] === false) continue;
		if (key.startsWith("on")) e.addEventListener(key.slice(2), attributes[key]);
		else e.setAttribute(key, attributes[key] === true ? "" : attributes[key]);
	}
	e.append(...children.filter((c) => c !== null && c !== undefined));
	return e;
}

export function write(e, text) {
	if (e.textContent !== text) e.textContent = text;
}

export function nameOf(game, side) {
	return (game[side] && game[side].name) || say(side);
}

export class PlayerLine {
	constructor(side) {
		this.side = side;
		this.clock = new ClockFace(side);
		this.name = element("span", { class: "name" });
		this.element = element("div", { class: "player" }, element("span", { class: "side " + side, "aria-hidden": "true" }), element("span", { class: "unseen" }, say(side) + " "), this.name, this.clock.element);
	}

	// game: or a pairing, which has no clock
	show(game, reading) {
		const player = game[this.side] || {}, text = [player.title, nameOf(game, this.side), player.elo, player.fed].join("\n");
		if (this.text !== text) {
			this.text = text;
			this.name.replaceChildren(element("span", { class: "own" }, player.title ? element("span", { class: "title" }, player.title + " ") : "", nameOf(game, this.side)),
				...["elo", "fed"].filter((key) => player[key]).map((key) => element("span", { class: key }, player[key])));
		}
		this.clock.show(game, reading);
	}
}

export function lastText(game) {
	if (!game.last) return "";
	const number = Math.floor((game.last.ply + 1) / 2) + (game.last.ply % 2 ? "." : "…");
	return `${number} ${moveText(game.last)}`;
}

const PRINTED = { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½", "0-0": "0–0", "2-0": "2–0", "0-2": "0–2", "1-1": "1–1", "+/-": "+:–", "-/+": "–:+", "-/-": "–:–" };

export function resultText(game) {
	return game.result === "void" ? say("void") : PRINTED[game.result] || game.result;
}

export function stateText(game) {
	if (game.state === "over") return [resultText(game) || say("over"), game.question ? say("appealed") : ""].filter(Boolean).join(" · ");
	if (game.state === "board-gone") return say("board-gone");
	if (game.absent) return say("absent-" + game.absent);
	return game.delayed ? "" : say(game.clock && game.clock.running === "none" && !game.plies ? "start" : "running");
}

// A ruling that is more than a move: what it says, and by which article.
export function rulingText(game) {
	if (!game.ruling) return game.question ? say("question") : "";
	const articles = (game.ruling.articles || []).join(", ");
	const text = sentence(game.ruling);
	return articles && !articles.split(", ").some((a) => text.includes(a)) ? `${text} (${say("article", { articles })})` : text;
}

function span(seconds) {
	const [unit, n] = seconds % 3600 === 0 ? ["hours", seconds / 3600] : seconds % 60 === 0 ? ["minutes", seconds / 60] : ["seconds", seconds];
	return say(unit, { n });
}

// "40/7200+30:1800": [{moves, seconds, more}]; null: it is not written so.
export function periodsOf(control) {
	const periods = control.split(":").map((text) => {
		const [all, moves, seconds, more] = text.match(/^(?:(\d+)\/)?(\d+)(?:\+(\d+))?$/) || [];
		return all ? { moves: Number(moves) || 0, seconds: Number(seconds), more: Number(more) || 0 } : null;
	});
	return periods.includes(null) ? null : periods;
}

// In words; what is not written so stays as it is.
export function controlText(control) {
	const periods = periodsOf(control);
	if (!periods) return control;
	return periods.map(({ moves, seconds, more }) => {
		const time = span(seconds) + (more ? " + " + span(more) : "");
		return moves ? say("for-moves", { time, moves }) : time;
	}).join(", ");
}

// "2026.01.31" as people write it; what is not known of it stays as it is.
export function dateText(date) {
	const [all, year, month, day] = (date || "").match(/^(\d{4})\.(\d\d)\.(\d\d)$/) || [];
	return all ? [say("day", { n: Number(day) }), say("month-" + Number(month)), year].join(" ") : date;
}
