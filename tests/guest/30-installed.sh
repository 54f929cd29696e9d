# SPDX-License-Identifier: GPL-2.0-or-later
# Flagfall as `make install install-module` leaves it, under systemd: its user is made by systemd-sysusers, the module is
# loaded by udev when a board is plugged in, flagfalld runs under its unit and nobody's privileges, and a game goes to PGN. Then all
# but the module: the same user reads the board through its USB node, which udev's rule lets it open.
# guest: boot systemd
# guest: timeout 300
# guest: files /usr/bin/bash
export PATH=/usr/local/bin:/usr/local/sbin:/flagfall/build:/flagfall/build/tests/guest:/usr/sbin:/usr/bin:/sbin:/bin
unset FLAGFALL_RULES
export ROAD=gadget FLAGFALL=/flagfall
export SYSTEMD_PAGER=cat
. /flagfall/tests/road/lib.sh

as() { as_user=$1; shift; su -s /bin/sh $as_user -c "PATH=$PATH; $*"; }
refused() { r_out=$(as "$@" 2>&1) && { echo "allowed: $r_out"; return 1; }; echo "$r_out"; echo "$r_out" | grep -qi "denied\|not allowed\|only root"; }
shows() { s_got=$(systemctl show -P $1 flagfalld); [ "$s_got" = "$2" ] || { echo "$1 is $s_got"; return 1; }; }
runs_as() { s_pid=$(systemctl show -P MainPID flagfalld); [ "$(stat -c %U /proc/$s_pid)" = $1 ]; }
another_pid() { s_pid=$(systemctl show -P MainPID flagfalld); [ "$s_pid" != 0 ] && [ "$s_pid" != $first_pid ] && listed ROAD30; }
status_line() { sed -n "s/^$1:[[:space:]]*//p" /proc/$(systemctl show -P MainPID flagfalld)/status; }
path_of_record() { field pgn_path; }

log_mark
ok "systemd is the first process" test "$(cat /proc/1/comm)" = systemd
ok "systemd-sysusers makes its user and group" sh -c 'systemd-sysusers && id flagfall'
ok "the unit is sound" sh -c 'systemctl daemon-reload && systemctl cat flagfalld'
# usermod -aG flagfall player, and a user who is in no group
sed -i 's/^flagfall:.*/&player/' /etc/group
echo 'guest:x:1001:1001::/:/bin/sh' >>/etc/passwd
ok "a player is in its group" sh -c 'id player | grep flagfall'
systemctl reload dbus >/dev/null 2>&1
ok "udevd runs" udevadm settle --timeout=600
ok "the service is enabled and starts" systemctl enable --now flagfalld
ok "it is ready: it has said so" shows ActiveState active
ok "it runs as its own user" runs_as flagfall
ok "with no capability at all" test "$(status_line CapEff)" = 0000000000000000
ok "and may gain none" test "$(status_line NoNewPrivs)" = 1
ok "under a filter of system calls" test "$(status_line Seccomp)" = 2
ok "its state is its own" test "$(stat -c %U:%a /var/lib/flagfall)" = flagfall:755

ok "the module is not loaded" not grep -q '^sensorboard ' /proc/modules
hands blitz-castling $TMPDIR/trace
must "a board is plugged in: the daemon sees it" board ROAD30 1 $TMPDIR/trace
ok "udev has loaded the module by itself" grep -q '^sensorboard ' /proc/modules
ok "somebody else sees it" as guest flagfallctl list
ok "but may not start a game" refused guest flagfallctl start ROAD30 --rulebook fide2023-blitz --time 300
game=$(as player flagfallctl start ROAD30 --rulebook fide2023-blitz --time 300 --white Anna --black Boris)
must "a member of the group may" test -n "$game"
ok "ten moves" plays ROAD30 10
must "are told" after 10
first_pid=$(systemctl show -P MainPID flagfalld)
ok "flagfalld is killed" kill -9 $first_pid
ok "systemd starts it again" wait_for another_pid
ok "the game is there" wait_for is state running
ok "with its moves" is plies 10
ok "it is stopped, and called through the bus" systemctl stop flagfalld
ok "the bus starts it" wait_for listed ROAD30
ok "the game is there again" wait_for is state running
ok "the rest is played" plays ROAD30
ok "time passes" settle ROAD30
must "28 moves" after 28
ok "White resigns" as player flagfallctl claim $game white resign
ok "the record agrees" record_agrees blitz-castling $TMPDIR/trace --result 0-1
ok "it lies where the README says" sh -c "ls -l /var/lib/flagfall; case $(path_of_record) in /var/lib/flagfall/*) ;; *) exit 1 ;; esac"
ok "the doctor finds the road whole" flagfallctl doctor

