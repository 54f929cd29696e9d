// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Both roads agree: every case of the casebook is also played by orderly hands on a board with real sensors, of either
 * kind, and the live road must rule what "judge" rules on exact ones. tests/casebook/live-differences lists where it
 * does not and why; a case that differs and is not listed fails, and so does one that is listed and agrees.
 *
 * "test_live_cases --show [ID]" prints what differs, "--trace KIND ID" the trace (for "flagfallctl replay --events").
 */
#include <glob.h>

#include "tests/unit/core/core-testing.h"

#define BOOKS 32
#define EVENTS 400
#define LISTED 1000
#define REASONS 40

static const struct {
	const char *name;
	enum tracker_sensors sensors;
} kinds[] = { { "presence", TRACKER_PRESENCE }, { "piece-id", TRACKER_PIECE_ID } };

static struct {
	char id[64];
	struct rulebook *book;
} books[BOOKS];

static struct {
	char id[64], kind[16];
	bool met;
} listed[LISTED];
static unsigned listed_count;

static unsigned agree[2], differ[2], unlisted;
static const char *show, *trace, *trace_kind;

static const struct rulebook *get(const char *id)
{
	unsigned i = 0;

	while (i < BOOKS && books[i].book && strcmp(books[i].id, id))
		i++;
	assert_true(i < BOOKS);
	if (!books[i].book) {
		snprintf(books[i].id, sizeof(books[i].id), "%s", id);
		assert_int_equal(rulebook_load(id, NULL, NULL, &books[i].book), 0);
	}
	return books[i].book;
}

/* What was ruled, as far as everybody hears it. */
struct outcome {
	char ruling[300];
	char last[200];
};

static void hear(void *userdata, const struct publication *p)
{
	struct outcome *o = userdata;

	if (p->type == PUBLISH_RULING && p->is_public)
		snprintf(o->last, sizeof(o->last), "%s %s", ruling_name(p->ruling), p->reason);
}

static void conclude(const struct core *core, struct outcome *o)
{
	struct core_state state;

	core_get_state(core, &state);
	snprintf(o->ruling, sizeof(o->ruling), "%s, %s, %+lld %+lld ms, %s", o->last, state.result,
		 (long long)state.adjust_us[WHITE] / 1000, (long long)state.adjust_us[BLACK] / 1000,
		 state.over		? "over" :
		 state.to_move == WHITE ? "white" :
					  "black");
}

static struct core *begin(json_t *object, enum tracker_sensors sensors, struct core_setup *setup, struct outcome *o)
{
	struct core *core;
	char err[160];

	assert_int_equal(core_setup_from_json(object, setup, err), 0);
	setup->sensors = sensors;
	setup->has_lever = true;
	setup->rulebook = get(json_string_value(json_object_get(object, "rulebook")));
	*o = (struct outcome){ .last = "none" };
	assert_int_equal(core_new(setup, hear, o, &core, err), 0);
	return core;
}

static unsigned run(struct core *core, const struct input *in, unsigned count)
{
	char err[160];

	for (unsigned i = 0, n; i < count; i += n) {
		for (n = 1; i + n < count && n < CORE_GROUP && in[i + n].t_us == in[i].t_us; n++)
			;
		if (core_input_group(core, &in[i], n, err) < 0)
			return i;
	}
	assert_int_equal(core_end_instant(core), 0);
	return count;
}

/* The game was over before: nothing but the hands says what they carry. */
static void carry(char squares[static GAME_MAX_SQUARES], const struct input *e, char *in_hand)
{
	if (e->type == INPUT_LIFT && squares[e->square] != '.')
		*in_hand = squares[e->square];
	squares[e->square] = e->type == INPUT_LIFT ? '.' : e->piece ? e->piece : *in_hand;
}

/*
 * The hands: what stands on each square after every event of the case, as exact sensors know it, is what real sensors
 * report of it. Hands are orderly: what is taken is lifted before the piece is put there.
 */
