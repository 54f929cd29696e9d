/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/inside.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/board-input.h"
#include "daemon/bus/replies.h"
#include "daemon/games/game-acts.h"
#include "daemon/boards/live-board.h"

#define LOW_BATTERY 20 /* percent: a long game may empty it */

/* Returns the fault, borrowed, for what it has besides its sentence. */
static json_t *add_fault(json_t *answer, const char *kind, const char *format, ...)
{
	char text[400];
	json_t *one;
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	one = json_pack("{s:s, s:s}", "kind", kind, "text", text);
	json_array_append_new(json_object_get(answer, "faults"), one);
	return one;
}

/* Boards that are plugged in and that no pairing of the round is played on: one of them may be the one that is missed.
 */
static void name_others(struct tournament *e, const struct round *round, char *buf, size_t size)
{
	size_t n = 0;

	*buf = '\0';
	for (const struct live_board *s = e->context->live_boards; s && n < size; s = s->next) {
		bool used = false;

		for (size_t i = 0; i < round->pairings.count; i++)
			used |= live_board_find(e->context, round->pairings.list[i].board_name) == s;
		if (!used)
			n += (size_t)snprintf(buf + n, size - n, "%s%s",
					      n ? ", " : "; plugged in and in no pairing: ", s->name);
	}
}

/* Of the board itself, whatever is played on it. */
static void check_board(json_t *answer, const struct live_board *board)
{
	const unsigned battery = board_get_info(board->handle)->battery;

	if (*board->remark)
		add_fault(answer, "clock", "%s", board->remark);
	if (battery > 0 && battery < LOW_BATTERY)
		add_fault(answer, "battery", "its battery had %u percent when it was plugged in", battery);
}

/* A game that goes on. What is said of it everybody may know. */
static void check_game(json_t *answer, const struct live_game *s)
{
	if (!s->board)
		add_fault(answer, "missing", "it is gone; game %s goes on without it", s->id);
	else if (s->differs)
		add_fault(answer, "squares", "the pieces stand otherwise than recorded");
	if (*s->clock_note)
		add_fault(answer, "clock", "%s", s->clock_note);
}

static void check_squares(json_t *answer, const struct live_board *board, const struct game_setup *setup)
{
	const struct board_info *info = board_get_info(board->handle);
	struct board_squares squares = { .count = (uint8_t)(info->width * info->height) };
	char start[GAME_FEN], **wrong = NULL;
	json_t *list, *found;

	memcpy(squares.squares, board->seen, squares.count);
	if (start_squares_compare(setup, &squares, &wrong) < 0 || !*wrong) {
		free(wrong);
		return;
	}
	list = json_array();
	for (char **w = wrong; *w; w++) {
		json_array_append_new(list, json_string(*w));
		free(*w);
	}
	free(wrong);
	found = json_array_size(list) == 1 ?
			add_fault(answer, "squares", "%s", json_string_value(json_array_get(list, 0))) :
			add_fault(answer, "squares", "%zu squares stand wrongly", json_array_size(list));
	json_object_set_new(found, "squares", list);
	setup->core.game->format_placement(&setup->core.start, start);
	json_object_set_new(found, "start", json_string(start));
	json_object_set_new(found, "game", json_string(setup->core.game->name));
}

/* A game could not be begun there, with these settings, now. */
static void check_start(struct tournament *e, const struct round *round, const struct pairing *pairing, json_t *answer,
			struct live_board *board)
{
	json_t *options = pairing_game_options(e, round, pairing);
	sd_bus_error error = SD_BUS_ERROR_NULL;
	struct board_squares squares = { .count = 0 };
	struct game_setup setup;
	char clock[160];
	int r = options ? start_game_setup(board, options, &setup, &error) : -ENOMEM;

	if (r >= 0 && setup.core.open_start && board->seen_all) {
		const struct board_info *info = board_get_info(board->handle);

		squares.count = (uint8_t)(info->width * info->height);
		memcpy(squares.squares, board->seen, squares.count);
		r = start_squares_choose(&setup, &squares, options, &error);
		game_setup_done(&setup);
		if (r >= 0)
			r = game_setup_read(options, &setup, &error);
	}
	if (r < 0) {
		add_fault(answer, "settings", "%s", error.message ? error.message : strerror(-r));
	} else {
		if (board->live && !board->seen_all)
			add_fault(answer, "squares", "it does not report its squares");
		else if (board->live)
			check_squares(answer, board, &setup);
		if (setup.core.clock.mode != CLOCK_NONE &&
		    live_board_clock_differs(board, setup.core.clock.start_us, clock))
			add_fault(answer, "clock", "%s", clock);
		game_setup_done(&setup);
	}
	sd_bus_error_free(&error);
	json_decref(options);
}

