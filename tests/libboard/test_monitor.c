// SPDX-License-Identifier: GPL-2.0-or-later
/* Boards come and go in a sysfs and a /dev that umockdev makes up. Run through monitor.sh. */
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <umockdev.h>

#include "libboard/board.h"

#define DRIVER "sys/bus/usb/drivers/sensorboard"
#define BUS "/devices/pci0000:00/0000:00:14.0/usb1"

struct plugged {
	char usb[240], interface[300], node[340]; /* paths in sysfs */
};

/* A board as the kernel and udev show it: USB device, interface, node. */
static struct plugged plug(UMockdevTestbed *bed, const char *port, unsigned number, const char *serial)
{
	char path[100], name[40], attribute[80], links[200];
	struct plugged p;

	snprintf(path, sizeof(path), BUS "/%s", port);
	snprintf(attribute, sizeof(attribute), "%s", serial ? serial : "");
	snprintf(p.usb, sizeof(p.usb), "/sys%s", path);
	snprintf(p.interface, sizeof(p.interface), "/sys%s/%s:1.0", path, port);
	snprintf(p.node, sizeof(p.node), "/sys%s/%s:1.0/sensorboard/sensorboard%u", path, port, number);
	snprintf(links, sizeof(links), "/dev/sensorboard/by-path/pci-%s%s%s", port,
		 serial ? " /dev/sensorboard/by-id/Board_" : "", serial ? serial : "");
	snprintf(name, sizeof(name), "sensorboard%u", number);

	char *text = g_strdup_printf(
		"P: %s\nE: DEVTYPE=usb_device\nE: SUBSYSTEM=usb\nA: product=Board\\n\n%s%s%s\n"
		"P: %s/%s:1.0\nE: DEVTYPE=usb_interface\nE: SUBSYSTEM=usb\n\n"
		"P: %s/%s:1.0/sensorboard/%s\nE: SUBSYSTEM=sensorboard\nE: DEVNAME=/dev/%s\nE: DEVLINKS=%s\n",
		path, serial ? "A: serial=" : "", attribute, serial ? "\\n\n" : "", path, port, path, port, name, name,
		links);
	GError *error = NULL;

	if (!umockdev_testbed_add_from_string(bed, text, &error))
		fail_msg("%s\n%s", error->message, text);
	g_free(text);
	return p;
}

static void unplug(UMockdevTestbed *bed, const struct plugged *p)
{
	umockdev_testbed_uevent(bed, p->node, "remove");
	umockdev_testbed_remove_device(bed, p->node);
	umockdev_testbed_remove_device(bed, p->interface);
	umockdev_testbed_remove_device(bed, p->usb);
}

static void next(struct board_monitor *monitor, struct board_device *dev)
{
	struct pollfd pfd = { .fd = board_monitor_get_fd(monitor), .events = POLLIN };
	int r;

	while ((r = board_monitor_read(monitor, dev)) == -EAGAIN)
		assert_int_equal(poll(&pfd, 1, 5000), 1);
	assert_int_equal(r, 1);
}

static struct board_monitor *watch(void)
{
	struct board_monitor *monitor;

	assert_int_equal(board_monitor_open(&monitor), 0);
	return monitor;
}

static int new_bed(void **state)
{
	*state = umockdev_testbed_new();
	return 0;
}

static int free_bed(void **state)
{
	g_object_unref(*state);
	return 0;
}

static void test_nothing_is_there(void **state)
{
	struct board_monitor *monitor = watch();
	struct pollfd pfd = { .fd = board_monitor_get_fd(monitor), .events = POLLIN };
	struct board_device dev;

	assert_int_equal(poll(&pfd, 1, 0), 0);
	assert_int_equal(board_monitor_read(monitor, &dev), -EAGAIN);
	board_monitor_close(monitor);
}

/* A board that was there before is reported first, and once. (Its by-id name is in udev's files, of which there are
 * none here.) */
