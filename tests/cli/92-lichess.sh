#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# flagfall-lichess against a server on this machine that takes pushes as lichess' specification says: what it sends, in which portions,
# and what it makes of answers and of none. Nothing here waits by the clock: the program ends (--once), or a line is read.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
lichess=$PWD/build/flagfall-lichess
[ -x "$lichess" ] || { skip "flagfall-lichess" "it is not built: libcurl is not installed"; plan; exit; }
export no_proxy=127.0.0.1
echo lip_secret >"$work/token"

game() { # NUMBER WHITE MOVES
	printf '[Event "Club"]\n[Site "?"]\n[Date "2026.01.31"]\n[Round "1.%s"]\n[White "%s"]\n[Black "B, %s"]\n[Result "*"]\n[Board "%s"]\n[GameId "g%s"]\n\n%s *\n\n' \
		"$1" "$2" "$1" "$1" "$1" "$3"
}
games() { for i in $(seq "$1"); do game "$i" "W, $i" "1. e4 {[%clk 0:05:00.0]} 1... e5 {[%clk 0:04:59.9]}"; done; }
put() { cat >"$round/games.part" && mv "$round/games.part" "$round/games.pgn"; }

# begin ANSWERS…: a server that answers so, and an empty export
begin() {
	[ -z "${server-}" ] || { kill "$server"; wait "$server"; } 2>/dev/null
	rm -rf "$work/event" "$work/log" "$work/port"
	round=$work/event/round-1
	mkdir -p "$round"
	mkfifo "$work/port"
	for answer; do echo "$answer"; done >"$work/script"
	python3 tests/lichess/server.py "$work/script" "$work/log" >"$work/port" 2>"$work/server.err" &
	server=$!
	read -r port <"$work/port"
}
push() { "$lichess" --export "${folder-$round}" --round AbCd1234 --token "$work/token" --url "http://127.0.0.1:$port" --once; }
# asked NUMBER: so many requests, nothing was wrong with any
asked() { [ "$(wc -l <"$work/log")" = "$1" ] && ! grep -v '"wrong": \[\]' "$work/log"; }
sent() { python3 -c 'import json, sys; print(" ".join(str(len(json.loads(l)["games"])) for l in open(sys.argv[1])))' "$work/log"; }
field() { python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$round/push.json" "$1"; }
is() { [ "$1" = "$2" ] || { echo "$1, not $2"; return 1; }; }

begin
games 3 | put
expect "three games are sent" 0 "" "" push
check "in one request, as the specification says" asked 1
check "push.json says so" is "$(field 'r["state"], r["error"], [(g["board"], g["pushed"], g["error"]) for g in r["games"]]')" \
	"('pushed', '', [('1', True, ''), ('2', True, ''), ('3', True, '')])"
check "nothing is left beside it" is "$(ls "$round")" "$(printf 'games.pgn\npush.json')"

begin
games 101 | put
expect "101 games" 0 "" "" push
check "go in two requests" asked 2
check "of 100 and one" is "$(sent)" "100 1"

# long games: a file is read whole, however many pieces that takes
long=$(for i in $(seq 200); do printf '%d. Nf3 Nf6 ' "$i"; done)
begin
for i in $(seq 90); do game "$i" "W, $i" "$long"; done | put
expect "a file of some 250 kilobytes" 0 "" "" push
check "goes in one request, to its last game" is "$(python3 -c 'import json, sys; print(json.loads(open(sys.argv[1]).readline())["games"][-1])' "$work/log")" g90
check "and whole" asked 1

begin
{ game 1 "W, 1" "1. e4"; game 2 Refused "1. e4 e5 2. Ke1e3"; game 3 "W, 3" "1. d4"; } | put
expect "a game with an error of its own" 1 "" "" push
check "does not keep the others back" is "$(field '[(g["pushed"], g["error"]) for g in r["games"]]')" \
	"[(True, ''), (False, 'Cannot play e1-e3'), (True, '')]"
check "the state says it" is "$(field 'r["state"]')" refused

begin "refuse Cannot parse moves"
games 2 | put
expect "a request that is refused" 1 "" "Cannot parse moves \(status 400\)" push
check "is not repeated" asked 1
check "and told for each game" is "$(field '[g["error"] for g in r["games"]]')" "['Cannot parse moves (status 400)', 'Cannot parse moves (status 400)']"

begin broken drop "busy 1"
games 2 | put
expect "an outage, and to be asked to wait" 0 "" "status 503.*cannot be reached.*Too many requests.*sent again" push
check "all comes through at last" asked 4
check "and nothing twice in what was taken" is "$(field 'r["state"], all(g["pushed"] for g in r["games"])')" "('pushed', True)"

begin
games 1 | put
kill $server; wait $server 2>/dev/null; server=
mkfifo "$work/said"
"$lichess" --export "$round" --round AbCd1234 --token "$work/token" --url "http://127.0.0.1:$port" --once 2>"$work/said" &
pushing=$!
exec 5<"$work/said"
read -r line <&5
check "nobody is there" grep -q "cannot be reached" <<<"$line"
check "which push.json says" is "$(field 'r["state"], r["retry_s"] > 0')" "('waiting', True)"
: >"$work/script"
python3 tests/lichess/server.py "$work/script" "$work/log" "$port" >"$work/port" 2>"$work/server.err" &
server=$!
read -r port <"$work/port"
check "later somebody is" wait $pushing
exec 5<&-
check "and gets it" asked 1

# once: what only a person can put right is not waited for
begin "403 No such token"
games 1 | put
expect "a token that the server does not know" 1 "" "No such token" push
check "is tried once" asked 1
check "and push.json says so" is "$(field 'r["state"]')" forbidden
mv "$work/token" "$work/kept.token"
: >"$work/token"
expect "an empty file is no token" 1 "" "the token cannot be read from .*token: it is empty" push
printf '\n' >"$work/token"
expect "nor is an empty line" 1 "" "holds no token in its first line" push
mv "$work/kept.token" "$work/token"

begin "403 No such token"
games 1 | put
mkfifo "$work/changes"
folder=$work/event
"$lichess" --export "$folder" --round AbCd1234 --token "$work/nothing" --url "http://127.0.0.1:$port" 2>"$work/changes" &
pushing=$!
exec 5<"$work/changes"	# as long as it may say something
read -r line <&5
check "no token is a fault that is told" grep -q "the token cannot be read from .*nothing: No such file" <<<"$line"
check "and waited for" is "$(field 'r["state"]')" forbidden
kill -TERM $pushing
check "it ends when it is asked to" wait $pushing
exec 5<&-
unset folder

mkdir "$work/event/round-2"
expect "of two rounds one has to be named" 1 "" "has 2 rounds; --export must name one" "$lichess" --export "$work/event" --round AbCd1234 --token "$work/token"
expect "a round's id" 2 "" "\"AbCd\" is not the id of a round" "$lichess" --export "$round" --round AbCd --token "$work/token"
required="--export, --round and --token are required"
expect "what is required: a folder" 2 "" "$required" "$lichess" --round AbCd1234 --token "$work/token"
expect "… a round" 2 "" "$required" "$lichess" --export "$round" --token "$work/token"
expect "… a token" 2 "" "$required" "$lichess" --export "$round" --round AbCd1234
expect "an address of another kind" 2 "" "\"ftp://x\" does not begin with https:// or http://" "$lichess" --url ftp://x
expect "no more words" 2 "" "too many words: \"more\"" "$lichess" more
expect "no folder" 1 "" "nowhere: No such file" "$lichess" --export "$work/nowhere" --round AbCd1234 --token "$work/token"
expect "--help" 0 "only|Sends the games of a round" "" "$lichess" --help

# nine rounds with one configuration: their broadcasts in order, or by number
begin
for n in $(seq 9); do
	mkdir -p "$work/event/round-$n"
	round=$work/event/round-$n
	game "$n" "W, $n" "1. e4" | sed "s/\[Round .*/[Round \"$n.1\"]/" | put
done
rounds() { python3 -c 'import json, sys; print(" ".join(l["round"] + ":" + l["games"][0] for l in map(json.loads, open(sys.argv[1]))))' "$work/log"; }
event() { "$lichess" --export "$work/event" --round "$1" --token "$work/token" --url "http://127.0.0.1:$port" --once; }
expect "nine rounds of an event" 0 "" "" event "Round001,Round002,Round003 Round004,Round005,Round006,Round007,Round008, Round009"
check "go to nine rounds of a broadcast" asked 9
check "each to its own" is "$(rounds)" "$(for n in $(seq 9); do printf 'Round00%d:g%d ' "$n" "$n"; done | sed 's/ $//')"
check "each has its push.json" is "$(cat "$work"/event/round-*/push.json | grep -c '"state": "pushed"')" 9
begin
mkdir -p "$work/event/round-7"
round=$work/event/round-7
{ game 1 "W, 1" "1. e4"; game 2 "X" "1. e4"; game 3 "unknown" "1. d4"; } | put
expect "a round by its number, others are not there yet" 0 "" "" event "7=Round007,9=Round009"
check "… goes to its broadcast" is "$(rounds)" "Round007:g1"
check "whom the broadcast does not show is said" is "$(field '[g.get("left_out", "")[:5] for g in r["games"]]')" "['', 'White', 'White']"
expect "a number that is none" 2 "" "a round is a number from 1 to 99, and named once" event "0=Round000"
expect "an id twice" 2 "" '"3=Round000" is the id of round 1 already' event "Round000,Round001,3=Round000"
expect "a number twice" 2 "" "a round is a number from 1 to 99, and named once" event "1=Round000,1=Round001"

unit=build/data/flagfall-lichess.service
check "its unit has the network, and not the bus" grep -q '^InaccessiblePaths=-/run/dbus$' "$unit"
has_watchdog "$lichess" --export "$round" --round AbCd1234 --token "$work/token" --url "http://127.0.0.1:$port"
has_little_to_harm "$lichess"
options_are_told "$lichess"

# as it goes on: what has changed, and that alone
begin
mkfifo "$work/follow"
games 3 | put
tail -n +1 -f --pid=$$ "$work/log" >"$work/follow" 2>/dev/null &
following=$!
exec 6<"$work/follow"
"$lichess" --export "$round" --round AbCd1234 --token "$work/token" --url "http://127.0.0.1:$port" 2>"$work/err" &
pushing=$!
read -r line <&6
check "all games at first" grep -q '"games": \["g1", "g2", "g3"\], "wrong": \[\]' <<<"$line"
{ game 1 "W, 1" "1. e4 {[%clk 0:05:00.0]} 1... e5 {[%clk 0:04:59.9]}"; game 2 "W, 2" "1. c4"; game 3 "W, 3" "1. e4 {[%clk 0:05:00.0]} 1... e5 {[%clk 0:04:59.9]}"; } | put
read -r line <&6
check "then the one that has changed" grep -q '"games": \["g2"\], "wrong": \[\]' <<<"$line"
kill -TERM $pushing $following
check "and it ends" wait $pushing
kill $server
plan
