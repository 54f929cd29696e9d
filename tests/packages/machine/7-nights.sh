# SPDX-License-Identifier: GPL-2.0-or-later
# A hall and its centre under systemd, set up by the commands of doc/relay.md: what journal and units promise, services that are killed, a round
# in which all packages are upgraded, and which goes on over the hour in which summer time begins, and over the one in which it ends.
# shellcheck shell=sh disable=SC2086,SC2154,SC2046,SC2034,SC2016
. /flagfall/tests/packages/machine/lib.sh

services="flagfalld flagfall-web flagfall-relay flagfall-centre flagfall-centre-page"
pid_of() { systemctl show -P MainPID $1; }
runs() { [ "$(systemctl is-active $1)" = active ] && [ "$(pid_of $1)" != 0 ]; }
# What a service said last, and what systemd says of it
told_by() { systemctl --no-pager status $1 | head -n 12; journalctl -q --no-pager -b -u $1 | tail -n 15; }
another() { eval "a_was=\$was_$(echo $1 | tr - _)"; runs $1 && [ "$(pid_of $1)" != "$a_was" ]; }
comes_back() { wait_for another $1 || { told_by $1; return 1; }; }
note_pids() { for unit in $services; do eval "was_$(echo $unit | tr - _)=$(pid_of $unit)"; done; }
says() { journalctl -q --no-pager -b -o cat -u $1 | grep -q "$2" || { journalctl -q --no-pager -b -u $1 | tail; return 1; }; }
own() { stat -c '%U:%G %a' $2 | grep -x "$1" || { stat -c '%n is %U:%G %a' $2; return 1; }; }

# The machine's clock is set, and nobody corrects it.
set_clock() { date -u -s "$1" && log "the clock is set to $(date -Is)"; }
log() { logger -t flagfall-test "$*"; }
passes() { [ "$(date -u +%s)" -ge "$(date -u -d "$1" +%s)" ]; }

