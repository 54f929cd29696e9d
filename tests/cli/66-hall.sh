#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# The hall on real terminals (tmux): at 80x24 and 200x60, with UTF-8 and colours and without, each key at many boards.
# HALL_BOARDS=64 makes it a whole hall.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=bus.sh
. "$(dirname "$0")/bus.sh"
command -v tmux >/dev/null || { skip "the hall on a terminal" "tmux is not installed (make deps)"; plan; exit 0; }
boards=${HALL_BOARDS-12}
begin_bus
build/flagfall-hands tests/games/blitz-mate.json >"$work/mate.jsonl" || exit 1
begin_daemon $((boards + 1))
for i in $(seq "$boards"); do
	build/flagfall-sim --socket "$work/port.$i" --serial "H$i" --control "$work/H$i.control" --speed max --in-step "$work/mate.jsonl" \
		>>"$work/sim.log" 2>&1 </dev/null &
done
until_true has_board "H$boards"
for i in $(seq "$boards"); do
	until_true has_board "H$i"
	book=fide2023-blitz
	[ $((i % 4)) -ne 0 ] || book=wbca-1992
	start "H$i" --rulebook $book --time 300 --white "Müller $i, Anna" --black "Ångström $i" --round "3.$i" --event "Club night"
done
tell H1 play-until-ply 5
tell H2 play
tell H4 play-until-ply 3

mux() { tmux -S "$work/tmux" -f /dev/null "$@"; }
trap 'mux kill-server 2>/dev/null; end_jobs; rm -rf "$work"' EXIT
# it would end with its last window, just when the next one is opened
mux start-server \; set-option -g exit-empty off || fail "tmux starts"
# hall NAME WIDTH HEIGHT SETTING…: in a window of its own
hall() {
	local name=$1 width=$2 height=$3
	shift 3
	mux new-session -d -s "$name" -x "$width" -y "$height" "env $* $ctl --bus $bus hall 2>$work/$name.err; echo status \$? >$work/$name.status"
	until_true shows "$name" "last move"
}
shows() { mux capture-pane -p -t "$1" >"$work/$1.screen"; grep -qE -- "$2" "$work/$1.screen"; }
# sees NAME SCREEN WHAT: within some seconds
sees() { if until_true shows "$2" "$3"; then pass "$1"; else fail "$1" "$(cat "$work/$2.screen")"; fi; }
keys() { local name=$1; shift; mux send-keys -t "$name" "$@"; }

# where no terminal looks on it is said once
once() { expect "$1" 0 "$2" "" "${c[@]}" hall; }
check "five plies are there" until_true plies g1 5
once "without a terminal: the title" "^ [0-9:]+  Club night  round 3  $((boards - 1)) playing, 1 over +table White +clock"
once "… and a line a game, with whole names" " 1 +Müller 1, Anna +4:[0-9]+ +Ångström 1 +>4:[0-9]+ +3\.Nc3 +2 +Müller 2, Anna .*1-0"
check "… no blanks that fill a screen, and no colours" sh -c '! grep -q -e " \$" -e "[[:cntrl:]]" "$1"' - "$work/out"
check "… nothing else" test "$(wc -l <"$work/out")" -eq $((boards + 2))
expect "hall --json: an object a game" 0 '^\{"game":"g1","board":"H1","table":1,"event":"Club night","round":"3.1","white":"Müller 1, Anna","black":"Ångström 1","state":"running","result":"none","needs_person":false,"need":"","question":"","absent":"","ply":5,"last":"Nc3","white_us":[0-9]+,"black_us":[0-9]+,"running":"black"\}' "" \
	"${c[@]}" hall --json
check "… of all" test "$(wc -l <"$work/out")" -eq "$boards"

