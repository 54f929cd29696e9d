/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Boards that tell the whole of themselves again and again, and have no clock:
 * what changed from one telling to the next are the events. Each kind is a
 * decoder of bytes (struct snapshot_protocol); line, queue and questions are the same for all.
 */
#ifndef BOARD_SNAPSHOTS_H
#define BOARD_SNAPSHOTS_H

#include "libboard/command-queue.h"

#define SNAPSHOT_SQUARES 64
#define SNAPSHOT_QUEUE 256
#define SNAPSHOT_FRAME_MAX 1600

struct certabo_ids;

/* What a decoder keeps between bytes. Zeroed to begin with. */
struct snapshot_parser {
	size_t have;
	bool noise;	/* it was said that bytes are being dropped */
	bool presence;	/* the men have no names */
	unsigned acks;	/* how often the board said that it has done what it was told */
	char lights;	/* certabo: the letter that tells the kind of its lights, 0 not known */
	uint8_t frame[SNAPSHOT_FRAME_MAX];
	char squares[SNAPSHOT_SQUARES];	/* the last whole board: letters, '?', '.'; numbered as in board.h */
	struct certabo_ids *ids;	/* certabo: which man has which id, NULL not needed yet */
};

enum snapshot_result { SNAPSHOT_NOISE = -1, SNAPSHOT_INCOMPLETE = 0, SNAPSHOT_COMPLETE = 1 };

struct snapshot_protocol {
	const char *scheme, *model;
	speed_t speed;		/* of a serial line, 0: a hidraw node */
	bool dtr_low;
	bool confirms;		/* a change was told twice before it is one */
	uint32_t scan_us;
	uint32_t features;
	uint32_t gap_us;	/* it wants between two commands */
	unsigned tries;		/* how often lights are set until it says that they are; 1: it does not say */
	const char *(*model_of)(const struct snapshot_parser *parser);	/* for several models; NULL: model */
	/* One byte. SNAPSHOT_COMPLETE: parser->squares is a whole board. SNAPSHOT_NOISE once for each stretch of bytes dropped. */
	enum snapshot_result (*feed)(struct snapshot_parser *parser, uint8_t byte);
	/* A hidraw node gives one report at a time. Is this one worth feeding? NULL: bytes come as they come. */
	bool (*wants)(const uint8_t *report, size_t n);
	/* Said when the board is opened, and to have it tell its squares; size 0: nothing, it tells by itself. */
	struct { uint8_t bytes[8]; uint8_t size; } hello, ask;
	/* Bytes that light these squares (bit 0 is a1), and a sound. Return how many. */
	size_t (*leds)(const struct snapshot_parser *parser, uint64_t lit, uint8_t bytes[static COMMAND_SIZE]);
	size_t (*beep)(unsigned hz, unsigned ms, uint8_t bytes[static COMMAND_SIZE]);
	/* After each board: true if men have just got their names; squares are those of the last board, named. */
	bool (*learn)(struct snapshot_parser *parser);
	bool (*learning)(const struct snapshot_parser *parser);	/* more boards like the last will give them names */
	/* What was learned, as text: 0, or a negative errno value. */
	int (*write)(const struct snapshot_parser *parser, char *text, size_t size);
	int (*read)(struct snapshot_parser *parser, const char *text);
	void (*done)(struct snapshot_parser *parser);
};

extern const struct snapshot_protocol board_snapshot_chessnut, board_snapshot_certabo, board_snapshot_millennium;

/* chessnut.c, certabo.c, millennium.c: for unit tests */
enum snapshot_result board_chessnut_feed(struct snapshot_parser *parser, uint8_t byte);
enum snapshot_result board_certabo_feed(struct snapshot_parser *parser, uint8_t byte);
enum snapshot_result board_millennium_feed(struct snapshot_parser *parser, uint8_t byte);

/* A decoder's frame is no frame: begins anew, and says so once. */
static inline enum snapshot_result snapshot_drop(struct snapshot_parser *p)
{
	bool said = p->noise;

	p->have = 0;
	p->noise = true;
	return said ? SNAPSHOT_INCOMPLETE : SNAPSHOT_NOISE;
}

#endif
