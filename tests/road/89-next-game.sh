#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# Two games on each kind of board, in real time: the pieces are set up anew, and the second game is over when it is started. Each record
# has its own moves; with a lever and without one, where sensors name the pieces and where they do not.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
. "$FLAGFALL/tests/road/emulated.sh"

# evening SENSORS: 1. e4 e5 2. Nf3 Nc6, the pieces go home, 1. d4 Nf6 2. c4 e6
evening() {
	printf '{"format":"sensorboard-trace","version":1,"game":"chess","sensors":"%s"}\n' $1
	while read -r t what where piece; do
		case $what in
		press) printf '{"t_ms":%s,"type":"press","side":"%s"}\n' $t $where ;;
		*) printf '{"t_ms":%s,"type":"%s","square":"%s"' $t $what $where
			[ $1 = presence ] || printf ',"piece":"%s"' $piece
			printf '}\n' ;;
		esac
	done <<-END
		2000 lift e2 P
		2500 place e4 P
		3200 press white
		4200 lift e7 p
		4700 place e5 p
		5400 press black
		6400 lift g1 N
		6900 place f3 N
		7600 press white
		8600 lift b8 n
		9100 place c6 n
		9800 press black
		14000 lift c6 n
		14500 place b8 n
		15000 lift e5 p
		15500 place e7 p
		16000 lift f3 N
		16500 place g1 N
		17000 lift e4 P
		17500 place e2 P
		21000 lift d2 P
		21500 place d4 P
		22200 press white
		23200 lift g8 n
		23700 place f6 n
		24400 press black
		25400 lift c2 P
		25900 place c4 P
		26600 press white
		27600 lift e7 p
		28100 place e6 p
		28800 press black
	END
}
evening piece-id >$TMPDIR/named
evening presence >$TMPDIR/nameless

boards="dgt chessnut certabo sentio millennium native"
ok "a DGT board" emulator dgt dgt named --serial 00041
ok "a Chessnut board" emulator chessnut chessnut named
ok "a Certabo board with spare queens" emulator certabo certabo named --spare-queens
ok "a Sentio board" emulator sentio sentio nameless
ok "a Millennium board" emulator millennium millennium named
ok "a sensorboard" emulator native native named --serial ROAD89
ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
options=
for b in $boards; do
	case $b in sentio) scheme=certabo ;; native) scheme=socket ;; *) scheme=$b ;; esac
	options="$options --board $scheme:$TMPDIR/$b.line"
done
must "flagfalld runs" start_daemon $options
name() {
	case $1 in dgt) echo 00041 ;; native) echo ROAD89 ;; sentio) echo certabo:$TMPDIR/$1.line ;; *) echo $1:$TMPDIR/$1.line ;; esac
}
for b in $boards; do must "$b is known" wait_for listed "$(name $b)"; done
is_named() { ctl list --json | grep "certabo.line" | grep -q '"sensors":"piece-id"'; }
ok "the Certabo board learns its men" wait_for is_named
order certabo clear
cleared() { board_squares "$(name certabo)" | grep -q 'string "RNBQKBNRPPPPPPPP\.\{32\}pppppppprnbqkbnr"'; }
must "the spare queens go" wait_for cleared

for b in $boards; do
	must "$b: the first game starts" start_game "$(name $b)" --rulebook fide2023-standard
	echo $game >$TMPDIR/$b.first
	order $b play
done
played() { grep -q "^played" $TMPDIR/$1.log; }
moves_of() { tr '\n' ' ' <"$a_pgn" | sed 's/\[[^]]*"\] *//g; s/{[^}]*} *//g; s/[0-9][0-9]*\.\.* //g; s/^/ /'; }
has_moves() {
	game=$(cat $TMPDIR/$1.$2)
	wait_for recorded || return 1
	moves_of | grep -qF -- "$3" || { cat "$a_pgn"; ctl journal $game | tail -n 60; return 1; }
}
for b in $boards; do
	must "$b: both games are played" wait_for played $b
	must "$b: the second game starts" start_game "$(name $b)" --rulebook fide2023-standard
	echo $game >$TMPDIR/$b.second
	ok "$b: the first one has its moves, and no other" has_moves $b first " e4 e5 Nf3 Nc6 *"
	game=$(cat $TMPDIR/$b.second)
	ok "$b: all of the second are there" wait_for told_of 3
	ok "$b: it ends" ctl end $game 1/2-1/2
	ok "$b: the second has its moves" has_moves $b second " d4 Nf6 c4 e6 1/2-1/2"
	nothing_ruled() { ! ctl journal "$(cat $TMPDIR/$1.first)" --rulings | grep -q 'illegal'; }
	ok "$b: nothing was ruled between them" nothing_ruled $b
	order $b quit
done
road_end
