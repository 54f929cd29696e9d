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

// How a player's clock reads now: its text, whether it runs, and at which time it reads otherwise.
export function clockNow(game, side) {
	const clock = game.clock;
	if (!clock) return { text: "", running: false, until: Infinity };
	const left = clock[side + "_us"], running = clock.running === side && game.state !== "over";
	if (!running || left === null) return { text: timeText(left, false), running, until: Infinity };
	const now = left - (nowUs() - clock.at_us), shown = Math.min(now, left);
	if (game.silent && now < Math.min(left, FLOOR_US))
		return { text: left > FLOOR_US ? say("below", { time: timeText(FLOOR_US, false) }) : timeText(left, true), running, until: Infinity };
	const step = shown < TENTHS_US + 1e6 ? 1e5 : 1e6;
	return { text: timeText(shown, true), running, until: shown > 0 ? clock.at_us + left - Math.floor(shown / step) * step : Infinity };
}

// An element that shows a player's clock. It is written to only when its text is another one.
export class ClockFace {
	constructor(side) {
		this.side = side;
		this.element = document.createElement("span");
		this.element.className = "clock";
		this.text = null;
		this.until = Infinity;
	}

	show(game, reading) {
		const { text, running, until } = reading || clockNow(game, this.side);
		this.until = until ?? Infinity;
		if (text !== this.text) this.element.textContent = this.text = text;
		if (running !== this.running) {
			this.running = running;
			this.element.classList.toggle("running", running);
			if (running) this.element.title = say("clock-runs");
			else this.element.removeAttribute("title");
		}
	}

	// Time passes, up to now_us.
	tick(game, now_us) {
		if (now_us >= this.until) this.show(game);
	}
}
