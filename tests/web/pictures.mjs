// SPDX-License-Identifier: GPL-2.0-or-later
// pictures.mjs FOLDER: an event's pages at WEB_URL in headless Chromium, from a phone to a wall: pictures in FOLDER, and what axe-core and
// measure.mjs find. TAP. NODE_MODULES_OF is the folder with puppeteer-core and axe-core. ONLY=WORD: views of that name.
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import { readFileSync, mkdirSync } from "node:fs";
import { measure } from "./measure.mjs";
const require = createRequire(process.env.NODE_MODULES_OF + "/");
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const url = process.env.WEB_URL.replace(/\/$/, "");
const [folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

let count = 0, failed = 0;
function result(name, fault) {
	count++;
	if (fault) failed++;
	console.log(`${fault ? "not ok" : "ok"} ${count} - ${name}`);
	if (fault) console.log(String(fault).split("\n").map((line) => "#   " + line).join("\n"));
}
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
let state;
do {
	state = await (await fetch(url + "/api/v1/")).json();
	await pause(100);
} while (!state.games.length || state.games.some((game) => game.plies < 6 && game.state !== "over"));
const boards = state.games.length, game = state.games.find((one) => one.table === 1);

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--lang=en"], protocolTimeout: 240000 });
const faults = [];
const sizes = [[390, 844, 2], [768, 1024, 1], [1280, 800, 1], [1920, 1080, 1], [3840, 2160, 1], [375, 667, 2], [640, 400, 2]]; // the last: 1280 at 200 %
const views = [["boards", "/", ".card"], ["game", `/game/${game.id}`, ".moves button"], ["results", "/event/open/round/2", ".results"], ["standings", "/event/open/standings", ".standings"],
	["player", "/event/open/player/1", ".results"], ["screen", "/screen", ".card"], ["list", "/screen/list", ".lines tr"], ["cross", "/event/club/standings", ".standings"], ["overlay", "/overlay/1", ".card"], ["overlay-board", "/overlay/1?board", ".card"]];
// Of a second event that runs, with a game that has not begun: what several events share, and matches.
const later = [["home", "/", ".card"], ["screen-several", "/screen", ".card"], ["list-several", "/screen/list", ".lines tr"], ["waiting", "/event/cup/", ".card"], ["matches", "/event/cup/matches/2", ".match"], ["teams", "/event/cup/standings", ".standings"]];
const isAsked = ([name]) => !process.env.ONLY || process.env.ONLY.split(",").includes(name);
const languages = ["en", "de", "ru"];

async function look([name, path, there]) {
	for (const [n, [width, height, scale]] of sizes.entries())
		for (const scheme of ["light", "dark"]) {
			if (/screen|list|overlay/.test(name) && width < 1280) continue;
			const page = await browser.newPage(), title = `${name}-${boards}-${width}${scale === 2 && width > 390 ? "-zoomed" : ""}-${scheme}`;
			page.on("pageerror", (error) => faults.push(`${path}: ${error.message}`));
			page.on("console", (message) => { if (message.type() === "error" && !message.text().includes("403")) faults.push(`${path}: ${message.text()}`); });
			await page.setExtraHTTPHeaders({ "Accept-Language": languages[(n + (scheme === "dark" ? 1 : 0)) % 3] });
			await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
			await page.setViewport({ width, height, deviceScaleFactor: scale });
			await page.goto(url + path, { waitUntil: "domcontentloaded" });
			await page.waitForSelector(there, { timeout: 60000 });
			await pause(400);
			await page.screenshot({ path: `${folder}/${title}.png` });
			result(`${title}: nothing overlaps, and nothing runs over`, (await page.evaluate(measure)).join("\n"));
			if (scheme === "light" || width === 1280) {
				await page.evaluate(axe);
				const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
				result(`${title}: axe-core finds nothing`, found.violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((one) => one.target + " " + (one.any[0]?.message || one.all[0]?.message || "")).join("; ")}`).join("\n"));
			}
			if (name === "boards" && width === 1280 && scheme === "light") {
				const bytes = await page.evaluate(() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")].filter((one) => !one.name.includes("/api/")).reduce((all, one) => all + one.decodedBodySize, 0));
				result(`${title}: the page has at most 150 KB: ${bytes}`, bytes > 150 * 1024 ? `${bytes} bytes` : "");
				const numbers = await page.$$eval(".card .number", (all) => all.map((e) => Number(e.textContent)));
				result(`${title}: tables stand in their order`, numbers.some((one, i) => i && one < numbers[i - 1]) ? numbers.join(" ") : "");
			}
			if (/^home|several/.test(name)) {
				const events = new Set(await page.$$eval(name === "list-several" ? ".lines th .where" : ".card .where", (all) => all.map((e) => e.textContent)));
				result(`${title}: a table says of which event it is`, events.size === (name === "screen-several" ? 1 : 2) && !events.has("") ? "" : [...events].join(", "));
			}
			if (name === "list-several") {
				const heading = await page.$eval("h1", (e) => e.textContent);
				result(`${title}: its heading names both events`, heading.includes("City Open") && heading.includes("Team cup") ? "" : heading);
			}
			if (/^screen/.test(name) && width === 1920 && scheme === "light") {
				const shown = await page.$$eval(".card", (all) => all.length);
				result(`${title}: a page has twenty boards at most`, shown > 20 || (boards <= 20 && shown !== boards) ? `${shown}` : "");
			}
			await page.close();
		}
}

for (const view of views.filter(isAsked)) await look(view);
// From a game the tables beside it are a click away.
if (!process.env.ONLY && boards > 2) {
	const page = await browser.newPage(), is = (table) => page.waitForFunction((n) => document.querySelector(".about .facts")?.textContent.endsWith("Table " + n), { timeout: 60000 }, table);
	await page.goto(`${url}/game/${game.id}`, { waitUntil: "domcontentloaded" });
	for (const [table, way] of [[1, "next"], [2, "next"], [3, "prev"]]) {
		await is(table);
		await page.waitForSelector(".moves button", { timeout: 60000 });
		await page.click(`.neighbours a[rel=${way}]`);
	}
	await is(2);
	result("the tables beside a game are a click away", (await page.$$(".neighbours a")).length === 2 ? "" : "not both");
	await page.close();
}
// A result is put right: results and standings that are open have it without being loaded anew.
if (!process.env.ONLY) {
	const pages = [];
	for (const [path, of] of [["/event/open/round/2", ".results tbody tr"], ["/event/open/standings", ".standings tbody"]]) {
		const page = await browser.newPage();
		await page.goto(url + path, { waitUntil: "domcontentloaded" });
		await page.waitForSelector("#nav a", { timeout: 60000 });
		await page.evaluate((selector) => { window.before = document.querySelector(selector).textContent; window.stays = true; }, of);
		pages.push([path, of, page]);
	}
	const since = performance.now();
	execFileSync("build/flagfallctl", ["--bus", process.env.HALL_BUS, "round", "change", "open", "2", "--table", "1", "result=0-0", "--reason", "the score sheets"]);
	for (const [path, of, page] of pages) {
		await page.bringToFront();
		await page.waitForFunction((selector) => document.querySelector(selector).textContent !== window.before && window.stays, { timeout: 60000 }, of);
		result(`${path}: a correction is there without a reload: ${Math.round(performance.now() - since)} ms`, "");
		await page.close();
	}
}
if (later.some(isAsked)) {
	const [event, pairings] = process.env.HALL_NEXT.split(" ");
	execFileSync("build/flagfallctl", ["--bus", process.env.HALL_BUS, "round", "open", event, "2", pairings]);
	for (const view of later.filter(isAsked)) await look(view);
}

result("no script fails", faults.join("\n"));
console.log(`1..${count}`);
await browser.close();
process.exit(failed ? 1 : 0);
