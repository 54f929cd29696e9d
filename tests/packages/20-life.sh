#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What apt and dpkg do with the packages on a fresh Debian: installed, removed, purged, installed again, all without a complaint, and
# nothing is left that is not the club's own.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/packages/lib.bash
begin
[ -e "$(ls "$built"/flagfall_*.changes 2>/dev/null)" ] || skip_all "no packages in $built: run tests/packages/10-build.sh"
must "a fresh Debian" base
lower=$(base)

in_debian() { in_chroot "$tmp/debian" "$lower" sh -e -c "$1" </dev/null; }
# What is in its file system, without what apt, dpkg and their like keep of any package that was ever there.
files() {
	in_debian "find / -xdev \( -path /flagfall -o -path /built -o -path /test -o -path /older -o -path '/var/lib/apt/*' -o -path '/var/lib/dpkg/*' \
		-o -path '/var/cache/*' -o -path '/var/log/*' -o -path '/var/lib/systemd/deb-systemd-*' \) -prune -o -print | sort" >"$1"
}
wanted=$(sed -n 's/^Package: //p' debian/control | tr '\n' ' ')
debs() { local p; for p in $1; do ls "$built/${p}"_*.deb; done | sed "s|^$built|/built|" | tr '\n' ' '; }
sound() { in_debian 'dpkg --audit; test -z "$(dpkg --audit)"; dpkg --verify '"$wanted"'; test -z "$(dpkg --verify '"$wanted"')"'; }
quiet() { ! grep -iE 'warning|error|not found|cannot|fail' "$tmp/apt.log"; }

first() { in_debian "$install $(debs flagfall) 2>&1 && flagfallctl --version && flagfalld --version" >"$tmp/first" || { cat "$tmp/first"; return 1; }; }
ok "apt install ./flagfall_*.deb, and nothing else" first
ok "says who may start games, and what to do if a board is not there" grep 'usermod -aG flagfall .* flagfallctl doctor' "$tmp/first"
ok "a repeated installation does not say it again" in_debian "! $install --reinstall $(debs flagfall) 2>&1 | grep usermod"
ok "its user and groups are there" in_debian 'id flagfall && getent group flagfall-operator && id -nG flagfall | grep dialout'
ok "it knows its rulebooks" in_debian 'flagfallctl rules list | grep fide2023-blitz && flagfallctl rules show handbook >/dev/null'
ok "its manual is there" in_debian 'test -s /usr/share/man/man1/flagfallctl.1.gz'
ok "it needs no kernel module, no compiler, no network program" in_debian '! dpkg-query -W flagfall-dkms flagfall-lichess gcc dkms 2>/dev/null | grep -q "[0-9]"'
ok "and is purged" in_debian 'apt-get -qy purge flagfall && apt-get -qy autoremove --purge'

# what all of them need is there first, so that only they make a difference
needs() { in_debian "$install systemd dkms && $install $(debs "$wanted") && apt-get -qy purge $wanted"; }
must "what they need" needs
files "$tmp/before"
all() { in_debian "$install $(debs "$wanted")" >"$tmp/apt.log" 2>&1 || { cat "$tmp/apt.log"; return 1; }; }
ok "all packages are installed together" all
ok "without a warning" quiet
ok "dpkg finds them sound" sound
ok "the unit is enabled" in_debian 'test -L /etc/systemd/system/multi-user.target.wants/flagfalld.service'
ok "the page's socket and the LiveChess' are" in_debian 'cd /etc/systemd/system/sockets.target.wants && test -L flagfall-web.socket && test -L flagfall-web-livechess.socket'
ok "that of the broadcasts is not" in_debian '! test -e /etc/systemd/system/multi-user.target.wants/flagfall-lichess.service'
ok "units are sound" in_debian 'systemd-analyze verify --man=no /lib/systemd/system/flagfall*.service'
ok "udev rules, bus policy and polkit actions lie where they are looked for" in_debian 'ls /usr/lib/udev/rules.d/70-sensorboard.rules \
	/usr/share/dbus-1/system.d/org.flagfall1.conf /usr/share/polkit-1/actions/org.flagfall1.policy /usr/share/polkit-1/rules.d/50-flagfall.rules'
ok "installed once more over itself" all

record='/var/lib/flagfall/games/1.pgn'
in_debian "mkdir -p /var/lib/flagfall/games; echo '1. e4' >$record; echo x >/var/lib/flagfall/journal.db; chown -R flagfall: /var/lib/flagfall"
in_debian "echo 'OPTIONS=--board dgt:/dev/rfcomm0' >/etc/flagfall/flagfalld.conf"
ok "apt remove" in_debian "apt-get -qy remove $wanted"
ok "keeps games and journal" in_debian "grep -q e4 $record && test -s /var/lib/flagfall/journal.db"
ok "installed again" all
ok "what was set in /etc/flagfall is set" in_debian "grep -q rfcomm0 /etc/flagfall/flagfalld.conf && grep -q '^#ROUND=' /etc/flagfall/lichess.conf"
ok "games and journal are there, and are the service's" in_debian "test \$(stat -c %U $record) = flagfall && test -s /var/lib/flagfall/journal.db"
purge() { in_debian "apt-get -qy purge $wanted" >"$tmp/apt.log" 2>&1 || { cat "$tmp/apt.log"; return 1; }; }
ok "apt purge" purge
ok "says that it keeps games, and how to delete them" grep -q 'kept in /var/lib/flagfall.*rm -r /var/lib/flagfall' "$tmp/apt.log"
ok "and keeps them" in_debian "grep -q e4 $record && test -s /var/lib/flagfall/journal.db"
in_debian 'rm -r /var/lib/flagfall'
files "$tmp/after"
ok "nothing else is left" diff "$tmp/before" "$tmp/after"
ok "installed after a purge" all
ok "and removed one by one" in_debian "for p in $wanted; do ! dpkg-query -W \$p || apt-get -qy remove \$p; done"
finish
