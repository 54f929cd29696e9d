/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/snapshots.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define SAMPLES 7 /* snapshots that show the start before anything is learned */
#define CHANGED 2 /* a change is reported when so many in a row agree about a square */
#define AGREE 3	  /* an id is learned when so many do */

static const char start[] = "RNBQKBNRPPPPPPPP...Q.......................q....pppppppprnbqkbnr";
static const char first_line[] = "flagfall certabo ids 1";

static bool is_empty(const uint8_t *id)
{
	unsigned zeros = 0;

	for (unsigned i = 0; i < CERTABO_ID_BYTES; i++)
		zeros += id[i] == 0;
	return zeros > 2;
}

static struct certabo_piece *certabo_ids_find(struct certabo_ids *ids, const uint8_t *id)
{
	for (unsigned i = 0; i < ids->count; i++)
		if (memcmp(ids->piece[i].id, id, CERTABO_ID_BYTES) == 0)
			return &ids->piece[i];
	return NULL;
}

/* A letter, '.', or 0: an unknown id. */
static char letter_of(struct certabo_ids *ids, const uint8_t *id)
{
	const struct certabo_piece *piece = is_empty(id) ? NULL : certabo_ids_find(ids, id);

	return is_empty(id) ? '.' : piece ? piece->letter : 0;
}

static bool same(struct certabo_ids *ids, const struct certabo_square *square, const uint8_t *id)
{
	char piece = letter_of(ids, id);

	/* All empty squares are alike, and so are two pieces of one kind. */
	return memcmp(square->id, id, CERTABO_ID_BYTES) == 0 || (piece && piece == letter_of(ids, square->id));
}

/* Some pieces may be in the air, or their tags new. */
static bool are_known(struct certabo_ids *ids)
{
	unsigned known = 0, unknown = 0;

	for (unsigned q = 0; q < SNAPSHOT_SQUARES; q++) {
		char piece = letter_of(ids, ids->square[q].id);

		known += piece && piece != '.';
		unknown += !piece;
	}
	return known > 4 * unknown;
}

void board_certabo_ids_take(struct certabo_ids *ids, const uint8_t *numbers, char squares[static SNAPSHOT_SQUARES])
{
	for (unsigned i = 0; i < SNAPSHOT_SQUARES; i++, numbers += CERTABO_ID_BYTES) {
		unsigned q = i ^ 56;
		struct certabo_square *square = &ids->square[q];
		char piece = letter_of(ids, numbers);

		square->same = !ids->has_snapshot || !same(ids, square, numbers) ? 1 :
			       square->same < 255				 ? square->same + 1 :
										   255;
		memcpy(square->id, numbers, CERTABO_ID_BYTES);
		if (!ids->has_snapshot || square->same >= CHANGED)
			squares[q] = piece ? piece : '?';
	}
	if (!ids->has_snapshot)
		ids->named = are_known(ids);
	ids->has_snapshot = true;
}

static bool shows_start(const struct certabo_ids *ids)
{
	for (unsigned q = 0; q < SNAPSHOT_SQUARES; q++) {
		bool piece_expected = q < 16 || q >= 48, piece_allowed = start[q] != '.';

		if (is_empty(ids->square[q].id) ? piece_expected : !piece_allowed)
			return false;
	}
	return true;
}

static void certabo_ids_add(struct certabo_ids *ids, char letter, const uint8_t *id)
{
	struct certabo_piece *piece = certabo_ids_find(ids, id);

	if (!piece) {
		piece = &ids->piece[ids->next++ % CERTABO_IDS_MAX];
		if (ids->count < CERTABO_IDS_MAX)
			ids->count++;
	}
	piece->letter = letter;
	memcpy(piece->id, id, CERTABO_ID_BYTES);
}

static void learn(struct certabo_ids *ids, bool turned)
{
	for (unsigned q = 0; q < SNAPSHOT_SQUARES; q++) {
		char piece = start[turned ? 63 - q : q];

		/* On a board that is turned round a spare queen on d3 stands on a square that says nothing of its
		 * colour. */
		if (!letter_of(ids, ids->square[q].id) && piece != '.')
			certabo_ids_add(ids, piece, ids->square[q].id);
	}
}

static void name_squares(struct certabo_ids *ids, char squares[static SNAPSHOT_SQUARES])
{
	for (unsigned q = 0; q < SNAPSHOT_SQUARES; q++) {
		char piece = letter_of(ids, ids->square[q].id);

		squares[q] = piece ? piece : '?';
	}
}

bool board_certabo_ids_learn(struct certabo_ids *ids, char squares[static SNAPSHOT_SQUARES])
{
	unsigned unknown = 0, upright = 0, turned = 0;
	bool sure = true;

	ids->samples = shows_start(ids) ? ids->samples + 1 : 0;
	if (!ids->samples)
		return false;
	for (unsigned q = 0; q < SNAPSHOT_SQUARES; q++) {
		char piece = letter_of(ids, ids->square[q].id);

		unknown += !piece;
		sure &= ids->square[q].same >= AGREE;
		upright += piece && piece != '.' && piece == start[q];
		turned += piece && piece != '.' && piece == start[63 - q];
	}
	/* Pieces that are all known may stand turned round, or wrong: that is not learned. */
	if (!sure || (unknown ? ids->samples < SAMPLES : ids->named))
		return false;
	if (unknown)
		learn(ids, turned > upright);
	ids->named = true;
	name_squares(ids, squares);
	return true;
}

bool board_certabo_ids_learning(const struct certabo_ids *ids)
{
	return ids->samples && !ids->named;
}

int board_certabo_ids_write(const struct certabo_ids *ids, char *text, size_t size)
{
	size_t n = (size_t)snprintf(text, size, "%s\n", first_line);

	for (unsigned i = 0; i < ids->count && n < size; i++) {
		const struct certabo_piece *m = &ids->piece[i];

		n += (size_t)snprintf(text + n, size - n, "%c %u %u %u %u %u\n", m->letter, m->id[0], m->id[1],
				      m->id[2], m->id[3], m->id[4]);
	}
	return n < size ? 0 : -ENOSPC;
}

int board_certabo_ids_read(struct certabo_ids *ids, const char *text)
{
	size_t head = strlen(first_line);
	unsigned n[CERTABO_ID_BYTES];
	uint8_t id[CERTABO_ID_BYTES];
	char piece;
	int used;

	ids->count = ids->next = 0;
	if (strncmp(text, first_line, head) != 0 || text[head] != '\n')
		return -EBADMSG;
	for (text += head + 1; *text; text += used) {
		bool right = sscanf(text, "%c %u %u %u %u %u%n", &piece, &n[0], &n[1], &n[2], &n[3], &n[4], &used) ==
				     6 &&
			     text[used] == '\n' && strchr("PRNBQKprnbqk", piece);

		for (unsigned i = 0; i < CERTABO_ID_BYTES && right; i++) {
			right = n[i] <= 255;
			id[i] = (uint8_t)n[i];
		}
		if (!right || is_empty(id)) {
			ids->count = ids->next = 0;
			return -EBADMSG;
		}
		certabo_ids_add(ids, piece, id);
		used++;
	}
	return 0;
}
