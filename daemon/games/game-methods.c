/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The methods of org.flagfall1.Game by which persons act: each reads its arguments, asks who may, acts, and answers. */

#include <errno.h>
#include <string.h>

#include "build/data/bus-vtables.h"
#include "daemon/bus/replies.h"
#include "daemon/games/game-acts.h"
#include "formats/pairings.h"

/* --- reading: what a call says, into an input; 0, or what is wrong with it --- */

typedef int read_input_fn(const struct live_game *s, sd_bus_message *m, struct input *input, sd_bus_error *wrong);

static int read_nothing(const struct live_game *s, sd_bus_message *m, struct input *input, sd_bus_error *wrong)
{
	return 0;
}

static int read_side(const struct live_game *s, sd_bus_message *m, struct input *input, sd_bus_error *wrong)
{
	const char *side;
	int r = sd_bus_message_read(m, "s", &side);

	if (r < 0)
		return r;
	input->side = strcmp(side, "white") == 0 ? WHITE : strcmp(side, "black") == 0 ? BLACK : NO_SIDE;
	if (input->side == NO_SIDE)
		return fault(wrong, ERROR_UNKNOWN_WORD, "A side is \"white\" or \"black\", not \"%s\"", side);
	return 0;
}

static int read_claimant(const struct live_game *s, sd_bus_message *m, struct input *input, sd_bus_error *wrong)
{
	struct input side;
	int r = read_side(s, m, &side, wrong);

	input->by = r >= 0 && side.side == WHITE ? PERSON_WHITE : PERSON_BLACK;
	return r;
}

static int set_text(struct input *input, const char *text, sd_bus_error *wrong)
{
	if (strlen(text) >= sizeof(input->text))
		return fault(wrong, ERROR_BAD_ARGUMENT, "This text is too long");
	strcpy(input->text, text);
	return 0;
}

static int read_text(const struct live_game *s, sd_bus_message *m, struct input *input, sd_bus_error *wrong)
{
	const char *text;
	int r = sd_bus_message_read(m, "s", &text);

	return r < 0 ? r : set_text(input, text, wrong);
}

static int read_result(const struct live_game *s, sd_bus_message *m, struct input *input, sd_bus_error *wrong)
{
	const char *const *results = s->setup.core.game->results;
	const char *word, *result = NULL;
	char read[8] = "";
	int r = sd_bus_message_read(m, "s", &word);

	if (r < 0)
		return r;
	if (result_read(word, strlen(word), read) == 0 && *read && !pairing_is_forfeit(read))
		result = pairing_result_in(results, read);
	if (result)
		return set_text(input, result, wrong);
	return fault(wrong, ERROR_UNKNOWN_WORD,
		     "A result is %s (White wins), %s (Black wins), %s (a draw) or %s (both lose), not \"%s\"",
		     results[0], results[1], results[2], results[3], word);
}

static int read_position(const struct live_game *s, sd_bus_message *m, struct input *input, sd_bus_error *wrong)
{
	struct game_error e = { 0 };
	struct game_position pos;
	char example[GAME_FEN];
	const char *fen;
	int r = sd_bus_message_read(m, "s", &fen);

	if (r < 0)
		return r;
	if (s->setup.core.game->parse(fen, &pos, &e) < 0 || s->setup.core.game->playable(&pos, &e) < 0)
		return fault(wrong, ERROR_BAD_FEN, "fen: %s: %s; a position is expected as this one: %.100s", e.field,
			     e.reason, (s->setup.core.game->format(&s->setup.core.start, example), example));
	return set_text(input, fen, wrong);
}

static int read_turns(const struct live_game *s, sd_bus_message *m, struct input *input, sd_bus_error *wrong)
{
	int r = sd_bus_message_read(m, "u", &input->count);

	if (r < 0 || input->count > 0)
		return r;
	return fault(wrong, ERROR_BAD_ARGUMENT, "At least one turn must be taken back");
}

static int read_piece(const struct live_game *s, sd_bus_message *m, struct input *input, sd_bus_error *wrong)
{
	const bool chess = strchr(s->setup.core.game->pieces, 'q');
	const char *pieces = chess ? "qrbnQRBN" : s->setup.core.game->pieces, *piece;
	int r = sd_bus_message_read(m, "s", &piece);

	if (r < 0)
		return r;
	if (strlen(piece) != 1 || !strchr(pieces, piece[0]))
		return fault(wrong, ERROR_BAD_ARGUMENT,
			     chess ? "A pawn becomes a queen, rook, bishop or knight (q, r, b or n), not \"%s\"" :
				     "\"%s\" is no piece of this game",
			     piece);
	input->piece = piece[0];
	return 0;
}

/* --- acting --- */

/* Of a game that is over only its result is given, where an appeal has taken away the one that it had. */
static bool takes(const struct live_game *s, const struct input *input)
{
	return !s->over || (input->type == INPUT_END && live_game_awaits_result(s));
}

/* Can it be done in this game now? */
static int check_input(struct live_game *s, const struct input *input, sd_bus_error *error)
{
	if (input->type == INPUT_CLAIM)
		return live_game_hears(s, input->claim, error);
	if (!takes(s, input))
		return live_game_refuse_over(s, error);
	/* of the turns that whoever asks can see; one that is still being read is not among them */
	if (input->type == INPUT_TAKEBACK && s->published.line.count == 0)
		return fault(error, ERROR_REFUSED, "Game %s shows no turn yet that could be taken back", s->id);
	if (input->type == INPUT_TAKEBACK && input->count > s->published.line.count)
		return fault(error, ERROR_REFUSED, "Game %s shows %u turn%s, so no more can be taken back, not %u",
			     s->id, s->published.line.count, s->published.line.count == 1 ? "" : "s", input->count);
	return 0;
}

