// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What is read of inputs, headers, rulings and time controls when any of their members is missing, or is something
 * else: each key with each of many values, in turn, and each text with each letter left out, doubled or another one.
 */
#include "daemon/core/format/input.h"
#include "daemon/core/format/setup.h"
#include "daemon/core/format/publication.h"
#include "daemon/core/format/time-control.h"
#include "rules/rulebook.h"
#include "tests/unit/core/format/formats-read.h"

static const char *const values[] = {
	"null",
	"true",
	"false",
	"0",
	"1",
	"-1",
	"2",
	"3",
	"7",
	"49",
	"50",
	"51",
	"63",
	"64",
	"255",
	"256",
	"959",
	"960",
	"999999",
	"1000000",
	"1000001",
	"60000000",
	"60000001",
	"2147483647",
	"2147483648",
	"4294967295",
	"4294967296",
	"9007199254740",
	"9223372036854775",
	"9223372036854776",
	"-9223372036854774",
	"-9223372036854775",
	"-9223372036854776",
	"2147483647000",
	"2147483647001",
	"9223372036854775806",
	"9223372036854775807",
	"-9223372036854775808",
	"-9223372036854775807",
	"-30000",
	"0.5",
	"1e3",
	"\"\"",
	"\"a\"",
	"\"a1\"",
	"\"e4\"",
	"\"h8\"",
	"\"i9\"",
	"\"a9\"",
	"\"1\"",
	"\"01\"",
	"\"46\"",
	"\"50\"",
	"\"51\"",
	"\"white\"",
	"\"black\"",
	"\"none\"",
	"\"White\"",
	"\"arbiter\"",
	"\"captain\"",
	"\"spectator\"",
	"\"auto\"",
	"\"claim\"",
	"\"full\"",
	"\"limited\"",
	"\"period\"",
	"\"quickplay-finish\"",
	"\"flag\"",
	"\"touch-move\"",
	"\"conduct\"",
	"\"hover\"",
	"\"banging\"",
	"\"assistant\"",
	"\"10.2\"",
	"\"accept\"",
	"\"reject\"",
	"\"postpone\"",
	"\"time-penalty\"",
	"\"display\"",
	"\"retract\"",
	"\"rectify\"",
	"\"no\"",
	"\"yes\"",
	"\"undecided\"",
	"\"Q\"",
	"\"q\"",
	"\"k\"",
	"\"P\"",
	"\"w\"",
	"\"B\"",
	"\"x\"",
	"\"chess\"",
	"\"chess960\"",
	"\"draughts-10x10\"",
	"\"piece-id\"",
	"\"presence\"",
	"\"sure\"",
	"\"fischer\"",
	"\"delay\"",
	"\"bronstein\"",
	"\"hourglass\"",
	"\"periods\"",
	"\"sudden-death\"",
	"\"zero\"",
	"\"move\"",
	"\"press\"",
	"\"pause\"",
	"\"finish\"",
	"\"300+2\"",
	"\"5m\"",
	"\"1-0\"",
	"\"0-1\"",
	"\"1/2-1/2\"",
	"\"2-0\"",
	"\"0-2\"",
	"\"0-0\"",
	"\"win\"",
	"\"draw\"",
	"\"ruling\"",
	"\"question\"",
	"\"needs-verdict\"",
	"\"can-win\"",
	"\"rook\"",
	"\"man\"",
	"\"check\"",
	"\"8/8/8/8/8/8/8/K1k5 w - - 0 1\"",
	"\"W:W31-50:B1-20\"",
	"\"sixteen-letters-\"",
	"\"fifteen-letters\"",
	"\"twenty-four-letters-long\"",
	"\"twenty-three-letters-it\"",
	"\"abcdefgh\"",
	"\"abcdefg\"",
	"\"...............................................................\"",
	"\"................................................................\"",
	"\"????????????????????????????????????????????????????????????????\"",
	"\"RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr\"",
	"\"..................................................\"",
	"\"wwwwwwwwwwwwwwwwwwww??????????BBBBBBBBBBBBBBBBBBBB\"",
	"\"x...............................................................\"",
	"\"a text of more than forty letters, none of which is known to anybody at all\"",
	"[]",
	"{}",
	"[\"white\"]",
	"[\"black\",\"white\"]",
	"[1]",
	"[\"nobody\"]",
	"[\"7.5.1\",\"6.9\"]",
	"{\"white\":1,\"black\":2}",
	"{\"white\":1}",
	"{\"white\":-1,\"black\":0}",
	"{\"black\":\"x\"}",
	"{\"white\":4294967296,\"black\":1}",
	"{\"white\":61000,\"black\":-2000}",
	"[{\"ms\":60000}]",
	"[{\"moves\":40,\"ms\":60000},{\"ms\":30000,\"increment_ms\":1000}]",
	"[{\"moves\":0,\"ms\":60000},{\"ms\":1}]",
	"[{\"ms\":1},{\"ms\":1}]",
	"[{}]",
	"[{\"moves\":40,\"ms\":-1},{\"ms\":1}]",
};

