/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/live.h"

#include <string.h>

static json_int_t live_publication_number(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

enum side live_side(const char *word)
{
	return strcmp(word, "white") == 0 ? WHITE : strcmp(word, "black") == 0 ? BLACK : NO_SIDE;
}

static void take_move(struct live_game *game, const json_t *p, int64_t made_us)
{
	const json_int_t ply = live_publication_number(p, "ply");
	const char *state = live_text(p, "state");
	const struct live_move *old = ply > 0 && (size_t)ply <= game->count ? &game->moves[ply - 1] : NULL;
	json_t *move, *left = old ? json_object_get(old->json, "left_us") : NULL;

	if (ply < 1 || strcmp(state, "provisional") == 0)
		return; /* only set down: not a move yet */
	game->is_set = false;
	if (!game->has_moves) {
		; /* they are on the way, and this one among them */
	} else if (strcmp(state, "undone") == 0) {
		live_forget_moves(game, (size_t)ply);
	} else {
		move = json_pack("{s:I, s:s, s:s, s:s, s:o, s:I}", "ply", ply, "side", live_text(p, "side"), "uci",
				 live_text(p, "uci"), "placement", live_text(p, "placement"), "left_us",
				 left ? json_incref(left) : json_null(), "t_us", live_publication_number(p, "t_us"));
		if (*live_text(p, "san"))
			json_object_set(move, "san", json_object_get(p, "san"));
		live_set_move(game, (size_t)ply, move, made_us);
	}
	if (*live_text(p, "placement"))
		json_object_set(game->properties, "Placement", json_object_get(p, "placement"));
}

/* The clock of the same instant says what the mover had left after his press. */
static void take_time_left(struct live_game *game, const json_t *p)
{
	struct live_move *last = game->count ? &game->moves[game->count - 1] : NULL;
	json_t *move;

	if (!last || live_publication_number(last->json, "t_us") != live_publication_number(p, "t_us"))
		return;
	move = json_copy(last->json);
	json_object_set(move, "left_us",
			json_object_get(p, live_side(live_text(move, "side")) == WHITE ? "white_us" : "black_us"));
	live_set_move(game, game->count, move, last->made_us);
}

void live_publication_take(struct live_game *game, const json_t *p, int64_t made_us)
{
	const char *type = live_text(p, "type"), *fen = live_text(p, "fen");

	if (strcmp(type, "move") == 0) {
		take_move(game, p, made_us);
	} else if (strcmp(type, "clock") == 0) {
		take_time_left(game, p);
	} else if (strcmp(type, "position") == 0) {
		json_object_set_new(game->properties, "Placement", json_stringn(fen, strcspn(fen, " ")));
		game->is_set = true;
	} else if (strcmp(type, "undone") == 0) {
		live_set_ruling(game,
				json_is_object(json_object_get(p, "ruling")) ? json_object_get(p, "ruling") : NULL);
	} else if (strcmp(type, "ruling") == 0 && strcmp(live_text(p, "ruling"), "move-accepted") != 0) {
		live_set_ruling(game, p);
	}
}
