/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The game record on disk. While the game runs it says what stands on the
 * table and no more: coordinates, not notation, which would tell a check or an
 * illegal move that nobody has claimed. Rewritten by rename, so a reader sees
 * the old record or the new one, whole.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "daemon/shell/session.h"
#include "rules/pgn.h"

static int make_folders(const char *file)
{
	char path[1024];

	if ((size_t)snprintf(path, sizeof(path), "%s", file) >= sizeof(path))
		return -ENAMETOOLONG;
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0755) < 0 && errno != EEXIST)
			return -errno;
		*slash = '/';
	}
	return 0;
}

static int sync_folder(const char *file)
{
	char path[1024];
	int fd, r = 0;

	snprintf(path, sizeof(path), "%s", file);
	*strrchr(path, '/') = '\0';
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || fsync(fd) < 0)
		r = -errno;
	if (fd >= 0)
		close(fd);
	return r;
}

static int write_all(int fd, const char *text)
{
	size_t size = strlen(text);

	while (size > 0) {
		ssize_t n = write(fd, text, size);

		if (n < 0)
			return -errno;
		text += n;
		size -= (size_t)n;
	}
	return fsync(fd) < 0 ? -errno : 0;
}

static int replace_file(const char *path, const char *text, bool last)
{
	char temporary[1040];
	int fd, r;

	r = make_folders(path);
	if (r < 0)
		return r;
	snprintf(temporary, sizeof(temporary), "%s.tmp", path);
	fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
	if (fd < 0)
		return -errno;
	r = write_all(fd, text);
	close(fd);
	if (r >= 0 && rename(temporary, path) < 0)
		r = -errno;
	if (r < 0)
		unlink(temporary);
	return r < 0 || !last ? r : sync_folder(path);
}

/* What a name gives to a file's name. */
static void plain(const char *name, char buf[static 33])
{
	size_t n = 0;

	for (; *name && n < 32; name++)
		if (isalnum((unsigned char)*name) || ((unsigned char)*name & 0x80))
			buf[n++] = *name;
		else if (n > 0 && buf[n - 1] != '_')
			buf[n++] = '_';
	while (n > 0 && (buf[n - 1] == '_' || ((unsigned char)buf[n - 1] & 0x80)))	/* nor half a character */
		n--;
	buf[n] = '\0';
}

static char *choose_path(const struct session *s)
{
	time_t started = s->map.started_us / 1000000;
	char white[33], black[33], folder[32] = "unknown", *path;
	struct tm tm;

	if (!s->over)
		return asprintf(&path, "%s/running/%s.pgn", s->daemon->games, s->id) < 0 ? NULL : path;
	plain(game_setup_text(&s->setup, "white"), white);
	plain(game_setup_text(&s->setup, "black"), black);
	if (localtime_r(&started, &tm))
		strftime(folder, sizeof(folder), "%Y/%m-%d", &tm);
	return asprintf(&path, "%s/%s/%s%s%s%s%s.pgn", s->daemon->games, folder, s->id, *white ? "-" : "", white,
			*black ? "-" : "", black) < 0 ? NULL : path;
}

static bool men_of(const struct game *game, const char *placement, char squares[static GAME_MAX_SQUARES])
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

/* A king that went two squares along its rank, and a rook that came to stand where it passed: how far the rook went, else 0. */
static int castled(const struct game *game, char king, const char *before, const char *after, const char *uci)
{
	char name[3] = "", rook = king == 'K' ? 'R' : 'r';
	int from, to, passed;

	memcpy(name, uci, 2);
	from = game->square_parse(name);
	memcpy(name, uci + 2, strnlen(uci + 2, 2));
	to = game->square_parse(name);
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

/* Coordinates with the man's letter before them, as readers of game records understand them. Castling has its own writing,
 * by what stands on the table alone: whether it was legal it does not say. */
static void plain_move(const struct game *game, const char *placement, const char *after, const char *uci,
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
	if (square >= 0 && men_of(game, placement, squares)) {
		letter = (char)toupper((unsigned char)squares[square]);
		if (letter == 'K' && game->width == 8 && men_of(game, after, then) &&
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
			plain_move(game, placement, shown->placement, shown->uci, text);
		r = pgn_add_move(pgn, text, shown->left_us < 0 ? PGN_NO_TIME : shown->left_us / 1000, PGN_NO_TIME, NULL);
		placement = shown->placement;
	}
	return r;
}

static char *format_game(const struct session *s)
{
	static const char *const roster[][2] = {
		{ "Event", "event" }, { "Site", "site" }, { "Date", "date" }, { "Round", "round" },
		{ "White", "white" }, { "Black", "black" },
	};
	const struct game *game = s->setup.core.game;
	struct pgn_game *pgn = pgn_new();
	struct game_position usual;
	struct core_state state;
	char *text = NULL;
	int r = pgn ? 0 : -ENOMEM;

	core_get_state(s->core, &state);
	if (!s->over && strcmp(state.kings_result, "none") != 0) {
		/* what the players showed counts where nothing was ruled */
		state.result = state.kings_result;
		state.termination = state.kings_termination;
	} else if (!s->over) {
		state.result = "none";
		state.termination = "unterminated";
	}
	for (size_t i = 0; i < sizeof(roster) / sizeof(roster[0]) && r >= 0; i++)
		if (*game_setup_text(&s->setup, roster[i][1]))
			r = pgn_set_tag(pgn, roster[i][0], game_setup_text(&s->setup, roster[i][1]));
	if (r >= 0)
		r = pgn_set_tag(pgn, "TimeControl", s->setup.time_control);
	if (r >= 0)
		r = pgn_set_tag(pgn, "Termination", state.termination);
	if (r >= 0 && s->setup.book)
		r = pgn_set_tag(pgn, "Rulebook", rulebook_id(s->setup.book));
	if (r >= 0 && game->parse(game->start_fen, &usual, NULL) >= 0 && !game->same(&usual, &core_get_setup(s->core)->start)) {
		char fen[GAME_FEN];

		/* king and queen may stand swapped from the start */
		game->format(&core_get_setup(s->core)->start, fen);
		r = pgn_set_tag(pgn, "SetUp", "1");
		if (r >= 0)
			r = pgn_set_tag(pgn, "FEN", game->same(&s->setup.core.start, &core_get_setup(s->core)->start) ? s->setup.start_fen : fen);
	}
	if (r >= 0)
		r = add_moves(s, pgn);
	if (r >= 0) {
		snprintf(pgn->result, sizeof(pgn->result), "%s",
			 strcmp(state.result, "none") != 0 ? state.result : "*");
		text = pgn_format(game, pgn, NULL);
	}
	pgn_freep(&pgn);
	return text;
}

void game_record_write(struct session *s)
{
	char *text = format_game(s), *path = choose_path(s);
	int r = text && path ? replace_file(path, text, s->over) : -ENOMEM;

	s->pgn_due = false;
	if (r < 0) {
		note(LOG_ERR, "Game %s: the record %s is not written: %s", s->id, path ? path : "", strerror(-r));
	} else if (!s->pgn || strcmp(s->pgn, path) != 0) {
		if (s->pgn)
			unlink(s->pgn);
		free(s->pgn);
		s->pgn = path;
		path = NULL;
		session_emit_properties(s, (char *[]) { (char *)"PgnPath", NULL });
	}
	free(path);
	free(text);
}
