// SPDX-License-Identifier: GPL-2.0-or-later
// Placements and moves as text: what stands on which cell. A cell is counted from the top left, seen from White's side.
export function sizeOf(kind) {
	return kind.startsWith("draughts") ? 10 : 8;
}

// Draughts: the dark squares are numbered from the top left.
function cellOfNumber(n) {
	const row = Math.floor((n - 1) / 5);
	return row * 10 + ((n - 1) % 5) * 2 + (row % 2 === 0 ? 1 : 0);
}

export function squareName(kind, cell) {
	const size = sizeOf(kind), row = Math.floor(cell / size), column = cell % size;
	if (size === 8) return "abcdefgh"[column] + (8 - row);
	return (row + column) % 2 === 1 ? String(row * 5 + Math.floor(column / 2) + 1) : "";
}

function readRows(text, cells) {
	let row = 0, column = 0;
	for (const c of text) {
		if (c === "/") { row++; column = 0; }
		else if (c >= "0" && c <= "9") column += Number(c);
		else cells[row * 8 + column++] = c;
	}
}

function readLists(text, cells) {
	for (const list of text.split(":")) {
		const side = list[0];
		if (!"WB?".includes(side)) continue;
		for (const item of list.slice(1).split(",")) {
			const king = item[0] === "K", ends = item.slice(king ? 1 : 0).split("-").map(Number);
			for (let n = ends[0]; n && n <= (ends[1] || ends[0]); n++)
				cells[cellOfNumber(n)] = side === "?" ? "?" : king ? side : side.toLowerCase();
		}
	}
}

export function readPlacement(kind, fen) {
	const size = sizeOf(kind), cells = new Array(size * size).fill("");
	if (size === 8) readRows((fen || "").split(" ")[0], cells);
	else readLists((fen || "").replace(/^[WB]:/, ""), cells);
	return cells;
}

const DIAGONALS = [[-1, -1], [-1, 1], [1, -1], [1, 1]];

// The landing squares of a capture that takes exactly these cells, from one to another; null: there is none. through: landing squares that
// it has, in this order.
function findPath(cells, taken, from, to, through) {
	const column = (cell) => cell % 10, king = cells[from] !== cells[from].toLowerCase();
	const jumps = (at, left, path, next) => {
		if (!left.length) return at === to && next === through.length ? path : null;
		for (const [down, across] of DIAGONALS) {
			let over = null;
			for (let cell = at + 10 * down + across, last = at; cell >= 0 && cell < 100 && Math.abs(column(cell) - column(last)) === 1; last = cell, cell += 10 * down + across) {
				if (left.includes(cell) && over === null) { over = cell; continue; }
				if (cells[cell] && cell !== from) break;
				if (over === null && !king) break;
				if (over === null) continue;
				const found = jumps(cell, left.filter((c) => c !== over), [...path, cell], next + (cell === through[next]));
				if (found) return found;
				if (!king) break;
			}
		}
		return null;
	};
	return jumps(from, taken, [], 0);
}

// The cells that a move touches: from and to first, then the squares between on which a capture landed; and those whose pieces it took.
// before: the placement before it, null where it is not known.
export function movePath(kind, move, before, after) {
	const ends = moveCells(kind, move);
	if (ends.length < 2 || sizeOf(kind) !== 10 || !before || !move.uci.includes("x")) return { cells: ends, taken: [] };
	const side = (c) => (c ? c.toLowerCase() : ""), mine = side(before[ends[0]]);
	if (!mine) return { cells: ends, taken: [] };
	const taken = before.flatMap((c, cell) => (c && side(c) !== mine && !after[cell] ? [cell] : []));
	const through = move.uci.split("x").map(Number).slice(1, -1).map(cellOfNumber);
	const path = findPath(before, taken, ends[0], ends[1], through);
	return { cells: path ? [...ends, ...path.slice(0, -1)] : [...ends, ...through], taken };
}

// The cells that a move touches: from, and to.
export function moveCells(kind, move) {
	if (!move || move.uci === "0000") return [];
	if (sizeOf(kind) === 10) {
		const numbers = move.uci.split(/[-x]/).map(Number);
		return numbers.length < 2 ? [] : [cellOfNumber(numbers[0]), cellOfNumber(numbers[numbers.length - 1])];
	}
	const cell = (s) => (8 - Number(s[1])) * 8 + "abcdefgh".indexOf(s[0]);
	return [cell(move.uci.slice(0, 2)), cell(move.uci.slice(2, 4))];
}

export function moveText(move) {
	return move ? move.san || move.uci : "";
}
