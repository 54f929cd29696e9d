#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
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
stands "the module is not installed" module fault
expect "an uninstalled module: how to build it" 1 "module +fault .*not installed.*-> build it" "*" "${doctor[@]}"

mkdir -p "$root/lib/modules/$(uname -r)/updates"; touch "$root/lib/modules/$(uname -r)/updates/sensorboard.ko"
expect "an installed module that is not loaded" 1 "not loaded .*-> modprobe sensorboard" "*" "${doctor[@]}"

mkdir -p "$root/sys/module/sensorboard" "$root/sys/bus/usb/drivers/usbhid" "$root/sys/bus/usb/drivers/sensorboard"
stands "the module is loaded" module ok
stands "no driver took the board" driver fault
expect "no driver: the new_id way" 1 "echo 1209 0001 > /sys/bus/usb/drivers/sensorboard/new_id" "*" "${doctor[@]}"

ln -s ../../../bus/usb/drivers/usbhid "$usb/1-2.3:1.0/driver"
expect "another driver took the board" 1 "bound to another driver, usbhid.*-> echo 1-2.3:1.0 > /sys/bus/usb/drivers/usbhid/unbind" "*" "${doctor[@]}"

ln -sfn ../../../bus/usb/drivers/sensorboard "$usb/1-2.3:1.0/driver"
stands "the driver is bound" driver ok
stands "there is no node" node fault

mkdir -p "$usb/1-2.3:1.0/sensorboard/sensorboard4"; touch "$root/dev/sensorboard4"
stands "the node is there" node ok
expect "the node is named" 1 "node +ok +/dev/sensorboard4" "*" "${doctor[@]}"
stands "no udev rules" udev fault
touch "$root/usr/lib/udev/rules.d/70-sensorboard.rules"
stands "the udev rules are there" udev ok
stands "the bus is the last fault" bus fault
expect "JSON: one object a check, and nothing on stderr" 1 '^\{"check":"plugged","state":"ok","what":".*","do":""\} ' "" "${doctor[@]}" --json
plan
