#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# An evening of draughts: six tables and two rounds, in which each irregularity of Annex I, article 5.4, happens once, and is claimed or
# let stand. What is told of it in all places is read for words of chess, of which there are none.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"
[ $ROAD = socket ] || { ok "it is played once, without a guest"; finish; }
for program in flagfall-web tmux curl; do
	command -v $program >/dev/null || { skip "an evening" "$program is not there (make deps)"; finish; }
done
tables=6
trap 'tmux -S $TMPDIR/tmux kill-server 2>/dev/null; end_all $web $heard_en $heard_de; all_end' EXIT
web='' heard_en='' heard_de=''
all='31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50'
start="W:W$all:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"
two='W:W28,48:B22,23,14,3'

# article, position, what the hands do (-28 lift, +19 place, @500 ms pass), what is said then
scenes=(
	"5.4.1|$start|-31 +26 @500 -33 +28 @1500|black illegal-move want=rectify"
	"5.4.2|W:W28,48:B3,9|-28 +33|black illegal-move want=rectify"
	"5.4.3|$start|-31 +31 @300 -32 +28|black touch-move square=31"
	"5.4.4|$start|-32 +28 @1000 -28 +32 -31 +26|black illegal-move want=rectify"
	"5.4.5|$start|-20 +24|black illegal-move want=rectify"
	"5.4.6|W:W28,48:B22,3|-48 +43|black illegal-move want=rectify"
	"5.4.7|$start|-20 -32 +28|black accept-stand"
	"5.4.8|$two|-28 +17 -22|black illegal-move want=rectify"
	"5.4.9|$two|-28 +19 -23|black illegal-move want=rectify"
	"5.4.10|$two|-28 -23 +19 -19 +10 -14|black illegal-move want=rectify"
	"5.4.11|$two|-28 +10 -23|black accept-stand"
	"5.4.12|$two|-28 +10 -23 -14 -22|black illegal-move want=rectify"
	"5.4.13|$two|-28 +10 -14|black illegal-move want=rectify"
	"5.4.14|$two|-28 +10 -23 -14 -48|black illegal-move want=rectify"
	"5.4.15|W:W6,45:B30|-6 +1w|black illegal-move about=crown want=rectify"
	"5.4.16|W:W28,48:B3|-28 +6|black illegal-move want=rectify"
	"5.4.17|$start|-32 +28|black two-hands"
)
# Ruled by what the sensors know alone; of the others they cannot tell what a hand did, and a person is asked, or the turn is legal.
named='5.4.1 5.4.2 5.4.3 5.4.6 5.4.8 5.4.9 5.4.11 5.4.15 5.4.17'

# rows FEN: as the emulated board takes them
rows() {
	awk -v fen="$1" 'BEGIN {
		n = split(fen, list, ":")
		for (i = 2; i <= n; i++) {
			side = tolower(substr(list[i], 1, 1)); m = split(substr(list[i], 2), man, ",")
			for (k = 1; k <= m; k++) on[man[k]] = side
		}
		for (row = 0; row < 10; row++) {
			for (column = 0; column < 10; column++)
				printf "%s", (row + column) % 2 && (row * 5 + int(column / 2) + 1) in on ? on[row * 5 + int(column / 2) + 1] : 1
			printf row < 9 ? "/" : "\n"
		}
	}'
}
# plays_scene TABLE SCENE: set up, played and pressed, and what is said of it
plays_scene() {
	local IFS='|' article fen hands words word board=TEN-$1 table=$1
	read -r article fen hands words <<<"$2"
	IFS=' '
	ctl pause "$table" >/dev/null
	heard $board set "$(rows "$fen")" >/dev/null || return 1
	ctl position "$table" "$fen" >>$TMPDIR/told || return 1
	ctl resume "$table" white >>$TMPDIR/told || return 1
	heard $board time 1000 >/dev/null
	for word in $hands; do
		case $word in
		-*) tell $board lift "${word#-}" ;;
		+*w) tell $board place "$(tr -dc 0-9 <<<"$word")" w ;;
		+*) tell $board place "${word#+}" ;;
		@*) heard $board time "${word#@}" ;;
		esac >/dev/null || return 1
		tell $board time 150 >/dev/null
	done
	heard $board press white >/dev/null
	heard $board time 2500 >/dev/null
	ctl status "$table" >>$TMPDIR/told
	ctl claim "$table" $words >$TMPDIR/said 2>&1
	cat $TMPDIR/said >>$TMPDIR/told
	case " $named " in *" $article "*) grep -q "AI\.$article\b" $TMPDIR/said || { cat $TMPDIR/said; return 1; } ;; esac
	ctl status "$table" >>$TMPDIR/told
}
screens() {
	local key
	for key in '' Enter Escape h Escape d Escape; do
		[ -z "$key" ] || tmux -S $TMPDIR/tmux send-keys -t hall "$key"
		heard TEN-1 time 100 >/dev/null
		tmux -S $TMPDIR/tmux capture-pane -p -t hall >>$TMPDIR/told
	done
}
pages() {
	local path
	for path in api/v1/ api/v1/attention api/v1/games/1 api/v1/games/7; do
		curl -sf "http://127.0.0.1:$web_port/$path" >>$TMPDIR/told || true
		echo >>$TMPDIR/told
	done
}

