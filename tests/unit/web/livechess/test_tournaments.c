/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events, rounds and games as GET has them: names, results and moves, and nothing before an event's delay is over. */
#include "tests/unit/web/livechess/hall.h"
#include "web/livechess/client.h"

static const char round_text[] =
	"{\"round\":2,\"state\":\"running\",\"pairings\":["
	"{\"table\":1,\"board\":\"B1\",\"round_tag\":\"2\",\"bye\":\"\",\"game\":\"7\",\"result\":\"1-0\",\"state\":\"over\","
	"\"white\":{\"name\":\"Larsen, Anna Maria\",\"fide\":\"1400000\",\"title\":\"WFM\",\"fed\":\"DEN\"},"
	"\"black\":{\"name\":\"Boris\",\"fide\":\"\",\"title\":\"\",\"fed\":\"\"}},"
	"{\"table\":2,\"board\":\"\",\"round_tag\":\"2\",\"bye\":\"\",\"game\":\"\",\"result\":\"-/+\",\"state\":\"forfeit\","
	"\"white\":{\"name\":\"C\"},\"black\":{\"name\":\"D\"}},"
	"{\"table\":0,\"board\":\"\",\"round_tag\":\"2\",\"bye\":\"full\",\"game\":\"\",\"result\":\"\",\"state\":\"bye\","
	"\"white\":{\"name\":\"E\"},\"black\":{\"name\":\"\"}}]}";

static struct live_game *open_event(struct hall *h, unsigned minutes, bool silent)
{
	struct live_event *e;
	struct live_game *g;

	hall_open(h, false);
	e = live_add_event(&h->live, "/event/open", "open");
	json_decref(e->properties);
	e->properties = json_pack("{s:s, s:s, s:[s, s], s:[[i, s], [i, s]], s:[[i, s, i], [i, s, i]], s:[i, i]}",
				  "Name", "Riga Open", "Site", "Riga", "Dates", "2026.01.30", "2026.01.31", "Boards", 1,
				  "B1", 2, "B2", "Rounds", 1, "closed", 3, 2, "running", 1, "Delay", 0, (int)minutes);
	json_object_set_new(e->rounds, "1", json_pack("{s:i, s:s, s:[]}", "round", 1, "state", "closed", "pairings"));
	json_object_set_new(e->rounds, "2", json_loads(round_text, 0, NULL));
	g = live_add_game(&h->live, "/game/7", "7");
	json_decref(g->properties);
	g->properties = json_pack("{s:s, s:s, s:s, s:s, s:s}", "Board", "B1", "Kind", "chess", "State", "over",
				  "Result", "1-0", "StartFen", START);
	g->is_read = true;
	g->is_silent = silent;
	g->delay.us = minutes * 60 * SECOND;
	g->over_us = h->now.realtime_us;
	for (int i = 0; i < 2; i++) {
		json_t *move = json_pack("{s:i, s:s, s:I}", "ply", i + 1, "uci", i ? "e7e5" : "e2e4", "left_us",
					 (json_int_t)((299 - i) * SECOND + 900000));

		if (!silent)
			json_object_set_new(move, "san", json_string(i ? "e5" : "e4"));
		assert_int_equal(live_set_move(g, (size_t)i + 1, move, h->now.realtime_us), 0);
	}
	return g;
}

static void is_got(struct hall *h, const char *path, const char *want)
{
	json_t *o = tournaments_get(&h->live, path, h->now.realtime_us);
	char *text = o ? json_dumps(o, JSON_COMPACT) : strdup("nothing");

	assert_string_equal(text, want);
	free(text);
	json_decref(o);
}

#define ROUND(live, result) \
	"{\"nr\":2,\"date\":\"2026.01.31\",\"pairings\":[" \
	"{\"nr\":1,\"uuid\":\"7\",\"white\":{\"fname\":\"Anna Maria\",\"mname\":null,\"lname\":\"Larsen\",\"title\":\"WFM\"," \
	"\"federation\":\"DEN\",\"gender\":null,\"fideid\":\"1400000\"}," \
	"\"black\":{\"fname\":null,\"mname\":null,\"lname\":\"Boris\",\"title\":null,\"federation\":null,\"gender\":null," \
	"\"fideid\":null},\"live\":" live ",\"result\":" result "}," \
	"{\"nr\":2,\"uuid\":null,\"white\":{\"fname\":null,\"mname\":null,\"lname\":\"C\",\"title\":null,\"federation\":null," \
	"\"gender\":null,\"fideid\":null},\"black\":{\"fname\":null,\"mname\":null,\"lname\":\"D\",\"title\":null," \
	"\"federation\":null,\"gender\":null,\"fideid\":null},\"live\":false,\"result\":\"WHITEFORFAIT\"}]}"

static void test_event(void **state)
{
	struct hall h;

	open_event(&h, 0, false);
	is_got(&h, "tournaments", "[{\"uuid\":\"open\",\"description\":\"Riga Open\",\"rounds\":2}]");
	is_got(&h, "tournament/open",
	       "{\"uuid\":\"open\",\"name\":\"Riga Open\",\"description\":\"Riga Open\",\"location\":\"Riga\",\"country\":null,"
	       "\"rounds\":2,\"eboards\":[\"B1\",\"B2\"]}");
	is_got(&h, "round/open/1", ROUND("false", "\"WHITEWIN\""));
	is_got(&h, "round/open/0", "{\"nr\":1,\"date\":\"2026.01.30\",\"pairings\":[]}");
	is_got(&h, "game/7",
	       "{\"chess960\":518,\"result\":\"WHITEWIN\",\"comment\":null,\"clock\":null,\"moves\":[\"e4 299\",\"e5 298\"]}");
	hall_close(&h);
}

static void test_nothing(void **state)
{
	static const char *const paths[] = { "",
					     "tournament/",
					     "tournament/other",
					     "round/open",
					     "round/open/2",
					     "round/open/-1",
					     "round/open/1x",
					     "round//0",
					     "game/8",
					     "game/",
					     "games" };
	struct hall h;

	open_event(&h, 0, false);
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		is_got(&h, paths[i], "nothing");
	hall_close(&h);
}

/* Neither moves nor the result, and not that it is over, until the delay is. */
static void test_delay(void **state)
{
	struct hall h;

	open_event(&h, 15, false);
	is_got(&h, "round/open/1", ROUND("true", "null"));
	is_got(&h, "game/7", "{\"chess960\":518,\"result\":null,\"comment\":null,\"clock\":null,\"moves\":[]}");
	h.now.realtime_us += 16 * 60 * SECOND;
	is_got(&h, "round/open/1", ROUND("false", "\"WHITEWIN\""));
	is_got(&h, "game/7",
	       "{\"chess960\":518,\"result\":\"WHITEWIN\",\"comment\":null,\"clock\":null,\"moves\":[\"e4 299\",\"e5 298\"]}");
	hall_close(&h);
}

/* Notation tells that a move was legal. */
static void test_silent(void **state)
{
	struct live_game *g;
	struct hall h;

	g = open_event(&h, 0, true);
	g->clock = (struct live_clock){ .is_there = true, .left_us = { SECOND, SECOND }, .running = WHITE };
	is_got(&h, "game/7", "{\"chess960\":518,\"result\":\"WHITEWIN\",\"comment\":null,\"clock\":null,\"moves\":[]}");
	hall_close(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_event), cmocka_unit_test(test_nothing),
					    cmocka_unit_test(test_delay), cmocka_unit_test(test_silent) };

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("livechess/tournaments", tests, NULL, NULL);
}
