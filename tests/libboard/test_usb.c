// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * usb: boards through libusb, without a kernel that has any. umockdev makes up sysfs, in which they are found; usbfs is
 * played here: ioctl() is this program's own, which libusb calls, too. (umockdev's own replay of usbfs needs transfers
 * in the order in which they were recorded, and gives a plain file for the node, which epoll does not take.) Run
 * through usb.sh.
 */
#include <dlfcn.h>
#include <endian.h>
#include <errno.h>
#include <libusb.h>
#include <linux/usbdevice_fs.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <umockdev.h>

#include "kernel/wire.h"
#include "libboard/board.h"

#define BUS "/devices/pci0000:00/0000:00:14.0/usb1"

/* What the node tells when it is read: the device, its configuration, the interface, its endpoint. */
static const unsigned char descriptors[] = {
	18,
	1,
	0x00,
	0x02,
	0,
	0,
	0,
	64,
	0x09,
	0x12,
	0x01,
	0x00,
	0x00,
	0x01,
	0,
	0,
	0,
	1,
	9,
	2,
	25,
	0,
	1,
	1,
	0,
	0x80,
	50,
	9,
	4,
	0,
	0,
	1,
	SBW_INTERFACE_CLASS,
	SBW_INTERFACE_SUBCLASS,
	SBW_INTERFACE_PROTOCOL,
	0,
	7,
	5,
	0x81,
	3,
	64,
	0,
	4,
};

#define URBS 16

static struct {
	int fd, other;
	bool gone, busy_interface, silent_info, small_packets_first;
	unsigned interrupts;   /* signals to come while it is waited for a transfer */
	unsigned failed_infos; /* requests for info that the bus loses */
	unsigned infos;
	struct usbdevfs_urb *pending[URBS], *done[URBS]; /* oldest first */
	unsigned n_pending, n_done, claimed, halts_cleared;
	uint32_t seq;
	unsigned char out[128]; /* the last message to the board */
	size_t out_size;
	uint8_t out_request;
} usbfs;

static void complete(struct usbdevfs_urb *urb, int status, int length)
{
	urb->status = status;
	urb->actual_length = length;
	usbfs.done[usbfs.n_done++] = urb;
}

static void answer(struct usbdevfs_urb *urb)
{
	const unsigned char *setup = urb->buffer;
	unsigned char *data = (unsigned char *)urb->buffer + 8;
	const size_t length = (size_t)(setup[6] | setup[7] << 8);
	struct sbw_info info = {
		.magic = htole32(SBW_MAGIC),
		.version = SBW_VERSION,
		.width = 8,
		.height = 8,
		.sensors = SBW_SENSORS_PRESENCE,
		.features = htole32(SBW_FEATURE_LEDS | SBW_FEATURE_CLOCK),
		.boot_id = htole32(7),
		.model = "Played",
		.serial = "P1",
	};
	struct {
		struct sbw_board_header head;
		char squares[64];
	} __attribute__((packed)) board = {
		.head = { .time_us = htole64(99), .seq = htole32(usbfs.seq), .count = 64 },
	};

	memset(board.squares, '.', sizeof(board.squares));
	if (setup[0] == 0xc1 && setup[1] == SBW_REQ_GET_INFO && usbfs.infos++ < usbfs.failed_infos) {
		complete(urb, -EPROTO, 0);
	} else if (setup[0] == 0xc1 && setup[1] == SBW_REQ_GET_INFO && !usbfs.silent_info) {
		assert_int_equal(length, 120); /* doc/protocol.md, section 2 */
		memcpy(data, &info, sizeof(info));
		complete(urb, 0, sizeof(info));
	} else if (setup[0] == 0xc1 && setup[1] == SBW_REQ_GET_BOARD) {
		assert_int_equal(length, 116);
		memcpy(data, &board, sizeof(board));
		complete(urb, 0, sizeof(board));
	} else if (setup[0] == 0x41) {
		usbfs.out_request = setup[1];
		usbfs.out_size = length;
		memcpy(usbfs.out, data, length < sizeof(usbfs.out) ? length : sizeof(usbfs.out));
		complete(urb, 0, (int)length);
	} else {
		complete(urb, -EPIPE, 0);
	}
}

