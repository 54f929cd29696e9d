#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A hall that is put back to a copy from before a round: the centre's export has no such round either, and what was there of it is kept
# beside it. A round that is begun anew is another one, and a hall that has lost its stream database alone has lost no round.
# shellcheck source=lib.sh disable=SC2086,SC2154
. "$(dirname "$0")/lib.sh"

# copied HALL, put_back HALL: its state
copied() { cp -a $TMPDIR/$1 $TMPDIR/copy-$1; }
put_back() { rm -rf "$TMPDIR/${1:?}" && mv $TMPDIR/copy-$1 $TMPDIR/$1; }
# of ROUND HALL FROM TO: turns of that round
of() { o_round=$1; shift; ROUND=$o_round hall $1 club 2 $2 $3; }
kept() { [ "$(find $TMPDIR/centre/lost/north/club -name 'round-2.*' | wc -l)" = $1 ]; }

must "a server runs" start_server
ok "the hall's first round" of 1 north 1 60
ok "another hall's" of 1 south 1 10
start_relay north
relay_north=$relay
start_relay south
relay_south=$relay
start_centre
must "they reach the centre" arrives north
ok "of both halls" arrives south
stop $relay_north
stop $relay_south
for hall in north south; do ok "$hall is copied" copied $hall; done
ok "one plays a second round" of 2 south 1 6
start_relay south
relay_south=$relay
ok "which reaches the centre" arrives south
start_relay north
relay_north=$relay
ok "and the other" of 2 north 1 10
ok "which reaches the centre" arrives north
cp -a $TMPDIR/centre/export/north/club/round-2 $TMPDIR/round-2
stop $relay_north
must "the copy is put back" put_back north
start_relay north
relay_north=$relay
ok "the centre's export is as the hall's" wait_for same north
ok "which it says" says centre "hall north has no round 2 of club any more: what is here of it is now in .*/lost/north/club/round-2\."
ok "what was there is kept" kept 1
ok "whole" diff -r $TMPDIR/round-2 $TMPDIR/centre/lost/north/club/round-2.*
ok "and of the other hall nothing is lost" same south
stop $centre
start_centre
ok "the hall begins the round anew" of 2 north 1 4
ok "which reaches the centre" wait_for same north
ok "the centre is whole" wait_for status_is north whole

# the database is lost, and the rounds are not; it has what the hall sends from then on
stop $relay_north
cp -a $TMPDIR/centre/export/north $TMPDIR/before
rm $TMPDIR/north/relay/stream.db*
ok "it plays on without what its database had" of 2 north 5 8
start_relay north
relay_north=$relay
ok "it is whole again" wait_for status_is north whole
# the other hall loses its second: so the centre has looked at both
stop $relay_south
must "the other hall is put back" put_back south
start_relay south
ok "it has no second round any more" wait_for says centre "hall south has no round 2"
ok "and the centre's export has none" wait_for same south
ok "the first round is there as it was" diff -r $TMPDIR/before/club/round-1 $TMPDIR/centre/export/north/club/round-1
ok "and what was kept is" kept 1
the_end
