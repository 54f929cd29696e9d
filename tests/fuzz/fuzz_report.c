// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a board sends, from probe to a reader's queue, as the module does it: a line an answer or a report, in
 * hexadecimal after "info", "board" or "report". Whatever comes, the events that are delivered are sound, and every
 * number is delivered or accounted for.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kernel/decode.h"
#include "kernel/numbering.h"
#include "kernel/queue.h"
#include "tests/fuzz/fuzz.h"

#define INFO \
	"info 53425244010808020f0000000a0000004d3c2b1a00000000" \
	"526177000000000000000000000000000000000000000000000000000000000072617720310000000000000000000000000000000000000000000000" \
	"000000005231000000000000000000000000000000000000000000000000000000000000\n"
#define INFO_10 \
	"info 53425244010a0a0200000000000000000000000000000000" \
	"526177000000000000000000000000000000000000000000000000000000000072617720310000000000000000000000000000000000000000000000" \
	"000000005231000000000000000000000000000000000000000000000000000000000000\n"
#define BOARD \
	"board 00000000000000000000000040000000524e42514b424e5250505050505050502e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e" \
	"2e2e2e2e2e2e2e2e2e2e2e2e70707070707070706e6e62716b626e72\n"

const char *const fuzz_seeds[] = {
	INFO BOARD "report 01032800010000008096980000000000010c500000000000021c5000604906000300010028cf0d00\n"
		   "report 010118000400000078365f01000000000500000000000000\n",
	INFO "report 01031c0001000000\nreport 010118000500000000000000000000000400000000000000\n"
	     "report 010118000100000000000000000000000400000000000000\n",
	INFO_10 "report 01022000610000007bfac2230000000001346200000000000234570c4090000\n", NULL
};

const char *const fuzz_words[] = { "info ", "board ", "report ", "report 01011800", "\n", "ffffffff", "00000000",
				   INFO,    BOARD,    NULL };

struct session {
	struct sbd_info info;
	bool taken;
	struct sbn numbering;
	struct sbq queue;
	u32 known; /* last number that the reader has seen or knows to be lost */
};

static void drain(struct session *s)
{
	struct sensorboard_event ev;

	while (sbq_pop(&s->queue, &ev)) {
		s->known += ev.type == SENSORBOARD_EVENT_LOST ? ev.value : 1;
		FUZZ_ASSERT(ev.seq == s->known);
		FUZZ_ASSERT(ev.type >= SENSORBOARD_EVENT_LIFT && ev.type <= SENSORBOARD_EVENT_LOST);
		FUZZ_ASSERT(ev.square < s->info.geometry.width * s->info.geometry.height);
	}
}

static void push(struct session *s, u8 type, u32 seq, u32 value, u8 square)
{
	/* Heartbeats are delivered as pauses: those that take each other's place are not accounted for. */
	const struct sensorboard_event ev = {
		.type = type == SENSORBOARD_EVENT_TIME ? SENSORBOARD_EVENT_PAUSE : type,
		.seq = seq,
		.value = value,
		.square = square,
	};

	/* From here on the queue reports "this many or more". */
	if (value > 1000000000)
		drain(s);
	sbq_push(&s->queue, &ev);
	if (value > 1000000000)
		drain(s);
}

static void report(struct session *s, const u8 *b, size_t n)
{
	struct sbd_report r;
	const char *why = NULL;
	u32 seq, lost;

	if (sbd_read_report(&s->info.geometry, b, n, &r, &why)) {
		FUZZ_ASSERT(why);
		push(s, SENSORBOARD_EVENT_LOST, sbn_lose(&s->numbering), 1, 0);
		return;
	}
	FUZZ_ASSERT(n == 16u + 8u * r.count);
	for (int i = 0; i < r.count; i++) {
		const struct sbd_event *ev = &r.events[i];

		FUZZ_ASSERT(!ev->type == !!ev->bad);
		if (!sbn_event(&s->numbering, ev->seq, &seq, &lost))
			continue;
		if (lost)
			push(s, SENSORBOARD_EVENT_LOST, seq - 1, lost, 0);
		push(s, ev->bad ? SENSORBOARD_EVENT_LOST : ev->type, seq, ev->bad ? 1 : 0, ev->square);
	}
}

static void answer(struct session *s, const char *what, const u8 *b, size_t n)
{
	struct sbd_board board;
	const char *why = NULL;

	if (!strcmp(what, "info") && !s->taken) {
		s->taken = !sbd_read_info(b, n, &s->info, &why);
		FUZZ_ASSERT(s->taken == !why);
		FUZZ_ASSERT(!s->taken || strlen(s->info.model) < SBW_TEXT_SIZE);
	} else if (!strcmp(what, "board") && s->taken) {
		if (sbd_read_board(&s->info.geometry, b, n, &board, &why))
			FUZZ_ASSERT(why);
		else if (!s->numbering.known)
			sbn_start(&s->numbering, board.seq);
	} else if (!strcmp(what, "report") && s->taken) {
		report(s, b, n);
	}
}

void fuzz_one(const uint8_t *data, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	struct session s = { 0 };
	char what[8];
	u8 b[256];
	int lines = 0;

	for (size_t i = 0; i < size; i++) {
		size_t w = 0, nibbles = 0;

		for (; i < size && data[i] != ' ' && data[i] != '\n'; i++)
			if (w < sizeof(what) - 1)
				what[w++] = (char)data[i];
		what[w] = '\0';
		for (; i < size && data[i] != '\n'; i++) {
			const char *d = data[i] ? strchr(digits, data[i]) : NULL;

			if (!d || nibbles == 2 * sizeof(b))
				continue;
			b[nibbles / 2] = (u8)(nibbles % 2 ? b[nibbles / 2] | (d - digits) : (d - digits) << 4);
			nibbles++;
		}
		answer(&s, what, b, nibbles / 2);
		if (++lines % 3 == 0)
			drain(&s);
	}
	if (s.taken)
		drain(&s);
	FUZZ_ASSERT(s.known == s.numbering.last);
}