static void test_there_already(void **state)
{
	plug(*state, "1-2", 0, "0007");
	struct board_monitor *monitor = watch();
	struct pollfd pfd = { .fd = board_monitor_get_fd(monitor), .events = POLLIN };
	struct board_device dev;

	assert_int_equal(poll(&pfd, 1, 0), 1);
	next(monitor, &dev);
	assert_int_equal(dev.change, BOARD_ADDED);
	assert_string_equal(dev.uri, "chardev:/dev/sensorboard0");
	assert_string_equal(dev.node, "/dev/sensorboard0");
	assert_string_equal(dev.port, "1-2");
	assert_string_equal(dev.serial, "0007");
	assert_string_equal(dev.model, "Board");
	assert_int_equal(board_monitor_read(monitor, &dev), -EAGAIN);
	assert_int_equal(poll(&pfd, 1, 0), 0);
	board_monitor_close(monitor);
}

/* The cable is pulled and put back elsewhere, where the board gets another number. */
static void test_replug(void **state)
{
	struct board_monitor *monitor = watch();
	struct plugged first = plug(*state, "1-2", 0, "0007");
	struct board_device dev;

	umockdev_testbed_uevent(*state, first.node, "add");
	next(monitor, &dev);
	assert_string_equal(dev.by_id, "/dev/sensorboard/by-id/Board_0007");
	unplug(*state, &first);
	next(monitor, &dev);
	assert_int_equal(dev.change, BOARD_REMOVED);
	assert_string_equal(dev.node, "/dev/sensorboard0");
	assert_string_equal(dev.serial, "0007");
	assert_string_equal(dev.port, "1-2");
	assert_string_equal(dev.by_id, "/dev/sensorboard/by-id/Board_0007");

	struct plugged second = plug(*state, "1-4.3", 0, "0008"), again = plug(*state, "1-3", 1, "0007");

	umockdev_testbed_uevent(*state, second.node, "add");
	umockdev_testbed_uevent(*state, again.node, "add");
	next(monitor, &dev);
	assert_int_equal(dev.change, BOARD_ADDED);
	assert_string_equal(dev.serial, "0008");
	assert_string_equal(dev.port, "1-4.3");
	assert_string_equal(dev.node, "/dev/sensorboard0");
	next(monitor, &dev);
	assert_int_equal(dev.change, BOARD_ADDED);
	assert_string_equal(dev.serial, "0007");
	assert_string_equal(dev.port, "1-3");
	assert_string_equal(dev.uri, "chardev:/dev/sensorboard1");
	assert_string_equal(dev.by_id, "/dev/sensorboard/by-id/Board_0007");
	assert_int_equal(board_monitor_read(monitor, &dev), -EAGAIN);
	board_monitor_close(monitor);
}

/* Plugged in between the beginning of the watch and its first reading: seen both ways, reported once. */
static void test_seen_twice(void **state)
{
	struct plugged p = plug(*state, "1-2", 0, "0007");
	struct board_monitor *monitor = watch();
	struct board_device dev;

	umockdev_testbed_uevent(*state, p.node, "add");
	umockdev_testbed_uevent(*state, p.node, "change");
	next(monitor, &dev);
	assert_int_equal(dev.change, BOARD_ADDED);
	umockdev_testbed_uevent(*state, p.node, "remove");
	umockdev_testbed_uevent(*state, p.node, "remove");
	next(monitor, &dev);
	assert_int_equal(dev.change, BOARD_REMOVED);
	assert_int_equal(board_monitor_read(monitor, &dev), -EAGAIN);
	board_monitor_close(monitor);
}

static void test_no_serial(void **state)
{
	plug(*state, "2-1", 3, NULL);
	struct board_monitor *monitor = watch();
	struct board_device dev;

	next(monitor, &dev);
	assert_string_equal(dev.node, "/dev/sensorboard3");
	assert_string_equal(dev.serial, "");
	assert_string_equal(dev.by_id, "");
	assert_string_equal(dev.port, "2-1");
	board_monitor_close(monitor);
}

