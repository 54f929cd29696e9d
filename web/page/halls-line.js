// SPDX-License-Identifier: GPL-2.0-or-later
// Of a centre: a line with its halls, whether all of each is here, and how late it comes.
import { hall } from "/hall.js";
import { element } from "/parts.js";
import { say } from "/text.js";

function lagText(ms) {
	return ms < 1000 ? say("milliseconds", { n: ms }) : say("seconds", { n: (ms / 1000).toFixed(1) });
}

function stateText(one) {
	const word = say("hall-" + one.state, { n: one.behind });
	return one.state === "whole" || one.state === "behind" ? `${word}, ${lagText(one.lag_ms)}` : word;
}

let shown = null;

export function showHalls(list) {
	const now = JSON.stringify(hall.halls);
	if (now === shown) return;
	shown = now;
	list.hidden = hall.halls.length === 0;
	list.setAttribute("aria-label", say("halls"));
	list.replaceChildren(...hall.halls.map((one) => element("li", { class: one.state }, element("b", {}, one.hall), " ", stateText(one))));
}