static int submit(struct usbdevfs_urb *urb)
{
	if (usbfs.gone) {
		errno = ENODEV;
		return -1;
	}
	if (urb->type == USBDEVFS_URB_TYPE_CONTROL) {
		answer(urb);
		return 0;
	}
	assert_int_equal(urb->type, USBDEVFS_URB_TYPE_INTERRUPT);
	assert_int_equal(urb->endpoint, 0x81);
	assert_int_equal(urb->buffer_length, 64);
	assert_true(usbfs.n_pending < URBS);
	usbfs.pending[usbfs.n_pending++] = urb;
	return 0;
}

static struct usbdevfs_urb *take(struct usbdevfs_urb **list, unsigned *n, unsigned i)
{
	struct usbdevfs_urb *urb = list[i];

	memmove(list + i, list + i + 1, (--*n - i) * sizeof(*list));
	return urb;
}

static int discard(struct usbdevfs_urb *urb)
{
	for (unsigned i = 0; i < usbfs.n_pending; i++)
		if (usbfs.pending[i] == urb) {
			complete(take(usbfs.pending, &usbfs.n_pending, i), -ENOENT, 0);
			return 0;
		}
	errno = EINVAL;
	return -1;
}

static int usbfs_ioctl(unsigned long request, void *argument)
{
	switch (request) {
	case USBDEVFS_CONNECTINFO:
		*(struct usbdevfs_connectinfo *)argument = (struct usbdevfs_connectinfo){ .devnum = 4 };
		return 0;
	case USBDEVFS_GET_CAPABILITIES:
		*(uint32_t *)argument = USBDEVFS_CAP_ZERO_PACKET | USBDEVFS_CAP_BULK_CONTINUATION |
					USBDEVFS_CAP_NO_PACKET_SIZE_LIM;
		return 0;
	case USBDEVFS_CONTROL: /* which configuration it has */
		*(unsigned char *)((struct usbdevfs_ctrltransfer *)argument)->data = 1;
		return 1;
	case USBDEVFS_CLAIMINTERFACE:
		errno = EBUSY;
		usbfs.claimed += !usbfs.busy_interface;
		return usbfs.busy_interface ? -1 : 0;
	case USBDEVFS_RELEASEINTERFACE:
		usbfs.claimed--;
		return 0;
	case USBDEVFS_SUBMITURB:
		return submit(argument);
	case USBDEVFS_DISCARDURB:
		return discard(argument);
	case USBDEVFS_CLEAR_HALT:
		usbfs.halts_cleared++;
		return 0;
	case USBDEVFS_REAPURBNDELAY:
		errno = usbfs.gone ? ENODEV : EAGAIN;
		if (!usbfs.n_done)
			return -1;
		*(struct usbdevfs_urb **)argument = take(usbfs.done, &usbfs.n_done, 0);
		return 0;
	default:
		errno = ENOTTY;
		return -1;
	}
}

#define PLAYED __attribute__((visibility("default"))) /* libusb's calls come here */

PLAYED int ioctl(int fd, unsigned long request, ...)
{
	void *argument;
	va_list args;

	va_start(args, request);
	argument = va_arg(args, void *);
	va_end(args);
	if (usbfs.fd >= 0 && fd == usbfs.fd)
		return usbfs_ioctl(request, argument);
	return (int)syscall(SYS_ioctl, fd, request, argument);
}

PLAYED int poll(struct pollfd *fds, nfds_t n, int timeout_ms)
{
	struct timespec timeout = { timeout_ms / 1000, timeout_ms % 1000 * 1000000L };

	if (usbfs.interrupts) {
		usbfs.interrupts--;
		errno = EINTR;
		return -1;
	}
	return ppoll(fds, n, timeout_ms < 0 ? NULL : &timeout, NULL);
}

