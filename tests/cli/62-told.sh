#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# What people enter is understood as they mean it, refused with a sentence where it cannot be, and confirmed where it was done.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"

begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
begin_daemon 3
board 1 HALL10 "$work/mate.jsonl"
board 2 HALL9 "$work/mate.jsonl"

# time controls
expect "five seconds that were meant as minutes" 2 "" "5 seconds, 3 seconds added .* did you mean 5m\+3s\?" "${c[@]}" start HALL9 --time 5+3
expect "… half a point is no time control" 2 "" "2 seconds for 1 move; did you mean 2m/1\?" "${c[@]}" start HALL9 --time 1/2
expect "… nor is nothing" 1 "" "no time control here" "${c[@]}" start HALL9 --time ""
expect "a date that is none" 1 "" "\"2026.02.29\" is not a date" "${c[@]}" start HALL9 --date 2026.02.29
expect "a board that is not there: those that are, are named" 1 "" "no board \"0\"; plugged in: .*HALL" "${c[@]}" start 0
expect "minutes are minutes; an hourglass is explained" 0 "^g[0-9]+ $" "1 minute, what one uses the other gains" "${c[@]}" start HALL9 --time '*60'
"${c[@]}" end 1/2-1/2 >/dev/null
expect "an increment behind the last period is that of all" 0 "^g[0-9]+ $" "90 minutes for 40 moves with 30 seconds added at every press, then 30 minutes" \
	"${c[@]}" start HALL9 --time 90m/40,30m+30s
expect "… and the record has it in PGN's words" 0 '"time_control":"40/5400\+30:1800\+30"' "" "${c[@]}" --json status

