// SPDX-License-Identifier: GPL-2.0-or-later
// Which view is shown: by what stands behind the address' #. One stream feeds it.
import { hall, follow } from "/hall.js";
import { loadTexts, say } from "/text.js";
import { element } from "/parts.js";
import { GridView } from "/grid-view.js";
import { GameView } from "/game-view.js";
import { RoundView } from "/round-view.js";
import { showHalls } from "/halls-line.js";
import { AttentionView, mayAttend } from "/attention-view.js";

const TICK_MS = 100;
let view = null, attends = false;

function announce(text) {
	document.getElementById("said").textContent = text;
}

// Of a centre: halls of which nothing is heard.
function silent() {
	const names = hall.halls.filter((one) => one.state === "silent").map((one) => one.hall);
	return names.length ? say("silent", { halls: names.join(", ") }) : "";
}

function notice() {
	const text = !hall.online ? say("lost") : !hall.connected ? say("gone") : silent(), box = document.getElementById("notice");
	if (box.textContent !== text) box.textContent = text;
	box.hidden = !text;
}

function showTitle() {
	const title = view.title(), text = title || "Flagfall";
	document.title = title ? `${title} – Flagfall` : "Flagfall";
	const heading = document.getElementById("title");
	if (heading.textContent !== text) heading.textContent = text;
}

function showNav(here) {
	const links = [["boards", "#/"], ["screen", "#/screen"]].concat(attends ? [["attention", "#/attention"]] : []);
	document.getElementById("nav").replaceChildren(...links.map(([name, href]) => element("a", { href, "aria-current": here === href ? "page" : null }, say(name))));
}

function open() {
	const path = location.hash || "#/", game = path.match(/^#\/game\/([^/]+)$/), round = path.match(/^#\/round\/([^/]+)\/(\d+)$/);
	const before = view;
	if (before) before.close();
	if (game) view = new GameView(decodeURIComponent(game[1]), announce);
	else if (round) view = new RoundView(decodeURIComponent(round[1]), Number(round[2]));
	else if (path === "#/attention") view = new AttentionView(announce);
	else view = new GridView(path === "#/screen");
	document.getElementById("main").replaceChildren(view.element);
	showNav(game ? "" : path);
	showTitle();
	follow(game ? decodeURIComponent(game[1]) : null, (type, data) => {
		view.change(type, data);
		showTitle();
		notice();
		showHalls(document.getElementById("halls"));
	});
	if (before) document.getElementById("main").focus();
}

await loadTexts();
document.getElementById("skip").textContent = say("skip");
document.getElementById("skip").addEventListener("click", (event) => { event.preventDefault(); document.getElementById("main").focus(); });
window.addEventListener("hashchange", open);
setInterval(() => { if (!document.hidden) view.tick(); }, TICK_MS);
open();
attends = await mayAttend();
if (attends) showNav(location.hash || "#/");