/* A board's interface on a USB device that has a node; nobody else has anything to do with it. */
static struct plugged plug_without_module(UMockdevTestbed *bed, const char *port, unsigned number)
{
	struct plugged p = { .node = "" };
	char *text = g_strdup_printf(
		"P: " BUS "/%s\nN: bus/usb/001/%03u\nE: DEVTYPE=usb_device\nE: SUBSYSTEM=usb\n"
		"E: DEVNAME=/dev/bus/usb/001/%03u\nA: serial=U%u\\n\nA: product=Board\\n\n\n"
		"P: " BUS "/%s/%s:1.0\nE: DEVTYPE=usb_interface\nE: SUBSYSTEM=usb\nA: bInterfaceClass=ff\\n\n"
		"A: bInterfaceSubClass=53\\n\nA: bInterfaceProtocol=42\\n\n",
		port, number, number, number, port, port);
	GError *error = NULL;

	snprintf(p.usb, sizeof(p.usb), "/sys" BUS "/%s", port);
	snprintf(p.interface, sizeof(p.interface), "/sys" BUS "/%s/%s:1.0", port, port);
	if (!umockdev_testbed_add_from_string(bed, text, &error))
		fail_msg("%s\n%s", error->message, text);
	g_free(text);
	return p;
}

/* Where the module is not loaded, boards are reported as what libusb can read. */
static void test_without_module(void **state)
{
	struct plugged first = plug_without_module(*state, "1-2", 7), second;
	struct board_monitor *monitor = watch();
	struct board_device dev;

	next(monitor, &dev);
	assert_int_equal(dev.change, BOARD_ADDED);
	assert_string_equal(dev.uri, "usb:/dev/bus/usb/001/007");
	assert_string_equal(dev.node, "/dev/bus/usb/001/007");
	assert_string_equal(dev.port, "1-2");
	assert_string_equal(dev.serial, "U7");
	assert_string_equal(dev.model, "Board");
	second = plug_without_module(*state, "1-3", 8);
	umockdev_testbed_uevent(*state, second.interface, "add");
	next(monitor, &dev);
	assert_string_equal(dev.uri, "usb:/dev/bus/usb/001/008");
	umockdev_testbed_uevent(*state, first.interface, "remove");
	next(monitor, &dev);
	assert_int_equal(dev.change, BOARD_REMOVED);
	assert_string_equal(dev.uri, "usb:/dev/bus/usb/001/007");
	assert_int_equal(board_monitor_read(monitor, &dev), -EAGAIN);
	board_monitor_close(monitor);
}

/* Where it is, a board without a node is one that it has not taken yet, or does not take. */
static void test_module_loaded(void **state)
{
	char *root = umockdev_testbed_get_root_dir(*state);
	char *driver = g_build_filename(root, DRIVER, NULL);
	struct board_monitor *monitor;
	struct board_device dev;

	assert_int_equal(g_mkdir_with_parents(driver, 0755), 0);
	plug_without_module(*state, "1-2", 7);
	monitor = watch();
	assert_int_equal(board_monitor_read(monitor, &dev), -EAGAIN);
	board_monitor_close(monitor);
	g_free(driver);
	g_free(root);
}

/* A node behind a USB adapter with these ids. */
static void adapter(UMockdevTestbed *bed, const char *port, const char *vendor, const char *product,
		    const char *subsystem, const char *name, const char *rest)
{
	char *text = g_strdup_printf(
		"P: " BUS "/%s\nE: DEVTYPE=usb_device\nE: SUBSYSTEM=usb\nA: idVendor=%s\\n\nA: idProduct=%s\\n\n"
		"A: serial=S%s\\n\n\nP: " BUS "/%s/%s:1.0\nE: DEVTYPE=usb_interface\nE: SUBSYSTEM=usb\n\n"
		"P: " BUS "/%s/%s:1.0/%s/%s\nE: SUBSYSTEM=%s\nE: DEVNAME=/dev/%s\n%s\n",
		port, vendor, product, port, port, port, port, port, subsystem, name, subsystem, name, rest);
	GError *error = NULL;

	if (!umockdev_testbed_add_from_string(bed, text, &error))
		fail_msg("%s\n%s", error->message, text);
	g_free(text);
}

