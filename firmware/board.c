// SPDX-License-Identifier: GPL-2.0-or-later
/* The board that the protocol describes: see board.h. */
#include "firmware/board.h"

#include <string.h>

#ifndef FIRMWARE_MODEL
#define FIRMWARE_MODEL "Flagfall DIY board"
#endif
#ifndef FIRMWARE_VERSION
#define FIRMWARE_VERSION "flagfall-board 1.0"
#endif
#ifndef FIRMWARE_SCAN_US
#define FIRMWARE_SCAN_US 1000
#endif

#define BOTH (FIRMWARE_LEVER_WHITE | FIRMWARE_LEVER_BLACK)
#define LEVER 0xf0 /* in firmware_change.what; the side is added */
enum { CLOSED = 1, SETTLED = 2, TOGETHER = 4 /* with the lever's change before it: between the same two scans */ };

_Static_assert(sizeof(struct sbw_info) == FIRMWARE_ANSWER_SIZE, "the longest answer is the info");
_Static_assert(sizeof(struct sbw_board_header) + FIRMWARE_SQUARES <= FIRMWARE_ANSWER_SIZE, "and the board is not");
_Static_assert((int)FIRMWARE_LEVER_WHITE == (int)SBW_SIDE_WHITE && (int)FIRMWARE_LEVER_BLACK == (int)SBW_SIDE_BLACK,
	       "a side is its contact");
_Static_assert(FIRMWARE_SIZE == 8 || FIRMWARE_SIZE == 10, "8x8 or 10x10");
_Static_assert(FIRMWARE_QUEUE < 256 && !(FIRMWARE_QUEUE & (FIRMWARE_QUEUE - 1)), "counted in a byte, without dividing");

/* Small processors shift one bit at a time. */
static const uint8_t bit_of[8] = { 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80 };

static bool has(const struct firmware_squares *s, uint8_t square)
{
	return s->bits[square / 8] & bit_of[square % 8];
}

static void turn(struct firmware_squares *s, uint8_t square)
{
	s->bits[square / 8] ^= bit_of[square % 8];
}

void firmware_start(struct firmware_board *b, const struct firmware_squares *seen, const char *serial, uint32_t boot_id)
{
	memset(b, 0, sizeof(*b));
	b->serial = serial;
	b->boot_id = boot_id;
	b->next_seq = 1;
	b->settled = b->reported = *seen;
}

void firmware_find_levers(struct firmware_board *b, uint8_t levers)
{
	b->settled_levers = b->levers = levers & BOTH;
	b->reported_lever = b->levers == BOTH ? 0 : b->levers;
}

/* The change gets its number, even if there is no room for it: the gap is the message. */
static void number(struct firmware_board *b, const struct firmware_change *c)
{
	const uint32_t seq = b->next_seq++;
	struct firmware_event *ev;

	if (c->what > LEVER)
		b->reported_lever = c->what - LEVER;
	else
		turn(&b->reported, c->what);
	if (b->queued == FIRMWARE_QUEUE)
		return;
	ev = &b->queue[(b->first + b->queued++) & (FIRMWARE_QUEUE - 1)];
	ev->seq = seq;
	ev->time_low = c->time_low;
	ev->time_high = c->time_high;
	ev->type = c->what > LEVER ? SBW_EVENT_PRESS : c->state & CLOSED ? SBW_EVENT_PLACE : SBW_EVENT_LIFT;
	ev->what = c->what > LEVER ? c->what - LEVER : c->what;
}

static void forget(struct firmware_board *b, uint8_t i)
{
	if (b->change[i].what > LEVER && i + 1 < b->changes)
		b->change[i + 1].state &= (uint8_t)~TOGETHER;
	memmove(&b->change[i], &b->change[i + 1], (uint8_t)(--b->changes - i) * sizeof(*b->change));
}

/*
 * Contacts of the lever opened and closed, n of them between the same two scans: no more is known of their order. A
 * contact that closes owes a press, until it opens; it is one as soon as that side's contact alone is closed.
 */
static void turn_levers(struct firmware_board *b, const struct firmware_change *c, uint8_t n)
{
	struct firmware_change press = *c;

	for (uint8_t i = 0; i < n; i++) {
		const uint8_t side = c[i].what - LEVER;

		if (c[i].state & CLOSED) {
			b->levers |= side;
			b->owed |= side;
		} else {
			b->levers &= (uint8_t)~side;
			b->owed &= (uint8_t)~side;
		}
	}
	if (b->levers == BOTH || !(b->owed & b->levers))
		return;
	if (n > 1 && c[1].what == LEVER + b->levers)
		press = c[1];
	press.what = LEVER + b->levers;
	b->owed = 0;
	number(b, &press);
}

