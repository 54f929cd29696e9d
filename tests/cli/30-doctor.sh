#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# run: waits
# doctor names the place where the road is broken. The road is a made-up sysfs.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
root=$work/root
doctor=("$ctl" --bus "unix:path=$work/none" doctor --root "$root")
usb=$root/sys/bus/usb/devices

# state CHECK: how that check stands now
state() { "${doctor[@]}" --json 2>/dev/null | sed -n "s/^{\"check\":\"$1\",\"state\":\"\([a-z]*\)\".*/\1/p" | sort -u | tr '\n' ' '; }
stands() { local got; got=$(state "$2"); if [ "$got" = "$3 " ]; then pass "$1"; else fail "$1" "$2 is \"$got\", not \"$3\""; fi; }

mkdir -p "$usb" "$root/dev" "$root/lib/modules" "$root/usr/lib/udev/rules.d"
expect "nothing is plugged in, and there is no bus" 1 "plugged +note .*bus +fault" "1 fault" "${doctor[@]}"
stands "no board: no USB device has the interface" plugged note

# a keyboard is no board
mkdir -p "$usb/1-1" "$usb/1-1:1.0"
echo 03 >"$usb/1-1:1.0/bInterfaceClass"; echo 01 >"$usb/1-1:1.0/bInterfaceSubClass"; echo 01 >"$usb/1-1:1.0/bInterfaceProtocol"
stands "a keyboard is not taken for a board" plugged note

mkdir -p "$usb/1-2.3" "$usb/1-2.3:1.0"
echo 1209 >"$usb/1-2.3/idVendor"; echo 0001 >"$usb/1-2.3/idProduct"; echo "Reed board" >"$usb/1-2.3/product"; echo RB-7 >"$usb/1-2.3/serial"
echo ff >"$usb/1-2.3:1.0/bInterfaceClass"; echo 53 >"$usb/1-2.3:1.0/bInterfaceSubClass"; echo 42 >"$usb/1-2.3:1.0/bInterfaceProtocol"
expect "a plugged board is named with id, serial and port" 1 "plugged +ok +1209:0001 Reed board, serial RB-7 at USB port 1-2.3" "*" "${doctor[@]}"
stands "the module is not installed, and not needed" module note
expect "an uninstalled module: what there is instead, and how to get it" 1 "module +note .*not installed.*through libusb.*-> .*apt install flagfall-dkms" "*" "${doctor[@]}"
echo 1 >"$usb/1-2.3/busnum"; echo 4 >"$usb/1-2.3/devnum"
expect "without the module a board has no driver, but a USB node" 1 "driver +note +1-2.3:1.0 has no driver: libusb can read it through /dev/bus/usb/001/004" "*" "${doctor[@]}"
mkdir -p "$root/dev/bus/usb/001" "$root/sys/bus/usb/drivers/usbfs"; touch "$root/dev/bus/usb/001/004"
expect "which may be opened or not" 1 "permission +ok +/dev/bus/usb/001/004 belongs to group" "*" "${doctor[@]}"
ln -s ../../../bus/usb/drivers/usbfs "$usb/1-2.3:1.0/driver"
expect "a program reads it there" 1 "driver +ok +1-2.3:1.0 is read through libusb" "*" "${doctor[@]}"
rm "$usb/1-2.3:1.0/driver"

# DKMS has the sources, and no headers; then headers, and did not build
mkdir -p "$root/usr/src/flagfall-0.9"; touch "$root/usr/src/flagfall-0.9/dkms.conf"
expect "DKMS without the kernel's headers" 1 "module +fault .*headers of kernel $(uname -r) are not installed.*-> apt install linux-headers-$(uname -r)" "*" "${doctor[@]}"
mkdir -p "$root/lib/modules/$(uname -r)/build"; touch "$root/lib/modules/$(uname -r)/build/Makefile"
expect "DKMS that did not build" 1 "module +fault .*DKMS has not built.*-> dkms install flagfall/0.9 -k $(uname -r)" "*" "${doctor[@]}"

mkdir -p "$root/lib/modules/$(uname -r)/updates"; touch "$root/lib/modules/$(uname -r)/updates/sensorboard.ko"
expect "an installed module that is not loaded" 1 "not loaded .*-> modprobe sensorboard" "*" "${doctor[@]}"

