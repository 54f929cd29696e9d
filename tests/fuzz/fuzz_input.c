/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A game's inputs as JSON, a line each, into the core: the first line is what the game is played by, as a trace's
 * header has it. An input that is taken is the same when it is written and read again; one that is not has a sentence
 * and changes nothing; what is published can be said and written; and the same inputs lead to the same game.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/core.h"
#include "rules/rulebook.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/core/asked-evidence.h"

#define LINES 60
#define EVERY 8 /* inputs of so many are fed twice */

#define CLOCK \
	"\"clock\":{\"mode\":\"fischer\",\"white_ms\":3000,\"black_ms\":3000,\"increment_ms\":500,\"running\":\"white\"}"
#define AT(t, what) "{\"t_ms\":" #t ",\"type\":" what "}\n"
#define E4 \
	AT(100, "\"lift\",\"square\":\"e2\",\"piece\":\"P\"") \
	AT(300, "\"place\",\"square\":\"e4\",\"piece\":\"P\"") AT(400, "\"press\",\"side\":\"white\"")

const char *const fuzz_seeds[] = {
	"{\"rulebook\":\"fide2023-blitz\",\"sensors\":\"piece-id\"," CLOCK
	"}\n" E4 AT(900, "\"claim\",\"by\":\"white\",\"claim\":\"flag\"") AT(4000, "\"tick\"")
		AT(4100, "\"decide\",\"about\":\"illegal-move\",\"verdict\":\"accept\",\"by\":\"arbiter\"")
			AT(4200, "\"pause\"") AT(4300, "\"resume\",\"side\":\"black\"") AT(
				4400, "\"claim\",\"by\":\"black\",\"claim\":\"draw-repetition\",\"intend\":\"e7e5\""),
	"{\"rulebook\":\"handbook\",\"sensors\":\"presence\",\"lever\":true," CLOCK
	"}\n" E4 AT(500, "\"board\",\"squares\":\"rnbqkbnrpppppppp....................P...........PPPP.PPPRNBQKBNR\"")
		AT(600, "\"lost\",\"count\":3")
			AT(700, "\"clock-report\",\"white_ms\":2000,\"black_ms\":2000,\"first\":\"white\"")
				AT(800, "\"report\",\"by\":\"arbiter\",\"report\":\"flag\"")
					AT(900, "\"takeback\",\"count\":1") AT(1000, "\"move\",\"move\":\"e2e4\"")
						AT(1100, "\"position\",\"fen\":\"4k3/4P3/8/8/8/8/8/4K3 w - - 0 1\"")
							AT(1200, "\"promotion\",\"piece\":\"N\"")
								AT(1300, "\"end\",\"result\":\"1-0\""),
	"{\"rulebook\":\"fmjd-annex6\",\"game\":\"draughts-10x10\",\"sensors\":\"presence\"}\n" AT(
		100, "\"lift\",\"square\":\"32\"") AT(200, "\"place\",\"square\":\"28\"")
		AT(300, "\"press\",\"side\":\"w\"") AT(400, "\"arrive\",\"side\":\"black\""),
	"{\"sensors\":\"sure\",\"start_fen\":\"8/4P3/8/8/k7/8/8/4K3 w - - 0 1\"}\n" AT(
		100, "\"lift\",\"square\":\"e7\"") AT(200, "\"place\",\"square\":\"e8\",\"piece\":\"Q\"")
		AT(300, "\"answer\",\"fen\":\"8/8/8/8/k7/8/8/4K3 w - - 0 1\",\"side\":\"white\",\"answer\":\"no\""),
	NULL
};
const char *const fuzz_words[] = { "\n",
				   "{",
				   "}",
				   ",",
				   ":",
				   "\"",
				   "null",
				   "true",
				   "-1",
				   "1e9",
				   "9223372036854775807",
				   "-9223372036854775808",
				   "4294967296",
				   "\"t_ms\":",
				   "\"t_us\":",
				   "\"type\":",
				   "\"lift\"",
				   "\"place\"",
				   "\"press\"",
				   "\"board\"",
				   "\"lost\"",
				   "\"tick\"",
				   "\"pause\"",
				   "\"resume\"",
				   "\"arrive\"",
				   "\"clock-report\"",
				   "\"claim\"",
				   "\"report\"",
				   "\"decide\"",
				   "\"takeback\"",
				   "\"position\"",
				   "\"promotion\"",
				   "\"move\"",
				   "\"end\"",
				   "\"answer\"",
				   "\"side\":",
				   "\"white\"",
				   "\"black\"",
				   "\"arbiter\"",
				   "\"by\":",
				   "\"claim\":",
				   "\"about\":",
				   "\"verdict\":",
				   "\"square\":",
				   "\"piece\":",
				   "\"count\":",
				   "\"intend\":",
				   "\"rulebook\":",
				   "\"handbook\"",
				   "\"fide2023-blitz\"",
				   "\"uschess-blitz\"",
				   "\"sensors\":",
				   "\"options\":{",
				   "\"state\":{",
				   "\"clock\":{",
				   "\"mode\":",
				   "\"hourglass\"",
				   "\"periods\"",
				   "\"white_ms\":",
				   "\"e8\"",
				   "\"a1\"",
				   "\"50\"",
				   "\"illegal-move\"",
				   "\"draw-repetition\"",
				   "\"draw-50\"",
				   "\"flag\"",
				   "\"agreed-draw\"",
				   "\"resign\"",
				   "\"touched\"",
				   "\"accept\"",
				   "\"reject\"",
				   "\"restore\"",
				   "\"set-clock\"",
				   "\"replace-clock\"",
				   "\"1/2-1/2\"",
				   "\"first\":",
				   "\"lever\":true",
				   "\"scan_us\":",
				   NULL };
