/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The methods of org.flagfall1.Game by which persons act; who may call them is checked there. */

#include <errno.h>
#include <string.h>

#include "build/data/bus-vtables.h"
#include "daemon/bus/details.h"
#include "daemon/bus/errors.h"
#include "daemon/games/game-requests.h"

static enum side side_parse(const char *text)
{
	return strcmp(text, "white") == 0 ? WHITE : strcmp(text, "black") == 0 ? BLACK : NO_SIDE;
}

int game_method_claim(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	const char *side, *claim;
	json_t *object;
	int r = live_game_may_act(s, m, ACCESS_OPERATE, error);

	if (r <= 0)
		return access_pending(r);
	object = json_object();
	r = sd_bus_message_read(m, "ss", &side, &claim);
	if (r >= 0 && strcmp(side, "white") != 0 && strcmp(side, "black") != 0 && strcmp(side, "spectator") != 0)
		r = fault(error, ERROR_UNKNOWN_WORD,
			  "A claim is made by \"white\", \"black\" or \"spectator\", not by \"%s\"", side);
	if (r >= 0 && !claim_is_claimed((enum claim_kind)claim_from_name(claim)))
		r = fault_word(error, "claim", claim, WORDS_CLAIMS);
	if (r >= 0)
		r = details_read(m, details_of_claims, object, error);
	if (r >= 0)
		r = live_game_hears(s, (enum claim_kind)claim_from_name(claim), error);
	if (r >= 0) {
		json_object_set_new(object, "type", json_string("claim"));
		json_object_set_new(object, "by", json_string(side));
		json_object_set_new(object, "claim", json_string(claim));
		r = live_game_request_json(s, m, object, error);
	}
	json_decref(object);
	return r;
}

/* Of a game that is over only its result is given, where an appeal has taken away the one that it had. */
static bool takes(const struct live_game *s, const struct input *input)
{
	return !s->over || (input->type == INPUT_END && live_game_awaits_result(s));
}

static int ask_plain(sd_bus_message *m, struct live_game *s, enum access_role role, struct input *input,
		     sd_bus_error *error)
{
	int r = live_game_may_act(s, m, role, error);

	if (r <= 0)
		return access_pending(r);
	if (!takes(s, input))
		return fault(error, ERROR_GAME_OVER, "Game %s is over", s->id);
	return live_game_request(s, input, m, error);
}

/* A claim of one of the players that needs no more words. */
static int claim_plainly(sd_bus_message *m, struct live_game *s, enum claim_kind claim, sd_bus_error *error)
{
	struct input input = input_at(0, INPUT_CLAIM);
	const char *side;
	int r = sd_bus_message_read(m, "s", &side);

	input.claim = claim;
	if (r < 0)
		return r;
	if (side_parse(side) == NO_SIDE)
		return fault(error, ERROR_UNKNOWN_WORD, "A side is \"white\" or \"black\", not \"%s\"", side);
	input.by = side_parse(side) == WHITE ? PERSON_WHITE : PERSON_BLACK;
	r = live_game_may_act(s, m, ACCESS_OPERATE, error);
	if (r <= 0)
		return access_pending(r);
	r = live_game_hears(s, claim, error);
	return r < 0 ? r : live_game_request(s, &input, m, error);
}

int game_method_offer_draw(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return claim_plainly(m, userdata, CLAIM_OFFER_DRAW, error);
}

int game_method_accept_draw(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return claim_plainly(m, userdata, CLAIM_ACCEPT_DRAW, error);
}

int game_method_decline_draw(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return claim_plainly(m, userdata, CLAIM_DECLINE_DRAW, error);
}

int game_method_resign(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return claim_plainly(m, userdata, CLAIM_RESIGN, error);
}

int game_method_pause(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return ask_plain(m, userdata, ACCESS_OPERATE, &(struct input){ .type = INPUT_PAUSE, .side = NO_SIDE }, error);
}

static int ask_with_side(sd_bus_message *m, struct live_game *s, enum input_type type, sd_bus_error *error)
{
	struct input input = { .type = type };
	const char *side;
	int r = sd_bus_message_read(m, "s", &side);

	if (r < 0)
		return r;
	input.side = side_parse(side);
	if (input.side == NO_SIDE)
		return fault(error, ERROR_UNKNOWN_WORD, "A side is \"white\" or \"black\", not \"%s\"", side);
	return ask_plain(m, s, ACCESS_OPERATE, &input, error);
}

int game_method_resume(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return ask_with_side(m, userdata, INPUT_RESUME, error);
}

