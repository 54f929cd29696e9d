/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Boards that send all their squares again and again, and have no clock: the
 * changes from one snapshot to the next are the events. Each maker's protocol
 * is a decoder of bytes (struct snapshot_protocol); line, queue and requests
 * are the same for all.
 */
#ifndef LIBBOARD_SNAPSHOTS_H
#define LIBBOARD_SNAPSHOTS_H

#include <stdlib.h>

#include "libboard/serial-line.h"
#include "libboard/drivers.h"

#define SNAPSHOT_SQUARES 64
#define SNAPSHOT_QUEUE 256
#define SNAPSHOT_FRAME_MAX 1600

/* What a decoder keeps between bytes. Zeroed to begin with. */
struct snapshot_parser {
	size_t have;
	bool noise;    /* bytes are being dropped, and this was reported */
	bool presence; /* the kinds of the pieces are not known */
	unsigned acks; /* how often the board acknowledged a command */
	bool confirms; /* a change counts once two snapshots show it */
	uint8_t frame[SNAPSHOT_FRAME_MAX];
	char squares[SNAPSHOT_SQUARES]; /* the last whole board: letters, '?', '.'; numbered as in board.h */
	void *own;			/* what else its decoder keeps, see snapshot_own(). Freed with free() */
	const char *reply;		/* text to be sent now, NULL none; the caller takes it */
};

enum snapshot_result { SNAPSHOT_NOISE = -1, SNAPSHOT_INCOMPLETE = 0, SNAPSHOT_COMPLETE = 1 };

struct snapshot_protocol {
	const char *model;
	speed_t speed; /* of a serial line, 0: a hidraw node */
	bool dtr_low;
	uint32_t scan_us;
	uint32_t features;
	uint32_t gap_us; /* it needs between two commands */
	unsigned tries;	 /* how often lights are sent until it acknowledges them; 1: it never does */
	const char *(*model_of)(const struct snapshot_parser *parser); /* for several models; NULL: model */
	/* One byte. SNAPSHOT_COMPLETE: parser->squares is a whole board. SNAPSHOT_NOISE once for each stretch of bytes
	 * dropped. */
	enum snapshot_result (*feed)(struct snapshot_parser *parser, uint8_t byte);
	/* A hidraw node gives one report at a time. Is this one worth feeding? NULL: bytes come as they come. */
	bool (*is_snapshot)(const uint8_t *report, size_t n);
	/* Sent when the board is opened, and to request a snapshot; size 0: nothing, it sends by itself. */
	struct {
		uint8_t bytes[16];
		uint8_t size;
	} start, request;
	/* Instead of start: texts that are sent one after the other until it shows its squares, the last one NULL. Only
	 * a board that answers the first knows the request. */
	const char *const *questions;
	/* Bytes that light these squares (bit 0 is a1), and a sound. Return how many. NULL: it has none. */
	size_t (*leds)(const struct snapshot_parser *parser, uint64_t lit, uint8_t bytes[static COMMAND_SIZE]);
	size_t (*beep)(unsigned hz, unsigned ms, uint8_t bytes[static COMMAND_SIZE]);
	/* After each snapshot: true if pieces have just been identified; squares are those of the last snapshot, with
	 * their kinds. */
	bool (*learn)(struct snapshot_parser *parser);
	bool (*learning)(const struct snapshot_parser *parser); /* more snapshots like the last will identify them */
	/* What was learned, as text: 0, or a negative errno value. */
	int (*write)(const struct snapshot_parser *parser, char *text, size_t size);
	int (*read)(struct snapshot_parser *parser, const char *text);
};

/* Of the drivers that have such a protocol. */
extern const struct board_backend board_snapshots;

/* Of this size, zeroed at first. NULL: no memory. */
static inline void *snapshot_own(struct snapshot_parser *p, size_t size)
{
	if (!p->own)
		p->own = calloc(1, size);
	return p->own;
}

/* The bytes are no frame: starts over. SNAPSHOT_NOISE the first time. */
static inline enum snapshot_result snapshot_drop(struct snapshot_parser *p)
{
	bool was_noise = p->noise;

	p->have = 0;
	p->noise = true;
	return was_noise ? SNAPSHOT_INCOMPLETE : SNAPSHOT_NOISE;
}

/*
 * --- certabo-ids.c ---
 * Which piece of a Certabo board has which id. The ids are those of tags under the pieces and unknown at first. They
 * are learned while the pieces stand as at the start of a game: spare queens may stand on d3 and d6. Pure: no files.
 *
 * A tag is misread now and then, above all while the piece is in the air, and never twice in the same way. So a change
 * counts once it was read twice in a row; a piece with an unknown id is reported without its kind.
 */

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
