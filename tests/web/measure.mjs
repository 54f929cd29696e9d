// SPDX-License-Identifier: GPL-2.0-or-later
// What is wrong with where things stand on a page: run in the page. A list of sentences.
export function measure() {
	const faults = [], wide = innerWidth, high = innerHeight, isScreen = document.body.classList.contains("screen"), texts = [];
	const mayScroll = !isScreen && !document.documentElement.classList.contains("transparent");
	const clip = (rect, of) => ({ left: Math.max(rect.left, of.left), right: Math.min(rect.right, of.right), top: Math.max(rect.top, of.top), bottom: Math.min(rect.bottom, of.bottom) });
	const words = (e) => (e.textContent || "").trim().slice(0, 40);
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) {
		const e = walk.currentNode.parentElement;
		if (!walk.currentNode.data.trim() || e.closest(".unseen, .skip, script, svg, noscript, summary, details") || !e.checkVisibility()) continue;
		const range = document.createRange();
		range.selectNodeContents(walk.currentNode);
		for (let rect of range.getClientRects()) {
			let scrolls = false;
			for (let up = e; up && up !== document.body; up = up.parentElement) {
				const style = getComputedStyle(up);
				if (style.overflowX !== "visible" || style.overflowY !== "visible") { rect = clip(rect, up.getBoundingClientRect()); scrolls ||= /auto|scroll/.test(style.overflowX + style.overflowY); }
			}
			if (rect.right - rect.left > 1 && rect.bottom - rect.top > 1) texts.push({ e, rect, scrolls });
		}
		if (isScreen && parseFloat(getComputedStyle(e).fontSize) < 0.012 * high) faults.push(`too small: ${words(e)}`);
	}
	texts.forEach((a, i) => {
		if (a.rect.right > wide + 1 || a.rect.left < -1) faults.push(`beyond the window: ${words(a.e)}`);
		if (!mayScroll && a.rect.bottom > high + 1) faults.push(`below the screen: ${words(a.e)}`);
		const card = a.e.closest(".card");
		if (card) {
			const of = card.getBoundingClientRect();
			if (a.rect.right > of.right + 1 || a.rect.bottom > of.bottom + 1 || a.rect.left < of.left - 1 || a.rect.top < of.top - 1) faults.push(`beyond its card: ${words(a.e)}`);
		}
		for (const b of texts.slice(i + 1)) {
			if (a.e === b.e || a.e.contains(b.e) || b.e.contains(a.e)) continue;
			const x = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left), y = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
			if (x > 2 && y > 0.35 * Math.min(a.rect.bottom - a.rect.top, b.rect.bottom - b.rect.top)) faults.push(`one over the other: ${words(a.e)} | ${words(b.e)}`);
		}
	});
	for (const { e } of texts) { // a word that a line could hold stands in one
		for (const node of e.childNodes) {
			if (node.nodeType !== Node.TEXT_NODE) continue;
			for (const word of node.data.matchAll(/[^\s\/–-]+/g)) {
				const range = document.createRange();
				range.setStart(node, word.index);
				range.setEnd(node, word.index + word[0].length);
				const rects = [...range.getClientRects()];
				if (word[0].length <= 16 && rects.length > 1 && rects[rects.length - 1].top > rects[0].top + 2) faults.push(`a word in two: ${word[0]}`);
			}
		}
	}
	for (const clock of document.querySelectorAll(".clock:not(:empty)")) { // what stands beside it may not come and go with each press
		const before = clock.offsetWidth;
		clock.classList.toggle("running");
		if (Math.abs(clock.offsetWidth - before) > 1) faults.push(`a clock that takes another place when it runs: ${words(clock)}`);
		clock.classList.toggle("running");
	}
	for (const cell of document.querySelectorAll(".lines .mid")) { // whatever a clock may show
		const clock = cell.querySelector(".clock:not(:empty)"), shown = clock && clock.textContent;
		if (clock) clock.textContent = "1:59:59";
		if (cell.scrollWidth > cell.clientWidth + 1) faults.push(`cut off: ${words(cell)}`);
		if (clock) clock.textContent = shown;
	}
	for (const band of document.querySelectorAll(".band:not([hidden])")) {
		const its = band.getBoundingClientRect();
		for (const t of texts)
			if (!band.contains(t.e) && Math.min(t.rect.right, its.right) - Math.max(t.rect.left, its.left) > 2 && Math.min(t.rect.bottom, its.bottom) - Math.max(t.rect.top, its.top) > 2) faults.push(`under a band: ${words(t.e)}`);
	}
	const rows = new Map();
	for (const card of document.querySelectorAll(".card")) {
		const board = card.querySelector(".board"), row = Math.round(card.getBoundingClientRect().top);
		if (!board || !board.checkVisibility()) continue;
		const top = board.getBoundingClientRect().top;
		if (rows.has(row) && Math.abs(rows.get(row) - top) > 2) faults.push(`boards of a row at different heights: ${words(card)}`);
		rows.set(row, rows.get(row) ?? top);
	}
	if (document.documentElement.scrollWidth > wide) faults.push(`${document.documentElement.scrollWidth - wide} pixels wider than the window`);
	if (isScreen && document.documentElement.scrollHeight > high + 1) faults.push("higher than the screen");
	for (const card of document.querySelectorAll(".card")) {
		const of = card.getBoundingClientRect(), board = card.querySelector(".board");
		if (isScreen && (of.right > wide + 1 || of.bottom > high + 1)) faults.push(`a card beyond the screen: ${words(card)}`);
		if (board && board.checkVisibility()) {
			const its = board.getBoundingClientRect();
			if (its.right > of.right + 1 || its.bottom > of.bottom + 1) faults.push(`a board beyond its card: ${words(card)}`);
			for (const t of texts)
				if (card.contains(t.e) && Math.min(t.rect.right, its.right) - Math.max(t.rect.left, its.left) > 2 && Math.min(t.rect.bottom, its.bottom) - Math.max(t.rect.top, its.top) > 2) faults.push(`over the board: ${words(t.e)}`);
		}
	}
	return [...new Set(faults)].slice(0, 20);
}