int game_method_arrive(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return ask_with_side(m, userdata, INPUT_ARRIVE, error);
}

/* As a lever of the board: who may hear what it leads to hears it, the caller no more than others. */
int game_method_press(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	const char *word;
	enum side side;
	int r = live_game_may_press(s, m, ACCESS_OPERATE, error);

	if (r <= 0)
		return access_pending(r);
	r = sd_bus_message_read(m, "s", &word);
	if (r < 0)
		return r;
	side = side_parse(word);
	if (side == NO_SIDE)
		return fault(error, ERROR_UNKNOWN_WORD, "A side is \"white\" or \"black\", not \"%s\"", word);
	if (s->over && s->context->journal_fault[0])
		return live_game_journal_fault(s, error);
	if (s->over)
		return fault(error, ERROR_GAME_OVER, "Game %s is over", s->id);
	if (s->setup.lever != LEVER_HAND)
		return fault(
			error, ERROR_REFUSED,
			s->setup.lever == LEVER_BOARD ?
				"Game %s is played with the board's own lever; start it with lever \"hand\" to press another" :
				"Game %s was started without a lever; start it with lever \"hand\" to press one",
			s->id);
	r = live_game_request_press(s, side, m, error);
	if (r < 0)
		return r;
	if (s->context->journal_fault[0]) /* it was pressed; what it leads to is heard when it can be */
		return sd_bus_reply_method_return(m, "as", 0);
	/* what it led to is heard before the reply */
	return publication_queue_add_reply(&s->context->queue, s, m, NULL) < 0 ? -ENOMEM : 1;
}

static int ask_with_text(sd_bus_message *m, struct live_game *s, enum input_type type, const char *text,
			 sd_bus_error *error)
{
	struct input input = { .type = type, .side = NO_SIDE };

	if (strlen(text) >= sizeof(input.text))
		return fault(error, ERROR_BAD_ARGUMENT, "This text is too long");
	strcpy(input.text, text);
	return ask_plain(m, s, ACCESS_ARBITRATE, &input, error);
}

int game_method_end(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	const char *const *results = s->setup.core.game->results;
	const char *result;
	int r = sd_bus_message_read(m, "s", &result);

	if (r < 0)
		return r;
	for (int i = 0; i < 4; i++)
		if (strcmp(result, results[i]) == 0)
			return ask_with_text(m, s, INPUT_END, result, error);
	return fault(error, ERROR_UNKNOWN_WORD, "A result is %s, %s, %s or %s, not \"%s\"", results[0], results[1],
		     results[2], results[3], result);
}

int game_method_take_back(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	struct input input = { .type = INPUT_TAKEBACK, .side = NO_SIDE };
	int r = sd_bus_message_read(m, "u", &input.count);

	if (r < 0)
		return r;
	if (input.count == 0)
		return fault(error, ERROR_BAD_ARGUMENT, "At least one turn must be taken back");
	/* of the turns that whoever asks can see; one that is still being read is not among them */
	if (!s->over && !s->context->journal_fault[0] && input.count > s->published.line.count)
		return fault(error, ERROR_REFUSED, "Game %s shows %u turns; %u cannot be taken back", s->id,
			     s->published.line.count, input.count);
	return ask_plain(m, s, ACCESS_ARBITRATE, &input, error);
}

int game_method_set_position(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	struct game_error e = { 0 };
	struct game_position pos;
	const char *fen;
	int r = sd_bus_message_read(m, "s", &fen);

	if (r < 0)
		return r;
	if (s->setup.core.game->parse(fen, &pos, &e) < 0 || s->setup.core.game->playable(&pos, &e) < 0)
		return fault(error, ERROR_BAD_FEN, "fen: %s: %s", e.field, e.reason);
	return ask_with_text(m, s, INPUT_POSITION, fen, error);
}

int game_method_set_promotion(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	struct input input = { .type = INPUT_PROMOTION, .side = NO_SIDE };
	const char *piece;
	int r = sd_bus_message_read(m, "s", &piece);

	if (r < 0)
		return r;
	if (strlen(piece) != 1 || !strchr(s->setup.core.game->pieces, piece[0]))
		return fault(error, ERROR_BAD_ARGUMENT, "A piece is one letter of \"%s\", not \"%s\"",
			     s->setup.core.game->pieces, piece);
	input.piece = piece[0];
	return ask_plain(m, s, ACCESS_ARBITRATE, &input, error);
}

int game_method_tell_move(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	const char *move;
	int r = sd_bus_message_read(m, "s", &move);

	return r < 0 ? r : ask_with_text(m, userdata, INPUT_MOVE, move, error);
}
