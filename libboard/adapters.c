/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/adapters.h"

#include <libudev.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

/*
 * Boards that send by themselves come first, since nothing has to be sent to recognise them. A DGT board at 9600 baud
 * would take bytes sent at 38400 for commands of its own, some of which it stores: so it is asked before Millennium,
 * whose boards ignore two letters without a checksum. A question in words comes last, and only where others have been
 * asked: what else has such an adapter may take words for commands.
 */
static const struct {
	const char *vendor, *product; /* USB; product "8[0-6]": by its beginning */
	const char *schemes[4];
} adapters[] = {
	{ "04d8", "000a", { "dgt" } },			    /* Microchip's CDC-ACM */
	{ "0403", "6001", { "dgt", "millennium", "cpp" } }, /* FTDI */
	{ "10c4", "ea60", { "certabo", "cpp" } },	    /* CP210x, of ESP32 boards, too */
	{ "2d80", NULL, { "chessnut" } },
};

static const char *const lines[] = { "certabo", "dgt", "millennium", "cpp", NULL };
static const char *const reports[] = { "chessnut", NULL };

#define ADAPTERS (sizeof(adapters) / sizeof(adapters[0]))

static bool is_chessnut(const char *product)
{
	return product[0] == '8' && product[1] >= '0' && product[1] <= '6';
}

/* A HID device is named after its bus and ids, "0003:2D80:8002.0001": over Bluetooth, too. */
static bool is_chessnut_hid(struct udev_device *hid)
{
	const char *name = hid ? udev_device_get_sysname(hid) : NULL;

	return name && strlen(name) > 14 && strncmp(name + 4, ":2D80:", 6) == 0 && is_chessnut(name + 10);
}

const char *const *board_adapter_schemes_by_ids(const char *vendor, const char *product, bool is_hid)
{
	for (size_t i = 0; i < ADAPTERS; i++)
		if (strcmp(adapters[i].vendor, vendor) == 0 && is_hid == !adapters[i].product &&
		    (adapters[i].product ? strcmp(adapters[i].product, product) == 0 : is_chessnut(product)))
			return adapters[i].schemes;
	return NULL;
}

const char *const *board_adapter_schemes(struct udev_device *node)
{
	/* Owned by node. */
	struct udev_device *usb = udev_device_get_parent_with_subsystem_devtype(node, "usb", "usb_device");
	const char *vendor = usb ? udev_device_get_sysattr_value(usb, "idVendor") : NULL;
	const char *product = usb ? udev_device_get_sysattr_value(usb, "idProduct") : NULL;
	const char *subsystem = udev_device_get_subsystem(node);
	const char *ignore = udev_device_get_property_value(node, "FLAGFALL_IGNORE");
	bool is_hid = subsystem && strcmp(subsystem, "hidraw") == 0;

	if (ignore && strcmp(ignore, "1") == 0)
		return NULL;
	if (is_hid && is_chessnut_hid(udev_device_get_parent_with_subsystem_devtype(node, "hid", NULL)))
		return reports;
	return vendor && product ? board_adapter_schemes_by_ids(vendor, product, is_hid) : NULL;
}

const char *const *board_adapter_schemes_at(const char *path)
{
	const char *const *schemes = strstr(path, "hidraw") ? reports : lines, *const * known;
	struct udev_device *node;
	struct udev *udev;
	struct stat st;

	if (stat(path, &st) < 0 || !S_ISCHR(st.st_mode) || !(udev = udev_new()))
		return schemes;
	node = udev_device_new_from_devnum(udev, 'c', st.st_rdev);
	if (node && (known = board_adapter_schemes(node)))
		schemes = known;
	udev_device_unref(node);
	udev_unref(udev);
	return schemes;
}
