# SPDX-License-Identifier: GPL-2.0-or-later
# The kernel's headers come to a machine that has Flagfall: DKMS builds the module, udev loads it when a board is plugged in, and a
# game is played through it, under the same unit.
# after: 1
# shellcheck shell=sh disable=SC2086,SC2154,SC2046,SC2034
. /flagfall/tests/packages/machine/lib.sh

ok "the service runs since the start" systemctl is-active flagfalld
ok "without the module" not grep -q '^sensorboard ' /proc/modules
must "the kernel's headers are installed" apt install linux-headers-amd64
built() { dkms status | grep flagfall | grep -q "$(uname -r).*installed" || { dkms status; tail -n 20 /var/lib/dkms/flagfall/*/build/make.log; return 1; }; }
must "DKMS has built the module by that" built
ports
must "a board is plugged in" board EARLY 1 $TMPDIR/trace
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
ok "the first game is found" sh -c "flagfallctl games | grep -q Anna"
ok "the sandbox refused nothing" refused_nothing flagfalld
stage_end
