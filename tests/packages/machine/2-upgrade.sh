# SPDX-License-Identifier: GPL-2.0-or-later
# A fresh Debian with the older Flagfall, which begins a game; the packages go over it in mid-game. The machine goes down with the game
# running, and the next stage finds it so.
# shellcheck shell=sh disable=SC2086,SC2154,SC2046,SC2034
. /flagfall/tests/packages/machine/lib.sh

ports
useradd -m player; useradd -m visitor
hands blitz-castling $TMPDIR/trace
must "the older Flagfall is installed" apt install /packages/older.deb
must "a board is plugged in" early $TMPDIR/trace
must "it is seen" wait_for listed EARLY
usermod -aG flagfall player
game=$(as player flagfallctl start EARLY --rulebook fide2023-blitz --time 300 --white Anna --black Boris)
must "a member of the group starts a game" test -n "$game"
echo $game >$TMPDIR/game
ok "ten moves" plays EARLY 10
must "are told" after 10
older=$(systemctl show -P MainPID flagfalld)
flagfallctl status $game --json >$TMPDIR/status.older

must "the packages go over it in mid-game" apt install /packages/flagfall*_*.deb
another() { a_pid=$(systemctl show -P MainPID flagfalld); [ "$a_pid" != 0 ] && [ "$a_pid" != $older ] && listed EARLY; }
must "the new daemon runs, and has the board" wait_for another
ok "without a word of a failure" shows Result success
ok "the game is there" wait_for is state running
ok "with its moves" is plies 10
ok "and its players" is white Anna
same() { for s_field in white_us black_us; do s_was=$(sed -n "s/.*\"$s_field\":\([0-9]*\).*/\1/p" $TMPDIR/status.older); is $s_field "$s_was" || return 1; done; }
ok "and the clocks as they were" same
ok "nothing is ruled otherwise" sh -c '! journalctl -q --no-pager -b -u flagfalld | grep "those in the journal stand"'
ok "eight more moves" plays EARLY 18
must "are told by the new one" after 18
ok "the sandbox refused nothing" refused_nothing flagfalld
stage_end
