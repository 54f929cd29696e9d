/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * usb:NAME, a board without the kernel module. NAME is the device's node
 * (/dev/bus/usb/001/004), its port path (1-2.3), or its serial number.
 *
 * The board is the kernel's file descriptor of the device; libusb works on
 * it. Several reports are requested at once, so that one that comes while
 * another is being processed has a buffer. Any call of libusb may run their
 * completion: a request for the whole board does, too. Events that came so are
 * queued, as in socket.c.
 *
 * The times are those of the reading, not of the transfer: a thread that does
 * nothing else (board_start()) is near, and the module has better ones.
 * libusb_init() watches for devices in a thread of its own; what is here runs
 * in the caller's only.
 */
#include "libboard/drivers.h"
#include "libboard/serial-line.h"
#include "libboard/backend.h"
#include "libboard/wire-decoder.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <libusb.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define ANSWER_MS 1000
#define REPORTS 8	  /* requested at once */
#define RETRY_FIRST_MS 10 /* pause after a failed transfer, doubled each time */
#define RETRY_MOST_MS 1000
#define INFO_TRIES 3
#define INFO_SIZE sizeof(struct sbw_info)
#define BOARD_SIZE (sizeof(struct sbw_board_header) + SBW_MAX_SQUARES)
#define REPORT_BUFFER 1024 /* the longest packet of an interrupt endpoint */

struct usb_board {
	struct board board;
	int fd;
	struct poll_set poll_set;
	libusb_context *context;
	libusb_device_handle *device;
	bool claimed, gone;
	bool failed;  /* nothing is requested until the timer has run */
	bool stalled; /* … and the endpoint's halt was cleared */
	uint8_t interface, endpoint;
	uint16_t packet;
	int timer_fd;
	unsigned retry_ms;
	struct libusb_transfer *transfers[REPORTS];
	bool busy[REPORTS]; /* libusb has it */
	uint8_t buffers[REPORTS][REPORT_BUFFER];
	struct wire_decoder wire;
};

static struct usb_board *usb_of(const struct board *board)
{
	return (struct usb_board *)board;
}

static int error_of(int r)
{
	switch (r) {
	case LIBUSB_ERROR_NO_DEVICE:
	case LIBUSB_ERROR_NOT_FOUND:
		return -ENODEV;
	case LIBUSB_ERROR_ACCESS:
		return -EACCES;
	case LIBUSB_ERROR_BUSY:
		return -EBUSY;
	case LIBUSB_ERROR_TIMEOUT:
		return -ETIMEDOUT;
	case LIBUSB_ERROR_PIPE:
		return -EPIPE;
	case LIBUSB_ERROR_OVERFLOW:
		return -EBADMSG;
	case LIBUSB_ERROR_NO_MEM:
		return -ENOMEM;
	case LIBUSB_ERROR_INTERRUPTED:
		return -EINTR;
	default:
		return r < 0 ? -EIO : r;
	}
}

static int unplugged(struct board *board)
{
	return board_fail(board, -ENODEV, "%.300s: the board was unplugged", board->uri);
}

/*
 * A cable that is being pulled gives errors before the device is known to be gone, and a bad one gives them now and
 * then. The board keeps what it could not send, and its numbers show what it could not keep.
 */
static void retry_later(struct usb_board *u, bool stalled)
{
	struct itimerspec timer = { .it_interval = { 0, 0 } };

	u->stalled |= stalled;
	if (u->failed)
		return; /* all that were requested fail at once */
	u->failed = true;
	u->retry_ms = u->retry_ms ? 2 * u->retry_ms : RETRY_FIRST_MS;
	if (u->retry_ms > RETRY_MOST_MS)
		u->retry_ms = RETRY_MOST_MS;
	timer.it_value.tv_sec = u->retry_ms / 1000;
	timer.it_value.tv_nsec = u->retry_ms % 1000 * 1000000L;
	timerfd_settime(u->timer_fd, 0, &timer, NULL);
}

/* Submits all transfers that libusb does not have. */
static void request_reports(struct usb_board *u)
{
	for (unsigned i = 0; i < REPORTS && !u->gone && !u->failed; i++) {
		int r = u->busy[i] ? 0 : libusb_submit_transfer(u->transfers[i]);

		if (r == LIBUSB_ERROR_NO_DEVICE)
			u->gone = true;
		else if (r < 0)
			retry_later(u, false);
		else
			u->busy[i] = true;
	}
}

