#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A round of a whole hall, from a tournament report to its results: boards of all kinds, real games at blitz pace (made ones where there is
# no collection), the daemon killed at ten points, every second time while pieces are in the air; two cables pulled; one
# clock set, one position set, one result corrected, one game lost by an illegal move under a silent rulebook. Every
# record is read at each instant at which it is replaced, and at the end pgn-extract has the moves that were played.
# ROUND_BOARDS=64 makes it a whole hall (make check-round); ROUND_READERS=chessops has that read them, too.
# shellcheck source=lib.sh disable=SC2086,SC2207,SC2046,SC1007
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
# shellcheck source=emulated.sh
. "$FLAGFALL/tests/road/emulated.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }
PATH=$PATH:/usr/games
boards=${ROUND_BOARDS-18}	# more than are exported in one turn of the daemon's loop
if [ $boards -ge 32 ]; then bought="dgt dgt chessnut chessnut certabo sentio millennium millennium"; else bought="dgt chessnut certabo millennium"; fi
# shellcheck disable=SC2206
kinds=($bought)
native=$((boards - ${#kinds[@]}))
short=12	# plies on bought boards: they are played in real time
pulled_first=2 pulled_second=3 set_clock=4 set_position=5
collection=
[ -z "${FLAGFALL_DATA-}" ] || collection=$FLAGFALL_DATA/games/chess.jsonl

scores=$TMPDIR/scores
export=$TMPDIR/state/export/road-92/round-1
mkdir -p $scores
# --- what is to be played ---
"$FLAGFALL/build/tests/road/round-scores" $boards $scores $collection >$TMPDIR/list || exit 1
plies=() result=() ends=()
while read -r n p r e; do plies[n]=$p result[n]=$r ends[n]=$e; done <$TMPDIR/list
moves_of() { tr -d '\n' <$scores/$1.json | sed 's/.*"moves": *"\([^"]*\)".*/\1/'; echo; }
for ((b = native + 1; b <= boards; b++)); do
	printf '{"tc":"300","moves":"%s","emt":[%s]}\n' "$(moves_of $b | cut -d' ' -f1-$short)" \
		"$(for ((i = 0; i < short; i++)); do printf '%s1.%d' "$([ $i = 0 ] || echo ,)" $((i * 7 % 3)); done)" >$scores/short.json
	mv $scores/short.json $scores/$b.json
	plies[b]=$short ends[b]=
done
# player N OPPONENT COLOUR: a line of the report, by its columns
player() { printf '001 %4d m    %-33s %4d NOR %11d 1990/01/01  0.0 %4d  %4d %s  \r\n' $1 "Player$1, Paul" $((2700 - $1)) $((1500000 + $1)) $1 $2 $3; }
{
	printf '012 Blitz of the hall\r\n'
	for ((b = 1; b <= boards; b++)); do
		if ((b % 2)); then c=w d=b; else c=b d=w; fi
		player $b $((b + boards)) $c
		player $((b + boards)) $b $d
	done
	printf '001 %4d m    %-33s %4d NOR %11d 1990/01/01  0.5 %4d  0000 - H\r\n' $((2 * boards + 1)) "Half, Anna" 2000 1 $((2 * boards + 1))
	printf '001 %4d m    %-33s %4d NOR %11d 1990/01/01  1.0 %4d  0000 - U\r\n' $((2 * boards + 2)) "Full, Bodil" 2000 2 $((2 * boards + 2))
} >$TMPDIR/report.trf
bought_name() { case ${kinds[$1 - native - 1]} in dgt) printf '%05d' $1 ;; *) echo "$TMPDIR/bought$1.line" ;; esac; }
scheme() { case $1 in sentio) echo certabo ;; *) echo $1 ;; esac; }
{
	printf 'name: Road 92\nsite: Riga\ntimezone: Europe/Riga\nrulebook: fide2023-blitz\ntime: 300\nlever: hand\nboards:\n'
	for ((b = 1; b <= native; b++)); do printf -- '- {number: %d, board: HALL-%d}\n' $b $b; done
	for ((b = native + 1; b <= boards; b++)); do
		case ${kinds[b - native - 1]} in
		dgt) printf -- '- {number: %d, board: "%05d"}\n' $b $b ;;
		*) printf -- '- {number: %d, board: "%s:%s"}\n' $b "$(scheme ${kinds[b - native - 1]})" "$TMPDIR/bought$b.line" ;;
		esac
	done
} >$TMPDIR/event.yaml
# beside it, a game by a rulebook under which the arbiter may not say that a move was illegal
printf 'name: Beside\nid: beside\nsite: Riga\nrulebook: wbca-1992\ntime: 300\nboards: [{number: 99, board: HALL-99}]\n' >$TMPDIR/beside.yaml
printf 'board,white,black\n99,"White, W","Black, B"\n' >$TMPDIR/beside.csv

