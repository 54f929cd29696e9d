/* SPDX-License-Identifier: GPL-2.0-or-later */
/* org.flagfall1.Game and org.flagfall1.Clock. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/shell/access.h"
#include "daemon/shell/errors.h"
#include "daemon/shell/seat.h"
#include "daemon/shell/session.h"

#define GAME_INTERFACE "org.flagfall1.Game"
#define CLOCK_INTERFACE "org.flagfall1.Clock"
#define ARBITER_INTERFACE "org.flagfall1.Arbiter"

static const char *side_word(enum side side)
{
	return side == WHITE ? "white" : side == BLACK ? "black" : "none";
}

static enum side side_parse(const char *text)
{
	return strcmp(text, "white") == 0 ? WHITE : strcmp(text, "black") == 0 ? BLACK : NO_SIDE;
}

int session_allowed(struct session *s, sd_bus_message *m, sd_bus_error *error)
{
	return access_check(m, s->daemon->options.group, error);
}

/* --- what is published --- */

static void send_json(struct session *s, const struct publication *p, bool with_private, const char *destination)
{
	json_t *object = publication_format(s->setup.core.game, p, with_private);
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	sd_bus_message *m = NULL;
	int r = text ? 0 : -ENOMEM;

	if (r >= 0)
		r = sd_bus_message_new_signal(s->daemon->bus, &m, s->path, destination ? ARBITER_INTERFACE : GAME_INTERFACE,
					      destination ? "Observed" : "Published");
	if (r >= 0)
		r = sd_bus_message_append(m, "xs", p->t_us, text);
	if (r >= 0 && destination)
		r = sd_bus_message_set_destination(m, destination);
	if (r >= 0)
		sd_bus_send(s->daemon->bus, m, NULL);
	sd_bus_message_unref(m);
	free(text);
	json_decref(object);
}

static void emit_ruling(struct session *s, const struct publication *p)
{
	sd_bus_message *m = NULL;
	char *articles[PUBLICATION_ARTICLES + 1] = { NULL };
	int r;

	for (unsigned i = 0; i < p->articles && i < PUBLICATION_ARTICLES; i++)
		articles[i] = (char *)p->article[i];
	r = sd_bus_message_new_signal(s->daemon->bus, &m, s->path, GAME_INTERFACE, "Ruling");
	if (r >= 0)
		r = sd_bus_message_append(m, "xssss", p->t_us, ruling_name(p->ruling), p->reason, p->result,
					  p->rulebook ? p->rulebook : "");
	if (r >= 0)
		r = sd_bus_message_append_strv(m, articles);
	if (r >= 0)
		r = sd_bus_message_append(m, "xxs", p->adjust_us[WHITE] / 1000, p->adjust_us[BLACK] / 1000, p->sentence);
	if (r >= 0)
		sd_bus_send(s->daemon->bus, m, NULL);
	sd_bus_message_unref(m);
}

static const char *move_state_word(enum move_state state)
{
	switch (state) {
	case MOVE_PROVISIONAL: return "provisional";
	case MOVE_REVISED: return "revised";
	case MOVE_COMMITTED: return "committed";
	case MOVE_UNDONE: return "undone";
	}
	return "";
}

void session_emit_properties(struct session *s, char **names)
{
	sd_bus_emit_properties_changed_strv(s->daemon->bus, s->path, GAME_INTERFACE, names);
}

static void emit_public(struct session *s, const struct publication *p)
{
	sd_bus *bus = s->daemon->bus;

	switch (p->type) {
	case PUBLISH_MOVE:
		sd_bus_emit_signal(bus, s->path, GAME_INTERFACE, "Move", "xussss", p->t_us, p->ply + 1, side_word(p->side), p->uci,
				   p->placement, move_state_word(p->state));
		break;
	case PUBLISH_CLOCK:
		sd_bus_emit_signal(bus, s->path, CLOCK_INTERFACE, "Changed", "xxxsx", p->t_us, p->left_us[WHITE], p->left_us[BLACK],
				   side_word(p->running), timemap_boottime(&s->map, p->t_us));
		break;
	case PUBLISH_RULING:
		emit_ruling(s, p);
		session_emit_properties(s, (char *[]) { (char *)"Ruling", (char *)"Reason", (char *)"Result", (char *)"Question", NULL });
		break;
	default:
		break;
	}
	send_json(s, p, false, NULL);
}

