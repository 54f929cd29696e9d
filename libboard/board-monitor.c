/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds boards through libudev: the nodes of the kernel module and of other
 * makers' adapters, and where the module is not loaded, USB devices with a
 * board's interface, for libusb. Where it is loaded such an interface is the
 * module's, or the module does not want it. When it is loaded later, boards
 * reported for libusb are reported as removed, so that their reader releases
 * them to the module; when it is unloaded, all devices are listed again.
 *
 * The events are udev's own, not the kernel's: when udev sends one, the node
 * has its group, mode and links. Where no udevd runs (a container, a rescue
 * system) there would be none, so the kernel's are taken there.
 *
 * Events are received first and boards that are there are listed second, so
 * that none is missed between. One that is seen both ways is reported once:
 * known holds what has been reported as added. When a board goes, its place
 * in sysfs has gone before: it is reported with what was known as it came.
 */
#include "libboard/drivers.h"
#include "libboard/backend.h"
#include "libboard/serial-line.h"

#include <errno.h>
#include <libudev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SUBSYSTEM "sensorboard"
#define MODULE_IS_LOADED "/sys/bus/usb/drivers/sensorboard"
static const char *const by_id[] = { "/dev/sensorboard/by-id/", "/dev/serial/by-id/" };
/* Where boards of other makers are. */
static const char *const subsystems[] = { SUBSYSTEM, "tty", "hidraw", "usb" };
#define SUBSYSTEMS (sizeof(subsystems) / sizeof(subsystems[0]))

#define UDEVD_IS_HERE "/run/udev/control"

struct known {
	char *path; /* in sysfs */
	struct board_device device;
	bool by_libusb;
};

struct board_monitor {
	struct poll_set poll_set;
	struct udev *udev;
	struct udev_monitor *monitor;
	struct udev_enumerate *list;
	struct udev_list_entry *next; /* of list: not reported yet */
	struct udev_device *node;     /* to be reported once its board is reported as removed from libusb */
	bool module_loaded;	      /* boards of libusb are to be reported as removed */
	struct known *known;
	size_t n_known;
};

/* Index of a path among the known ones, n_known if it is not there. */
static size_t board_monitor_find(const struct board_monitor *m, const char *path)
{
	size_t i = 0;

	while (i < m->n_known && strcmp(m->known[i].path, path) != 0)
		i++;
	return i;
}

/* Of the board that libusb has, or n_known. */
static size_t find_by_libusb(const struct board_monitor *m)
{
	size_t i = 0;

	while (i < m->n_known && !m->known[i].by_libusb)
		i++;
	return i;
}

static int learn(struct board_monitor *m, const char *path, const struct board_device *device)
{
	struct known *known = realloc(m->known, (m->n_known + 1) * sizeof(*known));

	if (!known)
		return -ENOMEM;
	m->known = known;
	known[m->n_known].device = *device;
	known[m->n_known].by_libusb = strncmp(device->uri, "usb:", 4) == 0;
	known[m->n_known].path = strdup(path);
	if (!known[m->n_known].path)
		return -ENOMEM;
	m->n_known++;
	return 0;
}

static void forget(struct board_monitor *m, size_t i)
{
	free(m->known[i].path);
	m->known[i] = m->known[--m->n_known];
}

/* What is there now. */
static int scan(struct board_monitor *m)
{
	int r = 0;

	m->next = NULL;
	udev_enumerate_unref(m->list);
	m->list = udev_enumerate_new(m->udev);
	if (!m->list)
		return -errno;
	for (size_t i = 0; i < SUBSYSTEMS && r >= 0; i++)
		r = udev_enumerate_add_match_subsystem(m->list, subsystems[i]);
	/* A board that udev has not finished with will be reported by udev. */
	if (r >= 0 && access(UDEVD_IS_HERE, F_OK) == 0)
		r = udev_enumerate_add_match_is_initialized(m->list);
	if (r >= 0)
		r = udev_enumerate_scan_devices(m->list);
	if (r >= 0)
		m->next = udev_enumerate_get_list_entry(m->list);
	return r;
}

