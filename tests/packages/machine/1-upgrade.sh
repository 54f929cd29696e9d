# SPDX-License-Identifier: GPL-2.0-or-later
# A fresh Debian with systemd: a board is there before Flagfall is; the older Flagfall begins a game, and the packages go over it in
# mid-game. No kernel module: DKMS has no headers. Then who may do what, by the real polkit. The machine is restarted in mid-game.
# shellcheck shell=sh disable=SC2086,SC2154,SC2046,SC2034
. /flagfall/tests/packages/machine/lib.sh

ok "systemd is the first process" test "$(cat /proc/1/comm)" = systemd
ok "this is Debian, and nothing of Flagfall" not command -v flagfalld
ok "the machine has no sensor board's module" test -z "$(find /lib/modules -name 'sensorboard.ko*')"
ok "its kernel's headers are not installed" test ! -e /lib/modules/$(uname -r)/build
modprobe dummy_hcd num=3; modprobe usb_f_fs
useradd -m player; useradd -m helper; useradd -m visitor

hands blitz-castling $TMPDIR/trace
flagfall-sim --gadget dummy_udc.0 --name EARLY --serial EARLY --control $TMPDIR/EARLY.control --speed max --in-step $TMPDIR/trace >>$TMPDIR/EARLY.log 2>&1 </dev/null &
running=EARLY
on_usb() { usb_of $1; }
must "a board is plugged in before Flagfall is installed" wait_for on_usb EARLY
must "the older Flagfall is installed" apt install /packages/older.deb
udevadm trigger --action=add --subsystem-match=usb; udevadm settle --timeout=60
must "and sees the board" wait_for listed EARLY
usermod -aG flagfall player
game=$(as player flagfallctl start EARLY --rulebook fide2023-blitz --time 300 --white Anna --black Boris)
must "a member of the group starts a game" test -n "$game"
echo $game >$TMPDIR/game
ok "ten moves" plays EARLY 10
must "are told" after 10
older=$(systemctl show -P MainPID flagfalld)
flagfallctl status $game --json >$TMPDIR/status.older

must "the packages go over it in mid-game" apt install /packages/flagfall*_*.deb
another() { a_pid=$(systemctl show -P MainPID flagfalld); [ "$a_pid" != 0 ] && [ "$a_pid" != $older ] && listed EARLY; }
must "the new daemon runs, and has the board" wait_for another
ok "without a word of a failure" shows Result success
ok "the game is there" wait_for is state running
ok "with its moves" is plies 10
same() { for s_field in white_us black_us; do s_was=$(sed -n "s/.*\"$s_field\":\([0-9]*\).*/\1/p" $TMPDIR/status.older); [ "$(field $s_field)" = "$s_was" ] || { echo "$s_field: $(field $s_field), was $s_was"; return 1; }; done; }
ok "the players' names are" is white Anna
ok "eight more moves" plays EARLY 18
must "are told by the new one" after 18
ok "the service runs as its own user" test "$(stat -c %U /proc/$(systemctl show -P MainPID flagfalld))" = flagfall
ok "it is enabled" systemctl is-enabled flagfalld

doctor_says() { flagfallctl doctor >$TMPDIR/doctor 2>&1; grep -q "$1" $TMPDIR/doctor || { cat $TMPDIR/doctor; return 1; }; }
ok "the doctor says that DKMS lacks the headers" doctor_says "headers of kernel $(uname -r) are not installed"
ok "the board is read through libusb" read_by EARLY usb:
ok "its USB node is the group's" test "$(stat -c %G:%a $(printf /dev/bus/usb/%03d/%03d $(cat $(usb_of EARLY)/busnum) $(cat $(usb_of EARLY)/devnum)))" = flagfall:664
must "a second board is plugged in after installing" board LATE 2 $TMPDIR/trace

# listener, operator, arbiter
usermod -aG flagfall-operator helper
ok "anybody sees the boards" as visitor flagfallctl list
ok "anybody sees the game" as visitor flagfallctl status $game
ok "anybody finds games" as visitor flagfallctl games
ok "anybody reads moves" as visitor flagfallctl export $game
ok "a listener starts nothing" refused visitor flagfallctl start LATE --rulebook fide2023-blitz --time 300
ok "a listener stops no clock" refused visitor flagfallctl pause $game
ok "a listener claims nothing" refused visitor flagfallctl claim $game white resign
ok "a listener reads no journal" refused visitor flagfallctl journal $game
ok "a listener sees nothing of the arbiter's" refused visitor flagfallctl status --arbiter $game
start_late() { late=$(as helper flagfallctl start LATE --rulebook fide2023-blitz --time 300) && [ -n "$late" ]; }
ok "an operator starts a game" start_late
ok "an operator stops a clock" as helper flagfallctl pause $late
ok "and lets it run" as helper flagfallctl resume $late
ok "an operator decides nothing" refused helper flagfallctl clock $late white=60s
ok "an operator reads no journal" refused helper flagfallctl journal $late
ok "an operator sees nothing of the arbiter's" refused helper flagfallctl status --arbiter $late
ok "an arbiter reads the journal" as player flagfallctl journal $late
ok "an arbiter sees what is the arbiter's" as player flagfallctl status --arbiter $late
ok "an arbiter stops a clock" as player flagfallctl pause $late
ok "an arbiter sets it" as player flagfallctl clock $late white=60s
mkdir -p /etc/polkit-1/rules.d
echo 'polkit.addRule(function (action, subject) { if (action.id == "org.flagfall1.operate" && subject.user == "helper") return polkit.Result.NO; });' >/etc/polkit-1/rules.d/40-club.rules
systemctl restart polkit
ok "a rule of the club is heard: this operator may not, today" refused helper flagfallctl resume $late
rm /etc/polkit-1/rules.d/40-club.rules
systemctl restart polkit
ok "and may again" as helper flagfallctl resume $late
ok "an operator claims for a player" as helper flagfallctl claim $late white resign
ok "polkit was asked: it runs" systemctl is-active polkit

for unit in $(dpkg -L $(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 'flagfall*' | sed -n 's/^installed //p') | grep '/systemd/system/.*\.service$' | sort -u); do
	unit=${unit##*/}
	exposure() { e_said=$(systemd-analyze --no-pager security $unit | grep 'Overall exposure'); echo "$e_said"; echo "$e_said" | awk '{ exit !($(NF - 2) + 0 < 2.0 && $(NF - 2) + 0 > 0) }'; }
	ok "$unit: exposure under 2.0 ($(systemd-analyze --no-pager security $unit 2>/dev/null | sed -n 's/.*exposure level[^:]*: \([0-9.]*\).*/\1/p'))" exposure
done
ok "the sandbox refused nothing" not journalctl -q -u flagfalld --grep 'EPERM|not permitted|denied' --no-pager
stage_end
