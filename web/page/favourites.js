// SPDX-License-Identifier: GPL-2.0-or-later
// Players whose boards come first: remembered by this browser, by their names.
const KEY = "favourites";
let names = null;

function load() {
	if (names) return names;
	try {
		names = new Set(JSON.parse(localStorage.getItem(KEY) || "[]"));
	} catch {
		names = new Set(); // a browser that keeps nothing
	}
	return names;
}

export function isFavourite(name) {
	return Boolean(name) && load().has(name);
}

export function toggleFavourite(name) {
	if (load().has(name)) names.delete(name);
	else names.add(name);
	try {
		localStorage.setItem(KEY, JSON.stringify([...names]));
	} catch {
		// … until the page is closed
	}
}
