#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# rules and judge: every book is whole and explained, a new one is a file, a bad one is named by line and reason.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

"$ctl" rules list >"$work/ids"
check "ten books are listed" test "$(wc -l <"$work/ids")" -ge 10
unexplained=
articles=0
while read -r id; do
	check "rules check: $id has no findings" "$ctl" rules check "rules/books/$id.yaml"
	"$ctl" rules show "$id" >"$work/book" 2>"$work/err" || fail "rules show $id" "$(cat "$work/err")"
	# what a parameter, a ruling or a condition rests on
	sed -n '/^articles:/q;s/^ *[a-z0-9/-]*: \[.*, \([^]]*\)\].*/\1/p;s/^  [a-z][a-z0-9/-]*: \([^[{]*\)$/\1/p' "rules/books/$id.yaml" |
		tr -s '" ' '\n' | sed '/^$/d;/^reading$/d;/^event$/d' | sort -u >"$work/articles"
	while read -r article; do
		articles=$((articles + 1))
		"$ctl" rules explain "$id" "$article" >"$work/out" 2>&1 && [ -s "$work/out" ] || unexplained+="$id $article; "
	done <"$work/articles"
done <"$work/ids"
check "rules explain: each article that a book rests on" test -z "$unexplained"
check "of which there are many" test $articles -gt 300
expect "rules explain: what it asks, what it sets" 0 "third loses|illegal-limit" "" "$ctl" rules explain ru-2013 7.4.2
expect "rules explain: an article that is not there" 1 "" "Z\.9" "$ctl" rules explain ru-2013 Z.9

# a page for the wall: what is claimed how, what costs what, from the same values
expect "rules show --for player: how a flag is claimed" 0 "say so and stop the clock.* \(7c\)" "" "$ctl" rules show wbca-1992 --for player
expect "… what it costs" 0 "wrong draw claim: 1:00 for the opponent. \(13b\)" "" "$ctl" rules show wbca-1992 --for player
expect "… each endgame with its own article" 0 "opposite colours with one pawn.*" "" "$ctl" rules show wbca-1992 --for player
check "… and no other" grep -qE "clock stopped. \(8g\)" "$work/out"
check "… nothing about settings of the board" test -z "$(grep 'The board calls' "$work/out")"
expect "rules show --for arbiter: they are there" 0 "The board waits until a flag is claimed" "" "$ctl" rules show wbca-1992 --for arbiter
expect "… a book that gives two minutes says so" 0 "illegal move: 2:00 for the opponent. \(7.5.5\)" "" "$ctl" rules show fide2023-standard --for player
expect "… and what the guidelines change" 0 "Where the guidelines for games without increment apply" "" "$ctl" rules show fide2023-standard --for player
check "… but nothing that the text leaves open" test -z "$(grep '(reading' "$work/out")"
while read -r id; do
	for reader in player arbiter; do
		"$ctl" rules show "$id" --for "$reader" --format man >"$work/page.7" 2>"$work/err" || fail "rules show $id --for $reader" "$(cat "$work/err")"
		check "rules show $id --for $reader has what it costs" grep -q '^.SH "What it costs"' "$work/page.7"
		! command -v mandoc >/dev/null || check "… a manual page without errors" mandoc -T lint -W error "$work/page.7"
	done
done <"$work/ids"
"$ctl" rules show ru-2013 --for player --format html >"$work/page.html"
check "--format html" grep -q "<html lang=\"en\"" "$work/page.html"
"$ctl" --lang de rules show ru-2013 --for arbiter --format html --paper letter >"$work/page.html"
check "… in the language, and for the paper, that are asked for" grep -qz "<html lang=\"de\".*size: letter.*Für den Schiedsrichter" "$work/page.html"
if command -v weasyprint >/dev/null && command -v pdfinfo >/dev/null; then
	# the two with the most words: one side for players, two for the arbiter
	for id in fide2023-blitz league-quickplay; do
		for language in en de ru; do
			for paper in A4 letter; do
				for reader in player arbiter; do
					"$ctl" --lang $language rules show $id --for $reader --format pdf --paper $paper >"$work/page.pdf"
					check "$id for $reader, $language, $paper: $(pdfinfo "$work/page.pdf" | grep -E '^Pages|size')" \
						test "$(pdfinfo "$work/page.pdf" | sed -n 's/^Pages: *//p')" -le "$([ $reader = player ] && echo 1 || echo 2)"
				done
			done
		done
	done
	mkdir "$work/bare"
	ln -s "$(command -v sh)" "$work/bare/sh"
	expect "without weasyprint: it says what is missing" 1 "*" "package weasyprint" env PATH="$work/bare" "$ctl" rules show ru-2013 --for player --format pdf
else
	skip "--format pdf" "weasyprint or pdfinfo is not installed"
fi
expect "rules show --paper of text" 2 "" "goes with --format html or pdf" "$ctl" rules show ru-2013 --for player --paper letter
expect "rules show on a paper that there is not" 2 "" "it is A4 or letter" "$ctl" rules show ru-2013 --for player --format html --paper a5
expect "rules show --for nobody" 2 "" "player or for the arbiter" "$ctl" rules show ru-2013 --for nobody
expect "rules show --format without --for" 2 "" "goes with --for" "$ctl" rules show ru-2013 --format pdf
expect "rules list --for" 2 "" "goes with show" "$ctl" rules list --for player

