/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/game-record.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/shell/atomic-file.h"
#include "daemon/shell/session-signals.h"
#include "rules/pgn.h"

/* What a name gives to a file's name. */
static void name_in_path(const char *name, char buf[static 33])
{
	size_t n = 0;

	for (; *name && n < 32; name++)
		if (isalnum((unsigned char)*name) || ((unsigned char)*name & 0x80))
			buf[n++] = *name;
		else if (n > 0 && buf[n - 1] != '_')
			buf[n++] = '_';
	while (n > 0 && (buf[n - 1] == '_' || ((unsigned char)buf[n - 1] & 0x80))) /* nor half a character */
		n--;
	buf[n] = '\0';
}

char *game_record_path(const struct context *ctx, uint64_t number, const json_t *setup, int64_t started_us)
{
	const char *white_name = json_string_value(json_object_get(setup, "white"));
	const char *black_name = json_string_value(json_object_get(setup, "black"));
	time_t started = started_us / 1000000;
	char white[33], black[33], folder[32] = "unknown", *path;
	struct tm tm;

	name_in_path(white_name ? white_name : "", white);
	name_in_path(black_name ? black_name : "", black);
	if (localtime_r(&started, &tm))
		strftime(folder, sizeof(folder), "%Y/%m-%d", &tm);
	return asprintf(&path, "%s/%s/%" PRIu64 "%s%s%s%s.pgn", ctx->games, folder, number, *white ? "-" : "", white,
			*black ? "-" : "", black) < 0 ?
		       NULL :
		       path;
}

static char *choose_path(const struct session *s)
{
	char *path;

	if (s->over)
		return game_record_path(s->context, s->number, s->setup.json, s->map.started_us);
	return asprintf(&path, "%s/running/%s.pgn", s->context->games, s->id) < 0 ? NULL : path;
}

static bool pieces_of(const struct game *game, const char *placement, char squares[static GAME_MAX_SQUARES])
{
	char fen[GAME_FEN + 8];
	struct game_position pos;

	snprintf(fen, sizeof(fen), "%s w", placement);
	if (game->parse(fen, &pos, NULL) < 0)
		return false;
	memset(squares, '.', GAME_MAX_SQUARES);
	game->placement(&pos, squares);
	return true;
}

/* Chess960's castling names the rook's square: 2 short, 3 long; 0 the king stands on neither goal. */
static int castled_onto_rook(char king, const char *after, int from, int to)
{
	int goal = from / 8 * 8 + (to > from ? 6 : 2);

	return after[goal] != king ? 0 : to > from ? 2 : 3;
}

/*
 * A king that went two squares along its rank, and a rook that came to stand where it passed: how far the rook went,
 * else 0.
 */
static int castled(const struct game *game, char king, const char *before, const char *after, const char *uci)
{
	char name[3] = "", rook = king == 'K' ? 'R' : 'r';
	int from, to, passed;

	memcpy(name, uci, 2);
	from = game->square_parse(name);
	memcpy(name, uci + 2, strnlen(uci + 2, 2));
	to = game->square_parse(name);
	if (from >= 0 && to >= 0 && before[to] == rook && from / 8 == to / 8)
		return castled_onto_rook(king, after, from, to);
	if (from < 0 || to < 0 || (to - from != 2 && from - to != 2) || from / 8 != to / 8)
		return 0;
	passed = (from + to) / 2;
	if (before[passed] != '.' || after[passed] != rook)
		return 0;
	for (int q = from / 8 * 8; q < from / 8 * 8 + 8; q++)
		if (before[q] == rook && after[q] != rook && (q > from) == (to > from))
			return q > passed ? q - passed : passed - q;
	return 0;
}

/*
 * Coordinates with the piece's letter before them, as readers of game records understand them. Castling has its own
 * writing, by what stands on the table alone: whether it was legal it does not say.
 */
static void coordinate_move(const struct game *game, const char *placement, const char *after, const char *uci,
			    char text[static GAME_TEXT + 1])
{
	char squares[GAME_MAX_SQUARES], then[GAME_MAX_SQUARES], name[3] = "";
	char letter = 0;
	int rook;
	int square;

	if (strcmp(uci, "0000") == 0) {
		strcpy(text, "--");
		return;
	}
	memcpy(name, uci, strnlen(uci, 2));
	square = strpbrk(uci, "-x:") ? -EINVAL : game->square_parse(name);
	if (square >= 0 && pieces_of(game, placement, squares)) {
		letter = (char)toupper((unsigned char)squares[square]);
		if (letter == 'K' && game->width == 8 && pieces_of(game, after, then) &&
		    (rook = castled(game, squares[square], squares, then, uci)) != 0) {
			strcpy(text, rook == 2 ? "O-O" : "O-O-O");
			return;
		}
	}
	if (isalpha((unsigned char)letter) && letter != game->pieces[0])
		snprintf(text, GAME_TEXT + 1, "%c%s", letter, uci);
	else
		snprintf(text, GAME_TEXT + 1, "%s", uci);
}

