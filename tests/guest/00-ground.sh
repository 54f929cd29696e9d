# SPDX-License-Identifier: GPL-2.0-or-later
# The ground that the other tests stand on.
. /flagfall/tests/guest/lib.sh

ok "the kernel is Debian's" grep -q Debian /proc/version
ok "a virtual USB controller is there" test -d /sys/class/udc/dummy_udc.0
ok "and a second one" test -d /sys/class/udc/dummy_udc.1
ok "USB devices can be made of functions" test -d /sys/kernel/config/usb_gadget
ok "FunctionFS is there" modprobe usb_f_fs
ok "the module loads" load
ok "the module is in /proc/modules" grep -q '^sensorboard ' /proc/modules
ok "the module unloads" unload
ok "udevd runs" start_udev
finish
