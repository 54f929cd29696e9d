#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# flagfall-web from outside: usage, its unit, completion and man page. What it serves is tested in tests/web.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
web=$PWD/build/flagfall-web
refused() { timeout 60 "$web" "$@"; }
[ -x "$web" ] || { skip "flagfall-web" "it is not built: libwebsockets is not installed"; plan; exit; }
none=unix:path=$work/no-bus

expect "--help" 0 "Serves what flagfalld tells everybody" "" "$web" --help
expect "too many words" 2 "" "too many words: \"here\"" "$web" here
expect "no address" 1 "" "\"8964\" is not ADDRESS:PORT" refused --bus "$none" --listen 8964
expect "an address that is a name" 1 "" "\"hall:8964\": an address in numbers is needed" refused --bus "$none" --listen hall:8964
expect "an address that is not this machine's" 1 "" "192.0.2.1:8964: Cannot assign" refused --bus "$none" --listen 192.0.2.1:8964
expect "an origin is a URL" 2 "" "--origin: \"club.example\" does not begin with https:// or http://" "$web" --origin club.example
expect "a certificate needs its key" 2 "" "--cert and --key are given together" "$web" --cert x.pem
expect "a certificate that is not there" 1 "" "$work/x.pem and $work/y.pem cannot be used" \
	refused --bus "$none" --listen 127.0.0.1:0 --cert "$work/x.pem" --key "$work/y.pem"
expect "connections are a number" 2 "" "--connections: \"many\" is not a number from 1 to 60000" "$web" --connections many
expect "a number that is too large is none of a smaller one" 2 "" "--connections: \"4294967297\" is not a number from 1 to 60000" "$web" --connections 4294967297

"$web" --bus "$none" --listen 127.0.0.1:0 --listen '[::1]:0' --livechess 127.0.0.1:0 >"$work/said" 2>"$work/err" & pid=$!
until has_ended $pid || grep -q '^ws:' "$work/said"; do read -rt 0.05 <> <(:); done
check "it prints where it is" grep -qE '^http://127\.0\.0\.1:[0-9]+/$' "$work/said"
check "and where a LiveChess is" grep -qE '^ws://127\.0\.0\.1:[0-9]+/api/v1\.0$' "$work/said"
kill -TERM $pid
wait $pid; status=$?
check "it ends when it is asked to" test $status -eq 0

unit=build/data/flagfall-web.service
check "its user is its own" grep -q '^User=flagfall-web$' "$unit"
check "and in no group that may act" bash -c "! grep -hE '^(SupplementaryGroups|m )' '$unit' build/data/flagfall-web.sysusers"
check "it listens on this machine alone" bash -c "! grep -h '^ListenStream=' build/data/flagfall-web.socket build/data/flagfall-web-livechess.socket | grep -vE '127\.0\.0\.1|\[::1\]'"
has_little_to_harm "$web"
options_are_told "$web"
plan
