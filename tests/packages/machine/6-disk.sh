# SPDX-License-Identifier: GPL-2.0-or-later
# A club that has prepared the machine: games and journal are to lie on a disk of their own, and the group and one of its members are there
# before the package is. The service does not start beside that disk, on an empty folder.
# shellcheck shell=sh disable=SC2086,SC2154,SC2046,SC2034
. /flagfall/tests/packages/machine/lib.sh

ports
groupadd flagfall; useradd -m -G flagfall player; useradd -m visitor
truncate -s 64M /games.disk && /sbin/mkfs.ext4 -q /games.disk && mkdir /var/lib/flagfall
echo '/games.disk /var/lib/flagfall ext4 loop 0 2' >/etc/fstab
systemctl daemon-reload
must "a disk for games" systemctl start var-lib-flagfall.mount
hands blitz-castling $TMPDIR/trace
must "a board is plugged in" early $TMPDIR/trace
must "apt install ./flagfall_*.deb" apt install /packages/flagfall_*.deb
must "the board is there" wait_for listed EARLY
ok "the group is the one that was there" test "$(stat -c %G $(usb_node EARLY))" = flagfall
ok "the disk is the service's" test "$(stat -c %U /var/lib/flagfall)" = flagfall
game=$(as player flagfallctl start EARLY --rulebook fide2023-blitz --time 300 --white Anna --black Boris)
must "who was in the group before starts a game" test -n "$game"
ok "ten moves" plays EARLY 10
must "are told" after 10

systemctl stop flagfalld
must "the disk goes" umount /var/lib/flagfall
ok "nothing lies below it" test -z "$(ls -A /var/lib/flagfall)"
must "the service starts" systemctl start flagfalld
ok "and the disk is back by that" mountpoint -q /var/lib/flagfall
must "it has the board" wait_for listed EARLY
ok "and the game" wait_for is plies 10
ok "which goes on" wait_for is state running
ok "the rest is played" plays EARLY
must "28 moves are told" after 28
ok "White resigns" as player flagfallctl claim $game white resign
ok "the record agrees" record_agrees blitz-castling $TMPDIR/trace --result 0-1

# what makes it impossible: a disk that is not there
systemctl stop flagfalld; umount /var/lib/flagfall; mv /games.disk /games.gone
ok "without its disk the service does not start" not systemctl start flagfalld
ok "and writes nothing in its place" test -z "$(ls -A /var/lib/flagfall)"
stage_end
