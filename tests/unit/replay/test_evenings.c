// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Evenings of two to four games on one board (tests/sim/made-evening.h), as recordings of boards with a lever and
 * without one. Each game is there by itself, and is what its hands alone are read as; nothing is ruled because of what
 * hands do between two games.
 *
 * "test_evenings N [FIRST]" plays N of them, a quarter on each kind of board, and says what is wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "replay/replay.h"
#include "tests/sim/made-evening.h"

#define RULINGS 64
/* Of a hundred. What is wrong yet are sensors that fail while pieces are set up, and hands that nobody can tell apart.
 */
#define APART 96

static unsigned evenings = 60, first_evening;
static bool aloud;

/* What the arbiter said in one game that is not an end as its board shows it. */
struct heard {
	unsigned count;
	const char *reason[RULINGS];
};

struct reading {
	const struct made_evening *e;
	struct core_setup setup;
	struct replay_games games;
	struct heard heard;
};

static const char *const ends[] = { "mate", "stalemate", "dead position", "kings", "set up", "left" };

static void hear(void *userdata, const struct publication *p)
{
	struct heard *h = userdata;

	if (p->type == PUBLISH_RULING && p->ruling != RULING_MOVE_ACCEPTED && h->count < RULINGS)
		h->reason[h->count++] = p->reason;
}

static struct input input_of(const struct made_evening *e, const struct hands_event *event)
{
	struct input in = { .t_us = event->t_us, .square = event->square, .piece = event->piece, .side = event->side };

	in.type = event->action == HANDS_LIFT ? INPUT_LIFT : event->action == HANDS_PLACE ? INPUT_PLACE : INPUT_PRESS;
	if (e->presence)
		in.piece = 0;
	return in;
}

static void set_up(const struct made_evening *e, bool lever, const struct rulebook *book, struct core_setup *ret)
{
	*ret = (struct core_setup){
		.game = e->game,
		.sensors = e->presence ? TRACKER_PRESENCE : TRACKER_PIECE_ID,
		.has_lever = lever,
		.scan_us = e->scan_us,
		.grace_us = e->late_us ? e->late_us : 50000,
		.any_start = true,
		.rulebook = book,
	};
	assert_int_equal(e->game->parse(e->game->start_fen, &ret->start, NULL), 0);
}

/* The events from one to another, by themselves or as an evening. */
static void play(struct reading *r, const struct hands_event *event, size_t count, bool lever, bool all)
{
	struct input stands = input_at(event->t_us - 1000, INPUT_SQUARES);
	char err[160] = "";

	replay_games_begin(&r->games, &r->setup);
	r->heard = (struct heard){ 0 };
	assert_int_equal(core_new(&r->setup, hear, &r->heard, &r->games.game[0].core, err), 0);
	r->setup.game->placement(&r->setup.start, stands.squares);
	for (unsigned q = 0; q < GAME_MAX_SQUARES && r->e->presence; q++)
		if (stands.squares[q] != '.')
			stands.squares[q] = '?';
	stands.t_us = stands.t_us < 0 ? 0 : stands.t_us;
	assert_int_equal(replay_games_input(&r->games, &stands, all, err), 0);
	for (size_t i = 0; i < count; i++) {
		struct input in = input_of(r->e, &event[i]);

		if (in.type != INPUT_PRESS || lever)
			assert_int_equal(replay_games_input(&r->games, &in, all, err), 0);
	}
	assert_int_equal(replay_games_finish(&r->games, err), 0);
}

/* The moves, blank-separated; free(). */
static char *moves_of(const struct core *core, bool presence)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	struct core_turn turn;

	assert_non_null(out);
	for (unsigned ply = 0; core_get_turn(core, ply, &turn) == 0; ply++) {
		if (presence && strlen(turn.text) == 5 && turn.turn->kind == TURN_LEGAL)
			turn.text[4] = 0;
		fprintf(out, "%s ", turn.text);
	}
	fclose(out);
	return text;
}

static char *moves_played(const struct made_evening *e, const struct made_game *g)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	for (unsigned i = 0; i < g->plies; i++) {
		char move[GAME_TEXT];

		e->game->move_text(NULL, &g->move[i], move);
		if (e->presence && strlen(move) == 5)
			move[4] = 0;
		fprintf(out, "%s ", move);
	}
	fclose(out);
	return text;
}

/* How many of the first moves are the same. */
static unsigned agree(const char *a, const char *b)
{
	unsigned moves = 0;

	for (; *a && *a == *b; a++, b++)
		moves += *a == ' ';
	return moves;
}

/* No worse than its hands alone: what cannot be read is another matter. */
static bool is_as_alone(const char *got, const char *by_itself, const char *want)
{
	return got && (!strcmp(got, want) || (strcmp(by_itself, want) && agree(got, want) >= agree(by_itself, want) &&
					      (strlen(got) <= strlen(want) || strlen(got) <= strlen(by_itself))));
}

struct tally {
	unsigned evenings, apart, games, right, right_alone, as_alone, kings, kings_right;
};

static const char *kings_result(const struct core *core)
{
	struct core_state state;

	core_get_state(core, &state);
	return strcmp(state.result, "none") ? state.result : state.kings_result;
}

static void compare_games(struct reading *r, const struct made_evening *e, unsigned number, bool lever,
			  struct tally *tally)
{
	struct reading *alone = calloc(1, sizeof(*alone));
	bool whole = r->games.count == e->count;

