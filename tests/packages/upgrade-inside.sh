# SPDX-License-Identifier: GPL-2.0-or-later
# What tests/packages/25-upgrade.sh does in its chroot; the emulated board is the tree's, Flagfall what is installed.
# shellcheck shell=sh disable=SC2086,SC2154
export PATH=/usr/sbin:/usr/bin:/sbin:/bin:/flagfall/build FLAGFALL=/flagfall ROAD=socket TMPDIR=/test/road
mkdir -p $TMPDIR
. /flagfall/tests/road/lib.sh
state=/var/lib/flagfall
apt() { apt-get -qy --no-install-recommends --allow-downgrades "$@"; }
uses() { [ "$(command -v flagfalld)" = /usr/sbin/flagfalld ] && [ "$(command -v flagfallctl)" = /usr/bin/flagfallctl ]; }
sums() { (cd $state && find . -type f ! -name '*.lock' -exec sha256sum {} + | sort); }

must "the older package is installed" apt install /older/flagfall.deb
must "and is what runs here" uses
mkdir -p $state && ln -s $state $TMPDIR/state
ok "a private bus runs" private_bus
ok "the older daemon runs" start_daemon
hands blitz-castling $TMPDIR/trace
must "it sees the board" board UP20 1 $TMPDIR/trace
must "a game starts" start_game UP20 --rulebook fide2023-blitz --time 300 --white Anna --black Boris
ok "ten moves" plays UP20 10
must "are told" after 10
ctl status $game --json >$TMPDIR/status.older
kill_daemon

must "the packages go over it" apt install /built/flagfall_*.deb
ok "the new daemon runs" start_daemon
must "it has the board" wait_for listed UP20
ok "the game is there" wait_for is state running
ok "with its moves" is plies 10
ok "nothing is ruled otherwise" not grep "those in the journal stand" $TMPDIR/daemon.log
ok "and its players" sh -c "flagfallctl --bus '$BUS' status $game --json | grep -q Anna"
ok "the rest is played" plays UP20
must "28 moves are told" after 28
ok "White resigns" ctl claim $game white resign
ok "nothing was lost: the record agrees" record_agrees blitz-castling $TMPDIR/trace --result 0-1
# as the package stops it
stopped() { kill $daemon; wait $daemon; }
ok "the new daemon stops" stopped

sums >$TMPDIR/before
must "the older package comes back over it" apt install /older/flagfall.deb
older_refuses() { timeout 20 flagfalld --bus "$BUS" --no-udev --state $state >$TMPDIR/older.log 2>&1; o_rc=$?; cat $TMPDIR/older.log; [ $o_rc != 0 ] && [ $o_rc != 124 ] && grep -qi "newer" $TMPDIR/older.log; }
ok "the older daemon says that the journal is newer, and ends" older_refuses
ok "and has not touched a byte" sh -c "(cd $state && find . -type f ! -name '*.lock' -exec sha256sum {} + | sort) | diff $TMPDIR/before -"
must "the packages come back" apt install /built/flagfall_*.deb
ok "the new daemon runs again" start_daemon
ok "the finished game is found" sh -c "flagfallctl --bus '$BUS' games | grep -q Anna"
ok "apt remove" apt-get -qy remove flagfall
ok "keeps the record" test -s "$a_pgn"
ok "apt purge" apt-get -qy purge flagfall
ok "keeps it, too" test -s "$a_pgn"
road_end
