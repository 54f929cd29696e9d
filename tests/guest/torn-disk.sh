# SPDX-License-Identifier: GPL-2.0-or-later
# Journal and records on a disk that loses its power or fails: not one of the tests; make check-torn runs it.
#   dm-log-writes  what the disk has when its power goes: at each flush, and at each flush with a part of what was written since, the
#                  daemon starts, and each ruling that a client had heard by then is in its journal
#   dm-flakey      writes that fail, and writes that are lost while the disk says that all is well
# POINTS=N on the kernel's command line: at so many flushes at most (30).
# guest: boot
# guest: modules loop dm_log_writes dm_flakey ext4 crc32c_generic
# guest: files /usr/sbin/dmsetup /usr/sbin/mkfs.ext4 /etc/mke2fs.conf build/tests/guest/replay-writes
# guest: timeout 1500
# shellcheck shell=sh source=../road/lib.sh disable=SC2034,SC2046,SC2086,SC2154
. "$(dirname "$0")/../road/lib.sh"

points=$(sed -n 's/.*POINTS=\([0-9]*\).*/\1/p' /proc/cmdline)
points=${points:-30}

# new_disk MB: $TMPDIR/disk, behind /dev/loop0, with a file system
new_disk() {
	rm -f $TMPDIR/disk
	truncate -s $1M $TMPDIR/disk && mkfs.ext4 -q -F -J size=4 $TMPDIR/disk && cp $TMPDIR/disk $TMPDIR/empty && losetup /dev/loop0 $TMPDIR/disk
}
sectors() { echo $(($(stat -c %s $TMPDIR/disk) / 512)); }
mapped() { dmsetup --noudevsync --noudevrules create "$1" --table "$2" && { [ -e /dev/mapper/$1 ] || dmsetup mknodes; }; }
unmapped() { dmsetup --noudevsync --noudevrules remove "$1" && losetup -d /dev/loop0; }
# as TABLE: what the disk does from now on
as() { dmsetup suspend --nolockfs disk && dmsetup load disk --table "$1" && dmsetup --noudevsync --noudevrules resume disk; }

# listen: the rulings of the game as the arbiter's side hears them, a line each in $TMPDIR/heard, and each a mark in the log
listen() {
	: >$TMPDIR/heard
	rm -f $TMPDIR/banner
	ctl monitor --arbiter --json --banner $game 2>$TMPDIR/banner | while read -r l_line; do
		case $l_line in *'"type":"ruling"'*) ;; *) continue ;; esac
		echo "$l_line" | key >>$TMPDIR/heard
		[ "$1" = none ] || dmsetup message $1 0 mark $(wc -l <$TMPDIR/heard)
	done &
	pids="$pids $!"
	wait_for test -s $TMPDIR/banner
}
# what makes a ruling the same: its instant, what was ruled and why
key() {
	sed 's/.*"t_us":\([0-9]*\).*/\1 &/; s/^\([0-9]*\) .*"ruling":"\([^"]*\)".*"reason":"\([^"]*\)".*/\1 \2 \3/'
}
heard_so_many() { [ $(wc -l <$TMPDIR/heard) -ge $1 ]; }

# daemon_on FOLDER: one without boards
daemon_on() {
	flagfalld --bus "$BUS" --no-udev --state $1 >$TMPDIR/checked.log 2>&1 &
	daemon=$!
	wait_for daemon_answers
}

# has_heard N: the journal has the first N rulings that were heard
has_heard() {
	[ $1 -gt 0 ] || return 0
	ctl journal --rulings $game >$TMPDIR/journal || return 1
	key <$TMPDIR/journal >$TMPDIR/in.journal
	head -n $1 $TMPDIR/heard | grep -vxF -f $TMPDIR/in.journal && { echo "is not in the journal:"; cat $TMPDIR/in.journal; return 1; }
	return 0
}

# power_goes COUNT HEARD [SEED]: the disk has the log's first COUNT entries
power_goes() {
	cp $TMPDIR/empty $TMPDIR/after && replay-writes $TMPDIR/log $TMPDIR/after $1 ${3-} && losetup /dev/loop2 $TMPDIR/after || return 1
	mount -t ext4 /dev/loop2 $TMPDIR/check || { losetup -d /dev/loop2; return 1; }
	p_failed=0
	mkdir -p $TMPDIR/check/state
	{ daemon_on $TMPDIR/check/state && has_heard $2; } || { p_failed=1; cat $TMPDIR/checked.log; }
	kill_daemon
	umount $TMPDIR/check && losetup -d /dev/loop2
	return $p_failed
}

mkdir -p $TMPDIR/disk.d $TMPDIR/check
command -v dmsetup >/dev/null || { skip "a disk that loses its power" "dmsetup is not installed (make deps)"; finish; }