/* Whatever is at the head and has settled is numbered. */
static void release(struct firmware_board *b)
{
	uint8_t n = 0;

	while (n < b->changes && b->change[n].state & SETTLED) {
		const struct firmware_change *c = &b->change[n];
		const uint8_t together = n + 1 < b->changes && c[1].state & TOGETHER ? 2 : 1;

		if (together == 2 && !(c[1].state & SETTLED))
			break;
		if (c->what > LEVER)
			turn_levers(b, c, together);
		else
			number(b, c);
		n += together;
	}
	if (!n)
		return;
	b->changes -= n;
	memmove(b->change, b->change + n, b->changes * sizeof(*b->change));
}

/* In parts: a small processor shifts 64 bits one by one. */
struct now {
	uint32_t low;
	uint16_t high;
};

static struct now now_of(uint64_t time)
{
	return (struct now){ .low = (uint32_t)time, .high = (uint16_t)(time >> 32) };
}

static void begin(struct firmware_board *b, const struct now *now, uint8_t what, uint8_t state)
{
	struct firmware_change *c = &b->change[b->changes++];

	c->time_low = now->low;
	c->time_high = now->high;
	c->edge_us = (uint16_t)now->low;
	c->what = what;
	c->state = state;
}

/* A contact of the lever that is another than it was begins to change. */
static void begin_lever(struct firmware_board *b, const struct now *now, uint8_t side, bool closed)
{
	/* Squares leave the last places to the lever: see look(). */
	if (closed == !!(b->settled_levers & side) || b->changing_levers & side || b->changes == FIRMWARE_CHANGES)
		return;
	begin(b, now, LEVER + side, (closed ? CLOSED : 0) | (b->began_lever ? TOGETHER : 0));
	b->changing_levers |= side;
	b->began_lever = true;
}

void firmware_press(struct firmware_board *b, uint64_t time, uint8_t side)
{
	const struct now now = now_of(time);

	/* It bounces, and the scans may not see it: it rests from here on at the earliest. */
	for (uint8_t i = 0; i < b->changes && b->changing_levers & side; i++)
		if (b->change[i].what == LEVER + side && !(b->change[i].state & SETTLED))
			b->change[i].edge_us = (uint16_t)now.low;
	begin_lever(b, &now, side, true);
}

/*
 * Has it settled? False if it was nothing and is to be forgotten. A lever's contact that never rests is closed: there
 * is a finger on it, and only one that rests open has been let go. Else a bad contact would press again and again.
 */
static bool watch(struct firmware_board *b, struct firmware_change *c, const struct now *now, bool closed)
{
	const uint16_t us = (uint16_t)now->low;
	const bool lever = c->what > LEVER;
	const uint16_t still_us = lever ? FIRMWARE_LEVER_STILL_US : FIRMWARE_SQUARE_STILL_US;

	if (closed != (c->state & CLOSED)) {
		c->state ^= CLOSED;
		c->edge_us = us;
	}
	if ((uint16_t)(us - c->edge_us) < still_us) {
		if (now->low - c->time_low < FIRMWARE_LONGEST_US)
			return true;
		if (lever) {
			closed = true;
			c->state |= CLOSED;
		}
	}
	c->state |= SETTLED;
	if (lever) {
		const uint8_t side = c->what - LEVER;

		b->changing_levers &= (uint8_t)~side;
		if (closed == !!(b->settled_levers & side))
			return false;
		b->settled_levers ^= side;
		return true;
	}
	turn(&b->changing, c->what);
	if (closed == has(&b->settled, c->what))
		return false;
	turn(&b->settled, c->what);
	return true;
}

/* A square whose sensor sees something new begins to change, while there is room. Two places are the lever's. */
static void look(struct firmware_board *b, const struct now *now, const struct firmware_squares *seen)
{
	for (uint8_t i = 0; i < FIRMWARE_BYTES; i++) {
		const uint8_t news = (seen->bits[i] ^ b->settled.bits[i]) & (uint8_t)~b->changing.bits[i];

		for (uint8_t square = i * 8, bit = 1; bit & 0xff && news; square++, bit <<= 1) {
			if (!(news & bit) || square >= FIRMWARE_SQUARES || b->changes >= FIRMWARE_CHANGES - 2)
				continue;
			begin(b, now, square, seen->bits[i] & bit ? CLOSED : 0);
			b->changing.bits[i] |= bit;
		}
	}
}

