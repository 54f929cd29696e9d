/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What udev may say of devices, in the watch for boards: any properties, names, parents and actions, in any order. The
 * functions below take the place of libudev's. Whatever comes, a board that goes has come, none comes twice, each has a
 * URI that leads to its node, and its texts are ones that a log and the bus can take.
 *
 * The input is lines: what is listed at first, and then what happens. A line is a device's fields, with bars between:
 * name, action, subsystem, node, driver, links, FLAGFALL_IGNORE, and the USB device's: name, node, serial, product,
 * idVendor, idProduct; and the HID device's name. An empty field is one that is not there.
 */
#include <errno.h>
#include <libudev.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/pairings.h"
#include "libboard/board.h"
#include "tests/fuzz/fuzz.h"

#define LINES 24
#define FIELDS 14
#define FIELD 180

enum { NAME, ACTION, SUBSYSTEM, NODE, DRIVER, LINKS, IGNORE, USB_NAME, USB_NODE, SERIAL, PRODUCT, VENDOR, ID, HID };

const char *const fuzz_seeds[] = {
	"/a/1|add|sensorboard|/dev/sensorboard0|||| 1-2|/dev/bus/usb/001/002|0007|Board|1209|0001|\n"
	"/a/1|remove|sensorboard|/dev/sensorboard0||\n",
	"/a/2|add|tty|/dev/ttyACM0||/dev/serial/by-id/usb-Maker_1||1-3|/dev/bus/usb/001/003|S|Board|04d8|000a|\n"
	"/a/2|unbind|tty|/dev/ttyACM0|\n/a/2|change|tty|/dev/ttyACM0|||1|1-3||||04d8|000a|\n/a/2|remove|tty|\n",
	"/a/3|add|hidraw|/dev/hidraw0||||||||||0003:2D80:8002.0001\n/a/3|remove|hidraw|/dev/hidraw0|",
	"/a/4|add|usb||usbfs|||1-4|/dev/bus/usb/001/004|U\xc3\xbc|B\xc3\xb6rd|ff|53|42\n"
	"/sys/bus/usb/drivers/sensorboard|add|drivers|\n/a/4/n|add|sensorboard|/dev/sensorboard1|||/a/4|1-4|\n"
	"/sys/bus/usb/drivers/sensorboard|remove|drivers|\n",
	NULL
};
const char *const fuzz_words[] = { "|",
				   "\n",
				   "add",
				   "remove",
				   "change",
				   "unbind",
				   "bind",
				   "tty",
				   "hidraw",
				   "usb",
				   "drivers",
				   "sensorboard",
				   "/dev/ttyUSB0",
				   "04d8",
				   "000a",
				   "2d80",
				   "8002",
				   "10c4",
				   "ea60",
				   "\xc3\xbc",
				   "\xff",
				   "\x01",
				   "\xe2\x99\x9e",
				   "1",
				   "/dev/sensorboard/by-id/",
				   "/dev/serial/by-id/",
				   "/a/1",
				   "/a/2",
				   "/a/4",
				   "/sys/bus/usb/drivers/sensorboard",
				   "0123456789012345678901234567890123456789",
				   NULL };
const unsigned fuzz_runs = 5000;

struct udev_device {
	char field[FIELDS][FIELD];
	struct udev_device *parent[2]; /* the USB device, the HID device */
	unsigned references;
	bool is_parent;
};

static struct {
	struct udev_device device[LINES];
	unsigned count, listed, next; /* so many are there at first; the next one that happens */
	unsigned alive;
} said;

/* --- in libudev's place --- */

struct udev *udev_new(void)
{
	return (struct udev *)&said;
}

struct udev *udev_unref(struct udev *u)
{
	return NULL;
}

struct udev_monitor *udev_monitor_new_from_netlink(struct udev *u, const char *name)
{
	return (struct udev_monitor *)&said;
}

struct udev_monitor *udev_monitor_unref(struct udev_monitor *m)
{
	return NULL;
}

int udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *m, const char *subsystem, const char *devtype)
{
	return 0;
}

int udev_monitor_enable_receiving(struct udev_monitor *m)
{
	return 0;
}

int udev_monitor_get_fd(struct udev_monitor *m)
{
	static int fds[2] = { -1, -1 };

	if (fds[0] < 0)
		FUZZ_ASSERT(pipe(fds) == 0);
	return fds[0];
}

struct udev_enumerate *udev_enumerate_new(struct udev *u)
{
	return (struct udev_enumerate *)&said;
}

struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *e)
{
	return NULL;
}

int udev_enumerate_add_match_subsystem(struct udev_enumerate *e, const char *subsystem)
{
	return 0;
}

int udev_enumerate_add_match_is_initialized(struct udev_enumerate *e)
{
	return 0;
}

int udev_enumerate_scan_devices(struct udev_enumerate *e)
{
	return 0;
}

/* An entry is a device of the list, or a link's name. */
struct udev_list_entry {
	const char *name;
	struct udev_list_entry *next;
};

static struct udev_list_entry list[LINES], links;

struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *e)
{
	for (unsigned i = 0; i < said.listed; i++)
		list[i] = (struct udev_list_entry){ said.device[i].field[NAME],
						    i + 1 < said.listed ? &list[i + 1] : NULL };
	return said.listed ? list : NULL;
}

struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry)
{
	return entry->next;
}

const char *udev_list_entry_get_name(struct udev_list_entry *entry)
{
	return entry->name;
}

static struct udev_device *taken(struct udev_device *d)
{
	said.alive += !d->references++;
	return d;
}

struct udev_device *udev_device_new_from_syspath(struct udev *u, const char *path)
{
	for (unsigned i = 0; i < said.count; i++)
		if (strcmp(said.device[i].field[NAME], path) == 0)
			return taken(&said.device[i]);
	return NULL;
}

