/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef LIBBOARD_DGT_H
#define LIBBOARD_DGT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libboard/board.h"

/*
 * --- dgt-frame.c ---
 * The bytes of a DGT board, taken apart. Pure: no files, no clock.
 *
 * A frame is a byte with the top bit set (its kind), two bytes of seven bits
 * with the length of the whole frame, and data, all below 0x80. So a byte
 * with the top bit begins a frame wherever it stands.
 */

/* What a host may send. Codes that a board would store, or hang on, are not here and are never sent. */
enum dgt_command {
	DGT_SEND_RESET = 0x40, /* stop sending */
	DGT_SEND_CLOCK = 0x41,
	DGT_SEND_BOARD = 0x42,
	DGT_SEND_UPDATES = 0x43, /* fields as they change, the clock at least once a second */
	DGT_SEND_SERIAL = 0x45,
	DGT_SEND_LOG = 0x49, /* the stored changes, see dgt-log.c */
	DGT_SEND_BATTERY = 0x4c,
	DGT_SEND_VERSION = 0x4d,
};

enum dgt_kind {
	DGT_BOARD = 0x86,
	DGT_CLOCK = 0x8d, /* times, or an answer of the clock */
	DGT_FIELD = 0x8e,
	DGT_LOG = 0x8f,
	DGT_SERIAL = 0x91,
	DGT_VERSION = 0x93,
	DGT_BATTERY = 0xa0, /* its length differs */
	DGT_LONG_SERIAL = 0xa2,
};

#define DGT_SQUARES 64
/* The longest frame is the log of stored moves. */
#define DGT_FRAME_MAX (0x1f00 + 3)

/* Zeroed to begin with. */
struct dgt_parser {
	size_t have, length; /* bytes of the frame so far; of the whole frame, 0 not known yet */
	bool noise;	     /* bytes that belong to no frame are being skipped, and this was reported */
	uint8_t frame[DGT_FRAME_MAX];
};

enum dgt_frame_result { DGT_FRAME_NOISE = -1, DGT_FRAME_INCOMPLETE = 0, DGT_FRAME_COMPLETE = 1 };

/*
 * One byte. DGT_FRAME_COMPLETE: parser->frame holds a frame of parser->have bytes, of the right length for its kind,
 * until the next call. DGT_FRAME_NOISE: bytes had to be dropped; once for each stretch of them. Resumes at the next
 * frame.
 */
enum dgt_frame_result board_dgt_feed(struct dgt_parser *parser, uint8_t byte);

/* One side of the clock, as seen from its front. */
enum dgt_side { DGT_NONE = 0, DGT_LEFT, DGT_RIGHT };

struct dgt_clock_reading {
	uint32_t left_ms, right_ms; /* whole seconds */
	bool left_flag, right_flag; /* the time is over and the clock stands */
	bool running;
	bool has_increment;    /* a press gives time to its side */
	bool disagrees;	       /* the lever's bit names the other side */
	enum dgt_side to_move; /* whose time runs, or would */
};

/* Squares are those of board.h, letters of FEN, '.' for nothing, '?' for one of the three result pieces (draw, 1-0,
 * 0-1). */
char board_dgt_piece(uint8_t code); /* 0: no such code */
/* These take a whole frame of their kind. 0, or -EBADMSG. */
int board_dgt_parse_field(const uint8_t *frame, uint8_t *square, char *piece);
int board_dgt_parse_board(const uint8_t *frame, char squares[static DGT_SQUARES]);
/* 1: *ret is filled; 0: an answer of the clock, or zeros; -ENODEV: no clock is there; -EBADMSG: no time. */
int board_dgt_parse_clock(const uint8_t *frame, struct dgt_clock_reading *ret);

/*
 * --- dgt-clock-commands.c ---
 * The commands to the clock of a DGT board. Pure: bytes to be sent come out, answers go in, the caller gives the time.
 *
 * The clock takes one command at a time and answers each. It obeys only in its mode for that (23 of the DGT XL, 25 of
 * the DGT 3000), and runs by itself in all others. One that never answers is sent a command three times, and left alone
 * then.
 */

enum dgt_clock_command {
	DGT_CLOCK_END_DISPLAY = 0x03,
	DGT_CLOCK_VERSION = 0x09,
	DGT_CLOCK_SET_AND_RUN = 0x0a,
	DGT_CLOCK_BEEP = 0x0b,
	DGT_CLOCK_ASCII = 0x0c,
};

#define DGT_CLOCK_MESSAGE 0x2b /* begins each of them */
#define DGT_CLOCK_MESSAGE_MAX 16
#define DGT_CLOCK_TRIES 3
#define DGT_CLOCK_ANSWER_US 2000000

struct dgt_clock_message {
	uint8_t bytes[DGT_CLOCK_MESSAGE_MAX];
	uint8_t size;
};

