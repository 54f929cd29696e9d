#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# WBCA 1992, article 7c: a fallen flag ends nothing until the opponent has stopped the clock and claims; nobody hears of
# it before.
# shellcheck source=lib.sh disable=SC2086
. "${FLAGFALL-$(dirname "$0")/../..}/tests/road/lib.sh"

# still N FILE: it has N lines, as before
still() { s_lines=$(wc -l <$2); [ $s_lines = $1 ] || { tail -n +$(($1 + 1)) $2; return 1; }; }
# What everybody can see. Where the board's time falls on the machine's is as the board's speed has it.
public_status() { ctl status $game --json | sed 's/"started":[0-9]*//; s/"instant_boottime":-\{0,1\}[0-9]*//; s/"pgn_path":"[^"]*"//'; }
log_is_silent() { ! grep -i 'flag' $TMPDIR/daemon.log | grep -iv flagfall; }

all_recorded() { [ "$(grep -o '%clk' "$(field pgn_path)" | wc -l)" = 4 ]; }

# play_until_the_flag_falls BOARD
play_until_the_flag_falls() {
	must "the board is seen" board $1 1 $TMPDIR/trace
	must "the game starts" start_game $1 --rulebook wbca-1992 --time 300
	must "everyone listens" listen $TMPDIR/heard.$1
	ok "two moves each are played" plays $1
	ok "time passes" settle $1
	must "and published" after 4
	ok "the record is written" wait_for all_recorded
	ok "White's flag is up: the claim is refused" rules claim-rejected flag-not-down none 7c claim $game black flag
	wait_for grep -q flag-not-down $TMPDIR/heard.$1
	lines=$(wc -l <$TMPDIR/heard.$1)
	public_status >$TMPDIR/status.before
	cp "$(field pgn_path)" $TMPDIR/pgn.before
	# White thinks until long after his five minutes, while 10 s more are Black's to wait.
	ok "White's time runs out" heard $1 time 310000
	public_status >$TMPDIR/status.after
	ok "nobody is told of it" still $lines $TMPDIR/heard.$1
	ok "nor is it to be seen" cmp $TMPDIR/status.before $TMPDIR/status.after
	ok "nor to be read in the record" cmp $TMPDIR/pgn.before "$(field pgn_path)"
	ok "nor in the daemon's log" log_is_silent
	ok "the game goes on" is result none
}

road_begin
hands blitz-castling $TMPDIR/trace --until 4

play_until_the_flag_falls ROAD30
ok "Black stops the clock" heard ROAD30 pause
ok "which is heard" wait_for grep -q clock-stopped $TMPDIR/heard.ROAD30
ok "and his claim wins, article 7c" rules win flag 0-1 7c claim $game black flag
ok "everyone hears that" wait_for grep -q '"win".*"flag"' $TMPDIR/heard.ROAD30
ok "White's clock shows nothing left" is white_us 0
ok "the record tells why" record_has '^.Termination "time forfeit"'
ok "the board goes" board_goes ROAD30

play_until_the_flag_falls WORDS30
ok "words alone do not stop the clock" rules claim-pending needs-stop none 7c claim $game black flag
ok "Black stops it, too" heard WORDS30 pause
ok "and has won" wait_for is result 0-1
ok "everyone hears that" wait_for grep -q '"win".*"flag"' $TMPDIR/heard.WORDS30
road_end
