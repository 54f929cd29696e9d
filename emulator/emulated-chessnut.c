/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An emulated Chessnut board. Commands and reports are a number, how many bytes follow, and those. It reports its
 * squares once it was asked to (21), and loses a command that comes less than 200 ms after the last.
 */
#include <string.h>

#include "emulator/emulated-board.h"

#define REST_US 200000

struct chessnut {
	struct emulated_snapshots snapshots;
	int64_t received_us; /* the last command's last byte */
	int64_t byte_us;     /* the last byte */
	size_t have;
	uint8_t received[2 + 255];
};

static uint8_t code_of(char piece)
{
	static const char codes[] = ".qkbpnRPrBNQK";
	const char *at = strchr(codes, piece);

	return at ? (uint8_t)(at - codes) : 0;
}

/* Two squares a byte, the low half first, from h8 along the row. Then the board's time: four bytes, or two. */
static void emulated_chessnut_report(struct emulated_snapshots *s)
{
	bool is_short = s->base.options.short_reports;
	uint32_t ms = (uint32_t)(s->base.now_us / 1000);
	uint8_t report[38] = { 0x01, is_short ? 0x22 : 0x24 };

	for (unsigned i = 0; i < 64; i++) {
		uint8_t code = code_of(s->seen[i / 8 * 8 + 7 - i % 8]);

		report[2 + i / 2] |= (uint8_t)(i % 2 ? code << 4 : code);
	}
	for (unsigned i = 0; i < 4; i++)
		report[34 + i] = (uint8_t)(ms >> 8 * i);
	emulated_snapshots_send(s, report, is_short ? 36 : 38);
}

static void chessnut_power(struct emulated *e)
{
	struct chessnut *c = (struct chessnut *)e;

	c->snapshots.on = e->options.deaf;
	c->have = 0;
	c->received_us = e->now_us - REST_US;
}

static void chessnut_init(struct emulated *e, const struct clock_control *control)
{
	struct chessnut *c = (struct chessnut *)e;

	emulated_snapshots_init(&c->snapshots, 200000);
	c->snapshots.report = emulated_chessnut_report;
	chessnut_power(e);
}

static void lights(struct emulated *e, const uint8_t *rows)
{
	uint64_t lit = 0;

	for (unsigned i = 0; i < 64; i++)
		if (rows[i / 8] & 0x80 >> i % 8)
			lit |= UINT64_C(1) << ((7 - i / 8) * 8 + i % 8);
	emulated_show_lights(e, lit);
}

static void emulated_chessnut_obey(struct chessnut *c)
{
	struct emulated *e = &c->snapshots.base;
	const uint8_t *b = c->received;

	if (b[0] == 0x21 && b[1] == 1)
		c->snapshots.on = b[2] == 0;
	else if (b[0] == 0x0a && b[1] == 8)
		lights(e, b + 2);
	else if (b[0] == 0x29 && b[1] == 1)
		emulated_send(e, (const uint8_t[]){ 0x2a, 0x02, 0x80 | 64, 0x01 }, 4);
	else if (b[0] == 0x37 || b[0] == 0x42)
		e->harm = b[0]; /* stored games are sent and forgotten; pieces are moved */
	if (b[0] == 0x0b && b[1] == 4)
		emulated_show(e, "sound %d Hz %d ms", b[2] << 8 | b[3], b[4] << 8 | b[5]);
}

static void chessnut_receive(struct emulated *e, uint8_t byte)
{
	struct chessnut *c = (struct chessnut *)e;

	/* a report comes as a whole: the rest of half a one never will */
	if (e->now_us - c->byte_us >= REST_US)
		c->have = 0;
	c->byte_us = e->now_us;
	c->received[c->have++] = byte;
	if (c->have < 2 || c->have < 2u + c->received[1])
		return;
	c->have = 0;
	if (e->now_us - c->received_us < REST_US)
		emulated_show(e, "a command came too early");
	else
		emulated_chessnut_obey(c);
	c->received_us = e->now_us;
}

const struct emulated_kind emulated_chessnut = {
	.name = "chessnut",
	.size = sizeof(struct chessnut),
	.width = 8,
	.sensors = BOARD_PIECE_ID,
	.init = chessnut_init,
	.power = chessnut_power,
	.advance = emulated_snapshots_advance,
	.receive = chessnut_receive,
};