static int add_moves(const struct session *s, struct pgn_game *pgn)
{
	const struct game *game = s->setup.core.game;
	char start[GAME_FEN];
	const char *placement = start;
	int r = 0;

	game->format_placement(&s->setup.core.start, start);
	for (unsigned i = 0; i < s->published.count && r >= 0; i++) {
		const struct published_turn *shown = &s->published.turns[i];
		struct core_turn turn;
		char text[GAME_TEXT + 1];

		if (s->over && core_get_turn(s->core, i, &turn) >= 0 && turn.notation[0])
			snprintf(text, sizeof(text), "%s", turn.notation);
		else
			coordinate_move(game, placement, shown->placement, shown->uci, text);
		r = pgn_add_move(pgn, text, shown->left_us < 0 ? PGN_NO_TIME : shown->left_us / 1000, PGN_NO_TIME,
				 shown->remark[0] ? shown->remark : NULL);
		placement = shown->placement;
	}
	return r;
}

/* Result and termination as a record says them now. */
static void get_state(const struct session *s, struct core_state *state)
{
	core_get_state(s->core, state);
	if (!s->over && strcmp(state->kings_result, "none") != 0) {
		/* what the players showed counts where nothing was ruled */
		state->result = state->kings_result;
		state->termination = state->kings_termination;
	} else if (!s->over) {
		state->result = "none";
		state->termination = "unterminated";
	}
}

/* Where the game did not start from the usual position, or may start from many. */
static int set_start(const struct session *s, struct pgn_game *pgn)
{
	const struct game *game = s->setup.core.game;
	const struct game_position *start =
		&core_get_setup(s->core)->start; /* king and queen may stand swapped from the start */
	struct game_position usual;
	char fen[GAME_FEN];
	int r;

	if (!game->variant && (game->parse(game->start_fen, &usual, NULL) < 0 || game->same(&usual, start)))
		return 0;
	game->format(start, fen);
	r = game->variant ? pgn_set_tag(pgn, "Variant", game->variant) : 0;
	if (r >= 0)
		r = pgn_set_tag(pgn, "SetUp", "1");
	return r < 0 ? r : pgn_set_tag(pgn, "FEN", game->same(&s->setup.core.start, start) ? s->setup.start_fen : fen);
}

static int set_tags(const struct session *s, const struct core_state *state, struct pgn_game *pgn)
{
	static const char *const roster[][2] = {
		{ "Event", "event" }, { "Site", "site" },   { "Date", "date" },
		{ "Round", "round" }, { "White", "white" }, { "Black", "black" },
	};
	const char *name;
	json_t *value;
	int r = 0;

	for (size_t i = 0; i < sizeof(roster) / sizeof(roster[0]) && r >= 0; i++)
		if (*game_setup_text(&s->setup, roster[i][1]))
			r = pgn_set_tag(pgn, roster[i][0], game_setup_text(&s->setup, roster[i][1]));
	json_object_foreach(json_object_get(s->setup.json, "tags"), name, value)
		if (r >= 0)
			r = pgn_set_tag(pgn, name, json_string_value(value));
	if (r >= 0)
		r = pgn_set_tag(pgn, "TimeControl", s->setup.time_control);
	if (r >= 0)
		r = pgn_set_tag(pgn, "Termination", state->termination);
	if (r >= 0 && s->setup.book)
		r = pgn_set_tag(pgn, "Rulebook", rulebook_id(s->setup.book));
	return r < 0 ? r : set_start(s, pgn);
}

static char *format_game(const struct session *s)
{
	struct pgn_game *pgn = pgn_new();
	struct core_state state;
	char *text = NULL;

	if (!pgn)
		return NULL;
	get_state(s, &state);
	if (set_tags(s, &state, pgn) >= 0 && add_moves(s, pgn) >= 0) {
		snprintf(pgn->result, sizeof(pgn->result), "%s",
			 strcmp(state.result, "none") != 0 ? state.result : "*");
		text = pgn_format(s->setup.core.game, pgn, NULL);
	}
	pgn_freep(&pgn);
	return text;
}

int game_record_write(struct session *s)
{
	char *text = format_game(s), *path = choose_path(s);
	int r = text && path ? atomic_file_write(path, text, s->over) : -ENOMEM;

	if (r >= 0 && (!s->pgn || strcmp(s->pgn, path) != 0)) {
		if (s->pgn)
			unlink(s->pgn);
		free(s->pgn);
		s->pgn = path;
		path = NULL;
		session_changed(s, SESSION_PGN_PATH);
	}
	free(path);
	free(text);
	return r;
}
