#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A club's evening, from the pairings to the second round, as people play it: somebody is late, somebody does not come, colours and a
# board are changed, moves are illegal, flags fall. After each part accounts.py asks seven places what they tell of each table; flagfalld
# is killed, and it asks again; flagfall-web is killed, and it asks again.
# EVENING_PARTS=N ends behind so many parts.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }
for program in flagfall-web python3 tmux; do
	command -v $program >/dev/null || { skip "an evening" "$program is not there (make deps)"; finish; }
done
tables=12
boards=15	# of the tables, one that waits, and two of other events
trap 'tmux -S $TMPDIR/tmux kill-server 2>/dev/null; end_all $web; all_end' EXIT

# --- the hall ---
web=
web_port=0
livechess_port=0
start_web() {
	: >$TMPDIR/web.out
	flagfall-web --bus "$BUS" --listen 127.0.0.1:$web_port --livechess 127.0.0.1:$livechess_port >$TMPDIR/web.out 2>>$TMPDIR/web.log &
	web=$!
	wait_for grep -q '^ws:' $TMPDIR/web.out || { cat $TMPDIR/web.log; return 1; }
	web_port=$(sed -n 's,^http://127.0.0.1:\([0-9]*\)/$,\1,p' $TMPDIR/web.out)
	livechess_port=$(sed -n 's,^ws://127.0.0.1:\([0-9]*\)/api/v1.0$,\1,p' $TMPDIR/web.out)
}
start_evening_daemon() {
	local sockets=() b
	for ((b = 1; b <= boards; b++)); do sockets+=(--board "socket:$(port $b)"); done
	flagfalld --bus "$BUS" --no-udev "${sockets[@]}" --state $TMPDIR/state >>$TMPDIR/daemon.log 2>&1 &
	daemon=$!
	wait_for daemon_answers
}
away=0
all_boards() { [ "$(ctl list --json | grep -c '"type":"board"')" = $((boards - away)) ]; }
# the hall's title, and keys that are typed there
hall_says() { tmux -S $TMPDIR/tmux capture-pane -p -t hall | grep -qE "$1"; }
hall_types() { tmux -S $TMPDIR/tmux send-keys -t hall -l "$1"; }
# start_hall NAME [OPTION]
start_hall() {
	tmux -S $TMPDIR/tmux -f /dev/null new-session -d -s $1 -x 200 -y 60 \
		"env LC_ALL=C.UTF-8 TERM=xterm-256color NO_COLOR=1 flagfallctl --bus '$BUS' hall ${2-} 2>>$TMPDIR/hall.err"
}
accounts() {
	"$FLAGFALL/tests/road/accounts.py" --bus "$BUS" --state $TMPDIR/state --web http://127.0.0.1:$web_port/ \
		--livechess http://127.0.0.1:$livechess_port/api/v1.0 --hall $TMPDIR/tmux:hall --hall $TMPDIR/tmux:desk
}
kill_flagfalld() {
	kill_daemon
	must "$1: flagfalld, killed, is back" start_evening_daemon
	must "$1: with its boards" wait_for all_boards
	ok "$1: all tell the same as before it was" accounts
}
kill_web() {
	kill -9 $web
	wait $web 2>/dev/null
	must "$1: flagfall-web, killed, is back" start_web
	ok "$1: all tell the same as before that was" accounts
}
# part NAME: what was done is told alike, also by who was killed meanwhile
parts=0
part() {
	ok "$1: all tell the same" accounts
	parts=$((parts + 1))
	# who begins anew reads what the other one knows: each in turn is the older one
	if ((parts % 2)); then
		kill_flagfalld "$1"
		kill_web "$1"
	else
		kill_web "$1"
		kill_flagfalld "$1"
	fi
	[ $parts != "${EVENING_PARTS-}" ] || evening_end
}
evening_end() {
	ok "the hall had nothing to complain of" test ! -s $TMPDIR/hall.err
	tmux -S $TMPDIR/tmux kill-server
	end_all $web
	road_end
}
# games_begin [EVENT N]: at all tables that have a board
games_begin() { ctl round start "$@" >$TMPDIR/begun 2>&1; [ "$(grep -c '^Table [0-9].*: g[0-9]' $TMPDIR/begun)" = $tables ] || { cat $TMPDIR/begun; return 1; }; }
# table 13 has no board: it is said, and the others do what they are told
of_others() { "$@" >$TMPDIR/said 2>&1 || ! grep '^flagfallctl' $TMPDIR/said | grep -v 'Table 13.*: no board with sensors'; }
clocks_stand() { of_others ctl round pause; }
goes_on() { of_others ctl round start; }
# plays_to N BOARD…: these boards play on up to so many presses, at once
plays_to() {
	local n=$1 b bad=0 waits=()
	shift
	for b; do
		tell B$b play-until-press $n >$TMPDIR/B$b.answer 2>&1 &
		waits+=($!)
	done
	for b in "${waits[@]}"; do wait $b || bad=1; done
	return $bad
}
game_at() { ctl --json status $1 | sed -n 's/^{"id":"\(g[0-9]*\)".*/\1/p'; }
# at TABLE, NAME VALUE: a fact of its game's status
at() { game=$1; wait_for is $2 "$3" || is $2 "$3"; }

