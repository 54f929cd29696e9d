/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pairings.h"
#include "daemon/bus/replies.h"
#include "daemon/tournaments/export.h"
#include "daemon/games/game-acts.h"

struct change {
	struct tournament *event;
	struct pairing *pairing; /* of the round's next state */
	json_t *was, *now;
	const char *end; /* the result that the game is to end with, NULL it is not to */
	struct live_game *ended;
	char game[PAIRING_GAME];    /* that was there, whatever becomes of it; "" none */
	enum input_type present[2]; /* of WHITE and BLACK: INPUT_ARRIVE or INPUT_AWAIT, 0 nothing */
	struct live_board *to;	    /* the board on which the game is to go on, NULL the same */
	sd_bus_error *error;
};

static bool has_game(const struct pairing *pairing)
{
	return *pairing->game != '\0';
}

static int change_result(struct change *c, const char *text)
{
	struct live_game *s = pairing_live_game(c->event, c->pairing);
	const struct game *game = event_game(c->event->file->rulebook);
	bool runs = s && !s->over, awaits = s && live_game_awaits_result(s);
	char read[8] = "";
	const char *result;

	if (c->pairing->bye)
		return fault(c->error, ERROR_REFUSED, "A bye has no result");
	result = strcmp(text, "none") != 0 && (result_read(text, strlen(text), read) < 0 || !*read) ?
			 NULL :
			 pairing_result_in(game->results, read);
	if (!result)
		return fault(c->error, ERROR_UNKNOWN_WORD,
			     "A result is %s, %s, %s, %s, and not played +/-, -/+, -/-, or none; not \"%.40s\"",
			     game->results[0], game->results[1], game->results[2], game->results[3], text);
	if (runs && (pairing_is_forfeit(result) || !*result))
		return fault(c->error, ERROR_REFUSED, "Game %s goes on; only a game that has not begun is forfeited",
			     s->id);
	json_object_set_new(c->was, "result", json_string(pairing_result(c->event, c->pairing)));
	json_object_set_new(c->now, "result", json_string(result));
	if (runs || (awaits && *result && !pairing_is_forfeit(result))) {
		c->end = json_string_value(json_object_get(c->now, "result"));
		c->ended = s;
		*c->pairing->given = '\0'; /* where an appeal took away a given one */
	} else {
		snprintf(c->pairing->given, sizeof(c->pairing->given), "%s", result);
	}
	return 0;
}

/*
 * A game that ought not to have been played: it ends without a result where it goes on, and stays in the journal. Its
 * pairing is as before it began.
 */
static int make_void(struct change *c, const char *text)
{
	struct live_game *s = pairing_live_game(c->event, c->pairing);

	if (strcmp(text, "void") != 0)
		return fault(c->error, ERROR_UNKNOWN_WORD, "A game is \"void\", not \"%.40s\"", text);
	if (!has_game(c->pairing))
		return fault(c->error, ERROR_REFUSED, "No game has begun there");
	if (pairing_add_void(c->pairing, c->pairing->game) < 0)
		return -ENOMEM;
	json_object_set_new(c->was, "game", json_string(c->pairing->game));
	json_object_set_new(c->was, "result", json_string(pairing_result(c->event, c->pairing)));
	json_object_set_new(c->now, "game", json_string("void"));
	*c->pairing->game = '\0';
	*c->pairing->given = '\0';
	pairing_set_game_result(c->pairing, "");
	pairing_set_paused(c->pairing, false);
	if (s && !s->over) {
		c->end = "none";
		c->ended = s;
	}
	return 0;
}

