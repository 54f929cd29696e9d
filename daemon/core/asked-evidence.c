// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/asked-evidence.h"
#include "daemon/core/history.h"
#include "rules/turn.h"

#define LAST_TURNS 8

static const char *side_word(enum side side)
{
	return side == WHITE ? "white" : side == BLACK ? "black" : "none";
}

static json_t *square(const struct core *core, uint8_t q)
{
	char name[8];

	return q != GAME_NO_SQUARE && core->game->square_name(q, name) > 0 ? json_string(name) : json_null();
}

static json_t *letter(char piece)
{
	return piece ? json_stringn(&piece, 1) : json_null();
}

static json_t *time_or_null(int64_t us)
{
	return us == INT64_MIN || us == CLOCK_NEVER ? json_null() : json_integer(us);
}

static json_t *sides(json_t *white, json_t *black)
{
	return json_pack("{s:o, s:o}", "white", white, "black", black);
}

/* A text of squares runs as the board is printed: from the top left. */
static json_t *squares(const struct core *core, const char pieces[GAME_MAX_SQUARES])
{
	const struct game *game = core->game;
	char text[GAME_MAX_SQUARES + 1] = "";
	bool all = game->squares == game->width * game->height;

	for (unsigned i = 0; i < game->squares; i++)
		text[i] = pieces[all ? (game->height - 1 - i / game->width) * game->width + i % game->width : i];
	return json_stringn(text, game->squares);
}

/* What else the turn may have been, by the names that a decision takes. */
static json_t *other_readings(const struct core *core, unsigned ply)
{
	json_t *others = json_array();

	for (unsigned i = 0; i < turn_at(core, ply)->other_count; i++) {
		struct turn turn = turn_read_as(turn_at(core, ply), &turn_at(core, ply)->other[i]);
		char name[GAME_TEXT];

		turn_reading_name(core->game, history_position(core, ply), &turn, name);
		json_array_append_new(others, json_string(name));
	}
	return others;
}

/* All that it may have been, as sentences take it. */
static json_t *readings(const struct core *core, unsigned ply)
{
	char text[FACT_READINGS_TEXT];

	turn_readings_format(core->game, history_position(core, ply), turn_at(core, ply), text, sizeof(text));
	return json_string(text);
}

static json_t *turn_json(const struct core *core, unsigned ply)
{
	const struct turn *turn = turn_at(core, ply);
	json_t *touched = json_array(), *displaced = json_array(), *o;
	char text[GAME_TEXT], notation[GAME_TEXT];

	for (unsigned i = 0; i < turn->touched_count; i++)
		json_array_append_new(
			touched, json_pack("{s:o, s:o, s:I}", "square", square(core, turn->touched[i].square), "piece",
					   letter(turn->touched[i].piece), "t_us", (json_int_t)turn->touched[i].t_us));
	for (unsigned i = 0; i < turn->displaced_count; i++)
		json_array_append_new(displaced,
				      json_pack("{s:o, s:o, s:o, s:b}", "from", square(core, turn->displaced[i].from),
						"to", square(core, turn->displaced[i].to), "piece",
						letter(turn->displaced[i].piece), "inherited",
						turn->displaced[i].inherited));
	turn_notation(core->game, history_position(core, ply), turn, text, notation);
	o = json_pack("{s:i, s:s, s:s, s:s, s:s, s:o, s:I, s:I, s:o, s:o, s:o}", "ply", (int)ply + 1, "side",
		      side_word(turn->side), "uci", text, "turn", turn_kind_name(turn->kind), "fault",
		      turn_fault_name(turn->fault), "set_down_us", time_or_null(turn->set_down_us), "t_us",
		      (json_int_t)turn->t_us, "left_us", (json_int_t)past_at(core, ply)->left_us, "touched", touched,
		      "displaced", displaced, "squares", squares(core, turn->placement));
	if (o && turn->unsure) {
		json_object_set_new(o, "or", other_readings(core, ply));
		json_object_set_new(o, "readings", readings(core, ply));
	}
	return o;
}

static unsigned occurrences(const struct core *core, const struct game_position *pos)
{
	unsigned n = core->game->same(&core->start, pos);

	for (unsigned i = 0; i < core->closed_count; i++)
		n += core->game->same(history_position(core, i + 1), pos);
	return n;
}

json_t *evidence_of(const struct core *core, const struct arbiter_asked *asked)
{
	const struct game_position *pos = tracker_provisional_position(core->tracker);
	const struct game_clock *clock = &core->clock;
	json_t *turns, *events, *o;
	char fen[GAME_FEN], pieces[GAME_MAX_SQUARES];

	if (asked->claim == CLAIM_NONE)
		return NULL;
	turns = json_array();
	events = json_array();
	for (unsigned i = core->closed_count > LAST_TURNS ? core->closed_count - LAST_TURNS : 0; i < core->closed_count;
	     i++)
		json_array_append_new(turns, turn_json(core, i));
	for (unsigned i = recent_events_first(&core->recent); i < core->recent.count; i++) {
		struct input in = recent_events_get(&core->recent, i);
		char *text = input_format(core->game, &in, NULL);

		json_array_append_new(events, json_loads(text, 0, NULL));
		free(text);
	}
	core->game->format(pos, fen);
	tracker_placement(core->tracker, pieces);
	o = json_pack("{s:s, s:s, s:s, s:b, s:I, s:s, s:o, s:o, s:o, s:s, s:o, s:i, s:i, s:o, s:o}", "about",
		      claim_name(asked->claim), "by", side_word(asked->by), "against", side_word(asked->against),
		      "postponed", asked->postponed, "t_us", (json_int_t)core->now, "fen", fen, "squares",
		      squares(core, pieces), "left_us",
		      sides(json_integer(clock->left_us[WHITE]), json_integer(clock->left_us[BLACK])), "flag_us",
		      sides(time_or_null(clock->flag_us[WHITE]), time_or_null(clock->flag_us[BLACK])), "running",
		      side_word(clock->running), "moves",
		      sides(json_integer(clock->moves[WHITE]), json_integer(clock->moves[BLACK])), "occurrences",
		      (int)occurrences(core, pos), "quiet_plies", (int)core->game->quiet_plies(pos), "turns", turns,
		      "events", events);
	if (o && asked->object != CLAIM_NONE)
		json_object_set_new(o, "contests", json_string(claim_name(asked->object)));
	return o;
}