void session_emit(struct session *s, const struct publication *p)
{
	if (p->is_public)
		emit_public(s, p);
	for (const char *name = sd_bus_track_first(s->subscribers); name; name = sd_bus_track_next(s->subscribers))
		send_json(s, p, true, name);
}

/* --- properties --- */

static int get_text(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		    void *userdata, sd_bus_error *error)
{
	static const struct { const char *property, *key; } keys[] = {
		{ "White", "white" }, { "Black", "black" }, { "Event", "event" }, { "Site", "site" }, { "Round", "round" }, { "Date", "date" },
	};
	struct session *s = userdata;
	const char *text = "";

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strcmp(property, keys[i].property) == 0)
			return sd_bus_message_append(reply, "s", setup_text(&s->setup, keys[i].key));
	if (strcmp(property, "Id") == 0)
		text = s->id;
	else if (strcmp(property, "Board") == 0)
		text = s->board;
	else if (strcmp(property, "Kind") == 0)
		text = s->setup.core.game->name;
	else if (strcmp(property, "Rulebook") == 0)
		text = s->setup.book ? rulebook_id(s->setup.book) : "";
	else if (strcmp(property, "TimeControl") == 0)
		text = s->setup.time_control;
	else if (strcmp(property, "StartFen") == 0)
		text = s->setup.start_fen;
	else if (strcmp(property, "State") == 0)
		text = session_state(s);
	else if (strcmp(property, "Result") == 0)
		text = s->view.result;
	else if (strcmp(property, "Ruling") == 0)
		text = s->view.ruling;
	else if (strcmp(property, "Reason") == 0)
		text = s->view.reason;
	else if (strcmp(property, "Question") == 0)
		text = s->view.question;
	else if (strcmp(property, "Placement") == 0)
		text = s->view.placement;
	else if (strcmp(property, "ToMove") == 0)
		text = side_word(s->view.over ? NO_SIDE : s->view.to_move);
	else if (strcmp(property, "PgnPath") == 0)
		text = s->pgn ? s->pgn : "";
	return sd_bus_message_append(reply, "s", text);
}

static int get_started(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		       void *userdata, sd_bus_error *error)
{
	struct session *s = userdata;

	return sd_bus_message_append(reply, "x", s->map.started_us);
}

static int get_plies(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		     void *userdata, sd_bus_error *error)
{
	struct session *s = userdata;

	return sd_bus_message_append(reply, "u", s->view.count);
}

static int get_mode(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		    void *userdata, sd_bus_error *error)
{
	static const char *const words[] = { "none", "sudden-death", "fischer", "delay", "bronstein", "periods", "hourglass" };
	struct session *s = userdata;

	return sd_bus_message_append(reply, "s", words[s->setup.core.clock.mode]);
}

static int get_clock(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		     void *userdata, sd_bus_error *error)
{
	struct session *s = userdata;
	int64_t value;

	if (strcmp(property, "WhiteUs") == 0)
		value = s->view.clock_us[WHITE];
	else if (strcmp(property, "BlackUs") == 0)
		value = s->view.clock_us[BLACK];
	else if (strcmp(property, "Instant") == 0)
		value = s->view.clock_t_us;
	else
		value = timemap_boottime(&s->map, s->view.clock_t_us);
	return sd_bus_message_append(reply, "x", value);
}

static int get_running(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		       void *userdata, sd_bus_error *error)
{
	struct session *s = userdata;

	return sd_bus_message_append(reply, "s", side_word(s->view.running));
}

/* --- methods --- */

