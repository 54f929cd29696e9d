/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/terminal/hall.h"

#include <stdlib.h>
#include <string.h>

#include "common/bus-names.h"

struct hall_game *hall_find(const struct hall *hall, const char *path)
{
	for (size_t i = 0; i < hall->count; i++)
		if (strcmp(hall->game[i]->path, path) == 0)
			return hall->game[i];
	return NULL;
}

struct hall_game *hall_add(struct hall *hall, const char *path)
{
	struct hall_game *game = hall_find(hall, path);

	if (game)
		return game;
	game = calloc(1, sizeof(*game));
	if (!game)
		return NULL;
	if (hall->count == hall->room) {
		size_t room = hall->room ? 2 * hall->room : 64;
		struct hall_game **more = reallocarray(hall->game, room, sizeof(*more));

		if (!more) {
			free(game);
			return NULL;
		}
		hall->game = more;
		hall->room = room;
	}
	snprintf(game->path, sizeof(game->path), "%s", path);
	hall->shown += hall->shown == hall->count; /* until it is sorted */
	hall->game[hall->count++] = game;
	return game;
}

void hall_remove(struct hall *hall, const char *path)
{
	for (size_t i = 0; i < hall->count; i++)
		if (strcmp(hall->game[i]->path, path) == 0) {
			free(hall->game[i]);
			memmove(&hall->game[i], &hall->game[i + 1], (--hall->count - i) * sizeof(*hall->game));
			hall->shown -= i < hall->shown;
			return;
		}
}

#define SET(field, text) snprintf(field, sizeof(field), "%s", text)

/* The number of the table: the record's tag "Board", else what the round says behind its point ("3.12"). */
static int table_number(const json_t *properties)
{
	const char *tag = ctl_text(json_object_get(properties, "Tags"), "Board");
	const char *point = strrchr(ctl_text(properties, "Round"), '.');
	int n = atoi(*tag ? tag : point ? point + 1 : "");

	return n > 0 ? n : 0;
}

void hall_take_properties(struct hall_game *game, const json_t *p)
{
	if (json_object_get(p, "State"))
		SET(game->state, ctl_text(p, "State"));
	if (json_object_get(p, "Result"))
		SET(game->result, ctl_text(p, "Result"));
	if (json_object_get(p, "Absent"))
		SET(game->absent, ctl_text(p, "Absent"));
	if (json_object_get(p, "Question")) {
		SET(game->question, ctl_text(p, "Question"));
		if (!*game->question)
			*game->asked = '\0';
	}
	if (json_object_get(p, "Open"))
		SET(game->open, ctl_text(p, "Open"));
	if (json_object_get(p, "BoardAgrees"))
		game->disagrees = json_is_false(json_object_get(p, "BoardAgrees"));
	if (json_object_get(p, "RecordFault"))
		game->unwritten = *ctl_text(p, "RecordFault") != '\0';
	if (strcmp(game->state, "over") == 0)
		*game->kings = '\0';
}

struct hall_game *hall_take_object(struct hall *hall, const char *path, json_t *object)
{
	struct hall_game *game = hall_add(hall, path);
	const json_t *p = json_object_get(object, BUS_GAME), *pairing = json_object_get(p, "Pairing");
	const char *event = json_string_value(json_array_get(pairing, 0));

	if (!game)
		return NULL;
	screen_from_object(&game->screen, object);
	SET(game->id, ctl_text(p, "Id"));
	SET(game->board, ctl_text(p, "Board"));
	SET(game->white, ctl_text(p, "White"));
	SET(game->black, ctl_text(p, "Black"));
	SET(game->event, ctl_text(p, "Event"));
	SET(game->round, ctl_text(p, "Round"));
	SET(game->rulebook, ctl_text(p, "Rulebook"));
	SET(game->event_id, event ? event : "");
	game->event_round = (unsigned)json_integer_value(json_array_get(pairing, 1));
	game->number = table_number(p);
	bus_game_title(p, game->title);
	game->ply = (unsigned)json_integer_value(json_object_get(p, "Plies"));
	hall_take_properties(game, p);
	return game;
}

static const char *move_word(const json_t *move)
{
	const char *san = ctl_text(move, "san");

	return *san ? san : ctl_text(move, "uci");
}

void hall_take_moves(struct hall_game *game, const json_t *moves)
{
	const json_t *last = json_array_get(moves, json_array_size(moves) - 1);

	game->ply = (unsigned)json_array_size(moves);
	SET(game->last, last ? move_word(last) : "");
}

static void take_move(struct hall_game *game, const json_t *p)
{
	const unsigned ply = (unsigned)json_integer_value(json_object_get(p, "ply"));
	const char *state = ctl_text(p, "state");

	if (*ctl_text(p, "placement"))
		SET(game->screen.placement, ctl_text(p, "placement"));
	if (strcmp(state, "undone") == 0) {
		if (ply <= game->ply && ply > 0) {
			game->ply = ply - 1;
			*game->last = '\0';
			screen_forget_last(&game->screen);
		}
	} else if (strcmp(state, "provisional") != 0 && ply >= game->ply) {
		game->ply = ply;
		if (game->begins)
			*game->asked = '\0';
		game->begins = false;
		SET(game->last, move_word(p));
		screen_set_last(&game->screen, ctl_text(p, "uci"));
	}
}

