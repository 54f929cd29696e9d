/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* See wire-decoder.h. */
#include "libboard/wire-decoder.h"
#include "libboard/mailbox.h"

#include <assert.h>
#include <string.h>

static_assert((int)SBW_EVENT_LIFT == BOARD_EVENT_LIFT && (int)SBW_EVENT_PLACE == BOARD_EVENT_PLACE &&
		      (int)SBW_EVENT_PRESS == BOARD_EVENT_PRESS && (int)SBW_EVENT_PAUSE == BOARD_EVENT_PAUSE &&
		      (int)SBW_EVENT_TIME == BOARD_EVENT_TIME,
	      "the wire's event types are the library's");
static_assert((int)SBW_SIDE_WHITE == BOARD_WHITE && (int)SBW_SIDE_BLACK == BOARD_BLACK, "the sides are the library's");
static_assert((int)SBW_FEATURE_LEVER == BOARD_FEATURE_LEVER && (int)SBW_FEATURE_PAUSE == BOARD_FEATURE_PAUSE &&
		      (int)SBW_FEATURE_CLOCK == BOARD_FEATURE_CLOCK && (int)SBW_FEATURE_LEDS == BOARD_FEATURE_LEDS &&
		      (int)SBW_FEATURE_DEVICE_TIME == BOARD_FEATURE_DEVICE_TIME,
	      "the features are the library's");
static_assert((int)SBW_SENSORS_PRESENCE == BOARD_PRESENCE && (int)SBW_SENSORS_PIECE_ID == BOARD_PIECE_ID,
	      "the sensors are the library's");
static_assert(SBW_TEXT_SIZE == BOARD_TEXT_SIZE && SBW_MAX_SQUARES == BOARD_MAX_SQUARES, "the sizes are the library's");

#define GRACE_US 50000

int board_wire_info(struct wire_decoder *wire, struct board *board, const void *buf, size_t len)
{
	struct sbd_info info;
	const char *why;
	int r = sbd_read_info(buf, len, &info, &why);

	if (r < 0)
		return board_fail(board, r, "%.300s: not a board that can be read: %s", board->uri, why);
	wire->geometry = info.geometry;
	board->info = (struct board_info){
		.width = info.geometry.width,
		.height = info.geometry.height,
		.sensors = info.geometry.sensors,
		.features = info.features,
		.scan_us = info.scan_us,
		.grace_us = GRACE_US,
		.boot_id = info.boot_id,
	};
	memcpy(board->info.model, info.model, BOARD_TEXT_SIZE);
	memcpy(board->info.firmware, info.firmware, BOARD_TEXT_SIZE);
	memcpy(board->info.serial, info.serial, BOARD_TEXT_SIZE);
	return 0;
}

static int wire_decoder_read_board(struct wire_decoder *wire, struct board *board, const void *buf, size_t len,
				   struct sbd_board *ret)
{
	const char *why;
	int r = sbd_read_board(&wire->geometry, buf, len, ret, &why);

	return r < 0 ? board_fail(board, r, "%.300s: the board's answer makes no sense: %s", board->uri, why) : 0;
}

int board_wire_start(struct wire_decoder *wire, struct board *board, const void *buf, size_t len)
{
	struct sbd_board answer;
	int r = wire_decoder_read_board(wire, board, buf, len, &answer);

	if (r == 0)
		sbn_start(&wire->numbering, answer.seq);
	return r;
}

int board_wire_squares(struct wire_decoder *wire, struct board *board, const void *buf, size_t len, int64_t host_us,
		       struct board_squares *ret)
{
	struct sbd_board answer;
	int r = wire_decoder_read_board(wire, board, buf, len, &answer);

	if (r < 0)
		return r;
	ret->host_us = host_us;
	ret->device_us = answer.time_us > INT64_MAX ? BOARD_NO_TIME : (int64_t)answer.time_us;
	ret->seq = sbn_number(&wire->numbering, answer.seq);
	ret->count = answer.count;
	ret->lever = answer.lever;
	memcpy(ret->squares, answer.squares, answer.count);
	return 0;
}

