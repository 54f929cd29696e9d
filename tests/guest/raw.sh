# SPDX-License-Identifier: GPL-2.0-or-later
# Boards made of bytes, for tests of the module: gadgets of raw-board.c. Source it after lib.sh.

configfs=/sys/kernel/config/usb_gadget

le16() { printf '%02x%02x' $(($1 & 255)) $(($1 >> 8 & 255)); }
le32() { le16 $(($1 & 65535)); le16 $(($1 >> 16 & 65535)); }
le64() { le32 $(($1 & 4294967295)); le32 $(($1 >> 32)); }
text() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n'; [ ${#1} -eq 32 ] || printf '%0*d' $((2 * (32 - ${#1}))) 0; }

# info_hex: the info answer of a sound board; variables change it, e.g. version=9 info_hex
info_hex() {
	printf '%s' ${magic:-53425244}
	printf '%02x%02x%02x%02x' ${version:-1} ${width:-8} ${height:-${width:-8}} ${sensors:-2}
	le32 ${features:-15}; le32 ${scan_us:-2500}; le32 ${boot_id:-77}; le32 0
	text "${model:-Raw board}"; text "${firmware:-raw 1}"; text "${serial-R1}"
}

# board_hex SEQ TIME SQUARES: the whole-board answer; squares are 64 or 100 characters from a1
board_hex() {
	le64 $2; le32 $1; printf '%02x%02x' ${#3} ${lever:-0}; le16 0
	printf '%s' "$3" | od -An -v -tx1 | tr -d ' \n'
}
start_squares=RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr

# report_hex SEQ TIME EVENT…: an event is TYPE,SQUARE,PIECE,DELTA with PIECE a letter or, for a press, 1 or 2
report_hex() {
	seq=$1 time=$2; shift 2
	printf '%02x%02x' 1 $#; le16 $((16 + 8 * $#)); le32 $seq; le64 $time
	for e in "$@"; do
		piece=$(echo $e | cut -d, -f3)
		case $piece in [0-9]*) ;; *) piece=$(printf '%d' "'$piece") ;; esac
		printf '%02x%02x%02x00' $(echo $e | cut -d, -f1) $(echo $e | cut -d, -f2) $piece
		le32 $(echo $e | cut -d, -f4)
	done
}

# raw_gadget NAME VENDOR PRODUCT: a gadget of one FunctionFS function, mounted at $TMPDIR/ffs-NAME, that nobody serves yet
raw_gadget() {
	g=$configfs/$1
	mkdir -p $g/strings/0x409 $g/configs/c.1 $g/functions/ffs.$1 $TMPDIR/ffs-$1 || return 1
	echo $2 >$g/idVendor; echo $3 >$g/idProduct; echo "Flagfall" >$g/strings/0x409/manufacturer
	echo "Raw board" >$g/strings/0x409/product; echo "$1" >$g/strings/0x409/serialnumber
	ln -s $g/functions/ffs.$1 $g/configs/c.1/ || return 1
	mount -t functionfs $1 $TMPDIR/ffs-$1
}
raw_gadget_free() {
	umount $TMPDIR/ffs-$1
	rm $configfs/$1/configs/c.1/ffs.$1
	rmdir $configfs/$1/configs/c.1 $configfs/$1/functions/ffs.$1 $configfs/$1/strings/0x409 $configfs/$1 $TMPDIR/ffs-$1
}

# raw_make NAME VENDOR PRODUCT [PACKET]: a board that is not yet plugged in
raw_make() {
	raw_gadget $1 $2 $3 || return 1
	rm -f $TMPDIR/$1.*
	mkfifo $TMPDIR/$1.in
	raw-board $TMPDIR/ffs-$1 ${4:-64} <$TMPDIR/$1.in >$TMPDIR/$1.out 2>&1 &
	echo $! >$TMPDIR/$1.pid
	sleep 3600 >$TMPDIR/$1.in &	# holds the pipe open
	echo $! >$TMPDIR/$1.holder
	wait_for grep -q ready $TMPDIR/$1.out || { cat $TMPDIR/$1.out; return 1; }
	raw $1 info $(info_hex) && raw $1 board $(board_hex 0 0 $start_squares) && raw $1 out ok
}

# raw NAME COMMAND…: one command of raw-board, to its end
raw() {
	board=$1; shift
	answers=$(grep -cE '^(ok|error)' $TMPDIR/$board.out)
	echo "$*" >$TMPDIR/$board.in
	wait_for raw_answered $board $answers || return 1
	tail -n 1 $TMPDIR/$board.out | grep -q '^ok' || { tail -n 1 $TMPDIR/$board.out; return 1; }
}
raw_answered() { [ $(grep -cE '^(ok|error)' $TMPDIR/$1.out) -gt $2 ]; }

# raw_plug NAME CONTROLLER: returns when the host has set the configuration and asked every driver. What was plugged in there
# before may still be there: the hub takes its time. That the configuration is set is not told before drivers have been asked.
raw_plug() {
	wait_for not raw_on $2 || return 1
	echo dummy_udc.$2 >$configfs/$1/UDC
	wait_for raw_configured $2
}
raw_on() { ls -d /sys/devices/platform/dummy_hcd.$1/usb*/[0-9]*-1; }
raw_configured() { [ "$(cat /sys/devices/platform/dummy_hcd.$1/usb*/[0-9]*-1/bConfigurationValue)" = 1 ]; }
raw_unplug() { echo "" >$configfs/$1/UDC; }

raw_free() {
	raw_unplug $1 2>/dev/null
	kill $(cat $TMPDIR/$1.pid $TMPDIR/$1.holder); wait $(cat $TMPDIR/$1.pid $TMPDIR/$1.holder) 2>/dev/null
	raw_gadget_free $1
	rm -f $TMPDIR/$1.*
}

# raw_sent NAME LINE: the board has been sent that
raw_sent() { wait_for grep -qx "$2" $TMPDIR/$1.out; }

# reads FILE NODE [N]: sb read in the background, to FILE; the node is open when this returns. Sets reader. sb=sb-32 is the program of
# 32 bits.
reads() {
	reads_to=$1; shift
	rm -f $reads_to.open
	${sb-sb} read "$@" >$reads_to 2>$reads_to.open &
	reader=$!
	wait_for grep -qx open $reads_to.open
}
# asleep PROCESS: that has nothing to do but wait
asleep() { grep -q '^State:.S' /proc/$1/status; }

# node_of CONTROLLER: the device node of the board that is plugged in there, once it is made
node_of() {
	for d in /sys/devices/platform/dummy_hcd.$1/usb*/*/*/sensorboard/sensorboard*; do
		[ -e "$d" ] && echo /dev/${d##*/} && return 0
	done
	return 1
}