static int change_board(struct change *c, const char *text)
{
	struct live_game *s = pairing_live_game(c->event, c->pairing);
	int r;

	if (has_game(c->pairing) && (!s || s->over))
		return fault(c->error, ERROR_REFUSED, "Game %s is over", c->pairing->game);
	if (s) {
		c->to = live_board_find(c->event->context, text);
		if (!c->to)
			return fault(c->error, ERROR_NO_SUCH_BOARD, "There is no board \"%.60s\"", text);
		r = live_game_move_check(s, c->to, c->error);
		if (r < 0)
			return r;
	}
	json_object_set_new(c->was, "board", json_string(c->pairing->board_name));
	json_object_set_new(c->now, "board", json_string(text));
	return pairing_set_board_name(c->pairing, text);
}

static int swap_colours(struct change *c, const char *text)
{
	static const char *const mirrored[][2] = { { "1-0", "0-1" }, { "0-1", "1-0" }, { "2-0", "0-2" },
						   { "0-2", "2-0" }, { "+/-", "-/+" }, { "-/+", "+/-" } };
	const struct player white = c->pairing->player[0];

	if (strcmp(text, "swapped") != 0)
		return fault(c->error, ERROR_UNKNOWN_WORD, "Colours are \"swapped\", not \"%.40s\"", text);
	if (has_game(c->pairing) || c->pairing->bye)
		return fault(c->error, ERROR_REFUSED, "Colours are swapped before a game begins");
	json_object_set_new(c->now, "colours", json_string("swapped"));
	c->pairing->player[0] = c->pairing->player[1];
	c->pairing->player[1] = white;
	for (size_t i = 0; i < sizeof(mirrored) / sizeof(mirrored[0]); i++)
		if (strcmp(c->pairing->given, mirrored[i][0]) == 0) {
			strcpy(c->pairing->given, mirrored[i][1]);
			break;
		}
	return 0;
}

/* Who has made a turn is there. */
static bool has_played(const struct live_game *s, enum side side)
{
	for (unsigned i = 0; i < s->published.line.count; i++)
		if (s->published.line.told[i].side == side)
			return true;
	return false;
}

/* In a game that goes on. */
static int change_present(struct change *c, const struct live_game *s, const bool absent[2])
{
	for (enum side side = WHITE; side <= BLACK; side++) {
		if (absent[side] && has_played(s, side))
			return fault(c->error, ERROR_REFUSED, "%s has made a move in game %s, so he is there",
				     side == WHITE ? "White" : "Black", s->id);
		if (absent[side] != s->published.absent[side])
			c->present[side] = absent[side] ? INPUT_AWAIT : INPUT_ARRIVE;
	}
	return 0;
}

/* Who is not at the board, also when that is found after the start: how late he may come is the event's. */
static int change_absent(struct change *c, const char *text)
{
	const bool both = strcmp(text, "both") == 0,
		   absent[2] = { both || strcmp(text, "white") == 0, both || strcmp(text, "black") == 0 };
	const struct live_game *s = pairing_live_game(c->event, c->pairing);

	if (strcmp(text, "white") != 0 && strcmp(text, "black") != 0 && strcmp(text, "both") != 0 &&
	    strcmp(text, "none") != 0)
		return fault(c->error, ERROR_UNKNOWN_WORD, "Absent is white, black, both or none, not \"%.40s\"", text);
	if (c->pairing->bye)
		return fault(c->error, ERROR_REFUSED, "At a bye nobody is awaited");
	if (has_game(c->pairing) && (!s || s->over))
		return fault(c->error, ERROR_REFUSED, "Game %s is over", c->pairing->game);
	json_object_set_new(c->was, "absent", json_string(s ? live_game_absent(s) : c->pairing->absent));
	json_object_set_new(c->now, "absent", json_string(text));
	if (s)
		return change_present(c, s, absent);
	pairing_set_absent(c->pairing, strcmp(text, "none") == 0 ? "" : text);
	return 0;
}