/* What is in the socket is read from its beginning. */
PLAYED off_t lseek(int fd, off_t offset, int whence)
{
	if (usbfs.fd >= 0 && fd == usbfs.fd)
		return 0;
	return syscall(SYS_lseek, fd, offset, whence);
}

/* The board's own timer: held, it runs when the test says so. libusb has others. */
static struct {
	bool held;
	int fd;
	unsigned ms; /* what it was set to last */
} timer;

int timerfd_settime(int fd, int flags, const struct itimerspec *at, struct itimerspec *before)
{
	if (!timer.held)
		return (int)syscall(SYS_timerfd_settime, fd, flags, at, before);
	assert_int_equal(at->it_interval.tv_sec, 0); /* once */
	assert_int_equal(at->it_interval.tv_nsec, 0);
	timer.fd = fd;
	timer.ms = (unsigned)(at->it_value.tv_sec * 1000 + at->it_value.tv_nsec / 1000000);
	return 0;
}

static void run_timer(void)
{
	const struct itimerspec soon = { .it_value = { 0, 1 } };
	struct pollfd fd = { .fd = timer.fd, .events = POLLIN };

	assert_int_equal(syscall(SYS_timerfd_settime, timer.fd, 0, &soon, NULL), 0);
	assert_int_equal(ppoll(&fd, 1, NULL, NULL), 1);
}

/* Transfers that the board has let go of. */
static unsigned freed;

void libusb_free_transfer(struct libusb_transfer *transfer)
{
	void (*real)(struct libusb_transfer *);

	*(void **)&real = dlsym(RTLD_NEXT, "libusb_free_transfer");
	freed++;
	real(transfer);
}

static int open_usbfs(const char *path, int flags, void *userdata)
{
	static const unsigned char small[] = { 7, 5, 0x82, 3, 32, 0, 4 };
	const unsigned char *last = descriptors + sizeof(descriptors) - 7;
	unsigned char all[sizeof(descriptors) + sizeof(small)];
	size_t size = sizeof(descriptors);
	int fds[2];

	memcpy(all, descriptors, sizeof(descriptors));
	if (usbfs.small_packets_first) {
		all[18 + 2] += 7;  /* length of the configuration */
		all[18 + 9 + 4]++; /* endpoints */
		memcpy(all + size - 7, small, 7);
		memcpy(all + size, last, 7);
		size += 7;
	}
	snprintf(userdata, 64, "%s", path);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
	assert_int_equal(write(fds[1], all, size), size);
	shutdown(fds[1], SHUT_WR);
	usbfs.fd = fds[0];
	usbfs.other = fds[1];
	return fds[0];
}

static char node[64];

static int open_board(const char *uri, struct board **board)
{
	node[0] = 0;
	return board_open(uri, &(struct board_opener){ .open = open_usbfs, .userdata = node }, board);
}

static int reset(void **state)
{
	memset(&usbfs, 0, sizeof(usbfs));
	usbfs.fd = usbfs.other = -1;
	return 0;
}

static int closed(void **state)
{
	if (usbfs.other >= 0)
		close(usbfs.other);
	assert_int_equal(usbfs.claimed, 0);
	return 0;
}

/* The board answers the oldest transfer with a report of one press, or with an error. */
static void send_press(uint32_t seq)
{
	const struct sbw_report report = {
		.version = SBW_VERSION,
		.count = 1,
		.length = htole16(24),
		.seq = htole32(seq),
		.time_us = htole64(1000 * seq),
		.events = { { .type = SBW_EVENT_PRESS, .piece = SBW_SIDE_WHITE } },
	};
	struct usbdevfs_urb *urb;

	assert_true(usbfs.n_pending > 0);
	urb = take(usbfs.pending, &usbfs.n_pending, 0);
	memcpy(urb->buffer, &report, 24);
	complete(urb, 0, 24);
}

static void reads(struct board *board, uint32_t seq, enum board_event_type type, uint32_t lost)
{
	struct board_event ev;

	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.seq, seq);
	assert_int_equal(ev.type, type);
	assert_int_equal(ev.lost, lost);
}

static struct board *opened(void)
{
	struct board *board;

