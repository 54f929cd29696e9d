#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The page says the same in each of its languages, and everything that it asks for has a text.
. "$(dirname "$0")/lib.bash"

keys() { sed -n '/^#/d;s/ = .*//p' "$1"; }
# lacks FOLDER: keys that a language or the page has, and another language has not
lacks() {
	local file
	for file in "$1"/texts-*.txt; do
		{
			cat "$1"/texts-*.txt | sed -n '/^#/d;s/ = .*//p'
			grep -ohE 'say\("[a-z-]+"' "$1"/*.js | sed 's/say("//;s/"$//' | grep -v -- '-$'
			cat "$1"/*.c "$1"/../pages/*.c 2>/dev/null | tr '\n' ' ' | grep -oE 'put_words?\(p, [^;]*' | grep -oE '"[a-zA-Z/0-9-]+"' | tr -d '"' | grep -vxE 'white|black|full|half|n|round|points|rank|ties|table|title|name|elo|host'
		} | sort -u | grep -vxFf <(keys "$file") | sed "s|^|${file##*/} lacks |"
	done
}
cp web/page/texts-*.txt web/page/*.js "$scratch"
sed -i '/^nothing = /d' "$scratch/texts-de.txt"
echo 'say("planted")' >>"$scratch/page.js"
found=$(lacks "$scratch")
finds "a text that one language lacks is found" '^texts-de.txt lacks nothing$' "$found"
finds "a text that the page asks for is found" '^texts-en.txt lacks planted$' "$found"
result "each language says all that the page asks for" "$(lacks web/page)"
result "no script or style stands in the page itself, and nothing comes from elsewhere" "$(grep -nE '<style|style=|<script>| on[a-z]+="|https?://' web/page/index.html; grep -nE 'innerHTML|insertAdjacentHTML|document\.write|eval\(' web/page/*.js; grep -nE 'https?://|@import|url\(' web/page/page.css)"
plan