/* Its arguments are read into the input, who may is asked, it is done, and answered when it was ruled on. */
static int act(struct live_game *s, sd_bus_message *m, enum access_role role, struct input input,
	       read_input_fn *read_input, sd_bus_error *error)
{
	sd_bus_error wrong = SD_BUS_ERROR_NULL;
	const int read = read_input(s, m, &input, &wrong);
	int r = access_goes_on(live_game_may_act(s, m, role, error), read, &wrong, error);

	if (r <= 0)
		return access_pending(r);
	r = check_input(s, &input, error);
	return r < 0 ? r : live_game_request(s, &input, m, error);
}

/* A claim of one of the players that needs no more words. */
static int claim_plainly(struct live_game *s, sd_bus_message *m, enum claim_kind claim, sd_bus_error *error)
{
	struct input input = input_at(0, INPUT_CLAIM);

	input.claim = claim;
	return act(s, m, ACCESS_OPERATE, input, read_claimant, error);
}

static int act_plainly(struct live_game *s, sd_bus_message *m, enum access_role role, enum input_type type,
		       read_input_fn *read_input, sd_bus_error *error)
{
	return act(s, m, role, (struct input){ .type = type, .side = NO_SIDE }, read_input, error);
}

int game_method_offer_draw(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return claim_plainly(userdata, m, CLAIM_OFFER_DRAW, error);
}

int game_method_accept_draw(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return claim_plainly(userdata, m, CLAIM_ACCEPT_DRAW, error);
}

int game_method_decline_draw(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return claim_plainly(userdata, m, CLAIM_DECLINE_DRAW, error);
}

int game_method_resign(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return claim_plainly(userdata, m, CLAIM_RESIGN, error);
}

int game_method_pause(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return act_plainly(userdata, m, ACCESS_OPERATE, INPUT_PAUSE, read_nothing, error);
}

int game_method_resume(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return act_plainly(userdata, m, ACCESS_OPERATE, INPUT_RESUME, read_side, error);
}

int game_method_arrive(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return act_plainly(userdata, m, ACCESS_OPERATE, INPUT_ARRIVE, read_side, error);
}

int game_method_end(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return act_plainly(userdata, m, ACCESS_ARBITRATE, INPUT_END, read_result, error);
}

int game_method_take_back(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return act_plainly(userdata, m, ACCESS_ARBITRATE, INPUT_TAKEBACK, read_turns, error);
}

int game_method_set_position(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return act_plainly(userdata, m, ACCESS_ARBITRATE, INPUT_POSITION, read_position, error);
}

int game_method_set_promotion(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return act_plainly(userdata, m, ACCESS_ARBITRATE, INPUT_PROMOTION, read_piece, error);
}

int game_method_tell_move(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return act_plainly(userdata, m, ACCESS_ARBITRATE, INPUT_MOVE, read_text, error);
}

static int claim(struct live_game *s, sd_bus_message *m, const char *side, const char *word, json_t *object,
		 sd_bus_error *error)
{
	int r = live_game_hears(s, (enum claim_kind)claim_from_name(word), error);

	if (r < 0)
		return r;
	json_object_set_new(object, "type", json_string("claim"));
	json_object_set_new(object, "by", json_string(side));
	json_object_set_new(object, "claim", json_string(word));
	return live_game_request_json(s, m, object, error);
}

int game_method_claim(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	sd_bus_error wrong = SD_BUS_ERROR_NULL;
	const char *side, *word;
	json_t *object = json_object();
	int read = sd_bus_message_read(m, "ss", &side, &word), r;

	if (read >= 0 && strcmp(side, "white") != 0 && strcmp(side, "black") != 0 && strcmp(side, "spectator") != 0)
		read = fault(&wrong, ERROR_UNKNOWN_WORD,
			     "A claim is made by \"white\", \"black\" or \"spectator\", not by \"%s\"", side);
	if (read >= 0 && !claim_is_claimed((enum claim_kind)claim_from_name(word)))
		read = fault_word(&wrong, "claim", word, WORDS_CLAIMS);
	if (read >= 0)
		read = details_read(m, details_of_claims, object, &wrong);
	r = access_goes_on(live_game_may_act(s, m, ACCESS_OPERATE, error), read, &wrong, error);
	if (r > 0)
		r = claim(s, m, side, word, object, error);
	json_decref(object);
	return access_pending(r);
}

/* As a lever of the board: who may hear what it leads to hears it, the caller no more than others. */
int game_method_press(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	sd_bus_error wrong = SD_BUS_ERROR_NULL;
	struct input input = { .type = INPUT_PRESS };
	int read = read_side(s, m, &input, &wrong);
	int r = access_goes_on(live_game_may_press(s, m, ACCESS_OPERATE, error), read, &wrong, error);

	if (r <= 0)
		return access_pending(r);
	if (s->over && s->context->journal_fault[0])
		return live_game_journal_fault(s, error);
	if (s->over)
		return live_game_refuse_over(s, error);
	if (s->setup.lever != LEVER_HAND)
		return fault(
			error, ERROR_REFUSED,
			s->setup.lever == LEVER_BOARD ?
				"Game %s is pressed with the lever of its board; only a game that was started with lever \"hand\" is pressed from here" :
				"Game %s was started without a lever; only a game that was started with lever \"hand\" is pressed from here",
			s->id);
	r = live_game_request_press(s, input.side, m, error);
	if (r < 0)
		return r;
	if (s->context->journal_fault[0]) /* it was pressed; what it leads to is heard when it can be */
		return sd_bus_reply_method_return(m, "as", 0);
	/* what it led to is heard before the reply */
	return publication_queue_add_reply(&s->context->queue, s, m, NULL) < 0 ? -ENOMEM : 1;
}