void hall_take_publication(struct hall_game *game, const json_t *p)
{
	const char *type = ctl_text(p, "type"), *side = ctl_text(p, "side");

	if (strcmp(type, "move") == 0) {
		take_move(game, p);
	} else if (strcmp(type, "undone") == 0) { /* what is so now follows */
		SET(game->asked, ctl_text(json_object_get(p, "ruling"), "sentence"));
		game->begins = false;
		game->flag[WHITE] = game->flag[BLACK] = false;
		*game->kings = '\0';
	} else if (strcmp(type, "flag") == 0) {
		game->flag[strcmp(side, "white") == 0 ? WHITE : BLACK] = true;
	} else if (strcmp(type, "question") == 0) {
		game->begins = false;
		game->doubt |= strcmp(ctl_text(p, "reason"), "readings") == 0 && *ctl_text(p, "about");
		if (strcmp(ctl_text(p, "reason"), "kings-in-centre") == 0)
			SET(game->kings, ctl_text(p, "result"));
		SET(game->asked, ctl_text(p, "sentence"));
	} else if (strcmp(type, "ruling") == 0 && strcmp(ctl_text(p, "ruling"), "move-accepted") != 0) {
		SET(game->asked, ctl_text(p, "sentence"));
		game->doubt = false;
		game->begins = strcmp(ctl_text(p, "reason"), "start") == 0;
		if (strcmp(ctl_text(p, "ruling"), "continue") == 0 ||
		    strcmp(ctl_text(p, "ruling"), "restart-game") == 0)
			game->flag[WHITE] = game->flag[BLACK] = false;
	}
}

void hall_take_clock(struct hall_game *game, int64_t white_us, int64_t black_us, const char *running,
		     int64_t boottime_us)
{
	struct screen *s = &game->screen;

	s->left_us[WHITE] = white_us;
	s->left_us[BLACK] = black_us;
	s->running = strcmp(running, "white") == 0 ? WHITE : strcmp(running, "black") == 0 ? BLACK : NO_SIDE;
	s->boottime_us = boottime_us;
	s->has_clock = true;
}

void hall_name_game(const struct hall_game *game, json_t *line)
{
	json_object_set_new(line, "game", *game->id ? json_sprintf("g%s", game->id) : json_string(""));
	json_object_set_new(line, "board", json_string(game->board));
	json_object_set_new(line, "table", json_integer(game->number));
	if (*game->event)
		json_object_set_new(line, "event", json_string(game->event));
	json_object_set_new(line, "round", json_string(game->round));
	json_object_set_new(line, "white", json_string(game->white));
	json_object_set_new(line, "black", json_string(game->black));
}

static bool is_over(const struct hall_game *game)
{
	return strcmp(game->state, "over") == 0;
}

enum hall_need hall_need(const struct hall_game *game)
{
	if (game->unwritten)
		return NEED_RECORD;
	if (is_over(game) && *game->question) /* an appeal */
		return NEED_DECISION;
	if (is_over(game) && strcmp(game->open, "result") == 0)
		return NEED_RESULT;
	if (is_over(game))
		return game->confirmed ? NEED_NOTHING_MORE : NEED_LOOK;
	if (*game->question || *game->open || game->doubt)
		return NEED_DECISION;
	if (game->flag[WHITE] || game->flag[BLACK])
		return NEED_FLAG;
	if (strcmp(game->state, "board-gone") == 0)
		return NEED_BOARD;
	if (game->disagrees)
		return NEED_SQUARES;
	return *game->kings ? NEED_RESULT : NEED_NOTHING;
}

const char *hall_need_text(const struct hall_game *game, char buf[static 64])
{
	*buf = '\0';
	switch (hall_need(game)) {
	case NEED_DECISION:
		if (is_over(game))
			snprintf(buf, 64, "appealed: %s", game->result);
		else if (*game->question)
			snprintf(buf, 64, "decide: %s", game->question);
		else if (*game->open)
			snprintf(buf, 64, "%s", strcmp(game->open, "new-game") == 0 ? "new game?" : "illegal move");
		else
			snprintf(buf, 64, "in doubt");
		break;
	case NEED_FLAG:
		snprintf(buf, 64, "%s flag%s down",
			 game->flag[WHITE] && game->flag[BLACK] ? "both" :
			 game->flag[WHITE]			? "White's" :
								  "Black's",
			 game->flag[WHITE] && game->flag[BLACK] ? "s" : "");
		break;
	case NEED_RECORD:
		snprintf(buf, 64, "record unwritten%s%s", is_over(game) ? "  " : "", is_over(game) ? game->result : "");
		break;
	case NEED_BOARD:
		snprintf(buf, 64, "board gone");
		break;
	case NEED_SQUARES:
		snprintf(buf, 64, "pieces differ");
		break;
	case NEED_RESULT:
		if (is_over(game))
			snprintf(buf, 64, "appeal upheld: result?");
		else
			snprintf(buf, 64, "confirm %s?", game->kings);
		break;
	case NEED_LOOK:
	case NEED_NOTHING_MORE:
		snprintf(buf, 64, "%s", game->result);
		break;
	case NEED_NOTHING:
		snprintf(buf, 64, "%s",
			 *game->absent	    ? bus_absent_text(game->absent) :
			 hall_is_live(game) ? "" :
					      game->state);
		break;
	}
	return buf;
}
