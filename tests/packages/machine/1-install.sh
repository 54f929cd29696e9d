# SPDX-License-Identifier: GPL-2.0-or-later
# A fresh Debian with systemd, where a board is plugged in: the package is installed, and it is there. A member of the group plays a game,
# somebody in no group watches it. Then the other packages, of the module's without headers; who may do what, by the real polkit;
# and what systemd thinks of the units.
# shellcheck shell=sh disable=SC2086,SC2154,SC2046,SC2034
. /flagfall/tests/packages/machine/lib.sh

ok "systemd is the first process" test "$(cat /proc/1/comm)" = systemd
ok "this is Debian, and nothing of Flagfall" not command -v flagfalld
ok "the machine has no sensor board's module" test -z "$(find /lib/modules -name 'sensorboard.ko*')"
ok "its kernel's headers are not installed" test ! -e /lib/modules/$(uname -r)/build
ports
useradd -m player; useradd -m helper; useradd -m visitor
hands blitz-castling $TMPDIR/trace
must "a board is plugged in before Flagfall is installed" early $TMPDIR/trace
must "apt install ./flagfall_*.deb" apt install /packages/flagfall_*.deb
must "the board is there, and nothing was done by hand" wait_for listed EARLY
ok "it is read through libusb" read_by EARLY usb:
ok "its USB node is the group's" test "$(stat -c %G:%a $(usb_node EARLY))" = flagfall:664
ok "the service runs as its own user" test "$(stat -c %U /proc/$(systemctl show -P MainPID flagfalld))" = flagfall
ok "it is enabled" systemctl is-enabled flagfalld
ok "and was started once" shows NRestarts 0

usermod -aG flagfall player
start_by() { game=$(as $1 "flagfallctl start $2 --rulebook fide2023-blitz --time 300 --white Anna --black Boris") && [ -n "$game" ]; }
must "a member of the group starts a game" start_by player EARLY
ok "somebody in no group watches" watch visitor $TMPDIR/watched
ok "it is played" plays EARLY
must "28 moves are told" after 28
ok "White resigns" as player flagfallctl claim $game white resign
ok "the record agrees" record_agrees blitz-castling $TMPDIR/trace --result 0-1
ok "who watches has seen it to the end" wait_for watched $TMPDIR/watched

must "the other packages are installed" apt install /packages/flagfall*_*.deb
ok "the board is still there" wait_for listed EARLY
ok "the doctor says that DKMS lacks the headers" doctor_says "headers of kernel $(uname -r) are not installed"
must "a second board is plugged in after installing" board LATE 2 $TMPDIR/trace

# listener, operator, arbiter
usermod -aG flagfall-operator helper
ok "anybody sees the boards" as visitor flagfallctl list
ok "anybody sees the game" as visitor flagfallctl status $game
ok "anybody finds games" as visitor flagfallctl games
ok "anybody reads moves" as visitor flagfallctl export $game
ok "a listener starts nothing" refused visitor flagfallctl start LATE --rulebook fide2023-blitz --time 300
start_late() { late=$(as helper flagfallctl start LATE --rulebook fide2023-blitz --time 300) && [ -n "$late" ]; }
must "an operator starts a game" start_late
ok "a listener stops no clock" refused visitor flagfallctl pause $late
ok "a listener claims nothing" refused visitor flagfallctl claim $late white resign
ok "a listener reads no journal" refused visitor flagfallctl journal $late
ok "a listener sees nothing of the arbiter's" refused visitor flagfallctl status --arbiter $late
ok "an operator stops a clock" as helper flagfallctl pause $late
ok "and lets it run" as helper flagfallctl resume $late white
ok "an operator decides nothing" refused helper flagfallctl clock $late white_ms=60000
ok "an operator reads no journal" refused helper flagfallctl journal $late
ok "an operator sees nothing of the arbiter's" refused helper flagfallctl status --arbiter $late
ok "an arbiter reads the journal" as player flagfallctl journal $late
ok "an arbiter sees what is the arbiter's" as player flagfallctl status --arbiter $late
ok "an arbiter stops a clock" as player flagfallctl pause $late
ok "an arbiter sets it" as player flagfallctl clock $late white_ms=60000
mkdir -p /etc/polkit-1/rules.d
echo 'polkit.addRule(function (action, subject) { if (action.id == "org.flagfall1.operate" && subject.user == "helper") return polkit.Result.NO; });' >/etc/polkit-1/rules.d/40-club.rules
systemctl restart polkit
forbidden() { ! as helper flagfallctl resume $late white >$TMPDIR/forbidden 2>&1 && cat $TMPDIR/forbidden && grep "polkit does not authorise" $TMPDIR/forbidden; }
ok "a rule of the club is heard: this operator may not, today" wait_for forbidden
rm /etc/polkit-1/rules.d/40-club.rules
systemctl restart polkit
ok "and may again" wait_for as helper flagfallctl resume $late white
ok "polkit has decided, nobody in its place" sh -c '! journalctl -q --no-pager -b -u flagfalld | grep "polkit does not say"'
# its rules might forbid it: they are not known while it hangs, nor where it cannot be started
unknown() { ! as helper flagfallctl pause $late >$TMPDIR/unknown 2>&1 && cat $TMPDIR/unknown && grep "polkit does not say whether you may" $TMPDIR/unknown; }
kill -STOP $(systemctl show -P MainPID polkit)
ok "while polkit hangs, an operator may not" unknown
ok "and root may" flagfallctl pause $late
kill -CONT $(systemctl show -P MainPID polkit)
ok "it goes on: the operator may" wait_for as helper flagfallctl resume $late white
systemctl mask --now polkit
ok "while it cannot be started, an operator may not" unknown
systemctl unmask polkit
ok "it can: the operator may, and nobody has started it" wait_for as helper flagfallctl pause $late
ok "an operator claims for a player" as helper flagfallctl claim $late white resign
ok "polkit was asked: it runs" systemctl is-active polkit

level_of() { systemd-analyze --no-pager security $1 2>/dev/null | sed -n 's/.*exposure level[^:]*: \([0-9.]*\).*/\1/p'; }
for unit in $(dpkg -L $(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 'flagfall*' | sed -n 's/^installed //p') | grep '/systemd/system/.*\.service$' | sort -u); do
	level=$(level_of ${unit##*/})
	ok "${unit##*/}: exposure $level, under 2.0" test "${level:-9}" \< 2.0
done
page_shows() {
	timeout 60 bash -c 'exec 3<>/dev/tcp/127.0.0.1/8964; printf "GET /api/v1/ HTTP/1.1\r\nHost: 127.0.0.1:8964\r\nConnection: close\r\n\r\n" >&3; cat <&3' >$TMPDIR/page
	grep -q "$1" $TMPDIR/page || { cat $TMPDIR/page; journalctl -q --no-pager -b -u flagfall-web -u flagfall-web.socket; return 1; }
}
ok "the page's server is started by its socket, for who asks" page_shows "HTTP/1.1 200 OK"
ok "and shows the boards" waits_for page_shows LATE
ok "the daemon's sandbox refused nothing" refused_nothing flagfalld
ok "nor that of the page's server" refused_nothing flagfall-web
stage_end
