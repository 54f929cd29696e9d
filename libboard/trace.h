/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef LIBBOARD_TRACE_H
#define LIBBOARD_TRACE_H

#include <stdbool.h>

#include "libboard/board.h"

/*
 * --- trace-parser.c ---
 * From one line of a trace to struct board_event; trace-writer.c is the other
 * way. No files here: see trace.c. doc/trace.md is the specification.
 *
 * The functions return 0, or a negative errno value with a sentence part in
 * error that names the key at fault, without file and line.
 */

#define TRACE_ERROR_SIZE 200
/* Longest line that is read; the longest that is written is far shorter. */
#define TRACE_LINE_MAX 65536

/* Times above this (285 years) are refused, so that sums of times cannot overflow. */
#define TRACE_TIME_MAX (INT64_C(1) << 53)

/* No scan takes longer than a minute, and nothing is read later. */
#define TRACE_LATE_MAX 60000000

/*
 * The first line. Fills *ret from the header, with defaults for what it lacks.
 * -EBADMSG malformed, -ENODEV JSON but no trace, -EPROTONOSUPPORT a newer version.
 */
int board_trace_read_header(const char *line, size_t len, struct board_info *ret, char error[static TRACE_ERROR_SIZE]);

/*
 * Any other line. last_us: time of the line before, or BOARD_NO_TIME; last_seq: its event's number.
 * *ev comes with all times BOARD_NO_TIME and zeros; squares is where the whole board goes.
 * ev->text is left NULL: the caller has the line. -EBADMSG.
 */
int board_trace_read_event(const struct board_info *info, const char *line, size_t len, int64_t last_us,
			   uint32_t last_seq, struct board_event *ev, struct board_squares *squares,
			   char error[static TRACE_ERROR_SIZE]);

/*
 * A game's file in the daemon's journal has its lines as "DIGEST KIND ID JSON" (doc/trace.md). The JSON of an input is
 * a trace's line: *line goes on to it. False: it is another kind's, and no part of a trace. A trace's own line stays.
 */
#define TRACE_DIGEST 32
bool board_trace_pass_prefix(char **line);
/*
 * The header of such a file, of which size bytes are there: new text in *ret, with the texts of its rulebook as
 * "rulebook_texts"; *used: up to the line behind it. 0 and *used 0: more is needed. -EBADMSG.
 */
int board_trace_log_header(const char *data, size_t size, char **ret, size_t *used);

/* The number that ev has if the one before it had last: one more, LOST as many as were lost; SQUARES and TEXT none. */
uint32_t board_trace_next_seq(const struct board_event *ev, uint32_t last);

/* --- trace-squares.c: The names of a board's squares in a trace, and their order in "squares". --- */

/* Squares by name: chess "e4"; draughts "1" to "50", and "a4" for the light squares, which have no number. */
int board_trace_square_parse(const struct board_info *info, const char *name);
void board_trace_square_name(const struct board_info *info, unsigned square, char name[static 8]);

/* The square of a character of "squares", counted from 0; and how many characters there are. */
unsigned board_trace_squares_cell(const struct board_info *info, unsigned character);
unsigned board_trace_squares_length(const struct board_info *info);

/*
 * --- trace-writer.c ---
 * From struct board_event to one line of a trace. No files here: see trace-recorder.c. doc/trace.md is the
 * specification.
 */

/* Longest line that board_trace_write_event() writes for anything but BOARD_EVENT_TEXT. */
#define TRACE_WRITE_MAX 256

/* The header of a recording of this board, newline included; free() it. squares: what stands as it begins, NULL: that
 * is not known. NULL without memory. */
char *board_trace_write_header(const struct board_info *info, const struct board_squares *squares);

/* One event as a line, newline included. t_us is its time. TEXT is written as it is. Returns the length; -ENOBUFS. */
int board_trace_write_event(const struct board_info *info, const struct board_event *ev, int64_t t_us,
			    uint32_t last_seq, char *buf, size_t size);

#endif