void firmware_scan(struct firmware_board *b, uint64_t time, const struct firmware_squares *seen, uint8_t levers)
{
	const struct now now = now_of(time);
	uint8_t i = 0;

	while (i < b->changes) {
		struct firmware_change *c = &b->change[i];
		const bool closed = c->what > LEVER ? levers & (c->what - LEVER) : has(seen, c->what);

		if (c->state & SETTLED || watch(b, c, &now, closed))
			i++;
		else
			forget(b, i);
	}
	begin_lever(b, &now, SBW_SIDE_WHITE, levers & FIRMWARE_LEVER_WHITE);
	begin_lever(b, &now, SBW_SIDE_BLACK, levers & FIRMWARE_LEVER_BLACK);
	b->began_lever = false;
	look(b, &now, seen);
	release(b);
}

static const struct firmware_event *queued(const struct firmware_board *b, uint8_t i)
{
	return &b->queue[(b->first + i) & (FIRMWARE_QUEUE - 1)];
}

/* The low halves are enough for a difference of up to 71 minutes; further apart, they are in two reports. */
static uint32_t later_us(const struct firmware_event *ev, const struct firmware_event *first)
{
	const uint32_t low = ev->time_low - first->time_low;
	const uint16_t high = ev->time_high - first->time_high - (ev->time_low < first->time_low);

	return high ? UINT32_MAX : low;
}

uint8_t firmware_report(struct firmware_board *b, uint8_t out[SBW_REPORT_SIZE])
{
	struct sbw_report *report = (struct sbw_report *)out;
	const struct firmware_event *first = queued(b, 0);
	uint8_t n;

	if (!b->queued)
		return 0;
	for (n = 0; n < SBW_REPORT_EVENTS && n < b->queued; n++) {
		const struct firmware_event *ev = queued(b, n);
		const bool press = ev->type == SBW_EVENT_PRESS;
		const uint32_t delta_us = later_us(ev, first);

		if (ev->seq != first->seq + n || delta_us > SBW_REPORT_SPAN_US)
			break;
		report->events[n].type = ev->type;
		report->events[n].square = press ? 0 : ev->what;
		report->events[n].piece = press ? ev->what : '?';
		report->events[n].reserved = 0;
		report->events[n].delta_us = delta_us;
	}
	report->version = SBW_VERSION;
	report->count = n;
	report->length = 16 + 8 * n;
	report->seq = first->seq;
	report->time_us = (uint64_t)first->time_high << 32 | first->time_low;
	b->first = (b->first + n) & (FIRMWARE_QUEUE - 1);
	b->queued -= n;
	return 16 + 8 * n;
}

static uint8_t answer_info(const struct firmware_board *b, uint8_t *out)
{
	struct sbw_info *info = (struct sbw_info *)out;

	memset(out, 0, sizeof(*info));
	info->magic = SBW_MAGIC;
	info->version = SBW_VERSION;
	info->width = info->height = FIRMWARE_SIZE;
	info->sensors = SBW_SENSORS_PRESENCE;
	info->features = SBW_FEATURE_LEVER;
	info->scan_us = FIRMWARE_SCAN_US;
	info->boot_id = b->boot_id;
	memcpy(info->model, FIRMWARE_MODEL, sizeof(FIRMWARE_MODEL));
	memcpy(info->firmware, FIRMWARE_VERSION, sizeof(FIRMWARE_VERSION));
	memcpy(info->serial, b->serial, SBW_TEXT_SIZE);
	return sizeof(*info);
}

/* What the events have told, up to the last that is numbered: not what the sensors see at this moment. */
static uint8_t answer_board(const struct firmware_board *b, uint64_t time, uint8_t *out)
{
	struct sbw_board_header *header = (struct sbw_board_header *)out;

	memset(out, 0, sizeof(*header));
	header->time_us = time;
	header->seq = b->next_seq - 1;
	header->count = FIRMWARE_SQUARES;
	header->lever = b->reported_lever;
	out += sizeof(*header);
	for (uint8_t i = 0, left = FIRMWARE_SQUARES; i < FIRMWARE_BYTES; i++) {
		uint8_t bits = b->reported.bits[i];

		for (uint8_t n = left < 8 ? left : 8; n; n--, left--, bits >>= 1)
			*out++ = bits & 1 ? '?' : '.';
	}
	return sizeof(*header) + FIRMWARE_SQUARES;
}

uint8_t firmware_answer(const struct firmware_board *b, uint64_t time, uint8_t request,
			uint8_t out[FIRMWARE_ANSWER_SIZE])
{
	switch (request) {
	case SBW_REQ_GET_INFO:
		return answer_info(b, out);
	case SBW_REQ_GET_BOARD:
		return answer_board(b, time, out);
	default:
		return 0;
	}
}
