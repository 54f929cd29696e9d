# SPDX-License-Identifier: GPL-2.0-or-later
# The machine was restarted in mid-game: the game waits, goes on and is finished, and somebody who is in no group watches. Then the
# kernel's headers come, DKMS builds the module, and a second game is played through it.
# shellcheck shell=sh disable=SC2086,SC2154,SC2046,SC2034
. /flagfall/tests/packages/machine/lib.sh

game=$(cat $TMPDIR/game)
ok "the service runs since the start" systemctl is-active flagfalld
ok "it has the game" wait_for is plies 18
ok "which waits for its board" is state board-gone
modprobe dummy_hcd num=3; modprobe usb_f_fs
# the board stood there all the time, with what was played on it
flagfall-sim --gadget - --name EARLY --serial EARLY --control $TMPDIR/EARLY.control --speed max --in-step $TMPDIR/trace >>$TMPDIR/EARLY.log 2>&1 </dev/null &
running=EARLY
ready() { [ -S $TMPDIR/EARLY.control ]; }
wait_for ready
ok "the board has its 18 moves" plays EARLY 18
ok "it is plugged in" tell EARLY plug dummy_udc.0
must "the daemon has it" wait_for listed EARLY
as visitor "flagfallctl --json monitor $game" >$TMPDIR/watched 2>$TMPDIR/watched.err &
pids=$!
again() { is state running || { flagfallctl resume $game; is state running; }; }
ok "the game goes on" wait_for again
ok "with its moves" is plies 18
ok "the rest is played" plays EARLY
must "28 moves are told" after 28
ok "White resigns" as player flagfallctl claim $game white resign
ok "nothing was lost: the record agrees" record_agrees blitz-castling $TMPDIR/trace --result 0-1
saw() { grep -q '"result":"0-1"' $TMPDIR/watched && grep -q '"ply":28' $TMPDIR/watched || { cat $TMPDIR/watched.err; tail -n 3 $TMPDIR/watched; return 1; }; }
ok "somebody in no group watched it to the end" wait_for saw
tell EARLY quit >/dev/null
wait_for not_listed EARLY

must "the kernel's headers are installed" apt install linux-headers-amd64
built() { dkms status | grep flagfall | grep -q "$(uname -r).*installed" || { dkms status; tail -n 20 /var/lib/dkms/flagfall/*/build/make.log; return 1; }; }
must "DKMS has built the module by that" built
must "the board is plugged in again" board EARLY 1 $TMPDIR/trace
ok "udev has loaded the module" grep -q '^sensorboard ' /proc/modules
ok "it is of the daemon's version" test "sensorboard $(cat /sys/module/sensorboard/version)" = "sensorboard $(flagfallctl --version | sed 's/.* //;q')"
ok "the board is read through it" wait_for read_by EARLY chardev:
ok "the doctor finds the road whole" flagfallctl doctor
game=$(as player flagfallctl start EARLY --rulebook fide2023-blitz --time 300)
must "a member starts a game" test -n "$game"
ok "it is played" plays EARLY
must "28 moves are told" after 28
ok "White resigns" as player flagfallctl claim $game white resign
ok "the record agrees" record_agrees blitz-castling $TMPDIR/trace --result 0-1
ok "the past game is found" sh -c "flagfallctl games | grep -q Anna"
ok "the sandbox refused nothing" not journalctl -q -b -u flagfalld --grep 'EPERM|not permitted|denied' --no-pager
tell EARLY quit >/dev/null
stage_end
