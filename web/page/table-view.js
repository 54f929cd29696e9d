// SPDX-License-Identifier: GPL-2.0-or-later
// A table that the server writes: results, standings, a player. It is asked for anew when its event has changed.
const main = document.getElementById("main");

// Asks for this page anew, and puts those of its parts in place that are otherwise now. One at a time, and the last word is the server's.
export class Fresh {
	constructor(selector) {
		this.selector = selector;
		this.isAsking = this.isOld = this.isClosed = false;
	}

	async ask() {
		if (this.isAsking) { this.isOld = true; return; }
		this.isAsking = true;
		do {
			this.isOld = false;
			try {
				const answer = await fetch(location.pathname);
				if (answer.ok && !this.isClosed) this.put(new DOMParser().parseFromString(await answer.text(), "text/html"));
			} catch {
				// the stream says when the server is there again
			}
		} while (this.isOld && !this.isClosed);
		this.isAsking = false;
	}

	put(page) {
		const now = main.querySelector(this.selector), then = page.querySelector("#main " + this.selector);
		if (!this.isClosed && now && then && !now.isEqualNode(then)) now.replaceWith(then);
	}

	close() {
		this.isClosed = true;
	}
}

export class TableView {
	constructor() {
		this.element = null;
		const head = main.querySelector("[data-event]");
		this.event = head ? head.dataset.event : null;
		this.fresh = new Fresh(".whole");
		this.begun = false;
	}

	close() {
		this.fresh.close();
	}

	change(type, data) {
		if (type === "begin" && this.begun) this.fresh.ask();
		if (type === "begin") this.begun = true;
		if (type === "event" && data.id === this.event) this.fresh.ask();
	}

	tick() {}
}
