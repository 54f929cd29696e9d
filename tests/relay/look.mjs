// SPDX-License-Identifier: GPL-2.0-or-later
// look.mjs FOLDER: a centre's page at WEB_URL in headless Chromium: games of two halls move on it while they are played (the commands
// PLAY_NORTH, PLAY_SOUTH), how each hall does stands above them, and that one is silent once END_SOUTH was run. TAP, and pictures in
// FOLDER. NODE_MODULES_OF is the folder with puppeteer-core and axe-core.
import { createRequire } from "node:module";
import { exec, execSync } from "node:child_process";
import { readFileSync, mkdirSync } from "node:fs";
const require = createRequire(process.env.NODE_MODULES_OF + "/");
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const folder = process.argv[2], patience = { timeout: 60000 };
mkdirSync(folder, { recursive: true });

let count = 0, failed = 0;
async function check(name, look) {
	let fault = "";
	try { fault = (await look()) || ""; } catch (error) { fault = error.message; }
	count++;
	if (fault) failed++;
	console.log(`${fault ? "not ok" : "ok"} ${count} - ${name}`);
	if (fault) console.log(String(fault).split("\n").map((line) => "#   " + line).join("\n"));
}

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--lang=en"], protocolTimeout: 120000 });
const faults = [];
async function open(path, language, scheme, width) {
	const page = await browser.newPage();
	page.on("pageerror", (error) => faults.push(`${path}: ${error.message}`));
	await page.setExtraHTTPHeaders({ "Accept-Language": language });
	await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
	await page.setViewport({ width, height: 900 });
	await page.goto(process.env.WEB_URL.replace(/\/$/, "") + path, { waitUntil: "domcontentloaded" });
	await page.waitForFunction(() => document.querySelectorAll(".card").length === 8, patience);
	return page;
}
async function serious(page) {
	await page.evaluate(axe);
	const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
	return found.violations.filter((v) => ["serious", "critical"].includes(v.impact)).map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target).join("; ")}`).join("\n");
}
// What stands on the cards of a hall: the last moves.
const moves = (page, hall) => page.$$eval(".card", (all, name) => all.filter((card) => card.textContent.includes(name)).map((card) => card.querySelector(".move").textContent), hall);
const line = (page) => page.$eval("#halls", (list) => [...list.children].map((one) => one.textContent).join(" | "));
const waitForLine = (page, pattern) => page.waitForFunction((text) => new RegExp(text).test([...document.querySelectorAll("#halls li")].map((one) => one.textContent).join(" | ")), patience, pattern);

const page = await open("/", "en", "light", 1280);
await check("all boards of both halls are on one page", async () => {
	const of = [(await moves(page, "north")).length, (await moves(page, "south")).length];
	return of.join() === "4,4" ? "" : of.join();
});
await check("each hall is whole, and how late it is stands there", () => waitForLine(page, "^north all is here, [0-9.]+ m?s \\| south all is here, [0-9.]+ m?s$") && "");
const before = { north: await moves(page, "north"), south: await moves(page, "south") };
const games = [process.env.PLAY_NORTH, process.env.PLAY_SOUTH].map((command) => new Promise((done) => exec(command, (error) => done(error ? error.message : ""))));
await check("games of both halls move on it", () => page.waitForFunction((old) => {
	const now = (name) => [...document.querySelectorAll(".card")].filter((card) => card.textContent.includes(name)).map((card) => card.querySelector(".move").textContent);
	return ["north", "south"].every((name) => now(name).every((text, i) => text !== old[name][i]));
}, patience, before).then(() => ""));
await page.screenshot({ path: `${folder}/centre.png` });
await check("the halls play on", async () => (await Promise.all(games)).join(""));
await check("to their last moves", () => page.waitForFunction(() => [...document.querySelectorAll(".card")].every((card) => {
	const ply = { north: 9, south: 8 }[card.textContent.includes("north") ? "north" : "south"];
	return card.querySelector(".move").textContent.startsWith(`${Math.ceil(ply / 2)}`);
}), patience).then(() => ""));
for (const [name, path, language, scheme, width] of [["centre, light", "/", "en", "light", 1280], ["centre, dark, on a phone", "/", "de", "dark", 390]]) {
	const other = await open(path, language, scheme, width);
	await other.waitForSelector("#halls li");
	await check(`${name}: axe-core finds nothing serious`, () => serious(other));
	await check(`${name}: nothing is wider than the window`, async () => {
		const wide = await other.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
		return wide > 0 ? `${wide} pixels` : "";
	});
	await other.close();
}
execSync(process.env.END_SOUTH);
await check("a hall of which nothing is heard is told", () => waitForLine(page, "^north all is here, .* \\| south nothing is heard of it$").then(() => ""));
await check("in the notice, too", () => page.waitForFunction(() => document.getElementById("notice").textContent === "Nothing is heard of south.", patience).then(() => ""));
await check("one game has the line, too", async () => {
	await page.evaluate(() => { document.querySelector(".card a.cover").click(); });
	await page.waitForSelector(".moves button", patience);
	return (await line(page)).startsWith("north all is here") ? "" : await line(page);
});
await page.screenshot({ path: `${folder}/centre-silent.png` });
await check("no script fails", () => faults.join("\n"));
console.log(`1..${count}`);
await browser.close();
process.exit(failed ? 1 : 0);
