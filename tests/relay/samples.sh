# SPDX-License-Identifier: GPL-2.0-or-later
# Servers by the sample configurations of doc/nats, and what they need: certificates. Source it behind lib.sh.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154

# serve CONF STORE: a server by that file, whose addresses have "PORT" and "LEAF" for ports, at the ports that it had before; sets server,
# and by their names CONF_port and CONF_leaf, and URL
serve() {
	eval "s_port=\${$1_port:--1} s_leaf=\${$1_leaf:--1}"
	sed -e "s/PORT/$s_port/;s/LEAF/$s_leaf/" $TMPDIR/$1.conf >$TMPDIR/$1.now
	: >$TMPDIR/$1.log
	nats-server -c $TMPDIR/$1.now >>$TMPDIR/$1.log 2>&1 &
	server=$!
	pids="$pids $server"
	wait_for grep -q "Server is ready" $TMPDIR/$1.log || return 1
	eval "$1_port=$(listens client $1) $1_leaf=$(listens leafnode $1)"
	eval "URL=$2://127.0.0.1:\$$1_port"
}
listens() { sed -n "s/.*Listening for $1 connections on .*:\([0-9]*\)$/\1/p" $TMPDIR/$2.log; }
# sample NAME CONF [EXPRESSION…]: CONF is the sample with the ports of this test, and what else sed is to change
sample() {
	s_sample=$1 s_conf=$2; shift 2
	sed -e 's/^listen: .*/listen: 127.0.0.1:PORT/' -e "s|/var/lib/nats|$TMPDIR/store-$s_conf|" -e "s|/etc/nats|$TMPDIR|" \
		-e 's/listen: 0.0.0.0:7422/listen: 127.0.0.1:LEAF/' "$@" "$FLAGFALL/doc/nats/$s_sample.conf" >$TMPDIR/$s_conf.conf
}
# certificate NAME SUBJECT [ISSUER]: NAME.pem and NAME.key, for this machine; without an issuer one that may vouch for others
certificate() {
	c_by="-CA $TMPDIR/${3-}.pem -CAkey $TMPDIR/${3-}.key -addext basicConstraints=critical,CA:FALSE"
	[ -n "${3-}" ] || c_by="-addext basicConstraints=critical,CA:TRUE"
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=$2" -addext subjectAltName=IP:127.0.0.1 \
		-keyout $TMPDIR/$1.key -out $TMPDIR/$1.pem $c_by 2>$TMPDIR/openssl.txt || { cat $TMPDIR/openssl.txt; return 1; }
}
