// SPDX-License-Identifier: GPL-2.0-or-later
// pico.mjs FOLDER-OF-RP2040JS BOOTROM IMAGE.hex 8|10: a board's image on an emulated RP2040, with a matrix of switches and a lever at its pins and a
// USB host that does what the kernel does: it looks at the descriptors, asks for the info and the whole board, and reads reports. Prints TAP.
import { readFileSync } from "fs";
import { createRequire } from "module";

const [modules, bootrom, image, size] = [process.argv[2], process.argv[3], process.argv[4], +process.argv[5]];
const { Simulator } = createRequire(modules + "/")("rp2040js");
const FLASH = 0x10000000, ROSC = 0x40060, FILE_PIN = 10, LEVER = { white: 20, black: 21 };
const files = size === 8 ? 8 : 5;
const simulator = new Simulator(), chip = simulator.rp2040, usb = chip.usbCtrl;

for (const name of ["log", "warn", "error", "info", "debug"]) // it tells of each register that it does not know
	console[name] = () => {};

/* --- the chip --- */

const rom = readFileSync(bootrom);
chip.loadBootrom(new Uint32Array(rom.buffer, rom.byteOffset, rom.length / 4));
let base = 0;
for (const line of readFileSync(image, "utf8").split("\n")) {
	const bytes = Buffer.from(line.trim().slice(1), "hex"), count = bytes[0];

	if (bytes[3] === 4)
		base = bytes.readUInt16BE(4) * 65536;
	if (bytes[3] === 0)
		chip.flash.set(bytes.subarray(4, 4 + count), base + bytes.readUInt16BE(1) - FLASH);
}
/* The ring oscillator, of which the emulator has none: it is stable, and its bit is random. */
chip.peripherals[ROSC].readUint32 = offset => (offset === 0x1c ? (Math.random() < 0.5 ? 1 : 0) : offset === 0x18 ? 0x80001000 : 0);

/* --- what is wired to it --- */

const closed = new Set();
const start = size === 8 ? [...Array(16).keys(), ...[...Array(16).keys()].map(n => 48 + n)] :
	[...Array(100).keys()].filter(n => (n + Math.floor(n / 10)) % 2 === 0 && (n < 40 || n >= 60));
start.forEach(square => closed.add(square));

/* A file is low where a switch joins it to a rank that is driven low. */
function wire() {
	for (let file = 0; file < files; file++) {
		let low = false;

		for (let rank = 0; rank < size; rank++)
			low ||= chip.gpio[rank].value === 0 && closed.has(size === 8 ? rank * 8 + file : rank * 10 + 2 * file + rank % 2);
		chip.gpio[FILE_PIN + file].setInputValue(!low);
	}
}
for (let rank = 0; rank < size; rank++)
	chip.gpio[rank].addListener(wire);
Object.values(LEVER).forEach(pin => chip.gpio[pin].setInputValue(true));
wire();

/* --- the host --- */

const now_us = () => Math.round(simulator.clock.nanos / 1000);
const after = ms => new Promise(done => simulator.clock.createAlarm(done).schedule(ms * 1e6));
let transfer = null;
const reports = [];

/* What the device sends in answer; the status stage has passed. */
async function control(type, request, value, most) {
	const packet = new Uint8Array([type, request, value & 255, value >> 8, 0, 0, most & 255, most >> 8]);
	const answer = await new Promise(done => {
		transfer = { bytes: [], most, reads: type >= 0x80, whole: false, armed: false, done };
		usb.sendSetupPacket(packet);
	});

	await after(1);
	return Buffer.from(answer);
}

function end_transfer() {
	const t = transfer;

	if (t.reads && !(t.whole && t.armed))
		return;
	transfer = null;
	if (t.reads)
		usb.endpointReadDone(0, new Uint8Array(0));
	t.done(t.bytes);
}

usb.onEndpointRead = endpoint => {
	if (endpoint === 0 && transfer) {
		transfer.armed = true;
		if (transfer.reads)
			end_transfer();
	}
};
usb.onEndpointWrite = (endpoint, bytes) => {
	if (endpoint)
		return reports.push(Buffer.from(bytes));
	transfer.bytes.push(...bytes);
	if (bytes.length < 64 || transfer.bytes.length >= transfer.most)
		transfer.whole = true;
	end_transfer();
};

/* All events that have come since the last call: { seq, type, square, piece, time }. */
function take_events() {
	return reports.splice(0).flatMap(r => [...Array(r[1]).keys()].map(i => ({
		seq: r.readUInt32LE(4) + i, type: r[16 + 8 * i], square: r[17 + 8 * i], piece: r[18 + 8 * i],
		time: Number(r.readBigUInt64LE(8)) + r.readUInt32LE(20 + 8 * i),
	})));
}

/* --- what is asked of it --- */

const LIFT = 1, PLACE = 2, PRESS = 3;
let count = 0, failed = 0;
function check(holds, name, ...more) {
	process.stdout.write(`${holds ? "ok" : "not ok"} ${++count} - ${size}x${size}: ${name}\n`);
	if (!holds) {
		failed++;
		more.forEach(m => process.stdout.write(`#   ${m instanceof Buffer ? m.toString("hex") : JSON.stringify(m)}\n`));
	}
}
const shapes = events => events.map(e => `${e.type}:${e.square}:${e.piece}`).join(" ");
const rises = events => events.every((e, i) => i === 0 || (e.seq === events[i - 1].seq + 1 && e.time >= events[i - 1].time));
const letter = "?".charCodeAt(0);