ok "a private bus runs" private_bus
mkdir -p $TMPDIR/state
start_hall_daemon() {
	local sockets=() b
	for ((b = 1; b <= tables; b++)); do sockets+=(--board "socket:$(port $b)"); done
	flagfalld --bus "$BUS" --no-udev "${sockets[@]}" --state $TMPDIR/state >>$TMPDIR/daemon.log 2>&1 &
	daemon=$!
	wait_for daemon_answers
}
must "flagfalld runs" start_hall_daemon
hands draughts-promotion $TMPDIR/trace --sensors piece-id
{ printf 'name: Thursday\nid: thursday\nrulebook: fmjd-annex6\ntime: 1200\nboards:\n'; for ((b = 1; b <= tables; b++)); do echo "- {number: $b, board: TEN-$b}"; done; } >$TMPDIR/event.yaml
for ((b = 1; b <= tables; b++)); do must "board $b" board TEN-$b $b $TMPDIR/trace; done
for round in 1 2; do
	{ echo board,white,black; for ((b = 1; b <= tables; b++)); do echo "$b,Player ${round}w$b,Player ${round}b$b"; done; } >$TMPDIR/pairings.csv
	for ((b = 1; b <= tables; b++)); do heard TEN-$b set "$(rows "$start")" >/dev/null; done
	must "round $round is opened" ctl round open $TMPDIR/event.yaml $round $TMPDIR/pairings.csv
	ok "nothing is wrong" waits_for ctl round check thursday
	must "it begins" ctl round start thursday $round
	if [ $round = 1 ]; then
		ctl --lang en monitor --all >$TMPDIR/heard.en 2>&1 & heard_en=$!
		ctl --lang de monitor --all >$TMPDIR/heard.de 2>&1 & heard_de=$!
		flagfall-web --bus "$BUS" --listen 127.0.0.1:0 >$TMPDIR/web.out 2>>$TMPDIR/web.log & web=$!
		must "the page is served" wait_for grep -q '^http:' $TMPDIR/web.out
		web_port=$(sed -n 's,^http://127.0.0.1:\([0-9]*\)/$,\1,p' $TMPDIR/web.out)
		tmux -S $TMPDIR/tmux -f /dev/null new-session -d -s hall -x 200 -y 60 \
			"env LC_ALL=C.UTF-8 TERM=xterm-256color NO_COLOR=1 flagfallctl --bus '$BUS' hall 2>>$TMPDIR/hall.err"
	fi
	for ((i = round - 1; i < ${#scenes[@]}; i += 2)); do
		table=$((i / 2 % tables + 1))
		ok "round $round, table $table: AI.${scenes[i]%%|*}" plays_scene $table "${scenes[i]}"
	done
	screens
	pages
	for ((b = 1; b <= tables; b++)); do
		game=$(ctl --json round results thursday $round | sed -n "s/^{\"table\":$b,.*\"game\":\"\([^\"]*\)\".*/\1/p")
		ctl claim $b white no-such-claim >>$TMPDIR/told 2>&1
		ctl claim $b white counted-draw >>$TMPDIR/told 2>&1
		ctl claim $b white repetition >>$TMPDIR/told 2>&1
		ctl claim $b black resign >>$TMPDIR/told 2>&1
		ctl export g$game - >>$TMPDIR/told 2>&1
	done
	ctl round results thursday $round >>$TMPDIR/told
	ctl round log thursday $round >>$TMPDIR/told
	ok "round $round is closed" ctl round close thursday
	screens
	pages
done
for ((b = 1; b <= 2 * tables; b++)); do ctl status g$b; done >>$TMPDIR/told 2>&1
ctl rules show fmjd-annex6 --for player >>$TMPDIR/told
ctl rules show fmjd-annex6 --for arbiter >>$TMPDIR/told
ctl rules show fmjd-regular --for player >>$TMPDIR/told
find $TMPDIR/state/export -type f -exec cat {} + >>$TMPDIR/told
cat $TMPDIR/heard.en $TMPDIR/heard.de >>$TMPDIR/told
ok "much was told" test "$(wc -c <$TMPDIR/told)" -gt 40000
# no_words PATTERN: lines with such a word; FIDE's number of a player is a column of pairings, and the name of a kind of ruling is for
# programs, to which all games are one
no_words() { ! sed 's/"ruling":"promotion-incomplete"//g' $TMPDIR/told | grep -niE "$1" | grep -vE '(white|black)_fide|"fide":|no-such-claim' | head -n 20 | grep .; }
ok "no word of chess is among it" no_words '\b(pawns?|promot\w*|castl\w*|checkmate\w*|stalemate\w*|mated?|rooks?|bishops?|knights?|queens?|chess\w*|fide|en passant)\b'
ok "nor in German" no_words '\b(Bauern?|Turm|Türme|Läufer|Springer|Rochade|rochier\w*|Schach\w*|matt|patt|Umwandlung|umgewandelt\w*)\b'
finish
