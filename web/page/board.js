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
		this.taken = [];
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
		this.marks = node("g", {}, this.svg);
		if (this.labels && this.size === 8) this.drawLabels();
		this.pieces = node("g", {}, this.svg);
		if (this.labels && this.size === 10) this.drawLabels();
		this.uses = [];
		const cells = this.cells, marked = this.marked, taken = this.taken;
		this.cells = [];
		this.marked = this.taken = [];
		this.show(cells, marked, taken);
	}

	// A label on a dark square is another colour than one on a light square.
	drawLabels() {
		const label = (x, y, text, onDark) => node("text", { class: "label" + (onDark ? " on-dark" : "") + (this.size === 10 ? " number" : ""), x, y }, this.svg).textContent = text;
		for (let cell = 0; cell < this.size * this.size; cell++) {
			const [x, y] = this.at(cell), name = squareName(this.kind, cell);
			const onDark = (x + y) / 100 % 2 === 1;
			const last = y === (this.size - 1) * 100, first = x === 0;
			if (this.size === 10) {
				if (name) label(x + 3, y + 28, name, onDark);
				continue;
			}
			if (first) label(x + 5, y + 22, name[1], onDark);
			if (last) label(x + 87, y + 96, name[0], onDark);
		}
	}

	flip() {
		this.flipped = !this.flipped;
		this.draw();
	}

	// marked: the squares of the last move; taken: those whose pieces it took.
	show(cells, marked, taken = []) {
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
		if (marked.join() !== this.marked.join() || taken.join() !== this.taken.join()) {
			this.marks.replaceChildren();
			for (const [list, name] of [[marked, "last"], [taken, "last taken"]])
				for (const cell of list) {
					const [x, y] = this.at(cell);
					node("rect", { class: name, width: 95, height: 95, x: x + 2.5, y: y + 2.5 }, this.marks);
				}
		}
		this.taken = taken;
		this.marked = marked;
	}
}
