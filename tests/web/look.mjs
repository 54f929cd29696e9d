// SPDX-License-Identifier: GPL-2.0-or-later
// look.mjs FOLDER [PICTURE]: the page at WEB_URL in headless Chromium: pictures of each view in FOLDER, what axe-core finds, whether a
// name is run, what the views hold. TAP. LOAD=SECONDS: how much script the grid takes, what that costs the server, and the pictures of
// many boards. With PICTURE, that one picture and nothing else. NODE_MODULES_OF is the folder with puppeteer-core and axe-core.
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import { readFileSync, mkdirSync } from "node:fs";
const require = createRequire(process.env.NODE_MODULES_OF + "/");
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const url = process.env.WEB_URL;
const [folder, picture] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

let count = 0, failed = 0;
function result(name, fault) {
	count++;
	if (fault) failed++;
	console.log(`${fault ? "not ok" : "ok"} ${count} - ${name}`);
	if (fault) console.log(String(fault).split("\n").map((line) => "#   " + line).join("\n"));
}

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--lang=en"], protocolTimeout: 120000 });
const faults = [];

async function open(path, width, height, scheme, language) {
	const page = await browser.newPage();
	page.on("pageerror", (error) => faults.push(`${path}: ${error.message}`));
	page.on("console", (message) => { if (message.type() === "error" && !message.text().includes("403")) faults.push(`${path}: ${message.text()}`); });
	page.on("dialog", async (dialog) => { faults.push(`${path}: a dialog: ${dialog.message()}`); await dialog.dismiss(); });
	await page.setBypassCSP(false);
	await page.setExtraHTTPHeaders({ "Accept-Language": language });
	await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
	await page.setViewport({ width, height });
	await page.goto(url.replace(/\/$/, "") + path, { waitUntil: "domcontentloaded" });
	await page.waitForFunction(() => document.querySelector(".board, .needs li, .empty:not([hidden])"), { timeout: 60000 });
	return page;
}

async function serious(page) {
	await page.evaluate(axe);
	const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
	return found.violations.filter((v) => ["serious", "critical"].includes(v.impact)).map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.target + " " + (n.any[0]?.message || "")).join("; ")}`).join("\n");
}

// What the server's process (WEB_PID) has taken of a processor.
function serverSeconds() {
	const words = readFileSync(`/proc/${process.env.WEB_PID}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
	return (Number(words[11]) + Number(words[12])) / 100;
}

if (process.env.LOAD) {
	const seconds = Number(process.env.LOAD);
	const page = await open("/", 1920, 1080, "light", "en");
	const cards = await page.$$eval(".card", (all) => all.length);
	const chrome = await page.createCDPSession();
	await chrome.send("Performance.enable", { timeDomain: "threadTicks" }); // not what other programs take of the processor
	const script = async () => (await chrome.send("Performance.getMetrics")).metrics.find((m) => m.name === "ScriptDuration").value;
	const before = await script(), used = serverSeconds(), since = performance.now();
	await new Promise((done) => setTimeout(done, seconds * 1000));
	const after = await script(), usedThen = serverSeconds(), took = (performance.now() - since) / 1000;
	const print = (name, value, unit, goal) => console.log(JSON.stringify({ name: `${name}, ${cards} boards`, value: Number(value.toFixed(1)), unit, goal }));
	print("script of the page", ((after - before) * 1000) / took, "ms/s", 20);
	print("processor of the server", ((usedThen - used) / took) * 100, "%", 5);
	await page.screenshot({ path: `${folder}/grid-64.png` });
	for (const [name, path, width, height] of [["screen-64", "/screen", 1920, 1080], ["grid-64-phone", "/", 390, 844]]) {
		const other = await open(path, width, height, "dark", "de");
		await other.waitForFunction((n) => document.querySelectorAll(".card").length === n, { timeout: 60000 }, cards);
		await other.screenshot({ path: `${folder}/${name}.png` });
		await other.close();
	}
	await browser.close();
	process.exit(0);
}

