/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whole games that a client of the LiveChess API is told exactly right: each move once, in order, and none that is
 * taken back afterwards, since what such a client has sent on it cannot take back.
 *
 *   score_livechess [-v] TRACE.jsonl…     each beside its moves; chess alone
 *
 * Each game is followed twice: with its presses, and as on a board without a lever. One line for each level and kind of
 * sensors: games right, how often a list was corrected, and how late a move was told after it stood (median, 99th in a
 * hundred). With -v each game that is not right.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/known-game.h"
#include "web/livechess/feed.h"

#define SAN 16
#define LATE_MOST 65536

struct row {
	char name[48];
	unsigned games, right[2], lists[2], corrections[2], moves[2]; /* with the lever, without it */
	unsigned *late_ms[2], late[2];
};

/* What the client has sent on. */
struct client {
	char sent[PLIES][SAN];
	unsigned count, corrections;
	unsigned known; /* moves of the list as it was last */
	char list[PLIES][SAN];
	int64_t told_us[PLIES];
};

static struct row rows[16];
static unsigned row_count;
static struct known_game trace;
static struct client client;
static char truth[PLIES][SAN];
static int64_t stood_us[PLIES];
static bool verbose;

static struct row *row_of(const char *path, bool named)
{
	const char *level = strstr(path, "-l");
	char name[48];

