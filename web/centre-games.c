/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/source.h"

#include <stdio.h>
#include <string.h>

#include "relay/store/store.h"
#include "web/live.h"

/* --- ids --- */

void centre_event_id(const struct centre_subject *subject, char id[static CENTRE_ID])
{
	snprintf(id, CENTRE_ID, "%s~%s", subject->hall, subject->event);
}

void centre_game_id(const struct centre_subject *subject, char id[static CENTRE_ID])
{
	snprintf(id, CENTRE_ID, "%s~%s~%u~%u", subject->hall, subject->event, subject->round, subject->board);
}

bool centre_subject_of_id(const char *id, char buf[static CENTRE_ID], struct centre_subject *ret)
{
	char *event, *numbers, end, same[CENTRE_ID];

	snprintf(buf, CENTRE_ID, "%s", id);
	event = strchr(buf, '~');
	numbers = event ? strchr(event + 1, '~') : NULL;
	if (!numbers || sscanf(numbers, "~%9u~%9u%c", &ret->round, &ret->board, &end) != 2)
		return false;
	*event = *numbers = '\0';
	ret->hall = buf;
	ret->event = event + 1;
	centre_game_id(ret, same); /* a number has no sign and no zeros before it */
	return strcmp(id, same) == 0;
}

/* --- games --- */

static void centre_games_set_text(json_t *o, const char *key, const char *text)
{
	json_object_set_new(o, key, json_string(text));
}

static bool is_result(const char *text)
{
	return *text && strcmp(text, "none") != 0 && strcmp(text, "*") != 0;
}

static void set_result(struct live_game *game, const char *result, int64_t at_us)
{
	const bool is_over = is_result(result);

	centre_games_set_text(game->properties, "State", is_over ? "over" : "running");
	centre_games_set_text(game->properties, "Result", is_over ? result : "");
	if (!is_over) {
		game->over_us = 0;
	} else if (!game->over_us) {
		game->over_us = at_us;
		centre_games_set_text(game->properties, "Question", ""); /* what is asked from here on is an appeal */
	}
	if (is_over) {
		game->clock.running = NO_SIDE;
		centre_games_set_text(game->properties, "Absent", "");
	}
}

/* What was played there is not a game of this pairing. */
static void forget_game(struct live_game *game)
{
	live_forget_moves(game, 1);
	live_set_ruling(game, NULL);
	game->clock = (struct live_clock){ 0 };
	json_object_del(game->properties, "Placement");
	json_object_del(game->properties, "Started");
	centre_games_set_text(game->properties, "Question", "");
	centre_games_set_text(game->properties, "Absent", "");
	set_result(game, "", 0);
}

bool centre_game_is_over(const struct live_game *game)
{
	return game->over_us != 0;
}

/* What the hall kept back says how the clock stood then, and not that it still runs. */
static void centre_games_take_clock(struct live_game *game, const json_t *p, int64_t made_us)
{
	game->clock = (struct live_clock){
		.is_there = true,
		.left_us = { json_integer_value(json_object_get(p, "white_us")),
			     json_integer_value(json_object_get(p, "black_us")) },
		.running = game->is_late || game->over_us ? NO_SIDE : live_side(live_text(p, "running")),
		.at_us = made_us,
	};
}

void centre_game_publication(struct live_game *game, const json_t *p, int64_t made_us)
{
	const char *type = live_text(p, "type");

	if (strcmp(live_text(game->properties, "HallGame"), live_text(p, "game")) != 0) { /* the one before is void */
		forget_game(game);
		centre_games_set_text(game->properties, "HallGame", live_text(p, "game"));
	}
	if (!json_object_get(game->properties, "Started"))
		json_object_set_new(game->properties, "Started", json_integer(made_us));
	game->is_late = json_is_true(json_object_get(p, "withheld"));
	live_publication_take(game, p, made_us);
	if (strcmp(type, "clock") == 0) {
		centre_games_take_clock(game, p, made_us);
	} else if (strcmp(type, "move") == 0 && *live_text(p, "uci")) {
		game->is_silent = !*live_text(p, "san"); /* else it says what the arbiter may not */
	} else if (strcmp(type, "absent") == 0) {
		centre_games_set_text(game->properties, "Absent", live_text(p, "absent"));
	} else if (strcmp(type, "undone") == 0) { /* a result that it had may be none */
		centre_games_set_text(game->properties, "Question", live_text(p, "question"));
		set_result(game, live_text(p, "result"), made_us);
	} else if (strcmp(type, "question") == 0) {
		centre_games_set_text(game->properties, "Question", live_text(p, "reason"));
	} else if (strcmp(type, "ruling") == 0) {
		centre_games_set_text(game->properties, "Question", "");
		if (is_result(live_text(p, "result")))
			set_result(game, live_text(p, "result"), made_us);
		else if (game->over_us && strcmp(live_text(p, "reason"), "appeal-upheld") == 0) /* it does not count */
			centre_games_set_text(game->properties, "Result", "");
	}
}

/* [Name "value"] at *line, which goes on to the next line. False: the tags are over. */
static bool take_tag(const char **line, char name[static 64], char value[static 512])
{
	size_t n = 0;
	const char *c;

	if (sscanf(*line, "[%63[A-Za-z0-9_]", name) != 1)
		return false;
	c = strchr(*line, '"');
	for (c = c ? c + 1 : ""; *c && *c != '"' && *c != '\n'; c++) {
		if (*c == '\\' && c[1])
			c++;
		if (n < 511)
			value[n++] = *c;
	}
	value[n] = '\0';
	c = strchr(*line, '\n');
	*line = c ? c + 1 : "";
	return true;
}

