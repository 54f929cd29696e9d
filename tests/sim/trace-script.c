// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads a trace for the emulated board. See trace-script.h. */
#include "tests/sim/trace-script.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/game.h"

struct script_parser {
	struct trace_script *trace;
	const struct game *game;
	size_t room;
	char *err;
	const char *path;
	unsigned line;
};

__attribute__((format(printf, 2, 3))) static int complain(struct script_parser *in, const char *format, ...)
{
	va_list args;
	int n = snprintf(in->err, TRACE_SCRIPT_ERROR, "%s:%u: ", in->path, in->line);

	if (n < TRACE_SCRIPT_ERROR) {
		va_start(args, format);
		vsnprintf(in->err + n, (size_t)(TRACE_SCRIPT_ERROR - n), format, args);
		va_end(args);
	}
	return -EINVAL;
}

/* Letters of the game's squares, to letters of the sensors. */
static void spread(const struct game *game, const char *placement, char squares[static SBW_MAX_SQUARES + 1])
{
	memset(squares, '.', game->width * game->height);
	squares[game->width * game->height] = 0;
	for (unsigned s = 0; s < game->squares; s++)
		squares[game->cell_of_square(s)] = placement[s];
}

/* A FEN, or the number of one of the game's starts; NULL: the game's own. */
static int read_start(struct script_parser *in, json_t *start, struct game_position *ret)
{
	const char *fen = json_string_value(start);
	json_int_t number = json_integer_value(start);
	struct game_error why;

	if (json_is_integer(start) && (number < 0 || number >= (json_int_t)in->game->starts))
		return complain(in, "start: position %d of %s does not exist", (int)number, in->game->name);
	if (json_is_integer(start))
		return in->game->start((unsigned)number, ret);
	if (start && !fen)
		return complain(in, "start is neither a FEN nor a number");
	if (in->game->parse(fen ? fen : in->game->start_fen, ret, &why) < 0)
		return complain(in, "start: %s: %s", why.field, why.reason);
	return 0;
}

static int read_header(struct script_parser *in, json_t *object)
{
	const char *format = "", *game = "chess", *sensors = "presence";
	char placement[GAME_MAX_SQUARES];
	struct game_position pos;
	json_t *start = NULL;
	int version = 0, r;

	if (json_unpack(object, "{s:s, s:i, s?s, s?s, s?o}", "format", &format, "version", &version, "game", &game,
			"sensors", &sensors, "start", &start) < 0 ||
	    strcmp(format, "sensorboard-trace"))
		return complain(in, "this is not the header of a sensorboard-trace");
	if (version != 1)
		return complain(in, "version %d is not known", version);
	in->game = game_find(game);
	if (!in->game)
		return complain(in, "there is no game named '%.32s'", game);
	if (strcmp(sensors, "presence") && strcmp(sensors, "piece-id"))
		return complain(in, "sensors '%.32s' are not known", sensors);
	r = read_start(in, start, &pos);
	if (r < 0)
		return r;
	in->trace->size = (uint8_t)in->game->width;
	in->trace->sensors = strcmp(sensors, "presence") ? SBW_SENSORS_PIECE_ID : SBW_SENSORS_PRESENCE;
	in->game->placement(&pos, placement);
	spread(in->game, placement, in->trace->squares);
	return 0;
}

static int read_time(struct script_parser *in, json_t *object, uint64_t *t_us)
{
	json_t *us = json_object_get(object, "t_us"), *ms = json_object_get(object, "t_ms");
	json_t *number = us ? us : ms;

	if (!json_is_integer(number) || json_integer_value(number) < 0 || json_integer_value(number) > INT64_MAX / 1000)
		return complain(in, "t_us is missing or is not a time");
	*t_us = (uint64_t)json_integer_value(number) * (us ? 1 : 1000);
	if (in->trace->count && *t_us < in->trace->event[in->trace->count - 1].t_us)
		return complain(in, "t_us is earlier than on the line before");
	return 0;
}

static int read_square(struct script_parser *in, json_t *object, struct trace_script_event *ev)
{
	const char *square = json_string_value(json_object_get(object, "square"));
	const char *piece = json_string_value(json_object_get(object, "piece"));
	int s = square ? in->game->square_parse(square) : -EINVAL;

	if (s < 0)
		return complain(in, "square '%.16s' is not one of this board", square ? square : "");
	ev->square = (uint8_t)in->game->cell_of_square((unsigned)s);
	ev->piece = piece && strlen(piece) == 1 && strchr(in->game->pieces, *piece) ? *piece : 0;
	return 0;
}

