#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# Made evenings on each kind of board, in real time: two games or more with ends of every kind, the pieces set up anew between them,
# and nobody says that a game is over, but where somebody resigns. Each game is begun by one start, which comes before its first
# move or some changes later; its record has its moves and no other, and nothing is ruled between games. With a lever and without one,
# where sensors name the pieces and where they do not. EVENINGS=N plays N more of chance on each board.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
. "$FLAGFALL/tests/road/emulated.sh"

[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }
boards="dgt chessnut certabo sentio millennium native"
# the evening of board $1 that make check plays; those with short games. Together they have all ends.
number() {
	case $1 in dgt) echo 58 ;; chessnut) echo 285 ;; certabo) echo 210 ;; sentio) echo 358 ;; millennium) echo 243 ;; native) echo 374 ;; esac
}
name() {
	case $1 in dgt) echo 00041 ;; native) echo ROAD89 ;; sentio) echo certabo:$TMPDIR/$1.line ;; *) echo $1:$TMPDIR/$1.line ;; esac
}

# make_evening BOARD NUMBER: its hands do not think long
make_evening() {
	m_options=
	case $1 in sentio) m_options="--sensors presence --no-lever" ;; dgt | native) ;; *) m_options=--no-lever ;; esac
	flagfall-evening --orderly --number $2 --longest ${LONGEST-600} $m_options --games $TMPDIR/games.$1 >$TMPDIR/trace.$1
	sent=0
}
# known BOARD OPTION…: it is plugged in
known() {
	k_board=$1
	shift
	emulator $k_board $k_board trace.$k_board "$@" && wait_for listed "$(name $k_board)"
}

# play_until BOARD N: so many changes and presses of the trace
play_until() {
	[ $2 -gt $sent ] || return 0
	order $1 "change $(($2 - sent))"
	sent=$2 orders=$((orders + 1))
	p_tries=6
	until wait_for changed $1 $orders; do p_tries=$((p_tries - 1)); [ $p_tries -gt 0 ] || return 1; done
}
changed() { [ "$(grep -c '^changed$' $TMPDIR/$1.log)" -ge $2 ]; }
rested() { [ "$(grep -c '^rested$' $TMPDIR/$1.log)" -ge $2 ]; }
rest() { order $1 "rest 1500"; rests=$((rests + 1)); wait_for rested $1 $rests; }
moves_of() { tr '\n' ' ' <"$a_pgn" | sed 's/\[[^]]*"\] *//g; s/{[^}]*} *//g; s/[0-9][0-9]*\.\.* //g; s/ *[-*/0-9]* *$//; s/^ *//'; }
# alike BOARD MOVES…: what its sensors cannot know is left out
alike() {
	l_board=$1
	shift
	case $l_board in sentio) echo "$*" | sed 's/=[QRBN]//g; s/[+#]//g' ;; *) echo "$*" ;; esac
}

# evening BOARD: what is wrong is said
evening() {
	e_board=$1 sent=0 orders=0 rests=0 e_nr=0
	: >$TMPDIR/played.$e_board
	while read -r e_first e_after e_end e_moves; do
		# the first start comes before all, others some changes late
		[ $e_nr = 0 ] || e_first=$((e_first + (e_nr * 5 + ${#e_board}) % 12))
		play_until $e_board $e_first || return 1
		[ $e_nr = 0 ] || rest $e_board || return 1
		start_game "$(name $e_board)" --rulebook fide2023-standard || return 1
		echo "$game $e_moves" >>$TMPDIR/played.$e_board
		e_nr=$((e_nr + 1))
		if [ $e_end = left ]; then
			play_until $e_board $e_after && rest $e_board || return 1
			ctl claim $game white resign || return 1
		fi
	done <$TMPDIR/games.$e_board
	play_until $e_board $(($(wc -l <$TMPDIR/trace.$e_board) - 1)) && rest $e_board || return 1
	# the last move may end it yet
	ctl end $game 1/2-1/2 >/dev/null 2>&1 || wait_for is state over || return 1
	e_wrong=0
	while read -r game e_moves; do
		wait_for recorded || return 1
		if [ "$(alike $e_board "$(moves_of)")" != "$(alike $e_board $e_moves)" ]; then
			echo "game $game was played"
			alike $e_board $e_moves
			echo "and is recorded as"
			alike $e_board "$(moves_of)"
			e_wrong=1
		fi
		! ctl journal $game --rulings | grep illegal || e_wrong=1
	done <$TMPDIR/played.$e_board
	return $e_wrong
}

options=
for b in $boards; do
	case $b in sentio) scheme=certabo ;; native) scheme=socket ;; *) scheme=$b ;; esac
	options="$options --board $scheme:$TMPDIR/$b.line"
done
ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
must "flagfalld runs" start_daemon $options

# plug_in BOARD NUMBER: that evening's trace is to be played on it
plug_in() {
	make_evening $1 $2
	case $1 in
	dgt) known dgt --serial 00041 ;;
	native) known native --serial ROAD89 --speed 10 ;;
	certabo)
		# its men have been learned once
		known certabo --spare-queens && wait_for is_named || return 1
		order certabo clear
		wait_for cleared
		;;
	*) known $1 ;;
	esac
}
is_named() { ctl list --json | grep "certabo.line" | grep -q '"sensors":"piece-id"'; }
cleared() { board_squares "$(name certabo)" | grep -q 'string "RNBQKBNRPPPPPPPP\.\{32\}pppppppprnbqkbnr"'; }
unplugged() { order $1 quit; wait_for not_listed "$(name $1)"; }
result_of() { cat $TMPDIR/said.$1; return "$(cat $TMPDIR/status.$1)"; }

# play_evenings: on all boards at once
play_evenings() {
	e_pids=
	for b in $boards; do
		(
			evening $b
			echo $? >$TMPDIR/status.$b
		) >$TMPDIR/said.$b 2>&1 &
		e_pids="$e_pids $!"
	done
	wait $e_pids
}

for b in $boards; do must "$b is known" plug_in $b "$(number $b)"; done
play_evenings
for b in $boards; do ok "$b: each game is in its record: $(cut -d ' ' -f 3 $TMPDIR/games.$b | tr '\n' ' ')" result_of $b; done

more=0
while [ $more -lt ${EVENINGS:-0} ]; do
	for b in $boards; do
		more=$((more + 1))
		ok "$b is unplugged" unplugged $b
		must "$b is known with evening $more" plug_in $b $more
	done
	play_evenings
	for b in $boards; do ok "$b: each game is in its record: $(cut -d ' ' -f 3 $TMPDIR/games.$b | tr '\n' ' ')" result_of $b; done
done
for b in $boards; do order $b quit; done
road_end
