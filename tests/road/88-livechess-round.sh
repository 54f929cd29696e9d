#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A round of eight boards that a LiveChess reads, beside the same round on boards that are read directly: the same games, the same results,
# and clocks within the second that a LiveChess tells. It is started anew twice in mid-game; what is moved meanwhile is found.
# shellcheck source=lib.sh disable=SC2086,SC2206,SC2207,SC1007
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }
[ -x "$(command -v flagfall-livechess)" ] || { skip "LiveChess' boards" "flagfall-livechess is not built: libwslay is not installed"; finish; }
command -v python3 >/dev/null || { skip "LiveChess' boards" "python3 is not installed (make deps)"; finish; }
tables=8
games=$TMPDIR/scores
export FLAGFALL_LIVECHESS=$TMPDIR/sockets
mkdir -p $TMPDIR/sockets $TMPDIR/state $TMPDIR/scores

# --- what is played: two real games, the rest is made ---
"$FLAGFALL/build/tests/road/round-scores" $tables $TMPDIR/scores >/dev/null || exit 1
cp $FLAGFALL/tests/games/blitz-mate.json $TMPDIR/scores/1.json
cp $FLAGFALL/tests/games/blitz-castling.json $TMPDIR/scores/2.json
result=(- 1-0 0-1 1-0 0-1 1/2-1/2 1-0 0-1 1/2-1/2)
plies=()
for ((t = 1; t <= tables; t++)); do
	flagfall-hands --sensors piece-id --until $((t > 2 ? 18 + 2 * t : 99)) $TMPDIR/scores/$t.json >$TMPDIR/$t.trace
	plies[t]=$(grep -c '"press"' $TMPDIR/$t.trace)
	merged=
	((t % 2)) || merged=merged
	python3 "$FLAGFALL/tests/livechess/told.py" $TMPDIR/$t.trace 2000$t $merged >$TMPDIR/$t.told
done
{
	printf '012 Blitz of the club\r\n'
	for ((p = 1; p <= 2 * tables; p++)); do
		other=$((p > tables ? p - tables : p + tables))
		if (((p > tables) ^ (p % tables % 2))); then c=w; else c=b; fi
		printf '001 %4d m    %-33s %4d NOR %11d 1990/01/01  0.0 %4d  %4d %s  \r\n' $p "Player$p, Paul" $((2700 - p)) $((1500000 + p)) $p $other $c
	done
} >$TMPDIR/report.trf
# event NAME BOARD: boards are BOARD with the table's number
event() {
	printf 'name: %s\nid: %s\nrulebook: fide2023-blitz\ntime: 300\nboards:\n' $1 $1
	for ((t = 1; t <= tables; t++)); do printf -- '- {number: %d, board: "%s%d"}\n' $t $2 $t; done
}
event direct DIRECT- >$TMPDIR/direct.yaml
event told 2000 >$TMPDIR/told.yaml

