#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Who a hall is, from a file that nobody else may read: a key and a token as nsc makes them, with a server that knows the operator's public
# key alone; a name and a password; a token. What is wrong with a file is said, and one that was put right is taken without a restart.
# shellcheck source=lib.sh source=samples.sh source=keys.sh disable=SC2086,SC2154,SC2016
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/samples.sh"
. "$(dirname "$0")/keys.sh"
command -v openssl >/dev/null || { echo "1..0"; echo "ok 1 - credentials # SKIP openssl is not installed (make deps)"; exit 0; }

# account NAME [LIMITS]: its key and its token
account() {
	make_key $1 account && make_token $1 operator "\"type\":\"account\",\"limits\":{\"subs\":-1,\"data\":-1,\"payload\":-1,\"imports\":-1,\"exports\":-1,\"wildcards\":true,\"conn\":-1,\"leaf\":-1${2-}}"
}
# user NAME ACCOUNT [PERMISSIONS [EXPIRES]]: its key, its token and its file; a key that is there stays
user() {
	[ -e $TMPDIR/$1.key ] || make_key $1 user || return 1
	make_token $1 $2 "\"type\":\"user\",\"subs\":-1,\"data\":-1,\"payload\":-1${3-}" "${4-}" && make_creds $1
}
# words PREFIX: the list of a sample's permission as JSON: of nsc's option --allow-pub or --allow-sub
words() { sed -n "s/.*--allow-$1 '\([^']*\)'.*/\1/p" "$FLAGFALL/doc/nats/operator.conf" | sed 's/,/","/g;s/.*/"&"/'; }
make_operator() { make_key operator operator && make_token operator operator '"type":"operator"'; }
may=",\"pub\":{\"allow\":[$(words pub)]},\"sub\":{\"allow\":[$(words sub)]}"

must "an authority" certificate authority authority
must "the server's certificate" certificate server server authority
must "an operator" make_operator
must "the servers' own account" account system
must "the games' account" account games ',"mem_storage":-1,"disk_storage":-1,"streams":-1,"consumer":-1'
must "another one" account others
must "the centre is a user" user centre games
must "and a hall, with what the sample allows" user riga games "$may"
must "one of another account" user stranger others
sample operator operator -e "s|OPERATOR_JWT|$(cat $TMPDIR/operator.jwt)|" -e "s|SYSTEM_ACCOUNT|$(cat $TMPDIR/system.id)|" \
	-e "s|GAMES_ACCOUNT|$(cat $TMPDIR/games.id)|" -e "s|SYSTEM_JWT|$(cat $TMPDIR/system.jwt)|" -e "s|GAMES_JWT|$(cat $TMPDIR/games.jwt)|"
must "the sample for a server that knows its users by keys" serve operator tls
ok "the hall's first turns" hall riga club 4 1 5
start_centre --ca $TMPDIR/authority.pem --creds $TMPDIR/centre.creds

# files that are not there, of yesterday, not what they should be, another's
start_relay riga --ca $TMPDIR/authority.pem --creds $TMPDIR/hall.creds
ok "a file that is not there is said" wait_for says relay-riga "no connection: .*hall.creds"
user riga games "$may" $(($(date +%s) - 60))
cp $TMPDIR/riga.creds $TMPDIR/hall.creds
ok "who has expired is refused" wait_for says relay-riga "no connection: .*Authorization Violation"
: >$TMPDIR/relay-riga.log
echo "nothing" >$TMPDIR/hall.creds
ok "a file that has no credentials is said" wait_for says relay-riga "no connection: .*hall.creds"
: >$TMPDIR/relay-riga.log
cp $TMPDIR/stranger.creds $TMPDIR/hall.creds
ok "who is of an account that the server does not know is refused" wait_for says relay-riga "no connection: .*Authorization Violation"
ok "nothing of it is at the centre" not test -e $TMPDIR/centre/export/riga
user riga games "$may"
cp $TMPDIR/riga.creds $TMPDIR/hall.creds
ok "credentials that were put right are taken" wait_for says relay-riga "flagfall-relay: connected"
ok "the centre has the hall's games" arrives riga
relay_riga=$relay
ln -s riga $TMPDIR/tallinn
start_relay tallinn --ca $TMPDIR/authority.pem --creds $TMPDIR/riga.creds
ok "a user publishes no other hall's games" wait_for says operator "Publish Violation.*tallinn"
stop $relay
stop $relay_riga
stop $centre
stop $server

# a name and a password, of the sample for one server
sample one-server one -e 's/change this, too/known to riga/' -e 's/change this/known/'
must "the sample for one server" serve one tls
: >$TMPDIR/relay-riga.log
rm -rf $TMPDIR/centre $TMPDIR/riga
hall riga club 4 1 5
echo "centre:known" >$TMPDIR/centre.login
start_centre --ca $TMPDIR/authority.pem --login $TMPDIR/centre.login
start_relay riga --ca $TMPDIR/authority.pem --login $TMPDIR/hall.login
ok "a login that is not there is said" wait_for says relay-riga "no connection: .*hall.login: No such file"
: >$TMPDIR/hall.login
ok "an empty one is, too" wait_for says relay-riga "hall.login: a line USER:PASSWORD or a token is expected"
echo "riga:guessed" >$TMPDIR/hall.login
ok "a wrong password is refused" wait_for says relay-riga "no connection: Authorization Violation"
echo "riga:known to riga" >$TMPDIR/hall.login
ok "one that was put right is taken" wait_for says relay-riga "flagfall-relay: connected"
ok "the centre has the hall's games" arrives riga
hidden() { ! tr '\0' ' ' </proc/$relay/cmdline | grep -q "known"; }
ok "who looks at the processes sees no password" hidden
stop $relay
stop $centre
stop $server

# a token
printf 'listen: 127.0.0.1:PORT\njetstream { store_dir: %s }\nauthorization { token: tokenofwords }\n' $TMPDIR/store-token >$TMPDIR/token.conf
must "a server that asks for a token" serve token nats
: >$TMPDIR/relay-riga.log
rm -rf $TMPDIR/centre
echo "tokenofwords" >$TMPDIR/token
start_centre --login $TMPDIR/token
start_relay riga --login $TMPDIR/token
ok "by a token the games reach the centre" arrives riga
the_end
