// SPDX-License-Identifier: GPL-2.0-or-later
// Reads game records as a program on chessops does: one line a file, the moves of the main line in coordinates. Says on stderr, and ends
// with 1, where a move, a clock, the start or the result is not accepted.
//   node chessops.mjs FOLDER-OF-CHESSOPS FILE…
import fs from 'fs';
import { pathToFileURL } from 'url';

const [folder, ...files] = process.argv.slice(2);
const load = name => import(pathToFileURL(`${folder}/node_modules/chessops/dist/esm/${name}.js`));
const { parsePgn, parseComment, startingPosition } = await load('pgn');
const { parseSan } = await load('san');
const { makeSquare } = await load('util');
let bad = 0;

function complain(file, what) {
	console.error(`${file}: ${what}`);
	bad = 1;
}

// castling as the king's two squares
function coordinates(pos, move) {
	const castles = pos.board.getRole(move.from) === 'king' && pos.board[pos.turn].has(move.to);
	const to = castles ? (move.to & ~7) + (move.to > move.from ? 6 : 2) : move.to;
	const letter = { queen: 'q', rook: 'r', bishop: 'b', knight: 'n' }[move.promotion] ?? '';
	return makeSquare(move.from) + makeSquare(to) + letter;
}

for (const file of files)
	for (const game of parsePgn(fs.readFileSync(file, 'utf8'))) {
		const start = startingPosition(game.headers);
		if (start.isErr) {
			complain(file, `start: ${start.error}`);
			continue;
		}
		const pos = start.value, moves = [];
		for (const node of game.moves.mainline()) {
			const move = parseSan(pos, node.san);
			if (!move) {
				complain(file, `${node.san} is no move`);
				break;
			}
			moves.push(coordinates(pos, move));
			pos.play(move);
			for (const comment of node.comments ?? [])
				if (comment.includes('[%clk') && parseComment(comment).clock === undefined)
					complain(file, `${node.san}: no clock in ${comment}`);
		}
		if (!['1-0', '0-1', '1/2-1/2', '*'].includes(game.headers.get('Result')))
			complain(file, `result ${game.headers.get('Result')}`);
		console.log(moves.join(' '));
	}
process.exit(bad);