/* The trace's order: from White's far left, row by row; draughts squares by their numbers. */
static int read_squares(struct script_parser *in, json_t *object, struct trace_script_event *ev)
{
	const char *text = json_string_value(json_object_get(object, "squares"));
	const struct game *game = in->game;
	char placement[GAME_MAX_SQUARES], squares[SBW_MAX_SQUARES + 1];

	if (!text || strlen(text) != game->squares)
		return complain(in, "squares is not one letter for each of the %u squares", game->squares);
	for (unsigned i = 0; i < game->squares; i++) {
		unsigned cell = (game->height - 1 - i / game->width) * game->width + i % game->width;
		int s = game->squares == game->width * game->height ? game->square_of_cell(cell) : (int)i;

		if (text[i] != '.' && text[i] != '?' && !strchr(game->pieces, text[i]))
			return complain(in, "squares: '%c' is not a piece", text[i]);
		placement[s] = text[i];
	}
	spread(game, placement, squares);
	ev->squares = strdup(squares);
	return ev->squares ? 0 : -ENOMEM;
}

static int read_event(struct script_parser *in, json_t *object)
{
	static const struct {
		const char *name;
		enum trace_script_action action;
	} types[] = {
		{ "lift", TRACE_SCRIPT_LIFT },	 { "place", TRACE_SCRIPT_PLACE }, { "press", TRACE_SCRIPT_PRESS },
		{ "pause", TRACE_SCRIPT_PAUSE }, { "board", TRACE_SCRIPT_BOARD }, { "tick", TRACE_SCRIPT_TICK },
	};
	const char *type = json_string_value(json_object_get(object, "type"));
	const char *side = json_string_value(json_object_get(object, "side"));
	struct trace_script *trace = in->trace;
	struct trace_script_event ev = { 0 };
	int r;

	if (!type)
		return complain(in, "type is missing");
	r = read_time(in, object, &ev.t_us);
	if (r < 0)
		return r;
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (!strcmp(type, types[i].name))
			ev.action = types[i].action;
	switch (ev.action) {
	case TRACE_SCRIPT_LIFT:
	case TRACE_SCRIPT_PLACE:
		r = read_square(in, object, &ev);
		break;
	case TRACE_SCRIPT_BOARD:
		r = read_squares(in, object, &ev);
		break;
	case TRACE_SCRIPT_PRESS:
		if (!side || (*side != 'w' && *side != 'b'))
			return complain(in, "side must be white or black");
		ev.side = *side == 'w' ? SBW_SIDE_WHITE : SBW_SIDE_BLACK;
		trace->presses++;
		break;
	case TRACE_SCRIPT_PAUSE:
	case TRACE_SCRIPT_TICK:
		break;
	default:
		trace->skipped++;
		return 0;
	}
	if (r < 0)
		return r;
	if (trace->count == in->room) {
		struct trace_script_event *more;

		in->room = in->room ? 2 * in->room : 512;
		more = reallocarray(trace->event, in->room, sizeof(*more));
		if (!more) {
			free(ev.squares);
			return -ENOMEM;
		}
		trace->event = more;
	}
	trace->event[trace->count++] = ev;
	return 0;
}

int trace_script_load(const char *path, struct trace_script *ret, char err[static TRACE_SCRIPT_ERROR])
{
	struct script_parser in = { .trace = ret, .err = err, .path = path };
	FILE *file = fopen(path, "re");
	size_t size = 0;
	char *line = NULL;
	int r = 0;

	memset(ret, 0, sizeof(*ret));
	if (!file) {
		r = -errno;
		snprintf(err, TRACE_SCRIPT_ERROR, "%s: %s", path, strerror(errno));
		return r;
	}
	while (r == 0 && getline(&line, &size, file) > 0) {
		json_error_t fault;
		json_t *object;

		in.line++;
		if (line[strspn(line, " \t\r\n")] == 0)
			continue;
		object = json_loads(line, 0, &fault);
		if (!json_is_object(object))
			r = complain(&in, "%s", object ? "this is not a JSON object" : fault.text);
		else
			r = in.game ? read_event(&in, object) : read_header(&in, object);
		json_decref(object);
	}
	if (r == 0 && !in.game)
		r = complain(&in, "the header is missing");
	free(line);
	fclose(file);
	if (r < 0)
		trace_script_free(ret);
	return r;
}

void trace_script_free(struct trace_script *trace)
{
	for (size_t i = 0; i < trace->count; i++)
		free(trace->event[i].squares);
	free(trace->event);
	trace->event = NULL;
	trace->count = 0;
}
