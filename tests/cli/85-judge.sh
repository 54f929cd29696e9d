#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# judge: a line that is no case is told with file, line and reason, and the next ones are judged.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

good=$(head -n 1 tests/casebook/wbca-1992.jsonl)
good_line='"pass":true'

# wrong NAME REASON SED: the good case, changed by SED, between two good ones
wrong() {
	{ echo "$good"; sed "$3" <<<"$good"; echo "$good"; } >"$work/cases.jsonl"
	expect "$1" 1 "$good_line.*cases.jsonl:2: $2.*$good_line.*2 passed, 1 failed" "" "$ctl" judge "$work/cases.jsonl"
}
wrong "no JSON" "" 's/.*/{"id": /'
wrong "no object" 'a case must be an object' 's/.*/[1]/'
wrong "no rulebook" '\\"rulebook\\" is missing' 's/"rulebook": "[^"]*", //'
wrong "a rulebook that is not there" 'rulebook \\"nowhere\\": No such file' 's/"rulebook": "[^"]*"/"rulebook": "nowhere"/'
wrong "a game that is not known" '\\"game\\" is \\"go\\"' 's/"game": "[^"]*"/"game": "go"/'
wrong "a wrong FEN" 'start position: placement' 's/"start_fen": "rnbqkbnr/"start_fen": "rnbqkbn/'
wrong "no king" 'start position: placement: White has 0 kings' 's/RNBQKBNR w KQkq/RNBQ1BNR w kq/'
wrong "a clock that is none" 'clock: \\"mode\\" is \\"sundial\\"' 's/sudden-death/sundial/'
wrong "time that goes back" 'event 2: its time is before' 's/"t_ms": 0,/"t_ms": 900000,/'
wrong "a time that is no number" 'event 1: \\"t_ms\\" is not a whole number' 's/"t_ms": 0,/"t_ms": "soon",/'
wrong "a square that is none" 'event 1: \\"square\\" is \\"z9\\"' 's/"square": "e2"/"square": "z9"/'
wrong "an event that is not known" 'event 1: \\"type\\" is \\"jump\\"' 's/"type": "lift"/"type": "jump"/'
say() { wrong "$1" "$2" "s/\"type\": \"pause\"/$3/"; }
say "a claim that is not known" 'event 4: \\"claim\\" is \\"luck\\"' '"type": "claim", "by": "white", "claim": "luck"'
say "a claim of nobody's" 'event 4: \\"by\\" is \\"arbiter\\", not white, black or spectator' '"type": "claim", "by": "arbiter", "claim": "flag"'
say "a claim is no report" 'event 4: \\"report\\" is \\"resign\\"' '"type": "report", "by": "arbiter", "report": "resign"'
say "a verdict that is not known" 'event 4: \\"verdict\\" is \\"maybe\\"' '"type": "decide", "verdict": "maybe", "about": "flag"'
say "a verdict about nothing" 'event 4: \\"about\\" is \\"luck\\"' '"type": "decide", "verdict": "accept", "about": "luck"'
options() { wrong "$1" "$2" "s/\"events\":/$3, \"events\":/"; }
options "options that are no object" '\\"options\\" is not an object' '"options": []'
options "supervision that is not known" '\\"supervision\\" is neither' '"options": {"supervision": "some"}'
options "a count below nothing" '\\"white\\" is not a whole number' '"state": {"illegal_count": {"white": -1}}'
options "who is present is a list" '\\"present\\" is not a list' '"state": {"present": "white"}'
wrong "a sequence is a list" '\\"sequence\\" of \\"expect\\"' 's/"expect": {/"expect": {"sequence": "draw", /'
wrong "two keys of one name" 'duplicate object key' 's/"title"/"id"/'

{ printf '\357\273\277'; echo "$good"; printf '  \n\n'; sed 's/"events":/"colour": "blue", "options": {"x": 1}, "events":/' <<<"$good"; } >"$work/cases.jsonl"
expect "unknown keys, empty lines and a byte order mark are passed over" 0 '2 passed, 0 failed' "" "$ctl" judge "$work/cases.jsonl"
sed 's/"expect": {.*}/"expect": null}/' <<<"$good" >"$work/cases.jsonl"
expect "without an expectation it is told what is ruled" 0 '"pass":null.*"ruling":"clock-stopped".*0 passed, 0 failed' "" "$ctl" judge "$work/cases.jsonl"
expect "a file that is not there" 1 "$good_line" "nowhere.jsonl, where a casebook is expected, cannot be read: No such file" "$ctl" judge nowhere.jsonl tests/casebook/uschess-blitz.jsonl
said() { "$ctl" judge --lang "$1" --sentences tests/casebook/*.jsonl; }
lacking() { said "$1" | grep -nE '\?\?\?|[][{}|]|  |: $|[^.?]$' >"$work/lacking"; [ "$(said "$1" | wc -l)" -gt 1500 ] && [ ! -s "$work/lacking" ]; }
for language in en de ru; do
	name="every ruling of the casebook is a whole sentence: $language"
	if lacking $language; then pass "$name"; else fail "$name" "$(head "$work/lacking")"; fi
done
# in LANGUAGE VARIABLE…: what the first case of a book says where the environment is that
in_language() { env -u LANGUAGE -u LC_ALL -u LC_MESSAGES -u LANG "${@:2}" "$ctl" judge --sentences tests/casebook/wbca-1992.jsonl | head -n 1 | grep -q "$1"; }
check "without a locale it is English" in_language "The clocks"
check "LANG asks for German" in_language "Die Uhren" LANG=de_DE.UTF-8
check "LC_MESSAGES goes before LANG" in_language "Часы" LANG=de_DE.UTF-8 LC_MESSAGES=ru_RU.UTF-8
check "LC_ALL goes before LC_MESSAGES" in_language "Die Uhren" LC_ALL=de_CH LC_MESSAGES=ru_RU.UTF-8
check "LANGUAGE is a list, and goes before all" in_language "Die Uhren" LANGUAGE=tlh:de_AT:ru LC_ALL=ru_RU.UTF-8
check "LANGUAGE says nothing without a locale" in_language "The clocks" LANGUAGE=de LC_ALL=C
check "a language that is not there is English" in_language "The clocks" LANG=fi_FI.UTF-8
expect "the sentence of a case" 0 '"sentence":"The clocks have been stopped' "" "$ctl" judge tests/casebook/wbca-1992.jsonl
expect "a language that is not there" 2 "" "must be one of en, de, ru, not \"tlh\"" "$ctl" --lang tlh judge tests/casebook/wbca-1992.jsonl
plan
