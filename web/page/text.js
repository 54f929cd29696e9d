// SPDX-License-Identifier: GPL-2.0-or-later
// What the page says, from one file a language; the server chooses by Accept-Language.
const texts = new Map();

export async function loadTexts() {
	const answer = await fetch("/texts");
	for (const line of (await answer.text()).split("\n")) {
		const at = line.indexOf(" = ");
		if (at > 0 && line[0] !== "#") texts.set(line.slice(0, at), line.slice(at + 3));
	}
	document.documentElement.lang = language();
}

export function language() {
	return texts.get("language") || "en";
}

// What has no text is shown by its code.
export function say(key, values = {}) {
	return (texts.get(key) || key).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? "");
}

// A ruling's sentence, as the server has it in each of its languages.
export function sentence(ruling) {
	if (!ruling) return "";
	return (ruling.sentences && (ruling.sentences[language()] || ruling.sentences.en)) || ruling.sentence || "";
}
