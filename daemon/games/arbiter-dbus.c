/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Arbiter: what not everybody may hear. */
#include "daemon/games/journal-replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "build/data/bus-vtables.h"
#include "daemon/bus/access.h"
#include "daemon/bus/replies.h"
#include "daemon/games/inside.h"
#include "daemon/bus/subscribers.h"

static int report(struct live_game *s, sd_bus_message *m, const char *who, const char *word, json_t *object,
		  sd_bus_error *error)
{
	int r = live_game_hears(s, (enum claim_kind)claim_from_name(word), error);

	if (r < 0)
		return r;
	json_object_set_new(object, "type", json_string("report"));
	json_object_set_new(object, "by", json_string(who));
	json_object_set_new(object, "report", json_string(word));
	return live_game_request_json(s, m, object, error);
}

int arbiter_method_report(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	sd_bus_error wrong = SD_BUS_ERROR_NULL;
	const char *who, *word;
	json_t *object = json_object();
	int read = sd_bus_message_read(m, "ss", &who, &word), r;

	if (read >= 0 && strcmp(who, "arbiter") != 0 && strcmp(who, "captain") != 0)
		read = fault(&wrong, ERROR_UNKNOWN_WORD,
			     "A report is made by the \"arbiter\" or a \"captain\", not by \"%s\"", who);
	if (read >= 0 && !claim_is_reported((enum claim_kind)claim_from_name(word)))
		read = fault_word(&wrong, "report", word, WORDS_REPORTS);
	if (read >= 0)
		read = details_read(m, details_of_claims, object, &wrong);
	r = access_goes_on(live_game_may_act(s, m, ACCESS_ARBITRATE, error), read, &wrong, error);
	if (r > 0)
		r = report(s, m, who, word, object, error);
	json_decref(object);
	return access_pending(r);
}

/* A verdict that answers nothing would be taken without a word. */
static int refuse_decision(const struct live_game *s, const char *about, sd_bus_error *error)
{
	struct core_state state;

	core_get_state(s->core, &state);
	if (s->over && state.open_question == CLAIM_NONE)
		return fault(error, ERROR_GAME_OVER, "Game %s is over: %s; only an appeal against that is decided now",
			     s->id, live_game_result(s));
	if (s->over)
		return fault(error, ERROR_REFUSED,
			     "Game %s is over, and what is open is the appeal: about \"%s\", \"accept\" or \"reject\"",
			     s->id, claim_name(state.open_question));
	if (!s->setup.book)
		return fault(error, ERROR_REFUSED, "Game %s has no rulebook, so there are no rulings", s->id);
	return fault(
		error, ERROR_REFUSED,
		state.open_question == CLAIM_NONE ?
			"Nothing is asked in this game now, so nothing is decided about \"%s\"; a claim or a report comes first" :
			"There is no open question about \"%s\"; the open question is \"%s\"",
		about, claim_name(state.open_question));
}

static int decide(struct live_game *s, sd_bus_message *m, const char *about, const char *verdict, json_t *object,
		  sd_bus_error *error)
{
	struct input input;
	char err[160] = "";

	json_object_set_new(object, "t_us", json_integer(0));
	json_object_set_new(object, "type", json_string("decide"));
	json_object_set_new(object, "about", json_string(about));
	json_object_set_new(object, "verdict", json_string(verdict));
	if (!json_object_get(object, "by"))
		json_object_set_new(object, "by", json_string("arbiter"));
	if (input_parse(s->setup.core.game, object, &input, err) < 0)
		return fault(error, ERROR_BAD_ARGUMENT, "%s", err);
	if (!core_was_asked(s->core, &input))
		return refuse_decision(s, about, error);
	return live_game_request(s, &input, m, error);
}

int arbiter_method_decide(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	sd_bus_error wrong = SD_BUS_ERROR_NULL;
	const char *about, *verdict;
	json_t *object = json_object();
	int read = sd_bus_message_read(m, "ss", &about, &verdict), r;

	if (read >= 0 && verdict_from_name(verdict) <= VERDICT_NONE)
		read = fault_word(&wrong, "verdict", verdict, WORDS_VERDICTS);
	if (read >= 0 && !about_is_known(about))
		read = fault_word(&wrong, "claim or report", about, WORDS_ABOUT);
	if (read >= 0)
		read = details_read(m, details_of_claims, object, &wrong);
	r = access_goes_on(live_game_may_act(s, m, ACCESS_ARBITRATE, error), read, &wrong, error);
	if (r > 0)
		r = decide(s, m, about, verdict, object, error);
	json_decref(object);
	return access_pending(r);
}

static bool is_zero(json_t *object, const char *key)
{
	json_t *value = json_object_get(object, key);

	return value && json_integer_value(value) == 0;
}

/* A flag that is reported down is the first, if it is the only one; which of two, the arbiter has to say. Times alone
 * are set. */
static int complete_report(json_t *object, sd_bus_error *error)
{
	const bool white = is_zero(object, "white_ms"), black = is_zero(object, "black_ms");

	if (json_object_get(object, "first"))
		return 0;
	if (white && black)
		return fault(error, ERROR_BAD_ARGUMENT,
			     "first: must say which flag fell first: \"white\", \"black\" or \"unknown\"");
	if (white || black)
		return json_object_set_new(object, "first", json_string(white ? "white" : "black"));
	return json_object_set_new(object, "set", json_true());
}

