/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The commands to the clock of a DGT board. Pure: bytes to be sent come out, answers go in, the caller gives the time.
 *
 * The clock takes one command at a time and answers each. It obeys only in its mode for that (23 of the DGT XL, 25 of
 * the DGT 3000), and runs by itself in all others. One that never answers is sent a command three times, and left alone
 * then.
 */
#ifndef BOARD_DGT_CLOCK_COMMANDS_H
#define BOARD_DGT_CLOCK_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
