// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/format/publication.h"

#include <string.h>

static const char *text(const json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

static enum side side(const json_t *o, const char *key)
{
	const char *word = text(o, key);

	return !word ? NO_SIDE : !strcmp(word, "white") ? WHITE : !strcmp(word, "black") ? BLACK : NO_SIDE;
}

static int64_t statement_number(const json_t *o, const char *key)
{
	const json_t *value = json_object_get(o, key);

	return json_is_integer(value) ? json_integer_value(value) : FACT_NO_NUMBER;
}

static void copy(char ret[static FACT_SQUARE], const char *name)
{
	if (name && strlen(name) < FACT_SQUARE)
		strcpy(ret, name);
}

static struct sentence_facts facts_parse(const json_t *o)
{
	struct sentence_facts f = no_facts();
	int by = text(o, "by") ? person_from_name(text(o, "by")) : -1;
	const char *judge = text(o, "judge");
	int64_t ms = statement_number(o, "time_ms");

	f.by = by >= 0 ? (enum person)by : PERSON_NONE;
	f.player = side(o, "player");
	f.word = text(o, "word");
	f.piece = text(o, "piece");
	copy(f.square, text(o, "square"));
	copy(f.to, text(o, "to"));
	f.captures = json_is_true(json_object_get(o, "captures"));
	f.other_piece = text(o, "other_piece");
	copy(f.other_square, text(o, "other_square"));
	f.count = statement_number(o, "count");
	f.limit = statement_number(o, "limit");
	if (ms != FACT_NO_NUMBER && ms > INT64_MIN / 1000 && ms < INT64_MAX / 1000)
		f.time_us = ms * 1000;
	f.starts = side(o, "starts");
	f.clock_stopped = json_is_true(json_object_get(o, "clock_stopped"));
	f.puts_back = side(o, "puts_back");
	f.void_end = text(o, "void_end");
	f.has_move = json_is_true(json_object_get(o, "has_move"));
	f.duty = text(o, "duty");
	f.undone = json_is_true(json_object_get(o, "undone"));
	f.judge = judge && (!strcmp(judge, "captain") || !strcmp(judge, "captains")) ? judge : NULL;
	return f;
}

enum side statement_winner(const char *result)
{
	size_t n = result ? strlen(result) : 0;

	if (n < 3 || !strcmp(result, "0-0"))
		return NO_SIDE;
	return !strcmp(result + n - 2, "-0") ? WHITE : !strncmp(result, "0-", 2) ? BLACK : NO_SIDE;
}

bool statement_parse(const json_t *p, struct statement *ret)
{
	const json_t *facts = json_object_get(p, "facts"), *adjust = json_object_get(p, "time_adjust_ms");
	const char *result = text(p, "result"), *ruling = text(p, "ruling"), *reason = text(p, "reason"),
		   *type = text(p, "type");
	const int64_t ms[2] = { statement_number(adjust, "white"), statement_number(adjust, "black") };

	if (!type || !json_is_object(facts) || !reason)
		return false;
	*ret = (struct statement){
		/* a question that a ruling asks is said as that ruling */
		.ruling = ruling			? ruling :
			  reason_from_name(reason) >= 0 ? ruling_name(RULING_CLAIM_PENDING) :
							  "question",
		.reason = reason,
		.about = text(p, "about"),
		.winner = statement_winner(result),
		.article = json_string_value(json_array_get(json_object_get(p, "articles"), 0)),
		.text = text(facts, "text"),
		.readings = text(facts, "readings"),
		.facts = facts_parse(facts),
	};
	for (enum side s = WHITE; s <= BLACK; s++)
		if (ms[s] != FACT_NO_NUMBER && ms[s] > INT64_MIN / 1000 && ms[s] < INT64_MAX / 1000)
			ret->adjust_us[s] = ms[s] * 1000;
	return true;
}
