/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which piece of a Certabo board has which id. The ids are those of tags under the pieces and unknown at first. They
 * are learned while the pieces stand as at the start of a game: spare queens may stand on d3 and d6. Pure: no files.
 *
 * A tag is misread now and then, above all while the piece is in the air, and never twice in the same way. So a change
 * counts once it was read twice in a row; a piece with an unknown id is reported without its kind.
 */
#ifndef BOARD_CERTABO_IDS_H
#define BOARD_CERTABO_IDS_H

#include "libboard/snapshots.h"

#define CERTABO_ID_BYTES 5
/* Two sets and their spare queens. */
#define CERTABO_IDS_MAX 128

struct certabo_ids {
	unsigned count;
	struct certabo_piece {
		char letter;
		uint8_t id[CERTABO_ID_BYTES];
	} piece[CERTABO_IDS_MAX];
	unsigned next;	  /* where the next one goes when all places are taken */
	unsigned samples; /* snapshots in a row with pieces on the squares of the start */
	bool has_snapshot;
	bool named; /* the pieces are known, but for a few */
	struct certabo_square {
		uint8_t id[CERTABO_ID_BYTES]; /* as last read */
		uint8_t same;		      /* how often in a row, up to 255 */
	} square[SNAPSHOT_SQUARES];
};

/* One snapshot, square by square from a8. Fills squares. */
void board_certabo_ids_take(struct certabo_ids *ids, const uint8_t *numbers, char squares[static SNAPSHOT_SQUARES]);
/* After each snapshot: learns where it can. True: the pieces have just been named, squares are filled anew. */
bool board_certabo_ids_learn(struct certabo_ids *ids, char squares[static SNAPSHOT_SQUARES]);
/* The pieces stand as at the start and are not named: more snapshots will name them. */
bool board_certabo_ids_learning(const struct certabo_ids *ids);
/* As text for a file: a line a piece. 0, or -ENOSPC. */
int board_certabo_ids_write(const struct certabo_ids *ids, char *text, size_t size);
/* 0, or -EBADMSG: no such text; no id is known then. */
int board_certabo_ids_read(struct certabo_ids *ids, const char *text);

#endif