/* How many events stand behind a record that is not delivered. */
static uint32_t weight(const struct board_event *ev)
{
	return ev->type == BOARD_EVENT_LOST ? ev->lost : 1;
}

static void push(struct wire_decoder *wire, const struct board_event *ev)
{
	unsigned used = wire->tail - wire->head;
	struct board_event *newest = &wire->queue[(wire->tail - 1) % WIRE_QUEUE_SIZE];
	bool lost_before = used && newest->type == BOARD_EVENT_LOST;

	if (!used) /* of a queue that is mostly empty the same page is used again and again */
		wire->head = wire->tail = 0;
	if (lost_before && (used == WIRE_QUEUE_SIZE || ev->type == BOARD_EVENT_LOST)) {
		newest->lost = weight(ev) > UINT32_MAX - newest->lost ? UINT32_MAX : newest->lost + weight(ev);
		newest->seq = ev->seq;
		newest->host_us = ev->host_us;
		return;
	}
	/* A heartbeat makes the one before it redundant. */
	if (used && newest->type == BOARD_EVENT_TIME && ev->type == BOARD_EVENT_TIME) {
		*newest = *ev;
		return;
	}
	newest = &wire->queue[wire->tail++ % WIRE_QUEUE_SIZE];
	*newest = *ev;
	if (used == WIRE_QUEUE_SIZE - 1 && ev->type != BOARD_EVENT_LOST)
		*newest = (struct board_event){
			.type = BOARD_EVENT_LOST,
			.lost = 1,
			.seq = ev->seq,
			.host_us = ev->host_us,
			.device_us = BOARD_NO_TIME,
		};
}

static void push_loss(struct wire_decoder *wire, int64_t host_us, uint32_t seq, uint32_t lost)
{
	push(wire, &(struct board_event){
			   .type = BOARD_EVENT_LOST,
			   .lost = lost,
			   .seq = seq,
			   .host_us = host_us,
			   .device_us = BOARD_NO_TIME,
		   });
}

void board_wire_lose(struct wire_decoder *wire, int64_t host_us)
{
	push_loss(wire, host_us, sbn_lose(&wire->numbering), 1);
}

void board_wire_report(struct wire_decoder *wire, const void *buf, size_t len, int64_t host_us)
{
	struct sbd_report report;
	const char *why;

	if (sbd_read_report(&wire->geometry, buf, len, &report, &why) < 0) {
		board_wire_lose(wire, host_us);
		return;
	}
	for (unsigned i = 0; i < report.count; i++) {
		const struct sbd_event *from = &report.events[i];
		uint32_t seq, lost;

		if (!sbn_event(&wire->numbering, from->seq, &seq, &lost))
			continue;
		if (lost)
			push_loss(wire, host_us, seq - 1, lost);
		if (from->bad) {
			push_loss(wire, host_us, seq, 1);
			continue;
		}
		push(wire, &(struct board_event){
				   .type = (enum board_event_type)from->type,
				   .seq = seq,
				   .host_us = host_us,
				   .device_us = from->time_us > INT64_MAX ? BOARD_NO_TIME : (int64_t)from->time_us,
				   .square = from->square,
				   .piece = (char)from->piece,
				   .side = from->side,
			   });
	}
}

bool board_wire_pop(struct wire_decoder *wire, struct board_event *ev)
{
	if (board_wire_is_empty(wire))
		return false;
	*ev = wire->queue[wire->head++ % WIRE_QUEUE_SIZE];
	if (board_wire_is_empty(wire))
		wire->head = wire->tail = 0; /* a queue that never is long stays on its first page */
	return true;
}

void board_wire_hand_over(struct wire_decoder *wire, struct board *board)
{
	struct board_event ev;

	while (board->mailbox && board_wire_pop(wire, &ev))
		board_mailbox_push(board->mailbox, &ev);
}
