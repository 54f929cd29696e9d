// SPDX-License-Identifier: GPL-2.0-or-later
// A short sound at each move, for who wants it: off until a button was pressed.
const KEY = "sounds";
let context = null, on = false;

try {
	on = localStorage.getItem(KEY) === "on";
} catch {
	// a browser that keeps nothing
}

export function soundsAreOn() {
	return on;
}

export function toggleSounds() {
	on = !on;
	try {
		localStorage.setItem(KEY, on ? "on" : "off");
	} catch {
		// … until the page is closed
	}
	knock();
	return on;
}

export function knock() {
	if (!on || !window.AudioContext) return;
	context = context || new AudioContext();
	const now = context.currentTime, tone = context.createOscillator(), gain = context.createGain();
	tone.frequency.value = 220;
	gain.gain.setValueAtTime(0.2, now);
	gain.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
	tone.connect(gain).connect(context.destination);
	tone.start(now);
	tone.stop(now + 0.12);
}
