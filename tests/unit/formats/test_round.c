// SPDX-License-Identifier: GPL-2.0-or-later
/* A round comes out of its reader and its writer as it went in, and what lacks a key, or has another kind of it, is
 * refused. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formats/round.h"

#define PLAYER(name, number) \
	"{\"name\":\"" name "\",\"fide\":\"1503014\",\"elo\":\"2831\",\"title\":\"GM\",\"team\":\"Riga\"," \
	"\"fed\":\"LAT\",\"number\":" number "}"
#define PAIRING(table, bye, game, said) \
	"{\"table\":" table ",\"board\":\"SIM-1\",\"round_tag\":\"2.1\",\"match\":1,\"bye\":\"" bye \
	"\",\"white\":" PLAYER("A", "1") ",\"black\":" PLAYER("B", "2") ",\"given\":\"+/-\",\"game\":\"" game \
									"\"" said "}"
#define ROUND(state, pairings, last) \
	"{\"round\":2,\"revision\":7,\"state\":\"" state "\",\"file\":\"a.csv\",\"format\":\"csv\",\"day\":" \
	"\"2026.01.31\",\"pairings\":[" pairings "]" last "}"
#define SCORING ",\"scoring\":{\"points\":[10,5,0,10,0,0],\"ties\":\"BH SB\",\"round_robin\":false}"
#define LAST ",\"last\":{\"t\":\"2026-01-31T12:00:00Z\",\"uid\":1000,\"act\":\"start\",\"revision\":7,\"boards\":[1]}"

static const char whole[] = ROUND("running",
				  PAIRING("1", "", "3",
					  ",\"void\":[\"1\",\"2\"],\"game_result\":\"1-0\","
					  "\"absent\":\"white\",\"paused\":true,"
					  "\"begins\":{\"wait\":true,\"uid\":1000}"),
				  LAST);

static int read_text(const char *text, struct round **round)
{
	json_t *json = json_loads(text, 0, NULL);
	int r;

	assert_non_null(json);
	r = round_read(json, round);
	json_decref(json);
	return r;
}

static void expect(const struct round *round, const char *text)
{
	json_t *json = round_format(round);
	char *written = json_dumps(json, JSON_COMPACT);

	assert_string_equal(written, text);
	free(written);
	json_decref(json);
}

static void what_is_read_is_written(void **state)
{
	static const char *const texts[] = {
		whole,
		ROUND("open", "", ""),
		ROUND("open", "", SCORING LAST),
		ROUND("paused", PAIRING("0", "half", "", ""), LAST),
		ROUND("closed",
		      PAIRING("1", "zero", "", ",\"paused\":true,\"absent\":\"\",\"game_result\":\"\"") "," PAIRING(
			      "2", "full", "9", ",\"game_result\":\"0-1\",\"void\":[\"4\"]"),
		      ""),
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct round *round, *copy;

		assert_int_equal(read_text(texts[i], &round), 0);
		expect(round, texts[i]);
		copy = round_copy(round);
		round_unref(round);
		expect(copy, texts[i]);
		round_unref(copy);
	}
}

/* Each key that has to be there is misspelt, and each value is of another kind. */
static void what_is_no_round_is_refused(void **state)
{
	static const char *const optional[] = { "void", "game_result",		 "absent", "paused", "begins", "wait",
						"last", "revision\":7,\"boards", "boards" };
	size_t refused = 0;

	for (const char *at = whole; (at = strchr(at, '"')); at = strchr(at + 1, '"') + 1) {
		const char *value = strchr(at + 1, '"') + 1;
		char text[sizeof(whole)], other[sizeof(whole) + 8];
		struct round *round;
		bool may_lack = false;

		if (*value != ':')
			continue;
		for (size_t i = 0; i < sizeof(optional) / sizeof(optional[0]); i++)
			may_lack |= strncmp(at + 1, optional[i], strlen(optional[i])) == 0;
		if (may_lack)
			continue;
		strcpy(text, whole);
		text[at + 1 - whole] = '?';
		assert_int_equal(read_text(text, &round), -EINVAL);
		if (value[1] == '"' || (value[1] >= '0' && value[1] <= '9')) {
			const char *end = value[1] == '"' ? strchr(value + 2, '"') + 1 :
							    value + 1 + strspn(value + 1, "0123456789");

			snprintf(other, sizeof(other), "%.*snull%s", (int)(value + 1 - whole), whole, end);
			assert_int_equal(read_text(other, &round), -EINVAL);
		}
		refused++;
	}
	assert_int_equal(refused, 7 + 9 + 2 * 7 + 3 + 1);
}

static void what_is_said_later_stays_in_its_order(void **state)
{
	struct round *round, *next;
	struct pairing *p;

	assert_int_equal(read_text(ROUND("open", PAIRING("1", "", "3", ""), ""), &round), 0);
	next = round_copy(round);
	assert_null(round_pairing(next, 2));
	assert_null(round_pairing(next, 0));
	p = round_pairing(next, 1);
	pairing_set_paused(p, true);
	pairing_set_absent(p, "both");
	assert_int_equal(pairing_add_void(p, "3"), 0);
	pairing_set_paused(p, false);
	pairing_set_game_result(p, "1-0");
	pairing_set_absent(p, "");
	assert_true(pairing_has(p, PAIRING_ABSENT) && !pairing_has(p, PAIRING_PAUSED));
	expect(next,
	       ROUND("open", PAIRING("1", "", "3", ",\"absent\":\"\",\"void\":[\"3\"],\"game_result\":\"1-0\""), ""));
	/* and the state before it is as it was */
	expect(round, ROUND("open", PAIRING("1", "", "3", ""), ""));
	round_unref(round);
	round_unref(next);
}

static void which_round_is_shown(void **state)
{
	static const struct {
		const char *rounds;
		size_t running, current;
		bool closed;
	} list[] = {
		{ "[]", 0, 0, true },
		{ "[[1,\"open\",1]]", 0, 1, false },
		{ "[[1,\"running\",1],[2,\"open\",1]]", 1, 1, false },
		{ "[[1,\"closed\",1],[2,\"open\",1]]", 0, 2, false },
		{ "[[1,\"running\",1],[3,\"paused\",1]]", 2, 2, false },
		{ "[[1,\"closed\",9],[2,\"closed\",1]]", 0, 2, true },
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		json_t *rounds = json_loads(list[i].rounds, 0, NULL);

		assert_int_equal(rounds_running(rounds), list[i].running);
		assert_int_equal(rounds_current(rounds), list[i].current);
		assert_int_equal(rounds_are_closed(rounds), list[i].closed);
		json_decref(rounds);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_read_is_written),
		cmocka_unit_test(which_round_is_shown),
		cmocka_unit_test(what_is_no_round_is_refused),
		cmocka_unit_test(what_is_said_later_stays_in_its_order),
	};

	return cmocka_run_group_tests_name("rounds", tests, NULL, NULL);
}