static const struct game *kind_of(const json_t *tags, bool is_pdn)
{
	const char *type = live_text(tags, "GameType"), *variant = live_text(tags, "Variant");
	const struct game *best = *game_list();

	for (const struct game *const *g = game_list(); *g; g++)
		if (((*g)->game_type != NULL) == is_pdn &&
		    (is_pdn	   ? strncmp(type, (*g)->game_type, strlen((*g)->game_type)) == 0 :
		     (*g)->variant ? strcmp(variant, (*g)->variant) == 0 :
				     !*variant))
			best = *g;
	return best;
}

void centre_game_record(struct live_game *game, const struct centre_subject *subject, const char *text, bool is_pdn,
			int64_t made_us)
{
	static const char *const texts[] = { "White", "Black", "Event",	   "Site",
					     "Round", "Date",  "Rulebook", "TimeControl" };
	json_t *tags = json_object(), *p = game->properties;
	char name[64], value[512], id[CENTRE_ID];
	const struct game *kind;

	while (take_tag(&text, name, value))
		centre_games_set_text(tags, name, value);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		centre_games_set_text(p, texts[i], live_text(tags, texts[i]));
	kind = kind_of(tags, is_pdn);
	centre_games_set_text(p, "Kind", kind->name);
	centre_games_set_text(p, "StartFen", *live_text(tags, "FEN") ? live_text(tags, "FEN") : kind->start_fen);
	centre_games_set_text(p, "Hall", subject->hall);
	snprintf(value, sizeof(value), "%u", subject->board);
	if (!*live_text(tags, "Board"))
		centre_games_set_text(tags, "Board", value);
	centre_event_id(subject, id);
	json_object_set_new(p, "Pairing", json_pack("[s, i, i]", id, (int)subject->round, (int)subject->board));
	if (!*live_text(tags, "UTCDate")) /* of no game: none has begun, or it is void */
		forget_game(game);
	set_result(game, live_text(tags, "Result"), made_us);
	json_object_set_new(p, "Tags", tags);
}

/* --- events --- */

static void set_rounds(struct live_event *event, const json_t *rounds)
{
	json_t *list = json_array();
	size_t i;
	json_t *round;

	json_array_foreach(rounds, i, round) {
		const char *state = json_integer_value(json_object_get(round, "live")) > 0 ? "running" : "closed";

		if (json_integer_value(json_object_get(round, "count")) > 0)
			json_array_append_new(list, json_pack("[i, s]", (int)i + 1, state));
	}
	json_object_set_new(event->properties, "Rounds", list);
}

void centre_event_tournament(struct live_event *event, const json_t *tournament)
{
	static const char *const texts[][2] = {
		{ "Name", "name" },
		{ "Site", "location" },
		{ "Rulebook", "rules" },
		{ "Time", "timecontrol" },
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		centre_games_set_text(event->properties, texts[i][0], live_text(tournament, texts[i][1]));
	json_object_set_new(event->properties, "Delay", json_pack("[i, i]", 0, 0));
	set_rounds(event, json_object_get(tournament, "rounds"));
}

/* As the pairings were given: "Last, First Middle". */
static json_t *player(const json_t *from)
{
	const char *first = live_text(from, "fname"), *middle = live_text(from, "mname"),
		   *last = live_text(from, "lname");
	char name[400], fide[24];
	json_t *o;

	if (!json_is_object(from))
		return json_null();
	snprintf(name, sizeof(name), "%.120s%s%.120s%s%.120s", last, *first ? ", " : "", first, *middle ? " " : "",
		 middle);
	o = json_pack("{s:s}", "name", name);
	snprintf(fide, sizeof(fide), "%" JSON_INTEGER_FORMAT, json_integer_value(json_object_get(from, "fideid")));
	if (json_is_integer(json_object_get(from, "fideid")))
		centre_games_set_text(o, "fide", fide);
	if (*live_text(from, "title"))
		centre_games_set_text(o, "title", live_text(from, "title"));
	if (*live_text(from, "federation"))
		centre_games_set_text(o, "fed", live_text(from, "federation"));
	return o;
}

void centre_event_round(struct live_event *event, const struct centre_subject *subject, const json_t *index)
{
	json_t *list = json_array(), *pairing;
	char number[16], tag[32], id[CENTRE_ID];
	bool runs = false;
	size_t i;

	json_array_foreach(json_object_get(index, "pairings"), i, pairing) {
		struct centre_subject game = *subject;
		const bool live = json_is_true(json_object_get(pairing, "live"));
		const char *result = live_text(pairing, "result");
		const json_int_t board = json_integer_value(json_object_get(pairing, "board"));

		if (board < 1 || board > STORE_MOST_NUMBER)
			continue;
		game.board = (unsigned)board;
		centre_game_id(&game, id);
		snprintf(tag, sizeof(tag), "%u.%u", subject->round, game.board);
		runs |= live;
		json_array_append_new(list, json_pack("{s:i, s:s, s:s, s:o, s:o, s:s, s:s, s:s}", "table",
						      (int)game.board, "round_tag", tag, "bye", "", "white",
						      player(json_object_get(pairing, "white")), "black",
						      player(json_object_get(pairing, "black")), "game", id, "result",
						      result, "state",
						      live    ? "running" :
						      *result ? "over" :
								"waiting"));
	}
	snprintf(number, sizeof(number), "%u", subject->round);
	json_object_set_new(event->rounds, number,
			    json_pack("{s:i, s:s, s:o}", "round", (int)subject->round, "state",
				      runs ? "running" : "closed", "pairings", list));
}
