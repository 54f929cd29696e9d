/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Emulated boards that speak this project's own protocol (doc/protocol.md), on a socket: of 8x8 and of 10x10 squares,
 * with a lever, lights and a display for both clocks. The board's own time is the time of play, so that a game that is
 * played faster leaves the same times on the clock. A message for the host is queued as two bytes, its length, and
 * itself.
 */
#include <endian.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "emulator/emulated-board.h"
#include "kernel/wire.h"
#include "libboard/wire-decoder.h"

#define BEAT_US 200000 /* a board whose time counts tells of it four times a second, at least */

struct native {
	struct emulated base;
	uint32_t seq, boot_id;
	int64_t told_us; /* of the last event */
	uint8_t lever;
	char told[BOARD_MAX_SQUARES]; /* the squares as events have told of them */
};

/* As the sensors see it. */
static char seen(const struct emulated *e, char piece)
{
	return piece != '.' && e->options.sensors == BOARD_PRESENCE ? '?' : piece;
}

static void queue_message(struct emulated *e, const uint8_t *message, size_t n)
{
	uint8_t bytes[2 + SOCKET_MESSAGE_SIZE] = { (uint8_t)n, (uint8_t)(n >> 8) };

	memcpy(bytes + 2, message, n);
	emulated_send(e, bytes, 2 + n);
}

static void emulated_native_tell(struct native *board, uint8_t type, unsigned square, char piece)
{
	struct emulated *e = &board->base;
	struct sbw_report report = { .version = SBW_VERSION,
				     .count = 1,
				     .length = htole16(offsetof(struct sbw_report, events[1])),
				     .seq = htole32(++board->seq),
				     .time_us = htole64((uint64_t)e->now_us) };
	uint8_t message[1 + offsetof(struct sbw_report, events[1])] = { SOCKET_REPORT };

	board->told_us = e->now_us;
	if (!e->is_plugged)
		return;
	report.events[0] = (struct sbw_event){ .type = type, .square = (uint8_t)square, .piece = (uint8_t)piece };
	memcpy(message + 1, &report, sizeof(message) - 1);
	queue_message(e, message, sizeof(message));
}

/* What is different on the squares: what has gone first. */
static void tell_squares(struct native *board)
{
	const struct emulated *e = &board->base;

	for (unsigned i = 0; i < emulated_cells(e); i++)
		if (e->stands[i] == '.' && board->told[i] != '.')
			emulated_native_tell(board, SBW_EVENT_LIFT, i, board->told[i]);
	for (unsigned i = 0; i < emulated_cells(e); i++) {
		const char piece = seen(e, e->stands[i]);

		if (piece != '.' && piece != board->told[i])
			emulated_native_tell(board, SBW_EVENT_PLACE, i, piece);
		board->told[i] = piece;
	}
}

static void native_act(struct emulated *e, const struct board_event *ev)
{
	struct native *board = (struct native *)e;

	if (ev->type == BOARD_EVENT_PRESS) {
		board->lever = ev->side == BOARD_WHITE ? SBW_SIDE_WHITE : SBW_SIDE_BLACK;
		emulated_native_tell(board, SBW_EVENT_PRESS, 0, (char)board->lever);
	} else if (ev->type == BOARD_EVENT_PAUSE) {
		emulated_native_tell(board, SBW_EVENT_PAUSE, 0, 0);
	} else {
		tell_squares(board);
	}
}

static void native_advance(struct emulated *e, int64_t now_us)
{
	struct native *board = (struct native *)e;

	while (now_us - board->told_us >= BEAT_US) {
		e->now_us = board->told_us + BEAT_US;
		emulated_native_tell(board, SBW_EVENT_TIME, 0, 0);
	}
	e->now_us = now_us;
}

static void native_power(struct emulated *e)
{
	struct native *board = (struct native *)e;

	if (getrandom(&board->boot_id, sizeof(board->boot_id), GRND_NONBLOCK) != sizeof(board->boot_id))
		board->boot_id++;
	board->seq = 0;
	board->lever = 0;
	board->told_us = e->now_us;
	for (unsigned i = 0; i < emulated_cells(e); i++)
		board->told[i] = seen(e, e->stands[i]);
}

static void native_init(struct emulated *e, const struct clock_control *control)
{
	struct native *board = (struct native *)e;

	memset(board->told, '.', sizeof(board->told));
}

/* --- requests --- */

