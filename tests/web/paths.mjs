// SPDX-License-Identifier: GPL-2.0-or-later
// paths.sh runs it beside a copy of the page's position.js.
import { movePath, moveCells, readPlacement, squareName } from "./position.mjs";

const draughts = "draughts-10x10";
let number = 0, failed = false;
function expect(title, got, wanted) {
	const right = got === wanted;
	failed ||= !right;
	console.log(`${right ? "ok" : "not ok"} ${++number} - ${title}${right ? "" : `\n#   ${got}, not ${wanted}`}`);
}
const names = (cells) => cells.map((cell) => squareName(draughts, cell)).join(" ");
// path TITLE UCI BEFORE AFTER CELLS TAKEN: from, to, and what lies between
function path(title, uci, before, after, cells, taken) {
	const read = (fen) => fen && readPlacement(draughts, fen), p = movePath(draughts, { uci }, read(before), read(after));
	expect(title, `${names(p.cells)} / ${names(p.taken)}`, `${cells} / ${taken}`);
}
path("a plain move", "32-28", "W:W32:B19", "B:W28:B19", "32 28", "");
path("one man is taken", "28x19", "W:W28:B23", "B:W19:B", "28 19", "23");
path("a man's way", "47x27", "W:W47:B41,31,50", "B:W27:B50", "47 27 36", "31 41");
path("a king's way", "46x5", "W:WK46:B41,10", "B:WK5:B", "46 5 37", "10 41");
path("all its landing squares are named", "26x37x28x17", "W:WK26:B31,32,22", "B:WK17:B", "26 17 37 28", "22 31 32");
path("it ends where it began", "27x27", "W:W27:B22,23,33,32,50", "B:W27:B50", "27 27 18 29 38", "22 23 32 33");
path("what stood before is not known", "28x19", "", "B:W19:B", "28 19", "");
path("a piece that is in a hand", "28x19", "W:W:B23", "B:W19:B", "28 19", "");
expect("chess", moveCells("chess", { uci: "e2e4" }).join(" "), "52 36");
expect("no move", String(movePath(draughts, { uci: "0000" }, null, []).cells.length), "0");
console.log(`1..${number}`);
process.exit(failed ? 1 : 0);