const unsigned fuzz_runs = 3000;

/* Read once: a rulebook costs more than a game. */
static const struct rulebook *book_of(const char *id)
{
	static const char *const ids[] = { "fide2023-blitz", "handbook",	  "fmjd-annex6",
					   "uschess-blitz",  "fide2023-standard", "nsb-2004" };
	static struct rulebook *books[sizeof(ids) / sizeof(ids[0])];

	for (size_t i = 0; id && i < sizeof(ids) / sizeof(ids[0]); i++)
		if (strcmp(ids[i], id) == 0) {
			setenv("FLAGFALL_RULES", "rules/books", 0);
			if (!books[i])
				FUZZ_ASSERT(rulebook_load(id, NULL, NULL, &books[i]) == 0);
			return books[i];
		}
	return NULL;
}

struct fed {
	const struct game *game;
	unsigned published;
	uint32_t sum; /* of all that was published */
};

static void hear(void *userdata, const struct publication *p)
{
	struct fed *fed = userdata;
	char sentence[SENTENCE_TEXT];
	json_t *o = publication_format(fed->game, p, true);
	char *text;

	FUZZ_ASSERT(o);
	text = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS);
	FUZZ_ASSERT(text); /* NULL: it holds what is no UTF-8 */
	for (const char *c = text; *c; c++)
		fed->sum = fed->sum * 31 + (unsigned char)*c;
	if (p->type == PUBLISH_RULING || p->type == PUBLISH_QUESTION) {
		publication_sentence(p, sentence);
		FUZZ_ASSERT(memchr(sentence, 0, sizeof(sentence)));
	}
	fed->published++;
	free(text);
	json_decref(o);
}

static void check_round_trip(const struct game *game, const struct input *input)
{
	struct input again;
	char err[160], *once = input_format(game, input, NULL), *twice;
	json_t *o = json_loads(once, 0, NULL);

	FUZZ_ASSERT(o);
	FUZZ_ASSERT(input_parse(game, o, &again, err) == 0);
	twice = input_format(game, &again, NULL);
	FUZZ_ASSERT(twice && strcmp(once, twice) == 0);
	free(once);
	free(twice);
	json_decref(o);
}

static void check_state(struct core *core)
{
	struct core_state state;
	json_t *evidence = asked_evidence(core);
	char *text;

	core_get_state(core, &state);
	FUZZ_ASSERT(state.result && state.reason && state.termination);
	for (unsigned i = 0; i < state.turns; i++) {
		struct core_turn turn;

		FUZZ_ASSERT(core_get_turn(core, i, &turn) == 0);
	}
	if (evidence) {
		text = json_dumps(evidence, 0);
		FUZZ_ASSERT(text);
		free(text);
		json_decref(evidence);
	}
}

/* Feeds the lines after the first; how many inputs were taken. */
static unsigned feed(const struct core_setup *setup, char *lines, struct fed *fed)
{
	struct core *core;
	unsigned taken = 0;
	char err[160] = "", *rest = NULL;
	int r = core_new(setup, hear, fed, &core, err);

	FUZZ_ASSERT(r == 0 || (r == -EINVAL && err[0]));
	if (r < 0)
		return 0;
	for (char *line = strtok_r(lines, "\n", &rest); line && taken < LINES; line = strtok_r(NULL, "\n", &rest)) {
		json_t *o = json_loads(line, 0, NULL);
		struct input input;

		if (!o)
			continue;
		err[0] = '\0';
		r = input_parse(setup->game, o, &input, err);
		json_decref(o);
		FUZZ_ASSERT(r == 0 || (r == -EINVAL && err[0] && memchr(err, 0, sizeof(err))));
		if (r < 0)
			continue;
		check_round_trip(setup->game, &input);
		err[0] = '\0';
		r = core_input(core, &input, err);
		FUZZ_ASSERT(r == 0 || (r == -EINVAL && err[0] && memchr(err, 0, sizeof(err))));
		taken += r == 0;
	}
	check_state(core);
	core_free(core);
	return taken;
}

void fuzz_one(const uint8_t *data, size_t size)
{
	char *text = strdup((const char *)data), *again, *end = strchr(text, '\n'), err[160] = "";
	struct fed first = { 0 }, second = { 0 };
	struct core_setup setup;
	json_t *header;
	int r;

	if (end)
		*end = '\0';
	header = json_loads(text, 0, NULL);
	r = header ? core_setup_from_json(header, &setup, err) : 1;
	FUZZ_ASSERT(r >= 0 || (r == -EINVAL && err[0]));
	if (r == 0) {
		setup.rulebook = book_of(json_string_value(json_object_get(header, "rulebook")));
		if (setup.rulebook && strcmp(rulebook_game(setup.rulebook), setup.game->name) != 0)
			setup.rulebook = NULL;
		first.game = second.game = setup.game;
		again = strdup(end ? end + 1 : "");
		if (end)
			feed(&setup, end + 1, &first);
		if (size % EVERY == 0) {
			feed(&setup, again, &second);
			FUZZ_ASSERT(!end || (first.published == second.published && first.sum == second.sum));
		}
		free(again);
		core_setup_done(&setup);
	}
	json_decref(header);
	free(text);
}