# --- the LiveChess, as $TMPDIR/before says that its boards are ---
livechess_port=0
trap 'end_all $server $reader; all_end' EXIT
begin_livechess() {
	rm -f $TMPDIR/in $TMPDIR/out
	mkfifo $TMPDIR/in $TMPDIR/out
	python3 "$FLAGFALL/tests/livechess/server.py" $livechess_port 2000{1..8} --after $TMPDIR/before <$TMPDIR/in >$TMPDIR/out 2>>$TMPDIR/server.err &
	server=$!
	exec 7>$TMPDIR/in 8<$TMPDIR/out
	read -r livechess_port <&8
}
end_livechess() { kill -9 $server; { wait $server; } 2>/dev/null; exec 7>&- 8<&-; }
# happens FILE: line by line
happens() { while read -r line; do echo "$line" >&7; read -r _ <&8; done <$1; }
# ply_of TABLE N: what is told of it
ply_of() { sed -n "s/^$2 //p" $TMPDIR/$1.told; }
# stands TABLE N: what stands after so many plies, and the clock
stands() { sed -n "/^$(($2 + 1)) /q; p" $TMPDIR/$1.told | sed 's/^[0-9]* //' | awk '{ last[$2] = $0 } END { print last["board"]; print last["clock"] }'; }
start_round_daemon() {
	local boards=() t
	for ((t = 1; t <= tables; t++)); do boards+=(--board socket:$(port $t) --board livechess://127.0.0.1:$livechess_port/2000$t); done
	flagfalld --bus "$BUS" --no-udev "${boards[@]}" --state $TMPDIR/state >>$TMPDIR/daemon.log 2>&1 &
	daemon=$!
	wait_for daemon_answers
}
told_boards() { [ "$(ctl list --json | grep -c '"type":"board","name":"2000')" = $tables ]; }
# results EVENT: JSON
results() { ctl --json round results $1; }
game_at() { results $1 | sed -n "s/^{\"table\":$2,.*\"game\":\"\([^\"]*\)\".*/\1/p"; }
# have PLIES: all that a LiveChess tells, as far as their games go
have() {
	local t
	for ((t = 1; t <= tables; t++)); do
		game=${told[t]}
		is plies $(($1 < plies[t] ? $1 : plies[t])) || { echo "table $t"; return 1; }
	done
}
# tell_plies FROM TO: at all tables at once; what was moved while nobody told of it has been
meanwhile=0
tell_plies() {
	local n t
	for ((n = $1; n <= $2; n++)); do
		for ((t = 1; t <= tables; t++)); do ((n == meanwhile && t > tables - 2)) || ply_of $t $n; done >$TMPDIR/happens
		happens $TMPDIR/happens
		waits_for have $n || return 1
	done
}

for ((t = 1; t <= tables; t++)); do ply_of $t 0; done >$TMPDIR/before
begin_livechess
flagfall-livechess --sockets $TMPDIR/sockets 127.0.0.1:$livechess_port 2>$TMPDIR/reader.err &
reader=$!
ok "a private bus runs" private_bus
must "flagfalld runs" start_round_daemon
must "it has the boards that a LiveChess reads" wait_for told_boards
for ((t = 1; t <= tables; t++)); do must "board $t is plugged in" board DIRECT-$t $t $TMPDIR/$t.trace; done
for event in direct told; do
	must "$event: the round is opened from a report" ctl round open $TMPDIR/$event.yaml 1 $TMPDIR/report.trf
	must "$event: the games begin" ctl round start $event
done
told=() direct=()
for ((t = 1; t <= tables; t++)); do direct[t]=$(game_at direct $t) told[t]=$(game_at told $t); done

for ((t = 1; t <= tables; t++)); do ok "direct: table $t is played" plays DIRECT-$t; done
must "told: twelve plies are played" tell_plies 1 12

# away N GO: the LiveChess is gone after so many plies. Nothing happens at tables 1 to 3; a piece is in the air at the others; at
# the last two a move is made, too.
away() {
	local t
	end_livechess
	for ((t = 1; t <= tables; t++)); do
		if ((t > tables - 2)); then
			stands $t $(($1 + 1))
		else
			stands $t $1
			((t <= 3)) || ply_of $t $(($1 + 1)) | head -n 1
		fi
	done >$TMPDIR/before
	meanwhile=$(($1 + 1))
	begin_livechess
	wait_for eval "[ \"\$(grep -c 'is there' $TMPDIR/reader.err)\" -gt $2 ]" && wait_for told_boards
}
must "the LiveChess is started anew in mid-game" away 12 1
must "… the games go on" tell_plies 13 17
must "… once more, in a Black turn" away 17 2
must "… and to the last move of table 1" tell_plies 18 $((plies[1] - 1))
# which ends the game as it is set down: its clock has been read by then
ply_of 1 ${plies[1]} | head -n 2 >$TMPDIR/happens
happens $TMPDIR/happens
ok "… its clock is read" wait_for eval 'ctl status ${told[1]} | grep -q " 2:0[0-3]"'
must "… and it is mate" tell_plies ${plies[1]} ${plies[1]}

for ((t = 1; t <= tables; t++)); do
	for event in direct told; do
		[ $event = direct ] && game=${direct[t]} || game=${told[t]}
		[ $t = 1 ] || ok "$event: table $t is over" ctl end $game ${result[t]}
	done
	game=${direct[t]}
	ok "table $t: moves and clocks are those that were played" record_agrees $t $TMPDIR/$t.trace --plies ${plies[t]} --result ${result[t]}
	game=${told[t]}
	ok "… and so are those that were told, within a second" record_agrees $t $TMPDIR/$t.trace --plies ${plies[t]} --result ${result[t]} --within 1000
done
same_results() { diff <(results direct | sed 's/"game":"[^"]*",*//; s/"board":"[^"]*",*//') <(results told | sed 's/"game":"[^"]*",*//; s/"board":"[^"]*",*//'); }
ok "the results are the same" same_results
for event in direct told; do
	ok "$event: the round is closed" ctl round close $event
	ctl round results $event --trf >$TMPDIR/$event.trf
done
ok "and the reports" cmp $TMPDIR/direct.trf $TMPDIR/told.trf
end_all $reader $server
reader= server=
road_end
