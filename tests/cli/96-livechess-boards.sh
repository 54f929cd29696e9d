#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# Boards that a LiveChess on another machine reads: listed, played on beside one that is read directly, gone and back.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
reader=$PWD/build/flagfall-livechess
[ -x "$reader" ] || { skip "flagfall-livechess" "it is not built: libwslay is not installed"; plan; exit; }
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"
export FLAGFALL_LIVECHESS=$work/sockets
mkdir "$work/sockets"

expect "--help" 0 "Holds the connection to a DGT LiveChess" "" "$reader" --help
expect "a machine is named" 2 "" "which machine" "$reader"
expect "… by a name or an address" 2 "" "is no HOST or HOST:PORT" "$reader" "a/b"
has_little_to_harm "$reader"
options_are_told "$reader"

# begin_server PORT: a LiveChess with three boards; told PORT
begin_server() {
	rm -f "$work/in" "$work/out"
	mkfifo "$work/in" "$work/out"
	python3 tests/livechess/server.py "$1" 11 12 13 <"$work/in" >"$work/out" 2>"$work/server.err" &
	server=$!
	exec 7>"$work/in" 8<"$work/out"
	read -r port <&8
}
happens() { echo "$*" >&7; read -r _ <&8; }
end_server() { kill "$server"; { wait "$server"; } 2>/dev/null; exec 7>&- 8<&-; }

begin_server 0
happens "11 clock 300 300 w"
happens "12 clock 300 300 w"
"$reader" --find "127.0.0.1:$port" >"$work/found" 2>"$work/err"
check "its boards are listed" diff "$work/found" <(printf "livechess://127.0.0.1:$port/%s\n" 11 12 13)
"$reader" --sockets "$work/sockets" "127.0.0.1:$port" 2>"$work/reader.err" &
reading=$!
begin_bus
build/flagfalld --bus "$bus" --state "$work/state" --no-udev --board "livechess://127.0.0.1:$port/11" --board "livechess://127.0.0.1:$port/12" --board "livechess://127.0.0.1:$port/13" \
	--board "socket:$work/port.1" >>"$work/daemon.log" 2>&1 &
until_true "${c[@]}" list
check "flagfalld has one of them" until_true has_board 11
check "and the other" until_true has_board 12

