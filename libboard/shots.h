/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Boards that tell the whole of themselves again and again, and have no clock:
 * what changed from one telling to the next are the events. Each kind is a
 * decoder of bytes (struct shot_maker); line, queue and questions are the same for all.
 */
#ifndef BOARD_SHOTS_H
#define BOARD_SHOTS_H

#include "libboard/serial.h"

#define SHOT_SQUARES 64
#define SHOT_QUEUE 256
#define SHOT_FRAME_MAX 1600

/* What a decoder keeps between bytes. Zeroed to begin with. */
struct shot_parser {
	size_t have;
	bool noise;	/* it was said that bytes are being dropped */
	bool answered;	/* the board has told who it is by something else than its squares */
	uint8_t frame[SHOT_FRAME_MAX];
	char squares[SHOT_SQUARES];	/* the last whole board: letters, '?', '.'; numbered as in board.h */
	void *ids;	/* certabo: which man has which id, NULL not known */
};

enum shot_fed { SHOT_NOISE = -1, SHOT_MORE = 0, SHOT_BOARD = 1 };

struct shot_maker {
	const char *model;
	speed_t speed;		/* of a serial line, 0: a hidraw node */
	uint32_t scan_us;
	uint32_t features;
	/* One byte. SHOT_BOARD: parser->squares is a whole board. SHOT_NOISE once for each stretch of bytes dropped. */
	enum shot_fed (*feed)(struct shot_parser *parser, uint8_t byte);
	/* Said when the board is opened, and to have it tell its squares; size 0: nothing, it tells by itself. */
	struct { uint8_t bytes[8]; uint8_t size; } hello, ask;
	/* Bytes that light these squares (bit 0 is a1). Returns how many. */
	size_t (*leds)(uint64_t lit, uint8_t bytes[static 16]);
	/* May learn from the first boards of which men the ids speak; true while it wants more of them. */
	bool (*learn)(struct shot_parser *parser);
	/* Does the board name the men? NULL: yes. */
	bool (*names)(const struct shot_parser *parser);
	void (*done)(struct shot_parser *parser);
};

extern const struct shot_maker board_shot_chessnut, board_shot_certabo, board_shot_millennium;

/* chessnut.c, certabo.c, millennium.c: for unit tests */
enum shot_fed board_chessnut_feed(struct shot_parser *parser, uint8_t byte);
enum shot_fed board_certabo_feed(struct shot_parser *parser, uint8_t byte);
enum shot_fed board_millennium_feed(struct shot_parser *parser, uint8_t byte);
size_t board_chessnut_leds(uint64_t lit, uint8_t bytes[static 16]);

/* A decoder's frame is no frame: begins anew, and says so once. */
static inline enum shot_fed shot_drop(struct shot_parser *p)
{
	bool said = p->noise;

	p->have = 0;
	p->noise = true;
	return said ? SHOT_MORE : SHOT_NOISE;
}

#endif
