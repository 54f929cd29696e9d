/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From struct board_event to one line of a trace. No files here: see trace-recorder.c. doc/trace.md is the
 * specification. */
#ifndef BOARD_TRACE_WRITER_H
#define BOARD_TRACE_WRITER_H

#include "libboard/board.h"

/* Longest line that board_trace_write_event() writes for anything but BOARD_EVENT_TEXT. */
#define TRACE_WRITE_MAX 256

/* The header of a recording of this board, newline included; free() it. NULL without memory. */
char *board_trace_write_header(const struct board_info *info);

/* One event as a line, newline included. t_us is its time. TEXT is written as it is. Returns the length; -ENOBUFS. */
int board_trace_write_event(const struct board_info *info, const struct board_event *ev, int64_t t_us,
			    uint32_t last_seq, char *buf, size_t size);

#endif
