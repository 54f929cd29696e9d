#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# emulate --bytes: what each kind of board sends, without anybody who asks it for it. At the trace's end all of the trace is in the file.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

# 1. e4, on boards that name their pieces and on one that does not
for sensors in piece-id presence; do
	build/flagfall-hands --sensors $sensors tests/games/blitz-mate.json | sed '/"press"/q' >"$work/$sensors.jsonl"
done

# The daemon of the machine is another user than who emulates a board for it.
for kind in native dgt; do
	mkfifo "$work/$kind"
	"$ctl" emulate $kind "$work/piece-id.jsonl" --wait --link "$work/$kind.link" <"$work/$kind" >"$work/said" 2>&1 & board=$!
	exec 3>"$work/$kind"
	until [ -e "$work/$kind.link" ]; do has_ended $board && break; read -rt 0.05 <> <(:); done
	check "any user may read an emulated board: $kind" [ "$(stat -L -c %a "$work/$kind.link")" = 666 ]
	echo quit >&3
	exec 3>&-
	wait $board
done

# sends KIND TRACE: the bytes of a board from a second of its time before the first event to two seconds after the last
sends() {
	local kind=$1 trace=$2 said over=''
	# what the board before said is gone before anybody reads: else its last word is taken for this one's
	rm -f "$work/bytes" "$work/orders" "$work/said"; mkfifo "$work/orders"; : >"$work/said"
	"$ctl" emulate "$kind" "$trace" --bytes "$work/bytes" --wait --speed 20 <"$work/orders" >"$work/said" 2>&1 & board=$!
	exec 3>"$work/orders"
	echo "rest 1000" >&3
	while read -r said; do
		case $said in
		rested) [ -z "$over" ] || break; echo play >&3 ;;
		played) over=1; echo "rest 2000" >&3 ;;
		esac
	done < <(tail -n +1 -f --pid=$board "$work/said")
	echo quit >&3
	exec 3>&-
	wait $board
}

# The move in each board's own words; of boards that say all squares again and again, the last word is another than the first.
hex() { xxd -p -c 0 "$work/bytes"; }
seven_bits() { perl -0777 -pe 's/(.)/chr(ord($1) & 127)/ges' "$work/bytes"; }
differ() { [ "$(sort -u <<<"$1" | wc -l)" -gt 1 ] && [ "$(head -n 1 <<<"$1")" != "$(tail -n 1 <<<"$1")" ]; }
declare -A shows=(
	[dgt]='hex | grep "^860043" | grep 8e00053300 | grep -q 8e00052301'
	[chessnut]='differ "$(hex | grep -oE "0124.{64}")"'
	[certabo]='differ "$(tr -d "\n" <"$work/bytes" | grep -oE ":[0-9 ]{500,}")"'
	[sentio]='differ "$(grep -aoE "^:[0-9 ]{14,}" "$work/bytes")"'
	[millennium]='differ "$(seven_bits | grep -aoE "s[rnbqkpRNBQKP.]{64}")"'
	[cpp]='tail -n 1 "$work/bytes" | grep -q "^state rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR"'
	[cpp-plain]='tail -n 1 "$work/bytes" | grep -qF "state ????????/????????/8/8/3?4/8/???1????/????????"'
)
for kind in $(emulated_kinds); do
	case $kind in native*) continue ;; esac # these are on a socket
	trace=$work/piece-id.jsonl
	[ "$kind" != cpp-plain ] || trace=$work/presence.jsonl
	sends "$kind" "$trace"
	check "$kind: the file tells of the move" eval "${shows[$kind]-test -s "$work/bytes"}"
done
plan
