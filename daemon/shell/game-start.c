/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "daemon/run/board-input.h"
#include "daemon/core/mirrored-start.h"
#include "daemon/shell/errors.h"
#include "daemon/shell/seat.h"
#include "daemon/shell/game-start.h"
#include "rules/parameters.h"

#define KEEP_OVER 64	/* games that are over and can still be looked at */

static void forget_oldest(struct daemon *d)
{
	struct session *oldest = NULL;
	unsigned over = 0;

	for (struct session *s = d->sessions; s; s = s->next)
		if (s->published.over) {
			oldest = oldest ? oldest : s;
			over++;
		}
	if (over <= KEEP_OVER)
		return;
	if (oldest->pgn_due)
		game_record_write(oldest);
	sd_bus_emit_object_removed(d->bus, oldest->path);
	sd_bus_emit_signal(d->bus, DAEMON_PATH, "org.flagfall1.Manager", "GameRemoved", "so", oldest->id, oldest->path);
	session_free(oldest);
}

static bool stands(char want, char seen)
{
	return want == seen || (seen == '?' && want != '.');
}

/* King and queen swapped are a start of its own where castling is mirrored then: want is what was set up. */
static void as_swapped(const struct game_setup *setup, const char *seen, char want[static GAME_MAX_SQUARES])
{
	const struct game *game = setup->core.game;

	for (unsigned sides = 1; sides <= SWAPPED_ALL; sides++) {
		struct game_position pos;
		char men[GAME_MAX_SQUARES];

		if (!swapped_start(game, &setup->core.start, sides, &pos))
			continue;
		game->placement(&pos, men);
		if (!memcmp(men, seen, game->squares)) {
			memcpy(want, men, game->squares);
			return;
		}
	}
}

/* A board does not know that it stands turned; the tracker sees it, and nothing is wrong with it. */
static void as_turned(const struct game *game, const char *want, char *seen)
{
	char turned[GAME_MAX_SQUARES];

	for (unsigned i = 0; i < game->squares; i++) {
		turned[i] = seen[game->squares - 1 - i];
		if (!stands(want[i], turned[i]))
			return;
	}
	memcpy(seen, turned, game->squares);
}

/* Sentences for the squares that do not stand as the start position says. */
static int compare(const struct game_setup *setup, const struct board_squares *squares, char ***ret)
{
	const struct game *game = setup->core.game;
	char want[GAME_MAX_SQUARES], seen[GAME_MAX_SQUARES], name[8];
	char **list = calloc(game->squares + 1, sizeof(*list));
	size_t n = 0;

	*ret = list;
	if (!list)
		return -ENOMEM;
	if (squares->count == 0)
		return 0;
	game->placement(&setup->core.start, want);
	squares_to_game(game, squares, seen);
	as_turned(game, want, seen);
	if (!setup->core.rulebook || rulebook_is(setup->core.rulebook, PARAM_SWAPPED_KQ_CASTLING, "mirrored"))
		as_swapped(setup, seen, want);
	for (unsigned i = 0; i < game->squares; i++) {
		int r;

		if (stands(want[i], seen[i]))
			continue;
		game->square_name(i, name);
		if (want[i] == '.')
			r = seen[i] == '?' ? asprintf(&list[n], "%s: ought to be empty, a man stands there", name) :
				asprintf(&list[n], "%s: ought to be empty, %c stands there", name, seen[i]);
		else
			r = seen[i] == '.' ? asprintf(&list[n], "%s: %c ought to stand there, it is empty", name, want[i]) :
				asprintf(&list[n], "%s: %c ought to stand there, not %c", name, want[i], seen[i]);
		if (r < 0) {
			list[n] = NULL;
			return -ENOMEM;
		}
		n++;
	}
	return 0;
}

static int begin(struct daemon *d, struct seat *seat, struct game_setup *setup, const struct board_squares *squares,
		 struct session **ret, sd_bus_error *error)
{
	enum time_source source = seat_time_source(seat);
	struct input first;
	struct timemap map;
	struct session *s;
	char err[160] = "";
	int r;