# --- the power goes ---

log_begins() {
	truncate -s 128M $TMPDIR/log && losetup /dev/loop1 $TMPDIR/log && new_disk 24 &&
		mapped logged "0 $(sectors) log-writes /dev/loop0 /dev/loop1" && mount -t ext4 /dev/mapper/logged $TMPDIR/disk.d &&
		mkdir $TMPDIR/disk.d/state && ln -s $TMPDIR/disk.d/state $TMPDIR/state
}
log_ends() { umount $TMPDIR/disk.d && unmapped logged && losetup -d /dev/loop1; }

# one_by_one N: each turn is heard before the next
one_by_one() { for o_turn in $(seq 1 $1); do plays TORN1 $o_turn && after $o_turn || return 1; done; }

must "a disk whose writes are logged" log_begins
road_begin
hands blitz-mate $TMPDIR/trace
must "the board is seen" board TORN1 1 $TMPDIR/trace
must "the game starts" start_game TORN1 --rulebook fide2023-blitz --time 300
must "a client listens" listen logged
ok "twenty moves" one_by_one 20
ok "time passes" settle TORN1
ok "Black resigns" rules win resign 1-0 '' claim $game black resign
ok "the record is written" wait_for recorded
ok "all rulings are heard" wait_for heard_so_many 21
ok "the daemon is killed" kill_daemon
ok "and the power goes" log_ends
replay-writes $TMPDIR/log >$TMPDIR/entries
echo "# $(wc -l <$TMPDIR/heard) rulings heard, $(grep -c flush $TMPDIR/entries) flushes"

# At so many flushes, spread; every second time with a part of what was written since.
every=$((($(grep -c flush $TMPDIR/entries) + points - 1) / points))
flushes=0 heard=0 checked=0
while read -r entry what text; do
	case $what in
	mark) heard=$text; continue ;;
	esac
	flushes=$((flushes + 1))
	[ $((flushes % every)) = 0 ] || continue
	checked=$((checked + 1))
	seed=
	[ $((checked % 2)) = 0 ] || seed=$checked
	ok "after write $entry${seed:+ and a part of what followed}: the daemon starts, and has $heard rulings" power_goes $entry $heard $seed
done <$TMPDIR/entries
ok "there were points" test $checked -gt $((points / 3))

# --- writes fail ---

flakey() { echo "0 $(sectors) flakey /dev/loop0 0 $1"; }
disk_begins() {
	rm -rf $TMPDIR/log $TMPDIR/after && new_disk 24 && mapped disk "$(flakey '3600 0')" && mount -t ext4 /dev/mapper/disk $TMPDIR/disk.d &&
		mkdir -p $TMPDIR/disk.d/state
}
# What was not written stays so: the disk is well again only when nothing is in memory any more.
mounted_again() { umount $TMPDIR/disk.d && as "$(flakey '3600 0')" && echo 3 >/proc/sys/vm/drop_caches && mount -t ext4 /dev/mapper/disk $TMPDIR/disk.d; }
disk_ends() { umount $TMPDIR/disk.d && unmapped disk; }
# fails SERIAL WINDOW: six turns, four while the disk does that, and the daemon is killed; sets sound, what was heard before
fails() {
	board $1 1 $TMPDIR/trace && start_game $1 --rulebook fide2023-blitz --time 300 && listen none && plays $1 6 && settle $1 &&
		wait_for heard_so_many 6 || return 1
	sound=$(wc -l <$TMPDIR/heard)
	as "$(flakey "$2")" && tell $1 play-until-press 10 && sleep 3
	kill_daemon
	mounted_again
}
goes_on() { plays $1 20 && settle $1 && rules win resign 1-0 '' claim $game black resign && wait_for recorded; }

ok "the board goes" board_goes TORN1
for window in error_writes drop_writes; do
	must "a disk for $window" disk_begins
	ok "the daemon starts on it" start_daemon
	must "a game, and $window for four turns" fails $window "0 3600 1 $window"
	case $window in error_writes) sound=$(wc -l <$TMPDIR/heard) ;; esac	# nothing is heard that is not on the disk
	echo "# $(wc -l <$TMPDIR/heard) rulings heard, $sound of them on a disk that was not lying"
	ok "the daemon starts again" start_daemon
	ok "it has all $sound rulings that were heard" has_heard $sound
	ok "it says nothing of a journal that is not sound" not grep -iE 'unrecovered|damaged|salvage' $TMPDIR/daemon.log
	ok "the board is back" wait_for is state running
	ok "the game goes on, and its record is written" goes_on $window
	ok "the board goes" board_goes $window
	kill_daemon
	ok "the disk goes" disk_ends
done
road_end