/* The kernel says so of the module's driver: it is there, or it is gone. */
static void module(UMockdevTestbed *bed, bool loaded)
{
	char *root = umockdev_testbed_get_root_dir(bed), *driver = g_build_filename(root, DRIVER, NULL),
	     *link = g_build_filename(driver, "subsystem", NULL), *uevent = g_build_filename(driver, "uevent", NULL);

	if (loaded) {
		assert_int_equal(g_mkdir_with_parents(driver, 0755), 0);
		assert_int_equal(symlink("../../../drivers", link), 0);
		assert_true(g_file_set_contents(uevent, "", 0, NULL));
		umockdev_testbed_uevent(bed, "/" DRIVER, "add");
	} else {
		umockdev_testbed_uevent(bed, "/" DRIVER, "remove");
		assert_int_equal(unlink(link) | unlink(uevent) | rmdir(driver), 0);
	}
	g_free(uevent);
	g_free(link);
	g_free(driver);
	g_free(root);
}

/*
 * The module is loaded while libusb has two boards and a serial line has one: each of the two is told to be gone, once,
 * so that its reader lets go of it; the third stays. When the module is unloaded both are there again.
 */
static void test_module_comes_and_goes(void **state)
{
	bool gone[10] = { false };
	struct board_monitor *monitor;
	struct board_device dev;
	struct pollfd pfd;

	adapter(*state, "1-1", "04d8", "000a", "tty", "ttyACM0", "");
	plug_without_module(*state, "1-2", 7);
	plug_without_module(*state, "1-3", 8);
	monitor = watch();
	for (int i = 0; i < 3; i++) {
		next(monitor, &dev);
		assert_int_equal(dev.change, BOARD_ADDED);
	}
	assert_int_equal(board_monitor_read(monitor, &dev), -EAGAIN);

	module(*state, true);
	for (int i = 0; i < 2; i++) {
		next(monitor, &dev);
		assert_int_equal(dev.change, BOARD_REMOVED);
		assert_int_equal(strncmp(dev.uri, "usb:/dev/bus/usb/001/00", 23), 0);
		assert_false(gone[dev.uri[23] - '0']);
		gone[dev.uri[23] - '0'] = true;
	}
	assert_true(gone[7] && gone[8]);
	assert_int_equal(board_monitor_read(monitor, &dev), -EAGAIN);
	pfd = (struct pollfd){ .fd = board_monitor_get_fd(monitor), .events = POLLIN };
	assert_int_equal(poll(&pfd, 1, 0), 0);

	module(*state, false);
	for (int i = 0; i < 2; i++) {
		next(monitor, &dev);
		assert_int_equal(dev.change, BOARD_ADDED);
		assert_int_equal(strncmp(dev.uri, "usb:/dev/bus/usb/001/00", 23), 0);
		assert_true(gone[dev.uri[23] - '0']);
		gone[dev.uri[23] - '0'] = false;
	}
	assert_int_equal(board_monitor_read(monitor, &dev), -EAGAIN);
	board_monitor_close(monitor);
}

/* A board whose node the module makes was libusb's: it goes first and comes then, as another. */
static void test_module_takes_a_board(void **state)
{
	struct plugged p = plug_without_module(*state, "1-2", 7);
	struct board_monitor *monitor = watch();
	struct board_device dev;
	char *node;

	next(monitor, &dev);
	assert_string_equal(dev.uri, "usb:/dev/bus/usb/001/007");
	node = umockdev_testbed_add_device(*state, "sensorboard", "sensorboard0", p.interface, NULL, "DEVNAME",
					   "/dev/sensorboard0", NULL);
	umockdev_testbed_uevent(*state, node, "add");
	next(monitor, &dev);
	assert_int_equal(dev.change, BOARD_REMOVED);
	assert_string_equal(dev.uri, "usb:/dev/bus/usb/001/007");
	next(monitor, &dev);
	assert_int_equal(dev.change, BOARD_ADDED);
	assert_string_equal(dev.uri, "chardev:/dev/sensorboard0");
	assert_int_equal(board_monitor_read(monitor, &dev), -EAGAIN);
	g_free(node);
	board_monitor_close(monitor);
}

