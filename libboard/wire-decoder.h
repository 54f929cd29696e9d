/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * From a board's reports to events, for the backends that use the wire
 * protocol themselves: the same events with the same numbers as the kernel
 * module gives, by the same code (kernel/decode.c, kernel/numbering.c).
 */
#ifndef BOARD_WIRE_DECODER_H
#define BOARD_WIRE_DECODER_H

#include "kernel/decode.h"
#include "kernel/numbering.h"
#include "libboard/backend.h"

/* Events read ahead while an answer is waited for. The last place is kept for BOARD_EVENT_LOST. */
#define WIRE_QUEUE_SIZE 1024

struct wire_decoder {
	struct sbd_geometry geometry;
	struct sbn numbering;
	unsigned head, tail; /* free running: taken out, put in */
	struct board_event queue[WIRE_QUEUE_SIZE];
};

/* The answer to SBW_REQ_GET_INFO: fills board->info. As sbd_read_info(), with the sentence in board. */
int board_wire_info(struct wire_decoder *wire, struct board *board, const void *buf, size_t len);

/* The answer to SBW_REQ_GET_BOARD that follows it: events are numbered from here. */
int board_wire_start(struct wire_decoder *wire, struct board *board, const void *buf, size_t len);
/* Any later one. */
int board_wire_squares(struct wire_decoder *wire, struct board *board, const void *buf, size_t len, int64_t host_us,
		       struct board_squares *ret);

/* One report, as it came. Whatever is wrong with it becomes a BOARD_EVENT_LOST. */
void board_wire_report(struct wire_decoder *wire, const void *buf, size_t len, int64_t host_us);
/* Something was lost that no number shows. */
void board_wire_lose(struct wire_decoder *wire, int64_t host_us);

/* The oldest event; false if there is none. */
bool board_wire_pop(struct wire_decoder *wire, struct board_event *ev);
/* To the mailbox of a board that a thread reads; of any other they stay. */
void board_wire_hand_over(struct wire_decoder *wire, struct board *board);
static inline bool board_wire_is_empty(const struct wire_decoder *wire)
{
	return wire->head == wire->tail;
}

#endif