static int method_moves(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct session *s = userdata;
	sd_bus_message *reply = NULL;
	int r;

	r = sd_bus_message_new_method_return(m, &reply);
	if (r >= 0)
		r = sd_bus_message_open_container(reply, 'a', "(usssxx)");
	for (unsigned i = 0; i < s->view.count && r >= 0; i++) {
		const struct shown_turn *t = &s->view.turns[i];

		r = sd_bus_message_append(reply, "(usssxx)", i + 1, side_word(t->side), t->uci, t->placement, t->left_us, t->t_us);
	}
	if (r >= 0)
		r = sd_bus_message_close_container(reply);
	if (r >= 0)
		r = sd_bus_send(NULL, reply, NULL);
	sd_bus_message_unref(reply);
	return r < 0 ? r : 1;
}

static int method_guidance(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct session *s = userdata;
	const struct game *game = s->setup.core.game;
	const struct tracker *tracker = core_tracker(s->core);
	struct tracker_step steps[GAME_MAX_SQUARES];
	unsigned n = !s->over && tracker_righting(tracker) ? tracker_guidance(tracker, steps) : 0;
	sd_bus_message *reply = NULL;
	int r;

	r = sd_bus_message_new_method_return(m, &reply);
	if (r >= 0)
		r = sd_bus_message_open_container(reply, 'a', "(sss)");
	for (unsigned i = 0; i < n && r >= 0; i++) {
		char from[8] = "", to[8] = "", piece[2] = { steps[i].piece };

		if (steps[i].from != GAME_NO_SQUARE)
			game->square_name(steps[i].from, from);
		if (steps[i].to != GAME_NO_SQUARE)
			game->square_name(steps[i].to, to);
		r = sd_bus_message_append(reply, "(sss)", piece, from, to);
	}
	if (r >= 0)
		r = sd_bus_message_close_container(reply);
	if (r >= 0)
		r = sd_bus_send(NULL, reply, NULL);
	sd_bus_message_unref(reply);
	return r < 0 ? r : 1;
}

int session_ask_json(struct session *s, sd_bus_message *m, json_t *object, sd_bus_error *error)
{
	struct input input;
	char err[160] = "";

	json_object_set_new(object, "t_us", json_integer(0));
	if (input_parse(s->setup.core.game, object, &input, err) < 0)
		return fault(error, ERROR_BAD_ARGUMENT, "%s", err);
	return session_ask(s, &input, m, error);
}

static int method_claim(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct session *s = userdata;
	const char *side, *claim;
	json_t *object = json_object();
	int r = session_allowed(s, m, error);

	if (r >= 0)
		r = sd_bus_message_read(m, "ss", &side, &claim);
	if (r >= 0 && strcmp(side, "white") != 0 && strcmp(side, "black") != 0 && strcmp(side, "spectator") != 0)
		r = fault(error, ERROR_UNKNOWN_WORD, "A claim is made by \"white\", \"black\" or \"spectator\", not by \"%s\"", side);
	if (r >= 0 && !claim_is_claimed((enum claim_kind)claim_from_name(claim)))
		r = fault_word(error, "claim", claim, WORDS_CLAIMS);
	if (r >= 0)
		r = details_read(m, details_of_claims, object, error);
	if (r >= 0) {
		json_object_set_new(object, "type", json_string("claim"));
		json_object_set_new(object, "by", json_string(side));
		json_object_set_new(object, "claim", json_string(claim));
		r = session_ask_json(s, m, object, error);
	}
	json_decref(object);
	return r;
}

static int ask_plain(sd_bus_message *m, struct session *s, struct input *input, sd_bus_error *error);

