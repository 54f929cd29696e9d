/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What persons do in the official game reaches who follows it on a board: moves that are taken back, positions that are
 * set, promotions, games that are void. And a position that the board is ahead of, by any number of moves, is caught up
 * with along the official moves. No list is ever told that no board has shown.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/web/livechess/hall.h"

#define PLIES 300
#define LISTS 2000

/* The official game: its moves, what stands, and all lists that it ever had, a text each with blanks behind moves. */
struct official_game {
	struct hall *hall;
	const char *id;
	char uci[PLIES][GAME_TEXT];
	struct game_position at[PLIES + 1];
	unsigned count;
	char *lists[LISTS];
	unsigned list_count;
};

static char *san_list(const struct official_game *o, unsigned from)
{
	char *text = calloc(1, 8 * PLIES);

	for (unsigned i = from; i < o->count; i++) {
		struct game_move move;
		char san[GAME_TEXT];

		assert_int_equal(game_chess.move_parse(&o->at[i], o->uci[i], &move), 0);
		game_chess.move_notation(&o->at[i], &move, san);
		strcat(strcat(text, san), " ");
	}
	return text;
}

static void note_list(struct official_game *o, unsigned from)
{
	assert_true(o->list_count < LISTS);
	o->lists[o->list_count++] = san_list(o, from);
}

static void forget_lists(struct official_game *o)
{
	while (o->list_count)
		free(o->lists[--o->list_count]);
}

static struct live_game *live_of(const struct official_game *o)
{
	return live_game(&o->hall->live, o->id);
}

static struct live_game *add_live_game(struct hall *h, const char *id)
{
	char path[40];

	snprintf(path, sizeof(path), "/game/%s", id);
	return live_add_game(&h->live, path, id);
}

static void begin_official(struct official_game *o, struct hall *h, const char *id)
{
	struct live_game *g = add_live_game(h, id);

	*o = (struct official_game){ .hall = h, .id = id };
	json_decref(g->properties);
	g->properties = json_pack("{s:s, s:s, s:s, s:s, s:s}", "Board", "B1", "State", "running", "StartFen", START,
				  "Kind", "chess", "Result", "none");
	g->is_read = g->has_moves = true;
	game_chess.parse(START, &o->at[0], NULL);
	live_tell(&h->live, LIVE_GAME, id);
}

static json_t *move_json(const struct official_game *o, unsigned ply)
{
	char placement[GAME_FEN];

	game_chess.format_placement(&o->at[ply], placement);
	return json_pack("{s:i, s:s, s:s, s:s, s:n}", "ply", (int)ply, "side", ply % 2 ? "white" : "black", "uci",
			 o->uci[ply - 1], "placement", placement, "left_us");
}

static void publish_from(const struct official_game *o, unsigned ply)
{
	struct live_game *g = live_of(o);

	live_forget_moves(g, ply);
	for (unsigned i = ply; i <= o->count; i++)
		assert_int_equal(live_set_move(g, i, move_json(o, i), o->hall->now.realtime_us), 0);
	g->is_set = false;
	live_tell(&o->hall->live, LIVE_GAME, o->id);
}

static void play(struct official_game *o, const char *uci)
{
	struct game_move move;

	assert_int_equal(game_chess.move_parse(&o->at[o->count], uci, &move), 0);
	strcpy(o->uci[o->count], uci);
	o->at[o->count + 1] = o->at[o->count];
	game_chess.play(&o->at[++o->count], &move);
}

/* On the board, with the press, and then in the official game. */
static void play_on_board(struct official_game *o, const char *uci)
{
	struct game_position pos = o->at[o->count];
	const enum side side = game_chess.to_move(&pos);

	hall_move(o->hall, "B1", &pos, uci, true);
	hall_press(o->hall, "B1", side);
	livechess_turn(&o->hall->lc, o->hall->now);
	play(o, uci);
	publish_from(o, o->count);
}