static int change_player(struct change *c, unsigned side, const char *key, enum player_field field, const char *text)
{
	struct player *player = &c->pairing->player[side], read = { 0 };
	struct text_fault where = { 0 };

	if (c->pairing->bye && side == 1)
		return fault(c->error, ERROR_REFUSED, "A bye is one player's");
	if (player_set(&read, field, text, strlen(text), 1, 1, &where) < 0)
		return fault(c->error, ERROR_BAD_ARGUMENT, "%s: %s", key, where.reason);
	if (field == PLAYER_NAME && !*read.name)
		return fault(c->error, ERROR_BAD_ARGUMENT, "%s: a name is expected", key);
	json_object_set_new(c->was, key, json_string(player_text(player, field)));
	json_object_set_new(c->now, key, json_string(player_text(&read, field)));
	return player_put(player, field, player_text(&read, field));
}

static int change_one(struct change *c, const char *key, const char *text)
{
	static const struct {
		const char *key;
		unsigned side;
		enum player_field field;
	} keys[] = {
		{ "white", 0, PLAYER_NAME },	    { "black", 1, PLAYER_NAME },
		{ "white_fide", 0, PLAYER_FIDE },   { "black_fide", 1, PLAYER_FIDE },
		{ "white_elo", 0, PLAYER_ELO },	    { "black_elo", 1, PLAYER_ELO },
		{ "white_title", 0, PLAYER_TITLE }, { "black_title", 1, PLAYER_TITLE },
		{ "white_team", 0, PLAYER_TEAM },   { "black_team", 1, PLAYER_TEAM },
		{ "white_fed", 0, PLAYER_FED },	    { "black_fed", 1, PLAYER_FED },
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strcmp(key, keys[i].key) == 0)
			return change_player(c, keys[i].side, key, keys[i].field, text);
	if (strcmp(key, "result") == 0)
		return change_result(c, text);
	if (strcmp(key, "game") == 0)
		return make_void(c, text);
	if (strcmp(key, "board") == 0)
		return change_board(c, text);
	if (strcmp(key, "colours") == 0)
		return swap_colours(c, text);
	if (strcmp(key, "absent") == 0)
		return change_absent(c, text);
	return fault(
		c->error, ERROR_UNKNOWN_WORD,
		"There is no \"%.40s\" to change; there are: result, game, white, black, board, colours, absent, and fide, elo, title, team "
		"and fed of both, as white_elo",
		key);
}

/* The game's own part of it. */
static int apply(struct change *c)
{
	struct live_game *s = pairing_live_game(c->event, c->pairing);
	struct input end = { .type = INPUT_END, .side = NO_SIDE };
	int r = 0;

	for (enum side side = WHITE; side <= BLACK && r >= 0; side++)
		if (c->present[side])
			r = live_game_request(s, &(struct input){ .type = c->present[side], .side = side }, NULL,
					      c->error);
	if (r < 0)
		return r;
	if (c->end) {
		strcpy(end.text, c->end);
		return live_game_request(c->ended, &end, NULL, c->error);
	}
	return c->to ? live_game_move(s, c->to->name) : 0;
}

/* On its way to the disk. */
struct staged_change {
	struct tournament *event;
	struct live_round *round;
	struct round *next;
	unsigned board;
	char game[PAIRING_GAME];
	char *left; /* the board from which the game was moved, NULL none */
	sd_bus_message *call;
};

static void staged_change_free(struct staged_change *staged)
{
	round_unref(staged->next);
	sd_bus_message_unref(staged->call);
	free(staged->left);
	free(staged);
}

static struct pairing *changed(const struct staged_change *staged)
{
	return round_pairing(staged->next, staged->board);
}

/* The game is where it was. */
static void move_back(struct staged_change *staged)
{
	struct live_game *s = staged->left ? pairing_live_game(staged->event, changed(staged)) : NULL;

	if (s && strcmp(s->board_name, staged->left) != 0)
		live_game_move(s, staged->left);
}

