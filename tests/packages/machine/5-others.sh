# SPDX-License-Identifier: GPL-2.0-or-later
# What a club has enabled besides the daemon, on a machine where all packages are: the page, the LiveChess, the push and the relay run
# under their units, the new programs go on with it after an upgrade, and nothing of it runs when the packages are gone.
# after: 1
# shellcheck shell=sh disable=SC2086,SC2154,SC2046,SC2034
. /flagfall/tests/packages/machine/lib.sh

pid_of() { systemctl show -P MainPID $1; }
runs() { [ "$(systemctl is-active $1)" = active ] && [ "$(pid_of $1)" != 0 ]; }
listens() { [ "$(systemctl is-active $1)" = active ]; }
# A request of its own, whose answer is the last word.
answers() { timeout 60 bash -c 'exec 3<>/dev/tcp/127.0.0.1/$0 || exit; printf "GET $1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" >&3; cat <&3' "$@" | grep "^HTTP/1.1 "; }

ok "the page's socket listens since the start" listens flagfall-web.socket
ok "the LiveChess' does, too" listens flagfall-web-livechess.socket
ok "somebody asks it, and starts the service" answers 1982 /api/v1.0
ok "the page is there, too" answers 8964 /
# as flagfall-web(8) says
ok "the LiveChess is closed" systemctl disable --now flagfall-web-livechess.socket
ok "and the service let go of it" systemctl restart flagfall-web.socket
ok "the page is there without it" answers 8964 /
ok "and nobody is at its port" not timeout 10 bash -c 'exec 3<>/dev/tcp/127.0.0.1/1982'
ok "the page's socket is closed, and the service with it" systemctl stop flagfall-web.socket
ok "both are opened again" systemctl enable --now flagfall-web-livechess.socket flagfall-web.socket
ok "somebody asks it" answers 1982 /api/v1.0
ok "the page is there still" answers 8964 /
not_configured() { ! systemctl start flagfall-lichess 2>$TMPDIR/start; systemctl show -P Result flagfall-lichess; }
ok "the push is not started without a round and a token" not_configured
systemctl reset-failed flagfall-lichess

printf 'HALL=club\nNATS=nats://127.0.0.1:4222\n' >/etc/flagfall/relay.conf
printf 'NATS=nats://127.0.0.1:4222\n' >/etc/flagfall/centre.conf
mkdir -p /var/lib/flagfall/export/EVENT/round-1; chown -R flagfall: /var/lib/flagfall/export
printf 'EXPORT=/var/lib/flagfall/export/EVENT/round-1\nROUND=AbCd1234\n' >/etc/flagfall/lichess.conf
(umask 077; echo lip_none >/etc/flagfall/lichess-token)
for unit in flagfall-relay flagfall-centre flagfall-lichess; do
	ok "$unit is enabled, and runs without its server" systemctl enable --now $unit
	ok "$unit runs" wait_for runs $unit
done
# The event comes after the relay, which has been looking at a folder of nothing.
cat >$TMPDIR/event.yaml <<'END'
name: Club evening
id: club
rulebook: fide2023-blitz
time: 300
relay: yes
boards: [{number: 1, board: EARLY}]
END
printf 'board,white,black\n1,Anna,Boris\n' >$TMPDIR/pairings.csv
ports
must "a board is plugged in" board EARLY 1 $TMPDIR/trace
ok "an event that asks for the relay" flagfallctl round open $TMPDIR/event.yaml 1 $TMPDIR/pairings.csv
reads() { for r_fd in /proc/$(pid_of flagfall-relay)/fd/*; do readlink $r_fd; done | grep stream.db; }
ok "is there for it" wait_for reads
answers 8964 /
all="flagfalld flagfall-web flagfall-relay flagfall-centre flagfall-lichess"
for unit in $all; do eval "was_$(echo $unit | tr - _)=$(pid_of $unit)"; done

must "the packages go over themselves" apt install --reinstall /packages/flagfall*_*.deb
another() { eval "a_was=\$was_$(echo $1 | tr - _)"; [ "$(pid_of $1)" != "$a_was" ]; }
for unit in $all; do ok "$unit is not the old one" another $unit; done
for unit in flagfall-relay flagfall-centre flagfall-lichess; do ok "$unit runs again" wait_for runs $unit; done
ok "the page's socket listens" listens flagfall-web.socket
ok "the LiveChess' does" listens flagfall-web-livechess.socket
ok "the page is there again" answers 8964 /
ok "what was set stays" grep -q HALL=club /etc/flagfall/relay.conf
for unit in $all; do ok "the sandbox of $unit refused nothing" refused_nothing $unit; done

packages=$(dpkg-query -W -f '${Package}\n' 'flagfall*')
must "the packages are removed" apt remove $packages
none_runs() { for r_exe in /proc/[0-9]*/exe; do readlink $r_exe; done | grep -E '/(flagfalld|flagfall-(web|relay|centre|lichess))( |$)' && return 1; return 0; }
ok "nothing of it runs" none_runs
ok "nobody listens" not timeout 10 bash -c 'exec 3<>/dev/tcp/127.0.0.1/8964'
ok "nor as a LiveChess" not timeout 10 bash -c 'exec 3<>/dev/tcp/127.0.0.1/1982'
ok "the games are there" grep -rq --include='*.pgn' Anna /var/lib/flagfall/games
apt purge $packages >$TMPDIR/purged 2>&1
ok "purged, it says where the games are" grep 'kept in /var/lib/flagfall' $TMPDIR/purged
ok "and where the centre's are" grep 'kept in /var/lib/flagfall-centre' $TMPDIR/purged
ok "and of what was set nothing is left" test ! -e /etc/flagfall
stage_end
