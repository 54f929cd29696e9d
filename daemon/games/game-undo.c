/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A person undoes an act. The core takes nothing back: when the disk has all that was fed, the game is made anew from
 * its inputs without the act, the journal gets one more that says so, and the game goes on as that one. Where the act
 * had stopped the clocks they stand as they stood then.
 */
#include "daemon/games/games.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "daemon/bus/replies.h"
#include "daemon/games/inside.h"
#include "daemon/games/journal-replay.h"
#include "daemon/time-zone.h"

/* What is asked, while the disk is waited for. */
struct undoing {
	struct context *context;
	uint64_t game;
	struct input input;
	sd_bus_message *call;
	uid_t uid;
	int64_t realtime_us;
};

/* What the journal has of the game's acts. */
struct acts {
	const struct game *game;
	struct undone_acts undone;
	uint32_t wanted, count;
	uint32_t *later; /* those behind it that a person did and that count */
	unsigned later_count;
	json_t *act;	     /* as the journal has it, NULL there is none of that number */
	json_t *undone_by;   /* … and the same of what has undone it */
	json_t *later_texts; /* of those behind it */
	json_t *also;	     /* of these, what goes with it */
	enum input_type type;

	/* What it did to the game: found by playing up to it. */
	struct core *core;
	uint64_t said; /* what was said by then has to be judged */
	bool was_over, fed, found;
	enum side ran; /* whose clock ran before it */
	bool stops, ends;
	unsigned own; /* so many are undone now: it, and what goes with it */
};

static void acts_done(struct acts *acts)
{
	undone_acts_done(&acts->undone);
	free(acts->later);
	json_decref(acts->act);
	json_decref(acts->undone_by);
	json_decref(acts->later_texts);
	json_decref(acts->also);
	core_freep(&acts->core);
}

static int read_input(const struct game *game, const char *text, json_t **object, struct input *input)
{
	char err[160];
	int r = 0;

	*object = json_loads(text, 0, NULL);
	if (!*object)
		return -ENOMEM; /* it was written here, and read before */
	if (input_parse(game, *object, input, err) < 0) {
		json_decref(*object);
		*object = NULL;
		r = -EBADMSG;
	}
	return r;
}

static int add_later(struct acts *acts, json_t *object)
{
	uint32_t *more = reallocarray(acts->later, acts->later_count + 1, sizeof(*more));

	if (!more)
		return -ENOMEM;
	acts->later = more;
	more[acts->later_count++] = acts->count;
	return json_array_append(acts->later_texts, object) < 0 ? -ENOMEM : 0;
}

static int list_act(void *userdata, uint64_t n, const char *text)
{
	struct acts *acts = userdata;
	struct input in;
	json_t *object;
	int r = read_input(acts->game, text, &object, &in);

	(void)n;
	if (r < 0)
		return r;
	r = undone_acts_note(&acts->undone, &in);
	if (in.type == INPUT_UNDO && in.count == acts->wanted && !acts->undone_by)
		acts->undone_by = json_incref(object);
	if (input_is_act(&in) && ++acts->count == acts->wanted) {
		acts->act = json_incref(object);
		acts->type = in.type;
	} else if (r >= 0 && input_is_act(&in) && acts->act &&
		   (in.type == INPUT_END || json_object_get(object, "actor"))) {
		r = add_later(acts, object);
	}
	json_decref(object);
	return r;
}

/* It has been judged: what has it done? */
static void conclude(struct acts *acts)
{
	struct core_state state;

	core_get_state(acts->core, &state);
	acts->ends = state.over && !acts->was_over;
	acts->stops = acts->ran != NO_SIDE && core_clock(acts->core)->running == NO_SIDE;
	acts->found = true;
}

static int play_to_act(void *userdata, uint64_t n, const char *text)
{
	struct acts *acts = userdata;
	struct core_state state;
	char err[160];
	struct input in;
	json_t *object;
	uint32_t number;
	int r = read_input(acts->game, text, &object, &in);

	(void)n;
	json_decref(object);
	if (r < 0 || !undone_acts_pass(&acts->undone, &in, &number))
		return r;
	if (number == acts->wanted) {
		core_get_state(acts->core, &state);
		acts->was_over = state.over;
		acts->ran = core_clock(acts->core)->running;
		acts->fed = true;
	}
	r = core_input(acts->core, &in, err);
	if (number == acts->wanted)
		acts->said = core_said_count(acts->core);
	if (r < 0 || !acts->fed || core_judged_count(acts->core) < acts->said)
		return r;
	conclude(acts);
	return 1;
}

