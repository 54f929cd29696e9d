/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * From the frames of a DGT board to events. No files here: see dgt.c.
 *
 * The clock knows a left and a right player. White is the one whose time runs
 * first while the pieces stand at the start. Where reading begins in the middle
 * of a game, the colours of the pieces that are placed while a side's time runs
 * decide.
 */
#ifndef BOARD_DGT_DECODER_H
#define BOARD_DGT_DECODER_H

#include "libboard/board.h"
#include "libboard/dgt-clock-commands.h"
#include "libboard/dgt-frame.h"
#include "libboard/dgt-missed-presses.h"

/* Events of one frame, and those that came while an answer was waited for. */
#define DGT_QUEUE_SIZE 256
#define DGT_TEXT_SIZE 160
/* Fields between two readings of a recorded clock. */
#define DGT_DEFERRED 64

struct dgt_event {
	struct board_event event;
	union {
		char text[DGT_TEXT_SIZE];
		struct board_squares squares;
	};
};

struct dgt_decoder {
	struct dgt_parser parser;
	bool recorded;		 /* time follows from the frames themselves */
	int64_t now_us;		 /* when the last byte came */
	int64_t clock_us;	 /* when the clock was read last */
	int64_t t_us;		 /* recorded: the time of the last event */
	unsigned deferred_count; /* recorded: fields since the clock was read; their times are known when it is read
				    again */
	struct {
		uint8_t square;
		char piece;
	} deferred[DGT_DEFERRED];
	uint32_t seq;
	bool knows_squares;
	char squares[DGT_SQUARES];
	bool knows_clock;
	struct dgt_clock_reading clock; /* the last reading */
	bool moved;			/* pieces were, since then */
	struct dgt_increment increment;
	bool doubted;			    /* a change of sides that the lever's bit denies was skipped */
	enum dgt_side white;		    /* DGT_NONE: not known yet */
	int votes;			    /* for the left side being White */
	unsigned long noise;		    /* stretches of bytes that were no frame */
	char serial[16], version[8];	    /* "": not known yet */
	uint8_t battery;		    /* percent, 0 not known */
	bool no_clock;			    /* the board says that there is none */
	struct dgt_clock_queue clock_queue; /* answers of the clock go there */
	unsigned boards;		    /* whole boards that came */
	bool recalling;			    /* no events until the log has come */
	char recalled[DGT_SQUARES];	    /* what stood when the host read last */
	unsigned head, tail;		    /* free running */
	uint32_t lost;			    /* events that found the queue full */
	struct dgt_event queue[DGT_QUEUE_SIZE];
};

/*
 * One byte. now_us: when it came; not used where the bytes are recorded. 0, or -EBADMSG when bytes had to be dropped
 * (once for each stretch of them) or a frame makes no sense.
 */
int board_dgt_decoder_byte(struct dgt_decoder *r, uint8_t byte, int64_t now_us);
/* Recorded bytes have ended: deferred fields become events. */
void board_dgt_decoder_end(struct dgt_decoder *r);
/* The oldest event, false if there is none. Its text and squares live until the next board_dgt_decoder_byte(). */
bool board_dgt_decoder_pop(struct dgt_decoder *r, struct board_event *ev);
static inline bool dgt_decoder_is_empty(const struct dgt_decoder *r)
{
	return r->head == r->tail && !r->lost;
}
/* White's side, where it is known from before. What the board sends may prove it wrong. */
void board_dgt_decoder_guess_white(struct dgt_decoder *r, enum dgt_side side);
/* No events from now on until the log has come; then what happened since these squares stood, if the log has it, and
 * the whole board. from may be as seen on a board that stands the other way round. */
void board_dgt_decoder_recall(struct dgt_decoder *r, const char from[static DGT_SQUARES]);
/* The log does not come: the whole board alone. */
void board_dgt_decoder_no_log(struct dgt_decoder *r);
/* How many squares show something else than at the start of a game; of a reader, the board itself may stand turned. */
unsigned board_dgt_distance_from_start(const char squares[static DGT_SQUARES]);
unsigned board_dgt_decoder_distance_from_start(const struct dgt_decoder *r);
/* The side whose lever is down, 0 unknown. */
uint8_t board_dgt_decoder_lever(const struct dgt_decoder *r);

#endif
