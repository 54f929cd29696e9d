#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What is wrong is said by "flagfall-centre status": a disk that is full at the centre, a server whose room is used up, a hall's clock, and how
# late publications are, but not for longer than a minute after an outage. When it is mended nothing is missing. A hall whose disk is full.
# shellcheck source=lib.sh disable=SC2086,SC2154
. "$(dirname "$0")/lib.sh"
faults=$FLAGFALL/build/tests/faults
for library in disk-faults clock-shift; do
	[ -e $faults/$library.so ] || { echo "1..1"; echo "not ok 1 - $library.so is not built: make build/tests/faults/$library.so"; exit 1; }
done

status() { flagfall-centre status --state $TMPDIR/centre "$@"; }
status_says() { status | tr -s ' ' | grep -q "$1" || { status; return 1; }; }
metrics_say() { status --metrics | grep -qx "$1" || { status --metrics; return 1; }; }
# with LIBRARY [NAME=VALUE…] COMMAND…: what it starts has that library before the C library
with() {
	w_library=$faults/$1.so
	shift
	while case $1 in *=*) ;; *) false ;; esac; do export "${1?}"; shift; done
	LD_PRELOAD=$w_library
	export LD_PRELOAD
	"$@"
	unset LD_PRELOAD
}
# passes FILE ALL_US REAL_US: for who has that file as CLOCK_SHIFT
passes() { perl -e 'print pack("qq", @ARGV)' $2 $3 | dd of=$1 conv=notrunc status=none; }

must "a server runs" start_server
ok "the hall's first turns" hall north club 2 1 5
start_relay north

# the centre's disk
with disk-faults FAULTS_FULL=$TMPDIR/full FAULTS_UNDER=$TMPDIR/centre start_centre
must "they reach the centre" arrives north
touch $TMPDIR/full
ok "the hall plays on" hall north club 2 6 12
ok "the centre says that its file cannot be written" wait_for grep -q "centre.db cannot be written: .*full" $TMPDIR/centre.log
ok "and its status does" wait_for status_says "The centre takes nothing: .*centre.db cannot be written: .*full.*waits in the stream"
ok "as metrics" wait_for metrics_say "flagfall_centre_faulty 1"
rm $TMPDIR/full
ok "with room again it has all of it" arrives north
no_fault() { status | grep -q "cannot" && return 1; metrics_say "flagfall_centre_faulty 0"; }
ok "and says nothing more of it" wait_for no_fault
ok "each message is in order" in_order

# a folder has the name of a file of the export: that is said for as long as it is so
last_said() { tail -n 1 $TMPDIR/centre.log | grep -q "$1" || { tail -n 3 $TMPDIR/centre.log; return 1; }; }
in_the_way=$TMPDIR/centre/export/north/club/round-1/index.json
rm $in_the_way && mkdir -p $in_the_way/full
stop $centre
start_centre
ok "what cannot be written of the export is said, as an error" wait_for last_said "^<3>flagfall-centre: hall north: club/round-1/index.json cannot be written"
rm -r $in_the_way
ok "and when it is, that is over" wait_for last_said "^<5>flagfall-centre: connected$"
ok "the centre has all of it" arrives north

# how late: of the last minute alone. By a centre whose wall clock is five seconds ahead all comes so late
late() { status --json | sed -n 's/.*"lag_p99_ms":\([0-9]*\).*/\1/p' | { read -r ms; [ "$ms" -ge "$1" ] && [ "$ms" -le "$2" ]; }; }
stop $centre
: >$TMPDIR/shift
passes $TMPDIR/shift 0 5000000
with clock-shift CLOCK_SHIFT=$TMPDIR/shift start_centre
turn=13
# what is in the stream before the centre looks there is not counted
plays_late() { hall north club 2 $turn $turn; turn=$((turn + 1)); late 5000 60000; }
ok "the hall plays on, and the centre says that that was late" wait_for plays_late
ok "it has all of it" arrives north
passes $TMPDIR/shift 61000000 -61000000
ok "a minute later it is late no more" wait_for late 0 0
ok "the hall plays on" hall north club 2 $turn $((turn + 3))
ok "which reaches the centre" arrives north
ok "and was not as late" wait_for late 0 4999
stop $relay

# a hall's clock
: >$TMPDIR/wrong
passes $TMPDIR/wrong 0 5000000
with clock-shift CLOCK_SHIFT=$TMPDIR/wrong start_relay north
ok "a clock that is ahead is told" wait_for status_says "north .*its clock is [45]\.[0-9] s ahead of this one's"
passes $TMPDIR/wrong 0 -5000000
ok "and one that is behind" wait_for status_says "north .*its clock is [56]\.[0-9] s behind this one's"
ok "as metrics" wait_for metrics_say 'flagfall_hall_clock_ahead_seconds{hall="north"} -[56]\.[0-9]*'
passes $TMPDIR/wrong 0 0
ok "a clock that is right is not" wait_for not status_says "its clock is"

# metrics of halls
ok "a hall that is whole" wait_for metrics_say 'flagfall_hall_whole{hall="north"} 1'
ok "and lacks nothing" metrics_say 'flagfall_hall_behind{hall="north"} 0'
ok "and the relay has sent all" metrics_say 'flagfall_hall_unsent{hall="north"} 0'
stop $relay
ok "a hall that is silent" wait_for metrics_say 'flagfall_hall_silent{hall="north"} 1'
stop $centre
ok "a centre that has ended" metrics_say "flagfall_centre_running 0"
stop $server KILL

# the server's room
printf 'listen: 127.0.0.1:PORT\njetstream { store_dir: %s, max_file_store: 40K }\n' $TMPDIR/store-small >$TMPDIR/small.conf
rm -rf $TMPDIR/centre
. "$FLAGFALL/tests/relay/samples.sh"
must "a server with little room" serve small nats
start_relay north
start_centre
ok "the hall plays on" hall north club 2 $((turn + 4)) $((turn + 24))
ok "what the server lacks is said" wait_for status_says "north .*\(resource\|storage\|maximum\|limit\)"
still_said() { for _ in 1 2 3 4 5 6; do status_says "north .*\(resource\|storage\|maximum\|limit\)" || return 1; sleep 0.5; done; }
ok "as long as it does" still_said
stop $server
sed -i 's/40K/40M/' $TMPDIR/small.conf
must "the server has more" serve small nats
ok "the centre has all of it" arrives north
stop $relay

# the hall's disk
with disk-faults FAULTS_FULL=$TMPDIR/hall-full FAULTS_UNDER=$TMPDIR/north start_relay north
touch $TMPDIR/hall-full
full_hall() { LD_PRELOAD=$faults/disk-faults.so FAULTS_FULL=$TMPDIR/hall-full FAULTS_UNDER=$TMPDIR/north made-hall $TMPDIR/north club 2 $((turn + 25)) $((turn + 28)); }
cp -a $TMPDIR/north/export $TMPDIR/before
ok "a hall without room says nothing" not full_hall
rm $TMPDIR/hall-full
rm -rf $TMPDIR/north/export && mv $TMPDIR/before $TMPDIR/north/export
ok "with room again it plays on" hall north club 2 $((turn + 25)) $((turn + 34))
ok "and the centre has what it has" arrives north
the_end