static int find_what_it_did(struct live_game *s, struct acts *acts)
{
	char err[160];
	int r = core_new(&s->setup.core, NULL, NULL, &acts->core, err);

	if (r >= 0)
		r = journal_inputs(s->context->journal, s->number, play_to_act, acts);
	if (r >= 0 && !acts->found)
		conclude(acts);
	return r;
}

/* "19:42:03", in the event's time zone. */
static const char *clock_of(const struct live_game *s, const json_t *input, char ret[static TIME_ZONE_CLOCK])
{
	const json_t *actor = json_object_get(input, "actor");

	return time_zone_clock(game_setup_zone_name(&s->setup),
			       (time_t)(json_integer_value(json_object_get(actor, "realtime_us")) / 1000000), ret);
}

static unsigned user_of(const json_t *input)
{
	return (unsigned)json_integer_value(json_object_get(json_object_get(input, "actor"), "uid"));
}

static int find_act(struct live_game *s, struct acts *acts, sd_bus_error *error)
{
	char at[TIME_ZONE_CLOCK];
	int r = journal_inputs(s->context->journal, s->number, list_act, acts);

	if (r < 0)
		return r;
	if (!acts->act)
		return fault(error, ERROR_REFUSED, "Game %s has no act %u; it has %u", s->id, (unsigned)acts->wanted,
			     (unsigned)acts->count);
	if (acts->undone_by)
		return fault(error, ERROR_CONFLICT, "Act %u (%s) was undone already, by user %u at %s",
			     (unsigned)acts->wanted, input_type_name(acts->type), user_of(acts->undone_by),
			     clock_of(s, acts->undone_by, at));
	return find_what_it_did(s, acts);
}

/* Nobody else has its board by now. */
static int check_board(const struct live_game *s, sd_bus_error *error)
{
	const struct live_game *other = s->over ? live_game_on_board(s->context, s->board_name) : NULL;
	const struct live_board *board = s->over ? live_board_find(s->context, s->board_name) : NULL;

	if (other)
		return fault(error, ERROR_BOARD_BUSY,
			     "Board %s has game g%s by now, so this one cannot go on there: end that one first",
			     s->board_name, other->id);
	if (board && (board->start || board->game))
		return fault(error, ERROR_BOARD_BUSY, "On board %s another game is beginning", s->board_name);
	return 0;
}

/* What was said to the game that this act ended goes with it. */
static int gather(struct acts *acts, struct journal_feed *feed)
{
	struct input in = input_at(0, INPUT_UNDO);
	int r;

	in.count = acts->wanted;
	in.stops = acts->stops;
	r = undone_acts_note(&feed->undone, &in);
	in.stops = false;
	for (unsigned i = 0; i < acts->later_count && acts->ends && r >= 0; i++)
		if (!undone_acts_has(&acts->undone, acts->later[i])) {
			in.count = acts->later[i];
			r = undone_acts_note(&feed->undone, &in);
			json_array_append(acts->also, json_array_get(acts->later_texts, i));
		}
	acts->own = feed->undone.count;
	return r;
}

static const char *last_sentence(const struct live_game *s)
{
	return s->published.deciding ? s->published.deciding : s->published.result;
}

/* Is it the game that it would have been, and does that go on? */
static int check_again(const struct live_game *s, const struct live_game *again, const struct acts *acts,
		       sd_bus_error *error)
{
	if (!again->over || (s->over && !acts->ends))
		return 0;
	return fault(
		error, ERROR_REFUSED,
		"Without act %u (%s) the game would be over by now: %s Nothing is changed; \"clock\" sets times, and \"end\" gives a result",
		(unsigned)acts->wanted, input_type_name(acts->type), last_sentence(again));
}

