/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "emulator/emulated-board.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int emulated_script_keep(struct emulated_script *s, const struct board_event *ev)
{
	struct board_event *more = reallocarray(s->event, s->count + 1, sizeof(*more));
	struct board_squares *copy = NULL;

	if (!more)
		return -ENOMEM;
	s->event = more;
	if (ev->type == BOARD_EVENT_SQUARES) {
		copy = malloc(sizeof(*copy));
		if (!copy)
			return -ENOMEM;
		*copy = *ev->squares;
	}
	more[s->count] = *ev;
	more[s->count].squares = copy;
	more[s->count++].text = NULL;
	return 0;
}

void emulated_script_done(struct emulated_script *s)
{
	for (size_t i = 0; i < s->count; i++)
		free((void *)s->event[i].squares);
	free(s->event);
	core_setup_done(&s->setup);
}

__attribute__((format(printf, 2, 3))) static int fail(char error[static EMULATED_ERROR], const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(error, EMULATED_ERROR, format, args);
	va_end(args);
	return -EINVAL;
}

static void set_up(struct emulated_script *s)
{
	const struct game *game = s->setup.game;
	char letters[GAME_MAX_SQUARES];

	memset(letters, '.', sizeof(letters));
	memset(s->squares, '.', game->width * game->height);
	game->placement(&s->setup.start, letters);
	for (unsigned i = 0; i < game->squares; i++)
		s->squares[game->cell_of_square(i)] = letters[i];
}

int emulated_script_load(const char *path, const struct emulated_kind *kind, struct emulated_script *ret,
			 char error[static EMULATED_ERROR])
{
	__attribute__((cleanup(board_closep))) struct board *board = NULL;
	struct board_event ev;
	char *uri = NULL, err[160];
	json_t *header;
	int r;

	if (asprintf(&uri, "trace:%s", path) < 0)
		return fail(error, "out of memory");
	r = board_open(uri, NULL, &board);
	free(uri);
	if (r < 0)
		return fail(error, "%s", board_error(NULL));
	header = json_loads(board_get_header(board), 0, NULL);
	r = core_setup_from_json(header, &ret->setup, err);
	json_decref(header);
	if (r < 0)
		return fail(error, "%s: %s", path, err);
	set_up(ret);
	ret->width = board_get_info(board)->width;
	ret->sensors = board_get_info(board)->sensors;
	if (kind && ret->width != kind->width)
		return fail(error, "%s: the trace is of a board with %u files; %s has %u", path, ret->width, kind->name,
			    kind->width);
	if (kind && kind->sensors == BOARD_PIECE_ID && ret->sensors != BOARD_PIECE_ID)
		return fail(error,
			    "%s: this board needs a trace of chess that names the pieces (\"sensors\": \"piece-id\")",
			    path);
	while ((r = board_read(board, &ev)) == 1 || r == -EBADMSG) {
		if (r < 0)
			return fail(error, "%s", board_error(board));
		if (ev.type == BOARD_EVENT_TEXT)
			ret->skipped++;
		else if (emulated_script_keep(ret, &ev) < 0)
			return fail(error, "out of memory");
	}
	return 0;
}