	if (open_board("usb:/dev/bus/usb/001/004", &board) < 0)
		fail_msg("%s", board_error(NULL));
	return board;
}

static bool wakes(const struct board *board)
{
	struct pollfd fd = { .fd = board_get_fd(board), .events = POLLIN };
	const struct timespec at_once = { 0, 0 };

	return ppoll(&fd, 1, &at_once, NULL) == 1;
}

/* The node of a device can be written to when a transfer has ended: that wakes who waits for the board. */
static void test_wakes_its_reader(void **state)
{
	struct board *board = opened();
	char bytes[4096] = { 0 };

	while (send(usbfs.fd, bytes, sizeof(bytes), MSG_DONTWAIT | MSG_NOSIGNAL) > 0)
		;
	assert_false(wakes(board));
	send_press(1);
	while (recv(usbfs.other, bytes, sizeof(bytes), MSG_DONTWAIT) > 0)
		;
	assert_true(wakes(board));
	reads(board, 1, BOARD_EVENT_PRESS, 0);
	board_close(board);
}

/* A signal comes while a board is closed: what libusb still has is waited for all the same, and all is let go of. */
static void test_signal_while_closing(void **state)
{
	struct board *board = opened();

	assert_int_equal(usbfs.n_pending, 8);
	usbfs.interrupts = 3;
	freed = 0;
	board_close(board);
	assert_int_equal(freed, 8);
	assert_int_equal(usbfs.interrupts, 0);
	assert_int_equal(usbfs.n_pending, 0);
	assert_int_equal(usbfs.n_done, 0);
}

/* doc/protocol.md, section 6: a report of any size may be followed by an empty packet, which is nothing. */
static void test_empty_packet(void **state)
{
	struct board *board = opened();
	struct board_event ev;

	send_press(1);
	complete(take(usbfs.pending, &usbfs.n_pending, 0), 0, 0);
	send_press(2);
	reads(board, 1, BOARD_EVENT_PRESS, 0);
	reads(board, 2, BOARD_EVENT_PRESS, 0);
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	board_close(board);
}

/* Section 8: a board that does not answer GET_INFO is asked three times. */
static void test_info_is_asked_three_times(void **state)
{
	struct board *board;

	usbfs.failed_infos = 2;
	board = opened();
	assert_int_equal(usbfs.infos, 3);
	board_close(board);
	reset(NULL);
	usbfs.failed_infos = 3;
	assert_int_equal(open_board("usb:/dev/bus/usb/001/004", &board), -EIO);
	assert_int_equal(usbfs.infos, 3);
}

/* Section 1: the first interrupt IN endpoint is the one, and its packets have to hold 64 bytes. */
static void test_first_endpoint(void **state)
{
	struct board *board;

	usbfs.small_packets_first = true;
	assert_int_equal(open_board("usb:/dev/bus/usb/001/004", &board), -ENODEV);
	assert_non_null(strstr(board_error(NULL), "its interrupt packets hold 32 bytes, not 64"));
}

static void test_events_and_output(void **state)
{
	const uint8_t level[64] = { [3] = 9 };
	struct board_squares squares;
	struct board_event ev;
	struct board *board;

	usbfs.seq = 41;
	board = opened();
	assert_string_equal(board_get_info(board)->model, "Played");
	assert_int_equal(usbfs.n_pending, 8); /* several are asked for at once */
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	send_press(42);
	send_press(43);
	send_press(46);
	reads(board, 1, BOARD_EVENT_PRESS, 0);
	reads(board, 2, BOARD_EVENT_PRESS, 0);
	reads(board, 4, BOARD_EVENT_LOST, 2);
	reads(board, 5, BOARD_EVENT_PRESS, 0);
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	assert_int_equal(usbfs.n_pending, 8);
	usbfs.seq = 46;
	assert_int_equal(board_request_squares(board), 0);
	squares = board_get_answer(board)->squares;
	assert_int_equal(squares.seq, 5);
	assert_int_equal(board_request_leds(board, level, 64), 0);
	assert_int_equal(usbfs.out_request, SBW_REQ_SET_LEDS);
	assert_int_equal(usbfs.out_size, 64);
	assert_int_equal(usbfs.out[3], 9);
	board_close(board);
}