static unsigned play_by_hands(json_t *object, const struct input *in, unsigned count, struct input *ret)
{
	char before[GAME_MAX_SQUARES], after[GAME_MAX_SQUARES], err[160];
	struct core_setup setup;
	struct outcome outcome;
	struct core *core = begin(object, TRACKER_EXACT, &setup, &outcome);
	struct core_state state = { 0 };
	char in_hand = '?';
	unsigned n = 0;

	tracker_placement(core_tracker(core), after);
	for (unsigned i = 0; i < count; i++) {
		const struct input *e = &in[i];
		bool moves = e->type == INPUT_LIFT || e->type == INPUT_PLACE;

		memcpy(before, after, sizeof(before));
		if (!state.over) {
			assert_int_equal(core_input(core, e, err), 0);
			tracker_placement(core_tracker(core), after);
			core_get_state(core, &state);
		}
		/* what came first has ended the game */
		if (state.over && moves && !memcmp(before, after, sizeof(before)))
			carry(after, e, &in_hand);
		if (e->type == INPUT_LIFT && before[e->square] != '.')
			in_hand = before[e->square];
		assert_true(n + 2 < EVENTS);
		if (!moves) {
			ret[n++] = *e;
			continue;
		}
		if (before[e->square] == after[e->square])
			continue;
		if (e->type == INPUT_PLACE && before[e->square] != '.') {
			ret[n] = *e;
			ret[n].type = INPUT_LIFT;
			ret[n].piece = before[e->square];
			if (n)
				ret[n].t_us = (ret[n - 1].t_us + e->t_us) / 2;
			n++;
		}
		ret[n] = *e;
		ret[n].type = after[e->square] == '.' ? INPUT_LIFT : INPUT_PLACE;
		ret[n].piece = after[e->square] == '.' ? before[e->square] : after[e->square];
		n++;
	}
	core_free(core);
	core_setup_done(&setup);
	return n;
}