mkdir -p "$root/sys/module/sensorboard" "$root/sys/bus/usb/drivers/usbhid" "$root/sys/bus/usb/drivers/sensorboard"
stands "the module is loaded" module ok
version=$("$ctl" --version | grep -o '[0-9][0-9.]*' | head -n 1)
expect "a module that names no version is not the daemon's" 1 "version +note .*of no version, flagfalld of version $version" "*" "${doctor[@]}"
echo 0.0.9 >"$root/sys/module/sensorboard/version"
expect "nor is one of another version" 1 "version +note .*of version 0.0.9, flagfalld of version $version.*-> install the flagfall-dkms of the same version" "*" "${doctor[@]}"
echo "$version" >"$root/sys/module/sensorboard/version"
stands "one of the same version is" version ok
stands "no driver took the board" driver fault
expect "no driver: the new_id way" 1 "echo 1209 0001 > /sys/bus/usb/drivers/sensorboard/new_id" "*" "${doctor[@]}"

ln -s ../../../bus/usb/drivers/usbhid "$usb/1-2.3:1.0/driver"
expect "another driver took the board" 1 "bound to another driver, usbhid.*-> echo 1-2.3:1.0 > /sys/bus/usb/drivers/usbhid/unbind" "*" "${doctor[@]}"

ln -sfn ../../../bus/usb/drivers/sensorboard "$usb/1-2.3:1.0/driver"
stands "the driver is bound" driver ok
stands "there is no node" node fault

expect "it has not said what it is" 1 "node +fault +1-2.3:1.0 is no board yet: it has not said what it is" "*" "${doctor[@]}"
mkdir -p "$usb/1-2.3:1.0/sensorboard/sensorboard4"; touch "$root/dev/sensorboard4"
stands "the node is there" node ok
expect "the node is named" 1 "node +ok +/dev/sensorboard4" "*" "${doctor[@]}"
stands "no udev rules" udev fault
touch "$root/usr/lib/udev/rules.d/70-sensorboard.rules"
stands "the udev rules are there" udev ok
stands "the bus is the last fault" bus fault
expect "JSON: one object a check, and nothing on stderr" 1 '^\{"check":"plugged","state":"ok","what":".*","do":""\} ' "" "${doctor[@]}" --json

# --- boards that one can buy: a terminal line or a hidraw node ---
devices=$root/sys/devices/usb1
# line NAME PORT VENDOR PRODUCT NUMBER: a terminal line of an adapter, as the kernel and udev have it
line() {
	mkdir -p "$devices/$2/$2:1.0/tty/$1" "$root/sys/class/tty" "$root/run/udev/data" "$root/proc"
	echo "$3" >"$devices/$2/idVendor"; echo "$4" >"$devices/$2/idProduct"
	echo "$5" >"$devices/$2/$2:1.0/tty/$1/dev"
	ln -sfn "../.." "$devices/$2/$2:1.0/tty/$1/device"
	ln -sfn "../../devices/usb1/$2/$2:1.0/tty/$1" "$root/sys/class/tty/$1"
	touch "$root/dev/$1"
	printf 'E:ID_MM_DEVICE_IGNORE=1\n' >"$root/run/udev/data/c$5"
}
check "no line is a board's" test -z "$(state line)"
line ttyUSB7 2-1 1234 5678 188:7
line ttyS0 2-2 04d8 000a 4:64
rm "$devices/2-2/idVendor"
check "a line without ids, or with others, is none" test -z "$(state line)"
line ttyACM0 1-4 04d8 000a 166:0
echo "DGT e-Board" >"$devices/1-4/product"; echo 12345 >"$devices/1-4/serial"
line ttyUSB0 1-5 0403 6001 188:0
line ttyUSB1 1-6 10c4 ea60 188:1
expect "a DGT board's line is named, with id, serial and port" 1 \
	"line +ok +/dev/ttyACM0: DGT, by its adapter 04d8:000a DGT e-Board, serial 12345 at USB port 1-4" "*" "${doctor[@]}"
