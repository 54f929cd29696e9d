#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A round without a board with sensors: each kind of bye, each result, forfeits of one and of both, colours swapped, pairings changed after
# the round was opened; the report with its results, which a reader of FIDE C.04 annex 2 accepts, and CSV and PGN that lead to
# the same. Arbiters who act at once: each act is done or refused, and the log has those that were done.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }

printf 'name: Road 95\nrulebook: fide2023-standard\ntime: 90m/40,30m+30s\nboards: [%s]\n' \
	'{number: 1}, {number: 2}, {number: 3}, {number: 4}, {number: 5}, {number: 6}, {number: 7}, {number: 8}' >$TMPDIR/event.yaml
# player NUMBER POINTS OPPONENT COLOUR RESULT
player() { printf '001 %4d %1s %2s %-33s %4d NOR %11d 1990/01/01 %4s %4d  %4s %s %s\r\n' $1 m "" "Player$1, Paul" $((2700 - $1)) $((1500000 + $1)) "$2" $1 "$3" "$4" "$5"; }
report() {
	printf '012 Pairings\r\n'
	for p in 1 2 3 4 5 6 7 8; do
		player $p 0.0 $((p + 8)) w ''
		player $((p + 8)) 0.0 $p b ''
	done
	player 17 1.0 0000 - U
	player 18 0.0 0000 - H	# that is not in the points yet
	player 19 0.0 0000 - Z
	player 20 0.0 0000 - F | sed 's/Player20, Paul    /Çağlar, Žydrūnė IV/'
	printf 'XXR 5\r\n'
}
{ printf '\357\273\277'; report; } >$TMPDIR/report.trf
refused() { r_words=$1; shift; "$@" >$TMPDIR/said 2>&1 && return 1; grep -q "$r_words" $TMPDIR/said || { cat $TMPDIR/said; return 1; }; }
line() { ctl --json round results road-95 ${2-1} | grep "^{\"table\":$1,"; }
has() { line $1 | grep -q "$2" || { line $1; return 1; }; }
change() { ctl round change road-95 1 "$@"; }
checked() { ctl round results road-95 $1 --trf >$TMPDIR/filled.trf && env LC_ALL=C awk -v rounds=1 -v players=20 -f $FLAGFALL/tests/road/trf-checker.awk $TMPDIR/filled.trf; }
# bbpPairings, where BBPPAIRINGS names that program: it reads the report with the round's results, and pairs the next round
paired() { sed '1s/^\xef\xbb\xbf//' $TMPDIR/filled.trf >$TMPDIR/plain.trf; "$BBPPAIRINGS" --dutch $TMPDIR/plain.trf -p $TMPDIR/next && [ "$(head -n 1 $TMPDIR/next)" = 10 ]; }
# of PLAYER: opponent, colour and result in the report
of() { LC_ALL=C awk -v n=$1 '{ gsub(/[\200-\277]/, "") } substr($0, 1, 3) == "001" && substr($0, 5, 4) + 0 == n { print substr($0, 81, 4) + 0, substr($0, 92, 4) + 0, substr($0, 97, 1), substr($0, 99, 1) }' $TMPDIR/filled.trf; }
is_of() { i_got=$(of $1); [ "$i_got" = "$2" ] || { echo "player $1 has '$i_got', not '$2'"; return 1; }; }

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
must "flagfalld runs" start_daemon
must "a round is opened from a report" ctl round open $TMPDIR/event.yaml 1 $TMPDIR/report.trf
ok "four have a bye, of each kind" sh -c '[ "$(flagfallctl --bus "$1" round results | grep -cE "bye$|bye +$")" = 4 ]' - "$BUS"
table=0
for result in 1-0 0-1 1/2-1/2 0-0 +/- -/+ -/-; do
	table=$((table + 1))
	ok "board $table: $result" change $table result=$result
done
ok "no board is called ready that has no sensors" has 8 '"state":"no-board"'
ok "the round is not closed while one has no result" refused "no result yet at table 8" ctl round close road-95 1
ok "colours are swapped" change 8 colours=swapped
ok "… White is who was Black" has 8 '"white":{"name":"Player16, Paul"'
ok "… with a result" change 8 result=1-0
ok "a forfeit that was a mistake" change 5 result=none
ok "… is none" has 5 '"result":""'
ok "… and was played after all" change 5 result=0-1
ok "the round is closed" ctl round close road-95
ok "the report with its results is one" checked 1
[ -z "${BBPPAIRINGS-}" ] || ok "bbpPairings reads it, and pairs the next round" paired
for one in "1 1 9 w 1" "9 0 1 b 0" "2 0 10 w 0" "3 0.5 11 w =" "11 0.5 3 b =" "4 0 12 w 0" "12 0 4 b 0" "5 0 13 w 0" "13 1 5 b 1" "6 0 14 w -" "14 1 6 b +" \
	"7 0 15 w -" "15 0 7 b -" "8 0 16 b 0" "16 1 8 w 1" "17 1 0 - U" "18 0.5 0 - H" "19 0 0 - Z" "20 1 0 - F"; do
	ok "player ${one%% *} has ${one#* }" is_of ${one%% *} "${one#* }"
