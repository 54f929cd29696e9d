/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds boards through libudev.
 *
 * The events are udev's own, not the kernel's: when udev speaks, the node has
 * its group, mode and links. Where no udevd runs (a container, a rescue
 * system) nobody would ever speak, so the kernel's are taken there.
 *
 * First the listening begins, then the boards that are there are listed, so
 * none is missed between. One that is seen both ways is told once: known holds
 * what has been told as added. When a board goes, its place in sysfs has gone
 * before: what is told of it then is what was told when it came.
 */
#include "libboard/backend.h"
#include "libboard/find.h"

#include <errno.h>
#include <libudev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SUBSYSTEM "sensorboard"
static const char *const by_id[] = { "/dev/sensorboard/by-id/", "/dev/serial/by-id/" };
/* Where boards of other makers are. */
static const char *const subsystems[] = { SUBSYSTEM, "tty", "hidraw" };
#define SUBSYSTEMS (sizeof(subsystems) / sizeof(subsystems[0]))

#define UDEVD_IS_HERE "/run/udev/control"

struct known {
	char *path;		/* in sysfs */
	struct board_device device;
};

struct board_monitor {
	struct board_wake wake;
	struct udev *udev;
	struct udev_monitor *monitor;
	struct udev_enumerate *list;
	struct udev_list_entry *next;	/* of list: not told yet */
	struct known *known;
	size_t n_known;
};

/* Index of a path among the known ones, n_known if it is not there. */
static size_t find(const struct board_monitor *m, const char *path)
{
	size_t i = 0;

	while (i < m->n_known && strcmp(m->known[i].path, path) != 0)
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

static int start(struct board_monitor *m)
{
	bool udevd = access(UDEVD_IS_HERE, F_OK) == 0;
	int r;

	m->udev = udev_new();
	if (!m->udev)
		return -errno;
	m->monitor = udev_monitor_new_from_netlink(m->udev, udevd ? "udev" : "kernel");
	if (!m->monitor)
		return -errno;
	r = 0;
	for (size_t i = 0; i < SUBSYSTEMS && r >= 0; i++)
		r = udev_monitor_filter_add_match_subsystem_devtype(m->monitor, subsystems[i], NULL);
	if (r >= 0)
		r = udev_monitor_enable_receiving(m->monitor);
	if (r < 0)
		return r;

	m->list = udev_enumerate_new(m->udev);
	if (!m->list)
		return -errno;
	for (size_t i = 0; i < SUBSYSTEMS && r >= 0; i++)
		r = udev_enumerate_add_match_subsystem(m->list, subsystems[i]);
	/* A board that udev has not finished with will be told by udev. */
	if (r >= 0 && udevd)
		r = udev_enumerate_add_match_is_initialized(m->list);
	if (r >= 0)
		r = udev_enumerate_scan_devices(m->list);
	if (r < 0)
		return r;
	m->next = udev_enumerate_get_list_entry(m->list);
	r = board_wake_open(&m->wake, udev_monitor_get_fd(m->monitor));
	if (r == 0)
		board_wake_set(&m->wake, m->next);
	return r;
}

int board_monitor_open(struct board_monitor **ret)
{
	struct board_monitor *m = calloc(1, sizeof(*m));
	int r;

	if (!m)
		return -ENOMEM;
	board_wake_init(&m->wake);
	r = start(m);
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
	board_wake_close(&m->wake);
	udev_enumerate_unref(m->list);
	udev_monitor_unref(m->monitor);
	udev_unref(m->udev);
	free(m);
}

int board_monitor_get_fd(const struct board_monitor *m)
{
	return m->wake.poll_fd;
}

static void copy(char *to, size_t size, const char *from)
{
	snprintf(to, size, "%s", from ? from : "");
}

static bool is_ours(struct udev_device *dev)
{
	const char *subsystem = udev_device_get_subsystem(dev);

	return subsystem && strcmp(subsystem, SUBSYSTEM) == 0;
}

static void describe(struct udev_device *dev, struct board_device *ret)
{
	/* Owned by dev. */
	struct udev_device *usb = udev_device_get_parent_with_subsystem_devtype(dev, "usb", "usb_device");
	struct udev_list_entry *link;

	memset(ret, 0, sizeof(*ret));
	ret->change = BOARD_ADDED;
	copy(ret->node, sizeof(ret->node), udev_device_get_devnode(dev));
	snprintf(ret->uri, sizeof(ret->uri), "%s:%s", is_ours(dev) ? "chardev" : "find", ret->node);
	udev_list_entry_foreach(link, udev_device_get_devlinks_list_entry(dev))
		for (size_t i = 0; i < sizeof(by_id) / sizeof(by_id[0]); i++)
			if (strncmp(udev_list_entry_get_name(link), by_id[i], strlen(by_id[i])) == 0)
				copy(ret->by_id, sizeof(ret->by_id), udev_list_entry_get_name(link));
	if (!usb)
		return;
	copy(ret->port, sizeof(ret->port), udev_device_get_sysname(usb));
	copy(ret->serial, sizeof(ret->serial), udev_device_get_sysattr_value(usb, "serial"));
	copy(ret->model, sizeof(ret->model), udev_device_get_sysattr_value(usb, "product"));
}

/* 1 if *ret is filled, 0 if there is nothing to tell of this device. */
static int tell(struct board_monitor *m, struct udev_device *dev, bool is_here, struct board_device *ret)
{
	const char *path = udev_device_get_syspath(dev);
	size_t i = find(m, path);
	int r;

	if (is_here == (i < m->n_known))
		return 0;
	if (!is_here) {
		*ret = m->known[i].device;
		ret->change = BOARD_REMOVED;
		forget(m, i);
		return 1;
	}
	if (!udev_device_get_devnode(dev) || (!is_ours(dev) && !board_schemes_of(dev)))
		return 0;
	describe(dev, ret);
	r = learn(m, path, ret);
	return r < 0 ? r : 1;
}

static int read_list(struct board_monitor *m, struct board_device *ret)
{
	int r = 0;

	while (m->next && r == 0) {
		struct udev_device *dev = udev_device_new_from_syspath(m->udev, udev_list_entry_get_name(m->next));

		m->next = udev_list_entry_get_next(m->next);
		if (!dev)
			continue;	/* unplugged since the list was made */
		r = tell(m, dev, true, ret);
		udev_device_unref(dev);
	}
	board_wake_set(&m->wake, m->next);
	return r;
}

int board_monitor_read(struct board_monitor *m, struct board_device *ret)
{
	int r = read_list(m, ret);

	while (r == 0) {
		struct udev_device *dev = udev_monitor_receive_device(m->monitor);
		const char *action;

		if (!dev)
			return -EAGAIN;
		action = udev_device_get_action(dev);
		if (action && strcmp(action, "remove") == 0)
			r = tell(m, dev, false, ret);
		else if (action && strcmp(action, "unbind") != 0)
			r = tell(m, dev, true, ret);
		udev_device_unref(dev);
	}
	return r;
}