start_hall_daemon() {
	local options=() b
	for ((b = 1; b <= native; b++)); do options+=(--board socket:$(port $b)); done
	options+=(--board socket:$(port 99))
	for ((b = native + 1; b <= boards; b++)); do
		options+=(--board "$(scheme ${kinds[b - native - 1]}):$TMPDIR/bought$b.line")
	done
	flagfalld --bus "$BUS" --no-udev "${options[@]}" --state $TMPDIR/state >>$TMPDIR/daemon.log 2>&1 &
	daemon=$!
	wait_for daemon_answers
}
all_listed() { [ "$(ctl list --json | grep -cE '"type":"board","name":"HALL-')" = $1 ]; }
# each COMMAND…: of all boards with sensors of ours that have their cable, at once; the command may hold PLY and MS of the board
each() {
	local b waits=() bad=0 command
	for ((b = 1; b <= native; b++)); do
		case " $away $over " in *" $b "*) continue ;; esac
		command=$*
		command=${command/PLY/$((plies[b] * phase / 11))}
		command=${command/MS/$((ms[b] * phase / 11))}
		# shellcheck disable=SC2086
		tell HALL-$b $command >$TMPDIR/HALL-$b.answer 2>&1 &
		waits+=($!)
	done
	for b in "${waits[@]}"; do wait $b || bad=1; done
	[ $bad = 0 ] || { cat $TMPDIR/HALL-*.answer | grep -v '^ok'; return 1; }
}
game_of() { sed -n "s/^{\"table\":$1,.*\"game\":\"\([^\"]*\)\".*/\1/p" $TMPDIR/games; }
result_of() { sed -n "s/^{\"table\":$1,.*\"result\":\"\([^\"]*\)\".*/\1/p" $TMPDIR/results; }
all_results() {
	local b
	ctl --json round results road-92 >$TMPDIR/results
	for ((b = 1; b <= boards; b++)); do
		[ "$(result_of $b)" = "${result[b]}" ] || { echo "board $b has '$(result_of $b)', not '${result[b]}'"; return 1; }
	done
}
has_plies() { game=$(game_of $1); is plies $2; }
# exported BOARD PLIES: so many are in its record
exported() { [ "$(grep -o '%clk' $export/game-$1.pgn | wc -l)" = $2 ]; }
bought_played() { wait_for exported $1 $short || { cat $export/game-$1.pgn; cat $TMPDIR/bought$1.log; return 1; }; }
all_have_plies() { local b; for ((b = 1; b <= native; b++)); do [ $b = $set_position ] || has_plies $b ${plies[b]} || { echo "board $b"; return 1; }; done; }

# --- the hall ---
ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state/export $TMPDIR/state/games
"$FLAGFALL/build/tests/road/export-watch" "$BUS" $TMPDIR/state >$TMPDIR/watch.json 2>$TMPDIR/watch.log &
watcher=$!
pids="$pids $watcher"	# so that it ends with the test, however that ends
must "somebody watches what is written" wait_for grep -q watching $TMPDIR/watch.log
for ((b = native + 1; b <= boards; b++)); do
	kind=${kinds[b - native - 1]}
	case $kind in sentio) sensors=presence ;; *) sensors=piece-id ;; esac
	flagfall-hands --sensors $sensors $scores/$b.json >$TMPDIR/bought$b
	case $kind in dgt) option="--serial $(printf %05d $b) --remote" ;; *) option= ;; esac
	must "board $b is a $kind" emulator bought$b $kind bought$b $option