/* A clock that did not run takes no moves: the act is needed for what was played since. */
static int check_turns(const struct live_game *s, const struct live_game *again, const struct acts *acts,
		       sd_bus_error *error)
{
	const bool is_of_clock = acts->type == INPUT_RESUME || acts->type == INPUT_PAUSE ||
				 acts->type == INPUT_ARRIVE || acts->type == INPUT_CLOCK_REPORT;

	if (!is_of_clock || again->published.line.count == s->published.line.count)
		return 0;
	return fault(
		error, ERROR_REFUSED,
		"Without act %u (%s) moves that were made since would be none. Nothing is changed; \"pause\" stops the clocks, and \"clock\" sets times",
		(unsigned)acts->wanted, input_type_name(acts->type));
}

static int play_again(struct live_game *s, const struct undoing *u, struct acts *acts, struct journal_feed *feed,
		      sd_bus_error *error)
{
	struct input tick = input_at(u->input.t_us, INPUT_TICK);
	char why[160] = "";
	int r = gather(acts, feed);

	feed->act = acts->wanted;
	feed->why = why;
	if (r >= 0)
		r = journal_feed_run(feed);
	if (r >= 0)
		r = live_game_feed(feed->game, &tick, NULL, why);
	feed->why = NULL;
	if (r == -EBADMSG && *why)
		return fault(
			error, ERROR_REFUSED,
			"Without act %u (%s) something that was done later could not have been done: %s. Undo that first",
			(unsigned)acts->wanted, input_type_name(acts->type), why);
	if (r >= 0)
		r = check_turns(s, feed->game, acts, error);
	return r < 0 ? r : check_again(s, feed->game, acts, error);
}

static int count_ruling(void *userdata, uint64_t n, const char *text)
{
	(void)text;
	*(uint64_t *)userdata = n + 1;
	return 0;
}

/* One entry for each act that does not count. */
static int stage(struct live_game *s, const struct undoing *u, const struct undone_act *undone, unsigned count)
{
	const struct act act = { u->uid, sd_bus_message_get_sender(u->call), u->realtime_us };
	struct input in = u->input;
	uint64_t rulings = 0;
	int r = journal_rulings(s->context->journal, s->number, count_ruling, &rulings);

	in.claim_count = (int64_t)rulings;
	s->act = &act;
	for (unsigned i = 0; i < count && r >= 0; i++) {
		in.count = undone[i].number;
		in.stops = undone[i].stops;
		r = live_game_stage_input(s, &in);
	}
	s->act = NULL;
	return r;
}

static json_t *answer_json(const struct live_game *s, const struct undoing *u, struct acts *acts,
			   const struct journal_feed *feed)
{
	const struct game_clock *clock = core_clock(s->core);
	const int64_t did_us = json_integer_value(json_object_get(json_object_get(acts->act, "actor"), "realtime_us"));
	json_t *o = json_pack("{s:s, s:I, s:O, s:s, s:b, s:b, s:s}", "type", "undone", "act", (json_int_t)acts->wanted,
			      "input", acts->act, "ran", side_word(acts->ran), "stopped", acts->stops, "ended",
			      acts->ends, "result", s->over ? live_game_result(s) : "");

	if (clock->control.mode != CLOCK_NONE || clock->by_device) {
		json_object_set_new(o, "white_us", json_integer(clock->left_us[WHITE]));
		json_object_set_new(o, "black_us", json_integer(clock->left_us[BLACK]));
		json_object_set_new(o, "running", json_string(side_word(clock->running)));
	}
	if (did_us)
		json_object_set_new(o, "since_us", json_integer(u->realtime_us - did_us));
	json_array_extend(acts->also, feed->dropped);
	if (json_array_size(acts->also))
		json_object_set(o, "also", acts->also);
	return o;
}

static int reply(struct live_game *s, const struct undoing *u, json_t *object)
{
	char **answer = calloc(2, sizeof(*answer));
	int r = -ENOMEM;

	if (answer && object)
		answer[0] = json_dumps(object, JSON_COMPACT);
	if (answer && answer[0])
		r = publication_queue_add_reply(&s->context->queue, s, u->call, answer);
	if (r < 0) {
		free(answer ? answer[0] : NULL);
		free(answer);
	}
	json_decref(object);
	return r;
}

/* The board is free, or gone: the game goes on there. */
static void go_on(struct live_game *s)
{
	struct live_board *board = s->over || s->board ? NULL : live_board_find(s->context, s->board_name);

	if (board)
		game_board_rejoin(board);
	dirty_games_add(s);
	live_game_check_squares(s);
	if (!s->over)
		publisher_await_beat(s->context);
}