static unsigned busy(const struct usb_board *u)
{
	unsigned n = 0;

	for (unsigned i = 0; i < REPORTS; i++)
		n += u->busy[i];
	return n;
}

/* Runs inside whatever libusb function the caller is in. */
static void LIBUSB_CALL report_came(struct libusb_transfer *transfer)
{
	struct usb_board *u = transfer->user_data;
	int64_t now = board_now_us();

	for (unsigned i = 0; i < REPORTS; i++)
		if (u->transfers[i] == transfer)
			u->busy[i] = false;
	switch (transfer->status) {
	case LIBUSB_TRANSFER_COMPLETED:
		u->retry_ms = 0;
		/* Some USB stacks end a full packet with an empty one: that is no report. */
		if (transfer->actual_length > 0)
			board_wire_report(&u->wire, transfer->buffer, (size_t)transfer->actual_length, now);
		board_wire_hand_over(&u->wire, &u->board); /* a request may be waiting for its answer */
		break;
	case LIBUSB_TRANSFER_NO_DEVICE:
		u->gone = true;
		return;
	case LIBUSB_TRANSFER_CANCELLED:
		return;
	case LIBUSB_TRANSFER_OVERFLOW:
		board_wire_lose(&u->wire, now);
		retry_later(u, false);
		return;
	default:
		retry_later(u, transfer->status == LIBUSB_TRANSFER_STALL);
		return;
	}
	request_reports(u);
}

/* Has the timer run? A halt is cleared when all transfers have come back from it. */
static void try_again(struct usb_board *u)
{
	uint64_t times;
	int r = 0;

	if (!u->failed || read(u->timer_fd, &times, sizeof(times)) < 0)
		return;
	u->failed = false;
	if (u->stalled && !u->gone) {
		r = busy(u) ? LIBUSB_ERROR_BUSY : libusb_clear_halt(u->device, u->endpoint);
		u->stalled = r < 0;
	}
	if (r == LIBUSB_ERROR_NO_DEVICE)
		u->gone = true;
	else if (r < 0)
		retry_later(u, true);
	else
		request_reports(u);
}

static int control(struct board *board, uint8_t type, uint8_t number, void *data, uint16_t n)
{
	struct usb_board *u = usb_of(board);
	int r = libusb_control_transfer(u->device, type, number, 0, u->interface, data, n, ANSWER_MS);

	board_poll_set_mark(&u->poll_set, !board_wire_is_empty(&u->wire) || u->gone);
	if (r >= 0)
		return r;
	r = error_of(r);
	if (r == -ENODEV)
		return unplugged(board);
	return board_fail(board, r, "%.300s: %s", board->uri,
			  r == -EPIPE	  ? "the board refuses the request" :
			  r == -ETIMEDOUT ? "the board does not answer" :
					    strerror(-r));
}

/* A board may be slow right after power-up. What it says, be it a refusal, is its answer. */
static int ask_info(struct board *board, uint8_t answer[static INFO_SIZE])
{
	int r = -EIO;

	for (unsigned tries = 0; tries < INFO_TRIES; tries++) {
		r = control(board, 0xc1, SBW_REQ_GET_INFO, answer, INFO_SIZE);
		if (r >= 0 || r == -EPIPE || r == -EBADMSG || r == -ENODEV)
			break;
	}
	return r;
}

static int ask_board(struct board *board, uint8_t answer[static BOARD_SIZE])
{
	return control(board, 0xc1, SBW_REQ_GET_BOARD, answer, BOARD_SIZE);
}

