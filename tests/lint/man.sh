#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Man pages are well formed, no macro takes the sentence after its word for more of its words, and flagfallctl(1) names every verb and
# every option of the program, README.md and flagfall-boards(7) every board that one can buy.
set -u
cd "$(dirname "$0")/../.." || exit 1
mapfile -t pages < <(ls man/man*/* build/data/org.flagfall1.5)
n=0
result() { # NAME FINDINGS
	n=$((n + 1))
	if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/#   /'; fi
}
# sentences_in_macros PAGE: words of a sentence that a macro of its line sets as its own, as ".Fl -all , which is" does: -which -is. Its words
# go on after a comma. An option is a letter or begins with a bar; the others name one thing after each comma.
sentences_in_macros() {
	mandoc -Ttree "$1" | awk '
		{ match($0, /^ */); depth = RLENGTH; at = match($0, /[0-9]+:[0-9]+[^0-9]*$/) ? substr($0, RSTART) : "" }
		/\(elem\)/ { macro = $1; below = depth; words = 0; key = macro " " at; sub(/ HREF.*| ID=.*/, "", key); again = key == last; last = key; next }
		!/\(text\)/ || macro == "" || depth <= below { macro = ""; next }
		{
			word = $0; sub(/^ */, "", word); sub(/ \(text\).*/, "", word); words++
			prose = word ~ /^(an|and|are|as|at|for|from|in|is|it|not|of|on|or|that|the|then|this|to|was|where|which|who|with)$/
			if (macro == "Fl")
				prose = word !~ /^(-[a-z][a-z0-9-]*|[A-Za-z0-9])$/
			else if (macro !~ /^(Ar|Cm|Dv|Em|Er|Ev|Fa|Fn|Ic|Li|Pa|Sy|Va|Vt)$/)
				prose = 0
			else if (again && words == 2)
				prose = 1
			if (prose)
				print "line " at " ." macro " sets \"" word "\""
		}'
}

if command -v mandoc >/dev/null; then
	planted=$(mktemp)
	trap 'rm -f "$planted"' EXIT
	printf '%s\n' '.Dd January 1, 2024' '.Dt X 1' .Os '.Sh NAME' '.Nm x' '.Nd y' '.Sh DESCRIPTION' '.It Fl a , -all , b Ar N , M' \
		'.Fl -all , which' '.Pq Ar file , if one' '.Pa /x , which' '.Cm a , b ,' '.Pa /y' 'which' >"$planted"
	result "planted: sentences in macros" "$(diff <(sentences_in_macros "$planted" | cut -d' ' -f2 | cut -d: -f1 | paste -sd' ') <(echo 9 10 11))"
	for page in "${pages[@]}"; do
		result "$page: no sentence is set as a macro's words" "$(sentences_in_macros "$page")"
	done
	for page in "${pages[@]}"; do
		result "$page" "$(mandoc -Tlint -Wwarning "$page" 2>&1)"
	done
else
	n=1; echo "ok 1 - man pages # SKIP mandoc is not installed (make deps)"
fi

ctl=build/flagfallctl
text=$(sed 's/\\-/-/g' man/man1/flagfallctl.1)
missing=
for verb in $($ctl --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
	grep -q "Cm $verb\b" <<<"$text" || missing+="$verb "
	for option in $($ctl "$verb" --help | grep -o -- '--[a-z][a-z0-9-]*' | sort -u); do
		case $option in --help | --usage | --version | --json | --bus) continue ;; esac
		grep -qE -- "(-|Cm )${option#--}\b|$option\b" <<<"$text" || missing+="$verb:$option "
	done
done
result "flagfallctl(1) tells of every verb and option" "$missing"

# Boards that one can buy are those whose drivers have a name.
missing=
for scheme in $(grep -l '^	\.name = ' libboard/*.c | xargs sed -n 's/^	\.scheme = "\(.*\)",/\1/p'); do
	grep -q "^\.It Sy $scheme: Ta" man/man7/flagfall-boards.7 || missing+="$scheme: "
done
for kind in $($ctl emulate --help | tr -s '\n ' ' ' | sed -n 's/.*KIND: \([^.]*\)\..*/\1/p' | sed 's/ and / /; s/,//g'); do
	cat man/man7/flagfall-boards.7 man/man1/flagfallctl.1 | sed 's/\.Dl flagfallctl emulate/.Cm/' | grep -qE "^\.Cm (.* )?$kind( |$)" || missing+="$kind "
done
while IFS= read -r maker; do
	tr '\n' ' ' <README.md | tr -s ' ' | grep -q "$maker" || missing+="README.md: $maker "
done < <(sed -n 's/^	\.name = "\(.*\)",/\1/p' libboard/*.c | sed 's/, /\n/g')
result "README.md names their makers, flagfall-boards(7) has a row for each scheme, and each kind of emulated board" "$missing"
echo "1..$n"