# moves FEN MOVES…: the placements after each, by the rules
placements() { build/flagfallctl --json replay --events "$1" | python3 -c 'import json, sys
for line in sys.stdin:
    e = json.loads(line)
    if e.get("type") == "move" and e["state"] == "committed": print(e["placement"])'; }
{
	echo '{"format": "sensorboard-trace", "version": 1, "game": "chess", "sensors": "piece-id", "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "clock": {"mode": "sudden-death", "white_ms": 300000, "black_ms": 300000, "running": "white"}}'
	t=1000000
	side=(white black)
	n=0
	for move in e2e4P e7e5p g1f3N b8c6n f1c4B g8f6n f3g5N d7d5p; do
		printf '{"t_us": %d, "type": "lift", "square": "%s", "piece": "%s"}\n' $t ${move:0:2} ${move:4}
		printf '{"t_us": %d, "type": "place", "square": "%s", "piece": "%s"}\n' $((t + 500000)) ${move:2:2} ${move:4}
		printf '{"t_us": %d, "type": "press", "side": "%s"}\n' $((t + 900000)) ${side[n % 2]}
		t=$((t + 2000000)) n=$((n + 1))
	done
} >"$work/game.jsonl"
placements "$work/game.jsonl" >"$work/placements"
check "a game of eight plies" test "$(wc -l <"$work/placements")" = 8

# play BOARD ID FROM TO: placements and clock of the plies from the first to the last
play() {
	local ply=0 run=(b w)
	while read -r placement; do
		ply=$((ply + 1))
		[ $ply -ge "$3" ] && [ $ply -le "$4" ] || continue
		happens "$1 board $placement"
		happens "$1 clock $((300 - ply)) $((300 - ply)) ${run[(ply - 1) % 2]}"
		until_true plies "$2" $ply || return 1
	done <"$work/placements"
}
check "a game begins on one" start 11 --time 5m --rulebook fide2023-blitz
first=$id
check "and on the other" start 12 --time 5m --rulebook fide2023-blitz
second=$id
check "moves are made by the clock" play 11 "$first" 1 4
check "on both boards" play 12 "$second" 1 2
check "several boards do not mind each other" play 11 "$first" 5 6

check "there is a board without a clock" until_true has_board 13
happens "13 clock 300 300 w"
check "a game begins just when a clock appears" start 13 --time 5m --rulebook fide2023-blitz

# the LiveChess is started anew, twice; what was moved meanwhile is found by what stands
for go in 1 2; do
	end_server
	begin_server "$port"
	happens "11 clock 290 290 w"
	happens "12 clock 290 290 $([ $go = 1 ] && echo w || echo b)"
	happens "11 board $(sed -n 6p "$work/placements")"
	happens "12 board $(sed -n $((go + 1))p "$work/placements")"
	check "gone and back ($go)" until_true eval "[ \"\$(grep -c 'is there' '$work/reader.err')\" -gt $go ]"
	check "… with both boards" until_true eval "${c[*]} list | grep -q '^board  11 ' && ${c[*]} list | grep -q '^board  12 '"
	check "… and a game goes on" play 12 "$second" $((go + 2)) $((go + 2))
done
check "the same moves on both, as far as they were played" eval "[ \"\$(${c[*]} status $second --json | grep -o '\"uci\":\"[a-h1-8]*' | head -4)\" = \"\$(${c[*]} status $first --json | grep -o '\"uci\":\"[a-h1-8]*' | head -4)\" ]"

# … while the clock stands: the press behind a move that was made meanwhile shows when it runs
end_server
begin_server "$port"
happens "11 clock 280 280 -"
happens "12 clock 280 280 w"
happens "11 board $(sed -n 7p "$work/placements")"
happens "12 board $(sed -n 4p "$work/placements")"
check "gone and back while the clock stands" until_true eval "[ \"\$(grep -c 'is there' '$work/reader.err')\" -gt 3 ]"
check "… with both boards" until_true eval "${c[*]} list | grep -q '^board  11 ' && ${c[*]} list | grep -q '^board  12 '"
happens "11 clock 280 280 b"
check "… a press is known when it runs" until_true plies "$first" 7

# what its clock shows, and its button
shows() { "${c[@]}" status "$1" | grep -qE "$2"; }
happens "11 clock 77 66 -"
check "the clock's times are the game's, and the clock stands" until_true shows "$first" '1:17.* 1:06'
happens "11 clock 77 66 w"
happens "11 clock 0 66 w"
check "0:00 for a second is a flag" until_true eval "${c[*]} status $first | grep -q 0-1"
happens "12 clock 50 60 w"
happens "12 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
"${c[@]}" end "$second" 1/2-1/2 >/dev/null
happens "12 clock 0 0 -"
check "a game begins where the clock was not set" start 12 --time 5m --rulebook fide2023-blitz
check "… and its times stay" shows "$id" 'White [45]:.*Black [45]:'
"${c[@]}" end "$id" 1/2-1/2 >/dev/null
happens "12 clock 180 180 -"
check "a game without a time" start 12 --rulebook fide2023-blitz
happens "12 clock 179 180 w"
check "… has that of the clock beside the board" until_true shows "$id" 'by the clock beside the board'

# a cable is pulled
happens "12 gone"
check "a board that the LiveChess has no more is gone" until_true eval "! ${c[*]} list | grep -q '^board  12 '"
happens "12 back"
check "… and comes back" until_true has_board 12
kill $reading
wait $reading
check "it ends when it is asked to" test $? -eq 0
end_server
plan