/* The board said as it was opened how far it had counted: what the first report leaves out is missing. */
static void test_loss_before_the_first_report(void **state)
{
	struct board *board;

	usbfs.seq = 41;
	board = opened();
	send_press(44);
	reads(board, 2, BOARD_EVENT_LOST, 2);
	reads(board, 3, BOARD_EVENT_PRESS, 0);
	board_close(board);
}

/* A halt is cleared once, after all transfers have come back from it, and then all are asked for again. */
static void test_halt(void **state)
{
	struct board *board = opened();
	struct board_event ev;
	int r = -EAGAIN;

	while (usbfs.n_pending)
		complete(take(usbfs.pending, &usbfs.n_pending, 0), -EPIPE, 0);
	while (r == -EAGAIN && usbfs.n_pending < 8)
		r = board_read(board, &ev);
	assert_int_equal(r, -EAGAIN);
	assert_int_equal(usbfs.halts_cleared, 1);
	send_press(1);
	reads(board, 1, BOARD_EVENT_PRESS, 0);
	board_close(board);
}

/* After a failure nothing is requested before the timer has run: each time twice as long, a second at most, and from
 * the beginning once a report has come. A halt is not cleared while a transfer has not come back from it. */
static void test_pauses_after_failures(void **state)
{
	static const unsigned pauses[] = { 40, 80, 160, 320, 640, 1000, 1000 };
	struct board *board = opened();
	struct board_event ev;

	timer.held = true;
	while (usbfs.n_pending > 1)
		complete(take(usbfs.pending, &usbfs.n_pending, 1), -EPIPE, 0);
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	assert_int_equal(timer.ms, 10);
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	assert_int_equal(usbfs.n_pending, 1);
	run_timer();
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	assert_int_equal(usbfs.halts_cleared, 0);
	assert_int_equal(timer.ms, 20);
	complete(take(usbfs.pending, &usbfs.n_pending, 0), -EPIPE, 0);
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	assert_int_equal(usbfs.halts_cleared, 0);
	run_timer();
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	assert_int_equal(usbfs.halts_cleared, 1);
	assert_int_equal(usbfs.n_pending, 8);
	for (unsigned i = 0; i < sizeof(pauses) / sizeof(pauses[0]); i++) {
		complete(take(usbfs.pending, &usbfs.n_pending, 0), -EPROTO, 0);
		assert_int_equal(board_read(board, &ev), -EAGAIN);
		assert_int_equal(timer.ms, pauses[i]);
		assert_int_equal(usbfs.n_pending, 7);
		run_timer();
		assert_int_equal(board_read(board, &ev), -EAGAIN);
		assert_int_equal(usbfs.n_pending, 8);
	}
	assert_int_equal(usbfs.halts_cleared, 1);
	send_press(1);
	reads(board, 1, BOARD_EVENT_PRESS, 0);
	complete(take(usbfs.pending, &usbfs.n_pending, 0), -EPROTO, 0);
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	assert_int_equal(timer.ms, 10);
	board_close(board);
	timer.held = false;
}

/* A report that is longer than a transfer is lost, and said so. */
static void test_babble(void **state)
{
	struct board *board = opened();

	complete(take(usbfs.pending, &usbfs.n_pending, 0), -EOVERFLOW, 64);
	reads(board, 1, BOARD_EVENT_LOST, 1);
	board_close(board);
}

/* What came before the cable was pulled is read; then the board is gone, and stays so. */
static void test_unplugged(void **state)
{
	struct board *board = opened();
	struct board_event ev;

	send_press(1);
	usbfs.gone = true;
	while (usbfs.n_pending)
		complete(take(usbfs.pending, &usbfs.n_pending, 0), -ESHUTDOWN, 0);
	reads(board, 1, BOARD_EVENT_PRESS, 0);
	assert_int_equal(board_read(board, &ev), -ENODEV);
	assert_int_equal(board_request_squares(board), -ENODEV);
	assert_int_equal(board_read(board, &ev), -ENODEV);
	board_close(board);
}