/* Zeroed to begin with. */
struct dgt_clock_queue {
	struct dgt_clock_message current, next, text; /* size 0: none. Times wait in next, a text in text: a later one
						       * takes its place. Times are sent first */
	uint32_t text_ms;			      /* so long text is to be shown, 0: until the next command */
	int64_t text_until_us;			      /* the text that is shown ends then, 0: there is none */
	uint32_t unanswered;			      /* how often no answer came in time */
	bool no_text;				      /* it refused one */
	unsigned tries;
	int64_t sent_us;
	bool is_silent;	      /* it did not answer, and is left alone */
	bool times_set;	      /* by the host */
	unsigned turned_to;   /* the side whose time the clock has been told to run: what shows that next is no press */
	unsigned turned_for;  /* so many readings more may be from before */
	bool refuses;	      /* it is not in the mode in which it obeys */
	uint8_t major, minor; /* its version, once it has answered */
};

/* Whole seconds; running: DGT_NONE, DGT_LEFT or DGT_RIGHT. */
void board_dgt_clock_set(struct dgt_clock_queue *queue, uint32_t left_s, uint32_t right_s, unsigned running);
/* At most eight characters, for so long; 0: until the next command. "": the times again. */
void board_dgt_clock_show(struct dgt_clock_queue *queue, const char *text, uint32_t ms);
/* A command without arguments. */
void board_dgt_clock_send(struct dgt_clock_queue *queue, enum dgt_clock_command command);
/* What is to be sent now, NULL nothing. Lives until the next call. */
const struct dgt_clock_message *board_dgt_clock_due(struct dgt_clock_queue *queue, int64_t now_us);
/* When board_dgt_clock_due() is to be called next, INT64_MAX: nothing is waiting. */
int64_t board_dgt_clock_deadline(const struct dgt_clock_queue *queue);

/*
 * A frame of the clock's kind that is an answer. False: it is a time. A repeated answer means nothing.
 * *ret: what it answers and how.
 */
struct dgt_clock_answer {
	uint8_t state;	 /* 0x10 done, 0x40 refused */
	uint8_t command; /* with 0x80: not to a command (a button) */
	uint8_t data[2];
};
bool board_dgt_clock_parse_answer(const uint8_t *frame, struct dgt_clock_answer *ret);
void board_dgt_clock_take_answer(struct dgt_clock_queue *queue, const struct dgt_clock_answer *answer);
/* To be asked of each reading in which that side's time runs: is it the first that shows what the host has set? Then
 * nobody has pressed. */
bool board_dgt_clock_was_turned(struct dgt_clock_queue *queue, unsigned to_move);

/*
 * --- dgt-missed-presses.c ---
 * Presses of a DGT clock's lever between two readings of the clock. Pure.
 *
 * The board reads its clock two or three times a second. In a scramble the lever goes there and back between two
 * readings and is then where it was; but the times on the clock show that both sides' ran.
 */

/* Zeroed to begin with. */
struct dgt_increment {
	uint32_t given_ms; /* the most that a press that was seen has given to its side; 0: none has yet */
};

/*
 * How many presses lie between two readings that follow each other; the first is that of the side that was to move in
 * before, the others alternate. 0 to 3.
 */
unsigned board_dgt_count_presses(struct dgt_increment *increment, const struct dgt_clock_reading *before,
				 const struct dgt_clock_reading *now);

/*
 * --- dgt-decoder.c ---
 * From the frames of a DGT board to events. No files here: see dgt.c.
 *
 * The clock knows a left and a right player. White is the one whose time runs
 * first while the pieces stand at the start. Where reading begins in the middle
 * of a game, the colours of the pieces that are placed while a side's time runs
 * decide.
 */

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
	bool board_waits;	 /* recorded: for the clock, to tell when it stood so */
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

/*
 * --- dgt-log.c ---
 * The log that a DGT board keeps of changes while no host reads it. Pure.
 *
 * It is a ring of changes of fields, clock times at presses, and marks (the pieces stand at the start, power came). The
 * squares at every instant follow from the last mark that determines them all; what was missed begins where they are
 * those that the host has seen last.
 */

struct dgt_logged {
	bool is_press; /* the clock's lever; else a change of a square */
	uint8_t square;
	char piece; /* '.' nothing */
};

/*
 * board_dgt_log_missed - what happened between two states
 * @log, @size:  the data of the frame, oldest first
 * @from, @to:   what stood when the host read last, and what stands now
 * Returns how many of *ret are filled, at most room; -ENODATA where the log does not lead from one to the other: it was
 * begun anew meanwhile (power was lost), or it is another game's; -ENOSPC.
 */
int board_dgt_log_missed(const uint8_t *log, size_t size, const char from[static DGT_SQUARES],
			 const char to[static DGT_SQUARES], struct dgt_logged *ret, size_t room);

/*
 * --- dgt-white.c ---
 * Which side of the clock is White's in recorded bytes of a DGT board that begin in the middle of a game: whose pieces
 * come down while which time runs. Reads the file from its beginning; the descriptor's offset is not changed. DGT_NONE:
 * it cannot be known, or the pieces stand at the start of a game, which shows it. 0, else a negative errno value.
 */
int board_dgt_find_white(int fd, enum dgt_side *ret);

#endif