static size_t get_info(const struct native *board, uint8_t *reply)
{
	const struct emulated *e = &board->base;
	struct sbw_info info = { .magic = htole32(SBW_MAGIC),
				 .version = SBW_VERSION,
				 .width = (uint8_t)e->kind->width,
				 .height = (uint8_t)e->kind->width,
				 .sensors = e->options.sensors == BOARD_PRESENCE ? SBW_SENSORS_PRESENCE :
										   SBW_SENSORS_PIECE_ID,
				 .features = htole32(SBW_FEATURE_LEVER | SBW_FEATURE_PAUSE | SBW_FEATURE_CLOCK |
						     SBW_FEATURE_LEDS | SBW_FEATURE_DEVICE_TIME),
				 .scan_us = htole32(1000),
				 .boot_id = htole32(board->boot_id) };

	snprintf(info.model, sizeof(info.model), "emulated %ux%u", e->kind->width, e->kind->width);
	snprintf(info.firmware, sizeof(info.firmware), "flagfallctl emulate");
	snprintf(info.serial, sizeof(info.serial), "%s", e->options.serial ? e->options.serial : "EMULATED");
	memcpy(reply, &info, sizeof(info));
	return sizeof(info);
}

static size_t get_board(const struct native *board, uint8_t *reply)
{
	const struct emulated *e = &board->base;
	const struct sbw_board_header head = { .time_us = htole64((uint64_t)e->now_us),
					       .seq = htole32(board->seq),
					       .count = (uint8_t)emulated_cells(e),
					       .lever = board->lever };

	memcpy(reply, &head, sizeof(head));
	memcpy(reply + sizeof(head), board->told, emulated_cells(e));
	return sizeof(head) + emulated_cells(e);
}

static void show_lights(struct emulated *e, const uint8_t *light)
{
	char text[8 + 4 * BOARD_MAX_SQUARES] = "lights";
	size_t n = strlen(text), none = n;

	for (unsigned i = 0; i < emulated_cells(e); i++)
		if (light[i])
			n += (size_t)snprintf(text + n, sizeof(text) - n, " %c%u", 'a' + i % e->kind->width,
					      1 + i / e->kind->width);
	emulated_show(e, "%s", n > none ? text : "lights off");
}

static void show_clock(struct emulated *e, const uint8_t *data)
{
	static const char *const running[] = { "", ", White's runs", ", Black's runs" };
	struct sbw_clock clock;
	unsigned white, black;

	memcpy(&clock, data, sizeof(clock));
	white = le32toh(clock.white_ms) / 100;
	black = le32toh(clock.black_ms) / 100;
	emulated_show(e, "clock %u:%02u.%u %u:%02u.%u%s", white / 600, white / 10 % 60, white % 10, black / 600,
		      black / 10 % 60, black % 10, clock.running <= SBW_SIDE_BLACK ? running[clock.running] : "");
}

/* Does it what a reader wants that brings so many bytes? */
static bool emulated_native_obey(struct emulated *e, uint8_t request, const uint8_t *data, size_t n)
{
	if (request == SBW_REQ_SET_LEDS && n == emulated_cells(e))
		show_lights(e, data);
	else if (request == SBW_REQ_SET_CLOCK && n == sizeof(struct sbw_clock))
		show_clock(e, data);
	else
		return false;
	return true;
}

static void native_answer(struct emulated *e, const uint8_t *message, size_t n)
{
	struct native *board = (struct native *)e;
	uint8_t reply[SOCKET_MESSAGE_SIZE] = { SOCKET_REPLY, SOCKET_STALL };
	struct socket_request request;
	size_t size = 0, data;

	if (n < sizeof(request) || message[0] != SOCKET_REQUEST)
		return;
	memcpy(&request, message, sizeof(request));
	data = n - sizeof(request);
	if (request.wValue || request.wIndex) {
		/* stalls */
	} else if (request.bmRequestType == 0x41 && data == le16toh(request.wLength)) {
		reply[1] = emulated_native_obey(e, request.bRequest, message + sizeof(request), data) ? SOCKET_OK :
													SOCKET_STALL;
	} else if (request.bmRequestType == 0xc1 && !data) {
		if (request.bRequest == SBW_REQ_GET_INFO)
			size = get_info(board, reply + 2);
		else if (request.bRequest == SBW_REQ_GET_BOARD)
			size = get_board(board, reply + 2);
		reply[1] = size ? SOCKET_OK : SOCKET_STALL;
	}
	if (size > le16toh(request.wLength))
		size = le16toh(request.wLength);
	queue_message(e, reply, 2 + size);
}

const struct emulated_kind emulated_native = {
	.name = "native",
	.size = sizeof(struct native),
	.width = 8,
	.sensors = BOARD_PRESENCE,
	.has_lever = true,
	.init = native_init,
	.power = native_power,
	.advance = native_advance,
	.act = native_act,
	.answer = native_answer,
};

const struct emulated_kind emulated_native_10x10 = {
	.name = "native-10x10",
	.size = sizeof(struct native),
	.width = 10,
	.sensors = BOARD_PRESENCE,
	.has_lever = true,
	.init = native_init,
	.power = native_power,
	.advance = native_advance,
	.act = native_act,
	.answer = native_answer,
};