# as README.md and flagfall-web(8) say
# answers PORT PATH WORD: busybox' own client ends where it has no name service
answers() {
	timeout 60 bash -c 'exec 3<>/dev/tcp/127.0.0.1/$0 || exit; printf "GET $1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" >&3; cat <&3' $1 $2 >$TMPDIR/answer &&
		grep -q "$3" $TMPDIR/answer
}
ok "the sockets of the page and of the LiveChess are opened" systemctl enable --now flagfall-web-livechess.socket flagfall-web.socket
ok "a program finds the board at the LiveChess" wait_for answers 1982 /api/v1.0/eboards ROAD30
ok "a browser the page" answers 8964 / '<html'
ok "the LiveChess is closed" systemctl disable --now flagfall-web-livechess.socket
ok "and the service has let go of it" systemctl restart flagfall-web.socket
ok "the page is there without it" answers 8964 / '<html'
ok "nobody is at its port" not answers 1982 /api/v1.0/eboards .
ok "the page's socket is closed, and the service with it" systemctl stop flagfall-web.socket
ok "both are opened again" systemctl enable --now flagfall-web-livechess.socket flagfall-web.socket
ok "it answers again" wait_for answers 1982 /api/v1.0/eboards ROAD30
ok "and the page" answers 8964 / '<html'
systemctl stop flagfall-web-livechess.socket flagfall-web.socket flagfall-web
ok "it stops when it is told" systemctl stop flagfalld
ok "cleanly" shows Result success
tell ROAD30 quit >/dev/null
running=

# As on a machine where nobody has made install-module.
no_node() { ! ls /dev/sensorboard[0-9]*; }
wait_for no_node
on() { ctl list --json | grep -q "\"uri\":\"$1" || { ctl list; return 1; }; }
usb_node() { u=$(dirname $(grep -lx ROAD30 /sys/bus/usb/devices/*/serial)); printf '/dev/bus/usb/%03d/%03d' $(cat $u/busnum) $(cat $u/devnum); }
ok "the module is taken away" sh -c 'rmmod sensorboard && find /usr/lib/modules/ -name "sensorboard.ko*" -exec rm {} \; && depmod -a'
ok "the service starts without it" systemctl start flagfalld
must "the board is plugged in: the daemon sees it, too" board ROAD30 1 $TMPDIR/trace
ok "no module was loaded" not grep -q '^sensorboard ' /proc/modules
ok "it is read through libusb" on usb:/dev/bus/usb/
ok "its USB node is the group's" test "$(stat -c %U:%G:%a $(usb_node))" = root:flagfall:664
ok "the daemon is that group's and has no capability" test "$(status_line CapEff)" = 0000000000000000
ok "somebody else may not use it" refused guest boards squares usb:ROAD30
game=$(as player flagfallctl start ROAD30 --rulebook fide2023-blitz --time 300)
must "a member of the group starts a game" test -n "$game"
ok "the board plays" plays ROAD30
must "28 moves" after 28
ok "White resigns" as player flagfallctl claim $game white resign
ok "the record agrees" record_agrees blitz-castling $TMPDIR/trace --result 0-1
ok "it stops" systemctl stop flagfalld
ok "cleanly, as before" shows Result success
tell ROAD30 quit >/dev/null
ok "the journal tells of it" sh -c 'journalctl -q --no-pager -u flagfalld --grep Started | grep -q flagfalld'
ok "nothing it did was refused by its sandbox" not journalctl -q -u flagfalld --grep 'EPERM|not permitted|denied' --no-pager
[ $failed = 0 ] || journalctl --no-pager -q -u flagfalld | sed 's/^/#   /'
finish