static int board_monitor_start(struct board_monitor *m)
{
	bool udevd = access(UDEVD_IS_HERE, F_OK) == 0;
	int r;

	m->udev = udev_new();
	if (!m->udev)
		return -errno;
	m->monitor = udev_monitor_new_from_netlink(m->udev, udevd ? "udev" : "kernel");
	if (!m->monitor)
		return -errno;
	r = udev_monitor_filter_add_match_subsystem_devtype(m->monitor, "drivers", NULL);
	for (size_t i = 0; i < SUBSYSTEMS && r >= 0; i++)
		r = udev_monitor_filter_add_match_subsystem_devtype(
			m->monitor, subsystems[i], strcmp(subsystems[i], "usb") == 0 ? "usb_interface" : NULL);
	if (r >= 0)
		r = udev_monitor_enable_receiving(m->monitor);
	if (r >= 0)
		r = scan(m);
	if (r < 0)
		return r;
	r = board_poll_set_open(&m->poll_set, udev_monitor_get_fd(m->monitor));
	if (r == 0)
		board_poll_set_mark(&m->poll_set, m->next);
	return r;
}

int board_monitor_open(struct board_monitor **ret)
{
	struct board_monitor *m = calloc(1, sizeof(*m));
	int r;

	if (!m)
		return -ENOMEM;
	board_poll_set_init(&m->poll_set);
	r = board_monitor_start(m);
	if (r < 0) {
		board_monitor_close(m);
		return r;
	}
	*ret = m;
	return 0;
}

void board_monitor_close(struct board_monitor *m)
{
	if (!m)
		return;
	while (m->n_known)
		forget(m, m->n_known - 1);
	free(m->known);
	board_poll_set_close(&m->poll_set);
	udev_device_unref(m->node);
	udev_enumerate_unref(m->list);
	udev_monitor_unref(m->monitor);
	udev_unref(m->udev);
	free(m);
}

int board_monitor_get_fd(const struct board_monitor *m)
{
	return m->poll_set.fd;
}

static bool is_of(struct udev_device *dev, const char *name)
{
	const char *subsystem = udev_device_get_subsystem(dev);

	return subsystem && strcmp(subsystem, name) == 0;
}

static bool is_sensorboard(struct udev_device *dev)
{
	return is_of(dev, SUBSYSTEM);
}

/* The USB device of a board's interface that is for libusb (another program may be reading it that way); NULL: it is
 * not. Owned by dev. */
static struct udev_device *for_libusb(struct udev_device *dev)
{
	const char *driver = udev_device_get_driver(dev),
		   *ignore = udev_device_get_property_value(dev, "FLAGFALL_IGNORE");
	struct udev_device *usb;

	if (!is_of(dev, "usb") || !board_usb_is_interface(dev) || (driver && strcmp(driver, "usbfs") != 0) ||
	    (ignore && strcmp(ignore, "1") == 0) || access(MODULE_IS_LOADED, F_OK) == 0)
		return NULL;
	usb = udev_device_get_parent_with_subsystem_devtype(dev, "usb", "usb_device");
	return usb && udev_device_get_devnode(usb) ? usb : NULL;
}

/* Is it a board, or may it be one? */
static bool is_board(struct udev_device *dev)
{
	struct board_adapter adapter;

	if (is_of(dev, "usb"))
		return for_libusb(dev);
	return udev_device_get_devnode(dev) && (is_sensorboard(dev) || board_adapter_of(dev, &adapter));
}

/* A name that was cut would lead nowhere. */
static void take_link(const char *link, char *name, size_t size)
{
	for (size_t i = 0; i < sizeof(by_id) / sizeof(by_id[0]); i++)
		if (strncmp(link, by_id[i], strlen(by_id[i])) == 0 && strlen(link) < size)
			board_plain_text(name, size, link);
}