done
must "flagfalld runs" start_hall_daemon
must "the round is opened from a report" ctl round open $TMPDIR/event.yaml 1 $TMPDIR/report.trf
must "and one beside it" ctl round open $TMPDIR/beside.yaml 1 $TMPDIR/beside.csv
ms=()
for ((b = 1; b <= native; b++)); do
	if ((b % 3)); then sensors=piece-id; else sensors=presence; fi
	flagfall-hands --sensors $sensors $scores/$b.json >$TMPDIR/$b.trace
	ms[b]=$(($(tail -n 1 $TMPDIR/$b.trace | sed 's/.*"t_us":\([0-9]*\).*/\1/') / 1000))
	flagfall-sim --socket $(port $b) --serial HALL-$b --control $TMPDIR/HALL-$b.control --speed max --in-step $TMPDIR/$b.trace \
		>>$TMPDIR/HALL-$b.log 2>&1 </dev/null &
	running="$running HALL-$b"
done
hands blitz-castling $TMPDIR/99.trace --illegal 7=e4e6
must "a board under a silent rulebook" board HALL-99 99 $TMPDIR/99.trace
must "all boards are there" wait_for all_listed $((native + 1))
for ((b = native + 1; b <= boards; b++)); do wait_for listed "$(bought_name $b | sed "s,^/,$(scheme ${kinds[b - native - 1]}):/,")" || ok "board $b is there" false; done
must "nothing is wrong with them" wait_for ctl round check road-92
must "all games begin" ctl round start road-92
must "that beside it, too" ctl round start beside
ctl --json round results road-92 >$TMPDIR/games
for ((b = native + 1; b <= boards; b++)); do
	case ${kinds[b - native - 1]} in
	dgt) order bought$b play ;;
	*) presses bought$b "$(game_of $b)"; by_turns bought$b ;;
	esac
done

# the game that is lost by an illegal move, claimed
game=$(ctl --json round results beside | sed -n 's/.*"game":"\([^"]*\)".*/\1/p')
ok "beside: Black plays on to an illegal move" plays HALL-99
ok "… which is a move as any" wait_for is plies 7
ok "… Black stops the clock" heard HALL-99 pause
ok "… and wins by his claim" rules win illegal-loses 0-1 14 claim $game black illegal-move

# in real time
for ((b = native + 1; b <= boards; b++)); do
	must "board $b, bought, has played its moves" bought_played $b
	case ${result[b]} in
	1-0) ok "… Black resigns" ctl claim "$(game_of $b)" black resign ;;
	0-1) ok "… White resigns" ctl claim "$(game_of $b)" white resign ;;
	*) ok "… a draw" ctl end "$(game_of $b)" 1/2-1/2 ;;
	esac
done

# --- ten times ---
away= over=
for phase in 1 2 3 4 5 6 7 8 9 10; do
	if ((phase % 2)); then what="play-until-press PLY"; else what="play-until-ms MS"; fi
	ok "part $phase of the games is played" each $what
	case $phase in
	2) ok "a cable is pulled" tell HALL-$pulled_first unplug; away=$pulled_first ;;
	3)
		ok "it is put back" tell HALL-$pulled_first plug
		away=
		ok "a clock is set" ctl clock "$(game_of $set_clock)" white_ms=250000 black_ms=240000
		;;
	4) ok "another is pulled, a piece in the air" tell HALL-$pulled_second unplug; away=$pulled_second ;;
	7)
		game=$(game_of $set_position)
		ctl pause $game >/dev/null
		ok "the pieces are put up otherwise" heard HALL-$set_position set 8/8/4k3/8/8/4K3/4P3/8
		ok "that is the position now" ctl position $game "8/8/4k3/8/8/4K3/4P3/8 w - - 0 60"
		ok "and the players agree on a draw" ctl end $game 1/2-1/2
		result[set_position]=1/2-1/2 over=$set_position
		;;
	esac
	kill_daemon
	must "flagfalld, killed, is back" start_hall_daemon
	if [ $phase = 5 ]; then
		ok "the second cable is put back" tell HALL-$pulled_second plug
		away=
	fi
	must "with the boards" wait_for all_listed $((native + 1 - $(echo $away | wc -w)))
	done
phase=11
ok "all games are played to their ends" each play
ok "time passes" each time 2000
ok "all moves are told" wait_for all_have_plies
for ((b = 1; b <= native; b++)); do
	[ -z "${ends[b]}" ] && [ $b != $set_position ] || continue
	game=$(game_of $b)
	case ${result[b]} in
	1-0) ctl claim $game black resign ;;
	0-1) ctl claim $game white resign ;;
	*) ctl end $game 1/2-1/2 ;;
	esac >/dev/null 2>$TMPDIR/said || ok "board $b ends" cat $TMPDIR/said -