/* --- each key of a document --- */

typedef bool reads(json_t *o, char *text, size_t size);

/* "options.phase": in the object of that name. */
static json_t *holder_of(json_t *o, const char *path, const char **key)
{
	const char *dot;
	char name[32];

	for (; (dot = strchr(path, '.')); path = dot + 1) {
		snprintf(name, sizeof(name), "%.*s", (int)(dot - path), path);
		if (!json_is_object(json_object_get(o, name)))
			json_object_set_new(o, name, json_object());
		o = json_object_get(o, name);
	}
	*key = path;
	return o;
}

static void each_value(const char *kind, const char *document, const char *path, reads *read)
{
	struct line l = { .taken = 0 };
	char text[4096];

	snprintf(l.name, sizeof(l.name), "%s.%s", kind, path);
	for (size_t i = 0; i <= sizeof(values) / sizeof(*values); i++) {
		json_t *o = json_loads(document, 0, NULL), *holder;
		const char *key;
		bool taken;

		assert_non_null(o);
		holder = holder_of(o, path, &key);
		if (i == sizeof(values) / sizeof(*values))
			json_object_del(holder, key);
		else
			json_object_set_new(holder, key, json_loads(values[i], JSON_DECODE_ANY, NULL));
		*text = '\0';
		taken = read(o, text, sizeof(text));
		note(&l, taken, text);
		json_decref(o);
	}
	end_line(&l);
}

/* --- inputs --- */

static const struct game *game_read = &game_chess; /* of inputs */

static bool read_input(json_t *o, char *text, size_t size)
{
	char err[160] = "", *again;
	struct input in;

	int r = input_parse(game_read, o, &in, err);

	if (r < 0) {
		snprintf(text, size, "%s", err);
		return false;
	}
	assert_int_equal(r, 0);
	again = input_format(game_read, &in, NULL);
	assert_non_null(again);
	snprintf(text, size, "%s", again);
	free(again);
	/* what is written is read as the same, but for an empty text, which no game takes */
	o = json_loads(text, 0, NULL);
	r = input_parse(game_read, o, &in, err);
	json_decref(o);
	if (r < 0 && strstr(err, "is missing"))
		return true;
	if (r < 0)
		fail_msg("%s: %s", text, err);
	again = input_format(game_read, &in, NULL);
	assert_string_equal(text, again);
	free(again);
	return true;
}