/* A claim of one of the players that needs no more words. */
static int claim_plainly(sd_bus_message *m, struct session *s, enum claim_kind claim, sd_bus_error *error)
{
	struct input input = {
		.type = INPUT_CLAIM, .claim = claim, .square = GAME_NO_SQUARE, .side = NO_SIDE, .against = NO_SIDE, .first = NO_SIDE,
		.running = NO_SIDE, .white_us = INPUT_ABSENT, .black_us = INPUT_ABSENT, .ms = INPUT_ABSENT, .base_ms = INPUT_ABSENT,
		.claim_count = INPUT_ABSENT,
	};
	const char *side;
	int r = sd_bus_message_read(m, "s", &side);

	if (r < 0)
		return r;
	if (side_parse(side) == NO_SIDE)
		return fault(error, ERROR_UNKNOWN_WORD, "A side is \"white\" or \"black\", not \"%s\"", side);
	input.by = side_parse(side) == WHITE ? PERSON_WHITE : PERSON_BLACK;
	return ask_plain(m, s, &input, error);
}

static int method_offer_draw(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return claim_plainly(m, userdata, CLAIM_OFFER_DRAW, error);
}

static int method_accept_draw(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return claim_plainly(m, userdata, CLAIM_ACCEPT_DRAW, error);
}

static int method_decline_draw(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return claim_plainly(m, userdata, CLAIM_DECLINE_DRAW, error);
}

static int method_resign(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return claim_plainly(m, userdata, CLAIM_RESIGN, error);
}

static int ask_plain(sd_bus_message *m, struct session *s, struct input *input, sd_bus_error *error)
{
	int r = session_allowed(s, m, error);

	if (r < 0)
		return r;
	if (s->over)
		return fault(error, ERROR_GAME_OVER, "Game %s is over", s->id);
	return session_ask(s, input, m, error);
}

static int method_pause(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return ask_plain(m, userdata, &(struct input) { .type = INPUT_PAUSE, .side = NO_SIDE }, error);
}

static int ask_with_side(sd_bus_message *m, struct session *s, enum input_type type, sd_bus_error *error)
{
	struct input input = { .type = type };
	const char *side;
	int r = sd_bus_message_read(m, "s", &side);

	if (r < 0)
		return r;
	input.side = side_parse(side);
	if (input.side == NO_SIDE)
		return fault(error, ERROR_UNKNOWN_WORD, "A side is \"white\" or \"black\", not \"%s\"", side);
	return ask_plain(m, s, &input, error);
}

static int method_resume(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return ask_with_side(m, userdata, INPUT_RESUME, error);
}

static int method_arrive(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return ask_with_side(m, userdata, INPUT_ARRIVE, error);
}

/* As a lever of the board: who may hear what it leads to hears it, the caller no more than others. */
static int method_press(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct session *s = userdata;
	const char *word;
	enum side side;
	int r = session_allowed(s, m, error);

	if (r >= 0)
		r = sd_bus_message_read(m, "s", &word);
	if (r < 0)
		return r;
	side = side_parse(word);
	if (side == NO_SIDE)
		return fault(error, ERROR_UNKNOWN_WORD, "A side is \"white\" or \"black\", not \"%s\"", word);
	if (s->over)
		return fault(error, ERROR_GAME_OVER, "Game %s is over", s->id);
	if (s->setup.lever != LEVER_HAND)
		return fault(error, ERROR_REFUSED, s->setup.lever == LEVER_BOARD ?
			     "Game %s is played with the board's own lever; start it with lever \"hand\" to press another" :
			     "Game %s was started without a lever; start it with lever \"hand\" to press one", s->id);
	r = session_wait(s, &(struct input){ .type = INPUT_PRESS, .side = side }, NULL, error);
	return r < 0 ? r : sd_bus_reply_method_return(m, "as", 0);
}

static int ask_with_text(sd_bus_message *m, struct session *s, enum input_type type, const char *text, sd_bus_error *error)
{
	struct input input = { .type = type, .side = NO_SIDE };

	if (strlen(text) >= sizeof(input.text))
		return fault(error, ERROR_BAD_ARGUMENT, "This text is too long");
	strcpy(input.text, text);
	return ask_plain(m, s, &input, error);
}