	timemap_place(&map, source, daemon_now(d), squares->device_us, board_get_info(seat->board)->boot_id, 0);
	if (source == TIME_HOST && squares->count > 0)	/* the game starts with what the board showed */
		map.boottime_zero_us = squares->host_us;
	r = session_new(d, setup, seat->name, &map, &s, error);
	if (r < 0)
		return r;
	r = daemon_sync(d);
	if (r < 0) {
		fault(error, ERROR_JOURNAL, "The journal cannot be written: %s", journal_error(d->journal));
		journal_forget(d->journal, s->number);
		session_free(s);
		return r;
	}
	if (squares->count > 0) {
		squares_to_input(s->setup.core.game, squares, 0, &first);
		if (session_feed(s, &first, NULL, err) == -EINVAL)
			note(LOG_WARNING, "Game %s does not take the board as it stands: %s", s->id, err);
	}
	*ret = s;
	return 0;
}

/*
 * The men were set up anew on a board whose game nobody ended: that game is closed, by what its kings in the centre say or
 * without a result. It stays in the journal and in the list with all its turns, and its record is written.
 */
static int close_finished(struct daemon *d, struct seat *seat)
{
	struct session *s = session_on_board(d, seat->name);
	struct input end = { .type = INPUT_END, .text = "none" };
	struct core_state state;
	char err[160] = "";
	int r;

	if (!s || !seat_read(seat))
		return 0;
	core_get_state(s->core, &state);
	if (s->over || !state.new_game)
		return 0;
	end.t_us = session_now(s);
	r = session_feed(s, &end, NULL, err);
	if (r < 0)
		return r;
	note(LOG_INFO, "Game %s is closed: the men were set up anew", s->id);
	return daemon_sync(d);
}

int start_game(struct daemon *d, const char *board, json_t *options, struct session **ret, char ***wrong, sd_bus_error *error)
{
	struct board_squares squares;
	struct session *s;
	struct game_setup setup;
	struct seat *seat = seat_find(d, board);
	int r;

	if (!seat)
		return fault(error, ERROR_NO_SUCH_BOARD, "There is no board \"%s\"", board);
	if (!d->journal_fault[0]) {
		r = close_finished(d, seat);
		if (r < 0)
			return r;
		seat = seat_find(d, board);
		if (!seat)
			return fault(error, ERROR_NO_SUCH_BOARD, "There is no board \"%s\"", board);
	}
	s = session_on_board(d, seat->name);
	if (s)
		return fault(error, ERROR_BOARD_BUSY, "Game %s is running on board %s", s->id, seat->name);
	if (d->journal_fault[0])
		return fault(error, ERROR_JOURNAL, "The journal cannot be written: %s", d->journal_fault);
	r = game_setup_complete(options, board_get_info(seat->board), d->options.grace_us);
	if (r >= 0)
		r = game_setup_read(options, &setup, error);
	if (r < 0)
		return r;
	r = seat_start(seat, &squares);
	if (r < 0) {
		game_setup_done(&setup);
		return fault(error, ERROR_BOARD_FAULT, "Board %s does not tell its squares: %s", seat->name, board_error(seat->board));
	}
	r = compare(&setup, &squares, wrong);
	if (r < 0) {
		game_setup_done(&setup);
		return r;
	}
	r = begin(d, seat, &setup, &squares, &s, error);
	if (r < 0)
		return r;
	seat_take(seat, s);
	s->clock_changed = s->pgn_due = true;
	session_arm(s);
	note(LOG_INFO, "Game %s on board %s", s->id, seat->name);
	sd_bus_emit_object_added(d->bus, s->path);
	sd_bus_emit_signal(d->bus, DAEMON_PATH, "org.flagfall1.Manager", "GameAdded", "so", s->id, s->path);
	forget_oldest(d);
	*ret = s;
	return 0;
}