static void test_the_driver_has_it(void **state)
{
	struct board *board;

	usbfs.busy_interface = true;
	assert_int_equal(open_board("usb:/dev/bus/usb/001/004", &board), -EBUSY);
	assert_non_null(strstr(board_error(NULL), "kernel's driver"));
}

static void test_no_info(void **state)
{
	struct board *board;

	usbfs.silent_info = true;
	assert_int_equal(open_board("usb:/dev/bus/usb/001/004", &board), -EPIPE);
}

/* Devices in sysfs: a board, another, one more with the same serial number, and a mouse. */
static void add(UMockdevTestbed *bed, const char *port, int number, const char *serial, const char *class,
		const char *subclass, const char *protocol)
{
	char *text = g_strdup_printf(
		"P: " BUS "/%s\nN: bus/usb/001/%03d\nE: DEVTYPE=usb_device\nE: SUBSYSTEM=usb\n"
		"E: DEVNAME=/dev/bus/usb/001/%03d\nA: serial=%s\\n\n\n"
		"P: " BUS "/%s/%s:1.0\nE: DEVTYPE=usb_interface\nE: SUBSYSTEM=usb\nA: bInterfaceClass=%s\\n\n"
		"A: bInterfaceSubClass=%s\\n\nA: bInterfaceProtocol=%s\\n\n",
		port, number, number, serial, port, port, class, subclass, protocol);
	GError *error = NULL;

	if (!umockdev_testbed_add_from_string(bed, text, &error))
		fail_msg("%s\n%s", error->message, text);
	g_free(text);
}

static void test_found_by_name(void **state)
{
	UMockdevTestbed *bed = umockdev_testbed_new();
	struct board *board;

	add(bed, "1-1", 4, "B1", "ff", "53", "42");
	add(bed, "1-2.3", 5, "B2", "ff", "53", "42");
	add(bed, "1-4", 6, "B2", "ff", "53", "42");
	add(bed, "1-5", 7, "M1", "03", "01", "02");
	assert_int_equal(open_board("usb:B1", &board), 0);
	assert_string_equal(node, "/dev/bus/usb/001/004");
	board_close(board);
	close(usbfs.other);
	assert_int_equal(open_board("usb:1-2.3", &board), 0);
	assert_string_equal(node, "/dev/bus/usb/001/005");
	board_close(board);
	assert_int_equal(open_board("usb:B2", &board), -ENOTUNIQ);
	assert_int_equal(open_board("usb:M1", &board), -ENODEV);
	assert_int_equal(open_board("usb:1-9", &board), -ENODEV);
	assert_string_equal(node, "");
	g_object_unref(bed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_events_and_output, reset, closed),
		cmocka_unit_test_setup_teardown(test_wakes_its_reader, reset, closed),
		cmocka_unit_test_setup_teardown(test_signal_while_closing, reset, closed),
		cmocka_unit_test_setup_teardown(test_empty_packet, reset, closed),
		cmocka_unit_test_setup_teardown(test_info_is_asked_three_times, reset, closed),
		cmocka_unit_test_setup_teardown(test_first_endpoint, reset, closed),
		cmocka_unit_test_setup_teardown(test_loss_before_the_first_report, reset, closed),
		cmocka_unit_test_setup_teardown(test_halt, reset, closed),
		cmocka_unit_test_setup_teardown(test_pauses_after_failures, reset, closed),
		cmocka_unit_test_setup_teardown(test_babble, reset, closed),
		cmocka_unit_test_setup_teardown(test_unplugged, reset, closed),
		cmocka_unit_test_setup_teardown(test_the_driver_has_it, reset, closed),
		cmocka_unit_test_setup_teardown(test_no_info, reset, closed),
		cmocka_unit_test_setup_teardown(test_found_by_name, reset, closed),
	};

	return cmocka_run_group_tests_name("usb", tests, NULL, NULL);
}
