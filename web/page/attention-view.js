// SPDX-License-Identifier: GPL-2.0-or-later
// What needs somebody's eyes, without delay: for the hall's own machine.
import { element } from "/parts.js";
import { say } from "/text.js";

export class AttentionView {
	constructor(announce) {
		this.announce = announce;
		this.element = element("div", {}, this.list = element("ul", { class: "needs" }), this.nothing = element("p", { class: "empty", hidden: true }));
		this.before = "";
		this.ask();
		this.timer = setInterval(() => this.ask(), 2000);
	}

	close() {
		clearInterval(this.timer);
	}

	title() {
		return say("attention");
	}

	async ask() {
		let answer;
		try {
			answer = await fetch("/api/v1/attention");
		} catch {
			return; // it is asked again
		}
		if (!answer.ok) {
			this.nothing.hidden = false;
			this.nothing.textContent = say("attention-only-here");
			return;
		}
		const { needs, journal: fault } = await answer.json();
		this.show(needs, fault);
	}

	// The fault is the daemon's own sentence, as it says it everywhere.
	show(needs, fault) {
		const key = JSON.stringify([needs, fault]);
		if (key === this.before) return;
		this.before = key;
		this.list.replaceChildren(...(fault ? [element("li", {}, element("strong", {}, say("need-journal")), element("span", { lang: "en" }, fault))] : []), ...needs.map((need) => element("li", {}, element("strong", {}, `${need.table ? say("board", { table: need.table }) : need.board}: ${say("need-" + need.need)}`),
			element("a", { href: "/game/" + encodeURIComponent(need.game) }, `${need.white || say("white")} – ${need.black || say("black")}`), need.round ? ` · ${say("round", { round: need.round })}` : "")));
		this.nothing.hidden = this.list.childElementCount > 0;
		this.nothing.textContent = say("nothing-needed");
		if (this.list.firstChild) this.announce(this.list.firstChild.textContent);
	}

	change() {}
	tick() {}
}

export async function mayAttend() {
	try {
		return (await fetch("/api/v1/attention")).ok;
	} catch {
		return false;
	}
}