struct udev_device *udev_monitor_receive_device(struct udev_monitor *m)
{
	return said.next < said.count ? taken(&said.device[said.next++]) : NULL;
}

struct udev_device *udev_device_ref(struct udev_device *d)
{
	return taken(d);
}

struct udev_device *udev_device_unref(struct udev_device *d)
{
	if (d) {
		FUZZ_ASSERT(d->references > 0);
		said.alive -= !--d->references;
	}
	return NULL;
}

/* A parent is the same device, asked by another pointer. */
static struct udev_device parents[LINES][2];

struct udev_device *udev_device_get_parent_with_subsystem_devtype(struct udev_device *d, const char *subsystem,
								  const char *devtype)
{
	const bool usb = strcmp(subsystem, "usb") == 0;
	struct udev_device *p;

	if (d < said.device || d >= said.device + LINES || !d->field[usb ? USB_NAME : HID][0])
		return NULL;
	p = &parents[d - said.device][!usb];
	*p = *d;
	p->is_parent = true;
	return p;
}

static const char *of(struct udev_device *d, unsigned field)
{
	return d->field[field][0] ? d->field[field] : NULL;
}

const char *udev_device_get_syspath(struct udev_device *d)
{
	return d->is_parent ? d->field[USB_NAME] : d->field[NAME];
}

const char *udev_device_get_sysname(struct udev_device *d)
{
	return d == &parents[0][0] || d->is_parent ? of(d, d->field[USB_NAME][0] ? USB_NAME : HID) : of(d, NAME);
}

const char *udev_device_get_action(struct udev_device *d)
{
	return of(d, ACTION);
}

const char *udev_device_get_subsystem(struct udev_device *d)
{
	return d->is_parent ? "usb" : of(d, SUBSYSTEM);
}

const char *udev_device_get_devnode(struct udev_device *d)
{
	return of(d, d->is_parent ? USB_NODE : NODE);
}

const char *udev_device_get_driver(struct udev_device *d)
{
	return of(d, DRIVER);
}

const char *udev_device_get_property_value(struct udev_device *d, const char *key)
{
	return of(d, IGNORE);
}

struct udev_list_entry *udev_device_get_devlinks_list_entry(struct udev_device *d)
{
	links = (struct udev_list_entry){ d->field[LINKS], NULL };
	return d->field[LINKS][0] ? &links : NULL;
}

const char *udev_device_get_sysattr_value(struct udev_device *d, const char *key)
{
	static const struct {
		const char *key;
		unsigned field;
	} attributes[] = { { "serial", SERIAL },	 { "product", PRODUCT },	{ "idVendor", VENDOR },
			   { "idProduct", ID },		 { "bInterfaceClass", VENDOR }, { "bInterfaceSubClass", ID },
			   { "bInterfaceProtocol", HID } };

	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++)
		if (strcmp(attributes[i].key, key) == 0)
			return of(d, attributes[i].field);
	return NULL;
}

/* --- what is fuzzed --- */

static void read_lines(const char *text)
{
	memset(&said, 0, sizeof(said));
	while (*text && said.count < LINES) {
		struct udev_device *d = &said.device[said.count++];
		size_t length = strcspn(text, "\n");
		const char *end = text + length;

		for (unsigned f = 0; f < FIELDS && text < end; f++) {
			size_t n = strcspn(text, "|\n");

			snprintf(d->field[f], FIELD, "%.*s", (int)n, text);
			text += n + (text[n] == '|');
		}
		text = end + (*end == '\n');
	}
	said.listed = said.next = said.count / 2;
}

static void check_text(const char *text, size_t size)
{
	size_t n = strnlen(text, size);

	FUZZ_ASSERT(n < size && text_check(text, n, NULL) == 0);
	for (size_t i = 0; i < n; i++)
		FUZZ_ASSERT((unsigned char)text[i] >= 0x20 && text[i] != 0x7f);
}

static void check(const struct board_device *device)
{
	check_text(device->uri, sizeof(device->uri));
	check_text(device->node, sizeof(device->node));
	check_text(device->by_id, sizeof(device->by_id));
	check_text(device->port, sizeof(device->port));
	check_text(device->serial, sizeof(device->serial));
	check_text(device->model, sizeof(device->model));
	FUZZ_ASSERT(strchr(device->uri, ':') && strcmp(strchr(device->uri, ':') + 1, device->node) == 0);
	FUZZ_ASSERT(strncmp(device->uri, "chardev:", 8) == 0 || strncmp(device->uri, "usb:", 4) == 0 ||
		    strncmp(device->uri, "find:", 5) == 0);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	struct board_device here[2 * LINES], device;
	struct board_monitor *monitor;
	unsigned n = 0, i;
	int r;

	read_lines((const char *)data);
	FUZZ_ASSERT(board_monitor_open(&monitor) == 0);
	while ((r = board_monitor_read(monitor, &device)) == 1) {
		check(&device);
		if (device.change == BOARD_ADDED) {
			FUZZ_ASSERT(n < 2 * LINES);
			here[n++] = device;
			continue;
		}
		FUZZ_ASSERT(device.change == BOARD_REMOVED);
		for (i = 0; i < n && (strcmp(here[i].uri, device.uri) || strcmp(here[i].serial, device.serial) ||
				      strcmp(here[i].model, device.model) || strcmp(here[i].port, device.port));
		     i++)
			;
		FUZZ_ASSERT(i < n);
		here[i] = here[--n];
	}
	FUZZ_ASSERT(r == -EAGAIN && said.next == said.count);
	board_monitor_close(monitor);
	FUZZ_ASSERT(said.alive == 0);
}
