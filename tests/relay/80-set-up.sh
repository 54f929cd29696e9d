#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The commands of doc/relay.md, one after the other, as root: one server with a centre and a hall; three servers. Each machine has /etc, /var/lib
# and /root of its own, and all have a network of their own; what systemctl starts runs as its unit's user.
# shellcheck source=lib.sh disable=SC2086,SC2154
if [ "$(id -u)" != 0 ] || ! unshare -n -m true 2>/dev/null || ! command -v nats-server openssl ip ss nsenter setpriv systemd-sysusers >/dev/null; then
	echo "1..0"
	echo "ok 1 - set up by the document # SKIP this needs root, namespaces, nats-server, openssl, iproute2, setpriv and systemd-sysusers"
	exit 0
fi
[ -n "${SET_UP_INSIDE-}" ] || SET_UP_INSIDE=1 exec unshare -n -m "$0" "$@"
. "$(dirname "$0")/lib.sh"
hosts="one two three centre riga tallinn"
units="/lib/systemd/system $FLAGFALL/build/data"

# begin MACHINE N: a machine where the packages are not configured yet
begin() {
	mkdir -p $TMPDIR/$1/lib $TMPDIR/$1/root $TMPDIR/$1/export
	cp -a /etc $TMPDIR/$1/etc
	rm -rf $TMPDIR/$1/etc/nats* $TMPDIR/$1/etc/flagfall
	mkdir -p $TMPDIR/$1/etc/flagfall
	cp /etc/nats-server.conf $TMPDIR/$1/etc/ 2>/dev/null
	printf '127.0.0.1 localhost\n192.0.2.1 one.example.org\n192.0.2.2 two.example.org\n192.0.2.3 three.example.org\n192.0.2.4 centre.example.org\n' >$TMPDIR/$1/etc/hosts
	[ -e $TMPDIR/$1.net ] || wire $1 $2
	on $1 'systemd-sysusers "$FLAGFALL"/build/data/*.sysusers'
}
# wire MACHINE N: it is 192.0.2.N, in a network with the others; a server does not look for others at an address of its own
wire() {
	unshare -n sleep infinity &
	w_pid=$!
	pids="$pids $w_pid"
	echo $w_pid >$TMPDIR/$1.net
	wait_for other_net $w_pid
	ip link add to-$1 type veth peer name eth0 netns $w_pid && ip link set to-$1 master bridge up &&
		nsenter -t $w_pid -n sh -c "ip link set lo up && ip link set eth0 up && ip address add 192.0.2.$2/24 dev eth0"
}
other_net() { [ "$(readlink /proc/$1/ns/net)" != "$(readlink /proc/self/ns/net)" ]; }
# on MACHINE COMMANDS: by a shell there
on() {
	o_name=$1
	cat >$TMPDIR/$o_name/commands <<-END
		set -e
		mount --bind $TMPDIR/$o_name/etc /etc
		mount --bind $TMPDIR/$o_name/lib /var/lib
		mount --bind $TMPDIR/$o_name/root /root
		machine=$TMPDIR/$o_name units="$units" build=$B
		. $TMPDIR/services
		$2
	END
	FLAGFALL=$FLAGFALL nsenter -t "$(cat $TMPDIR/$o_name.net)" -n unshare -m sh $TMPDIR/$o_name/commands
}
# What the machine has in place of apt, where all is installed, and of a service manager
cat >$TMPDIR/services <<'END'
apt() { :; }
unit_of() { for u in $units; do [ ! -e $u/$1.service ] || echo $u/$1.service; done; }
setting() { sed -n "s/^$2=-*//p" "$1" | tail -1; }
start_unit() {
	name=$1 unit=$(unit_of $1) user=$(setting "$(unit_of $1)" User) state=$(setting "$(unit_of $1)" StateDirectory) OPTIONS=
	[ -z "$state" ] || install -d -o $user -g $user /var/lib/$state
	file=$(setting $unit EnvironmentFile)
	[ -z "$file" ] || eval "$(sed -n "s/^\([A-Z]*\)=\(.*\)/\1='\2'/p" $file)"
	command=$(setting $unit ExecStart | sed "s|^/usr/local/bin/|$build/|")
	eval "set -- $command"
	setpriv --reuid $user --regid $user --init-groups "$@" >>$machine/$user.log 2>&1 &
	echo $! >$machine/$name.pid
}
systemctl() {
	case $1 in
	daemon-reload) ;;
	restart) start_unit $2 ;;
	reload) kill -HUP "$(cat $machine/$2.pid)" ;;
	enable) [ "$2" = --now ] && start_unit $3 ;;
	*) echo "systemctl $* is not known"; return 1 ;;
	esac
}
END
# what is installed is in the tree here
here="s|^flagfallctl doctor$|:|; s|^flagfall-centre status$|:|; s|/usr/share/flagfall/|$FLAGFALL/doc/|g"
# follow MACHINE PART [FILE]: what the document says of that
follow() {
	awk -v part="$2" '/^```sh / { on = $2 == part; next } /^```/ { on = 0 } on' ${3-$FLAGFALL/doc/relay.md} | sed "$here" >$TMPDIR/part
	[ -s $TMPDIR/part ] && on $1 "$(cat $TMPDIR/part)"
}
runs() { [ -e /proc/"$(cat $TMPDIR/$1/$2.pid)" ]; }
end_machine() { for e_file in $TMPDIR/$1/*.pid; do [ ! -e $e_file ] || kill "$(cat $e_file)" 2>/dev/null; rm -f $e_file; done; }
plays() { on $1 "setpriv --reuid flagfall --regid flagfall --init-groups $(command -v made-hall) /var/lib/flagfall club 2 $2 $3"; }
centre_has() { diff -r $TMPDIR/$2/lib/flagfall/export/club $TMPDIR/$1/lib/flagfall-centre/export/$2/club >/dev/null; }
private() { p_mode=$(on $1 "stat -c '%a %G' /etc/$2"); [ "$p_mode" = "640 $3" ] || { echo "$2 is $p_mode"; return 1; }; }
all_ends() { for host in $hosts; do end_machine $host; done; all_end; }
trap all_ends EXIT

ip link add bridge type bridge && ip link set bridge up
chmod 755 $TMPDIR
must "a machine for the server and the centre" begin centre 4
must "one in the hall" begin riga 5

# one server
ok "the server's commands" follow centre server
ok "it runs, as the user nats" wait_for grep -q "Server is ready" $TMPDIR/centre/nats.log
ok "nobody else may read its key" private centre nats/server.key nats
ok "nor its passwords" private centre nats-server.conf nats
ok "which were made by chance" not grep -q "change this" $TMPDIR/centre/etc/nats-server.conf
ok "the centre's commands" follow centre centre
ok "it is connected" wait_for grep -q "flagfall-centre: connected" $TMPDIR/centre/flagfall-centre.log
cp $TMPDIR/centre/root/nats/relay.login $TMPDIR/centre/root/nats/authority.pem $TMPDIR/riga/root/
ok "the hall's commands" follow riga hall
ok "it is connected" wait_for grep -q "flagfall-relay: connected" $TMPDIR/riga/flagfall.log
ok "nobody else may read its login" private riga flagfall/relay.login flagfall
on riga 'install -d -o flagfall -g flagfall /var/lib/flagfall /var/lib/flagfall/relay'
ok "the hall plays" plays riga 1 6
ok "the centre has it" wait_for centre_has centre riga
must "another hall" begin tallinn 6
ok "the commands for it" follow centre another
ok "the server has read its file anew" wait_for grep -q "Reloaded server configuration" $TMPDIR/centre/nats.log
cp $TMPDIR/centre/root/nats/tallinn.login $TMPDIR/tallinn/root/relay.login
cp $TMPDIR/centre/root/nats/authority.pem $TMPDIR/tallinn/root/
sed "s|^HALL=.*|HALL=tallinn|" "$FLAGFALL/doc/relay.md" >$TMPDIR/tallinn.md
ok "and the hall's commands" follow tallinn hall $TMPDIR/tallinn.md
on tallinn 'install -d -o flagfall -g flagfall /var/lib/flagfall /var/lib/flagfall/relay'
ok "it plays, too" plays tallinn 1 6
ok "the centre has it" wait_for centre_has centre tallinn
ok "one name is no two halls" not on centre "$FLAGFALL/doc/nats/add-hall tallinn /etc/nats-server.conf"
ok "the page's commands" follow centre page
in_centre() { nsenter -t "$(cat $TMPDIR/centre.net)" -n "$@"; }
page_is_there() { in_centre page-client 8965 /api/v1/ | grep -q '"hall":"riga".*"hall":"tallinn"'; }
ok "it has both halls" wait_for page_is_there
page_is_open() { in_centre ss -Hltn | awk '{ print $4 }' | grep -q '^\(\*\|0\.0\.0\.0\|\[::\]\):8965$'; }
ok "for other machines, too" page_is_open
ok "the server has refused nothing" not grep -q "Violation" $TMPDIR/centre/nats.log
end_machine tallinn
end_machine riga
# a hall on the centre's machine has its files in the same folder
cp $TMPDIR/centre/root/nats/relay.login $TMPDIR/centre/root/nats/authority.pem $TMPDIR/centre/root/
ok "the hall's commands, on the centre's machine" follow centre hall
for user in flagfall flagfall-centre; do
	ok "$user may read the authority's certificate" on centre "setpriv --reuid $user --regid $user --init-groups test -r /etc/flagfall/authority.pem"
done
end_machine centre

# three
k=0
for host in one two three; do k=$((k + 1)); must "a machine for a server" begin $host $k; done
ok "the first server's commands" follow one first
for host in one two three; do
	cp -r $TMPDIR/one/root/nats/$host.example.org $TMPDIR/$host/root/server
	ok "the commands of each: $host" follow $host each
done
for host in one two three; do
	ok "$host runs" wait_for grep -q "Server is ready" $TMPDIR/$host/nats.log
	ok "and has its routes" wait_for grep -q "Route connection created" $TMPDIR/$host/nats.log
	ok "which stay" not grep -qi "tls.*error\|authentication error\|authorization violation" $TMPDIR/$host/nats.log
done
listens() { nsenter -t "$(cat $TMPDIR/one.net)" -n ss -Hltn | awk '{ print $4 }' | grep ":6222$"; }
ok "routes are made at the server's own address alone" test "$(listens)" = 192.0.2.1:6222
ok "the commands for another hall" follow one another-of-three
for host in one two three; do
	ok "$host gets its user" grep -q "user: tallinn, password: \"$(sed -n s/^tallinn://p $TMPDIR/one/root/nats/tallinn.login)\"" $TMPDIR/one/root/nats/$host.example.org/nats-server.conf
done
rm -rf $TMPDIR/centre $TMPDIR/riga
for host in centre riga; do must "a machine" begin $host; done
mkdir -p $TMPDIR/centre/root/nats
cp $TMPDIR/one/root/nats/centre.login $TMPDIR/one/root/nats/authority.pem $TMPDIR/centre/root/nats/
cp $TMPDIR/one/root/nats/relay.login $TMPDIR/one/root/nats/authority.pem $TMPDIR/riga/root/
three="tls://one.example.org:4222,tls://two.example.org:4222,tls://three.example.org:4222"
sed "s|^NATS=.*|NATS=$three|; s|^OPTIONS=|&--replicas 3 |" "$FLAGFALL/doc/relay.md" >$TMPDIR/three.md
ok "the centre's commands" follow centre centre $TMPDIR/three.md
ok "the hall's commands" follow riga hall $TMPDIR/three.md
on riga 'install -d -o flagfall -g flagfall /var/lib/flagfall /var/lib/flagfall/relay'
ok "the hall plays" plays riga 1 6
ok "the centre has it" wait_for centre_has centre riga
end_machine one
ok "the hall plays on without one of them" plays riga 7 12
ok "the centre has it" wait_for centre_has centre riga
for host in one two three; do cp $TMPDIR/$host/nats.log $TMPDIR/$host.log; done

# and a large hall, with a server of its own
for host in $hosts; do end_machine $host; done
ok "the commands for halls with servers" follow one leaves
for host in one two three; do
	rm -rf $TMPDIR/$host/lib/nats $TMPDIR/$host/root/server $TMPDIR/$host/nats.log
	cp -r $TMPDIR/one/root/nats/$host.example.org $TMPDIR/$host/root/server
	ok "$host gets its file again" follow $host each
done
for host in one two three; do ok "$host runs" wait_for grep -q "Server is ready" $TMPDIR/$host/nats.log; done
rm -rf $TMPDIR/centre $TMPDIR/riga
for host in centre riga; do must "a machine" begin $host; done
mkdir -p $TMPDIR/centre/root/nats
cp $TMPDIR/one/root/nats/centre.login $TMPDIR/one/root/nats/authority.pem $TMPDIR/centre/root/nats/
cp $TMPDIR/one/root/nats/riga.leaf $TMPDIR/one/root/nats/authority.pem $TMPDIR/riga/root/
sed "s|^NATS=.*|NATS=$three|; s|^OPTIONS=|&--replicas 3 --source riga |" "$FLAGFALL/doc/relay.md" >$TMPDIR/leaf.md
ok "the centre's commands" follow centre centre $TMPDIR/leaf.md
ok "the hall's commands" follow riga leaf
ok "its server runs" wait_for grep -q "Server is ready" $TMPDIR/riga/nats.log
on riga 'install -d -o flagfall -g flagfall /var/lib/flagfall /var/lib/flagfall/relay'
ok "the hall plays" plays riga 1 6
ok "the centre has it" wait_for centre_has centre riga
# the one that the hall's server is connected to
for host in one two three; do ! grep -q "Leafnode connection created" $TMPDIR/$host/nats.log || entrance=$host; done
must "one of them is the hall's entrance" test -n "${entrance-}"
end_machine $entrance
ok "the hall plays on while that one is gone" plays riga 7 12
ok "the centre has it" wait_for centre_has centre riga
for host in one two three riga; do cp $TMPDIR/$host/nats.log $TMPDIR/$host.log; done
the_end