/* The interface and endpoint that make the device a board. */
static int find_interface(struct usb_board *u)
{
	struct libusb_config_descriptor *config;
	int r = libusb_get_active_config_descriptor(libusb_get_device(u->device), &config);
	bool found = false;

	if (r < 0)
		return error_of(r);
	for (unsigned i = 0; i < config->bNumInterfaces && !found; i++) {
		const struct libusb_interface_descriptor *desc = config->interface[i].altsetting;

		if (desc->bInterfaceClass != SBW_INTERFACE_CLASS ||
		    desc->bInterfaceSubClass != SBW_INTERFACE_SUBCLASS ||
		    desc->bInterfaceProtocol != SBW_INTERFACE_PROTOCOL)
			continue;
		/* The first one, whatever its packets: the module takes no other either. */
		for (unsigned e = 0; e < desc->bNumEndpoints && !found; e++) {
			const struct libusb_endpoint_descriptor *end = &desc->endpoint[e];

			found = (end->bmAttributes & LIBUSB_TRANSFER_TYPE_MASK) == LIBUSB_TRANSFER_TYPE_INTERRUPT &&
				(end->bEndpointAddress & LIBUSB_ENDPOINT_IN);
			u->interface = desc->bInterfaceNumber;
			u->endpoint = end->bEndpointAddress;
			u->packet = end->wMaxPacketSize & 0x7ff;
		}
	}
	libusb_free_config_descriptor(config);
	if (!found || u->packet > REPORT_BUFFER)
		return board_fail(&u->board, -ENODEV, "%.300s: this device is not a sensor board", u->board.uri);
	if (u->packet < SBW_REPORT_SIZE)
		return board_fail(&u->board, -ENODEV, "%.300s: its interrupt packets hold %u bytes, not %u",
				  u->board.uri, u->packet, SBW_REPORT_SIZE);
	return 0;
}

static int connect_device(struct usb_board *u)
{
	int r = libusb_init(&u->context);

	if (r < 0) {
		u->context = NULL;
		return board_fail(&u->board, error_of(r), "%.300s: libusb: %s", u->board.uri, libusb_strerror(r));
	}
	r = libusb_wrap_sys_device(u->context, u->fd, &u->device);
	if (r < 0) {
		u->device = NULL;
		return board_fail(&u->board, error_of(r), "%.300s: libusb: %s", u->board.uri, libusb_strerror(r));
	}
	r = find_interface(u);
	if (r < 0)
		return r;
	r = libusb_claim_interface(u->device, u->interface);
	if (r == LIBUSB_ERROR_BUSY)
		return board_fail(&u->board, -EBUSY,
				  "%.300s: another program or the kernel's driver (chardev:) has the board",
				  u->board.uri);
	if (r < 0)
		return board_fail(&u->board, error_of(r), "%.300s: %s", u->board.uri, libusb_strerror(r));
	u->claimed = true;
	return 0;
}

/* Of a usbfs descriptor, what is waited for is that it is writable: then a transfer has ended. */
static int watch(struct usb_board *u)
{
	const struct libusb_pollfd **fds;
	int r;

	u->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (u->timer_fd < 0)
		return -errno;
	r = board_poll_set_open(&u->poll_set, u->timer_fd);
	if (r < 0)
		return r;
	fds = libusb_get_pollfds(u->context);
	if (!fds)
		return -ENOMEM;
	for (unsigned i = 0; fds[i] && r == 0; i++) {
		struct epoll_event ev = {
			.events = (fds[i]->events & POLLIN ? EPOLLIN : 0u) | (fds[i]->events & POLLOUT ? EPOLLOUT : 0u),
		};

		if (epoll_ctl(u->poll_set.fd, EPOLL_CTL_ADD, fds[i]->fd, &ev) < 0)
			r = -errno;
	}
	libusb_free_pollfds(fds);
	return r;
}

static int identify(struct board *board)
{
	struct usb_board *u = usb_of(board);
	uint8_t answer[INFO_SIZE > BOARD_SIZE ? INFO_SIZE : BOARD_SIZE];
	int r = ask_info(board, answer);

	if (r >= 0)
		r = board_wire_info(&u->wire, board, answer, (size_t)r);
	if (r < 0)
		return r;
	/* A board that does not answer this can be read all the same: its first report has the number to start from. */
	r = ask_board(board, answer);
	if (r >= 0)
		r = board_wire_start(&u->wire, board, answer, (size_t)r);
	return r == -ENODEV ? r : 0;
}

