#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A finished game, after a restart: its file is whole, replays to its moves, and is nobody else's to read; what the journal gives of it is what
# it gave before; its result is appealed against and changed, until its event has ended, and its file has that, too.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
begin_daemon 3 && daemon=$!
board 1 TABLE1 "$work/mate.jsonl"
board 2 TABLE2 "$work/mate.jsonl"
board 3 TABLE3 "$work/mate.jsonl"
restart() { kill "$daemon" && wait "$daemon"; begin_daemon 3 && daemon=$!; }
printf 'name: Club\nrulebook: fide2023-standard\ntime: 300\nboards:\n- {number: 1, board: TABLE1}\n- {number: 2, board: TABLE2}\n' >"$work/club.yaml"
printf 'board,white,black\n1,Anna,Boris\n2,Clara,David\n' >"$work/pairings.csv"
"${c[@]}" round open "$work/club.yaml" 1 "$work/pairings.csv" >/dev/null
"${c[@]}" round start >/dev/null
game_of() { "${c[@]}" --json round results | sed -n "s/^{\"table\":$1,.*\"game\":\"\([^\"]*\)\".*/\1/p"; }
first=$(game_of 1) second=$(game_of 2)
tell TABLE1 play-until-ply 2
tell TABLE1 flush
until_true plies "$first" 2
"${c[@]}" claim "$first" white resign >/dev/null
"${c[@]}" claim "$second" black resign >/dev/null
start TABLE3 --rulebook fide2023-standard --time 300 && outside=$id
"${c[@]}" claim "$outside" white resign >/dev/null
state() { "${c[@]}" --json games | sed -n "s/^{\"id\":\"$1\",\"state\":\"\([a-z-]*\)\".*/\1/p"; }
is_recorded() { [ "$(state "$1")" = recorded ]; }
file() { echo "$work/state/journal/games/0/${1#g}.trace"; }
until_true is_recorded "$first"; until_true is_recorded "$second"; until_true is_recorded "$outside"
until_true test -e "$(file "$first")"; until_true test -e "$(file "$second")"; until_true test -e "$(file "$outside")"
"${c[@]}" journal "$first" >"$work/before.trace"
"${c[@]}" journal --rulings "$first" >"$work/before.rulings"
"${c[@]}" export "$first" >"$work/before.pgn"
restart

is_gone() { ! "${c[@]}" --json list | grep -q "\"type\":\"game\",.*\"id\":\"$1\""; }
check "after a restart a finished game is not shown" is_gone "$first"
expect "its file is whole" 0 "${first#g}.trace: whole: 1 games, 0 events, [0-9]+ inputs" "" "${c[@]}" journal verify "$(file "$first")" "$(file "$second")"
expect "… and replays to its moves" 0 "d2d4 d7d5" "" "$ctl" replay --moves "$(file "$first")"
"${c[@]}" journal "$first" >"$work/after.trace"
"${c[@]}" journal --rulings "$first" >"$work/after.rulings"
"${c[@]}" export "$first" >"$work/after.pgn"
check "what the journal gives of it is what it gave, byte for byte" cmp "$work/before.trace" "$work/after.trace"
check "… its rulings, too" cmp "$work/before.rulings" "$work/after.rulings"
check "… and its record" cmp "$work/before.pgn" "$work/after.pgn"

# Nobody else's: each file, by its own name. Who is no root looks at the modes.
chmod 755 "$work"
nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"; }
theirs() {
	local f
	find "$work/state/journal" -type f | while read -r f; do
		if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
			nobody cat "$f" >/dev/null 2>&1 && echo "$f"
		else
			find "$work/state/journal" "$f" -maxdepth 0 -perm /007
		fi
	done
}
sees_records() { [ "$(id -u)" != 0 ] || ! command -v setpriv >/dev/null || nobody test -r "$work/state/games"; }
check "another user sees where the records are" sees_records
check "… and reads no file of the journal" test -z "$(theirs)"

cp "$(file "$first")" "$work/old.trace"
"${c[@]}" monitor --wait --banner --plain >"$work/monitor" 2>&1 & monitor=$!
until_true grep -q "waiting for a game" "$work/monitor"
expect "an appeal takes it up again" 0 "it stands until the appeal is decided" "" "${c[@]}" claim "$first" white appeal
check "who waits for a game that starts waits on" test -z "$(has_ended $monitor && cat "$work/monitor")"
expect "results say so" 0 "1  Anna   0-1      Boris  appealed" "" "${c[@]}" round results
expect "upheld, the result does not count" 0 "continue \(appeal-upheld\)" "" "${c[@]}" decide "$first" appeal accept
expect "the arbiter gives another one" 0 "^Table 1, Anna – Boris: The game is over  1/2-1/2" "" "${c[@]}" end "$first" 1/2-1/2
until_true is_recorded "$first"
has_new() { grep -q '"result":"1/2-1/2"' "$(file "$first")"; }
until_true has_new
old_first() { cmp -n "$(stat -c %s "$work/old.trace")" "$work/old.trace" "$(file "$first")"; }
check "its file goes on where it ended" old_first
expect "… and is whole" 0 "${first#g}.trace: whole" "" "${c[@]}" journal verify "$(file "$first")"
has_result() { "${c[@]}" export "$first" | grep -q '^\[Result "1/2-1/2"\]'; }
check "its record has the result" has_result
exported() { grep -q '^\[Result "1/2-1/2"\]' "$work/state/export/club/round-1/game-1.pgn"; }
check "… and so has the event's export" until_true exported

start TABLE3 --rulebook fide2023-standard --time 300
shows_next() { cat "$work/monitor"; grep -q "game $id" "$work/monitor"; }
check "… and has the one that does" until_true shows_next
"${c[@]}" claim "$id" white resign >/dev/null
until_true has_ended $monitor
until_true is_recorded "$id"

restart
check "the next daemon does not show it" is_gone "$first"
expect "… and has the result" 0 "1  Anna   1/2-1/2  Boris" "" "${c[@]}" round results
check "… in the record, too" has_result
expect "a verdict that nobody waits for takes it up, and is refused" 1 "" "Table 1, Anna – Boris: The game is over: 1/2-1/2; only an appeal" "${c[@]}" decide "$first" appeal accept
expect "a report, too" 1 "" "Table 1, Anna – Boris: The game is over: 1/2-1/2" "${c[@]}" report "$first" arbiter phone against=white
expect "one outside events is taken up" 0 "it stands until the appeal is decided" "" "${c[@]}" claim "$outside" white appeal
expect "… rejected, its result stands" 0 "claim-rejected \(appeal-rejected\)" "" "${c[@]}" decide "$outside" appeal reject
expect "what is no game is none" 1 "" "there is no game g99 here; running: none\." "${c[@]}" claim g99 white appeal

"${c[@]}" round close >/dev/null
expect "the event ends" 0 "*" "" "${c[@]}" event end club
expect "then it is not taken up any more" 1 "" "Game $second is not taken up again: its event Club has ended\." "${c[@]}" claim "$second" white appeal
expect "… and its result stays" 0 "2  Clara  1-0      David" "" "${c[@]}" round results
plan