static int method_end(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct session *s = userdata;
	const char *const *results = s->setup.core.game->results;
	const char *result;
	int r = sd_bus_message_read(m, "s", &result);

	if (r < 0)
		return r;
	for (int i = 0; i < 4; i++)
		if (strcmp(result, results[i]) == 0)
			return ask_with_text(m, s, INPUT_END, result, error);
	return fault(error, ERROR_UNKNOWN_WORD, "A result is %s, %s, %s or %s, not \"%s\"", results[0], results[1], results[2], results[3],
		     result);
}

static int method_take_back(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct session *s = userdata;
	struct input input = { .type = INPUT_TAKEBACK, .side = NO_SIDE };
	int r = sd_bus_message_read(m, "u", &input.count);

	if (r < 0)
		return r;
	if (input.count == 0)
		return fault(error, ERROR_BAD_ARGUMENT, "No turn at all cannot be taken back");
	return ask_plain(m, s, &input, error);
}

static int method_set_position(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct session *s = userdata;
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

static int method_set_promotion(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct session *s = userdata;
	struct input input = { .type = INPUT_PROMOTION, .side = NO_SIDE };
	const char *piece;
	int r = sd_bus_message_read(m, "s", &piece);

	if (r < 0)
		return r;
	if (strlen(piece) != 1 || !strchr(s->setup.core.game->pieces, piece[0]))
		return fault(error, ERROR_BAD_ARGUMENT, "A piece is one letter of \"%s\", not \"%s\"", s->setup.core.game->pieces, piece);
	input.piece = piece[0];
	return ask_plain(m, s, &input, error);
}

static int method_tell_move(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	const char *move;
	int r = sd_bus_message_read(m, "s", &move);

	return r < 0 ? r : ask_with_text(m, userdata, INPUT_MOVE, move, error);
}

#define CONST SD_BUS_VTABLE_PROPERTY_CONST
#define CHANGES SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE
#define ANSWERS SD_BUS_RESULT("as", answer)
#define OPEN SD_BUS_VTABLE_UNPRIVILEGED	/* who may act is checked in the method */

const sd_bus_vtable session_vtable[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_PROPERTY("Id", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Board", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Kind", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("White", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Black", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Event", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Site", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Round", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Date", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Rulebook", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("TimeControl", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("StartFen", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Started", "x", get_started, 0, CONST),
	SD_BUS_PROPERTY("State", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("Result", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("Ruling", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("Reason", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("Question", "s", get_text, 0, CHANGES),
	SD_BUS_PROPERTY("Plies", "u", get_plies, 0, 0),
	SD_BUS_PROPERTY("Placement", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("ToMove", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("PgnPath", "s", get_text, 0, CHANGES),
	SD_BUS_METHOD_WITH_ARGS("Moves", SD_BUS_NO_ARGS, SD_BUS_RESULT("a(usssxx)", moves), method_moves, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Guidance", SD_BUS_NO_ARGS, SD_BUS_RESULT("a(sss)", steps), method_guidance, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Claim", SD_BUS_ARGS("s", side, "s", claim, "a{sv}", details), ANSWERS, method_claim, OPEN),
	SD_BUS_METHOD_WITH_ARGS("OfferDraw", SD_BUS_ARGS("s", side), ANSWERS, method_offer_draw, OPEN),
	SD_BUS_METHOD_WITH_ARGS("AcceptDraw", SD_BUS_ARGS("s", side), ANSWERS, method_accept_draw, OPEN),
	SD_BUS_METHOD_WITH_ARGS("DeclineDraw", SD_BUS_ARGS("s", side), ANSWERS, method_decline_draw, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Resign", SD_BUS_ARGS("s", side), ANSWERS, method_resign, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Pause", SD_BUS_NO_ARGS, ANSWERS, method_pause, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Resume", SD_BUS_ARGS("s", side), ANSWERS, method_resume, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Press", SD_BUS_ARGS("s", side), ANSWERS, method_press, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Arrive", SD_BUS_ARGS("s", side), ANSWERS, method_arrive, OPEN),
	SD_BUS_METHOD_WITH_ARGS("End", SD_BUS_ARGS("s", result), ANSWERS, method_end, OPEN),
	SD_BUS_METHOD_WITH_ARGS("TakeBack", SD_BUS_ARGS("u", turns), ANSWERS, method_take_back, OPEN),
	SD_BUS_METHOD_WITH_ARGS("SetPosition", SD_BUS_ARGS("s", fen), ANSWERS, method_set_position, OPEN),
	SD_BUS_METHOD_WITH_ARGS("SetPromotion", SD_BUS_ARGS("s", piece), ANSWERS, method_set_promotion, OPEN),
	SD_BUS_METHOD_WITH_ARGS("TellMove", SD_BUS_ARGS("s", move), ANSWERS, method_tell_move, OPEN),
	SD_BUS_SIGNAL_WITH_ARGS("Move", SD_BUS_ARGS("x", t_us, "u", ply, "s", side, "s", uci, "s", placement, "s", state), 0),
	SD_BUS_SIGNAL_WITH_ARGS("Ruling", SD_BUS_ARGS("x", t_us, "s", ruling, "s", reason, "s", result, "s", rulebook, "as", articles,
						      "x", white_adjust_ms, "x", black_adjust_ms, "s", sentence), 0),
	SD_BUS_SIGNAL_WITH_ARGS("Published", SD_BUS_ARGS("x", t_us, "s", json), 0),
	SD_BUS_VTABLE_END
};

const sd_bus_vtable session_clock_vtable[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_PROPERTY("Mode", "s", get_mode, 0, CONST),
	SD_BUS_PROPERTY("WhiteUs", "x", get_clock, 0, 0),
	SD_BUS_PROPERTY("BlackUs", "x", get_clock, 0, 0),
	SD_BUS_PROPERTY("Running", "s", get_running, 0, 0),
	SD_BUS_PROPERTY("Instant", "x", get_clock, 0, 0),
	SD_BUS_PROPERTY("InstantBoottime", "x", get_clock, 0, 0),
	SD_BUS_SIGNAL_WITH_ARGS("Changed", SD_BUS_ARGS("x", t_us, "x", white_us, "x", black_us, "s", running, "x", boottime_us), 0),
	SD_BUS_VTABLE_END
};

/* --- objects --- */

static int find(sd_bus *bus, const char *path, const char *interface, void *userdata, void **ret, sd_bus_error *error)
{
	const char *id = path + strlen(DAEMON_PATH "/game");
	struct session *s;

	if (*id++ != '/')	/* the folder itself */
		return 0;
	s = session_find(userdata, id);
	if (!s)
		return fault(error, ERROR_NO_SUCH_GAME, "There is no game \"%s\"", id);
	*ret = s;
	return 1;
}

static int enumerate(sd_bus *bus, const char *prefix, void *userdata, char ***ret, sd_bus_error *error)
{
	struct daemon *d = userdata;
	size_t n = 0, i = 0;
	char **paths;

	for (struct session *s = d->sessions; s; s = s->next)
		n++;
	paths = calloc(n + 1, sizeof(*paths));
	if (!paths)
		return -ENOMEM;
	for (struct session *s = d->sessions; s; s = s->next)
		if (!(paths[i++] = strdup(s->path)))
			break;
	*ret = paths;
	return 1;
}

int session_register(struct daemon *d)
{
	const char *path = DAEMON_PATH "/game";
	int r;

	r = sd_bus_add_fallback_vtable(d->bus, NULL, path, GAME_INTERFACE, session_vtable, find, d);
	if (r >= 0)
		r = sd_bus_add_fallback_vtable(d->bus, NULL, path, CLOCK_INTERFACE, session_clock_vtable, find, d);
	if (r >= 0)
		r = sd_bus_add_fallback_vtable(d->bus, NULL, path, ARBITER_INTERFACE, session_arbiter_vtable, find, d);
	if (r >= 0)
		r = sd_bus_add_node_enumerator(d->bus, NULL, path, enumerate, d);
	return r;
}