static int usb_open(struct board *board, const char *address, const struct board_opener *opener)
{
	struct usb_board *u = usb_of(board);
	char node[64];
	int r;

	u->fd = u->timer_fd = -1;
	board_poll_set_init(&u->poll_set);
	r = board_usb_node(board, address, node);
	if (r < 0)
		return r;
	u->fd = board_open_file(opener, node, O_RDWR | O_CLOEXEC);
	if (u->fd < 0)
		return board_fail(board, u->fd, "%s: %s", node, strerror(-u->fd));
	r = connect_device(u);
	if (r == 0)
		r = watch(u);
	if (r == 0)
		r = identify(board);
	if (r < 0)
		return r;
	for (unsigned i = 0; i < REPORTS; i++) {
		u->transfers[i] = libusb_alloc_transfer(0);
		if (!u->transfers[i])
			return -ENOMEM;
		libusb_fill_interrupt_transfer(u->transfers[i], u->device, u->endpoint, u->buffers[i], u->packet,
					       report_came, u, 0);
	}
	request_reports(u);
	return 0;
}

static void usb_close(struct board *board)
{
	struct usb_board *u = usb_of(board);
	int r = 0;

	u->gone = true; /* nothing is requested any more */
	for (unsigned i = 0; i < REPORTS; i++)
		if (u->busy[i])
			libusb_cancel_transfer(u->transfers[i]);
	/* A signal is no reason to leave them to libusb, which would write into what is freed here. */
	while (busy(u) && (r == 0 || r == LIBUSB_ERROR_INTERRUPTED))
		r = libusb_handle_events(u->context);
	if (u->claimed) {
		libusb_release_interface(u->device, u->interface);
		libusb_attach_kernel_driver(u->device, u->interface); /* it may have been loaded meanwhile */
	}
	/* It forgets a device's transfers as it closes it, also those that would not end. */
	if (u->device)
		libusb_close(u->device);
	for (unsigned i = 0; i < REPORTS; i++)
		libusb_free_transfer(u->transfers[i]);
	if (u->context)
		libusb_exit(u->context);
	board_poll_set_close(&u->poll_set);
	if (u->timer_fd >= 0)
		close(u->timer_fd);
	if (u->fd >= 0)
		close(u->fd);
}

static int usb_get_fd(const struct board *board)
{
	return usb_of(board)->poll_set.fd;
}

static int usb_read(struct board *board, struct board_event *ev)
{
	struct usb_board *u = usb_of(board);
	struct timeval at_once = { 0, 0 }; /* zeros alone: libusb's may be shorter than ours on 32 bits */
	int r;

	if (board_wire_is_empty(&u->wire)) {
		r = libusb_handle_events_timeout_completed(u->context, &at_once, NULL);
		if (r < 0 && r != LIBUSB_ERROR_INTERRUPTED)
			u->gone = true;
		try_again(u);
	}
	r = board_wire_pop(&u->wire, ev);
	board_poll_set_mark(&u->poll_set, !board_wire_is_empty(&u->wire) || u->gone);
	if (r)
		return 1;
	return u->gone ? unplugged(board) : -EAGAIN;
}

static int usb_get_squares(struct board *board, struct board_squares *ret)
{
	uint8_t answer[BOARD_SIZE];
	int r = ask_board(board, answer);

	if (r < 0)
		return r;
	return board_wire_squares(&usb_of(board)->wire, board, answer, (size_t)r, board_now_us(), ret);
}

static int usb_set_leds(struct board *board, const uint8_t *level, size_t n)
{
	uint8_t data[BOARD_MAX_SQUARES];
	int r;

	memcpy(data, level, n);
	r = control(board, 0x41, SBW_REQ_SET_LEDS, data, (uint16_t)n);
	return r < 0 ? r : 0;
}

static int usb_set_clock(struct board *board, uint32_t white_ms, uint32_t black_ms, int running)
{
	struct sbw_clock clock = {
		.white_ms = htole32(white_ms),
		.black_ms = htole32(black_ms),
		.running = (uint8_t)running,
	};
	int r = control(board, 0x41, SBW_REQ_SET_CLOCK, &clock, sizeof(clock));

	return r < 0 ? r : 0;
}

static const struct board_backend backend = {
	.size = sizeof(struct usb_board),
	.open = usb_open,
	.close = usb_close,
	.get_fd = usb_get_fd,
	.read = usb_read,
	.get_squares = usb_get_squares,
	.set_leds = usb_set_leds,
	.set_clock = usb_set_clock,
};

const struct board_driver board_driver_usb = {
	.scheme = "usb",
	.backend = &backend,
};
