#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# How a hall comes to the centre, with the sample configurations: over TLS as a user who may publish its own games alone, with a certificate
# of its own, and by a leaf node whose hub is gone for a while. Why there is no connection is said, and one that was refused is looked for
# again.
# shellcheck source=lib.sh source=samples.sh disable=SC2086,SC2154
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/samples.sh"
command -v openssl >/dev/null || { echo "1..0"; echo "ok 1 - links # SKIP openssl is not installed (make deps)"; exit 0; }

status_says() { flagfall-centre status --state $TMPDIR/centre | grep -q "$1"; }

must "an authority" certificate authority authority
must "another one" certificate other other
must "the server's certificate" certificate server server authority
must "the hall's certificate" certificate riga riga authority

# over TLS, each hall as a user of its own
sample one-server one -e 's/change this, too/changed/' -e 's/change this/known/'
must "the sample for one server" serve one tls
ok "the hall's first turns" hall riga club 4 1 5
here=127.0.0.1:$one_port
URL=tls://centre:known@$here start_centre --ca $TMPDIR/authority.pem
URL=tls://riga:changed@$here start_relay riga --ca $TMPDIR/other.pem
ok "a server for which nobody vouches is not spoken to, and that is said" wait_for says relay-riga "no connection: .*certificate"
stop $relay
URL=tls://riga:guessed@$here start_relay riga --ca $TMPDIR/authority.pem
ok "a wrong password is said" wait_for says relay-riga "no connection: Authorization Violation"
stop $server
sed -i 's/changed/guessed/' $TMPDIR/one.conf
must "the server, which takes it now" serve one tls
ok "who was refused comes again" wait_for says relay-riga "flagfall-relay: connected"
ok "the centre has the hall's games" arrives riga
ln -s riga $TMPDIR/tallinn
relay_riga=$relay
URL=tls://riga:guessed@$here start_relay tallinn --ca $TMPDIR/authority.pem
ok "a user publishes no other hall's games" wait_for says one "Publish Violation.*tallinn"
stop $relay
ok "the centre has nothing of them" not test -e $TMPDIR/centre/export/tallinn

# a server that wants to see certificates
stop $server
ok "a centre that has lost its server says so" wait_for status_says "no connection to its servers: "
sed -i "s|^tls {|&\n\tca_file: $TMPDIR/authority.pem\n\tverify: true|" $TMPDIR/one.conf
must "the server wants certificates" serve one tls
ok "without one there is no connection" wait_for says relay-riga "no connection: .*\(certificate\|remote error\|recv error\|Closed\)"
stop $relay_riga
stop $centre
URL=tls://riga:guessed@$here start_relay riga --cert $TMPDIR/riga.pem --key $TMPDIR/riga.key --ca $TMPDIR/authority.pem
URL=tls://centre:known@$here start_centre --cert $TMPDIR/server.pem --key $TMPDIR/server.key --ca $TMPDIR/authority.pem
ok "the hall plays on" hall riga club 4 6 10
ok "with certificates the games reach the centre" arrives riga
stop $relay
stop $centre
stop $server

# a large hall: a server of its own, and its games are in that while there is no centre
rm -rf $TMPDIR/riga $TMPDIR/centre
sample one-server hub -e 's/change this, too/changed/' -e 's/change this/known/'
sample hub leaves -e 's/change this for riga/itsown/'
cat $TMPDIR/leaves.conf >>$TMPDIR/hub.conf
must "the hub" serve hub tls
hub=$server hub_url=tls://centre:known@127.0.0.1:$hub_port
sample leaf leaf -e "s|change-this@.*:7422|guessed@127.0.0.1:$hub_leaf|"
must "the hall's server" serve leaf nats
hall riga club 4 1 5
start_relay riga --domain riga
URL=$hub_url start_centre --ca $TMPDIR/authority.pem --source riga
ok "a hall's server whose password is wrong is refused" wait_for says hub "authentication error"
ok "and the centre has nothing of it" not test -e $TMPDIR/centre/export/riga
stop $server
sed -i 's/guessed/itsown/' $TMPDIR/leaf.conf
must "the hall's server, with the right one" serve leaf nats
ok "a leaf node's games reach the centre" arrives riga
ok "which says that the hall is whole" wait_for status_is riga whole
stop $hub KILL
ok "the hall plays on" hall riga club 4 6 15
leaf_has() { [ "$(stream-order nats://127.0.0.1:$leaf_port flagfall riga | cut -d' ' -f1)" = "$(rows riga)" ]; }
ok "its own server has all of it while the hub is gone" wait_for leaf_has
must "the hub is back" serve hub tls
ok "all of it reaches the centre" arrives riga
stop $server KILL
rm -rf $TMPDIR/store-hub
must "the hub with an empty store" serve hub tls
ok "the hall plays on" hall riga club 4 16 20
ok "nothing is missing at the centre" arrives riga
the_end
