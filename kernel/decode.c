// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * Checks and unpacks what a board sends: see decode.h.
 *
 * The bytes come from outside. They are read one by one, through offsets that
 * the compiler takes from wire.h, after their number has been checked.
 */
#include "decode.h"

#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/stddef.h>
#include <linux/string.h>
#else
#include <errno.h>
#include <stddef.h>
#include <string.h>
#endif

static u16 get16(const u8 *p)
{
	return (u16)(p[0] | p[1] << 8);
}

static u32 get32(const u8 *p)
{
	return get16(p) | (u32)get16(p + 2) << 16;
}

static u64 get64(const u8 *p)
{
	return get32(p) | (u64)get32(p + 4) << 32;
}

static int fail(int error, const char **why, const char *sentence)
{
	*why = sentence;
	return error;
}

int sbd_check_geometry(const struct sbd_geometry *geo, const char **why)
{
	if (geo->width != geo->height || (geo->width != 8 && geo->width != 10))
		return fail(-EBADMSG, why, "geometry is neither 8x8 nor 10x10");
	if (geo->sensors != SBW_SENSORS_PRESENCE && geo->sensors != SBW_SENSORS_PIECE_ID)
		return fail(-EBADMSG, why, "unknown kind of sensors");
	return 0;
}

int sbd_is_piece(const struct sbd_geometry *geo, u8 letter)
{
	const char *letters = geo->width == 10 ? "wbWB" : "PNBRQKpnbrqk";

	if (letter == '?')
		return 1;
	if (geo->sensors != SBW_SENSORS_PIECE_ID)
		return 0;
	return letter && strchr(letters, letter);
}

/* How many bytes the UTF-8 sequence at @p takes, 0 if it is none or a control character. */
static unsigned int utf8_length(const u8 *p, size_t len)
{
	unsigned int n = p[0] < 0x80 ? 1 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
	unsigned int i;
	u32 c;

	if (n == 1)
		return p[0] >= 0x20 && p[0] != 0x7f;
	if (p[0] < 0xc2 || p[0] > 0xf4 || n > len)
		return 0;
	c = p[0] & (0x7f >> n);
	for (i = 1; i < n; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3f);
	}
	if (n == 2)
		return c >= 0xa0 ? n : 0; /* U+0080 to U+009F are controls */
	if (n == 3)
		return c >= 0x800 && (c < 0xd800 || c > 0xdfff) ? n : 0;
	return c >= 0x10000 && c <= 0x10ffff ? n : 0;
}

static int read_text(const u8 *from, char *to, const char **why)
{
	unsigned int i = 0, n;

	if (from[SBW_TEXT_SIZE - 1])
		return fail(-EBADMSG, why, "a text is not terminated");
	memset(to, 0, SBW_TEXT_SIZE);
	while (from[i]) {
		n = utf8_length(from + i, SBW_TEXT_SIZE - 1 - i);
		if (!n)
			return fail(-EBADMSG, why, "a text is not printable UTF-8");
		memcpy(to + i, from + i, n);
		i += n;
	}
	return 0;
}

int sbd_read_info(const void *buf, size_t len, struct sbd_info *ret, const char **why)
{
	const u8 *p = buf;
	int error;

	/* The first five bytes are the same in every version. */
	if (len < offsetof(struct sbw_info, version) + 1)
		return fail(-ENODEV, why, "info is too short to hold the magic word");
	if (get32(p + offsetof(struct sbw_info, magic)) != SBW_MAGIC)
		return fail(-ENODEV, why, "info lacks the magic word SBRD");
	ret->version = p[offsetof(struct sbw_info, version)];
	if (ret->version != SBW_VERSION)
		return fail(-EPROTONOSUPPORT, why,
			    ret->version ? "info has a newer protocol version than 1" :
					   "info has protocol version 0, which does not exist");
	if (len != sizeof(struct sbw_info))
		return fail(-EBADMSG, why,
			    len < sizeof(struct sbw_info) ? "info is shorter than 120 bytes" :
							    "info is longer than 120 bytes");

	ret->geometry.width = p[offsetof(struct sbw_info, width)];
	ret->geometry.height = p[offsetof(struct sbw_info, height)];
	ret->geometry.sensors = p[offsetof(struct sbw_info, sensors)];
	ret->features = get32(p + offsetof(struct sbw_info, features));
	ret->scan_us = get32(p + offsetof(struct sbw_info, scan_us));
	ret->boot_id = get32(p + offsetof(struct sbw_info, boot_id));
	error = sbd_check_geometry(&ret->geometry, why);
	if (!error)
		error = read_text(p + offsetof(struct sbw_info, model), ret->model, why);
	if (!error)
		error = read_text(p + offsetof(struct sbw_info, firmware), ret->firmware, why);
	if (!error)
		error = read_text(p + offsetof(struct sbw_info, serial), ret->serial, why);
	return error;
}

int sbd_read_board(const struct sbd_geometry *geo, const void *buf, size_t len,
		   struct sbd_board *ret, const char **why)
{
	const unsigned int header = sizeof(struct sbw_board_header);
	const u8 *p = buf;
	unsigned int i;

