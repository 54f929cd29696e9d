// SPDX-License-Identifier: GPL-2.0-or-later
// Clocks that run between what is told of them.
import { nowUs } from "/hall.js";
import { say } from "/text.js";

// Under a rulebook that silences the arbiter a page does not count the last seconds down: that a time has run out, nobody may tell.
const FLOOR_US = 10e6;
const TENTHS_US = 20e6;

export function timeText(us, tenths) {
	if (us === null || us === undefined) return "–";
	const all = Math.max(0, us), s = Math.floor(all / 1e6);
	const two = (n) => String(n).padStart(2, "0");
	const text = s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
	return tenths && all < TENTHS_US ? `${text}.${Math.floor(all / 1e5) % 10}` : text;
}

// How a player's clock reads now: its text, and whether it runs.
export function clockNow(game, side) {
	const clock = game.clock;
	if (!clock) return { text: "", running: false };
	const left = clock[side + "_us"], running = clock.running === side && game.state !== "over";
	if (!running || left === null) return { text: timeText(left, false), running };
	const now = left - (nowUs() - clock.at_us);
	if (game.silent && now < Math.min(left, FLOOR_US))
		return left > FLOOR_US ? { text: say("below", { time: timeText(FLOOR_US, false) }), running } : { text: timeText(left, true), running };
	return { text: timeText(Math.min(now, left), true), running };
}

// An element that shows a player's clock. It is written to only when its text is another one.
export class ClockFace {
	constructor(side) {
		this.side = side;
		this.element = document.createElement("span");
		this.element.className = "clock";
		this.text = null;
	}

	show(game, reading) {
		const { text, running } = reading || clockNow(game, this.side);
		if (text !== this.text) this.element.textContent = this.text = text;
		if (running !== this.running) {
			this.running = running;
			this.element.classList.toggle("running", running);
			if (running) this.element.title = say("clock-runs");
			else this.element.removeAttribute("title");
		}
	}
}