{
	printf 'name: Club evening\nid: club\nsite: Riga\ntimezone: Europe/Riga\nrulebook: fide2023-blitz\ntime: 300\noptions: {default_time_ms: 60000}\nboards:\n'
	for ((b = 1; b <= tables; b++)); do printf -- '- {number: %d, board: B%d}\n' $b $b; done
	printf -- '- {number: 13}\n'
} >$TMPDIR/event.yaml
# pairings N: of round N
pairings() {
	local b
	echo board,white,black,white_elo,black_elo
	for ((b = 1; b <= tables + 1; b++)); do
		echo "$b,\"Weiß $((1 + (b + $1) % (tables + 1))), Åse\",\"Black $b, B\",$((2000 + 10 * b)),19$((10 + b))"
	done
	echo ',"Rest, R",bye,1500,'
}
pairings 1 >$TMPDIR/round1.csv
pairings 2 >$TMPDIR/round2.csv
printf 'name: Quiet\nid: quiet\nsite: Riga\nrulebook: wbca-1992\ntime: 300\nboards: [{number: 21, board: B14}]\n' >$TMPDIR/quiet.yaml
printf 'board,white,black\n21,"Still, S","Leise, L"\n' >$TMPDIR/quiet.csv
printf 'name: Later\nid: later\nsite: Riga\nrulebook: fide2023-blitz\ntime: 300\ndelay: {moves: 3}\nboards: [{number: 22, board: B15}]\n' >$TMPDIR/later.yaml
printf 'board,white,black\n22,"Slow, S","Late, L"\n' >$TMPDIR/later.csv

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state/export
must "flagfalld runs" start_evening_daemon
hands blitz-castling $TMPDIR/trace
hands blitz-mate $TMPDIR/mate
hands blitz-castling $TMPDIR/illegal --illegal 7=e4e6
# at ply 9 the lever is forgotten
awk '/"press"/ && ++n == 9 { next } { print }' $TMPDIR/trace >$TMPDIR/forgotten
for ((b = 1; b <= boards; b++)); do
	trace=trace
	case $b in 1) trace=mate ;; 7 | 14) trace=illegal ;; 10) trace=forgotten ;; esac
	step=--in-step
	[ $b != 13 ] || step=	# no game shows its clock there while the pieces are put up
	flagfall-sim --socket "$(port $b)" --serial B$b --control $TMPDIR/B$b.control --speed max $step $TMPDIR/$trace \
		>>$TMPDIR/B$b.log 2>&1 </dev/null &
	running="$running B$b"
done
must "all boards are there" wait_for all_boards
must "flagfall-web runs" start_web
must "the hall is shown" start_hall hall
must "… and at the arbiter's desk" start_hall desk --arbiter

# --- round 1 ---
must "round 1 is opened" ctl round open $TMPDIR/event.yaml 1 $TMPDIR/round1.csv
ok "nothing is wrong" ctl round check
part "opened"

ok "table 2: Black is not there" ctl round change --table 2 absent=black
ok "table 4: the colours are exchanged" ctl round change --table 4 colours=swapped
ok "table 3: White is not there" ctl round change --table 3 absent=white
must "the games begin" games_begin
part "begun"

ok "moves are played" plays_to 6 1 5 6 7 8 9 10 11 12
ok "table 2: Black comes within the default time" ctl arrive 2 black
ok "… and they play" plays_to 5 2 4
part "played on"

ok "table 6: White resigns, which he did at table 9" ctl claim 6 white resign
part "said of the wrong table"
ok "… it did not count" ctl undo 6 --reason "it was table 9"
part "undone"
ok "… the clock is started" ctl resume 6 white
ok "… and they play" plays_to 8 6
part "gone on"

ok "table 4: the colours were right, and the game is void" ctl round change --table 4 game=void --reason "colours"
part "void"
ok "… they are exchanged again" ctl round change --table 4 colours=swapped
ok "… the pieces are put up" heard B4 set rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
ok "… and it begins anew" ctl round start --table 4
part "begun anew"

ok "table 5: the clocks are stopped" ctl pause 5
ok "… the pieces are put up on another board" plays_to 6 13
ok "… and the game goes on there" ctl round change --table 5 board=B13 --reason "a dead rank"
ok "… its clock runs" ctl resume 5 white
ok "… and moves are played" plays_to 9 13
part "board"