# follow PART: what doc/relay.md says of that
follow() {
	{
		echo 'set -e; cd /packages; apt() { apt-get -qy --no-install-recommends "$@"; }'
		awk -v part="$1" '/^```sh / { on = $2 == part; next } /^```/ { on = 0 } on' /flagfall/doc/relay.md
	} >$TMPDIR/part
	sh $TMPDIR/part
}
page() { timeout 60 bash -c 'exec 3<>/dev/tcp/127.0.0.1/$0 || exit; printf "GET $1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" >&3; cat <&3' "$@"; }
# shown PORT GAME: how many plies a page has of it
shown() { page $1 /api/v1/games/${2#g} | grep -o "\"plies\":[0-9]*" | head -n 1 | tr -dc 0-9; }
shows() { s_n=$(shown $1 $2); [ "${s_n:-0}" = $3 ] || { echo "$s_n plies, not $3"; page $1 /api/v1/games/${2#g} | head -c 1500; return 1; }; }
of_table() { flagfallctl --json round results $1 1 | sed -n "s/^{\"table\":$2,.*\"game\":\"\([^\"]*\)\".*/\1/p"; }
# whole: the centre has the hall's files byte for byte, and says that it has all
whole() {
	flagfall-centre status --json | grep '"hall":"riga","state":"whole"' && diff -r /var/lib/flagfall/export /var/lib/flagfall-centre/export/riga ||
		{ flagfall-centre status; return 1; }
}

# The night before summer time begins, in a town where it is one hour ahead of UTC.
set_clock '2026-03-28 22:00' >/dev/null
ln -sf /usr/share/zoneinfo/Europe/Berlin /etc/localtime
echo '127.0.0.1 centre.example.org' >>/etc/hosts
useradd -m player
ports

# --- set up, as the document says ---

must "flagfall and its page are installed" apt install /packages/flagfall_*.deb /packages/flagfall-web_*.deb
usermod -aG flagfall player
must "the server's commands" follow server
must "the server runs" wait_for runs nats-server
must "the centre's commands" follow centre
echo 'PAGE=--listen 127.0.0.1:8965' >>/etc/flagfall/centre.conf
ok "and its page's" systemctl enable --now flagfall-centre-page
for k in 1 2 3; do
	hands blitz-castling $TMPDIR/$k.trace
	must "board $k is plugged in" board HALL-$k $k $TMPDIR/$k.trace
done
cp /root/nats/relay.login /root/nats/authority.pem /root/
must "the hall's commands" follow hall
page 8964 / >/dev/null
for unit in $services; do ok "$unit runs" wait_for runs $unit; done
ok "the relay is connected" wait_for says flagfall-relay "flagfall-relay: connected"
ok "the centre is" wait_for says flagfall-centre "flagfall-centre: connected"
ok "the doctor says so" sh -c 'flagfallctl doctor | grep "relay  *ok .*connected"'

# --- units: users, folders, sandbox ---

for unit in $services; do
	case $unit in flagfalld | flagfall-relay) user=flagfall ;; flagfall-web) user=flagfall-web ;; *) user=flagfall-centre ;; esac
	ok "$unit runs as the user $user" test "$(stat -c %U /proc/$(pid_of $unit))" = $user
	held() { awk '/^NoNewPrivs:\t1/ || /^Seccomp:\t2/ || /^CapEff:\t0+$/ || /^CapBnd:\t0+$/ { n++ } END { exit n != 4 }' /proc/$1/status || { cat /proc/$1/status; return 1; }; }
	ok "$unit may not become more" held $(pid_of $unit)
	ok "$unit sees no home" sh -c "homes=\$(ls -A /proc/$(pid_of $unit)/root/home) && [ -z \"\$homes\" ]"
done
ok "the daemon's folder" own "flagfall:flagfall 755" /var/lib/flagfall
ok "its journal is nobody else's" own "flagfall:flagfall 750" /var/lib/flagfall/journal
ok "the relay's folder" own "flagfall:flagfall 755" /var/lib/flagfall/relay
ok "the centre's folder is for everybody to read" own "flagfall-centre:flagfall-centre 755" /var/lib/flagfall-centre
ok "the relay does not see the daemon's journal" test ! -e /proc/$(pid_of flagfall-relay)/root/var/lib/flagfall/journal

# --- a round: two games for all, one that is shown a minute later ---

event() { # ID DELAY BOARD…
	e_id=$1 e_delay=$2 e_n=0
	shift 2
	printf 'name: %s\nid: %s\nrulebook: fide2023-standard\ntime: 7200\ntimezone: Europe/Berlin\nrelay: yes\n%sboards:\n' $e_id $e_id "$e_delay"
	for e_board; do e_n=$((e_n + 1)); echo "- {number: $e_n, board: $e_board}"; done
}
event open '' HALL-1 HALL-2 >$TMPDIR/open.yaml
event late 'delay: {minutes: 1}
' HALL-3 >$TMPDIR/late.yaml
printf 'board,white,black\n1,Anna,Boris\n2,Clara,David\n' >$TMPDIR/open.csv
printf 'board,white,black\n1,Emma,Felix\n' >$TMPDIR/late.csv
must "a round of two games" as player flagfallctl round open $TMPDIR/open.yaml 1 $TMPDIR/open.csv
must "another, shown later" as player flagfallctl round open $TMPDIR/late.yaml 1 $TMPDIR/late.csv
ok "it begins" as player flagfallctl round start open 1
ok "so does the other" as player flagfallctl round start late 1
one=$(of_table open 1) two=$(of_table open 2) three=$(of_table late 1)
must "there are three games" test -n "$one" -a -n "$two" -a -n "$three"
# told GAME N: has the daemon?
told() { game=$1; is plies $2; }
# turns N: each board has so many, and the daemon, and the centre
turns() {
	for t_k in 1 2 3; do plays HALL-$t_k $1 || return 1; done
	for t_game in $one $two $three; do wait_for told $t_game $1 || { told $t_game $1; return 1; }; done
}
must "four turns on each" turns 4
ok "the page has them" waits_for shows 8964 $one 4
ok "and the centre's page" waits_for shows 8965 riga~open~1~1 4

# --- the journal's fields, as flagfalld(8) names them ---

field_is() { journalctl -q --no-pager -b -o verbose -u flagfalld GAME=$game | grep -qx " *$1=$2" || { journalctl -q --no-pager -b -o verbose -u flagfalld GAME=$game; return 1; }; }
game=$two
ok "an arbiter stops a clock" as player flagfallctl pause $two
ok "and lets it run" as player flagfallctl resume $two white
for pair in BOARD=HALL-2 ACT=pause UID=$(id -u player) "CALLER=:1\.[0-9]*" _SYSTEMD_UNIT=flagfalld.service; do ok "the journal has $pair" field_is ${pair%%=*} "${pair#*=}"; done
ok "of that game alone" sh -c '! journalctl -q --no-pager -b -o verbose -u flagfalld GAME='$two' | grep -q BOARD=HALL-1'
status_is() { systemctl show -P StatusText $1 | grep "$2" || { told_by $1; return 1; }; }
for unit in flagfall-relay flagfall-centre; do ok "and what $unit said last is its status" status_is $unit connected; done

# --- killed: they are back, and nothing is lost ---

note_pids
for unit in flagfalld flagfall-relay flagfall-centre nats-server flagfall-centre-page; do systemctl kill -s KILL $unit; done
for unit in flagfalld flagfall-relay flagfall-centre flagfall-centre-page; do
	must "$unit, killed, is started again" comes_back $unit
	ok "once" test "$(systemctl show -P NRestarts $unit)" = 1
done
ok "the server is" wait_for runs nats-server
for k in 1 2 3; do must "board $k is there again" wait_for listed HALL-$k; done
must "two more turns on each" turns 6
ok "the centre has them" waits_for whole

# --- the hour in which summer time begins: 2:00 is 3:00 ---

set_clock '2026-03-29 00:59:50' >/dev/null
ok "before: an hour ahead of UTC" test "$(date +%z)" = +0100
flagfallctl monitor --all --json >$TMPDIR/spring 2>/dev/null & watcher=$!
pids="$pids $watcher"
wait_for grep -q snapshot $TMPDIR/spring
began=$(cut -d. -f1 /proc/uptime)
must "two turns before it" turns 8
# early: is anything shown of the late game, which its delay still keeps back?
early() {
	e_n=$(shown $1 $2); e_n=${e_n:-0}
	[ $e_n -le $3 ] || [ $(($(cut -d. -f1 /proc/uptime) - began)) -ge 60 ] || { echo "$e_n plies after $(($(cut -d. -f1 /proc/uptime) - began)) s"; return 0; }
	return 1
}
ok "the delay keeps them back" not early 8964 $three 6
must "the hour passes" wait_for passes '2026-03-29 01:00:01'
ok "it is two hours ahead" test "$(date +%z)" = +0200
ok "the delay is no shorter by that" not early 8964 $three 6
ok "nor at the centre" not early 8965 riga~late~1~1 6
must "two turns after it" turns 10
ok "the page has them" waits_for shows 8964 $one 10
ok "and the centre's page" waits_for shows 8965 riga~open~1~1 10
# in_order FILE: what "monitor --all" has told, with the time at which it was heard
in_order() { kill $watcher; grep -o '"t_wall":"[^"]*"' $1 >$1.times; [ $(wc -l <$1.times) -gt 8 ] && sort -c $1.times; }
ok "what is told has its times in order" in_order $TMPDIR/spring
ok "the journal, too" sh -c 'journalctl -q --no-pager -b -o short-unix --since "2026-03-29 01:59:50" -u flagfalld -u flagfall-relay -u flagfall-centre | cut -d" " -f1 | sort -n -c'
ok "nobody was late by that" sh -c 'flagfall-centre status --json | grep "\"hall\":\"riga\",\"state\":\"whole\"" | grep -v "\"clock_s\":-\{0,1\}[3-9]"'
# late N: has each page so many plies of the late game?
late() { [ $(shown 8964 $three) -ge $1 ] && [ $(shown 8965 riga~late~1~1) -ge $1 ]; }
ok "what was delayed comes" waits_for late 8

# --- an upgrade in mid-round, while boards are played ---

note_pids
ok "the centre is whole before" waits_for whole
for k in 1 2 3; do plays HALL-$k 14 >/dev/null & players="${players-} $!"; done
began=$(cut -d. -f1 /proc/uptime)
must "all packages are upgraded in mid-round" dpkg -i $(for p in flagfall flagfall-web flagfall-relay; do ls /packages/newer/${p}_*.deb; done)
ok "to another version" sh -c 'dpkg-query -W -f "\${Version}\n" flagfall flagfall-web flagfall-relay | grep -c newer | grep -qx 3'
wait $players
for unit in $services; do
	[ $unit = flagfall-web ] && page 8964 / >/dev/null
	ok "$unit is not the old one" comes_back $unit
	ok "and runs what is installed" sh -c "! readlink /proc/$(pid_of $unit)/exe | grep deleted"
	ok "without a word of a failure" test "$(systemctl show -P Result $unit) $(systemctl show -P NRestarts $unit)" = "success 0"
done
for k in 1 2 3; do must "board $k is there" wait_for listed HALL-$k; done
for game in $one $two $three; do ok "no turn of game $game was lost" waits_for told $game 14; done
for game in $one $two $three; do ok "game $game goes on" is state running; done
ok "the page has all of it" waits_for shows 8964 $one 14
ok "and the centre's page" waits_for shows 8965 riga~open~1~2 14
ok "which shows nothing early" not early 8965 riga~late~1~1 10
ok "nor does the hall's" not early 8964 $three 10
ok "the centre is whole" waits_for whole
ok "what was set stays" grep -q HALL=riga /etc/flagfall/relay.conf

# --- the hour in which it ends: 2:30 comes twice ---

act() { as player flagfallctl pause $1 && as player flagfallctl resume $1 white; }
set_clock '2026-10-25 00:30' >/dev/null
ok "somebody acts at half past two" act $two
must "two turns" turns 16
flagfallctl monitor --all --json >$TMPDIR/autumn 2>/dev/null & watcher=$!
pids="$pids $watcher"
wait_for grep -q snapshot $TMPDIR/autumn
set_clock '2026-10-25 00:59:50' >/dev/null
began=$(cut -d. -f1 /proc/uptime)
must "two turns before the hour" turns 18
must "the hour passes" wait_for passes '2026-10-25 01:00:01'
ok "it is one hour ahead again" test "$(date +%z)" = +0100
ok "the delay is no shorter by that" not early 8964 $three 16
ok "nor at the centre" not early 8965 riga~late~1~1 16
must "two turns after it" turns 20
ok "what is told has its times in order" in_order $TMPDIR/autumn
set_clock '2026-10-25 01:30' >/dev/null
ok "somebody acts at half past two again" act $two
as player flagfallctl round log open 1 >$TMPDIR/acts
# The two half past twos of the log are not the same, and the first is first.
two_of_them() {
	grep '2026-10-25 02:3' $TMPDIR/acts | sed 's/  .*//' >$TMPDIR/half; cat $TMPDIR/acts
	[ $(wc -l <$TMPDIR/half) -ge 4 ] && [ "$(sed -n 's/.*\([+-][0-9]*\)$/\1/p' $TMPDIR/half | uniq | tr '\n' ' ')" = "+0200 +0100 " ]
}
ok "the log tells the two apart" two_of_them
ok "games and boards have nothing of it: $(date -Is)" turns 22
ok "the page has them" waits_for shows 8964 $one 22
# Somebody puts the clock back by hand, as if that were still to be done.
set_clock '2026-10-25 00:31' >/dev/null
began=$(cut -d. -f1 /proc/uptime)
must "two turns more" turns 24
ok "the page has them at once" waits_for shows 8964 $two 24
ok "the centre's, too" waits_for shows 8965 riga~open~1~2 24
ok "but those that are to be late" not early 8964 $three 22
ok "nor at the centre" not early 8965 riga~late~1~1 22
ok "which come, too" waits_for late 24
ok "and the centre is whole" waits_for whole
stage_end
