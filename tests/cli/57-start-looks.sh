#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A start looks first: games begin on boards whose pieces stand; the others are named with their squares, and begin by themselves when all
# stand, or at once with --anyway; also after a restart, on another board, and not in a pause.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
begin_daemon 6
daemon=$!
for n in 1 2 3 4 5 6; do board "$n" "B$n" "$work/mate.jsonl"; done
ctl() { "${c[@]}" "$@"; }
start_position=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
sets() { tell "$1" set "$2" && tell "$1" flush; }
empty() { sets "$1" 8/8/8/8/8/8/8/8; }
begins() { until_true running "$1"; }
running() { ctl list | grep -q "^game .* on $1 .*running"; }
stands_on() { ctl list | grep -q "^board  $1 .*game g"; }

# one board
empty B1
expect "no game begins on an empty board, and it is drawn beside what is wanted" 1 "" \
	"32 squares stand wrongly: .*as it should be +as it stands.*The game begins on board B1 when all pieces stand; --anyway begins it now\." ctl start B1 --time 5m
check "… none is there" sh -c '! "$@" list | grep -q "^game"' - "${c[@]}"
sets B1 rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR
check "… nor with a pawn on a wrong square" sh -c '! "$@" list | grep -q "^game"' - "${c[@]}"
sets B1 $start_position
check "it begins by itself when all stand" begins B1
expect "… once" 0 "^g1: The game is over  1-0 $" "" ctl end g1 1-0
sets B1 rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR
sets B1 $start_position
check "… and not again" sh -c '! "$@" list | grep -q running' - "${c[@]}"
expect "few squares are named" 0 "" "*" sets B2 rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR
expect "… one by one" 1 "" "e2: expected P, found nothing .*e3: expected nothing, found P" ctl start B2 --time 5m
expect "as JSON there is no game" 1 '^\{"game":"","path":"/","wrong":\["e2: expected P, found nothing"' "*" ctl --json start B2 --time 5m
expect "--anyway begins at once, with what stands" 0 "^g2 $" \
	"begins with what stands on the board: rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1" ctl start B2 --time 5m --anyway
expect "it ends" 0 "*" "" ctl end g2 1-0
sets B2 $start_position
check "what was waited for does not begin then" sh -c '! "$@" list | grep -q running' - "${c[@]}"

# a round
printf 'name: Club\nid: club\nrulebook: fide2023-standard\ntime: 300\nboards:\n- {number: 1, board: B1}\n- {number: 2, board: B2}\n- {number: 3, board: B3}\n- {number: 4, board: B4}\n- {number: 5, board: B5}\n' >"$work/club.yaml"
printf 'board,white,black\n1,A,B\n2,C,D\n3,E,F\n4,G,H\n5,I,J\n' >"$work/pairings.csv"
check "a round is opened" ctl round open "$work/club.yaml" 1 "$work/pairings.csv"
for b in B2 B3 B4 B5; do empty $b; done
expect "those begin that stand, the others are told" 1 "^Table 1, A – B: g3 $" \
	'Table 2, C – D: 32 squares stand wrongly; the game begins when all stand \("round check" shows them, --anyway begins it now\) .*Table 5, I – J: 32 squares' ctl round start
expect "the log has both" 0 "start: table 1; tables 2, 3, 4, 5 wait for their pieces $" "" ctl round log
check "White's clock runs where it began" sh -c '"$@" status 1 | grep -q ">"' - "${c[@]}"
sets B2 $start_position
check "table 2 begins when it stands" begins B2
check "… and its clock runs" sh -c '"$@" status 2 | grep -q ">"' - "${c[@]}"
expect "… as the log says, by who started it" 0 "$(id -un): start: table 2 $" "" ctl round log
expect "table 3 begins anyway" 0 "^Table 3, E – F: g5 $" "*" ctl round start --table 3 --anyway

expect "the round pauses" 0 "Table 1, A – B: g3: both clocks are stopped" "*" ctl round pause
sets B4 $start_position
check "in a pause none begins" sh -c '! "$@" list | grep "^game" | grep -q "on B4"' - "${c[@]}"
expect "… but after it" 1 "Table 4, G – H: g6" "Table 5, I – J: 32 squares stand wrongly" ctl round start

expect "table 5 goes to another board" 0 "board B5 → B6" "" ctl round change --table 5 board=B6
check "… where its pieces stand" begins B6
expect "it was not meant, and is void" 0 "*" "" ctl round change --table 5 game=void board=B5
empty B5
expect "begun anew, it waits again" 1 "" "Table 5, I – J: 32 squares" ctl round start --table 5
empty B6
expect "a game in no round waits beside it" 1 "" "The game begins on board B6 when all pieces stand" ctl start B6 --time 5m --white Kim --black Lee
# restart SIGNAL
restart() { kill "-$1" "$daemon"; until_true has_ended "$daemon"; begin_daemon 6 && daemon=$! && until_true has_board B5 && until_true has_board B6; }
check "the daemon is restarted" restart TERM
sets B5 $start_position
check "… and the game that waited for its pieces begins" begins B5
sets B6 $start_position
check "… and so does the one in no round" begins B6
expect "… as it was asked for" 0 "Kim – Lee.* on B6 .*  300  running" "" ctl status g9
expect "it ends" 0 "*" "" ctl end g9 1-0
empty B6
expect "another one waits" 1 "" "The game begins on board B6" ctl start B6 --time 5m
check "the daemon is killed" restart KILL
expect "another start takes its place" 0 "^g10 $" "*" ctl start B6 --time 10m --anyway
expect "it ends" 0 "*" "" ctl end g10 1-0
check "the daemon is restarted" restart TERM
sets B6 $start_position
check "what has begun or was dropped does not begin again" sh -c '! "$@" list | grep -q "on B6 .*running"' - "${c[@]}"

# in a round, too, what stands may be what is played on from
printf 'name: Ends\nid: ends\nrulebook: fide2023-standard\ntime: 300\nboards:\n- {number: 1, board: B6}\n' >"$work/ends.yaml"
printf 'board,white,black\n1,K,L\n' >"$work/pairings.csv"
check "another round is opened" ctl round open "$work/ends.yaml" 1 "$work/pairings.csv"
sets B6 8/8/3k4/5p2/3K4/1R6/8/8
expect "with --anyway it begins with what stands" 0 "^Table 1, K – L: g11 $" \
	"begins with what stands on the board: 8/8/3k4/5p2/3K4/1R6/8/8 w - - 0 1" ctl round start ends --anyway
check "whose clock runs is not known yet" sh -c '! "$@" status g11 | grep -q ">"' - "${c[@]}"
for act in "lift d6" "place c6" "press black" "time 2000" flush; do eval "tell B6 $act"; done
check "Black's move is read as his" until_true plies g11 1
holds_fen() { ctl --json status g11 | grep -q '"start_fen":"8/8/3k4/5p2/3K4/1R6/8/8 b - - 0 1"'; }
check "… and the game begins so" until_true holds_fen
check "… and White's clock runs" sh -c '"$@" status g11 | grep -q ">.*K"' - "${c[@]}"
plan