done
ok "all results are right" wait_for all_results
presses_agree() {
	local b
	for ((b = 1; b <= native; b++)); do
		[ $b != $set_clock ] && [ $b != $set_position ] || continue
		flagfall-pgncheck --result ${result[b]} $scores/$b.json $TMPDIR/$b.trace $export/game-$b.pgn || return 1
	done
}
ok "moves and clocks are those of the presses, over all of it" wait_for presses_agree
corrected=6	# one that was not mated
while [ -n "${ends[corrected]}" ]; do corrected=$((corrected + 1)); done
case ${result[corrected]} in 1-0) result[corrected]=0-1 ;; *) result[corrected]=1-0 ;; esac
ok "a result is corrected" ctl round change road-92 1 $corrected result=${result[corrected]} --reason misheard
ok "all results are right still" all_results
ok "the round is closed" ctl round close road-92
ok "the report has its results" sh -c 'flagfallctl --bus "$1" round results road-92 --trf >"$2"' - "$BUS" $TMPDIR/filled.trf
ok "by C.04 annex 2 nothing is wrong with it" env LC_ALL=C awk -v rounds=1 -v players=$((2 * boards + 2)) -f $FLAGFALL/tests/road/trf-checker.awk $TMPDIR/filled.trf

# --- the export ---
kill $daemon; wait $daemon	# in order: what is due is written
for ((b = 1; b <= boards; b++)); do moves_of $b; done >$TMPDIR/wanted
extracted() { pgn-extract -s -Wuci -C -N -w9999 --notags "$1" 2>$TMPDIR/complaints | tr A-Z a-z | sed 's/ *\(1-0\|0-1\|1\/2-1\/2\|\*\)$//; /^$/d'; }
# of the game whose position was set: the moves before
cut_to() { awk -v b=$set_position 'NR == FNR { read[FNR] = $0; next } FNR == b && index($0, read[b]) == 1 && length(read[b]) > 20 { print read[b]; next } { print }' $1 $TMPDIR/wanted; }
all_moves() { extracted $export/games.pgn >$TMPDIR/read; cat $TMPDIR/complaints; [ ! -s $TMPDIR/complaints ] && cut_to $TMPDIR/read | diff - $TMPDIR/read; }
each_file() {
	local b
	for ((b = 1; b <= boards; b++)); do extracted $export/game-$b.pgn; cat $TMPDIR/complaints >&2; done >$TMPDIR/read.each
	diff $TMPDIR/read $TMPDIR/read.each
}
if command -v pgn-extract >/dev/null; then
	ok "pgn-extract reads games.pgn: all moves as they were played" all_moves
	ok "and each game-M.pgn the same" each_file
else
	ok "pgn-extract reads games.pgn # SKIP pgn-extract is not installed" true
fi
if [ "${ROUND_READERS-}" = chessops ]; then
	by_chessops() {
		local chessops
		chessops=$("$FLAGFALL/tests/readers/have-chessops") || return 1
		node "$FLAGFALL/tests/readers/chessops.mjs" "$chessops" $export/games.pgn >$TMPDIR/read.chessops && diff $TMPDIR/read $TMPDIR/read.chessops &&
			for ((b = 1; b <= boards; b++)); do echo $export/game-$b.pgn; done | xargs node "$FLAGFALL/tests/readers/chessops.mjs" "$chessops" |
			diff $TMPDIR/read -
	}
	ok "chessops reads all of them, with the same moves" by_chessops
fi
results_in() { sed -n 's/^\[Result "\(.*\)"\]/\1/p' $export/games.pgn | diff <(printf '%s\n' "${result[@]}") -; }
ok "the results are in it" results_in
ok "the clock that was set is in its record" grep -q 'the clocks are set' <(tr '\n' ' ' <$export/game-$set_clock.pgn)
ok "the position that was set is told" grep -qi 'position' $export/game-$set_position.pgn
ok "the illegal move is in the other's record, now that it is public" grep -q 'Result "0-1"' $TMPDIR/state/export/beside/round-1/game-99.pgn

kill $watcher
wait $watcher
ok "every file was whole at each instant, and none lost a move" [ $? = 0 ]
cat $TMPDIR/watch.log $TMPDIR/watch.json | sed 's/^/# /'
road_end
