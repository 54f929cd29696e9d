#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The page's marks of a move: from, to, the squares on which a capture landed, and what it took. Needs node.
command -v node >/dev/null || { echo "1..1"; echo "ok 1 - what a move marks # SKIP node is not installed here"; exit 0; }
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp web/page/position.js "$work/position.mjs"
cp tests/web/paths.mjs "$work/"
node "$work/paths.mjs"
