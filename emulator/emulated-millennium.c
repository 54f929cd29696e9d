/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An emulated Millennium board behind its ChessLink: text with odd parity in the top bit, each message ended by the
 * exclusive or of its characters in hexadecimal. It reports its squares after each scan, also between a command and its
 * answer, unless its memory says otherwise.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/emulated-board.h"

#define LIGHTS 81
#define RESET_US 3000000

enum { REPORTS = 2, EVERY_SCAN = 0, ON_REQUEST = 1, TIMED = 2 }; /* other values: on change */

struct millennium {
	struct emulated_snapshots snapshots;
	uint8_t memory[256]; /* what it keeps without power */
	int64_t starts_us;   /* until then it starts */
	bool answer_waits;   /* until its squares were reported once more */
	char answer[16], reported[65];
	size_t have;
	char received[1 + 2 + 2 * LIGHTS + 2];
};

static void send_message(struct millennium *m, const char *text)
{
	uint8_t bytes[80];
	size_t n = strlen(text);
	unsigned sum = 0;

	memcpy(bytes, text, n);
	for (size_t i = 0; i < n; i++)
		sum ^= bytes[i];
	n += (size_t)sprintf((char *)bytes + n, "%02X", sum);
	for (size_t i = 0; i < n; i++)
		bytes[i] |= (uint8_t)(__builtin_popcount(bytes[i]) % 2 ? 0 : 0x80);
	emulated_snapshots_send(&m->snapshots, bytes, n);
}

static void send_squares(struct millennium *m)
{
	char text[66] = "s";

	memcpy(text + 1, m->snapshots.seen, 64);
	memcpy(m->reported, m->snapshots.seen, 64);
	send_message(m, text);
}

static void emulated_millennium_report(struct emulated_snapshots *s)
{
	struct millennium *m = (struct millennium *)s;
	uint8_t when = m->memory[REPORTS] & 7;

	if (s->base.now_us < m->starts_us)
		return;
	if (when == EVERY_SCAN || (when > TIMED && memcmp(m->reported, s->seen, 64)))
		send_squares(m);
	if (m->answer_waits)
		send_message(m, m->answer);
	m->answer_waits = false;
}

static void millennium_power(struct emulated *e)
{
	struct millennium *m = (struct millennium *)e;

	m->have = 0;
	m->answer_waits = false;
	memset(m->reported, 0, sizeof(m->reported));
}

static void millennium_init(struct emulated *e, const struct clock_control *control)
{
	struct millennium *m = (struct millennium *)e;

	emulated_snapshots_init(&m->snapshots, 40960);
	m->snapshots.report = emulated_millennium_report;
	m->memory[1] = 20;
	m->memory[4] = 14;
}

static void emulated_millennium_answer(struct millennium *m, const char *text)
{
	snprintf(m->answer, sizeof(m->answer), "%s", text);
	m->answer_waits = true;
}

static unsigned hex(const char *at, unsigned digits)
{
	char text[8] = "";

	memcpy(text, at, digits);
	return (unsigned)strtoul(text, NULL, 16);
}

/*
 * A square is lit where all four of its corners are. Corners are counted down the lines, from that at a8 to that at h1.
 */
static void lights(struct millennium *m)
{
	uint64_t lit = 0;

	for (unsigned q = 0; q < 64; q++) {
		unsigned corner = q % 8 * 9 + 7 - q / 8, on = 0;

		for (unsigned i = 0; i < 4; i++)
			on += hex(m->received + 3 + 2 * (corner + i / 2 * 9 + i % 2), 2) != 0;
		if (on == 4)
			lit |= UINT64_C(1) << q;
	}
	emulated_show_lights(&m->snapshots.base, lit);
	emulated_millennium_answer(m, "l");
}

static void emulated_millennium_obey(struct millennium *m)
{
	struct emulated *e = &m->snapshots.base;
	char text[16];

	switch (m->received[0]) {
	case 'S':
		send_squares(m);
		break;
	case 'L':
		lights(m);
		break;
	case 'X':
		emulated_show_lights(e, 0);
		emulated_millennium_answer(m, "x");
		break;
	case 'V':
		emulated_millennium_answer(m, "v0103");
		break;
	case 'T':
		m->starts_us = e->now_us + RESET_US;
		break;
	case 'R':
		snprintf(text, sizeof(text), "r%02X%02X", hex(m->received + 1, 2), m->memory[hex(m->received + 1, 2)]);
		emulated_millennium_answer(m, text);
		break;
	case 'W':
		m->memory[hex(m->received + 1, 2)] = (uint8_t)hex(m->received + 3, 2);
		e->harm = 'W';
		break;
	}
}

/* How long a command is, its check included; 0: there is none. */
static size_t length_of(char command)
{
	switch (command) {
	case 'S':
	case 'X':
	case 'T':
	case 'V':
		return 3;
	case 'R':
		return 5;
	case 'W':
		return 7;
	case 'L':
		return 1 + 2 + 2 * LIGHTS + 2;
	default:
		return 0;
	}
}

static void millennium_receive(struct emulated *e, uint8_t byte)
{
	struct millennium *m = (struct millennium *)e;
	unsigned sum = 0;
	size_t size;

	if (e->now_us < m->starts_us || __builtin_popcount(byte) % 2 == 0) {
		m->have = 0; /* wrong parity */
		return;
	}
	m->received[m->have++] = (char)(byte & 0x7f);
	size = length_of(m->received[0]);
	if (m->have < size)
		return;
	m->have = 0;
	for (size_t i = 0; i + 2 < size; i++)
		sum ^= (uint8_t)m->received[i];
	if (size && hex(m->received + size - 2, 2) == sum)
		emulated_millennium_obey(m);
}

const struct emulated_kind emulated_millennium = {
	.name = "millennium",
	.size = sizeof(struct millennium),
	.width = 8,
	.sensors = BOARD_PIECE_ID,
	.init = millennium_init,
	.power = millennium_power,
	.advance = emulated_snapshots_advance,
	.receive = millennium_receive,
};