expect "an adapter that several makers have is told as theirs" 1 "/dev/ttyUSB0: DGT or Millennium or Chess Peripheral Protocol, by its adapter 0403:6001" "*" "${doctor[@]}"
expect "Certabo's" 1 "/dev/ttyUSB1: Certabo, Tabutronic or Chess Peripheral Protocol, by its adapter 10c4:ea60" "*" "${doctor[@]}"
stands "ModemManager leaves them alone" modem ok
stands "they may be opened" permission ok
mkdir -p "$devices/1-7/0003:2D80:8002.0001/hidraw/hidraw3" "$root/sys/class/hidraw"
ln -s ../.. "$devices/1-7/0003:2D80:8002.0001/hidraw/hidraw3/device"
ln -s ../../devices/usb1/1-7/0003:2D80:8002.0001/hidraw/hidraw3 "$root/sys/class/hidraw/hidraw3"
touch "$root/dev/hidraw3"
expect "a Chessnut board's node is named" 1 "/dev/hidraw3: Chessnut, by its adapter 2d80:8002" "*" "${doctor[@]}"
stands "which is nothing for ModemManager" modem ok

rm "$root/run/udev/data/c188:0"
stands "udev has no rule for ModemManager, which is not there" modem "note ok"
mkdir -p "$root/usr/sbin"; touch "$root/usr/sbin/ModemManager"
expect "ModemManager is there: it may talk to the board" 1 "modem +fault +ModemManager may talk to /dev/ttyUSB0.*-> install the udev rules" "*" "${doctor[@]}"
printf 'Q:uaccess\nE:ID_MM_DEVICE_IGNORE=1\nE:FLAGFALL_IGNORE=1\n' >"$root/run/udev/data/c188:0"
expect "who sits at the screen may use it" 1 "/dev/ttyUSB0 belongs to group .*uaccess" "*" "${doctor[@]}"
expect "a line that a rule keeps from the daemon" 1 "line +note +/dev/ttyUSB0 is kept from flagfalld .*-> .*remove that rule" "*" "${doctor[@]}"
mkdir -p "$root/proc/4711/fd" "$root/proc/4712/fd"
ln -s /dev/ttyACM0 "$root/proc/4711/fd/7"; echo picochess >"$root/proc/4711/comm"
ln -s /dev/ttyUSB1 "$root/proc/4712/fd/3"; echo flagfalld >"$root/proc/4712/comm"
expect "another program has the board" 1 "held +fault +picochess has /dev/ttyACM0 open \(process 4711\).*kill 4711" "*" "${doctor[@]}"
expect "the daemon has it" 1 "held +ok +flagfalld has /dev/ttyUSB1 open" "*" "${doctor[@]}"
rm "$root/dev/ttyUSB1"
stands "a device without its node" node "fault ok"
rm -r "$root/proc/4711" "$root/proc/4712" "$root/dev/ttyUSB0" "$root/dev/ttyACM0"

# emulated boards stand behind two of the names
echo '{"tc":"60","moves":"e2e4 a7a6","emt":[1.5,1.5]}' >"$work/score.json"
build/flagfall-hands "$work/score.json" >"$work/trace"
emulate() { "$ctl" emulate "$1" "$work/trace" --wait --link "$root/dev/$2" >"$work/$2.log" 2>&1 <"$work/orders" & for _ in {1..600}; do [ -L "$root/dev/$2" ] && return; sleep 0.1; done; }
mkfifo "$work/orders"; exec 3<>"$work/orders"
emulate millennium ttyUSB0; emulate certabo ttyACM0
expect "a Millennium board answers, though a DGT board would be asked first" 1 "answer +ok +/dev/ttyUSB0: Millennium" "*" "${doctor[@]}"
expect "what is no DGT board does not" 1 "answer +note +no board answers on /dev/ttyACM0 \(DGT\)" "*" "${doctor[@]}"
mkdir -p "$root/proc/4711/fd"; ln -s "$(readlink "$root/dev/ttyUSB0")" "$root/proc/4711/fd/7"; echo minicom >"$root/proc/4711/comm"
expect "a program has it by another of its names" 1 "held +fault +minicom has /dev/ttyUSB0 open" "*" "${doctor[@]}"
stands "and is not disturbed" answer note
check "nothing was sent that a board would store" test "$(grep -l "would store" "$work"/*.log | wc -l)" = 0
plan