# list: in order, in columns
start HALL10 --white "Łukasz Ångström" --black B --rulebook fide2023-blitz --time 300
long=$id
"${c[@]}" list >"$work/list"
check "list: board 9 before board 10" test "$(grep -n HALL9 "$work/list" | head -1 | cut -d: -f1)" -lt "$(grep -n HALL10 "$work/list" | head -1 | cut -d: -f1)"
columns() { grep "^game" "$work/list" | while IFS= read -r line; do before=${line%% on HALL*}; echo ${#before}; done | sort -u | wc -l; }
check "list: the games' columns stand under each other" test "$(columns)" -eq 1

# what was done is said
tell HALL10 play-until-ply 5
until_true plies "$long" 5
expect "takeback: never more than is shown" 1 "" "shows 5 turns, so no more can be taken back, not 6" "${c[@]}" takeback "$long" 6
expect "takeback: which they were" 0 "^g[0-9]+(, [^:]*)?: taken back: 3\. Nc3, 2\.\.\. Bf5 $" "" "${c[@]}" takeback "$long" 2
expect "takeback --json" 0 '^\{"taken":\[\{"ply":3,"side":"white","uci":"c2c4"' "" "${c[@]}" --json takeback "$long" 1
expect "status for the arbiter is in sentences" 0 "The official position is rnbqkbnr/.*All turns were legal.*No flag is down.*Nothing is asked" "" "${c[@]}" status -a "$long"
check "… and not in JSON" test -z "$(grep '[{}]' "$work/out")"
expect "clocks are set in one act, old and new times are said" 0 "adjust-clock \(wrong-time\).*clocks: White [0-9:.]+ -> 1:40  Black [0-9:.]+ -> 1:30 $" "" \
	"${c[@]}" clock "$long" white_ms=100000 black_ms=90000
expect "… at once" 0 " 1:(40|[0-3][0-9]) .* 1:(30|29)" "" "${c[@]}" status "$long"
recorded() { tr '\n' ' ' <"$work/state/games/running/${long#g}.pgn" | grep -q "the clocks are set: White 0:01:40, Black 0:01:30"; }
check "… and the record says it" until_true recorded
expect "… one that is left out stays" 0 "Black 1:[0-9]+ -> 1:(30|29)" "" "${c[@]}" clock "$long" white_ms=60000
expect "a penalty against White is not White's gain" 0 "time-penalty \(conduct\)  black \+60.0 s" "" "${c[@]}" decide "$long" conduct time-penalty against=white ms=60000
expect "… his own clock can be made to pay" 0 "time-penalty \(conduct\)  white -10.0 s" "" "${c[@]}" decide "$long" conduct time-penalty against=white side=white ms=10000
expect "… the sign says the same" 0 "time-penalty \(conduct\)  white -10.0 s" "" "${c[@]}" decide "$long" conduct time-penalty against=white ms=-10000
expect "… the opponent pays for nothing" 2 "" "takes no time from the opponent" "${c[@]}" decide "$long" conduct time-penalty against=white side=black ms=-10000
expect "… somebody has to be named" 2 "" "costs somebody" "${c[@]}" decide "$long" conduct time-penalty ms=60000
for verdict in warning loss expulsion; do
	expect "… by a $verdict, too" 2 "" "verdict $verdict is against somebody" "${c[@]}" decide "$long" conduct $verdict
done
expect "points are somebody's" 2 "" "whose points" "${c[@]}" decide "$long" conduct points
"${c[@]}" claim "$long" white distraction against=black >/dev/null
expect "… nor is what is asked" 0 "You are asked about distraction, by White, against Black" "" "${c[@]}" status -a "$long"
expect "list names what is asked" 0 "asked: distraction" "" "${c[@]}" list
expect "end confirms" 0 "^$long, [^:]*: The game is over  0-0  \(both lose\) $" "" "${c[@]}" end "$long" 0-0
expect "a claim in a finished game is refused" 1 "" "$long, [^:]*: The game is over: 0-0" "${c[@]}" claim "$long" white resign
expect "… and a report" 1 "" "$long, [^:]*: The game is over: 0-0" "${c[@]}" report "$long" arbiter phone against=white
start HALL10 --anyway
expect "a claim without a rulebook is refused" 1 "" "has no rulebook" "${c[@]}" claim "$id" black flag
expect "… and a report" 1 "" "has no rulebook" "${c[@]}" report "$id" arbiter phone against=white

# unknown names
sed -i 's|</policy>|<deny send_destination="org.flagfall1" send_interface="org.flagfall1.Game" send_member="Pause"/></policy>|' "$work/bus.conf"
dbus-send --bus="$bus" --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ReloadConfig >/dev/null
expect "who may not act is told how he may" 1 "" "you are not in the group flagfall, .*usermod -aG flagfall YOU" "${c[@]}" pause "$id"
check "… and not what the bus says of it" test -z "$(grep 'Rejected send message' "$work/err")"
expect "a claim that is none: the claims are named" 2 "" "\"foo\" is not a claim; \"flagfallctl claim --help\" lists what is" "${c[@]}" claim "$id" white foo
expect "… a verdict" 2 "" "\"foo\" is not a verdict; \"flagfallctl decide --help\" lists what is" "${c[@]}" decide "$id" flag foo
expect "… a verb" 2 "" "no verb \"foo\"; \"flagfallctl --help\" explains what there is: list, status," "$ctl" foo
expect "… a rulebook" 1 "" "no rulebook \"foo\"; there are: .*wbca-1992" "$ctl" rules show foo
expect "a file is named once" 1 "" "^flagfallctl replay: nofile, where a trace is expected, cannot be read: No such file or directory $" "$ctl" replay nofile
expect "rules list into a pipe: ids alone" 0 "^fide2023-blitz fide2023-chess960 fide2023-rapid " "" "$ctl" rules list
expect "rules list --titles" 0 "handbook +Chess Organisers Handbook" "" "$ctl" rules list --titles

if command -v script >/dev/null; then
	script -qec "timeout 60 build/flagfalld --bus unix:path=$work/nowhere --state $work/other --no-udev" /dev/null >"$work/tty" 2>&1
	check "on a terminal flagfalld's sentences have no number before them" test -z "$(grep '<[0-9]>' "$work/tty")"
	holds "… and are said" "$work/tty" "The bus cannot be reached"
	script -qec "$ctl rules list" /dev/null >"$work/tty" 2>&1
	holds "rules list has titles on a terminal" "$work/tty" "handbook +Chess Organisers Handbook"
fi
plan