static void inputs(void **state)
{
	static const struct {
		const char *text, *keys;
	} inputs[] = {
		{ "{\"t_ms\":5,\"type\":\"lift\",\"square\":\"e2\"}", "t_ms t_us type square piece" },
		{ "{\"t_ms\":5,\"type\":\"place\",\"square\":\"e2\",\"piece\":\"P\"}", "square piece side" },
		{ "{\"t_ms\":5,\"type\":\"press\",\"side\":\"white\"}", "side" },
		{ "{\"t_ms\":5,\"type\":\"arrive\",\"side\":\"white\"}", "side" },
		{ "{\"t_ms\":5,\"type\":\"board\",\"squares\":\"................................................................\"}",
		  "squares" },
		{ "{\"t_ms\":5,\"type\":\"lost\",\"count\":3}", "count" },
		{ "{\"t_ms\":5,\"type\":\"takeback\",\"count\":3}", "count" },
		{ "{\"t_ms\":5,\"type\":\"tick\"}", "t_ms t_us" },
		{ "{\"t_ms\":5,\"type\":\"pause\"}", "side" },
		{ "{\"t_ms\":5,\"type\":\"resume\"}", "running" },
		{ "{\"t_ms\":5,\"type\":\"claim\",\"by\":\"white\",\"claim\":\"flag\"}",
		  "by claim against side square piece count rule base_ms forced_win intend source remedy want about" },
		{ "{\"t_ms\":5,\"type\":\"report\",\"by\":\"arbiter\",\"report\":\"hover\",\"against\":\"black\"}",
		  "by report against side square piece count rule base_ms forced_win intend source remedy want about" },
		{ "{\"t_ms\":5,\"type\":\"decide\",\"by\":\"arbiter\",\"about\":\"conduct\",\"verdict\":\"warning\"}",
		  "by verdict about against side count ms white_ms white_us black_ms black_us level" },
		{ "{\"t_ms\":5,\"type\":\"clock-report\",\"white_ms\":1000,\"black_ms\":2000}",
		  "set white_ms white_us black_ms black_us first running" },
		{ "{\"t_ms\":5,\"type\":\"clock-report\",\"set\":true,\"white_ms\":1000}",
		  "set white_ms white_us black_ms first running" },
		{ "{\"t_ms\":5,\"type\":\"position\",\"fen\":\"8/8/8/8/8/8/8/K1k5 w - - 0 1\"}", "fen" },
		{ "{\"t_ms\":5,\"type\":\"promotion\",\"piece\":\"Q\"}", "piece" },
		{ "{\"t_ms\":5,\"type\":\"move\",\"move\":\"e4\"}", "move" },
		{ "{\"t_ms\":5,\"type\":\"end\",\"result\":\"1-0\"}", "result" },
		{ "{\"t_ms\":5,\"type\":\"answer\",\"side\":\"white\",\"fen\":\"8/8/8/8/8/8/8/K1k5 w - - 0 1\",\"answer\":\"no\"}",
		  "side fen answer" },
	};
	char kind[64], keys[160], *save;

	for (size_t i = 0; i < sizeof(inputs) / sizeof(*inputs); i++) {
		json_t *o = json_loads(inputs[i].text, 0, NULL);

		assert_non_null(o);
		snprintf(kind, sizeof(kind), "input %zu %s", i, json_string_value(json_object_get(o, "type")));
		json_decref(o);
		snprintf(keys, sizeof(keys), "%s", inputs[i].keys);
		for (char *key = strtok_r(keys, " ", &save); key; key = strtok_r(NULL, " ", &save))
			each_value(kind, inputs[i].text, key, read_input);
	}
	game_read = &game_draughts;
	each_value("draughts lift", "{\"t_ms\":5,\"type\":\"lift\",\"square\":\"32\"}", "square", read_input);
	each_value("draughts place", "{\"t_ms\":5,\"type\":\"place\",\"square\":\"32\"}", "piece", read_input);
	each_value("draughts board", "{\"t_ms\":5,\"type\":\"board\"}", "squares", read_input);
	each_value("draughts position", "{\"t_ms\":5,\"type\":\"position\"}", "fen", read_input);
	each_value("draughts end", "{\"t_ms\":5,\"type\":\"end\"}", "result", read_input);
}

/* --- headers --- */

static struct rulebook *book;

static bool read_header(json_t *o, char *text, size_t size)
{
	char err[160] = "", check[160] = "", control[CLOCK_CONTROL_TEXT], words[256], fen[GAME_FEN];
	struct arbiter_setup a = { .game = NULL };
	const struct arbiter_options *p = &a.options;
	struct core_setup s;
	int r = core_setup_from_json(o, &s, err), n;

	if (r < 0) {
		snprintf(text, size, "%s", err);
		return false;
	}
	assert_int_equal(r, 0);
	clock_control_format(&s.clock, control, sizeof(control));
	clock_control_words(&s.clock, words, sizeof(words));
	s.game->format(&s.start, fen);
	n = snprintf(text, size, "%s %d %d %u %u %s %d %s, %s %lld %lld %d %u %d %d;", s.game->name, s.sensors,
		     s.has_lever, s.scan_us, s.grace_us, fen, s.open_start, control, words,
		     (long long)s.clock.start_us[WHITE], (long long)s.clock.start_us[BLACK], s.clock.running,
		     s.clock.period_index, s.clock.credit_on_move, s.clock.credit_said);
	s.rulebook = book;
	r = core_arbiter_setup(&s, &a, err);
	if (r == 0)
		core_setup_check(&s, check);
	snprintf(text + n, size - (size_t)n, "%s %s %d %d %d %d %d %d %d %lld %u; %u %u %u %u %u %u %u %d %d; %s %d",
		 err, check, p->flag_auto, p->illegal_auto, p->supervision, p->quickplay, p->arbiter_calls,
		 p->guidelines, p->players_record, (long long)p->default_us, p->min_draw_move, a.moves[WHITE],
		 a.moves[BLACK], a.illegal[WHITE], a.illegal[BLACK], a.kings_only, a.sixteen, a.five, a.absent[WHITE],
		 a.absent[BLACK], a.clock_mode ? a.clock_mode : "", a.clock_runs);
	core_setup_done(&s);
	return r == 0;
}

