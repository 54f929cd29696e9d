#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The pictures of a board's wiring are those that firmware/wiring/draw makes of the firmware's table of pins.
. "$(dirname "$0")/lib.bash"

# drawn_otherwise FOLDER: pictures there that are not the table's
drawn_otherwise() {
	local size
	for size in 8 10; do
		firmware/wiring/draw $size | cmp -s - "$1/wiring-${size}x$size.svg" || echo "$1/wiring-${size}x$size.svg: firmware/wiring/draw $size draws another"
	done
}
cp doc/wiring-8x8.svg "$scratch"
sed 's/PF4/PF5/' doc/wiring-10x10.svg >"$scratch/wiring-10x10.svg"
result "a picture of other pins is found" "$(diff <(echo "$scratch/wiring-10x10.svg: firmware/wiring/draw 10 draws another") <(drawn_otherwise "$scratch"))"
result "the pictures are of the pins that the firmware has" "$(drawn_otherwise doc)"
result "each file and rank has a pin" "$(for n in 8 10; do grep -c '(P[B-F][0-7])</text>' doc/wiring-${n}x$n.svg; done | diff <(printf '18\n17\n') -)"
plan