done
not_so() { sed "$1" $TMPDIR/filled.trf >$TMPDIR/wrong.trf; ! env LC_ALL=C awk -v rounds=1 -f $FLAGFALL/tests/road/trf-checker.awk $TMPDIR/wrong.trf >/dev/null; }
ok "the reader refuses two who won" not_so '/^001    9 /s/  1 b 0/  1 b 1/'
ok "… points that nobody has" not_so '/^001   16 /s/ 1\.0 / 2.0 /'
ok "… a rating that is not in its columns" not_so '/^001    3 /s/ 2697 /2697  /'
ok "… a title that is none" not_so '/^001    3 /s/001    3 m   /001    3 m xx/'
ok "… and an opponent who is not there" not_so '/^001    1 /s/   9 w/  99 w/'
ctl round results road-95 1 --csv >$TMPDIR/results.csv
ok "its CSV opens the same round again" ctl round open $TMPDIR/event.yaml 2 $TMPDIR/results.csv
ok "… with the same results" sh -c 'flagfallctl --bus "$1" round results road-95 2 --csv | diff - "$2"' - "$BUS" $TMPDIR/results.csv

# pairings that change after a round was opened
printf 'board,white,black\n1,"A, A","B, B"\n2,"C, C","D, D"\n,"E, E",half-bye\n' >$TMPDIR/three.csv
printf 'board,white,black\n1,"A, A","E, E"\n2,"D, D","C, C"\n,"B, B",bye\n' >$TMPDIR/three-again.csv
printf 'board,white,black\n1,"A, A","E, E"\n1,"D, D","C, C"\n' >$TMPDIR/three-bad.csv
must "a third round" ctl round open $TMPDIR/event.yaml 3 $TMPDIR/three.csv
ok "… has a result" ctl round change road-95 3 2 result=1-0
ok "… is paired anew" ctl round open $TMPDIR/event.yaml 3 $TMPDIR/three-again.csv
is_paired() { line 1 3 | grep -q '"black":{"name":"E, E"' && ctl --json round results road-95 3 | grep -q '"bye":"full","white":{"name":"B, B"'; }
ok "… as the new file says" is_paired
ok "… and not by a file with a fault" refused "three-bad.csv:3:1: table 1 is also in line 2" ctl round open $TMPDIR/event.yaml 3 $TMPDIR/three-bad.csv
ok "… it is as it was" is_paired
printf 'board,white,black,result\n1,"A, A","E, E",1-0\n2,"D, D","C, C",1-1\n' >$TMPDIR/draughts.csv
ok "… nor by one with draughts' results" refused 'draughts.csv:3:1: "1-1" is no result here; 1-0, 0-1, 1/2-1/2 and 0-0 are' ctl round open $TMPDIR/event.yaml 3 $TMPDIR/draughts.csv
ok "… it is as it was" is_paired

# eight arbiters at once: whoever has seen another state is told, and nothing of his is done
acts=
for arbiter in 1 2 3 4 5 6 7 8; do
	ctl round change road-95 3 1 result=1-0 --reason "arbiter $arbiter" >$TMPDIR/arbiter.$arbiter 2>&1 &
	acts="$acts $!"
done
done_by=0
arbiter=0
for act in $acts; do
	arbiter=$((arbiter + 1))
	if wait $act; then done_by=$((done_by + 1)); elif ! grep -q "Somebody else acted on round 3 of road-95: \"change\" by user" $TMPDIR/arbiter.$arbiter; then ok "arbiter $arbiter is told why" cat $TMPDIR/arbiter.$arbiter -; fi
done
ok "of eight arbiters at least one has acted" [ $done_by -ge 1 ]
ok "the log has as many acts as were done" sh -c '[ "$(flagfallctl --bus "$1" round log road-95 3 | grep -c "arbiter [1-8]")" = "$2" ]' - "$BUS" $done_by
kill_daemon
must "flagfalld, killed, is back" start_daemon
ok "all of it is as it was" checked 1
ok "… the third round, too" is_paired
road_end
