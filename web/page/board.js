// SPDX-License-Identifier: GPL-2.0-or-later
// A board of 8×8 or 10×10 as SVG. What has not changed is not touched, so that many of them cost little.
import { sizeOf, squareName } from "/position.js";

const SVG = "http://www.w3.org/2000/svg";

function node(name, attributes, parent) {
	const e = document.createElementNS(SVG, name);
	for (const key in attributes) e.setAttribute(key, attributes[key]);
	if (parent) parent.append(e);
	return e;
}

function symbol(kind, piece) {
	if (piece === "?") return "u";
	if (sizeOf(kind) === 10) return piece === piece.toLowerCase() ? "m" : "c";
	return piece.toLowerCase();
}

function colour(kind, piece) {
	if (piece === "?") return "unknown";
	if (sizeOf(kind) === 10) return piece.toLowerCase() === "w" ? "white" : "black";
	return piece === piece.toLowerCase() ? "black" : "white";
}

export class Board {
	constructor(kind, labels) {
		this.kind = kind;
		this.size = sizeOf(kind);
		this.labels = labels;
		this.flipped = false;
		this.cells = [];
		this.uses = [];
		this.marked = [];
		this.svg = node("svg", { class: "board", viewBox: `0 0 ${this.size * 100} ${this.size * 100}`, "aria-hidden": "true" });
		this.draw();
	}

	at(cell) {
		const shown = this.flipped ? this.size * this.size - 1 - cell : cell;
		return [(shown % this.size) * 100, Math.floor(shown / this.size) * 100];
	}

	draw() {
		const all = this.size * 100;
		let dark = "";
		this.svg.replaceChildren();
		for (let cell = 0; cell < this.size * this.size; cell++) {
			const column = cell % this.size, row = Math.floor(cell / this.size);
			if ((column + row) % 2 === 1) dark += `M${column * 100} ${row * 100}h100v100h-100z`;
		}
		node("rect", { class: "light", width: all, height: all }, this.svg);
		node("path", { class: "dark", d: dark }, this.svg);
		this.marks = [0, 1].map(() => node("rect", { class: "last", width: 95, height: 95, display: "none" }, this.svg));
		if (this.labels) this.drawLabels();
		this.pieces = node("g", {}, this.svg);
		this.uses = [];
		const cells = this.cells, marked = this.marked;
		this.cells = [];
		this.marked = [];
		this.show(cells, marked);
	}

	// A label on a dark square is another colour than one on a light square.
	drawLabels() {
		const label = (x, y, text, onDark) => node("text", { class: "label" + (onDark ? " on-dark" : ""), x, y }, this.svg).textContent = text;
		for (let cell = 0; cell < this.size * this.size; cell++) {
			const [x, y] = this.at(cell), name = squareName(this.kind, cell);
			const onDark = (x + y) / 100 % 2 === 1;
			const last = y === (this.size - 1) * 100, first = x === 0;
			if (this.size === 10) {
				if (name) label(x + 5, y + 20, name, onDark);
				continue;
			}
			if (first) label(x + 5, y + 22, name[1], onDark);
			if (last) label(x + 84, y + 94, name[0], onDark);
		}
	}

	flip() {
		this.flipped = !this.flipped;
		this.draw();
	}

	show(cells, marked) {
		for (let i = 0; i < cells.length; i++) {
			if (this.cells[i] === cells[i]) continue;
			if (this.uses[i]) this.uses[i].remove();
			this.uses[i] = null;
			if (cells[i]) {
				const [x, y] = this.at(i);
				this.uses[i] = node("use", { href: "#" + symbol(this.kind, cells[i]), class: colour(this.kind, cells[i]), x, y, width: 100, height: 100 }, this.pieces);
			}
		}
		this.cells = cells;
		if (marked.join() !== this.marked.join() || !this.marked.length) {
			this.marks.forEach((mark, i) => {
				if (marked[i] === undefined) { mark.setAttribute("display", "none"); return; }
				const [x, y] = this.at(marked[i]);
				mark.setAttribute("x", x + 2.5);
				mark.setAttribute("y", y + 2.5);
				mark.removeAttribute("display");
			});
		}
		this.marked = marked;
	}
}
