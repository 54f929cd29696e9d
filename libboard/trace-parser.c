/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads the lines of a trace. See trace.h, and trace-writer.c for the other direction. */
#include "libboard/trace.h"
#include "libboard/backend.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define GRACE_US 50000

static int trace_parser_complain(char *error, int r, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int trace_parser_complain(char *error, int r, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(error, TRACE_ERROR_SIZE, format, args);
	va_end(args);
	return r;
}

/* A line with the same key twice is an error, since either value may be meant. */
static json_t *trace_parser_load(const char *line, size_t len, char *error)
{
	json_error_t why;
	json_t *json = json_loadb(line, len, JSON_REJECT_DUPLICATES, &why);

	if (!json && len && ((unsigned char)line[0] < ' ' || (unsigned char)line[0] > '~')) {
		trace_parser_complain(
			error, -EBADMSG,
			"bytes, and no trace, which has a JSON object a line; what a board sent is read with the name of its kind in front, as dgt:FILE");
		return NULL;
	}
	if (!json) {
		trace_parser_complain(error, -EBADMSG, "not JSON: %.140s (column %d); a trace has a JSON object a line",
				      why.text, why.column);
		return NULL;
	}
	if (!json_is_object(json)) {
		trace_parser_complain(error, -EBADMSG, "not a JSON object");
		json_decref(json);
		return NULL;
	}
	return json;
}

/* A text, or def where the key is absent or null; NULL with error if it is something else. */
static const char *text(json_t *object, const char *key, const char *def, char *error)
{
	json_t *value = json_object_get(object, key);

	if (!value || json_is_null(value))
		return def;
	if (!json_is_string(value)) {
		trace_parser_complain(error, -EBADMSG, "\"%s\" is not a string", key);
		return NULL;
	}
	return json_string_value(value);
}

static const char *required(json_t *object, const char *key, char *error)
{
	trace_parser_complain(error, -EBADMSG, "no \"%s\"", key);
	return text(object, key, NULL, error);
}

/* A whole number from min to max into *ret, which keeps its value where the key is absent. */
static int trace_parser_number(json_t *object, const char *key, int64_t min, int64_t max, int64_t *ret, char *error)
{
	json_t *value = json_object_get(object, key);

	if (!value)
		return 0;
	if (!json_is_integer(value))
		return trace_parser_complain(error, -EBADMSG, "\"%s\" is not a whole number", key);
	if (json_integer_value(value) < min || json_integer_value(value) > max)
		return trace_parser_complain(error, -EBADMSG,
					     "\"%s\" is %" JSON_INTEGER_FORMAT ": it must lie between %" PRId64
					     " and %" PRId64,
					     key, json_integer_value(value), min, max);
	*ret = json_integer_value(value);
	return 0;
}

static int copy_text(json_t *object, const char *key, char ret[static BOARD_TEXT_SIZE], char *error)
{
	const char *value = text(object, key, ret, error);

	if (!value)
		return -EBADMSG;
	if (value != ret)
		snprintf(ret, BOARD_TEXT_SIZE, "%s", value);
	return 0;
}

/* The optional keys that a recording writes: what a player of the trace needs to know of the board, and "board". */
static int trace_parser_read_board(json_t *header, struct board_info *info, char *error)
{
	json_t *board = json_object_get(header, "board"), *lever = json_object_get(header, "lever");
	int64_t scan = 0, grace = GRACE_US, boot = 0;

	if (lever && !json_is_boolean(lever))
		return trace_parser_complain(error, -EBADMSG, "\"lever\" is neither true nor false");
	if (lever && !json_is_true(lever))
		info->features &= ~(uint32_t)BOARD_FEATURE_LEVER;
	if (trace_parser_number(header, "scan_us", 0, TRACE_LATE_MAX, &scan, error) < 0 ||
	    trace_parser_number(header, "grace_us", 0, TRACE_LATE_MAX, &grace, error) < 0)
		return -EBADMSG;
	info->scan_us = (uint32_t)scan;
	info->grace_us = (uint32_t)grace;

	if (!board)
		return 0;
	if (!json_is_object(board))
		return trace_parser_complain(error, -EBADMSG, "\"board\" is not an object");
	if (copy_text(board, "model", info->model, error) < 0 ||
	    copy_text(board, "firmware", info->firmware, error) < 0 ||
	    copy_text(board, "serial", info->serial, error) < 0 ||
	    trace_parser_number(board, "boot_id", 0, UINT32_MAX, &boot, error) < 0)
		return -EBADMSG;
	info->boot_id = (uint32_t)boot;
	return 0;
}

int board_trace_read_header(const char *line, size_t len, struct board_info *ret, char error[static TRACE_ERROR_SIZE])
{
	json_auto_t *header = trace_parser_load(line, len, error);
	const char *format, *game, *sensors;
	int64_t version = 0;
	json_t *value;

	memset(ret, 0, sizeof(*ret));
	ret->features = BOARD_FEATURE_LEVER | BOARD_FEATURE_PAUSE | BOARD_FEATURE_DEVICE_TIME;
	ret->grace_us = GRACE_US;
	strcpy(ret->model, "trace");
	if (!header)
		return -EBADMSG;

	value = json_object_get(header, "format");
	format = json_string_value(value);
	if (!value)
		return trace_parser_complain(error, -ENODEV,
					     "not a trace: the first line has no \"format\":\"sensorboard-trace\"");
	if (!format || strcmp(format, "sensorboard-trace") != 0)
		return trace_parser_complain(error, -ENODEV, "not a trace: \"format\" is not \"sensorboard-trace\"");
	if (!json_object_get(header, "version"))
		return trace_parser_complain(error, -EBADMSG, "the header has no \"version\"");
	if (trace_parser_number(header, "version", 1, INT32_MAX, &version, error) < 0)
		return -EBADMSG;
	if (version != 1)
		return trace_parser_complain(error, -EPROTONOSUPPORT,
					     "the trace has version %" PRId64 ", this program reads version 1",
					     version);

	game = text(header, "game", "chess", error);
	if (!game)
		return -EBADMSG;
	if (strcmp(game, "chess") == 0 || strcmp(game, "chess960") == 0)
		ret->width = ret->height = 8;
	else if (strcmp(game, "draughts-10x10") == 0)
		ret->width = ret->height = 10;
	else
		return trace_parser_complain(
			error, -EBADMSG, "unknown \"game\" \"%.60s\" (chess, chess960 and draughts-10x10 are known)",
			game);

	sensors = text(header, "sensors", "presence", error);
	if (!sensors)
		return -EBADMSG;
	if (strcmp(sensors, "presence") == 0)
		ret->sensors = BOARD_PRESENCE;
	else if (strcmp(sensors, "piece-id") == 0)
		ret->sensors = BOARD_PIECE_ID;
	else
		return trace_parser_complain(
			error, -EBADMSG, "unknown \"sensors\" \"%.60s\" (presence and piece-id are known)", sensors);
	return trace_parser_read_board(header, ret, error);
}

static bool is_piece(const struct board_info *info, char letter)
{
	return letter && strchr(info->width == 10 ? "wbWB?" : "PNBRQKpnbrqk?", letter);
}

static int read_square(const struct board_info *info, json_t *line, struct board_event *ev, char *error)
{
	json_t *piece = json_object_get(line, "piece");
	const char *name = required(line, "square", error);
	int square;

	if (!name)
		return -EBADMSG;
	square = board_trace_square_parse(info, name);
	if (square < 0)
		return trace_parser_complain(error, -EBADMSG, "\"square\": the board has no square \"%.20s\"", name);
	ev->square = (uint8_t)square;
	ev->piece = '?';
	if (piece && !json_is_null(piece)) {
		const char *letter = json_string_value(piece);

		if (!letter || !is_piece(info, letter[0]) || letter[1])
			return trace_parser_complain(error, -EBADMSG,
						     "\"piece\": %s%.20s%s is not a piece of this game",
						     letter ? "\"" : "", letter ? letter : "this", letter ? "\"" : "");
		ev->piece = letter[0];
	}
	return 0;
}

static int trace_parser_read_side(json_t *line, const char *key, uint8_t *ret, char *error)
{
	const char *side = required(line, key, error);

	if (!side)
		return -EBADMSG;
	if (strcmp(side, "white") == 0 || strcmp(side, "w") == 0)
		*ret = BOARD_WHITE;
	else if (strcmp(side, "black") == 0 || strcmp(side, "b") == 0)
		*ret = BOARD_BLACK;
	else
		return trace_parser_complain(error, -EBADMSG, "\"%s\": \"%.20s\" is neither white nor black", key,
					     side);
	return 0;
}

/* Chess a8 to h1; draughts squares 1 to 50: both begin at the top left, as White sees the board. */
static int read_squares(const struct board_info *info, json_t *line, struct board_squares *ret, char *error)
{
	const char *squares = required(line, "squares", error);
	unsigned length = board_trace_squares_length(info);

	if (!squares)
		return -EBADMSG;
	if (strlen(squares) != length)
		return trace_parser_complain(error, -EBADMSG, "\"squares\" has %zu characters, not %u", strlen(squares),
					     length);
	ret->count = (uint8_t)board_cells(info);
	memset(ret->squares, '.', ret->count);
	for (unsigned i = 0; i < length; i++) {
		unsigned cell = board_trace_squares_cell(info, i);

		if (squares[i] != '.' && !is_piece(info, squares[i]))
			return trace_parser_complain(error, -EBADMSG,
						     "\"squares\": character %u ('%c') is not a piece of this game",
						     i + 1, squares[i] >= ' ' && squares[i] <= '~' ? squares[i] : '?');
		ret->squares[cell] = squares[i];
	}
	return json_object_get(line, "lever") ? trace_parser_read_side(line, "lever", &ret->lever, error) : 0;
}

static int read_time(json_t *line, int64_t last_us, int64_t *ret, char *error)
{
	int64_t t_ms = 0;
	int r;

	if (json_object_get(line, "t_us")) {
		r = trace_parser_number(line, "t_us", 0, TRACE_TIME_MAX, ret, error);
	} else if (json_object_get(line, "t_ms")) {
		r = trace_parser_number(line, "t_ms", 0, TRACE_TIME_MAX / 1000, &t_ms, error);
		*ret = t_ms * 1000;
	} else {
		return trace_parser_complain(error, -EBADMSG, "no \"t_us\"");
	}
	if (r == 0 && last_us != BOARD_NO_TIME && *ret < last_us)
		return trace_parser_complain(error, -EBADMSG, "time goes back: %" PRId64 " us after %" PRId64 " us",
					     *ret, last_us);
	return r;
}

static const struct {
	const char *name;
	enum board_event_type type;
} types[] = {
	{ "lift", BOARD_EVENT_LIFT },
	{ "place", BOARD_EVENT_PLACE },
	{ "press", BOARD_EVENT_PRESS },
	{ "pause", BOARD_EVENT_PAUSE },
	{ "tick", BOARD_EVENT_TIME },
	{ "lost", BOARD_EVENT_LOST },
	{ "board", BOARD_EVENT_SQUARES },
	/* What people and clocks report, for the caller to read. */
	{ "resume", BOARD_EVENT_TEXT },
	{ "arrive", BOARD_EVENT_TEXT },
	{ "absent", BOARD_EVENT_TEXT },
	{ "clock-report", BOARD_EVENT_TEXT },
	{ "claim", BOARD_EVENT_TEXT },
	{ "report", BOARD_EVENT_TEXT },
	{ "decide", BOARD_EVENT_TEXT },
	{ "takeback", BOARD_EVENT_TEXT },
	{ "position", BOARD_EVENT_TEXT },
	{ "promotion", BOARD_EVENT_TEXT },
	{ "move", BOARD_EVENT_TEXT },
	{ "end", BOARD_EVENT_TEXT },
	{ "answer", BOARD_EVENT_TEXT },
	{ "undo", BOARD_EVENT_TEXT },
};

static int read_type(json_t *line, enum board_event_type *ret, char *error)
{
	const char *name = required(line, "type", error);

	if (!name)
		return -EBADMSG;
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (strcmp(name, types[i].name) == 0) {
			*ret = types[i].type;
			return 0;
		}
	return trace_parser_complain(error, -EBADMSG, "unknown \"type\" \"%.60s\"", name);
}

uint32_t board_trace_next_seq(const struct board_event *ev, uint32_t last)
{
	switch (ev->type) {
	case BOARD_EVENT_SQUARES:
	case BOARD_EVENT_TEXT:
		return last;
	case BOARD_EVENT_LOST:
		return last + ev->lost;
	default:
		return last + 1;
	}
}

int board_trace_read_event(const struct board_info *info, const char *line, size_t len, int64_t last_us,
			   uint32_t last_seq, struct board_event *ev, struct board_squares *squares,
			   char error[static TRACE_ERROR_SIZE])
{
	json_auto_t *object = trace_parser_load(line, len, error);
	int64_t count = 1, seq;
	int r;

	if (!object)
		return -EBADMSG;
	r = read_type(object, &ev->type, error);
	if (r == 0)
		r = read_time(object, last_us, &ev->device_us, error);
	if (r < 0)
		return r;

	switch (ev->type) {
	case BOARD_EVENT_LIFT:
	case BOARD_EVENT_PLACE:
		r = read_square(info, object, ev, error);
		break;
	case BOARD_EVENT_PRESS:
		r = trace_parser_read_side(object, "side", &ev->side, error);
		break;
	case BOARD_EVENT_LOST:
		r = trace_parser_number(object, "count", 1, UINT32_MAX, &count, error);
		ev->lost = (uint32_t)count;
		break;
	case BOARD_EVENT_SQUARES:
		memset(squares, 0, sizeof(*squares));
		squares->host_us = BOARD_NO_TIME;
		squares->device_us = ev->device_us;
		r = read_squares(info, object, squares, error);
		ev->squares = squares;
		break;
	default:
		break;
	}
	if (r < 0)
		return r;

	/* A whole board's number is that of the last event that it contains, which need not be the last one read. */
	seq = board_trace_next_seq(ev, last_seq);
	r = trace_parser_number(object, "seq", 0, UINT32_MAX, &seq, error);
	if (ev->type == BOARD_EVENT_SQUARES) {
		squares->seq = (uint32_t)seq;
		ev->seq = last_seq;
	} else {
		ev->seq = (uint32_t)seq;
	}
	return r;
}

/* --- a game's file in the journal --- */

/* Its kind, and its JSON; NULL it has none. */
static const char *log_line(const char *line, const char **kind)
{
	const char *id;

	if (strspn(line, "0123456789abcdef") != TRACE_DIGEST || line[TRACE_DIGEST] != ' ')
		return NULL;
	*kind = line + TRACE_DIGEST + 1;
	id = strchr(*kind, ' ');
	return id && strchr(id + 1, ' ') ? strchr(id + 1, ' ') + 1 : NULL;
}

bool board_trace_pass_prefix(char **line)
{
	const char *kind, *json = log_line(*line, &kind);

	if (!json)
		return true;
	*line += json - *line;
	return strncmp(kind, "input ", 6) == 0;
}

int board_trace_log_header(const char *data, size_t size, char **ret, size_t *used)
{
	json_auto_t *texts = NULL;
	const char *stop;

	*used = 0;
	for (size_t at = 0; (stop = memchr(data + at, '\n', size - at)); at = (size_t)(stop - data) + 1) {
		char *line = strndup(data + at, (size_t)(stop - data) - at);
		const char *kind = "", *json = line ? log_line(line, &kind) : NULL;
		const bool is_game = strncmp(kind, "game ", 5) == 0;
		json_auto_t *object = json ? json_loads(json, 0, NULL) : NULL;
		json_t *header = json_object_get(object, "trace");

		if (object && strncmp(kind, "rulebook ", 9) == 0) {
			json_decref(texts);
			texts = json_incref(object);
		}
		free(line);
		if (!object || (is_game && !header))
			return -EBADMSG;
		if (!is_game)
			continue;
		if (texts)
			json_object_set(header, "rulebook_texts", texts);
		*ret = json_dumps(header, JSON_COMPACT);
		*used = (size_t)(stop - data) + 1;
		return *ret ? 0 : -ENOMEM;
	}
	return 0;
}
