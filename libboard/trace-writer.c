/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes the lines of a trace. See trace.h. */
#include "libboard/trace.h"
#include "libboard/feature-words.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A board may claim any duration; a trace is read back only within bounds. */
static json_int_t bounded(uint32_t us)
{
	return us > TRACE_LATE_MAX ? TRACE_LATE_MAX : us;
}

/* The start position of a game, where that stands, either way round: White is to move. Of anything else the squares do
 * not say who is, or whether a piece is in a hand. NULL: something else stands. */
static const char *standing_start(const struct board_info *info, const struct board_squares *squares)
{
	static const char chess[] = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR",
			  draughts[] = "bbbbbbbbbbbbbbbbbbbb..........wwwwwwwwwwwwwwwwwwww";
	const char *start = info->width == 10 ? draughts : chess;
	const unsigned n = board_trace_squares_length(info);
	bool straight = n == strlen(start), turned = straight;

	for (unsigned i = 0; i < n && (straight || turned); i++) {
		const char is = squares->squares[board_trace_squares_cell(info, i)];

		straight = straight && (is == start[i] || (is == '?' && start[i] != '.'));
		turned = turned && (is == start[n - 1 - i] || (is == '?' && start[n - 1 - i] != '.'));
	}
	if (!straight && !turned)
		return NULL;
	return info->width == 10 ? "W:W31-50:B1-20" : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
}

char *board_trace_write_header(const struct board_info *info, const struct board_squares *squares)
{
	const char *start = squares ? standing_start(info, squares) : NULL;
	json_t *list = json_array(), *header;
	char *line = NULL, *ret = NULL;

	for (size_t i = 0; i < BOARD_FEATURE_WORDS; i++)
		if (info->features & board_feature_words[i].bit)
			json_array_append_new(list, json_string(board_feature_words[i].word));
	header = json_pack("{s:s, s:i, s:s, s:s, s:b, s:I, s:I, s:{s:s, s:s, s:s, s:I, s:o}}", "format",
			   "sensorboard-trace", "version", 1, "game", info->width == 10 ? "draughts-10x10" : "chess",
			   "sensors", info->sensors == BOARD_PIECE_ID ? "piece-id" : "presence", "lever",
			   (info->features & BOARD_FEATURE_LEVER) != 0, "scan_us", bounded(info->scan_us), "grace_us",
			   bounded(info->grace_us), "board", "model", info->model, "firmware", info->firmware, "serial",
			   info->serial, "boot_id", (json_int_t)info->boot_id, "features", list);
	if (header && start)
		json_object_set_new(header, "start", json_string(start));
	if (header)
		line = json_dumps(header, JSON_COMPACT);
	if (line && asprintf(&ret, "%s\n", line) < 0)
		ret = NULL;
	free(line);
	json_decref(header);
	return ret;
}

/* A line that grows; what does not fit is noticed at its end. */
struct line {
	char *buf;
	size_t size, used;
};

static void trace_writer_add(struct line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void trace_writer_add(struct line *line, const char *format, ...)
{
	size_t room = line->used < line->size ? line->size - line->used : 0;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(room ? line->buf + line->used : NULL, room, format, args);
	va_end(args);
	line->used += n < 0 ? line->size : (size_t)n;
}

static void add_squares(struct line *line, const struct board_info *info, const struct board_squares *squares)
{
	char text[BOARD_MAX_SQUARES + 1];
	unsigned n = board_trace_squares_length(info);

	for (unsigned i = 0; i < n; i++)
		text[i] = squares->squares[board_trace_squares_cell(info, i)];
	text[n] = '\0';
	trace_writer_add(line, ",\"squares\":\"%s\"", text);
	if (squares->lever)
		trace_writer_add(line, ",\"lever\":\"%s\"", squares->lever == BOARD_WHITE ? "white" : "black");
}

int board_trace_write_event(const struct board_info *info, const struct board_event *ev, int64_t t_us,
			    uint32_t last_seq, char *buf, size_t size)
{
	static const char *const types[] = {
		[BOARD_EVENT_LIFT] = "lift",	 [BOARD_EVENT_PLACE] = "place", [BOARD_EVENT_PRESS] = "press",
		[BOARD_EVENT_PAUSE] = "pause",	 [BOARD_EVENT_TIME] = "tick",	[BOARD_EVENT_LOST] = "lost",
		[BOARD_EVENT_SQUARES] = "board",
	};
	struct line line = { buf, size, 0 };
	uint32_t seq = ev->type == BOARD_EVENT_SQUARES ? ev->squares->seq : ev->seq;
	char name[8];

	if (ev->type == BOARD_EVENT_TEXT) {
		trace_writer_add(&line, "%s\n", ev->text);
		return line.used < size ? (int)line.used : -ENOBUFS;
	}
	trace_writer_add(&line, "{\"t_us\":%" PRId64 ",\"type\":\"%s\"", t_us, types[ev->type]);
	switch (ev->type) {
	case BOARD_EVENT_LIFT:
	case BOARD_EVENT_PLACE:
		board_trace_square_name(info, ev->square, name);
		trace_writer_add(&line, ",\"square\":\"%s\"", name);
		if (ev->piece && ev->piece != '?')
			trace_writer_add(&line, ",\"piece\":\"%c\"", ev->piece);
		break;
	case BOARD_EVENT_PRESS:
		trace_writer_add(&line, ",\"side\":\"%s\"", ev->side == BOARD_WHITE ? "white" : "black");
		break;
	case BOARD_EVENT_LOST:
		trace_writer_add(&line, ",\"count\":%" PRIu32, ev->lost);
		break;
	case BOARD_EVENT_SQUARES:
		add_squares(&line, info, ev->squares);
		break;
	default:
		break;
	}
	if (seq != board_trace_next_seq(ev, last_seq))
		trace_writer_add(&line, ",\"seq\":%" PRIu32, seq);
	trace_writer_add(&line, "}\n");
	return line.used < size ? (int)line.used : -ENOBUFS;
}