	snprintf(name, sizeof(name), "l%c %s", level ? level[2] : '?', named ? "id" : "presence");
	for (unsigned i = 0; i < row_count; i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	memcpy(rows[row_count].name, name, sizeof(name));
	for (unsigned k = 0; k < 2; k++) {
		rows[row_count].late_ms[k] = calloc(LATE_MOST, sizeof(unsigned));
		if (!rows[row_count].late_ms[k])
			abort();
	}
	return &rows[row_count++];
}

/* The moves as players write them; false: one of them cannot be played. */
static bool read_truth(const struct known_game *g)
{
	struct game_position pos = g->start;

	for (unsigned i = 0; i < g->plies; i++) {
		char text[GAME_TEXT];
		struct game_move m;

		if (g->game->move_parse(&pos, g->move[i], &m) < 0)
			return false;
		g->game->move_notation(&pos, &m, text);
		snprintf(truth[i], SAN, "%.15s", text);
		g->game->play(&pos, &m);
	}
	return true;
}

/* Boards that do not name their pieces do not tell what a pawn became. */
static bool is_same(const struct known_game *g, const char *a, const char *b)
{
	if (g->named)
		return !strcmp(a, b);
	return strcspn(a, "=+#") == strcspn(b, "=+#") && !strncmp(a, b, strcspn(a, "=+#"));
}

/* As lichess' page reads a list: so many moves as it is longer are new. */
static void hear(const struct reconstruction *r, int64_t t_us)
{
	const unsigned count = reconstruction_count(r);
	bool corrected = count < client.known;

	for (unsigned i = 0; i < count && i < client.known; i++)
		corrected |= strcmp(client.list[i], reconstruction_san(r, i)) != 0;
	client.corrections += corrected;
	for (unsigned i = client.known; i < count && client.count < PLIES; i++) {
		snprintf(client.sent[client.count], SAN, "%s", reconstruction_san(r, i));
		client.told_us[client.count++] = t_us;
	}
	for (unsigned i = 0; i < count; i++)
		snprintf(client.list[i], SAN, "%s", reconstruction_san(r, i));
	client.known = count;
}

static void passes(struct reconstruction *r, int64_t until)
{
	for (int64_t due; (due = reconstruction_due(r)) <= until;) {
		reconstruction_time(r, due);
		hear(r, due);
		if (reconstruction_due(r) <= due)
			break;
	}
}

/* When the board first stood as it does after each move. */
static void note_standing(const struct known_game *g, const char squares[static SQUARES], struct game_position *pos,
			  unsigned *ply, int64_t t_us)
{
	char pieces[GAME_MAX_SQUARES];
	struct game_move m;

	while (*ply < g->plies) {
		struct game_position after = *pos;

		g->game->move_parse(pos, g->move[*ply], &m);
		g->game->play(&after, &m);
		g->game->placement(&after, pieces);
		if (!squares_agree(squares, pieces))
			return;
		stood_us[(*ply)++] = t_us;
		*pos = after;
	}
}

static bool follow(const struct known_game *g, bool lever, struct row *row, const char *path)
{
	const struct reconstruction_board board = { .has_lever = lever, .names_pieces = g->named };
	struct game_position pos = g->start;
	struct reconstruction *r;
	char squares[GAME_MAX_SQUARES], fen[GAME_FEN], err[160];
	unsigned ply = 0, right = 0, stood = 0;
	bool list;

	memset(&client, 0, sizeof(client));
	memset(stood_us, 0, sizeof(stood_us));
	g->game->format(&g->start, fen);
	if (reconstruction_new(fen, &board, &r, err) < 0)
		return false;
	g->game->placement(&g->start, squares);
	for (unsigned i = 0; i < SQUARES; i++)
		squares[i] = squares[i] == '.' || g->named ? squares[i] : '?';
	reconstruction_squares(r, squares, 0);
	for (unsigned i = 0; i < g->events; i++) {
		const struct tracker_event *e = &g->event[i];

		passes(r, e->t_us);
		if (e->type == TRACKER_PRESS) {
			if (lever)
				reconstruction_press(r, e->side, e->t_us);
		} else {
			squares[e->square] = e->type == TRACKER_LIFT ? '.' : g->named ? e->piece : '?';
			reconstruction_square(r, e->square, squares[e->square], e->t_us);
			note_standing(g, squares, &pos, &ply, e->t_us);
		}
		hear(r, e->t_us);
	}
	passes(r, g->event[g->events - 1].t_us + 20000000);
	while (right < client.count && right < g->plies && is_same(g, client.sent[right], truth[right])) {
		if (stood_us[right] && row->late[!lever] < LATE_MOST) {
			row->late_ms[!lever][row->late[!lever]++] =
				(unsigned)((client.told_us[right] - stood_us[right]) / 1000);
			stood++;
		}
		right++;
	}
	list = reconstruction_count(r) == g->plies;
	for (unsigned i = 0; list && i < g->plies; i++)
		list = is_same(g, reconstruction_san(r, i), truth[i]);
	row->lists[!lever] += list;
	row->corrections[!lever] += client.corrections;
	row->moves[!lever] += g->plies;
	if (verbose && (right < g->plies || client.count != g->plies || client.corrections))
		printf("# %s, %s: %u corrections, list %s; ply %u, %s, sent as %s at %lld; %u sent of %u; %s\n", path,
		       lever ? "lever" : "no lever", client.corrections, list ? "right" : "wrong", right,
		       right < g->plies ? truth[right] : "(end)", right < client.count ? client.sent[right] : "-",
		       right < client.count ? (long long)client.told_us[right] : -1LL, client.count, g->plies,
		       right < g->plies ? g->tags[right] : "");
	reconstruction_free(r);
	return right == g->plies && client.count == g->plies && !client.corrections;
}

static int compare(const void *a, const void *b)
{
	const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	verbose = argc > 1 && !strcmp(argv[1], "-v");
	for (int i = 1 + verbose; i < argc; i++) {
		struct row *row;

		if (!known_game_read(argv[i], &trace) || trace.left_out || trace.game != &game_chess ||
		    trace.events == 0 || !read_truth(&trace))
			continue;
		row = row_of(argv[i], trace.named);
		row->games++;
		for (unsigned k = 0; k < 2; k++)
			row->right[k] += follow(&trace, k == 0, row, argv[i]);
	}
	for (unsigned i = 0; i < row_count; i++)
		for (unsigned k = 0; k < 2; k++) {
			struct row *row = &rows[i];

			qsort(row->late_ms[k], row->late[k], sizeof(unsigned), compare);
			printf("%-12s %-8s games %u right %u lists %u corrections %u moves %u median %u p99 %u ms\n",
			       row->name, k ? "no-lever" : "lever", row->games, row->right[k], row->lists[k],
			       row->corrections[k], row->moves[k], row->late[k] ? row->late_ms[k][row->late[k] / 2] : 0,
			       row->late[k] ? row->late_ms[k][row->late[k] * 99 / 100] : 0);
			free(row->late_ms[k]);
		}
	return 0;
}
