/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which man of a Certabo board has which id. The ids are those of tags under the men; nobody knows them before. They are
 * learned where men stand as at the start of a game: spare queens may stand on d3 and d6. Pure: no files.
 *
 * A tag is read wrong now and then, above all while the man is in the air, and never twice in the same way. So a change
 * counts when it was read twice in a row; an id that nobody knows is a man without a name then.
 */
#ifndef BOARD_CERTABO_IDS_H
#define BOARD_CERTABO_IDS_H

#include "libboard/snapshots.h"

#define CERTABO_ID_BYTES 5
/* Two sets and their spare queens. */
#define CERTABO_IDS_MAX 128

struct certabo_ids {
	unsigned count;
	struct certabo_man {
		char piece;
		uint8_t id[CERTABO_ID_BYTES];
	} man[CERTABO_IDS_MAX];
	unsigned next;		/* where the next one goes when all places are taken */
	unsigned samples;	/* tellings in a row in which men stood on the squares of the start */
	bool told;		/* a board was told */
	bool named;		/* its men have names, but for a few */
	struct certabo_square {
		uint8_t id[CERTABO_ID_BYTES];	/* as last read */
		uint8_t same;			/* how often in a row, up to 255 */
	} square[SNAPSHOT_SQUARES];
};

/* One telling, square by square from a8. Fills squares. */
void board_certabo_ids_take(struct certabo_ids *ids, const uint8_t *numbers, char squares[static SNAPSHOT_SQUARES]);
/* After each telling: learns where it can. True: men have just got their names, squares are filled anew. */
bool board_certabo_ids_learn(struct certabo_ids *ids, char squares[static SNAPSHOT_SQUARES]);
/* Men stand as at the start and have no names: more tellings will give them some. */
bool board_certabo_ids_learning(const struct certabo_ids *ids);
/* As text, for keeping: a line a man. 0, or -ENOSPC. */
int board_certabo_ids_write(const struct certabo_ids *ids, char *text, size_t size);
/* 0, or -EBADMSG: no such text; nothing is known then. */
int board_certabo_ids_read(struct certabo_ids *ids, const char *text);

#endif