hall small 80 24 LC_ALL=C.UTF-8 TERM=xterm-256color
sees "80x24: the event, the round, how many" small "Club night  round 3  $((boards - 1)) playing, 1 over"
sees "… a line a board: number, players, clocks, last move" small "^. 1 +Müller 1, A… +4:[0-9]+ +Ångström 1 +>4:[0-9]+ +3\.Nc3"
sees "… a game that is over has its result" small "^. 2 +Müller 2.*1-0"
sees "… coordinates where the book silences the arbiter" small "^. 4 +Müller 4.* 2\.c2c4"
narrow() { ! awk '{ if (length($0) > 80) exit 1 }' "$work/small.screen" || true; [ "$(wc -l <"$work/small.screen")" -le 24 ]; }
check "… 24 lines" narrow
"${c[@]}" claim g3 white distraction against=black >/dev/null
first_is() { mux capture-pane -p -t "$1" >"$work/$1.screen"; sed -n 3p "$work/$1.screen" | grep -qE "$2"; }
if until_true first_is small "^. 3 .*decide: distract"; then pass "what is asked stands first"; else fail "what is asked stands first" "$(cat "$work/small.screen")"; fi
sees "… and is counted" small "1 NEED YOU"
keys small n d
sees "d asks for the verdict" small "distraction \(a accept, r reject"
keys small r Enter
answered() { [ -z "$("${c[@]}" --json status 3 | grep -o '"question":"[a-z]')" ]; }
check "… r and enter reject" until_true answered
sees "… and it stands where its number is" small "^. 3 +Müller 3.*[0-9] *$"
keys small Home Down Down Enter
sees "enter opens a board" small "table 3  Müller 3, Anna - Ångström 3  Club night  round 3.3"
sees "… with its pieces" small "^ 1 .*a? ?♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"
keys small Up Up
sees "… up goes to the one before, with the moves so far" small "1\. d4 d5 2\. c4 Bf5 3\. Nc3"
keys small q p
paused() { "${c[@]}" --json status "g$1" | grep -q '"running":"none"'; }
check "p pauses the game" until_true paused 1
keys small r
runs() { "${c[@]}" --json status "g$1" | grep -q '"running":"black"'; }
check "r starts the clock of the side to move" until_true runs 1
keys small P
sees "P asks first" small "pause the clocks of all games\? y/n"
keys small n
sees "… and does nothing at no" small "nothing was done"
keys small P y
all_paused() { [ "$("${c[@]}" list --json | grep -c '"state":"running"')" -eq $((boards - 1)) ] && for i in 1 3 4 "$boards"; do paused "$i" || return 1; done; }
check "… and pauses all at yes" until_true all_paused
keys small End c
sees "c: there is nothing to confirm in a running game" small "no result to confirm"
keys small Home Down c
last_is() { mux capture-pane -p -t "$1" -S - >"$work/$1.screen"; grep -E "^. [0-9]" "$work/$1.screen" | tail -1 | grep -qE "$2"; }
keys small End
check "c confirms a result: that game is at the end" until_true last_is small "^. 2 +"
keys small Home Down
keys small '?'
sees "? explains" small "confirm a result"
keys small x

# each key at each board
for i in $(seq "$boards"); do
	keys small d Escape c p r o j k q '?' x P n Enter Enter Down
done
sees "each key at each board: it is still there" small "playing, 1 over"
keys small q
ended() { grep -q "^status 0" "$work/$1.status"; }
check "q leaves, with status 0" until_true ended small

hall wide 200 60 LC_ALL=C.UTF-8 TERM=xterm-256color
sees "200x60: whole names" wide "Müller 1, Anna +.*Ångström 1 "
keys wide Enter
sees "… a board" wide "^   a b c d e f g h"
mux resize-window -t wide -x 60 -y 20
sees "… smaller all of a sudden: still whole" wide "q back"
keys wide q q
check "… left" until_true ended wide
hall ascii 80 24 LC_ALL=C TERM=dumb NO_COLOR=1
sees "ASCII: names without what it cannot show" ascii "^. 1 +M\?\?ller 1"
keys ascii Enter
sees "… the board in letters, the last move marked" ascii "^ 3  : \.>N"
plain() { ! LC_ALL=C grep -q '[^ -~]' "$work/ascii.screen"; }
check "… and nothing else" plain
keys ascii q q
check "… left" until_true ended ascii

hall "ascii-wide" 200 60 LC_ALL=C TERM=vt100 NO_COLOR=1
sees "200x60 in ASCII: all boards, whole names" ascii-wide "^. $((boards < 50 ? boards : 50)) +M\?\?ller $((boards < 50 ? boards : 50)), Anna +"
plain_wide() { ! LC_ALL=C grep -q '[^ -~]' "$work/ascii-wide.screen"; }
check "… and nothing else" plain_wide
keys ascii-wide q
check "… left" until_true ended ascii-wide

# ten by ten, with numbered squares
build/flagfall-hands tests/games/draughts-promotion.json >"$work/ten.jsonl" || exit 1
board $((boards + 1)) TEN "$work/ten.jsonl"
start TEN --rulebook fmjd-annex6 --time 900 --white "Müller, Jan" --black "Ångström"
ten=$id
tell TEN play-until-ply 21
until_true plies "$ten" 21
hall ten 80 24 LC_ALL=C.UTF-8 TERM=xterm-256color
keys ten End
sees "draughts: the last move in its own writing" ten "Müller, Jan +1[0-9]:[0-9]+ +Ångström +>1[0-9]:[0-9]+ +11\.46-41"
keys ten Enter
sees "… the board, its rows by their first square" ten "^11 +b +b +b"
sees "… the moves so far" ten "1\. 33-28 18-22 2\. 38-33"
keys ten q q
check "… left" until_true ended ten

# one board: monitor on a terminal
one() { # NAME WIDTH HEIGHT SETTING…
	local name=$1 width=$2 height=$3
	shift 3
	mux new-session -d -s "$name" -x "$width" -y "$height" "env $* $ctl --bus $bus monitor g1 2>$work/$name.err; sleep 1000"
}
one board 80 24 LC_ALL=C.UTF-8 TERM=xterm-256color
sees "monitor on a terminal: event, round, players, rulebook" board "^g1, Müller 1, Anna – Ångström 1  Club night  round 3.1  fide2023-blitz"
sees "… the moves so far, for who joins late" board "^1\. d4 d5 2\. c4 Bf5 3\. Nc3"
"${c[@]}" resume g1 black >/dev/null
tell H1 play-until-ply 6
sees "… what was captured" board "captured: .*by Black ♙"
sees "… the moves go on" board "3\. Nc3 dxc4"
coloured() { mux capture-pane -e -p -t board >"$work/coloured"; grep -q "$(printf '\033')\[[0-9;]*48;5;\(143\|100\)" "$work/coloured"; }
check "… squares have their colours, those of the last move others" until_true coloured
one low 40 12 LC_ALL=C TERM=dumb NO_COLOR=1
sees "… narrow, low, without colours: header, clocks, moves" low "^1\. d4 d5 2\. c4 Bf5 3\. Nc3 dxc4"
check "… nothing is lost at the edge" test "$(wc -L <"$work/low.screen")" -le 40
# a clock of less than ten seconds shows its tenths as they go by: of one second at least four, of its ten, in one of some tries
"${c[@]}" resume g5 white >/dev/null
hall long 80 24 LC_ALL=C TERM=vt100 NO_COLOR=1
mux pipe-pane -t long "cat >>$work/long.bytes"
tenths() { grep -aoE '>0:0[1-9]\.[0-9]' "$work/long.bytes" | sort -u | cut -c1-5 | uniq -c | awk '$1 >= 4 { found = 1 } END { exit !found }'; }
go_by() {
	for _ in 1 2 3 4 5; do
		"${c[@]}" clock g5 white_ms=9500 >/dev/null
		for _ in $(seq 90); do tenths && return; sleep 0.1; done
	done
	return 1
}
check "tenths of a second are shown as they go by" go_by

# what it has heard and shown it forgets: in the games of an evening it becomes no larger
heap() { awk '/^VmData/ { print $2 }' "/proc/$(pgrep -P "$(mux display-message -p -t long '#{pane_pid}')" flagfallctl)/status"; }
before=$(heap)
"${c[@]}" clock g5 white_ms=300000 >/dev/null
for i in $(seq 6 "$boards"); do "${c[@]}" resume "g$i" white >/dev/null; done
for i in $(seq 5 "$boards"); do tell "H$i" play; done
all_over() { [ "$("${c[@]}" list --json | grep -c '"state":"over"')" -ge $((boards - 3)) ]; }
check "the evening's games are over" until_true all_over
sees "… and seen to be" long "$((boards - 3)) over"
after=$(heap)
check "the hall has not grown by a megabyte (KiB: $before, $after)" test "$((after - before))" -lt 1024
keys long q
check "… left" until_true ended long

silent() { cat "$work"/{small,wide,ascii,ten,long}.err >"$work/said"; [ ! -s "$work/said" ]; }
check "nothing on standard error" silent
plan
