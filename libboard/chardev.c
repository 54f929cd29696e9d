/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* chardev:/dev/sensorboardN, the kernel driver's node. The kernel's structures stay in this file. */
#include "libboard/drivers.h"
#include "kernel/uapi/sensorboard.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static_assert((int)SENSORBOARD_EVENT_LIFT == BOARD_EVENT_LIFT && (int)SENSORBOARD_EVENT_PLACE == BOARD_EVENT_PLACE &&
		      (int)SENSORBOARD_EVENT_PRESS == BOARD_EVENT_PRESS &&
		      (int)SENSORBOARD_EVENT_PAUSE == BOARD_EVENT_PAUSE &&
		      (int)SENSORBOARD_EVENT_TIME == BOARD_EVENT_TIME &&
		      (int)SENSORBOARD_EVENT_LOST == BOARD_EVENT_LOST,
	      "the kernel's event types are the library's");
static_assert((int)SENSORBOARD_SIDE_WHITE == BOARD_WHITE && (int)SENSORBOARD_SIDE_BLACK == BOARD_BLACK,
	      "the sides are the library's");
static_assert((int)SENSORBOARD_FEATURE_LEVER == BOARD_FEATURE_LEVER &&
		      (int)SENSORBOARD_FEATURE_PAUSE == BOARD_FEATURE_PAUSE &&
		      (int)SENSORBOARD_FEATURE_CLOCK == BOARD_FEATURE_CLOCK &&
		      (int)SENSORBOARD_FEATURE_LEDS == BOARD_FEATURE_LEDS &&
		      (int)SENSORBOARD_FEATURE_DEVICE_TIME == BOARD_FEATURE_DEVICE_TIME,
	      "the features are the library's");
static_assert(SENSORBOARD_TEXT_SIZE == BOARD_TEXT_SIZE && SENSORBOARD_MAX_SQUARES == BOARD_MAX_SQUARES,
	      "the sizes are the library's");

#define GRACE_US 50000

struct chardev {
	struct board board;
	int fd;
};

static struct chardev *chardev_of(const struct board *board)
{
	return (struct chardev *)board;
}

static int64_t host_us(uint64_t ns)
{
	return (int64_t)(ns / 1000);
}

static int64_t device_us(uint64_t us)
{
	return us > INT64_MAX ? BOARD_NO_TIME : (int64_t)us;
}

static int ask_info(struct board *board, int fd)
{
	struct sensorboard_info info = { 0 };

	if (ioctl(fd, SENSORBOARD_GET_INFO, &info) < 0) {
		int error = errno;

		/* ENOTTY and EINVAL: some other device, or a file. */
		if (error == ENOTTY || error == EINVAL)
			return board_fail(board, -ENODEV, "%.300s: there is no sensor board with this name",
					  board->uri);
		return board_fail(board, -error, "%.300s: it does not say what it is: %s", board->uri, strerror(error));
	}
	if ((unsigned)info.width * info.height == 0 || (unsigned)info.width * info.height > BOARD_MAX_SQUARES)
		return board_fail(board, -EPROTONOSUPPORT, "%.300s: a board of %ux%u squares is not supported",
				  board->uri, info.width, info.height);
	board->info = (struct board_info){
		.width = info.width,
		.height = info.height,
		.sensors = info.sensors,
		.features = info.features,
		.scan_us = info.scan_us,
		.grace_us = GRACE_US,
		.boot_id = info.boot_id,
	};
	memcpy(board->info.model, info.model, BOARD_TEXT_SIZE - 1);
	memcpy(board->info.firmware, info.firmware, BOARD_TEXT_SIZE - 1);
	memcpy(board->info.serial, info.serial, BOARD_TEXT_SIZE - 1);
	return 0;
}

