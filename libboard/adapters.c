/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/drivers.h"

#include <ctype.h>
#include <fnmatch.h>
#include <libudev.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool board_adapter_fits(const struct board_adapter *adapter, const struct board_driver *driver)
{
	const char *const *id = adapter->is_hid ? driver->hid_ids : driver->line_ids;

	if (!*adapter->id)
		return *id;
	while (*id && fnmatch(*id, adapter->id, 0) != 0)
		id++;
	return *id;
}

bool board_adapter_is_known(const struct board_adapter *adapter)
{
	const struct board_driver *const *driver = board_drivers;

	while (*driver && !board_adapter_fits(adapter, *driver))
		driver++;
	return *adapter->id && *driver;
}

/* A HID device is named after its bus and ids, "0003:2D80:8002.0001": over Bluetooth, too. */
void board_adapter_take_hid(struct board_adapter *adapter, const char *name)
{
	if (strlen(name) < 15)
		return;
	for (size_t i = 0; i < sizeof(adapter->id) - 1; i++)
		adapter->id[i] = (char)tolower((unsigned char)name[5 + i]);
}

bool board_adapter_of(struct udev_device *node, struct board_adapter *ret)
{
	/* Owned by node. */
	struct udev_device *usb = udev_device_get_parent_with_subsystem_devtype(node, "usb", "usb_device");
	struct udev_device *hid = udev_device_get_parent_with_subsystem_devtype(node, "hid", NULL);
	const char *vendor = usb ? udev_device_get_sysattr_value(usb, "idVendor") : NULL;
	const char *product = usb ? udev_device_get_sysattr_value(usb, "idProduct") : NULL;
	const char *subsystem = udev_device_get_subsystem(node);
	const char *ignore = udev_device_get_property_value(node, "FLAGFALL_IGNORE");
	const char *name = hid ? udev_device_get_sysname(hid) : NULL;

	*ret = (struct board_adapter){ .is_hid = subsystem && strcmp(subsystem, "hidraw") == 0 };
	if (ignore && strcmp(ignore, "1") == 0)
		return false;
	if (vendor && product)
		snprintf(ret->id, sizeof(ret->id), "%.4s:%.4s", vendor, product);
	if (ret->is_hid && name)
		board_adapter_take_hid(ret, name);
	return board_adapter_is_known(ret);
}

void board_adapter_at(const char *path, struct board_adapter *ret)
{
	struct board_adapter known;
	struct udev_device *node;
	struct udev *udev;
	struct stat st;

	*ret = (struct board_adapter){ .is_hid = strstr(path, "hidraw") };
	if (stat(path, &st) < 0 || !S_ISCHR(st.st_mode) || !(udev = udev_new()))
		return;
	node = udev_device_new_from_devnum(udev, 'c', st.st_rdev);
	if (node && board_adapter_of(node, &known))
		*ret = known;
	udev_device_unref(node);
	udev_unref(udev);
}