static void round_change_on_written(void *userdata, const sd_bus_error *error)
{
	struct staged_change *staged = userdata;
	struct tournament *e = staged->event;
	json_t *shown;

	if (error) {
		move_back(staged);
		sd_bus_reply_method_error(staged->call, error);
	} else {
		if (*staged->game)
			pairing_record_correct(e->context, staged->game);
		exporter_pairing_changed(e, staged->round, changed(staged));
		if (changed(staged)->begins.is) /* perhaps on another board */
			round_start_await(e, staged->round);
		shown = pairing_shown(e, changed(staged));
		tournament_signal_pairing(e->context, e->path, staged->round->number, staged->board, shown);
		json_decref(shown);
		sd_bus_reply_method_return(staged->call, NULL);
	}
	staged_change_free(staged);
}

/*
 * Killed before its record is written, it is written at the next start; so is that of a game whose state was damaged,
 * and one that the journal does not have any more gets none.
 */
static int stage_corrected(const struct change *c)
{
	struct journal *journal = c->event->context->journal;
	int r = *c->game ? journal_stage_corrected(journal, journal_game_number(c->game)) : 0;

	if (r >= 0 || r == -EBADMSG || r == -ENOENT)
		return 0;
	return r == -ENOMEM ? r :
			      fault(c->error, ERROR_JOURNAL, "The journal cannot be read: %s", journal_error(journal));
}

/* Its own part is done to the game before the round says so; it is undone where the round cannot. */
static int commit(struct change *c, struct live_round *round, struct round *next, const struct round_act *act,
		  sd_bus_message *call)
{
	struct live_game *moved = c->to ? pairing_live_game(c->event, c->pairing) : NULL;
	struct staged_change *staged = calloc(1, sizeof(*staged));
	int r = 0;

	if (!staged)
		return -ENOMEM;
	*staged = (struct staged_change){ .event = c->event,
					  .round = round,
					  .next = round_ref(next),
					  .board = c->pairing->board,
					  .call = sd_bus_message_ref(call) };
	strcpy(staged->game, c->game);
	if (moved && !(staged->left = strdup(moved->board_name)))
		r = -ENOMEM;
	if (r >= 0)
		r = apply(c);
	if (r >= 0)
		r = stage_corrected(c);
	if (r >= 0)
		r = round_commit(c->event, NULL, next, NULL, act, round_change_on_written, staged, c->error);
	if (r < 0) {
		move_back(staged);
		staged_change_free(staged);
	}
	return r;
}

int round_change(struct tournament *e, struct live_round *round, unsigned board, const json_t *changes,
		 const char *reason, uint64_t revision, uint32_t uid, sd_bus_message *call, sd_bus_error *error)
{
	struct change c = { .event = e, .error = error, .was = json_object(), .now = json_object() };
	struct round *next = round_copy(round->now);
	struct round_act act = { .what = "change", .uid = uid };
	const char *key;
	json_t *value;
	int r;

	c.pairing = next ? round_pairing(next, board) : NULL;
	if (c.pairing)
		strcpy(c.game, c.pairing->game);
	if (!next)
		r = -ENOMEM;
	else if (round->starting)
		r = fault(error, ERROR_CONFLICT, "Games of round %u of %s are beginning; look at it again",
			  round->number, e->id);
	else if (!c.pairing)
		r = round_no_table(e, round->now, board, error);
	else
		r = round_check_revision(e, round->now, revision, error);
	/* what else is changed is changed as if the game had not begun */
	if (r >= 0 && json_object_get(changes, "game"))
		r = change_one(&c, "game", json_string_value(json_object_get(changes, "game")));
	json_object_foreach((json_t *)changes, key, value)
		if (r >= 0 && strcmp(key, "game") != 0)
			r = change_one(&c, key, json_string_value(value));
	act.details = json_pack("{s:i, s:O, s:O, s:s}", "table", (int)board, "was", c.was, "now", c.now, "reason",
				reason);
	if (r >= 0)
		r = commit(&c, round, next, &act, call);
	json_decref(act.details);
	json_decref(c.was);
	json_decref(c.now);
	round_unref(next);
	return r < 0 ? r : 1;
}
