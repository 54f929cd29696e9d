#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# make install puts everything where its readers look, a program builds against the installed library, uninstall leaves nothing.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
unset MAKEFLAGS MAKELEVEL MFLAGS
dest=$work/dest
check "make install" make install DESTDIR="$dest"

is_there() { if [ -s "$dest/$1" ]; then pass "$1"; else fail "$1" "is not installed"; fi; }
for f in usr/local/bin/flagfallctl usr/local/bin/flagfall-lichess usr/local/lib/systemd/system/flagfall-lichess.service usr/local/bin/flagfall-web usr/local/lib/systemd/system/flagfall-web.service usr/local/lib/systemd/system/flagfall-web.socket usr/local/lib/systemd/system/flagfall-web-livechess.socket usr/local/lib/sysusers.d/flagfall-web.conf usr/local/sbin/flagfalld usr/local/include/libboard/board.h usr/local/lib/libboard.so usr/local/lib/libboard.so.0 \
	usr/local/lib/libboard.a usr/local/lib/pkgconfig/libboard.pc usr/local/share/man/man1/flagfallctl.1 \
	usr/local/share/bash-completion/completions/flagfallctl usr/local/share/zsh/site-functions/_flagfallctl \
	usr/local/share/fish/vendor_completions.d/flagfallctl.fish usr/local/share/doc/flagfall/README.md \
	usr/local/share/flagfall/rules/fide2023-blitz.yaml usr/local/share/flagfall/rules/wbca-1992.yaml \
	usr/local/lib/systemd/system/flagfalld.service usr/local/share/dbus-1/system-services/org.flagfall1.service \
	usr/share/polkit-1/actions/org.flagfall1.policy usr/share/polkit-1/rules.d/50-flagfall.rules \
	etc/flagfall/flagfalld.conf etc/flagfall/lichess.conf etc/flagfall/web.conf \
	etc/dbus-1/system.d/org.flagfall1.conf usr/local/lib/sysusers.d/flagfall.conf; do
	is_there "$f"
done
found=$(cd "$dest" 2>/dev/null && ls usr/local/lib/udev/rules.d/*sensorboard*.rules 2>/dev/null)
if [ -n "$found" ]; then pass "udev rules"; else fail "udev rules" "are not installed"; fi

left=$(grep -rIlE '@[A-Z]+@' "$dest" --include='*.service' --include='*.conf' --include='*.pc' --include='*.rules' 2>/dev/null)
if [ -z "$left" ]; then pass "no @NAME@ is left to be filled in"; else fail "no @NAME@ is left to be filled in" "$left"; fi
unit=$(sed -n 's/^ExecStart=\([^ ]*\).*/\1/p' "$dest/usr/local/lib/systemd/system/flagfalld.service" 2>/dev/null)
if [ -x "$dest$unit" ] && [ -n "$unit" ]; then pass "the unit starts what is installed"; else fail "the unit starts what is installed" "$unit"; fi

# The man page of the device says what to include.
if sed -n 's/^\.In \(.*\)/#include <\1>/p' man/man4/sensorboard.4 | gcc -std=c11 -Wall -Wextra -Werror -fsyntax-only -I "$dest/usr/local/include" -x c - &&
	grep -q '^\.In ' man/man4/sensorboard.4; then pass "sensorboard(4)'s header"; else fail "sensorboard(4)'s header" "does not compile"; fi

cat >"$work/use.c" <<'END'
#include <libboard/board.h>
#include <stdio.h>
int main(void)
{
	struct board *board = NULL;
	int r = board_open("trace:/nonexistent", NULL, &board);

	puts(board_error(NULL));
	return r < 0 ? 0 : 1;
}
END
export PKG_CONFIG_SYSROOT_DIR=$dest PKG_CONFIG_PATH=$dest/usr/local/lib/pkgconfig
build_against() { # shellcheck disable=SC2046
	cc -Wall -Werror -o "$work/use" "$work/use.c" $(pkg-config --cflags --libs libboard); }
check "a program builds with pkg-config's flags for libboard" build_against
expect "and runs with the installed library" 0 "nonexistent" "" env LD_LIBRARY_PATH="$dest/usr/local/lib" "$work/use"

expect "the installed flagfallctl runs" 0 "flagfallctl" "" "$dest/usr/local/bin/flagfallctl" --version
check "make install-dkms" make install-dkms DESTDIR="$dest"
if grep -q 'PACKAGE_VERSION="[0-9]' "$dest"/usr/src/flagfall-*/dkms.conf; then pass "dkms.conf names the version"; else fail "dkms.conf names the version"; fi

# What the units read is complete in its comments, and is the machine's own once it is there.
said=$(sed -n 's/^#\([A-Z]*=\)/\1/p' "$dest"/etc/flagfall/*.conf | sed 's/=.*//' | sort -u | tr '\n' ' ')
asked=$(sed -n '/^ExecStart=/s/[^$]*\$[{]\{0,1\}\([A-Z_]*\)[}]\{0,1\}/\1 /gp' "$dest"/usr/local/lib/systemd/system/*.service | tr ' /' '\n\n' | grep -E '^[A-Z]+$' | sort -u | tr '\n' ' ')
if [ -n "$asked" ] && [ "$said" = "$asked" ]; then pass "the files in /etc/flagfall explain all that the units ask for"; else fail "the files in /etc/flagfall explain all that the units ask for" "$said, not $asked"; fi
echo 'OPTIONS=--board dgt:/dev/rfcomm0' >"$dest/etc/flagfall/flagfalld.conf"
check "make install once more" make install DESTDIR="$dest"
if grep -q rfcomm0 "$dest/etc/flagfall/flagfalld.conf"; then pass "a changed file stays as it is"; else fail "a changed file stays as it is"; fi

check "make uninstall" make uninstall DESTDIR="$dest"
left=$(find "$dest" -path "$dest/usr/src" -prune -o ! -type d -print)
if [ "$left" = "$dest/etc/flagfall/flagfalld.conf" ]; then pass "uninstall leaves nothing but that"; else fail "uninstall leaves nothing but that" "$left"; fi
plan