/* Another game has the board. One whose pieces were set up anew ends by itself when the next begins. */
static bool is_taken(struct tournament *e, json_t *answer, const struct live_board *board)
{
	const uint64_t unrecovered = journal_unrecovered_on(e->context->journal, board->name);
	const struct live_game *s = live_game_on_board(e->context, board->name);
	struct core_state state;

	if (unrecovered)
		add_fault(answer, "busy",
			  "game %" PRIu64 " keeps it and could not be resumed; export it (flagfallctl journal %" PRIu64
			  "), then give it up (flagfallctl games --give-up %" PRIu64 ")",
			  unrecovered, unrecovered, unrecovered);
	if (s && !s->over) {
		core_get_state(s->core, &state);
		if (!state.new_game) {
			add_fault(answer, "busy", "game %s (%s - %s) is not over on it", s->id,
				  game_setup_text(&s->setup, "white"), game_setup_text(&s->setup, "black"));
			return true;
		}
	}
	return unrecovered != 0;
}

/* Who is not there, whose clock runs meanwhile, and how long he has. */
static void add_absent(struct tournament *e, const struct pairing *pairing, json_t *answer)
{
	const struct live_game *s = pairing_live_game(e, pairing);
	struct core_state state;

	if (!*pairing_absent(e, pairing))
		return;
	json_object_set_new(answer, "absent", json_string(pairing_absent(e, pairing)));
	if (!s)
		return;
	core_get_state(s->core, &state);
	json_object_set_new(answer, "running", json_string(live_game_running(s)));
	json_object_set_new(answer, "late_us",
			    json_integer(state.late_us == CLOCK_NEVER ?
						 0 :
						 context_wall(e->context, game_time_boottime(&s->map, state.late_us))));
}

static void check_pairing(struct tournament *e, const struct round *round, const struct pairing *pairing,
			  json_t *answer)
{
	const char *name = pairing->board_name, *state = pairing_state(e, pairing);
	struct live_game *s = pairing_live_game(e, pairing);
	struct live_board *board = *name ? live_board_find(e->context, name) : NULL;
	char others[200];

	if (s && s->record_fault)
		add_fault(answer, "record", "its record is not written: %s", strerror(-s->record_fault));
	if (s && !s->published.over) {
		check_game(answer, s);
		if (s->board)
			check_board(answer, s->board);
	} else if (strcmp(state, "waiting") == 0 && !board) {
		name_others(e, round, others, sizeof(others));
		add_fault(answer, "missing", "it is not plugged in%s", others);
	} else if (strcmp(state, "waiting") == 0) {
		check_board(answer, board);
		if (!is_taken(e, answer, board))
			check_start(e, round, pairing, answer, board);
	}
}

static bool is_asked(const uint32_t *boards, size_t count, unsigned board)
{
	for (size_t i = 0; i < count; i++)
		if (boards[i] == board)
			return true;
	return count == 0 && board;
}

int round_check(struct tournament *e, const struct round *round, const uint32_t *boards, size_t count, json_t **ret,
		sd_bus_error *error)
{
	for (size_t i = 0; i < count; i++)
		if (!round_pairing(round, boards[i]))
			return round_no_table(e, round, boards[i], error);
	*ret = json_array();
	for (size_t i = 0; i < round->pairings.count; i++) {
		const struct pairing *pairing = &round->pairings.list[i];
		json_t *answer;

		if (!is_asked(boards, count, pairing->board))
			continue;
		answer = json_pack("{s:i, s:s, s:s, s:[]}", "table", (int)pairing->board, "board", pairing->board_name,
				   "state", pairing_state(e, pairing), "faults");
		if (!answer)
			continue;
		add_absent(e, pairing, answer);
		check_pairing(e, round, pairing, answer);
		json_array_append_new(*ret, answer);
	}
	return 0;
}