async function play() {
	const squares = size * size;
	const [from, to] = size === 8 ? [12, 28] : [31, 42];
	let events, lifted, down, pressed;

	const device = await control(0x80, 6, 0x0100, 18);
	check(device.length === 18 && device[0] === 18 && device[7] === 64, "a device descriptor", device);
	await control(0x00, 5, 1, 0);
	const page = readFileSync("doc/protocol.md", "utf8").match(/```hex interface\n([^`]*)```/)[1].replace(/\s/g, "");
	const configuration = await control(0x80, 6, 0x0200, 255);
	check(configuration.subarray(9).toString("hex") === page, "the interface and its endpoint are those of the protocol's page", configuration);
	await control(0x00, 9, 1, 0);

	const info = await control(0xc1, 1, 0, 120);
	check(info.length === 120 && info.toString("latin1", 0, 4) === "SBRD" && info[4] === 1 && info[5] === size && info[6] === size && info[7] === 1,
		"GET_INFO says what it is", info);
	check(info.toString("latin1", 88, 93) === "PICO-", "with a serial number", info.subarray(88));
	const board = await control(0xc1, 2, 0, 116);
	const stands = [...board.subarray(board.length - squares)].flatMap((piece, square) => (piece === letter ? [square] : []));
	check(board.length === 16 + squares && stands.join() === start.join(), "GET_BOARD has the pieces as they stand", board);
	await after(60);
	check(reports.length === 0, "nothing moves, nothing is sent", reports);

	lifted = now_us();
	closed.delete(from);
	await after(100);
	down = now_us();
	closed.add(to);
	await after(100);
	pressed = now_us();
	chip.gpio[LEVER.white].setInputValue(false);
	await after(30);
	events = take_events();
	check(shapes(events) === `${LIFT}:${from}:${letter} ${PLACE}:${to}:${letter} ${PRESS}:0:1` && rises(events), "a move and a press", events);
	/* a scan's time is that at which it begins; there is one each millisecond, and it takes up to 0.2 ms */
	check(Math.abs(events[1].time - events[0].time - (down - lifted)) <= 1200 && Math.abs(events[2].time - events[0].time - (pressed - lifted)) <= 1200,
		"each has the time of its first edge, a scan later at most", [lifted, down, pressed], events);

	chip.gpio[LEVER.white].setInputValue(true);
	await after(50);
	for (let i = 0; i < 6; i++) { /* a contact that bounces */
		chip.gpio[LEVER.black].setInputValue(i % 2 === 1);
		await after(0.4);
	}
	chip.gpio[LEVER.black].setInputValue(false);
	await after(50);
	events = take_events();
	check(shapes(events) === `${PRESS}:0:2`, "a press that bounces is one", events);
	chip.gpio[LEVER.black].setInputValue(true);
	await after(50);

	const [king, rook, king_to, rook_to] = size === 8 ? [4, 7, 6, 5] : [33, 35, 44, 46];
	closed.delete(king_to); /* a knight and a bishop have gone */
	closed.delete(rook_to);
	await after(40);
	take_events();
	closed.delete(king);
	closed.delete(rook);
	await after(40);
	closed.add(king_to);
	closed.add(rook_to);
	chip.gpio[LEVER.white].setInputValue(false);
	await after(50);
	events = take_events();
	const set_down = events.slice(2, 5).map(e => (e.type === PRESS ? "press" : String(e.square))).sort().join();
	check(events.length === 5 && rises(events) && set_down === [king_to, rook_to, "press"].map(String).sort().join(),
		"two pieces set down and the lever pressed within one scan: all three, in the order of their times", events);
	chip.gpio[LEVER.white].setInputValue(true);
	await after(50);

	for (let i = 0; i < 20; i++) { /* as fast as hands can, and faster */
		closed.delete(to);
		await after(12);
		closed.add(to);
		chip.gpio[i % 2 ? LEVER.white : LEVER.black].setInputValue(false);
		await after(25);
		chip.gpio[i % 2 ? LEVER.white : LEVER.black].setInputValue(true);
		await after(25);
	}
	await after(20);
	events = take_events();
	check(events.length === 60 && rises(events), "twenty turns in 1.2 s: no event is missing", events.map(e => [e.seq, e.type, e.square, e.time].join(" ")));

	const boot = info.readUInt32LE(16);
	const again = await control(0xc1, 1, 0, 120);
	check(again.readUInt32LE(16) === boot && boot !== 0, "boot_id stays what it was", info, again);
	process.stdout.write(`1..${count}\n`);
	process.exit(failed ? 1 : 0);
}

usb.onUSBEnabled = () => usb.resetDevice();
usb.onResetReceived = () => after(1).then(play);
/* A promise goes on between two calls of execute() only: so many instructions are one call. */
function run() {
	for (let i = 0; i < 400; i++)
		if (chip.core.waiting)
			simulator.clock.tick(Math.max(1, simulator.clock.nanosToNextAlarm));
		else
			simulator.clock.tick(chip.core.executeInstruction() * 8);
	setImmediate(run);
}
chip.core.PC = FLASH;
run();
