// SPDX-License-Identifier: GPL-2.0-or-later
// Which view is shown: by the address. Tables come from the server as they are read without a script; boards, games and screens are filled in here.
import { hall, follow } from "/hall.js";
import { loadTexts, say } from "/text.js";
import { element } from "/parts.js";
import { GridView } from "/grid-view.js";
import { GameView } from "/game-view.js";
import { ScreenView } from "/screen-view.js";
import { OverlayView } from "/overlay-view.js";
import { TableView } from "/table-view.js";
import { showHalls } from "/halls-line.js";
import { AttentionView, mayAttend } from "/attention-view.js";

const TICK_MS = 100;
const main = document.getElementById("main");
const query = new URLSearchParams(location.search);
let view = null, attends = false, here = location.pathname;

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

function showNav() {
	const links = [["boards", "/"], ["screen", "/screen"], ["list", "/screen/list"]].concat(attends ? [["attention", "/attention"]] : []);
	document.getElementById("nav").replaceChildren(...links.map(([name, href]) => element("a", { href, "aria-current": here === href ? "page" : null }, say(name))));
}

function viewOf(path) {
	const part = (pattern) => { const found = path.match(pattern); return found && decodeURIComponent(found[1]); };
	const game = part(/^\/game\/([^/]+)$/), overlay = part(/^\/overlay\/(\d+)$/), event = part(/^\/event\/([^/]+)\/?$/);
	if (game) return new GameView(game, announce);
	if (overlay) return new OverlayView(Number(overlay), query.get("event"), query.has("board"));
	if (path === "/attention") return new AttentionView(announce);
	if (path === "/screen" || path === "/screen/list") return new ScreenView(path === "/screen/list");
	if (path === "/" || event) return new GridView(event || (main.querySelector("[data-event]") || { dataset: {} }).dataset.event || null);
	return new TableView(path);
}

// What the server has written stays; a view that draws for itself takes the place behind it.
function open() {
	if (view) view.close();
	view = viewOf(here);
	document.body.classList.toggle("embed", query.has("embed"));
	if (view.element) document.getElementById("view").replaceChildren(view.element);
	showNav();
	follow(view.follows ?? null, (type, data) => {
		view.change(type, data);
		notice();
		showHalls(document.getElementById("halls"));
	});
}

// Another page of this server: asked for, and put into this one's place.
async function go(url, isNew) {
	let text;
	try {
		const answer = await fetch(url);
		if (!answer.ok || !(answer.headers.get("content-type") || "").startsWith("text/html")) throw new Error(answer.status);
		text = await answer.text();
	} catch {
		location.assign(url);
		return;
	}
	const page = new DOMParser().parseFromString(text, "text/html");
	if (isNew) history.pushState(null, "", url);
	here = new URL(url, location.href).pathname;
	document.title = page.title;
	main.replaceChildren(...page.getElementById("main").childNodes);
	open();
	main.focus();
	if (isNew) scrollTo(0, 0);
}

function onClick(event) {
	const link = event.target.closest && event.target.closest("a[href]");
	if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
	if (link.hasAttribute("download") || link.target || link.origin !== location.origin || link.getAttribute("href").startsWith("#") || link.pathname.startsWith("/rules/")) return;
	event.preventDefault();
	go(link.href, true);
}

// Addresses as they were once.
const old = location.hash.match(/^#(\/.*)$/);
if (old) location.replace(old[1].replace(/^\/round\/([^/]+)\//, "/event/$1/round/"));

await loadTexts();
document.getElementById("skip").textContent = say("skip");
document.getElementById("skip").addEventListener("click", (event) => { event.preventDefault(); main.focus(); });
document.addEventListener("click", onClick);
window.addEventListener("popstate", () => { if (location.pathname !== here) go(location.href, false); });
setInterval(() => { if (!document.hidden) view.tick(); }, TICK_MS);
open();
attends = await mayAttend();
if (attends) showNav();