// The hall is looked at when something has been played on each board.
let state;
do {
	state = await (await fetch(url + "api/v1/")).json();
	await new Promise((done) => setTimeout(done, 100));
} while (!state.games.length || state.games.some((game) => game.plies < 8 && game.state !== "over"));
if (picture) {
	const page = await open("/", 860, 780, "light", "en");
	await new Promise((done) => setTimeout(done, 300));
	await page.screenshot({ path: picture, clip: { x: 0, y: 0, width: 860, height: 520 } });
	await browser.close();
	process.exit(0);
}
const chess = state.games.find((g) => g.kind === "chess"), draughts = state.games.find((g) => g.kind.startsWith("draughts"));
const views = [["grid", "/", 1280, 900], ["grid-phone", "/", 390, 844], ["chess", "/game/" + chess.id, 1280, 900], ["chess-phone", "/game/" + chess.id, 390, 844], ["screen", "/screen", 1920, 1080]];
if (draughts) views.push(["draughts", "/game/" + draughts.id, 1280, 900], ["draughts-phone", "/game/" + draughts.id, 390, 844]);
views.push(["attention", "/attention", 800, 600], ["attention-phone", "/attention", 390, 844]);
for (const [name, path, width, height] of views)
	for (const scheme of ["light", "dark"]) {
		if (name === "attention" && scheme === "light") { // the clocks of one game are stopped: that needs somebody
			const running = (await (await fetch(url + "api/v1/")).json()).games.findLast((g) => g.state === "running");
			execFileSync("build/flagfallctl", ["--bus", process.env.HALL_BUS, "pause", "g" + running.id]);
		}
		const page = await open(path, width, height, scheme, scheme === "dark" ? "de" : "en");
		await new Promise((done) => setTimeout(done, 700));
		if (name.startsWith("attention")) await page.waitForSelector(".needs li", { timeout: 60000 });
		await page.screenshot({ path: `${folder}/${name}-${scheme}.png` });
		result(`${name}, ${scheme}: axe-core finds nothing serious`, await serious(page));
		const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
		result(`${name}, ${scheme}: nothing is wider than the window`, wide > 0 ? `${wide} pixels` : "");
		if (name === "screen") {
			result(`${name}, ${scheme}: its heading leads back`, (await page.$$eval("h1 a[href='/']", (links) => links.length)) === 1 ? "" : "no link");
			const cut = await page.$$eval(".card", (all) => all.flatMap((c) => [...c.querySelectorAll(".name")].filter((n) => n.scrollWidth > n.clientWidth).map((n) => n.textContent)
				.concat(c.scrollHeight > c.clientHeight + 1 || c.getBoundingClientRect().bottom > innerHeight ? ["a card that overflows"] : [])));
			result(`${name}, ${scheme}: names of few boards are whole`, cut.join("\n"));
		}
		await page.close();
	}

// A clock that runs reads what it had at the last press, less what has passed since.
{
	const page = await open("/", 1280, 900, "light", "en");
	await page.waitForSelector(".clock.running", { timeout: 60000 });
	const read = await page.evaluate(async () => {
		const shown = [...document.querySelectorAll(".card")].filter((c) => c.querySelector(".clock.running")).map((c) => [c.querySelector("a.cover").getAttribute("href").slice(6), c.querySelector(".clock.running").textContent]);
		return [shown, await (await fetch("/api/v1/")).json()];
	});
	const wrong = read[0].filter(([id, text]) => {
		const clock = read[1].games.find((g) => g.id === id).clock;
		const left = clock[clock.running + "_us"], now = (left - (read[1].now_us - clock.at_us)) / 1e6;
		const shown = text.split(":").reduce((all, part) => all * 60 + Number(part), 0);
		return clock.running !== "none" && now > 60 && Math.abs(shown - now) > 30;
	});
	result("clocks that run show the time that is left", wrong.join("\n"));
	await page.close();
}