ok "table 6: the name was misspelt" ctl round change --table 6 white="Müller, Öz" white_elo=2222
ok "table 9: the cable is pulled" tell B9 unplug
away=1
must "… and that is seen" wait_for all_boards
part "unplugged"
ok "… and put back" tell B9 plug
away=0
must "… and that, too" wait_for all_boards
ok "table 7: an illegal move is pressed" plays_to 7 7
ok "… Black stops the clock" heard B7 pause
ok "… and claims" ctl claim 7 black illegal-move
ok "table 8: White's flag falls" heard B8 time 400000
ok "table 9: White offers a draw" ctl claim 9 white offer-draw
ok "… Black accepts" ctl claim 9 black accept-draw
part "ruled"

ok "table 10: a press is forgotten" plays_to 12 10
ok "the break: all clocks are stopped" clocks_stand
part "break"
ok "play goes on" goes_on
ok "… at all tables" plays_to 14 6 11 12
part "resumed"

ok "table 3: time passes, nobody comes" heard B3 time 61000
ok "… and White has lost" at 3 result 0-1
ok "table 1: it is mate" tell B1 play
part "absent"

ok "table 11: White resigns" ctl claim 11 white resign
ok "… and appeals" ctl claim 11 white appeal
part "appealed"
ok "… is right" ctl decide 11 appeal accept
part "upheld"
ok "… a draw" ctl end 11 1/2-1/2
ok "table 12: Black resigns, it is written" ctl claim 12 black resign
ok "… it was White" ctl round change --table 12 result=0-1 --reason misheard
ok "table 13: they played without a board" ctl round change --table 13 result=1-0
part "corrected"

ok "the rest is over" eval 'ctl end 2 1-0 && ctl end 4 0-1 && ctl end 5 1/2-1/2 && ctl end 6 1-0 && ctl end 7 1-0 && ctl end 10 0-1'
ok "the round is closed" ctl round close
part "closed"

# --- round 2, and two other events: of one the arbiter may say nothing first, what the other shows comes three moves later ---
for ((b = 1; b <= tables; b++)); do heard B$b set rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR >/dev/null; done
must "round 2 is opened" ctl round open $TMPDIR/event.yaml 2 $TMPDIR/round2.csv
part "round 2"
must "the games begin" games_begin club 2
must "two other events are opened" eval 'ctl round open $TMPDIR/quiet.yaml 1 $TMPDIR/quiet.csv && ctl round open $TMPDIR/later.yaml 1 $TMPDIR/later.csv'
must "… and begin" eval 'ctl round start quiet && ctl round start later'
ok "moves are played" plays_to 5 3 14 15
ok "table 1: White resigns" ctl claim club:1 white resign
ok "round 1, table 10: the name was misspelt, too" ctl round change club 1 --table 10 black="Schwarz, S" black_elo=1777
ok "table 4: the arbiter sets the position" eval 'ctl pause club:4 && heard B4 set 8/8/4k3/8/8/4K3/4P3/8 && ctl position club:4 "8/8/4k3/8/8/4K3/4P3/8 w - - 0 60"'
ok "round 1, table 9: it was no draw" ctl round change club 1 --table 9 result=1-0 --reason "the slip says so"
part "round 2 begun"
ok "quiet: an illegal move is pressed" plays_to 7 14
ok "later: more moves" plays_to 11 15
ok "the clocks of tables 2 and 3 are set" eval 'ctl pause club:2 && ctl clock club:2 white_ms=200000 && ctl clock club:3 black_ms=100000'
part "other events"
ok "quiet: Black stops the clock" heard B14 pause
ok "… and claims" ctl claim quiet:21 black illegal-move
ok "later: Black resigns" ctl claim later:22 black resign
ok "table 3: a move is taken back" ctl takeback club:3 1
ok "the rest of round 2 is over" eval 'for b in 2 3 4 5 6 7 8 9 10 11 12; do ctl end club:$b 1-0 || exit; done'
ok "… table 13, too" ctl round change club 2 --table 13 result=-/+
part "over"
ok "table 3: the result did not count" ctl undo club:3 --reason "they play on"
ok "… nor the takeback" ctl undo club:3
ok "… nor the clock's time" ctl undo club:3
ok "table 4: nor the result and the position" eval 'ctl undo club:4 && ctl undo club:4'
part "all undone"
ok "tables 3 and 4 are over" eval 'ctl end club:3 1/2-1/2 && ctl end club:4 0-1'
ok "the evening is over" eval 'ctl round close club && ctl round close quiet && ctl round close later && ctl event end club && ctl event end quiet'
part "ended"
ok "the hall has nothing to show" wait_for hall_says ' 0 playing, 0 over'
hall_types '['
ok "… but the last rounds, one step back" wait_for hall_says 'Club evening  round 2 .* 0 playing, 1[0-9] over'
ok "… with what a person put right" wait_for hall_says '^. 13 .* -/\+'
hall_types '['
ok "… and the first" wait_for hall_says 'Club evening  round 1  0 playing'
ok "… with the slip's result" wait_for hall_says '^. 9 .* 1-0'
hall_types ']]'
ok "… and back" wait_for hall_says ' 0 playing, 0 over'
ok "flagfalld had nothing to complain of" not grep '^<[0-4]>' $TMPDIR/daemon.log
evening_end
