# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154
# Transcripts of flagfallctl beside a daemon. Source it after lib.sh, bus.sh and transcript.sh.
export TZ=UTC
flagfallctl() { "$ctl" --bus "$bus" "$@"; }

# Of what is printed: that a running game's record is there already (a second later it is), how often the daemon looked at the time, and what it found on the board meanwhile; dates and hours of the wall clock, what the machine's clocks showed, who is on the bus, and who is asked; and running clocks.
as_always() {
	sed -E "s|$work|WORK|g;s|$PWD|HERE|g"'
		/^record: .*\/running\//d;s/("pgn_path":")[^"]*\/running\/[^"]*/\1/g
		/"type":"tick"/d;/the pieces on the board stand (otherwise than|as) recorded/d
		s/20[0-9][0-9]([-./])[0-9][0-9][-./][0-9][0-9]/DATE/g;s/DATE[ T][0-9]+:[0-9]+(:[0-9.]+)?/DATE TIME/g;s/(UTCTime ")[0-9:]+/\1TIME/
		s/20[0-9]{6}T[0-9]{6}Z/STAMP/g;s/flagfall-sim [0-9.]+/flagfall-sim VERSION/
		s/"(started|ended|started_us|ended_us|realtime_us|instant_boottime|t_wall)":("[^"]*"|-?[0-9.]+)/"\1":0/g
		s/"arbiter":\{"t_us":[0-9]+/"arbiter":{"t_us":0/g;s/:1\.[0-9]+"/:1.N"/g;s/"uid":[0-9]+/"uid":0/g;s/(DATE TIME  )[a-z_][-a-z0-9_]*: /\1USER: /
		s/, by [a-z_][-a-z0-9_]*, [0-9:]{5}$/, by USER, TIME/;s/    at [0-9:]{8}$/    at TIME/'
}

# heard NAME: the daemon has read what the board has told
heard() { tell "$1" flush; }
# played NAME GAME N: so many turns of the board's trace
played() { tell "$1" play-until-ply "$3" && until_true plies "$2" "$3"; }
# recorded GAME: its record is where it stays
recorded() { flagfallctl status "$1" | grep -q '^record: .*/games/20'; }
# listens FILE OPTION…: a monitor that misses nothing from now on; heard_all: all have ended with their games
listening=()
listens() {
	local file=$1
	shift
	flagfallctl monitor --banner "$@" >"$work/$file" 2>"$work/$file.err" &
	listening+=($!)
	until_true grep -q listening "$work/$file.err"
}
heard_all() {
	local pid
	for pid in "${listening[@]}"; do until_true has_ended "$pid" || kill "$pid"; done
	listening=()
}
# records FILE OPTION…: a board is recorded from now on, into that file; recorded_all: all recordings have ended
recordings=()
records() {
	local file=$1
	shift
	flagfallctl record "$@" "$work/$file" >"$work/$file.out" 2>"$work/$file.err" &
	recordings+=($!)
	until_true grep -q '"type":"board"' "$work/$file"
}
recorded_all() {
	local pid
	for pid in "${recordings[@]}"; do until_true has_ended "$pid" || kill "$pid"; done
	recordings=()
}