static int chardev_open(struct board *board, const char *address, const struct board_opener *opener)
{
	struct chardev *c = chardev_of(board);

	c->fd = board_open_file(opener, address, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (c->fd == -EUSERS)
		return board_fail(board, c->fd,
				  "%.300s: this user has the board open as often as the driver allows; "
				  "close a program that has it open (fuser says which) and try again",
				  address);
	if (c->fd < 0)
		return board_fail(board, c->fd, "%.300s: %s", address, strerror(-c->fd));
	return ask_info(board, c->fd);
}

static void chardev_close(struct board *board)
{
	if (chardev_of(board)->fd >= 0)
		close(chardev_of(board)->fd);
}

static int chardev_get_fd(const struct board *board)
{
	return chardev_of(board)->fd;
}

/*
 * 1; 0 for an event of a type that this library does not know, as the driver's interface asks. No record should fail
 * the other tests. If one does, the caller gets an error and not a wrong event.
 */
static int convert(struct board *board, const struct sensorboard_event *from, struct board_event *ev)
{
	ev->type = (enum board_event_type)from->type;
	ev->seq = from->seq;
	ev->host_us = host_us(from->time_ns);
	ev->device_us = device_us(from->device_us);
	switch (from->type) {
	case SENSORBOARD_EVENT_LIFT:
	case SENSORBOARD_EVENT_PLACE:
		if (from->square >= board_cells(&board->info))
			return board_fail(board, -EBADMSG,
					  "%.300s: the driver reported square %u on a board of %u squares", board->uri,
					  from->square, board_cells(&board->info));
		ev->square = from->square;
		ev->piece = from->piece ? (char)from->piece : '?';
		return 1;
	case SENSORBOARD_EVENT_PRESS:
		if (from->value != BOARD_WHITE && from->value != BOARD_BLACK)
			return board_fail(board, -EBADMSG, "%.300s: the driver reported a press by side %u", board->uri,
					  from->value);
		ev->side = (uint8_t)from->value;
		return 1;
	case SENSORBOARD_EVENT_LOST:
		ev->lost = from->value;
		return 1;
	case SENSORBOARD_EVENT_PAUSE:
	case SENSORBOARD_EVENT_TIME:
		return 1;
	case 0:
		return board_fail(board, -EBADMSG, "%.300s: the driver reported an event of no type", board->uri);
	default:
		return 0; /* of a newer driver */
	}
}

/* One record at a time: what has been read from the node has been delivered, so the node itself can be polled. */
static int read_record(struct board *board, struct sensorboard_event *from)
{
	ssize_t n;

	do
		n = read(chardev_of(board)->fd, from, sizeof(*from));
	while (n < 0 && errno == EINTR);
	if (n < 0 && errno == ENODEV)
		return board_fail(board, -ENODEV, "%.300s: the board was unplugged", board->uri);
	if (n < 0)
		return -errno;
	if (n != sizeof(*from))
		return board_fail(board, -EBADMSG, "%.300s: the driver gave %zd bytes, not a record of %zu", board->uri,
				  n, sizeof(*from));
	return 1;
}

static int chardev_read(struct board *board, struct board_event *ev)
{
	struct sensorboard_event from;
	int r;

	do {
		r = read_record(board, &from);
		if (r == 1)
			r = convert(board, &from, ev);
	} while (r == 0);
	return r;
}

static int request(struct board *board, unsigned long number, void *argument)
{
	int r;

	do
		r = ioctl(chardev_of(board)->fd, number, argument);
	while (r < 0 && errno == EINTR);
	return r < 0 ? -errno : 0;
}

static int chardev_get_squares(struct board *board, struct board_squares *ret)
{
	struct sensorboard_squares squares = { 0 };
	int r = request(board, SENSORBOARD_GET_SQUARES, &squares);

	if (r < 0)
		return r;
	if (squares.count != board_cells(&board->info))
		return board_fail(board, -EBADMSG, "%.300s: the driver reported %u squares on a board of %u",
				  board->uri, squares.count, board_cells(&board->info));
	/* The board has started again: it may have other firmware, and what it can do. */
	if (squares.boot_id && squares.boot_id != board->info.boot_id) {
		r = ask_info(board, chardev_of(board)->fd);
		if (r < 0)
			return r;
	}
	ret->host_us = host_us(squares.time_ns);
	ret->device_us = device_us(squares.device_us);
	ret->seq = squares.seq;
	ret->count = squares.count;
	ret->lever = squares.lever;
	memcpy(ret->squares, squares.squares, squares.count);
	return 0;
}

static int chardev_set_leds(struct board *board, const uint8_t *level, size_t n)
{
	struct sensorboard_leds leds = { 0 };

	memcpy(leds.level, level, n);
	return request(board, SENSORBOARD_SET_LEDS, &leds);
}

static int chardev_set_clock(struct board *board, uint32_t white_ms, uint32_t black_ms, int running)
{
	struct sensorboard_clock clock = { .white_ms = white_ms, .black_ms = black_ms, .running = (uint8_t)running };

	return request(board, SENSORBOARD_SET_CLOCK, &clock);
}

/* A request sleeps in the kernel until the board has answered; reading goes on beside it. */
static struct board *chardev_twin(const struct board *board)
{
	struct chardev *twin = malloc(sizeof(*twin));

	if (!twin)
		return NULL;
	*twin = *chardev_of(board);
	twin->board.uri = strdup(board->uri);
	if (twin->board.uri)
		return &twin->board;
	free(twin);
	return NULL;
}

static const struct board_backend backend = {
	.size = sizeof(struct chardev),
	.open = chardev_open,
	.close = chardev_close,
	.get_fd = chardev_get_fd,
	.read = chardev_read,
	.get_squares = chardev_get_squares,
	.set_leds = chardev_set_leds,
	.set_clock = chardev_set_clock,
	.twin = chardev_twin,
};

const struct board_driver board_driver_chardev = {
	.scheme = "chardev",
	.backend = &backend,
};
