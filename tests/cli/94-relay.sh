#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# flagfall-relay and flagfall-centre from outside: usage, units, completion and man pages. What travels is tested in tests/relay.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
relay=$PWD/build/flagfall-relay centre=$PWD/build/flagfall-centre
[ -x "$relay" ] || { skip "flagfall-relay" "it is not built: libnats is not installed"; plan; exit; }

expect "--help of the relay" 0 "Publishes what is public of the games of this hall" "" "$relay" --help
expect "--help of the centre" 0 "Gathers the games of all halls" "" "$centre" --help
expect "what a relay requires" 2 "" "flagfall-relay: --hall and --nats are required" "$relay" --hall riga
expect "what a centre requires" 2 "" "flagfall-centre: --nats is required" "$centre"
expect "a hall's name" 2 "" "--hall: \"Rīga 1\" is not a name of letters, digits, \"-\" and \"_\"" "$relay" --hall "Rīga 1"
expect "a domain's name" 2 "" "--source: \"a.b\" is not a name of letters, digits, \"-\" and \"_\"" "$centre" --source a.b
expect "too many words" 2 "" "too many words: \"here\"" "$relay" here
expect "a word that is none of the centre's" 2 "" "\"state\" is not known; \"status\" and \"accept HALL\" are" "$centre" state
expect "a hall is accepted by its name" 2 "" "accept: which hall?" "$centre" accept
for number in 0 4097 many 5x "" -1 99999999999999999999; do
	expect "the window is a number, not \"$number\"" 2 "" "--window: \"$number\" is not a whole number from 1 to 4096" "$relay" --window "$number"
done
expect "replicas are a number" 2 "" "--replicas: \"6\" is not a whole number from 1 to 5" "$relay" --replicas 6
expect "… of the centre, too" 2 "" "--replicas: \"6\" is not a whole number from 1 to 5" "$centre" --replicas 6
expect "a certificate needs its key" 2 "" "--cert and --key belong together" "$relay" --cert x.pem
expect "credentials of one kind" 2 "" "--creds or --login, not both" "$relay" --hall riga --nats nats://127.0.0.1 --creds x --login y
for none in "," "" " , "; do
	expect "servers without an address, \"$none\"" 2 "" "flagfall-relay: --nats: no server is named" timeout 60 "$relay" --hall riga --nats "$none"
	expect "… of the centre" 2 "" "flagfall-centre: --nats: no server is named" timeout 60 "$centre" --state "$work/centre" --nats "$none"
done
expect "a hall without a name" 2 "" "--hall: \"\" is not a name" timeout 60 "$relay" --hall "" --nats nats://127.0.0.1:1
expect "a folder that cannot be made" 1 "" "^<3>flagfall-centre: /dev/null/x: Not a directory $" timeout 60 "$centre" --state /dev/null/x --nats nats://127.0.0.1:1

# Nobody is there: that is said, once, and by "status", and both end when they are asked to.
"$relay" --stream "$work/none/stream.db" --hall riga --nats nats://127.0.0.1:1 2>"$work/relay.err" & relay_pid=$!
"$centre" --state "$work/centre" --nats nats://127.0.0.1:1 2>"$work/centre.err" & centre_pid=$!
for program in relay centre; do
	until grep -qs . "$work/$program.err"; do read -rt 0.05 <> <(:); done
done
is_told() { "$centre" status --state "$work/centre" | grep -q "^The centre has no connection to its servers: No server available for connection at nats://127.0.0.1:1\.$"; }
for _ in $(seq 600); do is_told && break; read -rt 0.1 <> <(:); done
check "status says it" is_told
kill $relay_pid $centre_pid
check "the relay ends" wait $relay_pid
check "and the centre" wait $centre_pid
nobody="there is no connection: No server available for connection at nats://127.0.0.1:1"
check "the relay has said it" diff "$work/relay.err" - <<<"<4>flagfall-relay: $nobody; what is published waits in the stream database"
check "and so has the centre" diff "$work/centre.err" - <<<"<4>flagfall-centre: $nobody; it is looked for"
expect "a centre that has ended" 0 "^The centre does not run; this is what it knew last\. No hall has said anything yet\. $" "" "$centre" status --state "$work/centre"

expect "no centre has run" 1 "" "no centre has run with this state" "$centre" status --state "$work/none"

# A user that stays: with one that the service manager makes up, what is gathered lies below a folder that nobody else may enter.
for unit in flagfall-centre flagfall-centre-page; do
	check "$unit has a user that stays" grep -q '^User=flagfall-centre$' build/data/$unit.service
	check "and no other one" sh -c '! grep "^DynamicUser=" "$1"' - build/data/$unit.service
done
if command -v systemd-sysusers >/dev/null; then
	check "who is made at installation" sh -c 'systemd-sysusers --root="$1" --dry-run "$2" 2>&1 | grep -q "flagfall-centre"' - "$work" "$PWD/build/data/flagfall-centre.sysusers"
else
	skip "who is made at installation" "systemd-sysusers is not installed"
fi
state=$(mktemp -d)
trap 'end_jobs; rm -rf "$work" "$state"' EXIT
chmod 755 "$state"
(umask 0022; exec timeout 60 "$centre" --state "$state/centre" --nats nats://127.0.0.1:1) 2>"$work/readable.err" & centre_pid=$!
until grep -qs . "$work/readable.err"; do read -rt 0.05 <> <(:); done
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && setpriv --reuid 65534 --clear-groups test -x "$centre"; then
	check "another user is told how it is" sh -c 'setpriv --reuid 65534 --clear-groups "$1" status --state "$2" | grep "no connection"' - "$centre" "$state/centre"
	check "and may not accept a hall" sh -c '! setpriv --reuid 65534 --clear-groups "$1" accept riga --state "$2"' - "$centre" "$state/centre"
else
	skip "another user is told how it is" "this is not root, or the program is out of others' reach"
fi
kill $centre_pid; wait $centre_pid
check "everybody may enter its folder" sh -c '[ "$(stat -c %a "$1")" = 755 ]' - "$state/centre"
check "and read its file" sh -c '[ "$(stat -c %a "$1")" = 644 ]' - "$state/centre/centre.db"

for program in "$relay" "$centre"; do
	has_little_to_harm "$program"
	options_are_told "$program"
done
has_watchdog "$relay" --stream "$work/none/stream.db" --hall riga --nats nats://127.0.0.1:1
has_watchdog "$centre" --state "$work/centre" --nats nats://127.0.0.1:1
if [ -x build/flagfall-web ]; then
	page=build/data/flagfall-centre-page.service
	check "the page runs as the centre's user" grep -q '^User=flagfall-centre$' "$page"
	check "and writes nothing of the centre's" grep -q '^ReadOnlyPaths=/var/lib/flagfall-centre$' "$page"
	has_little_to_harm "$PWD/build/flagfall-centre-page"
	check "it is waited for, and watched" grep -q '^WatchdogSec=' "$page"
	ports() { sed -n "s/^\(ListenStream\|Environment\)=.*:\([0-9]*\)\"*$/\2/p" "$1" | sort -u; }
	check "it does not take the port of a hall's page, which flagfall-web opens" [ "$(ports "$page")" != "$(ports build/data/flagfall-web.socket)" ]
	check "and has one" [ -n "$(ports "$page")" ]
	check "without its program it fails to start" grep -q '^AssertFileIsExecutable=' "$page"
fi
plan
