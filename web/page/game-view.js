// SPDX-License-Identifier: GPL-2.0-or-later
// One game: its board, its moves with the clocks and what was ruled, back and forth through it. The address names the move: /game/ID#32.
import { hall } from "/hall.js";
import { Board } from "/board.js";
import { ClocksGraph, timesUsed } from "/clocks-graph.js";
import { controlText, dateText, element, write, PlayerLine, resultText, rulingText, stateText, nameOf } from "/parts.js";
import { readPlacement, movePath, moveText, squareName, sizeOf } from "/position.js";
import { knock, soundsAreOn, toggleSounds } from "/sounds.js";
import { timeText } from "/clock.js";
import { Fresh } from "/table-view.js";
import { say, sentence } from "/text.js";

function plyOfAddress() {
	return /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : null;
}

// What a move took: "8.7 s", "1:23".
function usedText(us) {
	return us < 60e6 ? say("seconds", { n: (us / 1e6).toFixed(us < 10e6 ? 1 : 0) }) : timeText(us, false);
}

// A ruling among the moves: its sentence, and the words of its articles behind it.
function rulingLine(ruling) {
	const words = (ruling.words || []).map((one) => element("p", { lang: "en" }, element("b", {}, one.article + " "), one.text));
	return element("li", { class: "ruling" }, words.length ? element("details", {}, element("summary", {}, rulingText({ ruling })), ...words) : rulingText({ ruling }));
}

export class GameView {
	constructor(id, announce) {
		this.id = id;
		this.follows = id;
		this.announce = announce;
		this.ply = plyOfAddress(); // null: as it stands now
		this.element = element("div", {}, element("p", { class: "empty" }, say("no-game")));
		this.onkey = (event) => this.key(event);
		this.onhash = () => { if (plyOfAddress() !== this.ply && this.game) { this.ply = plyOfAddress(); this.change(); this.scroll(); } };
		document.addEventListener("keydown", this.onkey);
		window.addEventListener("hashchange", this.onhash);
		this.told = -1;
		this.fresh = new Fresh("header.about");
		this.change();
	}

	close() {
		document.removeEventListener("keydown", this.onkey);
		window.removeEventListener("hashchange", this.onhash);
		this.fresh.close();
		this.isClosed = true;
	}

	get game() {
		return hall.games.get(this.id);
	}

	build(game) {
		this.board = new Board(game.kind, true);
		this.players = { white: new PlayerLine("white"), black: new PlayerLine("black") };
		const key = (name, sign, act) => element("button", { type: "button", "aria-label": say(name), title: say(name), onclick: act }, sign);
		this.keys = { first: key("first", "«", () => this.go(0)), previous: key("previous", "‹", () => this.step(-1)),
			next: key("next", "›", () => this.step(1)), last: key("last", "»", () => this.go(null)) };
		this.flip = key("flip", "⇅", () => { this.board.flip(); this.place(); });
		this.sounds = key("sounds", "♪", () => this.sounds.setAttribute("aria-pressed", String(toggleSounds())));
		this.sounds.setAttribute("aria-pressed", String(soundsAreOn()));
		this.full = key("full", "⤢", () => this.toggleFull());
		this.share = element("button", { type: "button", onclick: () => this.send() }, say("share"));
		this.flip.setAttribute("aria-pressed", "false");
		this.table = element("table");
		this.moves = element("ol", { class: "moves", tabindex: "0", "aria-label": say("moves") });
		this.graph = new ClocksGraph();
		this.said = element("p", { class: "said" });
		this.facts = element("dl");
		this.state = element("p", { class: "where" });
		this.side = element("div", { class: "table" });
		this.place();
		const suffix = sizeOf(game.kind) === 10 ? "pdn" : "pgn";
		this.element.replaceChildren(element("article", { class: "game" }, this.side,
			element("section", { "aria-label": say("moves") }, this.state, this.said, this.moves, this.graph.element,
				element("div", { class: "keys" }, element("a", { class: "button", href: `/game/${encodeURIComponent(game.id)}.${suffix}`, download: `${game.id}.${suffix}` }, say("download")), this.share),
				this.facts)));
	}

	place() {
		const up = this.board.flipped ? "white" : "black", down = this.board.flipped ? "black" : "white";
		this.flip.setAttribute("aria-pressed", String(this.board.flipped));
		this.side.replaceChildren(this.players[up].element, this.board.svg, element("div", { class: "unseen" }, this.table), this.players[down].element,
			element("div", { class: "keys" }, this.keys.first, this.keys.previous, this.keys.next, this.keys.last, this.flip, this.full, this.sounds));
	}

	toggleFull() {
		if (document.fullscreenElement) document.exitFullscreen();
		else if (this.side.requestFullscreen) this.side.requestFullscreen();
	}

	async send() {
		const url = location.href;
		try {
			if (navigator.share) { await navigator.share({ title: document.title, url }); return; }
			await navigator.clipboard.writeText(url);
			write(this.share, say("copied"));
		} catch {
			write(this.share, url); // a page without TLS has neither: it can be copied by hand
		}
	}