static void headers(void **state)
{
	static const char clocked[] =
		"{\"game\":\"chess\",\"clock\":{\"mode\":\"fischer\",\"white_ms\":300000,\"black_ms\":300000,\"increment_ms\":2000,"
		"\"running\":\"white\"}}";
	static const char periods[] =
		"{\"clock\":{\"mode\":\"periods\",\"white_ms\":300000,\"black_ms\":300000,\"periods\":[{\"moves\":40,\"ms\":300000},{\"ms\":60000}]}}";
	static const char delayed[] =
		"{\"clock\":{\"mode\":\"delay\",\"white_ms\":300000,\"black_ms\":300000,\"delay_ms\":2000}}";
	static const char *const keys[] = {
		"game",
		"sensors",
		"lever",
		"scan_us",
		"grace_us",
		"start",
		"start_fen",
		"clock",
		"options",
		"state",
		"options.flag_call",
		"options.illegal_call",
		"options.supervision",
		"options.phase",
		"options.arbiter_calls",
		"options.guidelines_iii",
		"options.players_record",
		"options.default_time_ms",
		"options.min_draw_move",
		"state.present",
		"state.moves_completed",
		"state.moves_completed.white",
		"state.illegal_count",
		"state.illegal_count.black",
		"state.counters",
		"state.counters.kings_only",
		"state.counters.sixteen",
		"state.counters.five",
		"clock.mode",
		"clock.white_ms",
		"clock.black_ms",
		"clock.increment_ms",
		"clock.first_moves",
		"clock.running",
	};
	static const char *const of_periods[] = { "clock.periods", "clock.period", "clock.credit", "clock.white_ms" };

	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_int_equal(rulebook_load("fide2023-blitz", NULL, NULL, &book), 0);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		each_value("header", clocked, keys[i], read_header);
	for (size_t i = 0; i < sizeof(of_periods) / sizeof(*of_periods); i++)
		each_value("periods", periods, of_periods[i], read_header);
	each_value("delayed", delayed, "clock.delay_ms", read_header);
	each_value("chess960", "{\"game\":\"chess960\"}", "start", read_header);
	rulebook_free(book);
}

/* --- rulings that were published --- */

static bool read_statement(json_t *o, char *text, size_t size)
{
	char sentence[SENTENCE_TEXT] = "";
	struct statement s;

	if (!statement_parse(o, &s)) {
		snprintf(text, size, "it is no statement");
		return false;
	}
	sentence_write(&language_en, &s, sentence, sizeof(sentence), NULL);
	snprintf(text, size, "%s/%s/%s %d %lld %lld %s, %s: %d %d %s %s %s %s %d %s %s %lld %lld %lld %d %d %d %s: %s",
		 s.ruling, s.reason, s.about ? s.about : "", s.winner, (long long)s.adjust_us[WHITE],
		 (long long)s.adjust_us[BLACK], s.article ? s.article : "", s.text ? s.text : "", s.facts.by,
		 s.facts.player, s.facts.word ? s.facts.word : "", s.facts.piece ? s.facts.piece : "", s.facts.square,
		 s.facts.to, s.facts.captures, s.facts.other_piece ? s.facts.other_piece : "", s.facts.other_square,
		 (long long)s.facts.count, (long long)s.facts.limit, (long long)s.facts.time_us, s.facts.starts,
		 s.facts.clock_stopped, s.facts.undone, s.facts.judge ? s.facts.judge : "", sentence);
	return true;
}

