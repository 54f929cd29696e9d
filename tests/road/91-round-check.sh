#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# What "round check" finds before a round begins: a board that is missing, pieces that stand wrongly, a low battery, clocks that were
# set by hand, a board on which another game is not over; while it is played, a board that is gone; and what the broadcast refuses.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
. "$FLAGFALL/tests/road/emulated.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }

cat >$TMPDIR/event.yaml <<'END'
name: Road 91
rulebook: fide2023-blitz
time: 5m
boards:
- {number: 1, board: RIGHT}
- {number: 2, board: ABSENT}
- {number: 3, board: WRONG}
- {number: 4, board: 00044}
- {number: 5, board: 00045}
- {number: 6, board: TAKEN}
- {number: 7}
END
cat >$TMPDIR/pairings.csv <<'END'
board,white,black
1,A1,B1
2,A2,B2
3,A3,B3
4,A4,B4
5,A5,B5
6,A6,B6
7,A7,B7
,A8,half-bye
END
check() { ctl round check "$@" >$TMPDIR/checked 2>$TMPDIR/checked.err; }
finds() { check; grep -qE "$1" $TMPDIR/checked || { cat $TMPDIR/checked; return 1; }; }
# kinds BOARD: of the faults there, a blank between them
kinds() { ctl --json round check | sed -n "s/^{\"table\":$1,//p" | grep -oE '"kind":"[a-z]*"' | cut -d'"' -f4 | tr '\n' ' '; }
has_kinds() { [ "$(kinds $1)" = "$2" ] || { ctl --json round check; return 1; }; }
fails() { f_code=$1; shift; "$@"; [ $? = $f_code ]; }

echo '{"tc":"300","moves":"e2e4 e7e5 g1f3","emt":[1,1,1]}' >$TMPDIR/score.json
flagfall-hands --sensors piece-id $TMPDIR/score.json >$TMPDIR/score.trace
# a queen and a king changed places, and a pawn stands on e4 (piece letters are told)
sed '1s/"start":"[^"]*"/"start":"rnbqkbnr\/pppppppp\/8\/8\/4P3\/8\/PPPP1PPP\/RNBKQBNR w kq - 0 1"/' $TMPDIR/score.trace >$TMPDIR/wrong.trace
grep -q RNBKQBNR $TMPDIR/wrong.trace || sed '1s/}$/,"start":"rnbqkbnr\/pppppppp\/8\/8\/4P3\/8\/PPPP1PPP\/RNBKQBNR w kq - 0 1"}/' $TMPDIR/score.trace >$TMPDIR/wrong.trace
echo '{"tc":"60","moves":"e2e4 e7e5","emt":[1,1]}' >$TMPDIR/minute.json
flagfall-hands $TMPDIR/minute.json >$TMPDIR/minute
must "a DGT board whose clock is set to one minute" emulator four dgt minute --serial 00044
must "one whose clock is set from the board, with a low battery" emulator five dgt minute --serial 00045 --remote --battery=12
ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
must "flagfalld runs" start_daemon --board dgt:$TMPDIR/four.line --board dgt:$TMPDIR/five.line
must "the round is opened" ctl round open $TMPDIR/event.yaml 1 $TMPDIR/pairings.csv
must "a board is right" board RIGHT 1 $TMPDIR/score.trace
must "a board stands wrongly" board WRONG 2 $TMPDIR/wrong.trace
must "a board is taken" board TAKEN 3 $TMPDIR/score.trace
must "the DGT boards are known" wait_for listed 00044
must "both" wait_for listed 00045
must "White of one table is not there" ctl round change 1 1 absent=white
ok "the check says so of a table that is right" finds '^ +1  RIGHT +ready, White is absent$'
must "both of another are not" ctl round change 1 2 absent=both
ok "… and of one that is not" finds '^ +both players are absent$'
must "they are there" ctl round change 1 1 absent=none
must "they, too" ctl round change 1 2 absent=none
must "a game is on it" start_game TAKEN --rulebook fide2023-blitz --time 300 --white Anna --black Boris
ok "the exit status says that something is wrong" fails 1 check
ok "a board that is right is ready" wait_for finds '^ +1 +RIGHT +ready'
ok "one is missing, and which is in no pairing is named only if there is one" finds '^ +2 +ABSENT +it is not plugged in$'
ok "what stands wrongly is listed" wait_for finds 'e4: expected nothing, found P'
ok "… with what was expected" finds 'd1: expected Q, found K'
ok "the clock by hand: not in the mode in which it is set" wait_for finds '^ +4 +00044 +.*the clock is not in its mode for being set'
ok "… and shows one minute" wait_for finds 'its clock shows 1:00 and 1:00, and has to be set by hand to 5:00 and 5:00'
ok "a clock that is set from the board is none of that, a battery is low" waits_for has_kinds 5 "battery "
ok "… with how much" wait_for finds '^ +5 +00045 +its battery had 12 percent'
ok "another game is not over" finds '^ +6 +TAKEN +game g1 \(Anna - Boris\) is not over on it'
ok "a table without sensors is no fault" finds '^ +7 +- +no board with sensors'
ok "a bye is at no table" fails 1 grep -q A8 $TMPDIR/checked
ok "how many it is" finds 'road-91, round 1, open: 6 boards, something is wrong at 5 of them'
ok "as JSON" waits_for has_kinds 4 "clock clock "
ok "a board alone, which is right" check 1 --table 1
ok "a board that the round does not have" fails 1 check 1 --table 12
ok "nothing has begun by it" sh -c 'flagfallctl --bus "$1" --json round results | grep -q "\"table\":1.*\"state\":\"waiting\""' - "$BUS"
ctl round start 1 --table 1 >/dev/null
ok "a game that runs has no fault" check 1 --table 1
ok "… and its state" finds '^ +1 +RIGHT +running'
board_goes RIGHT
ok "a board that is pulled is missing" finds '^ +1 +RIGHT +it is gone; game g2 goes on without it'

