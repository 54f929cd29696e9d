// SPDX-License-Identifier: GPL-2.0-or-later
// Both players' time left, move by move: two lines, and where the shown move is.
import { element, periodsOf } from "/parts.js";
import { say } from "/text.js";

const SVG = "http://www.w3.org/2000/svg", WIDTH = 300, HEIGHT = 60;

function node(name, attributes) {
	const e = document.createElementNS(SVG, name);
	for (const key in attributes) e.setAttribute(key, attributes[key]);
	return e;
}

// What each move took: the clock's loss and what was added; null where that cannot be said.
export function timesUsed(moves, control) {
	const periods = periodsOf(control || ""), more = periods && periods.length === 1 ? periods[0].more * 1e6 : null;
	const left = { white: periods ? periods[0].seconds * 1e6 : null, black: periods ? periods[0].seconds * 1e6 : null };
	return moves.map((move) => {
		const before = left[move.side];
		left[move.side] = move.left_us;
		if (before === null || move.left_us === null || more === null) return null;
		const used = before - move.left_us + more;
		return used >= 0 ? used : null;
	});
}

export class ClocksGraph {
	constructor() {
		this.lines = { white: node("polyline", { class: "white" }), black: node("polyline", { class: "black" }) };
		this.here = node("line", { class: "here", y1: 0, y2: HEIGHT });
		this.svg = node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "clocks-graph", role: "img", "aria-label": say("clocks-graph") });
		this.svg.append(this.here, this.lines.white, this.lines.black);
		this.element = element("div", { class: "clocks" }, this.svg, element("p", { class: "legend", "aria-hidden": "true" }, ...["white", "black"].map((side) => element("span", { class: side }, say(side)))));
	}

	show(moves, at) {
		const told = moves.filter((move) => move.left_us !== null), most = Math.max(1, ...told.map((move) => move.left_us)), all = Math.max(1, moves.length);
		const x = (ply) => ((ply / all) * WIDTH).toFixed(1), y = (us) => (HEIGHT - 2 - (us / most) * (HEIGHT - 4)).toFixed(1);
		for (const side of ["white", "black"])
			this.lines[side].setAttribute("points", told.filter((move) => move.side === side).map((move) => `${x(move.ply)},${y(move.left_us)}`).join(" "));
		this.here.setAttribute("x1", x(at));
		this.here.setAttribute("x2", x(at));
		this.element.hidden = told.length < 3;
	}
}
