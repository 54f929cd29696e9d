#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A board fails in the middle of a game of a round: the game goes on on another one, which has a time of its own, over a killed daemon,
# too. And players who are not there when the clocks start: who comes within the default time plays, who comes later has lost.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }

cat >$TMPDIR/event.yaml <<'END'
name: Road 93
rulebook: fide2023-blitz
time: 300
options: {default_time_ms: 60000}
boards: [{number: 1, board: FIRST}, {number: 2, board: LATE}, {number: 3, board: INTIME}]
END
cat >$TMPDIR/pairings.csv <<'END'
board,white,black
1,"White, W","Black, B"
2,"Early, E","Late, L"
3,"Soon, S","There, T"
END
refused() { r_words=$1; shift; "$@" >$TMPDIR/said 2>&1 && return 1; grep -q "$r_words" $TMPDIR/said || { cat $TMPDIR/said; return 1; }; }
board_is() { ctl --json round results | grep -q "\"table\":1,\"board\":\"$1\""; }

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
must "flagfalld runs" start_daemon
must "the round is opened" ctl round open $TMPDIR/event.yaml 1 $TMPDIR/pairings.csv
hands blitz-castling $TMPDIR/trace
must "a board" board FIRST 1 $TMPDIR/trace
must "the game begins" ctl round start 1 --table 1
game=1
ok "twelve moves" plays FIRST 12
ok "time passes" settle FIRST
must "and are told" after 12

# The other one was switched on at another time, and was used before: its own time is further.
flagfall-sim --socket "$(port 2)" --serial OTHER --control $TMPDIR/OTHER.control --speed max --after run $TMPDIR/trace >$TMPDIR/OTHER.log 2>&1 </dev/null &
running="$running OTHER"
must "another board" wait_for listed OTHER
ok "… has been on for a while" heard OTHER time 40000
ok "… and the position is put up there" plays OTHER 12
ok "… and nothing more happens" tell OTHER hold
ok "not while the clocks run" refused "The clocks of game g1 run" ctl round change 1 --table 1 board=OTHER
must "the arbiter stops them" ctl pause $game
left=$(field white_us)
ok "not on one that is not there" refused 'no board "NOWHERE"' ctl round change 1 --table 1 board=NOWHERE
hands blitz-castling $TMPDIR/nameless --sensors presence
must "one of another kind" board NAMELESS 3 $TMPDIR/nameless
ok "… is none for it" refused "does not name its pieces" ctl round change 1 --table 1 board=NAMELESS
ok "the game moves to the other board" ctl round change 1 --table 1 board=OTHER --reason "a rank is dead"
ok "it is the game's" is board OTHER
ok "the pairing has it" board_is OTHER
ok "the log says what was" sh -c 'flagfallctl --bus "$1" round log | grep -q "Table 1: board FIRST → OTHER (a rank is dead)"' - "$BUS"
ok "what happens on the first is the game's no more" heard FIRST lift e1
ok "… nor does it go with its cable" board_goes FIRST
ok "the game has its board" wait_for is state running
kill_daemon
must "flagfalld, killed, is back" start_daemon
must "… with the other board" wait_for listed OTHER
ok "… and the game on it" is board OTHER
ok "no time has passed" is white_us $left
ok "play is resumed" ctl resume $game white
ok "the rest is played" plays OTHER
ok "time passes" settle OTHER
ok "all moves are told" wait_for is plies 28
ok "White resigns" ctl claim $game white resign
moves_only() { grep -v '^\[' "$(field pgn_path)" | tr '\n' ' ' | sed 's/{[^}]*}//g; s/[0-9]*\.\.\.//g; s/[0-9]*\.//g; s/  */ /g'; }
played() { flagfallctl replay --pgn $TMPDIR/trace | grep -v '^\[' | tr '\n' ' ' | sed 's/{[^}]*}//g; s/[0-9]*\.\.\.//g; s/[0-9]*\.//g; s/  */ /g'; }
agrees() { moves_only | sed 's/ 0-1 *$//' >$TMPDIR/got; played | sed 's/ [^ ]* *$//' >$TMPDIR/wanted; diff $TMPDIR/wanted $TMPDIR/got; }
ok "the record has what was played on both" wait_for agrees
ok "the board goes" board_goes OTHER
ok "… and the one that was none for it" board_goes NAMELESS

# default time: one minute
must "two more boards" board LATE 1 $TMPDIR/trace
must "… are there" board INTIME 2 $TMPDIR/trace
ok "the players who are not there are said" ctl round change 1 2 absent=black
ok "… on the other board, too" ctl round change 1 3 absent=white
ok "… in words that are known" refused 'white, black, both or none, not "early"' ctl round change 1 3 absent=early
must "their games begin" ctl round start 1 --table 2,3
of_board() { ctl --json round results | sed -n "s/^{\"table\":$1,.*\"game\":\"\([^\"]*\)\".*/\1/p"; }
ok "fifty seconds pass" heard INTIME time 50000
ok "one comes in time, and plays on" rules continue late none 6.7.1 arrive "$(of_board 3)" white
ok "a minute passes, and more" heard LATE time 61000
result_is() { ctl --json round results | grep -q "\"table\":$1,.*\"result\":\"$2\""; }
ok "the other has lost by himself: that is the pairing's result" wait_for result_is 2 1-0
ok "… and the other's is not yet" result_is 3 ""
road_end