static int report_clock(struct live_game *s, sd_bus_message *m, json_t *object, sd_bus_error *error)
{
	int r;

	if (s->over)
		return live_game_refuse_over(s, error);
	if (core_clock(s->core)->control.mode == CLOCK_NONE)
		return fault(error, ERROR_REFUSED, "Game %s has no clock", s->id);
	r = complete_report(object, error);
	if (r < 0)
		return r;
	json_object_set_new(object, "type", json_string("clock-report"));
	return live_game_request_json(s, m, object, error);
}

int arbiter_method_clock_report(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	sd_bus_error wrong = SD_BUS_ERROR_NULL;
	json_t *object = json_object();
	int read = details_read(m, details_of_claims, object, &wrong);
	int r = access_goes_on(live_game_may_act(s, m, ACCESS_ARBITRATE, error), read, &wrong, error);

	if (r > 0)
		r = report_clock(s, m, object, error);
	json_decref(object);
	return access_pending(r);
}

int arbiter_method_subscribe(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	int r = access_check(s->context, m, ACCESS_ARBITRATE, error);

	if (r <= 0)
		return access_pending(r);
	return subscribers_add(&s->subscribers, m);
}

int arbiter_method_unsubscribe(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	int r = access_check(s->context, m, ACCESS_ARBITRATE, error);

	if (r <= 0)
		return access_pending(r);
	return subscribers_remove(&s->subscribers, m);
}

static json_t *turns(struct live_game *s)
{
	json_t *list = json_array();
	struct core_turn turn;

	for (unsigned i = 0; core_get_turn(s->core, i, &turn) >= 0; i++)
		json_array_append_new(list,
				      json_pack("{s:i, s:s, s:s, s:s, s:I, s:b, s:s}", "ply", (int)i + 1, "uci",
						turn.text, "notation", turn.notation, "turn",
						turn_kind_name(turn.turn->kind), "left_us", (json_int_t)turn.left_us,
						"counts", 1, "fault", turn_fault_name(turn.turn->fault)));
	return list;
}

/* What is not on disk yet has not happened: how it ended, and why, is as it was published. */
static void show_durable(const struct live_game *s, json_t *object)
{
	json_object_set_new(object, "over", json_boolean(s->published.over));
	json_object_set_new(object, "result", json_string(live_game_result(s)));
	json_object_set_new(object, "reason", json_string(s->published.reason));
	json_object_set_new(object, "question", json_string(s->published.question));
	json_object_set_new(object, "journal_fault", json_string(s->context->journal_fault));
	json_object_del(object, "evidence");
}

int arbiter_method_status(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	const struct game_clock *clock = core_clock(s->core);
	struct game_clock shown = *clock; /* as it is at this instant */
	struct core_state state;
	char fen[GAME_FEN], *text;
	json_t *object;
	int r = access_check(s->context, m, ACCESS_ARBITRATE, error);

	if (r <= 0)
		return access_pending(r);
	core_get_state(s->core, &state);
	if (!s->over)
		game_clock_advance(&shown, live_game_now(s));
	s->setup.core.game->format(tracker_position(core_tracker(s->core)), fen);
	object = json_pack("{s:I, s:b, s:s, s:s, s:s, s:s, s:s, s:b, s:[b,b], s:[I,I], s:s, s:o}", "t_us",
			   (json_int_t)shown.now_us, "over", state.over, "fen", fen, "to_move",
			   side_word(state.to_move), "result", state.result, "reason", state.reason, "question",
			   claim_name(state.open_question), "board_agrees", state.board_agrees, "flags",
			   clock->flag_us[WHITE] != CLOCK_NEVER, clock->flag_us[BLACK] != CLOCK_NEVER, "left_us",
			   (json_int_t)shown.left_us[WHITE], (json_int_t)shown.left_us[BLACK], "running",
			   side_word(shown.running), "turns", turns(s));
	if (object && (state.illegal_seen || state.doubt))
		json_object_set_new(object, state.illegal_seen ? "illegal_seen" : "doubt",
				    json_integer(state.illegal_seen ? state.illegal_seen : state.doubt));
	if (object && state.new_game)
		json_object_set_new(object, "new_game", json_true());
	if (object && strcmp(state.kings_result, "none") != 0 && !state.over)
		json_object_set_new(object, "kings", json_string(state.kings_result));
	if (object && s->evidence)
		json_object_set_new(object, "evidence", json_loads(s->evidence, 0, NULL));
	if (object && s->otherwise)
		json_object_set(object, "ruled_otherwise", s->otherwise);
	if (object && strcmp(live_game_result(s), s->published.result) != 0)
		json_object_set_new(object, "result", json_string(live_game_result(s)));
	if (object && (s->context->journal_fault[0] || publication_queue_has(&s->context->queue, s) ||
		       publication_queue_holds(&s->context->queue, s)))
		show_durable(s, object);
	text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	r = text ? sd_bus_reply_method_return(m, "s", text) : -ENOMEM;
	free(text);
	json_decref(object);
	return r;
}

int arbiter_method_evidence(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	int r = access_check(s->context, m, ACCESS_ARBITRATE, error);

	return r <= 0 ? access_pending(r) : sd_bus_reply_method_return(m, "s", s->evidence ? s->evidence : "");
}

int arbiter_method_journal(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	char *setup;
	int r = access_check(s->context, m, ACCESS_ARBITRATE, error);

	if (r <= 0)
		return access_pending(r);
	setup = json_dumps(s->setup.json, JSON_COMPACT);
	return setup ? journal_reply(s->context, m, s->number, setup, false, error) : -ENOMEM;
}
