#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The program knows parameters: no rulebook's name stands in what is compiled into it, and every parameter is described.
set -u
cd "$(dirname "$0")/../.." || exit 1
n=0
# result NAME FINDINGS
result() {
	n=$((n + 1))
	if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/#   /'; fi
}

echo "1..5"
names=$(basename -s .yaml -a rules/books/*.yaml | paste -sd '|')
# words of their own: "handbook" and "ru-2013" are names, "rulebook" is none
result "no rulebook's name in the program" "$(grep -rnwE "\"($names)\"|$names" --include='*.[ch]' rules common daemon libboard kernel | grep -vE '^[^:]*:[0-9]+:[[:space:]]*(/?\*|//)')"
found=""
while read -r parameter; do
	grep -qF "| \`$parameter\` |" doc/rulebooks.md || found+="$parameter"$'\n'
done < <(sed -n 's/^\tX([A-Z0-9_]*, "\([a-z0-9-]*\)".*/\1/p' rules/parameters.h)
result "every parameter is in doc/rulebooks.md" "${found%$'\n'}"

# rulebook_words FILE: a line "article A" for each that the book explains, "cites A" for each that it rests on
rulebook_words() {
	awk '
	/^[a-z]/ { section = $1 }
	function cite(list,   i, n, word) {
		n = split(list, word, " ")
		for (i = 1; i <= n; i++)
			if (word[i] != "reading")
				print "cites", word[i]
	}
	section == "articles:" && /^  "/ { sub(/^  "/, ""); sub(/".*/, ""); print "article", $0; next }
	section != "articles:" && /^ *[a-z0-9\/-]+: \[.*, [^]]*\]/ { sub(/\].*/, ""); sub(/.*, /, ""); cite($0); next }
	section != "articles:" && /^ +[a-z0-9\/-]+: [^{\[]/ { sub(/^ *[^ ]+ /, ""); cite($0) }
	/^inherits:/ { print "inherits", $2 }
	' "$1"
}
# family FILE WORD: what the book and its parents say of that kind
family() {
	local parent
	rulebook_words "$1" | sed -n "s/^$2 //p"
	parent=$(sed -n 's/^inherits: //p' "$1")
	if [ -n "$parent" ]; then family "rules/books/$parent.yaml" "$2"; fi
}
# unexplained FILE, uncited FILE OTHERS…: articles that are cited and not explained, explained and not cited (a child
# may cite what its parent explains)
unexplained() { comm -23 <(family "$1" cites | sort -u) <(family "$1" article | sort -u); }
uncited() {
	comm -23 <(rulebook_words "$1" | sed -n 's/^article //p' | sort -u) \
		<(for other in "$@"; do rulebook_words "$other"; done | sed -n 's/^cites //p' | sort -u)
}

planted=$(mktemp)
trap 'rm -f "$planted"' EXIT
printf '%s\n' 'parameters:' '  illegal-limit: [2, P.1 P.2]' 'cites:' '  move-illegal: P.3' 'when:' '  - if: {phase: period}' \
	'    cites:' '      win/flag: P.4' 'articles:' '  "P.1": One.' '  "P.3": >-' '    Three.' '  "P.5": Five.' >"$planted"
result "planted: articles without an entry, and one that nobody cites" \
	"$(diff <(unexplained "$planted"; uncited "$planted") <(printf 'P.2\nP.4\nP.5\n'))"
without="" unused=""
mapfile -t children < <(grep -l '^inherits:' rules/books/*.yaml)
for book in rules/books/*.yaml; do
	name=$(basename "$book" .yaml)
	without+=$(unexplained "$book" | sed "s/^/$name /")
	unused+=$(uncited "$book" "${children[@]}" | sed "s/^/$name /" | grep -vxF -f <(sed 's/ *#.*//;/^$/d' tests/lint/uncited-articles))
done
result "every article that a rulebook cites is explained" "$without"
result "every article that a rulebook explains is cited, but for those of tests/lint/uncited-articles" "$unused"
