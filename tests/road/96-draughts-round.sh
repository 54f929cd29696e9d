#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# A round of international draughts in teams: names as people have them, real games on boards of ten by ten, a table without sensors, a
# forfeit and a bye; results in the game's own writing, the export as PDN, and a table and CSV that lead to the same.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }

cat >$TMPDIR/event.yaml <<'END'
name: "Dammen \"Het Oosten\" \\ 2026"
id: dammen
site: Ōsaka
timezone: Asia/Tokyo
rulebook: fmjd-annex6
time: 900
boards: [{number: 1, board: TEN-1}, {number: 2, board: TEN-2}, {number: 3}, {number: 4}]
END
cat >$TMPDIR/pairings.csv <<'END'
board,white,black,white_team,black_team
1,"van 't Hoff, Jan-Willem ""Jip""","Müller-Lüdenscheidt, Ülo",Het Oosten,"Rīga, I"
2,"Łoś, Święto[mir]","Nguyễn Thị Ánh","Rīga, I",Het Oosten
3,"D'Arc, {Jeanne}; % #1",Иванов,Het Oosten,"Rīga, I"
4,Absent,Present,"Rīga, I",Het Oosten
,"O\Brien, Bob",bye,,
END
export=$TMPDIR/state/export/dammen
line() { ctl --json round results dammen | grep "^{\"table\":$1,"; }
has() { line $1 | grep -q "$2" || { line $1; return 1; }; }
game_of() { line $1 | sed -n 's/.*"game":"\([^"]*\)".*/\1/p'; }
exported() { grep -q "$2" $export/$1 || { cat $export/$1; return 1; }; }
refused() { r_words=$1; shift; "$@" >$TMPDIR/said 2>&1 && return 1; grep -q "$r_words" $TMPDIR/said || { cat $TMPDIR/said; return 1; }; }

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
must "flagfalld runs" start_daemon
must "the round is opened" ctl round open $TMPDIR/event.yaml 1 $TMPDIR/pairings.csv
hands draughts-promotion $TMPDIR/first --sensors piece-id
hands draughts-capture-of-five $TMPDIR/second --sensors presence
must "a board" board TEN-1 1 $TMPDIR/first
must "another" board TEN-2 2 $TMPDIR/second
ok "nothing is wrong with them" wait_for ctl round check dammen
must "their games begin" ctl round start dammen 1 --table 1,2
ok "board 1 plays" plays TEN-1 40
ok "board 2 plays" plays TEN-2
kill_daemon
must "flagfalld, killed, is back" start_daemon
must "… with its boards" wait_for listed TEN-1
must "… both" wait_for listed TEN-2
ok "board 1 plays on" plays TEN-1
for table in 1 2; do ok "board $table: time passes" settle TEN-$table; done
game=$(game_of 1)
ok "board 1: all moves are told" wait_for is plies 98
ok "White resigns" ctl claim $game white resign
game=$(game_of 2)
ok "board 2: all moves are told" wait_for is plies 105
ctl pause $game >/dev/null
ok "the pieces of board 2 are put up otherwise" heard TEN-2 set 9B/91/91/91/91/91/91/91/91/W1W7
ok "that is the position now" ctl position $game "W:WK46,K47:BK5"
ok "they agree on a draw" ctl end $game 1-1
ok "board 3 has a result" ctl round change dammen 1 3 result=2-0
ok "… a draw by chess's word is draughts' draw" ctl round change dammen 1 3 result=1/2-1/2
ok "… 1-1" has 3 '"result":"1-1"'
ok "… corrected" ctl round change dammen 1 3 result=2-0
ok "a played game's result is corrected" ctl round change dammen 1 1 result=1-1 --reason "the score sheets say so"
ok "… in the round" wait_for has 1 '"result":"1-1"'
ok "… and with what it was in the log" sh -c 'flagfallctl --bus "$1" round log dammen 1 | grep -q "result 0-2 → .*score sheets"' - "$BUS"
ok "… back again" ctl round change dammen 1 1 result=none
ok "… a result that is none: draughts' are named" refused "2-0, 0-2, 1-1, 0-0" ctl round change dammen 1 3 result=3-0
ok "board 4 is a forfeit" ctl round change dammen 1 4 result=-/+
ok "results are draughts'" wait_for has 1 '"result":"0-2"'
ok "… a draw is 1-1" wait_for has 2 '"result":"1-1"'
ok "… one that was entered" has 3 '"result":"2-0"'
ok "… boards of a match" has 2 '"round_tag":"1.1"'
ok "the round is closed" ctl round close dammen

ok "the export is PDN" wait_for exported round-1/game-1.pdn 'Result "0-2"'
ok "… with the draughts of ten by ten" exported round-1/game-1.pdn '^.GameType "20"'
ok "… a name with quotes" exported round-1/game-1.pdn 'White "van .t Hoff, Jan-Willem \\"Jip\\""'
ok "… letters of all alphabets" exported round-1/games.pdn 'Black "Иванов"'
ok "… teams" exported round-1/game-2.pdn 'WhiteTeam "Rīga, I"'
ok "the position that was set is told" exported round-1/game-2.pdn 'set the position W:WK46,K47:BK5'
ok "… and the game's result" exported round-1/game-2.pdn 'Result "1-1"'
ok "… all games in one" sh -c '[ "$(grep -c "^.White \"" "$1")" = 4 ]' - $export/round-1/games.pdn
ok "… the event's name" exported tournament.json 'Het Oosten'
wanted() { tr -d '\n' <$games/$1.json | sed 's/.*"moves": *"\([^"]*\)".*/\1/' | wc -w; }
ok "… all moves" sh -c '[ "$(grep -o "%clk" "$1" | wc -l)" = "$2" ]' - $export/round-1/game-1.pdn "$(wanted draughts-promotion)"
ok "… who did not come has lost, on the round's day" exported round-1/game-4.pdn '^.Date "20[0-9.]*"'
ok "… who did not come has lost" exported round-1/game-4.pdn 'Result "0-2"'
ok "an index that is JSON" python3 -m json.tool $export/round-1/index.json
ctl round results dammen 1 --csv >$TMPDIR/results.csv
ok "its CSV opens the same round again" ctl round open $TMPDIR/event.yaml 2 $TMPDIR/results.csv
ok "… with the same names and results" sh -c 'flagfallctl --bus "$1" round results dammen 2 --csv | diff - "$2"' - "$BUS" $TMPDIR/results.csv
ok "as a table" sh -c 'flagfallctl --bus "$1" round results dammen | grep -qE "Hoff.* 0-2"' - "$BUS"
road_end
