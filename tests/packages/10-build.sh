#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The packages, source and binary, built by dpkg-buildpackage in a chroot with nothing but what debian/control asks for; and what
# lintian says of them.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/packages/lib.bash
begin
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)

# The tree as git has it, with what is not committed yet.
unpacked() { mkdir -p "$1" && git ls-files -z | xargs -0 cp --parents -t "$1"; }
build() { # as a user: the build may not need root
	in_chroot "$tmp/build" "$1" sh -e -c "
		useradd -m builder; chown -R builder /test/source
		su builder -c 'cd /test/source/flagfall-$version && DEB_BUILD_OPTIONS=parallel=$(nproc) dpkg-buildpackage -us -uc'" </dev/null
}
packages() { sed -n 's/^Package: //p' debian/control; }
names() { local p; for p in $(packages); do ls "$built/${p}_$version"_*.deb || return 1; done; }

must "a chroot with what debian/control asks for" builder
layers=$(builder)
must "the tree as git has it" unpacked "$tmp/source/flagfall-$version"
must "dpkg-buildpackage builds source and packages, as a user" build "$layers"
rm -rf "$built"; mkdir -p "$built"
find "$tmp/source" -maxdepth 1 -type f -exec mv -t "$built" {} +
ok "a package each" names
ok "debug symbols are packages of their own" ls "$built/flagfall-dbgsym_${version}_$(dpkg --print-architecture).deb"

lint() { # as a user, too: lintian warns of root
	in_chroot "$tmp/lint" "$1" sh -c "useradd -m linter; su linter -c 'lintian --pedantic --display-info --fail-on error,warning,pedantic,info /built/*.changes'"
}
explained() { # each override follows its reason
	find debian -name '*lintian-overrides' -exec awk 'FNR == 1 { said = 0 } /^#/ { said = 1; next } NF && !said { print FILENAME ": " $0; bad = 1 } { said = 0 }
		END { exit bad }' {} +
}
lintian_layer() { layer lintian "$(base)" sh -c "$install lintian"; }
must "a chroot with lintian" lintian_layer
ok "lintian has nothing to say, pedantic" lint "$(lintian_layer)"
ok "each override says why" explained
finish
