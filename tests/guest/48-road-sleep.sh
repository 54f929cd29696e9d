# SPDX-License-Identifier: GPL-2.0-or-later
# The machine sleeps to memory (S3) in the middle of a game, while pieces are on their way, and is woken by its clock: the game goes on,
# and no event is missing that was not told as missing. The virtual USB controller loses its power in every kind of sleep, so the
# board is reset each time.
# guest: boot
# guest: firmware
# guest: timeout 300
export ROAD=gadget FLAGFALL=/flagfall
. /flagfall/tests/road/lib.sh

# To memory, and back by the alarm. A machine that was not asleep says so.
sleeps() {
	before=$(cat /sys/power/suspend_stats/success)
	echo 0 >/sys/class/rtc/rtc0/wakealarm
	echo +3 >/sys/class/rtc/rtc0/wakealarm && echo mem >/sys/power/state && [ $(cat /sys/power/suspend_stats/success) -gt $before ]
}

more_pressed() { [ $(grep -c press $TMPDIR/seen) -gt $1 ]; }

road_begin
if ! grep -q mem /sys/power/state || [ ! -e /sys/class/rtc/rtc0/wakealarm ]; then
	skip "sleeping in a game" "this machine cannot sleep to memory and wake up by itself"
	road_end
fi
hands blitz-promotion $TMPDIR/trace
must "the board is seen" board ROAD48 1 $TMPDIR/trace
must "the game starts" start_game ROAD48 --rulebook fide2023-blitz --time 600
ok "ten moves" plays ROAD48 10
must "are published" after 10

boards read chardev:/dev/sensorboard0 1000000 >$TMPDIR/seen &
seen=$!
wait_for grep -qx open $TMPDIR/seen
tell ROAD48 play-until-press 31 >$TMPDIR/playing &
playing=$!
wait_for grep -q press $TMPDIR/seen
must "the machine sleeps while the men move, and wakes up" sleeps
wait $playing
must "the moves are all published" after 31
ok "readers are told that the board was reset" wait_for grep -q lost $TMPDIR/seen
pressed=$(grep -c press $TMPDIR/seen)
tell ROAD48 play-until-press 61 >$TMPDIR/playing &
playing=$!
wait_for more_pressed $pressed
must "the machine sleeps again, and wakes up" sleeps
wait $playing
must "the moves are published again" after 61
ok "the rest is played" plays ROAD48
must "and published, all of it" after 89
ok "Black resigns" rules win resign 1-0 '' claim $game black resign
ok "the record agrees" record_agrees blitz-promotion $TMPDIR/trace --result 1-0
ok "the board goes" board_goes ROAD48
wait $seen
# Numbers go up by one, but for those that a loss counts and heartbeats that the next one replaced.
ok "no number is missing" awk '
	$1 ~ /^[0-9]+$/ {
		first = $2 == "lost" ? $1 - $3 + 1 : $1
		if (last && first > last + 1 && $2 != "time" || last && first <= last) { print "after " last ": " $0; bad = 1 }
		last = $1
	}
	END { exit bad || !last }' $TMPDIR/seen
echo "# $(grep -c . $TMPDIR/seen) records"
road_end