static void statements(void **state)
{
	static const char ruling[] =
		"{\"type\":\"ruling\",\"ruling\":\"touch-obligation\",\"reason\":\"touch-move\",\"articles\":[\"4.3\"],"
		"\"facts\":{\"player\":\"white\",\"piece\":\"rook\",\"square\":\"a1\"}}";
	static const char *const keys[] = {
		"type",
		"ruling",
		"reason",
		"about",
		"result",
		"articles",
		"time_adjust_ms",
		"time_adjust_ms.white",
		"time_adjust_ms.black",
		"facts",
		"facts.by",
		"facts.player",
		"facts.word",
		"facts.piece",
		"facts.square",
		"facts.to",
		"facts.captures",
		"facts.other_piece",
		"facts.other_square",
		"facts.count",
		"facts.limit",
		"facts.time_ms",
		"facts.starts",
		"facts.clock_stopped",
		"facts.undone",
		"facts.judge",
		"facts.text",
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		each_value("ruling", ruling, keys[i], read_statement);
	each_value("question", "{\"type\":\"question\",\"reason\":\"undecided\",\"facts\":{}}", "reason",
		   read_statement);
}

/* --- time controls as text --- */

static void read_control(struct line *l, const char *typed)
{
	char err[160] = "", text[2048], form[CLOCK_CONTROL_TEXT] = "", words[1024] = "", meant[CLOCK_CONTROL_TEXT] = "";
	struct clock_control c, again;
	int n = clock_control_parse(typed, &c, err);

	if (n < 0) {
		note(l, false, err);
		return;
	}
	assert_int_equal(n, 0);
	clock_control_format(&c, form, sizeof(form));
	clock_control_words(&c, words, sizeof(words));
	n = snprintf(text, sizeof(text), "%s: %s (%s) %d %lld %lld %lld %u", typed, form, words, c.mode,
		     (long long)c.start_us[WHITE], (long long)c.start_us[BLACK], (long long)c.bonus_us, c.first_moves);
	if (time_entry_suspect(typed, meant, sizeof(meant)))
		snprintf(text + n, sizeof(text) - (size_t)n, " or %s", meant);
	note(l, true, text);
	/* cut, as long as it would be */
	for (size_t size = 1; size < 12; size++) {
		char cut[12] = "";

		assert_int_equal(clock_control_format(&c, cut, size), strlen(form));
		assert_true(strlen(cut) < size && !strncmp(cut, form, strlen(cut)));
		assert_int_equal(clock_control_words(&c, cut, size), strlen(words));
		assert_true(strlen(cut) < size && !strncmp(cut, words, strlen(cut)));
	}
	/* what is written is read as the same */
	assert_int_equal(clock_control_parse(form, &again, err), 0);
	clock_control_format(&again, text, sizeof(text));
	assert_string_equal(text, form);
}

static void time_controls(void **state)
{
	static const char *const texts[] = {
		"300",
		"300+2",
		"300+2@60",
		"300d5",
		"300b5",
		"*300",
		"300|240+2",
		"40/7200:3600",
		"40/5400+30:20/3600+30:900+30",
		"1/2",
		"0.5",
		"-",
		"",
		"5m+3s",
		"1h30m",
		"90m/40,30m+30s",
		"40/90m:30m+30s",
		"2h/40,1h/20,15m",
		"5m|4m",
		"25mb10s",
		"5+3",
		"3",
		"59+1",
		"1m/4,1m/4,1m/4,1m/4,1m/4,1m/4,1m/4,1m",
		"999999h",
		"2147483647",
		"1.5m",
		"60.25+0.1",
		"10000/5:5",
		"10001/5:5",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct line l = { .taken = 0 };

		snprintf(l.name, sizeof(l.name), "time %s", texts[i]);
		each_letter(&l, texts[i], "0159.,:/+dbhms*|@- x", read_control);
		end_line(&l);
	}
}

static void as_before(void **state)
{
	begin_lines("tests/data/formats.txt");
	inputs(state);
	headers(state);
	statements(state);
	time_controls(state);
	end_lines();
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(as_before) };

	return cmocka_run_group_tests_name("formats", tests, NULL, NULL);
}
