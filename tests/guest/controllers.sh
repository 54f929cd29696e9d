# SPDX-License-Identifier: GPL-2.0-or-later
# Boards behind the host controllers that people have, as QEMU emulates them: full speed behind xHCI, high speed behind EHCI. A game on
# each, with a reset and a pulled cable in the middle, as on dummy_hcd. And a board that halts its endpoint and does not answer when it
# is asked to go on (dummy_hcd answers that itself): USB's core gives it five seconds that nothing can end, and who takes the board from
# the module waits for none of them.
#
# A machine that is so busy that a report lies in QEMU for more than a second can fail this: the board has handed it over, says so when the
# module compares, and the module gives it up. A board on a wire has not handed over what the host has not read.
# guest: boot
# guest: usb qemu-xhci usb-ehci
# guest: beside tests/guest/redirected-board @/2 XHCI1 blitz-promotion
# guest: beside tests/guest/redirected-board @/3 EHCI1 blitz-promotion --high-speed
# guest: modules xhci-pci ehci-pci
# guest: timeout 600
export ROAD=gadget FLAGFALL=/flagfall
. /flagfall/tests/road/lib.sh

for line in 2 3; do stty -F /dev/ttyS$line raw -echo; done
exec 5<>/dev/ttyS2 6<>/dev/ttyS3
# The boards' control sockets are serial lines here.
tell() {
	t_board=$1
	shift
	case $t_board in
	XHCI1) echo "$*" >&5; read -r t_answer <&5 ;;
	EHCI1) echo "$*" >&6; read -r t_answer <&6 ;;
	esac
	case $t_answer in error*) echo "$t_answer"; return 1 ;; esac
	echo "$t_answer"
}

device() { dirname "$(grep -lx $1 /sys/bus/usb/devices/*/serial)"; }
plugged() { grep -qx $1 /sys/bus/usb/devices/*/serial; }
behind() { grep -q "^$2 " /sys/bus/usb/devices/usb$(cat $(device $1)/busnum)/product; }
speed() { test "$(cat $(device $1)/speed)" = $2; }
# A board whose endpoint is halted and that keeps silent about it.
is_asked() { tell $1 status | grep -q '"unanswered":[1-9]'; }
hundredths() { sed 's/ .*//; s/\.//' /proc/uptime; }
unbinds() {
	u_interface=$(basename $(device $1)):1.0
	u_began=$(hundredths)
	echo $u_interface >/sys/bus/usb/drivers/sensorboard/unbind || return 1
	u_took=$(($(hundredths) - u_began))
	[ $u_took -lt 450 ] || { echo "it took $u_took hundredths of a second"; return 1; }
}
binds() { echo $(basename $(device $1)):1.0 >/sys/bus/usb/drivers/sensorboard/bind; }

reset_board() { usb-reset $(cat $(device $1)/busnum) $(cat $(device $1)/devnum); }

road_begin
hands blitz-promotion $TMPDIR/trace
for way in "XHCI1 qemu-xhci xHCI 12" "EHCI1 usb-ehci EHCI 480"; do
	set -- $way
	serial=$1 socket=$2 controller=$3 mbit=$4
	ok "$controller: a cable is plugged in" tell $serial plug $socket
	must "$controller: flagfalld has the board" wait_for listed $serial
	ok "$controller: it is behind that controller" behind $serial $controller
	ok "$controller: at its speed" speed $serial $mbit
	must "$controller: a game starts" start_game $serial --rulebook fide2023-blitz --time 600
	ok "$controller: twenty moves" plays $serial 20
	must "$controller: are published" after 20
	ok "$controller: it is reset" reset_board $serial
	ok "$controller: ten more moves" plays $serial 30
	must "$controller: are published" after 30
	ok "$controller: the cable is pulled" tell $serial unplug
	ok "$controller: the device is gone" wait_for not plugged $serial
	ok "$controller: the game waits for the board" wait_for is state board-gone
	ok "$controller: the cable is put back" tell $serial plug
	ok "$controller: the game goes on" wait_for is state running
	ok "$controller: the rest is played" plays $serial
	must "$controller: and published" after 89
	ok "$controller: Black resigns" rules win resign 1-0 '' claim $game black resign
	ok "$controller: nothing was lost: the record agrees" record_agrees blitz-promotion $TMPDIR/trace --result 1-0
	ok "$controller: the module counted no bad report" test "$(cat /sys/class/sensorboard/*/bad_reports)" = 0
	ok "$controller: the endpoint is halted" tell $serial fault halt
	ok "$controller: the board does not answer when it is asked to go on" wait_for is_asked $serial
	ok "$controller: it is taken from the module at once" unbinds $serial
	echo "# taken in ${u_took}0 ms"
	ok "$controller: it answers again" tell $serial fault none
	ok "$controller: and the module has it again" binds $serial
	must "$controller: and flagfalld" wait_for listed $serial
	ok "$controller: the board goes" tell $serial unplug
	ok "$controller: for good" wait_for not_listed $serial
done
road_end