# a new book: three values of another
mkdir "$work/rules"
cp rules/books/*.yaml "$work/rules"
cat >"$work/rules/club.yaml" <<'END'
rulebook: club
title: Blitz at the club
game: chess
inherits: fide2023-blitz
parameters:
  illegal-award: [30000, C.4]
  illegal-call-default: [auto, C.5]
  agreed-draw-min-moves: [20, C.6]
cites:
  move-illegal: C.4
  claim-rejected/agreed-too-early: C.6
articles:
  "C.4": Half a minute.
  "C.5": The board speaks.
  "C.6": Nobody agrees before the twentieth move.
END
export FLAGFALL_RULES=$work/rules
expect "rules check: the new book" 0 "" "" "$ctl" rules check "$work/rules/club.yaml"
expect "rules list has it" 0 "(^| )club " "" "$ctl" rules list
expect "rules explain knows its article" 0 "illegal-award = 30000" "" "$ctl" rules explain club C.4
game='"clock":{"mode":"sudden-death","white_ms":300000,"black_ms":300000,"running":"white"}'
illegal='{"t_ms":1000,"type":"lift","square":"e2"},{"t_ms":1500,"type":"place","square":"e5"},{"t_ms":2000,"type":"press","side":"white"}'
agreed='{"t_ms":3000,"type":"claim","by":"black","claim":"offer-draw"},{"t_ms":4000,"type":"claim","by":"white","claim":"accept-draw"}'
for book in fide2023-blitz club; do
	echo "{\"id\":\"$book\",\"rulebook\":\"$book\",$game,\"events\":[$illegal,$agreed]}"
done >"$work/cases.jsonl"
"$ctl" judge "$work/cases.jsonl" >"$work/got" 2>&1
check "judge: the parent's board waits for a claim" grep -q '"id":"fide2023-blitz",.*"got":{"ruling":"claim-rejected".*"sequence":\["move-accepted","claim-rejected"\]' "$work/got"
check "judge: the new book's speaks, gives half a minute, and refuses the draw by its own article" \
	grep -q '"id":"club",.*"reason":"agreed-too-early".*"black":30000.*"sequence":\["move-illegal","claim-rejected"\].*"C.6"' "$work/got"

# what an event had set otherwise stands in the trace of its journal
printf '%s\n' '{"format":"sensorboard-trace","version":1,"sensors":"sure","rulebook":"club","overrides":["illegal-award=7000"],'"$game"'}' \
	'{"t_us":1000000,"type":"lift","square":"e2"}' '{"t_us":1500000,"type":"place","square":"e5","piece":"P"}' \
	'{"t_us":2000000,"type":"press","side":"white"}' >"$work/overridden.jsonl"
sed 's/"sensors":"sure",//' "$work/overridden.jsonl" >"$work/trace.jsonl"
expect "replay: by the event's value, which is cited" 0 '"ruling":"move-illegal".*"black":7000' "" \
	"$ctl" replay --events "$work/trace.jsonl"
expect "and as the event's" 0 '"articles":\[[^]]*"event"' "" "$ctl" replay --events "$work/trace.jsonl"
expect "replay --rulebook: by another book alone" 0 '"ruling":"move-illegal".*"black":120000' "" \
	"$ctl" replay --events --rulebook fide2023-standard "$work/trace.jsonl"
sed 's/illegal-award=7000/illegal-award=soon/' "$work/trace.jsonl" >"$work/bad.jsonl"
expect "replay: a value that cannot be" 1 "*" "overrides:.*soon" "$ctl" replay --events "$work/bad.jsonl"

# bad books: file, line, reason
head='rulebook: bad\ntitle: Bad\ngame: chess\ninherits: fide2023-blitz\n'
bad() { printf %b "$2" >"$work/rules/bad.yaml"; expect "rules check: $1" 1 "*" "*" "$ctl" rules check "$work/rules/bad.yaml"
	if cat "$work/out" "$work/err" | grep -qE "bad\.yaml:$3: .*$4"; then pass "… $1 is named"; else fail "… $1 is named" "$(cat "$work/out" "$work/err")"; fi; }
bad "an unknown key" "${head}parameters:\n  ilegal-limit: [2, A.3]\n" 6 ilegal-limit
bad "a wrong unit" "${head}parameters:\n  illegal-award: [30s, A.3]\n" 6 "30s"
bad "a missing article" "${head}parameters:\n  illegal-award: [30000, Q.7]\n" 6 "Q\.7"
bad "no article at all" "${head}parameters:\n  illegal-award: [30000]\n" 6 "names no article"
bad "a circle" "rulebook: bad\ntitle: Bad\ngame: chess\ninherits: bad\n" 4 circle
bad "a contradiction" "${head}parameters:\n  illegal-remedy: [loses, A.3]\n" 6 illegal-limit
bad "a key that comes twice" "${head}parameters:\n  illegal-limit: [2, A.3]\n  illegal-limit: [3, A.3]\n" 7 twice
bad "what is not UTF-8" "rulebook: bad\ntitle: B\\xff\\xfe\n" 1 ""
bad "an empty file" "" 1 empty
rm "$work/rules/bad.yaml"
head -c 10485760 /dev/urandom >"$work/rules/bad.yaml"
expect "rules check: ten mebibytes of junk" 1 "*" "*" "$ctl" rules check "$work/rules/bad.yaml"
check "… are named" grep -qE 'bad\.yaml:1: more than' "$work/out" "$work/err"
expect "rules list still lists" 0 "(^| )club " "" "$ctl" rules list
expect "judge: a case of a bad book is a failed one" 1 '"error".*bad' "*" \
	"$ctl" judge <(sed 's/"rulebook":"club"/"rulebook":"bad"/' "$work/cases.jsonl")
plan
