/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Certabo and Tabutronic: ':' and numbers in decimal, ended by CR. 320 of
 * them: an id of five bytes for each square from a8; eight (Sentio): a row of
 * squares each, presence only. Lines are broken anywhere, also within a
 * number. A letter tells the kind of lights.
 *
 * Which man has which id is learned where the first boards show the start,
 * spare queens on d3 and d6 allowed. Else the men are not named.
 */
#include "libboard/shots.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define ID_BYTES 5
#define SAMPLES 7

struct ids {
	unsigned samples;	/* seen of the start */
	bool done;		/* names are known, or will not be */
	bool known;
	unsigned shots;
	uint8_t id[SHOT_SQUARES][ID_BYTES];	/* learned at each square */
	char piece[SHOT_SQUARES];		/* 0: none */
	uint8_t seen[SHOT_SQUARES][ID_BYTES];	/* the last telling */
	char last[SHOT_SQUARES];		/* what it was read as, before two agree */
};

static struct ids *ids_of(struct shot_parser *p)
{
	if (!p->ids)
		p->ids = calloc(1, sizeof(struct ids));
	return p->ids;
}

/* The numbers of a frame's text; how many, -1: a thing that is no number. */
static int read_numbers(const uint8_t *text, size_t size, uint8_t numbers[static 320])
{
	int count = 0, n = -1;

	for (size_t i = 0; i < size; i++) {
		uint8_t c = text[i];

		if (isdigit(c)) {
			n = (n < 0 ? 0 : n) * 10 + c - '0';
			if (n > 255)
				return -1;
			continue;
		}
		if (c == ' ' && n < 0)
			continue;
		if (c != ' ' && c != 'L' && c != 'D')
			return -1;
		if (n >= 0) {
			if (count == 320)
				return -1;
			numbers[count++] = (uint8_t)n;
		}
		n = -1;
	}
	if (n >= 0) {
		if (count == 320)
			return -1;
		numbers[count++] = (uint8_t)n;
	}
	return count;
}

static bool is_empty(const uint8_t *id)
{
	unsigned zeros = 0;

	for (unsigned i = 0; i < ID_BYTES; i++)
		zeros += id[i] == 0;
	return zeros > 2;
}

/* A letter; '?': a man without a name; 0: an id never seen, as they come from a man in the air. */
static char name(const struct ids *ids, const uint8_t *id)
{
	if (is_empty(id))
		return '.';
	if (!ids->known)
		return '?';
	for (unsigned q = 0; q < SHOT_SQUARES; q++)
		if (ids->piece[q] && memcmp(ids->id[q], id, ID_BYTES) == 0)
			return ids->piece[q];
	return 0;
}

static bool take_ids(struct shot_parser *p, const uint8_t *numbers)
{
	struct ids *ids = ids_of(p);
	bool first;

	if (!ids)
		return false;
	first = ids->shots++ == 0;
	for (unsigned i = 0; i < SHOT_SQUARES; i++) {
		unsigned q = i ^ 56;
		char piece;

		memcpy(ids->seen[q], numbers + i * ID_BYTES, ID_BYTES);
		piece = name(ids, ids->seen[q]);
		/* A change counts when it was told twice; an unknown id changes nothing. */
		if (piece && (first || !ids->done || piece == ids->last[q]))
			p->squares[q] = piece;
		ids->last[q] = piece;
	}
	return true;
}

enum shot_fed board_certabo_feed(struct shot_parser *p, uint8_t byte)
{
	uint8_t numbers[320];
	int n;

	if (byte == ':') {
		bool cut = p->have != 0, said = p->noise;

		p->have = 1;
		p->frame[0] = byte;
		p->noise = cut;
		return cut && !said ? SHOT_NOISE : SHOT_MORE;
	}
	if (byte == '\n')
		return SHOT_MORE;
	if (!p->have)
		return byte == '\r' ? SHOT_MORE : shot_drop(p);
	if (byte != '\r') {
		if (p->have == SHOT_FRAME_MAX || !(isdigit(byte) || byte == ' ' || byte == 'L' || byte == 'D'))
			return shot_drop(p);
		p->frame[p->have++] = byte;
		return SHOT_MORE;
	}
	n = read_numbers(p->frame + 1, p->have - 1, numbers);
	if (n == 320 ? !take_ids(p, numbers) : n != 8)
		return shot_drop(p);
	for (unsigned i = 0; n == 8 && i < SHOT_SQUARES; i++)
		p->squares[i ^ 56] = numbers[i / 8] >> i % 8 & 1 ? '?' : '.';
	p->have = 0;
	p->noise = false;
	return SHOT_BOARD;
}

static bool shows_start(const struct ids *ids)
{
	for (unsigned q = 0; q < SHOT_SQUARES; q++) {
		bool spare = q == 19 || q == 43;	/* d3, d6 */

		if (!spare && is_empty(ids->seen[q]) != (q >= 16 && q < 48))
			return false;
	}
	return true;
}

static bool certabo_learn(struct shot_parser *p)
{
	static const char start[] = "RNBQKBNRPPPPPPPP...Q.......................q....pppppppprnbqkbnr";
	struct ids *ids = p->ids;

	if (!ids || ids->done)
		return false;
	if (!shows_start(ids)) {
		ids->done = true;
		return false;
	}
	/* The last of the samples has to be the same as one before: an id read wrong once is not learned. */
	for (unsigned q = 0; q < SHOT_SQUARES; q++) {
		if (ids->samples && memcmp(ids->id[q], ids->seen[q], ID_BYTES) != 0 && ids->samples + 1 == SAMPLES)
			ids->samples--;
		memcpy(ids->id[q], ids->seen[q], ID_BYTES);
	}
	if (++ids->samples < SAMPLES)
		return true;
	for (unsigned q = 0; q < SHOT_SQUARES; q++)
		ids->piece[q] = start[q] != '.' && !is_empty(ids->id[q]) ? start[q] : 0;
	ids->known = ids->done = true;
	for (unsigned q = 0; q < SHOT_SQUARES; q++)
		p->squares[q] = ids->last[q] = name(ids, ids->seen[q]);
	return false;
}

static bool certabo_names(const struct shot_parser *p)
{
	const struct ids *ids = p->ids;

	return ids && ids->known;
}

static void certabo_done(struct shot_parser *p)
{
	free(p->ids);
	p->ids = NULL;
}

const struct shot_maker board_shot_certabo = {
	.model = "Certabo board", .speed = B38400, .scan_us = 300000, .feed = board_certabo_feed,
	.learn = certabo_learn, .names = certabo_names, .done = certabo_done,
};