static void test_other_devices(void **state)
{
	struct board_monitor *monitor = watch();
	struct board_device dev;
	char *mouse = umockdev_testbed_add_device(*state, "input", "event0", NULL, NULL, "DEVNAME", "/dev/input/event0",
						  NULL);

	umockdev_testbed_uevent(*state, mouse, "add");
	assert_int_equal(board_monitor_read(monitor, &dev), -EAGAIN);
	g_free(mouse);
	board_monitor_close(monitor);
}

/* Closed in the middle of what there is to tell. */
static void test_close_early(void **state)
{
	plug(*state, "1-1", 0, "1");
	plug(*state, "1-2", 1, "2");
	struct board_monitor *monitor = watch();
	struct board_device dev;

	next(monitor, &dev);
	board_monitor_close(monitor);
	board_monitor_close(watch());
}

/* Adapters that boards have are reported, for whoever wants to ask what is behind them; others are not, nor those that
 * an administrator wants left alone. */
static void test_adapters(void **state)
{
	static const struct {
		const char *port, *vendor, *product, *subsystem, *name, *rest;
		bool told;
	} nodes[] = {
		{ "1-1", "04d8", "000a", "tty", "ttyACM0", "", true },
		{ "1-2", "0403", "6001", "tty", "ttyUSB0", "", true },
		{ "1-3", "10c4", "ea60", "tty", "ttyUSB1", "", true },
		{ "1-4", "2d80", "8002", "hidraw", "hidraw0", "", true },
		{ "1-5", "2d80", "8603", "hidraw", "hidraw1", "", true },
		{ "1-6", "2d80", "8002", "tty", "ttyACM1", "", false },
		{ "1-7", "2d80", "9002", "hidraw", "hidraw2", "", false },
		{ "1-8", "04d8", "000b", "tty", "ttyACM2", "", false },
		{ "1-9", "0403", "6001", "tty", "ttyUSB2", "E: FLAGFALL_IGNORE=1\n", false },
		{ "1-10", "04d8", "000a", "hidraw", "hidraw3", "", false },
	};
	unsigned told = 0;

	for (size_t i = 0; i < sizeof(nodes) / sizeof(nodes[0]); i++)
		adapter(*state, nodes[i].port, nodes[i].vendor, nodes[i].product, nodes[i].subsystem, nodes[i].name,
			nodes[i].rest);

	struct board_monitor *monitor = watch();
	struct board_device dev;

	while (board_monitor_read(monitor, &dev) == 1) {
		size_t i = 0;

		while (i < sizeof(nodes) / sizeof(nodes[0]) && strcmp(dev.node + strlen("/dev/"), nodes[i].name) != 0)
			i++;
		assert_in_range(i, 0, sizeof(nodes) / sizeof(nodes[0]) - 1);
		assert_true(nodes[i].told);
		assert_int_equal(strncmp(dev.uri, "find:/dev/", 10), 0);
		assert_string_equal(dev.port, nodes[i].port);
		assert_string_equal(dev.serial + 1, nodes[i].port);
		told++;
	}
	assert_int_equal(told, 5);
	board_monitor_close(monitor);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_nothing_is_there, new_bed, free_bed),
		cmocka_unit_test_setup_teardown(test_there_already, new_bed, free_bed),
		cmocka_unit_test_setup_teardown(test_replug, new_bed, free_bed),
		cmocka_unit_test_setup_teardown(test_seen_twice, new_bed, free_bed),
		cmocka_unit_test_setup_teardown(test_no_serial, new_bed, free_bed),
		cmocka_unit_test_setup_teardown(test_other_devices, new_bed, free_bed),
		cmocka_unit_test_setup_teardown(test_adapters, new_bed, free_bed),
		cmocka_unit_test_setup_teardown(test_without_module, new_bed, free_bed),
		cmocka_unit_test_setup_teardown(test_module_loaded, new_bed, free_bed),
		cmocka_unit_test_setup_teardown(test_module_comes_and_goes, new_bed, free_bed),
		cmocka_unit_test_setup_teardown(test_module_takes_a_board, new_bed, free_bed),
		cmocka_unit_test_setup_teardown(test_close_early, new_bed, free_bed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
