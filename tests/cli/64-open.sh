#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# What nobody asks and a person has to see to is said at once, until it is settled: an illegal move that stands unclaimed, where the book
# lets the arbiter act who sees it; pieces that were set up anew. A rulebook that silences the arbiter tells nobody.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
hall=
start_squares=rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR
line() { printf '{"t_us":%d,"type":"%s","square":"%s","piece":"%s"}\n' "$1" "$2" "$3" "$4"; }
press() { printf '{"t_us":%d,"type":"press","side":"%s"}\n' "$1" "$2"; }
# move T FROM TO PIECE SIDE
move() { line "$1" lift "$2" "$4"; line $(($1 + 200000)) place "$3" "$4"; press $(($1 + 400000)) "$5"; }
header() {
	echo '{"format":"sensorboard-trace","version":1,"game":"chess","sensors":"piece-id","lever":true,"scan_us":1000,"grace_us":50000}'
	echo '{"t_us":0,"type":"board","squares":"'$start_squares'"}'
}
# a pawn goes three squares, and is replied to
{
	header
	move 2000000 e2 e4 P white
	move 4000000 e7 e5 p black
	move 6000000 a2 a5 P white
	move 16000000 b8 c6 n black
} >"$work/illegal.jsonl"
# four moves, and the pieces are set up anew
{
	header
	move 2000000 e2 e4 P white
	move 4000000 e7 e5 p black
	move 6000000 g1 f3 N white
	move 8000000 b8 c6 n black
	line 20000000 lift c6 n; line 20300000 place b8 n
	line 21000000 lift f3 N; line 21300000 place g1 N
	line 22000000 lift e5 p; line 22300000 place e7 p
	line 23000000 lift e4 P; line 23300000 place e2 P
	line 40000000 lift d2 P; line 40300000 place d2 P
} >"$work/anew.jsonl"
begin_daemon 3
board 1 B1 "$work/illegal.jsonl"
board 2 B2 "$work/anew.jsonl"
board 3 B3 "$work/illegal.jsonl"
ctl() { "${c[@]}" "$@"; }
is_open() { ctl --json status "$1" | grep -q "\"open\":\"$2\""; }

expect "a game under a book by which the arbiter may act" 0 "^g1 $" "*" ctl start B1 --rulebook fide2023-blitz --time 5m --white Anna --black Boris
tell B1 play-until-ms 12000
tell B1 flush
check "an illegal move that nobody has claimed is there for all to see to" until_true is_open g1 illegal-move
expect "status --arbiter says it, and what to do" 0 "An illegal move, White's turn 2, stands unclaimed: whoever sees it may act, by flagfallctl report g1 arbiter illegal-move\." "" \
	ctl status g1 --arbiter
check "… and does not say that nothing is asked" sh -c '! "$@" status g1 --arbiter | grep -q "Nothing is asked"' - "${c[@]}"
if command -v tmux >/dev/null; then
	mux() { tmux -S "$work/tmux" -f /dev/null "$@"; }
	trap 'mux kill-server 2>/dev/null; end_jobs; rm -rf "$work"' EXIT
	mux new-session -d -s hall -x 120 -y 24 "env LC_ALL=C.UTF-8 TERM=xterm-256color $ctl --bus $bus hall --arbiter; :"
	shows() { mux capture-pane -p -t hall | grep -q -- "$1"; }
	check "the hall shows it" until_true shows "illegal move"
	hall=$(pgrep -P "$(mux list-panes -t hall -F '#{pane_pid}')")	# what the pane's own process does tmux sets going again
else
	skip "the hall shows it" "tmux is not installed (make deps)"
fi
tell B1 play
tell B1 flush
check "when the reply was made it is nobody's any more" until_true is_open g1 ""
expect "… and nothing is asked" 0 "Nothing is asked" "" ctl status g1 --arbiter

[ -z "$hall" ] || kill -STOP "$hall"
expect "a game whose pieces will be set up anew" 0 "^g2 $" "*" ctl start B2 --rulebook fide2023-standard --time 5m
if [ -n "$hall" ]; then
	tell B2 play-until-ms 9000
	tell B2 flush
	until_true plies g2 4
	kill -CONT "$hall"
	check "a hall that was slow shows what was played before it asked for this game's news" until_true shows "B2 .*2\.\.\.Nc6"
fi
tell B2 play-until-ms 36000
tell B2 flush
check "that they were is there to see to" until_true is_open g2 new-game
expect "… status --arbiter says it, and what to do" 0 "The pieces were set up anew: is this game over\? flagfallctl end g2 RESULT" "" ctl status g2 --arbiter
expect "… until it is answered" 0 "The game is over  1-0" "" ctl end g2 1-0
check "… then it is nobody's" until_true is_open g2 ""

expect "a game under a book that silences the arbiter" 0 "^g3 $" "*" ctl start B3 --rulebook wbca-1992 --time 5m
tell B3 play-until-ms 12000
tell B3 flush
check "three turns are there" until_true plies g3 3
expect "the illegal one is nothing to see to" 0 '"open":""' "" ctl --json status g3
check "… and the arbiter is told of it as before" sh -c '"$@" status g3 --arbiter | grep -q "illegal move: the piece does not move so"' - "${c[@]}"
plan