{
	const page = await open("/game/" + chess.id, 390, 844, "light", "de-AT,de;q=0.9");
	await page.waitForFunction(() => document.querySelectorAll(".moves button").length >= 4, { timeout: 60000 });
	const time = await page.$$eval("dd", (all) => all.map((e) => e.textContent).find((text) => / min$/.test(text)));
	result("which of the clocks' lines is whose is said beside them", (await page.$eval(".legend", (e) => e.innerText)).replace(/\s+/g, " ") === "Weiß Schwarz" ? "" : "not");
	result("the time control is said in words", time ? "" : "none");
	result("texts are in the reader's language", (await page.$eval("dt", (e) => e.textContent)) === "Datum" ? "" : await page.$eval("dt", (e) => e.textContent));
	await page.keyboard.press("Home");
	const first = await page.$eval("table", (e) => e.textContent);
	result("the hidden table holds the start position", first.includes("e2 weißer Bauer") ? "" : first);
	await page.keyboard.press("ArrowRight");
	const said = await page.$eval("#said", (e) => e.textContent), current = await page.$eval(".moves [aria-current]", (e) => e.textContent);
	result("a key goes one move on, which is said", /^Weiß: 1 /.test(said) && current ? "" : `${said} / ${current}`);
	await page.close();
}

// The page is used: something is looked for, a favourite comes first, a board is clicked, a key goes on, and the way back leads back.
{
	const page = await open("/", 1280, 900, "light", "en"), soon = (what) => page.waitForFunction(what, { timeout: 60000 });
	const all = await page.$$eval(".card", (cards) => cards.length), last = await page.$$eval(".card .number", (numbers) => numbers[numbers.length - 1].textContent);
	await page.keyboard.press("/");
	await page.keyboard.type("josé");
	result("a name is found", (await page.$$eval(".card .own", (names) => names.map((e) => e.textContent))).some((name) => name.includes("José")) ? "" : "not");
	await page.$eval("input", (input) => input.select());
	await page.keyboard.type("alvarez jose");
	result("… in either order", (await page.$$eval(".card .own", (names) => names.map((e) => e.textContent))).some((name) => name.includes("José Álvarez")) ? "" : "not");
	await page.keyboard.press("Escape");
	result("then all are there again", (await page.$$eval(".card", (cards) => cards.length)) === all ? "" : "not");
	await page.$$eval(".star", (stars) => stars[stars.length - 1].click());
	result("a favourite's board comes first", (await page.$eval(".card .number", (e) => e.textContent)) === last ? "" : await page.$eval(".card .number", (e) => e.textContent));
	const board = await (await page.$(".card .board")).boundingBox();
	await page.mouse.click(board.x + board.width / 2, board.y + board.height / 2);
	await soon(() => /^\/game\//.test(location.pathname) && document.querySelectorAll(".moves button").length > 2);
	await page.keyboard.press("Home");
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("ArrowRight");
	result("the address names the move", await page.evaluate(() => location.hash === "#2" && document.querySelectorAll(".moves button")[1].hasAttribute("aria-current")) ? "" : await page.evaluate(() => location.href));
	await page.goBack();
	await soon(() => location.pathname === "/" && document.querySelector(".card .board"));
	result("the way back leads to the boards", (await page.$$eval(".card", (cards) => cards.length)) === all ? "" : "not all of them");
	await page.close();
}

// A game of which the stream does not tell any more is asked for.
{
	const page = await browser.newPage();
	await page.evaluateOnNewDocument(() => {
		const Real = EventSource;
		window.EventSource = class extends Real {
			addEventListener(type, take) {
				super.addEventListener(type, type === "begin" ? (message) => take({ data: JSON.stringify({ ...JSON.parse(message.data), game: null }) }) : type === "game" ? () => {} : take);
			}
		};
	});
	await page.goto(url.replace(/\/$/, "") + "/game/" + chess.id, { waitUntil: "domcontentloaded" });
	result("a game that is not shown any more is read back and forth", (await page.waitForFunction(() => document.querySelectorAll(".moves button").length > 4, { timeout: 10000 }).then(() => "", () => "no moves")));
	await page.close();
}

result("nothing is run that a name says, and no script fails", faults.join("\n"));
console.log(`1..${count}`);
await browser.close();
process.exit(failed ? 1 : 0);
