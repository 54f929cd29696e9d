#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# An event that shows its games four moves late: whatever file of the export is looked at after each move, nothing in it is younger. Each
# move has its own time on the clock, which is what is searched for; so are the result and what was decided. A killed daemon
# shows no more than it may, either. (What minutes hold back is in tests/unit/formats/test_delay, for every instant.)
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }

delay=4
cat >$TMPDIR/event.yaml <<END
name: Road 94
rulebook: fide2023-blitz
time: 300
delay: {moves: $delay}
boards: [{number: 1, board: ROAD94}]
END
printf 'board,white,black\n1,"White, W","Black, B"\n' >$TMPDIR/pairings.csv
export=$TMPDIR/state/export/road-94
score=blitz-mate
plies=$(tr -d '\n' <$games/$score.json | sed 's/.*"moves": *"\([^"]*\)".*/\1/' | wc -w)

# after PLY: PLY moves were told, and so many are shown as may be
shown() { grep -o '%clk' $export/round-1/game-1.pgn | wc -l; }
shows() { [ "$(shown)" = $1 ] && [ "$(grep -o '%clk' $export/round-1/games.pgn | wc -l)" = $1 ]; }
step() {
	plays ROAD94 $1 && settle ROAD94 && after $1 || return 1
	s_may=$(($1 > delay ? $1 - delay : 0))
	wait_for shows $s_may || { cat $export/round-1/game-1.pgn; return 1; }
	wait_for keep $1
}
# keep NAME: what is there now; a file that is just replaced has another name for an instant, and is gone under it
keep() { rm -rf $TMPDIR/kept/$1; mkdir -p $TMPDIR/kept/$1 && cp -r $export/. $TMPDIR/kept/$1/; }

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
must "flagfalld runs" start_daemon
must "the round is opened" ctl round open $TMPDIR/event.yaml 1 $TMPDIR/pairings.csv
hands $score $TMPDIR/trace
must "a board" board ROAD94 1 $TMPDIR/trace
must "the game begins" ctl round start
game=1
ply=0
while [ $ply -lt $((plies - 1)) ]; do
	ply=$((ply < 10 ? ply + 1 : ply + 5 < plies ? ply + 5 : plies - 1))
	must "$ply moves are played, and those that are old enough are shown" step $ply
	[ $ply != 9 ] || { kill_daemon; must "flagfalld, killed, is back" start_daemon; must "with its board" wait_for listed ROAD94; must "it shows as much" wait_for shows $((ply - delay)); must "and that is kept" wait_for keep again9; }
done
ok "nothing has been decided there" sh -c '! grep -rqE "1-0|0-1|1/2-1/2|checkmate|Qh4#|#" "$1"' - $TMPDIR/kept
ok "the rest is played" plays ROAD94
ok "time passes" settle ROAD94
ok "now all of it is shown" wait_for shows $plies
ok "… with the result" wait_for grep -q '"result": "1-0"' $export/round-1/index.json

# the times left after each move, in order: nearly each is the move's own, and those that are not are not searched for
grep -o '%clk [0-9:.]*' $export/round-1/game-1.pgn | cut -d' ' -f2 >$TMPDIR/times
ok "moves have times of their own" sh -c '[ "$(sort "$1" | uniq -d | wc -l)" -lt 4 ]' - $TMPDIR/times
nothing_younger() {
	n_bad=0
	for kept in $TMPDIR/kept/*; do
		n_last=$(basename $kept | tr -dc 0-9)
		n_may=$((n_last > delay ? n_last - delay : 0))
		{ echo none; head -n $n_may $TMPDIR/times; } >$TMPDIR/older
		tail -n +$((n_may + 1)) $TMPDIR/times | grep -vxFf $TMPDIR/older >$TMPDIR/younger
		if grep -rnFf $TMPDIR/younger $kept; then n_bad=1; fi
	done
	return $n_bad
}
ok "in no file is anything younger, after whatever move" nothing_younger
ok "and all of this was searched" sh -c '[ "$(find "$1" -name "*.pgn" | wc -l)" -gt 30 ] && [ "$(find "$1" -name "*.json" | wc -l)" -gt 30 ]' - $TMPDIR/kept
road_end