/* From here on a failure ends the daemon: core and journal would not agree. */
static void commit(struct live_game *s, const struct undoing *u, struct acts *acts, struct journal_feed *feed)
{
	struct live_game *again = feed->game;
	int r = stage(s, u, feed->undone.list, acts->own);

	feed->game = NULL;
	if (r < 0)
		live_game_again_free(again);
	else
		r = live_game_become(s, again, acts->wanted, acts->type);
	if (r >= 0)
		r = reply(s, u, answer_json(s, u, acts, feed));
	if (r < 0) {
		context_exit(s->context, r);
		return;
	}
	go_on(s);
	log_about(LOG_NOTICE,
		  &(struct log_about){ .game = s->id,
				       .board = s->board_name,
				       .act = "undo",
				       .caller = sd_bus_message_get_sender(u->call),
				       .uid = u->uid },
		  "Game g%s: act %u (%s) is undone by user %u%s%s", s->id, (unsigned)acts->wanted,
		  input_type_name(acts->type), (unsigned)u->uid, *u->input.text ? ": " : "", u->input.text);
}

static int undo(struct live_game *s, const struct undoing *u, sd_bus_error *error)
{
	struct acts acts = {
		.game = s->setup.core.game, .wanted = u->input.count, .later_texts = json_array(), .also = json_array()
	};
	struct journal_feed feed = { .dropped = json_array() };
	struct replayed_rulings rulings;
	int r = replayed_rulings_init(&rulings);

	if (r >= 0 && core_pending_until(s->core) != CLOCK_NEVER)
		r = fault(error, ERROR_REFUSED,
			  "What was said at this table a moment ago is still being judged: try again");
	if (r >= 0)
		r = check_board(s, error);
	if (r >= 0)
		r = find_act(s, &acts, error);
	if (r >= 0)
		r = replayed_rulings_load(&rulings, s->context->journal, s->number);
	if (r >= 0 && !(feed.game = live_game_again(s, &rulings)))
		r = -ENOMEM;
	if (r >= 0)
		r = play_again(s, u, &acts, &feed, error);
	if (r >= 0) {
		replayed_rulings_undo(&rulings, INT64_MAX);
		json_decref(s->undone_rulings);
		s->undone_rulings = json_incref(rulings.undone);
		commit(s, u, &acts, &feed);
	}
	if (feed.game)
		live_game_again_free(feed.game);
	journal_feed_done(&feed);
	replayed_rulings_done(&rulings);
	json_decref(feed.dropped);
	acts_done(&acts);
	return r;
}

static void game_undo_on_written(void *userdata, int r)
{
	struct undoing *u = userdata;
	struct live_game *s = u->context->live_games;
	sd_bus_error error = SD_BUS_ERROR_NULL;

	while (s && s->number != u->game)
		s = s->next;
	if (!s)
		r = fault(&error, ERROR_NO_SUCH_GAME, "There is no game \"%" PRIu64 "\"", u->game);
	else if (r < 0)
		r = live_game_journal_fault(s, &error);
	else
		r = undo(s, u, &error);
	if (r < 0 && sd_bus_error_is_set(&error))
		sd_bus_reply_method_error(u->call, &error);
	else if (r < 0)
		sd_bus_reply_method_errno(u->call, r, NULL);
	sd_bus_error_free(&error);
	if (s) {
		s->undoing = false;
		live_game_let_go(s, u->call);
	}
	context_flush(u->context);
	sd_bus_message_unref(u->call);
	free(u);
}

int live_game_begin_undo(struct live_game *s, const struct input *input, sd_bus_message *call, const struct act *act)
{
	struct undoing *u = malloc(sizeof(*u));

	if (!u)
		return -ENOMEM;
	*u = (struct undoing){ s->context, s->number, *input, sd_bus_message_ref(call), act->uid, act->realtime_us };
	if (publication_queue_add_act(&s->context->queue, (struct queued_act){ game_undo_on_written, u }) < 0) {
		sd_bus_message_unref(call);
		free(u);
		return -ENOMEM;
	}
	context_flush(s->context);
	return 0;
}
