// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Emulated boards of Certabo (a tag under each man) and Tabutronic (Sentio: rows of men without names). They tell by
 * themselves, in text; lights are set by eight bytes, and the next telling has the letter L.
 *
 * A tag that is moved is read wrong for a while, where it was and where it comes to.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/ctl/emulated-snapshots.h"

#define AIR_US 400000		/* a man that was just lifted is read wrong where it was, */
#define DOWN_US 60000		/* and one that is being set down */
#define SILENCE_US 50000	/* bytes that belong together come together */
#define LINE 64			/* characters before a line is broken */

struct certabo {
	struct emulated_shots shots;
	unsigned tags[128];	/* how many men of this letter there have been */
	unsigned hand_count;
	struct man { char piece; uint8_t number; } on[64], hand[64];
	int64_t moved_us[64];
	uint8_t read[64][5];	/* by field */
	uint32_t noise;
	unsigned have;
	int64_t heard_us;
	uint8_t heard[8];
	bool answer;
};

static uint8_t some_byte(struct certabo *c)
{
	c->noise = c->noise * 1664525 + 1013904223;
	return (uint8_t)(c->noise >> 24);
}

static void look_at_tag(struct emulated_shots *s, unsigned field, unsigned square)
{
	struct certabo *c = (struct certabo *)s;
	const struct man *man = &c->on[square];
	uint8_t id[5] = { 3, 0, 84, (uint8_t)man->piece, man->number };
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
static size_t put(char *text, size_t n, const char *word)
{
	for (; *word; word++) {
		text[n++] = *word;
		if (n % (LINE + 1) == LINE)
			text[n++] = '\n';
	}
	return n;
}

static void finish(struct certabo *c, char *text, size_t n)
{
	n += (size_t)sprintf(text + n, c->answer ? "\nL\r\n" : "\r\n");
	c->answer = false;
	emulated_shots_send(&c->shots, (const uint8_t *)text, n);
}

static void tell_tags(struct emulated_shots *s)
{
	struct certabo *c = (struct certabo *)s;
	char text[EMULATED_MESSAGE], word[8];
	size_t n = put(text, 0, ":");

	for (unsigned i = 0; i < 64 * 5; i++) {
		snprintf(word, sizeof(word), i + 1 < 64 * 5 ? "%u " : "%u", c->read[i / 5][i % 5]);
		n = put(text, n, word);
	}
	finish(c, text, n);
}

static void tell_rows(struct emulated_shots *s)
{
	char text[64];
	size_t n = (size_t)sprintf(text, ":");

	for (unsigned row = 0; row < 8; row++) {
		unsigned bits = 0;

		for (unsigned i = 0; i < 8; i++)
			bits = bits << 1 | (s->seen[row * 8 + i] != '.');
		n += (size_t)sprintf(text + n, "%u ", bits);
	}
	finish((struct certabo *)s, text, n);
}

static struct man new_man(struct certabo *c, char piece)
{
	return (struct man){ piece, (uint8_t)++c->tags[piece & 0x7f] };
}

static void certabo_power(struct emulated *e)
{
	struct certabo *c = (struct certabo *)e;

	c->have = 0;
	c->answer = false;
}

/* The men that stand there have tags. */
static void set_up(struct certabo *c)
{
	const char *squares = c->shots.base.stands;

	for (unsigned q = 0; q < 64; q++)
		if (squares[q] != '.' && squares[q] != c->on[q].piece)
			c->on[q] = new_man(c, squares[q]);
}

static void certabo_init(struct emulated *e, const struct clock_control *control)
{
	struct certabo *c = (struct certabo *)e;

	emulated_shots_init(&c->shots, 300000);
	c->shots.tell = tell_tags;
	c->shots.look = look_at_tag;
	set_up(c);
	for (unsigned field = 0; field < 64; field++)
		look_at_tag(&c->shots, field, emulated_square(e, field));
}

static void sentio_init(struct emulated *e, const struct clock_control *control)
{
	struct certabo *c = (struct certabo *)e;

	emulated_shots_init(&c->shots, 200000);
	c->shots.tell = tell_rows;
}

/* The man of this letter that was lifted last; none: one from beside the board. */
static struct man from_hand(struct certabo *c, char piece)
{
	for (unsigned i = c->hand_count; i-- > 0;)
		if (c->hand[i].piece == piece) {
			struct man man = c->hand[i];

			memmove(&c->hand[i], &c->hand[i + 1], (--c->hand_count - i) * sizeof(man));
			return man;
		}
	return new_man(c, piece);
}

static void certabo_act(struct emulated *e, const struct board_event *ev)
{
	struct certabo *c = (struct certabo *)e;

	if (ev->type == BOARD_EVENT_SQUARES)
		set_up(c);
	if (ev->type != BOARD_EVENT_LIFT && ev->type != BOARD_EVENT_PLACE)
		return;
	if (c->on[ev->square].piece && c->hand_count < 64)
		c->hand[c->hand_count++] = c->on[ev->square];
	c->on[ev->square] = ev->type == BOARD_EVENT_PLACE ? from_hand(c, ev->piece) : (struct man){ 0, 0 };
	c->moved_us[ev->square] = e->now_us;
}

/* A byte a rank from rank 8, file a in the lowest bit. */
static void certabo_hear(struct emulated *e, uint8_t byte)
{
	struct certabo *c = (struct certabo *)e;
	uint64_t lit = 0;

	if (e->now_us - c->heard_us > SILENCE_US)
		c->have = 0;
	c->heard_us = e->now_us;
	c->heard[c->have++] = byte;
	if (c->have < 8)
		return;
	c->have = 0;
	c->answer = true;
	for (unsigned i = 0; i < 64; i++)
		if (c->heard[i / 8] >> i % 8 & 1)
			lit |= UINT64_C(1) << ((7 - i / 8) * 8 + i % 8);
	emulated_show_lights(e, lit);
}

const struct emulated_kind emulated_certabo = {
	.name = "certabo", .size = sizeof(struct certabo), .sensors = BOARD_PIECE_ID, .init = certabo_init, .power = certabo_power,
	.advance = emulated_shots_advance, .act = certabo_act, .hear = certabo_hear,
};

const struct emulated_kind emulated_sentio = {
	.name = "sentio", .size = sizeof(struct certabo), .sensors = BOARD_PRESENCE, .init = sentio_init, .power = certabo_power,
	.advance = emulated_shots_advance, .hear = certabo_hear,
};