	if (len < header)
		return fail(-EBADMSG, why, "board is shorter than its header");
	ret->time_us = get64(p + offsetof(struct sbw_board_header, time_us));
	ret->seq = get32(p + offsetof(struct sbw_board_header, seq));
	ret->count = p[offsetof(struct sbw_board_header, count)];
	ret->lever = p[offsetof(struct sbw_board_header, lever)];
	if (ret->count != geo->width * geo->height)
		return fail(-EBADMSG, why, "board has another number of squares than info says");
	if (len != header + ret->count)
		return fail(-EBADMSG, why,
			    len < header + ret->count ? "board is shorter than its squares" :
							"board is longer than its squares");
	if (ret->lever > SBW_SIDE_BLACK)
		return fail(-EBADMSG, why, "board names an unknown side for its lever");

	memset(ret->squares, 0, sizeof(ret->squares));
	for (i = 0; i < ret->count; i++) {
		ret->squares[i] = p[header + i];
		if (ret->squares[i] != '.' && !sbd_is_piece(geo, ret->squares[i]))
			return fail(-EBADMSG, why, "board has a bad piece letter");
	}
	return 0;
}

static const char *read_event(const struct sbd_geometry *geo, const u8 *p, struct sbd_event *ev)
{
	const u8 square = p[offsetof(struct sbw_event, square)];
	const u8 piece = p[offsetof(struct sbw_event, piece)];

	ev->type = p[offsetof(struct sbw_event, type)];
	switch (ev->type) {
	case SBW_EVENT_LIFT:
	case SBW_EVENT_PLACE:
		if (square >= geo->width * geo->height)
			return "square outside the geometry";
		if (!sbd_is_piece(geo, piece))
			return "bad piece letter";
		ev->square = square;
		ev->piece = piece;
		return NULL;
	case SBW_EVENT_PRESS:
		if (piece != SBW_SIDE_WHITE && piece != SBW_SIDE_BLACK)
			return "press by an unknown side";
		ev->side = piece;
		return NULL;
	case SBW_EVENT_PAUSE:
	case SBW_EVENT_TIME:
		return NULL;
	default:
		return "unknown event type";
	}
}

/*
 * Events are sent in the order of their times. A delta that is less than the
 * one before, or enormous, is a subtraction that went below zero.
 */
static const char *check_deltas(const u8 *event, unsigned int count)
{
	u32 last = 0, delta;

	for (; count; count--, event += sizeof(struct sbw_event)) {
		delta = get32(event + offsetof(struct sbw_event, delta_us));
		if (delta < last)
			return "report's events are not in the order of their times";
		if (delta > SBW_REPORT_SPAN_US)
			return "report spans more than 30 minutes";
		last = delta;
	}
	return NULL;
}

int sbd_read_report(const struct sbd_geometry *geo, const void *buf, size_t len,
		    struct sbd_report *ret, const char **why)
{
	const unsigned int header = offsetof(struct sbw_report, events);
	const u8 *p = buf;
	unsigned int length, i;
	u32 seq;
	u64 time_us;

	if (!len)
		return fail(-EBADMSG, why, "report is empty");
	/* Only the first byte is the same in every version. */
	if (p[offsetof(struct sbw_report, version)] != SBW_VERSION)
		return fail(-EPROTONOSUPPORT, why,
			    p[offsetof(struct sbw_report, version)] ?
				    "report of a newer protocol version than 1" :
				    "report of protocol version 0, which does not exist");
	if (len < header)
		return fail(-EBADMSG, why, "report is shorter than its header");
	ret->count = p[offsetof(struct sbw_report, count)];
	length = get16(p + offsetof(struct sbw_report, length));
	seq = get32(p + offsetof(struct sbw_report, seq));
	time_us = get64(p + offsetof(struct sbw_report, time_us));
	if (!ret->count || ret->count > SBW_REPORT_EVENTS)
		return fail(-EBADMSG, why,
			    ret->count ? "report has more than 6 events" : "report has no events");
	if (length != header + ret->count * sizeof(struct sbw_event))
		return fail(-EBADMSG, why, "report's length field does not fit its event count");
	if (len != length)
		return fail(-EBADMSG, why,
			    len < length ? "report is shorter than its length field" :
					   "report is longer than its length field");
	*why = check_deltas(p + header, ret->count);
	if (*why)
		return -EBADMSG;

	ret->bad = 0;
	for (i = 0; i < ret->count; i++) {
		const u8 *e = p + header + i * sizeof(struct sbw_event);
		struct sbd_event *ev = &ret->events[i];

		memset(ev, 0, sizeof(*ev));
		ev->bad = read_event(geo, e, ev);
		if (ev->bad) {
			ev->type = 0;
			ret->bad++;
		}
		ev->seq = seq + i;
		ev->time_us = time_us + get32(e + offsetof(struct sbw_event, delta_us));
	}
	return 0;
}