	key(event) {
		const act = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.go(0), End: () => this.go(null), f: () => this.flip.click(), F: () => this.toggleFull() }[event.key];
		if (!act || event.ctrlKey || event.altKey || event.metaKey || !this.game || !this.board) return;
		event.preventDefault();
		act();
	}

	step(by) {
		const at = this.ply === null ? this.game.moves.length : this.ply;
		this.go(Math.max(0, at + by));
	}

	go(ply) {
		const all = this.game.moves.length;
		this.ply = ply === null || ply >= all ? null : ply;
		history.replaceState(null, "", location.pathname + location.search + (this.ply === null ? "" : "#" + this.ply));
		this.show();
		const move = this.game.moves[(this.ply ?? all) - 1];
		this.announce(move ? this.spoken(move) : say("start"));
		this.scroll();
	}

	// Of a game that is not shown any more there is its record.
	async askPast() {
		try {
			const answer = await fetch("/api/v1/games/" + encodeURIComponent(this.id));
			if (!answer.ok || this.isClosed || this.game) return;
			hall.games.set(this.id, (await answer.json()).game);
			this.change();
		} catch {
			// the stream says when the server is there again
		}
	}

	spoken(move) {
		return say("said-move", { side: say(move.side), move: `${Math.floor((move.ply + 1) / 2)} ${moveText(move)}` });
	}

	// Tables beside it come and go with the event.
	change(type, data) {
		const game = this.game;
		if (type === "begin" && !game) this.askPast();
		if (!game || !game.kind) return;
		if (type === "event" && data.id === game.event_id) this.fresh.ask();
		if (!this.board) this.build(game);
		if (this.ply !== null && this.ply > game.moves.length) this.ply = null;
		this.show();
		if (this.told >= 0 && game.moves.length > this.told) {
			this.announce(this.spoken(game.moves[game.moves.length - 1]));
			knock();
		}
		if (game.moves.length !== this.told) this.scroll();
		this.told = game.moves.length;
	}

	// What each clock showed when that move had been made.
	readings(ply) {
		const left = { white: null, black: null };
		for (const move of this.game.moves.slice(0, ply)) left[move.side] = move.left_us;
		return left;
	}

	show() {
		const game = this.game, at = this.ply ?? game.moves.length, move = game.moves[at - 1];
		const placement = this.ply === null ? game.placement : move ? move.placement : game.start_fen;
		const cells = readPlacement(game.kind, placement);
		const before = at > 0 ? (game.moves[at - 2] ? game.moves[at - 2].placement : game.start_fen) : null;
		const path = movePath(game.kind, move, before && readPlacement(game.kind, before), move ? readPlacement(game.kind, move.placement) : cells);
		this.board.show(cells, path.cells, path.taken);
		this.showTable(cells);
		this.tick();
		this.showMoves(at);
		this.graph.show(game.moves, at);
		write(this.state, stateText(game));
		write(this.said, [rulingText(game), game.agrees === false ? say("disagrees") : "", game.delayed ? say("delayed") : ""].filter(Boolean).join(" "));
		this.keys.first.disabled = this.keys.previous.disabled = at === 0;
		this.keys.next.disabled = this.keys.last.disabled = this.ply === null;
		this.facts.replaceChildren(...[["site", game.site], ["date", dateText(game.date)], ["time-control", controlText(game.time || "")], ["rulebook", game.rulebook_title || game.rulebook], ["result", resultText(game)]]
			.filter(([, value]) => value).flatMap(([name, value]) => [element("dt", {}, say(name)), element("dd", {}, value)]));
	}

	showTable(cells) {
		const size = sizeOf(this.game.kind), rows = [];
		const word = (c) => (c ? say((size === 10 ? "draughts-" : "piece-") + c) : say("empty"));
		for (let row = 0; row < size; row++)
			rows.push(element("tr", {}, ...cells.slice(row * size, row * size + size).map((c, i) =>
				element("td", {}, `${squareName(this.game.kind, row * size + i)} ${word(c)}`))));
		this.table.replaceChildren(element("caption", {}, say("table")), element("tbody", {}, ...rows));
	}

	showMoves(at) {
		const moves = this.game.moves, rulings = this.game.rulings || [];
		const key = moves.map((m) => moveText(m) + m.left_us).join() + rulings.map((r) => r.ply + sentence(r)).join();
		if (key !== this.shown) {
			this.shown = key;
			const used = timesUsed(moves, this.game.time);
			this.buttons = moves.map((move, i) => element("button", { type: "button", onclick: () => this.go(move.ply) }, element("span", { class: "san" }, moveText(move)),
				element("span", { class: "clk" }, move.left_us === null ? "" : timeText(move.left_us, false), used[i] === null ? "" : element("i", {}, usedText(used[i])))));
			const cells = rulings.filter((one) => one.ply === 0).map(rulingLine);
			moves.forEach((move, i) => {
				if (move.side === "white" || cells.length === 0 || cells[cells.length - 1].className === "ruling") {
					cells.push(element("li", { class: "number" }, `${Math.floor((move.ply + 1) / 2)}.`));
					if (move.side === "black") cells.push(element("li", { class: "gap" }, "…"));
				}
				cells.push(element("li", {}, this.buttons[i]));
				cells.push(...rulings.filter((one) => one.ply === move.ply).map(rulingLine));
			});
			this.moves.replaceChildren(...cells);
		}
		this.buttons.forEach((button, i) => {
			if (i === at - 1) button.setAttribute("aria-current", "true");
			else button.removeAttribute("aria-current");
		});
	}

	scroll() {
		const current = this.moves && this.moves.querySelector("[aria-current]");
		if (!current) return;
		const top = current.offsetTop, list = this.moves;
		if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight)
			list.scrollTop = top - list.clientHeight / 2;
	}

	tick() {
		const game = this.game;
		if (!game || !this.players) return;
		const past = this.ply === null ? null : this.readings(this.ply);
		for (const side of ["white", "black"])
			this.players[side].show(game, past ? { text: game.clock ? timeText(past[side], false) : "", running: false } : null);
	}
}