static void describe(struct udev_device *dev, struct board_device *ret)
{
	/* Owned by dev. */
	struct udev_device *usb = udev_device_get_parent_with_subsystem_devtype(dev, "usb", "usb_device");
	struct udev_list_entry *link;

	memset(ret, 0, sizeof(*ret));
	ret->change = BOARD_ADDED;
	board_plain_text(ret->node, sizeof(ret->node), udev_device_get_devnode(is_of(dev, "usb") ? usb : dev));
	snprintf(ret->uri, sizeof(ret->uri), "%s:%s",
		 is_sensorboard(dev) ? "chardev" :
		 is_of(dev, "usb")   ? "usb" :
				       "find",
		 ret->node);
	for (link = udev_device_get_devlinks_list_entry(dev); link; link = udev_list_entry_get_next(link))
		take_link(udev_list_entry_get_name(link), ret->by_id, sizeof(ret->by_id));
	if (!usb)
		return;
	board_plain_text(ret->port, sizeof(ret->port), udev_device_get_sysname(usb));
	board_plain_text(ret->serial, sizeof(ret->serial), udev_device_get_sysattr_value(usb, "serial"));
	board_plain_text(ret->model, sizeof(ret->model), udev_device_get_sysattr_value(usb, "product"));
}

static void report_removed(struct board_monitor *m, size_t i, struct board_device *ret)
{
	*ret = m->known[i].device;
	ret->change = BOARD_REMOVED;
	forget(m, i);
}

/* 1 if *ret is filled, 0 if there is nothing to report about this device. */
static int board_monitor_report(struct board_monitor *m, struct udev_device *dev, bool is_here,
				struct board_device *ret)
{
	const char *path = udev_device_get_syspath(dev);
	size_t i = board_monitor_find(m, path);
	int r;

	if (is_here == (i < m->n_known))
		return 0;
	if (!is_here) {
		report_removed(m, i, ret);
		return 1;
	}
	if (!is_board(dev))
		return 0;
	if (is_sensorboard(dev)) {
		struct udev_device *interface = udev_device_get_parent_with_subsystem_devtype(dev, "usb",
											      "usb_interface");
		size_t other = interface ? board_monitor_find(m, udev_device_get_syspath(interface)) : m->n_known;

		if (other < m->n_known) { /* the module has it now: one board, one after the other */
			report_removed(m, other, ret);
			m->node = udev_device_ref(dev);
			return 1;
		}
	}
	describe(dev, ret);
	r = learn(m, path, ret);
	return r < 0 ? r : 1;
}

/* Changes that were deferred. */
static int read_deferred(struct board_monitor *m, struct board_device *ret)
{
	struct udev_device *node = m->node;
	size_t i = m->module_loaded ? find_by_libusb(m) : m->n_known;
	int r = 0;

	m->node = NULL;
	if (node)
		r = board_monitor_report(m, node, true, ret);
	udev_device_unref(node);
	if (r == 0 && i < m->n_known) {
		report_removed(m, i, ret);
		return 1;
	}
	if (r == 0)
		m->module_loaded = false;
	while (m->next && r == 0) {
		struct udev_device *dev = udev_device_new_from_syspath(m->udev, udev_list_entry_get_name(m->next));

		m->next = udev_list_entry_get_next(m->next);
		if (!dev)
			continue; /* unplugged since the list was made */
		r = board_monitor_report(m, dev, true, ret);
		udev_device_unref(dev);
	}
	return r;
}

static int on_change(struct board_monitor *m, struct udev_device *dev, const char *action, struct board_device *ret)
{
	bool gone = strcmp(action, "remove") == 0;

	if (is_of(dev, "drivers")) {
		if (strcmp(udev_device_get_syspath(dev), MODULE_IS_LOADED) != 0)
			return 0;
		m->module_loaded = !gone;
		return gone ? scan(m) : 0;
	}
	return strcmp(action, "unbind") == 0 ? 0 : board_monitor_report(m, dev, !gone, ret);
}

int board_monitor_read(struct board_monitor *m, struct board_device *ret)
{
	int r = read_deferred(m, ret);

	while (r == 0) {
		struct udev_device *dev = udev_monitor_receive_device(m->monitor);
		const char *action;

		if (!dev)
			break;
		action = udev_device_get_action(dev);
		r = action ? on_change(m, dev, action, ret) : 0;
		udev_device_unref(dev);
		if (r == 0)
			r = read_deferred(m, ret);
	}
	board_poll_set_mark(&m->poll_set, m->next || m->node || m->module_loaded);
	return r == 0 ? -EAGAIN : r;
}