/* Hands set up what the official game has now. */
static void set_up_board(struct official_game *o)
{
	const struct live_board *b = live_board(&o->hall->live, "B1");
	char pieces[GAME_MAX_SQUARES];

	game_chess.placement(&o->at[o->count], pieces);
	for (unsigned q = 0; q < SQUARES; q++)
		if (b->squares[q] != pieces[q] && b->squares[q] != '.')
			hall_touch(o->hall, "B1", q, '.');
	for (unsigned q = 0; q < SQUARES; q++)
		if (pieces[q] != '.' && b->squares[q] != pieces[q])
			hall_touch(o->hall, "B1", q, pieces[q]);
}

/* A client, and the last list that it heard. */
struct follower {
	struct client *c;
	char list[8 * PLIES];
	unsigned told; /* lists with moves or without */
	bool flipped;
};

static void expect_shown(const struct official_game *o, const char *list)
{
	for (unsigned i = 0; i < o->list_count; i++)
		if (strncmp(o->lists[i], list, strlen(list)) == 0)
			return;
	fail_msg("\"%s\" was never the official game; it is \"%s\"", list, o->lists[o->list_count - 1]);
}

static void hear(struct follower *f, const struct official_game *o)
{
	json_t *message, *one;
	size_t i;

	while ((message = hall_hears(f->c))) {
		const json_t *param = json_object_get(message, "param"), *san = json_object_get(param, "san");

		if (san) {
			f->told++;
			*f->list = '\0';
			json_array_foreach(san, i, one)
				strcat(strcat(f->list, json_string_value(one)), " ");
			if (o)
				expect_shown(o, f->list);
		}
		if (json_object_get(param, "flipped"))
			f->flipped = json_is_true(json_object_get(param, "flipped"));
		json_decref(message);
	}
}

