/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Certabo and Tabutronic: ':' and numbers in decimal, ended by CR. 320 of
 * them: an id of five bytes for each square from a8 (snapshots.h); eight
 * (Sentio): a row of squares each from rank 8, file a in the highest bit,
 * presence only. Lines are broken anywhere, also within a number. A letter
 * names the kind of lights once they were set: L one colour, D any.
 */
#include "libboard/snapshots.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ID_NUMBERS (SNAPSHOT_SQUARES * CERTABO_ID_BYTES)

struct certabo {
	char lights;		/* the letter for the kind of its lights, 0 not known */
	struct certabo_ids ids; /* which piece has which id; of a board that confirms */
};

/* Coloured lights stand at the corners of squares, nine in a row. */
#define CORNERS 9
#define BLUE 64

/* The numbers of a frame's text; how many, -1: something that is no number. */
static int read_numbers(const uint8_t *text, size_t size, uint8_t numbers[static ID_NUMBERS], char *letter)
{
	int count = 0, n = -1;

	*letter = 0;
	for (size_t i = 0; i <= size; i++) {
		uint8_t c = i < size ? text[i] : ' ';

		if (isdigit(c)) {
			n = (n < 0 ? 0 : n) * 10 + c - '0';
			if (n > 255)
				return -1;
			continue;
		}
		if (c == 'L' || c == 'D')
			*letter = (char)c;
		else if (c != ' ')
			return -1;
		if (n < 0)
			continue;
		if (count == ID_NUMBERS)
			return -1;
		numbers[count++] = (uint8_t)n;
		n = -1;
	}
	return count;
}

static void take_ids(struct snapshot_parser *p, struct certabo *own, const uint8_t *numbers)
{
	p->confirms = true;
	board_certabo_ids_take(&own->ids, numbers, p->squares);
	p->presence = !own->ids.named;
}

/* Rows of presence. */
static void take_rows(struct snapshot_parser *p, const uint8_t *numbers)
{
	for (unsigned i = 0; i < SNAPSHOT_SQUARES; i++)
		p->squares[i ^ 56] = numbers[i / 8] << i % 8 & 0x80 ? '?' : '.';
	p->presence = true;
}

static enum snapshot_result certabo_feed(struct snapshot_parser *p, uint8_t byte)
{
	uint8_t numbers[ID_NUMBERS];
	struct certabo *own;
	char letter;
	int n;

	if (byte == ':') {
		bool cut = p->have != 0, was_noise = p->noise;

		p->have = 1;
		p->frame[0] = byte;
		p->noise = cut;
		return cut && !was_noise ? SNAPSHOT_NOISE : SNAPSHOT_INCOMPLETE;
	}
	if (byte == '\n')
		return SNAPSHOT_INCOMPLETE;
	if (!p->have)
		return byte == '\r' ? SNAPSHOT_INCOMPLETE : snapshot_drop(p);
	if (byte != '\r') {
		if (p->have == SNAPSHOT_FRAME_MAX || !(isdigit(byte) || byte == ' ' || byte == 'L' || byte == 'D'))
			return snapshot_drop(p);
		p->frame[p->have++] = byte;
		return SNAPSHOT_INCOMPLETE;
	}
	n = read_numbers(p->frame + 1, p->have - 1, numbers, &letter);
	own = snapshot_own(p, sizeof(*own));
	if (!own || (n != ID_NUMBERS && n != 8))
		return snapshot_drop(p);
	if (n == 8)
		take_rows(p, numbers);
	else
		take_ids(p, own, numbers);
	if (letter) {
		own->lights = letter;
		p->acks++;
	}
	p->have = 0;
	p->noise = false;
	return SNAPSHOT_COMPLETE;
}

/* One byte a rank from rank 8, file a in the lowest bit. */
static size_t plain_lights(uint64_t lit, uint8_t *bytes)
{
	for (unsigned row = 0; row < 8; row++)
		bytes[row] = (uint8_t)(lit >> (7 - row) * 8);
	return 8;
}

/* Red, green, blue for each corner, row by row from that below and to the right of h1. */
static size_t coloured_lights(uint64_t lit, uint8_t *bytes)
{
	size_t size = 2 + CORNERS * CORNERS * 3;

	memset(bytes, 0, size);
	bytes[0] = 0xff;
	bytes[1] = 0x55;
	for (unsigned q = 0; q < SNAPSHOT_SQUARES; q++)
		for (unsigned corner = 0; lit >> q & 1 && corner < 4; corner++) {
			unsigned row = q / 8 + corner / 2, column = 7 - q % 8 + corner % 2;

			bytes[2 + (row * CORNERS + column) * 3 + 2] = BLUE;
		}
	bytes[size++] = '\r';
	bytes[size++] = '\n';
	return size;
}

static size_t certabo_leds(const struct snapshot_parser *p, uint64_t lit, uint8_t bytes[static COMMAND_SIZE])
{
	const struct certabo *own = p->own;

	return own && own->lights == 'D' ? coloured_lights(lit, bytes) : plain_lights(lit, bytes);
}

static const char *certabo_model(const struct snapshot_parser *p)
{
	return p->confirms ? "Certabo board" : "Tabutronic Sentio";
}

static bool certabo_learn(struct snapshot_parser *p)
{
	struct certabo *own = p->own;

	if (!p->confirms || !board_certabo_ids_learn(&own->ids, p->squares))
		return false;
	p->presence = false;
	return true;
}

static bool certabo_learning(const struct snapshot_parser *p)
{
	const struct certabo *own = p->own;

	return p->confirms && board_certabo_ids_learning(&own->ids);
}

static int certabo_write(const struct snapshot_parser *p, char *text, size_t size)
{
	const struct certabo *own = p->own;

	return board_certabo_ids_write(&own->ids, text, size);
}

static int certabo_read(struct snapshot_parser *p, const char *text)
{
	struct certabo *own = snapshot_own(p, sizeof(*own));

	if (!own)
		return -ENOMEM;
	p->confirms = true;
	return board_certabo_ids_read(&own->ids, text);
}

static const struct snapshot_protocol protocol = {
	.model = "Certabo board",
	.speed = B38400,
	.dtr_low = true,
	.scan_us = 300000,
	.features = BOARD_FEATURE_LEDS,
	.gap_us = 600000,
	.tries = 3,
	.model_of = certabo_model,
	.feed = certabo_feed,
	.leds = certabo_leds,
	.learn = certabo_learn,
	.learning = certabo_learning,
	.write = certabo_write,
	.read = certabo_read,
};

const struct board_driver board_driver_certabo = {
	.scheme = "certabo",
	.backend = &board_snapshots,
	.snapshots = &protocol,
	.name = "Certabo, Tabutronic",
	.line_ids = { "10c4:ea60" }, /* CP210x */
};