	assert_non_null(alone);
	alone->e = e;
	alone->setup = r->setup;
	if (aloud && !whole)
		printf("# evening %u (%s, %s, %s): %u games of %u\n", number, e->hands, e->presence ? "presence" : "id",
		       lever ? "lever" : "no lever", r->games.count, e->count);
	for (unsigned i = 0; i < e->count; i++) {
		const struct made_game *g = &e->games[i];
		char *want = moves_played(e, g), *got = NULL, *by_itself;

		play(alone, e->event + g->first, g->set_up - g->first, lever, false);
		by_itself = moves_of(alone->games.game[0].core, e->presence);
		if (i < r->games.count)
			got = moves_of(r->games.game[i].core, e->presence);
		tally->games++;
		tally->right += got && !strcmp(got, want);
		tally->right_alone += !strcmp(by_itself, want);
		if (is_as_alone(got, by_itself, want)) {
			tally->as_alone++;
		} else {
			if (aloud)
				printf("# evening %u (%s, %s, %s) game %u of %u, %s: alone %s\n#  played %s\n#  read   %s\n#  alone  %s\n",
				       number, e->hands, e->presence ? "presence" : "id", lever ? "lever" : "no lever",
				       i + 1, e->count, ends[g->end], strcmp(by_itself, want) ? "wrong" : "right", want,
				       got ? got : "-", by_itself);
			whole = false;
		}
		if (g->end == MADE_KINGS) {
			const bool shown = i < r->games.count &&
					   !strcmp(kings_result(r->games.game[i].core), e->game->results[g->winner]);

			tally->kings++;
			tally->kings_right += shown;
			if (!shown && !strcmp(kings_result(alone->games.game[0].core), e->game->results[g->winner])) {
				if (aloud)
					printf("# evening %u (%s, %s, %s) game %u of %u: the kings showed %s, it says %s\n",
					       number, e->hands, e->presence ? "presence" : "id",
					       lever ? "lever" : "no lever", i + 1, e->count,
					       e->game->results[g->winner],
					       i < r->games.count ? kings_result(r->games.game[i].core) : "-");
				whole = false;
			}
		}
		replay_games_done(&alone->games);
		free(want);
		free(got);
		free(by_itself);
	}
	tally->evenings++;
	tally->apart += whole;
	free(alone);
}

static void score_evening(unsigned number, bool presence, bool lever, struct tally *tally)
{
	struct reading *r = calloc(1, sizeof(*r));
	struct made_evening e;

	assert_non_null(r);
	assert_int_equal(made_evening(number, MADE_ANY, presence, &e), 0);
	r->e = &e;
	set_up(&e, lever, NULL, &r->setup);
	play(r, e.event, e.events, lever, true);
	compare_games(r, &e, number, lever, tally);
	replay_games_done(&r->games);
	made_evening_free(&e);
	free(r);
}

static void each_game_of_an_evening_is_apart(void **state)
{
	struct tally all = { 0 };

	for (unsigned lever = 0; lever < 2; lever++)
		for (unsigned presence = 0; presence < 2; presence++) {
			struct tally tally = { 0 };

			for (unsigned i = first_evening; i < first_evening + evenings; i++)
				if ((i & 1) == presence && (i >> 1 & 1) == lever)
					score_evening(i, presence, lever, &tally);
			printf("# %s, %s: %u evenings, %u apart; %u games, %u right, %u alone, %u as alone; %u of %u kings\n",
			       presence ? "presence" : "piece-id", lever ? "lever" : "no lever", tally.evenings,
			       tally.apart, tally.games, tally.right, tally.right_alone, tally.as_alone,
			       tally.kings_right, tally.kings);
			all.evenings += tally.evenings;
			all.apart += tally.apart;
		}
	assert_in_range(100 * all.apart, APART * all.evenings, 100 * all.evenings);
}

/* Whatever hands do when the first game is over, no more is ruled in it than if they went away. */
static void nothing_is_ruled_between_games(void **state)
{
	struct reading *evening = calloc(1, sizeof(*evening)), *alone = calloc(1, sizeof(*alone));
	struct rulebook *book;
	unsigned quiet = 0;

	assert_true(evening && alone);
	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_int_equal(rulebook_load("fide2023-standard", NULL, NULL, &book), 0);
	for (unsigned i = first_evening; i < first_evening + evenings; i++) {
		struct made_evening e;

		assert_int_equal(made_evening(i, MADE_ANY, i & 1, &e), 0);
		evening->e = alone->e = &e;
		set_up(&e, i & 2, book, &evening->setup);
		alone->setup = evening->setup;
		play(evening, e.event, e.events, i & 2, true);
		play(alone, e.event + e.games[0].first, e.games[0].set_up - e.games[0].first, i & 2, false);
		quiet += evening->heard.count <= alone->heard.count;
		if (aloud && evening->heard.count > alone->heard.count) {
			printf("# evening %u (%s, %s, %s), %s:", i, e.hands, i & 1 ? "presence" : "id",
			       i & 2 ? "lever" : "no lever", ends[e.games[0].end]);
			for (unsigned k = 0; k < evening->heard.count; k++)
				printf(" %s", evening->heard.reason[k]);
			printf(" |");
			for (unsigned k = 0; k < alone->heard.count; k++)
				printf(" %s", alone->heard.reason[k]);
			printf("\n");
		}
		replay_games_done(&evening->games);
		replay_games_done(&alone->games);
		made_evening_free(&e);
	}
	rulebook_free(book);
	free(evening);
	free(alone);
	printf("# %u of %u evenings without a ruling between two games\n", quiet, evenings);
	assert_in_range(100 * quiet, APART * evenings, 100 * evenings);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_game_of_an_evening_is_apart),
		cmocka_unit_test(nothing_is_ruled_between_games),
	};

	if (argc > 1) {
		aloud = true;
		evenings = (unsigned)strtoul(argv[1], NULL, 10);
		first_evening = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