/* As "flagfallctl replay" reads it. */
static void write_trace(json_t *object, const char *kind, const struct input *in, unsigned count)
{
	json_t *header = json_deep_copy(object), *events = json_object_get(object, "events"), *line;
	const struct game *game = game_find(json_string_value(json_object_get(object, "game")));
	size_t next = 0;
	char square[8];

	json_object_del(header, "events");
	json_object_set_new(header, "format", json_string("sensorboard-trace"));
	json_object_set_new(header, "version", json_integer(1));
	json_object_set_new(header, "sensors", json_string(kind));
	json_object_set_new(header, "lever", json_true());
	json_dumpf(header, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(header);
	for (unsigned i = 0; i < count; i++) {
		if (in[i].type == INPUT_LIFT || in[i].type == INPUT_PLACE) {
			game->square_name(in[i].square, square);
			printf("{\"t_us\":%lld,\"type\":\"%s\",\"square\":\"%s\"", (long long)in[i].t_us,
			       in[i].type == INPUT_LIFT ? "lift" : "place", square);
			if (in[i].piece)
				printf(",\"piece\":\"%c\"", in[i].piece);
			puts("}");
			continue;
		}
		while ((line = json_array_get(events, next++)) &&
		       (!strcmp(json_string_value(json_object_get(line, "type")), "lift") ||
			!strcmp(json_string_value(json_object_get(line, "type")), "place")))
			;
		json_dumpf(line, stdout, JSON_COMPACT);
		putchar('\n');
	}
}

static void on_kind(json_t *object, const char *id, unsigned kind, const struct input *in, unsigned count,
		    const struct outcome *exact)
{
	struct input hands[EVENTS];
	struct core_setup setup;
	struct outcome live;
	struct core *core;
	unsigned n = play_by_hands(object, in, count, hands);
	bool same;

	for (unsigned i = 0; i < n && kinds[kind].sensors == TRACKER_PRESENCE; i++)
		if (hands[i].type == INPUT_LIFT || hands[i].type == INPUT_PLACE)
			hands[i].piece = 0;
	if (trace) {
		if (!strcmp(id, trace) && !strcmp(trace_kind, kinds[kind].name))
			write_trace(object, kinds[kind].name, hands, n);
		return;
	}
	core = begin(object, kinds[kind].sensors, &setup, &live);
	assert_int_equal(run(core, hands, n), n);
	conclude(core, &live);
	core_free(core);
	core_setup_done(&setup);
	same = !strcmp(live.ruling, exact->ruling);
	agree[kind] += same;
	differ[kind] += !same;
	for (unsigned i = 0; i < listed_count; i++)
		if (!strcmp(listed[i].id, id) &&
		    (!strcmp(listed[i].kind, kinds[kind].name) || !strcmp(listed[i].kind, "both"))) {
			listed[i].met = true;
			if (same)
				print_message("# %s, %s: is listed, and agrees\n", id, kinds[kind].name);
			unlisted += same;
			same = true;
		}
	if (!same && (!show || !*show || !strcmp(show, id)))
		print_message("# %s, %s: live %s; exact %s\n", id, kinds[kind].name, live.ruling, exact->ruling);
	unlisted += !same;
}

static void one_case(json_t *object)
{
	const char *id = json_string_value(json_object_get(object, "id"));
	struct input in[EVENTS];
	struct core_setup setup;
	struct outcome exact;
	struct core *core = begin(object, TRACKER_EXACT, &setup, &exact);
	unsigned count = 0;
	char err[160];
	json_t *event;
	size_t i;

	json_array_foreach(json_object_get(object, "events"), i, event) {
		assert_true(count < EVENTS);
		assert_int_equal(input_parse(setup.game, event, &in[count++], err), 0);
	}
	assert_int_equal(run(core, in, count), count);
	conclude(core, &exact);
	core_free(core);
	core_setup_done(&setup);
	for (unsigned k = 0; k < 2; k++)
		on_kind(object, id, k, in, count, &exact);
}

static void read_list(void)
{
	FILE *f = fopen("tests/casebook/live-differences", "r");
	char line[400], why[32], reasons[REASONS][32];
	unsigned reason_count = 0;

	while (f && fgets(line, sizeof(line), f)) {
		bool known = false;

		if (*line == '#' || *line == '\n')
			continue;
		if (sscanf(line, "reason %31[^:]: %*s", reasons[reason_count]) == 1) {
			assert_true(++reason_count < REASONS);
			continue;
		}
		assert_true(listed_count < LISTED);
		if (sscanf(line, "%63s %15s %31s", listed[listed_count].id, listed[listed_count].kind, why) != 3)
			fail_msg("tests/casebook/live-differences: %s", line);
		for (unsigned i = 0; i < reason_count; i++)
			known |= !strcmp(reasons[i], why);
		if (!known)
			fail_msg("tests/casebook/live-differences: no such reason: %s", line);
		listed_count++;
	}
	if (f)
		fclose(f);
}

static void the_live_road_rules_as_judge_does(void **state)
{
	char *line = NULL;
	size_t size = 0;
	glob_t files;

	setenv("FLAGFALL_RULES", "rules/books", 0);
	read_list();
	assert_int_equal(glob("tests/casebook/*.jsonl", 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		FILE *f = fopen(files.gl_pathv[i], "r");

		assert_non_null(f);
		while (getline(&line, &size, f) > 0) {
			json_t *object = json_loads(line, 0, NULL);

			if (!object)
				continue;
			one_case(object);
			json_decref(object);
		}
		fclose(f);
	}
	free(line);
	globfree(&files);
	for (unsigned i = 0; i < BOOKS; i++)
		rulebook_free(books[i].book);
	if (trace)
		return;
	for (unsigned i = 0; i < listed_count; i++)
		if (!listed[i].met) {
			print_message("# %s, %s: is listed, and is no case\n", listed[i].id, listed[i].kind);
			unlisted++;
		}
	for (unsigned k = 0; k < 2; k++)
		print_message("# %s: %u cases are ruled alike, %u are not\n", kinds[k].name, agree[k], differ[k]);
	assert_int_equal(unlisted, 0);
	/* of 530 at least 400 */
	for (unsigned k = 0; k < 2; k++)
		assert_true(agree[k] * 53 >= (agree[k] + differ[k]) * 40);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_live_road_rules_as_judge_does),
	};

	if (argc > 1 && !strcmp(argv[1], "--show"))
		show = argc > 2 ? argv[2] : "";
	if (argc > 3 && !strcmp(argv[1], "--trace")) {
		trace_kind = argv[2];
		trace = argv[3];
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
