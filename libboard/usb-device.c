/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds USB devices by port or serial number, in sysfs, through libudev. */
#include "libboard/backend.h"

#include <errno.h>
#include <libudev.h>
#include <stdio.h>
#include <string.h>

bool board_usb_is_interface(struct udev_device *interface)
{
	static const struct {
		const char *attribute, *value;
	} wanted[] = {
		{ "bInterfaceClass", "ff" },
		{ "bInterfaceSubClass", "53" },
		{ "bInterfaceProtocol", "42" },
	};

	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++) {
		const char *value = udev_device_get_sysattr_value(interface, wanted[i].attribute);

		if (!value || strcmp(value, wanted[i].value) != 0)
			return false;
	}
	return true;
}

/* A board's device: the parent of an interface that is one. NULL if this is none. */
static struct udev_device *board_device_of(struct udev_device *interface)
{
	if (!board_usb_is_interface(interface))
		return NULL;
	return udev_device_get_parent_with_subsystem_devtype(interface, "usb", "usb_device");
}

static bool is_named(struct udev_device *device, const char *name)
{
	const char *serial = udev_device_get_sysattr_value(device, "serial");

	return strcmp(udev_device_get_sysname(device), name) == 0 || (serial && strcmp(serial, name) == 0);
}

/* How many boards have that name, at most 2; the node is that of the last. */
static int find_named(struct udev *udev, struct udev_enumerate *list, const char *name, char node[static 64])
{
	struct udev_list_entry *entry;
	int found = 0;

	udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(list))
	{
		struct udev_device *interface = udev_device_new_from_syspath(udev, udev_list_entry_get_name(entry));
		struct udev_device *device = interface ? board_device_of(interface) : NULL;

		if (device && is_named(device, name) && udev_device_get_devnode(device) && found < 2) {
			const char *path = udev_device_get_devnode(device);

			/* A device with several such interfaces is one device. */
			if (!found || strcmp(node, path) != 0)
				found++;
			snprintf(node, 64, "%s", path);
		}
		udev_device_unref(interface);
	}
	return found;
}

int board_usb_node(struct board *board, const char *address, char node[static 64])
{
	struct udev_enumerate *list = NULL;
	struct udev *udev;
	int found = -ENOMEM;

	if (strchr(address, '/')) {
		if (snprintf(node, 64, "%s", address) >= 64)
			return -ENAMETOOLONG;
		return 0;
	}
	udev = udev_new();
	if (udev)
		list = udev_enumerate_new(udev);
	if (list && udev_enumerate_add_match_subsystem(list, "usb") >= 0 &&
	    udev_enumerate_add_match_property(list, "DEVTYPE", "usb_interface") >= 0 &&
	    udev_enumerate_scan_devices(list) >= 0)
		found = find_named(udev, list, address, node);
	udev_enumerate_unref(list);
	udev_unref(udev);
	if (found == 0)
		return board_fail(board, -ENODEV, "%.200s: no board on USB is at this port or has this serial number",
				  address);
	if (found > 1)
		return board_fail(board, -ENOTUNIQ,
				  "%.200s: several boards have this serial number: name the port instead", address);
	return found < 0 ? found : 0;
}