static void set_up(struct follower *f, struct hall *h, const struct game_position *from)
{
	char text[400], fen[GAME_FEN];

	game_chess.format(from, fen);
	snprintf(text, sizeof(text),
		 "{\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":{\"fen\":\"%s\"}}}",
		 fen);
	hall_asks(h, f->c, text);
}

static void begin_follower(struct follower *f, struct hall *h, const struct game_position *from)
{
	*f = (struct follower){ .c = livechess_connect(&h->lc) };
	hall_asks(
		h, f->c,
		"{\"id\":2,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,\"param\":{\"serialnr\":\"B1\"}}}");
	set_up(f, h, from);
}

static void expect_list(struct follower *f, struct official_game *o, const char *list)
{
	hall_passes(o->hall, 10 * SECOND);
	hear(f, NULL);
	assert_string_equal(f->list, list);
}

static void open_hall(struct hall *h, struct official_game *o)
{
	hall_open(h, false);
	hall_board(h, "B1", "piece-id", "lever", START_PLACEMENT);
	begin_official(o, h, "1");
}

/* Each move by itself: a program takes what a list is longer by. */
static void caught_up_with(void **state)
{
	static const char *const moves[] = { "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6" };
	struct official_game o;
	struct follower f;
	struct hall h;

	open_hall(&h, &o);
	for (size_t i = 0; i < 8; i++)
		play_on_board(&o, moves[i]);
	begin_follower(&f, &h, &o.at[0]);
	expect_list(&f, &o, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 ");
	assert_int_equal(f.told, 9);
	play_on_board(&o, "e1g1");
	expect_list(&f, &o, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O ");
	set_up(&f, &h, &o.at[5]);
	expect_list(&f, &o, "a6 Ba4 Nf6 O-O ");
	set_up(&f, &h, &o.at[9]);
	expect_list(&f, &o, "");
	play_on_board(&o, "f8e7");
	expect_list(&f, &o, "Be7 ");
	hall_close(&h);
}

/* Pieces are put back to the start, and the game begins anew; the official game says so. */
static void taken_back_to_the_start(void **state)
{
	struct official_game o;
	struct follower f;
	struct hall h;

	open_hall(&h, &o);
	begin_follower(&f, &h, &o.at[0]);
	play_on_board(&o, "e2e4");
	play_on_board(&o, "e7e5");
	expect_list(&f, &o, "e4 e5 ");
	o.count = 0;
	set_up_board(&o);
	hall_passes(&h, 5 * SECOND);
	hear(&f, NULL);
	assert_string_equal(f.list, "e4 e5 ");
	publish_from(&o, 1);
	expect_list(&f, &o, "");
	play_on_board(&o, "d2d4");
	play_on_board(&o, "d7d5");
	expect_list(&f, &o, "d4 d5 ");
	hall_close(&h);
}

/* Set back by a position, set forward by a move that nobody saw, and a piece that a pawn became. */
static void positions_and_promotions(void **state)
{
	static const char *const moves[] = { "h2h4", "g7g5", "h4g5", "h7h6", "g5h6", "a7a6", "h6h7", "a6a5", "h7g8q" };
	struct official_game o;
	struct live_game *g;
	struct follower f;
	struct hall h;
	char placement[GAME_FEN];

	open_hall(&h, &o);
	g = live_of(&o);
	begin_follower(&f, &h, &o.at[0]);
	for (size_t i = 0; i < 9; i++)
		play_on_board(&o, moves[i]);
	expect_list(&f, &o, "h4 g5 hxg5 h6 gxh6 a6 h7 a5 hxg8=Q ");
	o.count--;
	play(&o, "h7g8n");
	publish_from(&o, 9);
	expect_list(&f, &o, "h4 g5 hxg5 h6 gxh6 a6 h7 a5 hxg8=N ");
	/* after five plies, by a position */
	o.count = 5;
	game_chess.format_placement(&o.at[5], placement);
	json_object_set_new(g->properties, "Placement", json_string(placement));
	g->is_set = true;
	live_tell(&h.live, LIVE_GAME, "1");
	expect_list(&f, &o, "h4 g5 hxg5 h6 gxh6 ");
	set_up_board(&o);
	/* and one further, by another */
	play(&o, "b7b6");
	game_chess.format_placement(&o.at[6], placement);
	json_object_set_new(g->properties, "Placement", json_string(placement));
	live_tell(&h.live, LIVE_GAME, "1");
	set_up_board(&o);
	expect_list(&f, &o, "h4 g5 hxg5 h6 gxh6 b6 ");
	hall_close(&h);
}

/* A game that is made void has no moves; the next one on the board is followed from the same position. */
static void games_made_void(void **state)
{
	struct official_game o, next;
	struct live_game *g;
	struct follower f;
	struct hall h;

	open_hall(&h, &o);
	begin_follower(&f, &h, &o.at[0]);
	play_on_board(&o, "e2e4");
	play_on_board(&o, "c7c5");
	expect_list(&f, &o, "e4 c5 ");
	g = live_of(&o);
	json_object_set_new(g->properties, "Result", json_string("void"));
	json_object_set_new(g->properties, "State", json_string("over"));
	g->over_us = h.now.realtime_us;
	live_tell(&h.live, LIVE_GAME, "1");
	expect_list(&f, &o, "");
	o.count = 0;
	set_up_board(&o);
	hall_passes(&h, 5 * SECOND);
	live_remove(&h.live, "/game/1");
	begin_official(&next, &h, "2");
	play_on_board(&next, "d2d4");
	expect_list(&f, &next, "d4 ");
	hall_close(&h);
}

/* The board is seen from the other side, and the moves stay. */
static void flipped_in_the_middle(void **state)
{
	struct official_game o;
	struct follower f;
	struct hall h;

	open_hall(&h, &o);
	begin_follower(&f, &h, &o.at[0]);
	play_on_board(&o, "e2e4");
	play_on_board(&o, "c7c5");
	expect_list(&f, &o, "e4 c5 ");
	for (int flip = 1; flip >= 0; flip--) {
		char text[200];

		snprintf(
			text, sizeof(text),
			"{\"id\":4,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"flip\",\"param\":{\"flip\":%s}}}",
			flip ? "true" : "false");
		hall_asks(&h, f.c, text);
		expect_list(&f, &o, flip ? "e4 c5 " : "e4 c5 Nf3 ");
		assert_int_equal(f.flipped, flip);
		if (flip) {
			play_on_board(&o, "g1f3");
			expect_list(&f, &o, "e4 c5 Nf3 ");
		}
	}
	hall_close(&h);
}

/* --- by chance --- */

struct random {
	uint64_t lot;
};

static unsigned random_below(struct random *random, unsigned n)
{
	random->lot = random->lot * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(random->lot >> 33) % n;
}

static bool random_move(const struct game_position *pos, struct random *random, char uci[static GAME_TEXT])
{
	struct game_moves all;

	game_chess.moves(pos, &all);
	if (!all.count)
		return false;
	game_chess.move_text(pos, &all.move[random_below(random, all.count)], uci);
	return true;
}

/* The daemon was away, and comes back with the game. */
static void restart_daemon(struct official_game *o)
{
	struct hall *h = o->hall;
	struct live_game *g;
	char placement[GAME_FEN];
	struct live_board *b;

	game_chess.format_placement(&o->at[o->count], placement);
	h->live.is_connected = false;
	live_clear(&h->live);
	live_tell(&h->live, LIVE_ALL, "");
	hall_passes(h, SECOND);
	h->live.is_connected = true;
	live_tell(&h->live, LIVE_ALL, "");
	b = hall_board(h, "B1", "piece-id", "lever", placement);
	assert_non_null(b);
	g = add_live_game(h, "1");
	json_decref(g->properties);
	g->properties = json_pack("{s:s, s:s, s:s, s:s, s:s}", "Board", "B1", "State", "running", "StartFen", START,
				  "Kind", "chess", "Result", "none");
	g->has_moves = true;
	live_tell(&h->live, LIVE_GAME, "1");
	hall_passes(h, 100000);
	g->is_read = true;
	publish_from(o, 1);
}

static void act(struct official_game *o, struct follower *f, unsigned *from, struct random *random)
{
	struct hall *h = o->hall;
	char uci[GAME_TEXT];

	switch (random_below(random, 12)) {
	case 0: /* taken back, and the pieces after it */
	case 1: /* … or before it */
		if (o->count <= *from)
			break;
		o->count = *from + random_below(random, o->count - *from);
		note_list(o, *from);
		if (random_below(random, 2))
			set_up_board(o);
		hall_passes(h, random_below(random, 3) * SECOND);
		publish_from(o, o->count + 1);
		set_up_board(o);
		break;
	case 2:
		restart_daemon(o);
		break;
	case 3: /* the web server was restarted: the program connects again, and names a position of the game */
		livechess_disconnect(&h->lc, f->c);
		*from = random_below(random, o->count + 1);
		forget_lists(o);
		note_list(o, *from);
		begin_follower(f, h, &o->at[*from]);
		break;
	case 4:
		hall_asks(
			h, f->c,
			"{\"id\":4,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"flip\",\"param\":{\"flip\":true}}}");
		break;
	case 5: /* a move that the sensors missed, told by a person */
		if (o->count + 1 >= PLIES || !random_move(&o->at[o->count], random, uci))
			break;
		play(o, uci);
		note_list(o, *from);
		publish_from(o, o->count);
		set_up_board(o);
		break;
	default:
		if (o->count + 1 >= PLIES || !random_move(&o->at[o->count], random, uci))
			break;
		play(o, uci);
		note_list(o, *from);
		o->count--;
		play_on_board(o, uci);
		break;
	}
}

#define GAMES 200

static void whatever_persons_do(void **state)
{
	for (unsigned game = 0; game < GAMES; game++) {
		struct random random = { game };
		struct official_game o;
		struct follower f;
		struct hall h;
		unsigned from = 0;
		char *want;

		open_hall(&h, &o);
		note_list(&o, 0);
		begin_follower(&f, &h, &o.at[0]);
		for (unsigned i = 0; i < 40; i++) {
			act(&o, &f, &from, &random);
			hall_passes(&h, random_below(&random, 4) * SECOND);
			hear(&f, &o);
		}
		hall_passes(&h, 10 * SECOND);
		hear(&f, &o);
		want = san_list(&o, from);
		if (strcmp(f.list, want) != 0)
			fail_msg("game %u: \"%s\", not \"%s\"", game, f.list, want);
		free(want);
		forget_lists(&o);
		hall_close(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(caught_up_with),	    cmocka_unit_test(taken_back_to_the_start),
		cmocka_unit_test(positions_and_promotions), cmocka_unit_test(games_made_void),
		cmocka_unit_test(flipped_in_the_middle),    cmocka_unit_test(whatever_persons_do),
	};

	return cmocka_run_group_tests_name("livechess/official", tests, NULL, NULL);
}
