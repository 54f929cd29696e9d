/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Emulated boards of Certabo (a tag under each piece) and Tabutronic (Sentio: rows of pieces without names). They
 * report by themselves, in text; lights are set by eight bytes, and the next report has the letter L.
 *
 * A tag that is moved is read wrong for a while, where it was and where it comes to.
 */
#include <stdio.h>
#include <string.h>

#include "emulator/emulated-board.h"

#define AIR_US 400000	 /* a piece that was just lifted is read wrong where it was, */
#define DOWN_US 60000	 /* and one that is being set down */
#define SILENCE_US 50000 /* bytes that belong together come together */
#define LINE 64		 /* characters before a line is broken */

struct certabo {
	struct emulated_snapshots snapshots;
	unsigned tags[128]; /* how many pieces of this letter there have been */
	unsigned hand_count;
	struct tagged_piece {
		char piece;
		uint8_t number;
	} on[64], hand[64];
	int64_t moved_us[64];
	uint8_t read[64][5]; /* by field */
	uint32_t noise;
	unsigned have;
	int64_t received_us;
	uint8_t received[8];
	bool answer;
};

static uint8_t some_byte(struct certabo *c)
{
	c->noise = c->noise * 1664525 + 1013904223;
	return (uint8_t)(c->noise >> 24);
}

static void scan_tag(struct emulated_snapshots *s, unsigned field, unsigned square)
{
	struct certabo *c = (struct certabo *)s;
	const struct tagged_piece *piece = &c->on[square];
	uint8_t id[5] = { 3, 0, 84, (uint8_t)piece->piece, piece->number };
	int64_t since = s->base.now_us - c->moved_us[square];
	bool moved = c->moved_us[square] && since < (s->base.stands[square] == '.' ? AIR_US : DOWN_US);

	if (moved && some_byte(c) % 2)
		for (unsigned i = 0; i < 5; i++)
			id[i] = some_byte(c);
	else if (s->base.stands[square] == '.')
		memset(id, 0, sizeof(id));
	memcpy(c->read[field], id, sizeof(id));
}

/* Lines are broken wherever they are full. */
static size_t emulated_certabo_put(char *text, size_t n, const char *word)
{
	for (; *word; word++) {
		text[n++] = *word;
		if (n % (LINE + 1) == LINE)
			text[n++] = '\n';
	}
	return n;
}

static void emulated_certabo_finish(struct certabo *c, char *text, size_t n)
{
	n += (size_t)sprintf(text + n, c->answer ? "\nL\r\n" : "\r\n");
	c->answer = false;
	emulated_snapshots_send(&c->snapshots, (const uint8_t *)text, n);
}

static void report_tags(struct emulated_snapshots *s)
{
	struct certabo *c = (struct certabo *)s;
	char text[EMULATED_MESSAGE], word[8];
	size_t n = emulated_certabo_put(text, 0, ":");

	for (unsigned i = 0; i < 64 * 5; i++) {
		snprintf(word, sizeof(word), i + 1 < 64 * 5 ? "%u " : "%u", c->read[i / 5][i % 5]);
		n = emulated_certabo_put(text, n, word);
	}
	emulated_certabo_finish(c, text, n);
}

static void report_rows(struct emulated_snapshots *s)
{
	char text[64];
	size_t n = (size_t)sprintf(text, ":");

	for (unsigned row = 0; row < 8; row++) {
		unsigned bits = 0;

		for (unsigned i = 0; i < 8; i++)
			bits = bits << 1 | (s->seen[row * 8 + i] != '.');
		n += (size_t)sprintf(text + n, "%u ", bits);
	}
	emulated_certabo_finish((struct certabo *)s, text, n);
}

static struct tagged_piece new_piece(struct certabo *c, char piece)
{
	return (struct tagged_piece){ piece, (uint8_t)++c->tags[piece & 0x7f] };
}

static void certabo_power(struct emulated *e)
{
	struct certabo *c = (struct certabo *)e;

	c->have = 0;
	c->answer = false;
}

/* The pieces that stand there have tags. */
static void emulated_certabo_set_up(struct certabo *c)
{
	const char *squares = c->snapshots.base.stands;

	for (unsigned q = 0; q < 64; q++)
		if (squares[q] != '.' && squares[q] != c->on[q].piece)
			c->on[q] = new_piece(c, squares[q]);
}

static void certabo_init(struct emulated *e, const struct clock_control *control)
{
	struct certabo *c = (struct certabo *)e;

	emulated_snapshots_init(&c->snapshots, 300000);
	c->snapshots.report = report_tags;
	c->snapshots.scan = scan_tag;
	emulated_certabo_set_up(c);
	for (unsigned field = 0; field < 64; field++)
		scan_tag(&c->snapshots, field, emulated_square(e, field));
}

static void sentio_init(struct emulated *e, const struct clock_control *control)
{
	struct certabo *c = (struct certabo *)e;

	emulated_snapshots_init(&c->snapshots, 200000);
	c->snapshots.report = report_rows;
}

/* The piece of this letter that was lifted last; none: one from beside the board. */
static struct tagged_piece from_hand(struct certabo *c, char piece)
{
	for (unsigned i = c->hand_count; i-- > 0;)
		if (c->hand[i].piece == piece) {
			struct tagged_piece found = c->hand[i];

			memmove(&c->hand[i], &c->hand[i + 1], (--c->hand_count - i) * sizeof(found));
			return found;
		}
	return new_piece(c, piece);
}

static void certabo_act(struct emulated *e, const struct board_event *ev)
{
	struct certabo *c = (struct certabo *)e;

	if (ev->type == BOARD_EVENT_SQUARES)
		emulated_certabo_set_up(c);
	if (ev->type != BOARD_EVENT_LIFT && ev->type != BOARD_EVENT_PLACE)
		return;
	if (c->on[ev->square].piece && c->hand_count < 64)
		c->hand[c->hand_count++] = c->on[ev->square];
	c->on[ev->square] = ev->type == BOARD_EVENT_PLACE ? from_hand(c, ev->piece) : (struct tagged_piece){ 0, 0 };
	c->moved_us[ev->square] = e->now_us;
}

/* A byte a rank from rank 8, file a in the lowest bit. */
static void certabo_receive(struct emulated *e, uint8_t byte)
{
	struct certabo *c = (struct certabo *)e;
	uint64_t lit = 0;

	if (e->now_us - c->received_us > SILENCE_US)
		c->have = 0;
	c->received_us = e->now_us;
	c->received[c->have++] = byte;
	if (c->have < 8)
		return;
	c->have = 0;
	c->answer = true;
	for (unsigned i = 0; i < 64; i++)
		if (c->received[i / 8] >> i % 8 & 1)
			lit |= UINT64_C(1) << ((7 - i / 8) * 8 + i % 8);
	emulated_show_lights(e, lit);
}

const struct emulated_kind emulated_certabo = {
	.name = "certabo",
	.size = sizeof(struct certabo),
	.width = 8,
	.sensors = BOARD_PIECE_ID,
	.init = certabo_init,
	.power = certabo_power,
	.advance = emulated_snapshots_advance,
	.act = certabo_act,
	.receive = certabo_receive,
};

const struct emulated_kind emulated_sentio = {
	.name = "sentio",
	.size = sizeof(struct certabo),
	.width = 8,
	.sensors = BOARD_PRESENCE,
	.init = sentio_init,
	.power = certabo_power,
	.advance = emulated_snapshots_advance,
	.receive = certabo_receive,
};