ok "a board is swept clean" heard WRONG set 8/8/8/8/8/8/8/8
starts_with() { ctl round start 1 --table 3 >$TMPDIR/started 2>&1; grep -q "$1" $TMPDIR/started && [ "$(wc -l <$TMPDIR/started)" -le 2 ] || { cat $TMPDIR/started; return 1; }; }
ok "a game that begins there says how many squares are wrong, not each" starts_with "Table 3, .*: 32 squares stand wrongly; the game begins when all stand"

# the same clock is told of as the game begins
ok "start says that the clock shows something else" sh -c 'flagfallctl --bus "$1" start 00044 --rulebook fide2023-blitz --time 5m 2>&1 |
	grep -q "the clock beside the board runs by itself and began with 1:00 and 1:00; the game was started with 300"' - "$BUS"
ok "… and list" sh -c 'flagfallctl --bus "$1" list | grep -q "began with 1:00 and 1:00"' - "$BUS"

# what the broadcast leaves beside the export
folder=$TMPDIR/state/export/road-91/round-1
mkdir -p $folder
cat >$folder/push.json <<'END'
{"round": "abcd1234", "state": "refused", "error": "", "retry_s": 0, "time": "2026-11-22T18:00:00Z", "games": [
 {"game_id": "x", "board": "1", "white": "A1", "black": "B1", "pushed": false, "error": "Invalid move Ke3 at ply 12"},
 {"game_id": "y", "board": "7", "white": "A7", "black": "B7", "pushed": true, "error": ""}]}
END
ok "what the broadcast refuses is that board's" has_kinds 1 "missing broadcast "
ok "… with its words" finds 'the broadcast does not take its game: Invalid move Ke3 at ply 12'
ok "one that it took has none" has_kinds 7 ""
sed -i 's/"state": "refused", "error": ""/"state": "forbidden", "error": "the token is refused"/' $folder/push.json
ok "what is wrong with all of it is told once" finds '^the broadcast, forbidden since 2026-11-22T18:00:00Z: the token is refused$'
echo '{"round": ' >$folder/push.json
check 1 --table 7
ok "a file that is none is told by its name and line" grep -qE 'push.json:[12]:' $TMPDIR/checked.err
order four quit
order five quit
road_end
