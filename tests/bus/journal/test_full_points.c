/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The disk is full from some call on that needs room, wherever in an evening that is, or read-only from some call on
 * that changes anything: whoever acts is told of the journal, nothing is heard that is not on disk, and when it can be
 * written again play goes on to the same rulings and the same record. POINTS=N: at so many points of the evening, 12
 * without it; POINT=N: at that one.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/bus/rig-journal.h"
#include "tests/bus/rig-round.h"
#include "tests/faults/disk-steps.h"

#define MANAGER "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager"
#define CLUB_PATH "/org/flagfall1/event/club"
#define CLUB CLUB_PATH, "org.flagfall1.Event"
#define JOURNAL_FAULT "org.flagfall1.Error.JournalFault"
#define TRIES 12000 /* of 5 ms */

static const char event_file[] = "name: Club\n"
				 "rulebook: fide2023-blitz\n"
				 "time: 300\n"
				 "boards:\n"
				 "- {number: 1, board: " RIG_SERIAL "}\n";
static const char pairings[] = "board,white,black\n1,Ann,Bo\n";

static struct disk_steps *steps;
static char steps_path[96], under[96];

/* What came of an evening. */
struct outcome {
	char *rulings, *record;
	unsigned faults; /* how often the disk did not take what was to be written */
	long room;	 /* calls that it could have refused */
};

/* --- the disk --- */

/* All that was heard of the game, but for what everybody hears later. */
static void expect_heard_on_disk(struct rig *rig)
{
	char *rulings = rig->game[0] ? rig_rows_text(rig, rig->game, "ruling") : strdup("");

	rig_drain(rig);
	for (size_t i = 0; i < rig->count; i++) {
		const struct received *h = &rig->received[i];
		const char *type = h->json ? json_string_value(json_object_get(h->json, "type")) : NULL;
		char *text;

		if (!type || strcmp(type, "ruling") != 0)
			continue;
		text = json_dumps(h->json, JSON_COMPACT);
		if (!strstr(rulings, text))
			fail_msg("heard, and not on disk: %s", text);
		free(text);
	}
	free(rulings);
}

static void make_room(struct rig *rig)
{
	atomic_store(&steps->full_at, DISK_NEVER);
	for (int i = 0; i < TRIES && rig_is_at_fault(rig, NULL); i++)
		poll(NULL, 0, 5);
	assert_false(rig_is_at_fault(rig, NULL));
}

/* It says so to who acts, and then there is room. */
static void meet_fault(struct rig *rig, struct outcome *o)
{
	o->faults++;
	expect_heard_on_disk(rig);
	if (rig->game[0]) {
		sd_bus_error error = SD_BUS_ERROR_NULL;

		assert_true(sd_bus_call_method(rig->bus, "org.flagfall1", rig->path, GAME, "OfferDraw", &error, NULL,
					       "s", "white") < 0);
		if (!sd_bus_error_has_name(&error, JOURNAL_FAULT) &&
		    !sd_bus_error_has_name(&error, "org.flagfall1.Error.GameOver"))
			fail_msg("%s: %s", error.name, error.message);
		sd_bus_error_free(&error);
	}
	make_room(rig);
}

/* --- what happens --- */

/* Returns whether it has to be said again, now that there is room: what was accepted is done without. */
static bool was_refused(struct rig *rig, struct outcome *o, const char *what, int r, sd_bus_error *error)
{
	bool is_accepted;

	if (r >= 0)
		return false;
	if (!sd_bus_error_has_name(error, JOURNAL_FAULT))
		fail_msg("%s: %s: %s", what, error->name, error->message);
	is_accepted = strstr(error->message, "This was accepted");
	sd_bus_error_free(error);
	meet_fault(rig, o);
	return !is_accepted;
}

#define act_at(where, method, ...) \
	do { \
		sd_bus_error error_ = SD_BUS_ERROR_NULL; \
		int r_; \
\
		assert_return_code(sim_beat(rig->sim), 0); \
		rig_settle(rig); \
		r_ = sd_bus_call_method(rig->bus, "org.flagfall1", where, method, &error_, NULL, __VA_ARGS__); \
		if (!was_refused(rig, o, method, r_, &error_)) \
			break; \
	} while (true)

#define act(method, ...) act_at(rig->path COMMA GAME, method, __VA_ARGS__)
#define COMMA ,

/* On the board it is made once. */
static void move(struct rig *rig, struct outcome *o, unsigned ply, const char *text)
{
	char turn[32];

	snprintf(turn, sizeof(turn), "%u %s %s", ply, ply % 2 ? "white" : "black", text);
	rig_moves(rig, text);
	for (int i = 0; i < TRIES; i++) {
		rig_drain(rig);
		if (rig_has_committed(rig, turn))
			return;
		if (rig_is_at_fault(rig, NULL))
			meet_fault(rig, o);
		poll(NULL, 0, 1);
	}
	fail_msg("%s does not come", turn);
}

static void play(struct rig *rig, struct outcome *o)
{
	static const char *const there[] = { "g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "c3b1", "c6b8" };
	static const char *const moves[] = { "e2e4", "e7e5", "f1c4", "f8c5", "d2d3", "d7d6", "c2c3", "c7c6",
					     "h2h3", "h7h6", "a2a4", "a7a5", "g1e2", "g8e7", "b1d2", "b8d7",
					     "d2f3", "d7f6", "e2g3", "e7g6", "d1e2", "d8e7", "c1d2", "c8d7",
					     "a1c1", "a8c8", "c1b1", "c8b8", "b1a1", "b8a8", "d2e3", "d7e6",
					     "e1d1", "e8d8", "d1c1", "d8c8", "c1b1", "c8b8", "b1c1", "b8c8",
					     "c1d1", "c8d8", "d1e1", "d8e8", "f3h2", "f6h7", "h2f3", "h7f6" };
	unsigned ply = 0;

	for (unsigned i = 0; i < 4; i++, ply++)
		move(rig, o, ply + 1, there[i]);
	act("OfferDraw", "s", "white");
	act("DeclineDraw", "s", "black");
	for (unsigned i = 4; i < 8; i++, ply++)
		move(rig, o, ply + 1, there[i]);
	act("Pause", "");
	act("Resume", "s", "white");
	for (unsigned i = 0; i < sizeof(moves) / sizeof(moves[0]); i++, ply++)
		move(rig, o, ply + 1, moves[i]);
	act_at(rig->path COMMA ARBITER, "Decide", "ssa{sv}", "conduct", "warning", 1, "against", "s", "white");
	act("Resign", "s", "black");
}

/* --- an evening --- */

/* False: it has to be said again. What became of each board is in the answer. */
static bool is_started(struct rig *rig, struct outcome *o)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *text = "";
	json_t *answer;
	bool is;

	if (was_refused(rig, o, "Start",
			sd_bus_call_method(rig->bus, "org.flagfall1", CLUB, "Start", &error, &reply, "uaua{sv}", 1, 1,
					   1, 0),
			&error))
		return false;
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "s"), 0);
	assert_true(sd_bus_message_read(reply, "s", &text) > 0);
	answer = json_loads(text, 0, NULL);
	/* where the game was on disk and what became of the round was not, it runs already */
	is = *json_string_value(json_object_get(answer, "game")) != '\0';
	if (!is && !strstr(text, "The journal cannot be written"))
		fail_msg("%s", text);
	snprintf(rig->game, sizeof(rig->game), "%s", json_string_value(json_object_get(answer, "game")));
	snprintf(rig->path, sizeof(rig->path), "/org/flagfall1/game/%s", rig->game);
	json_decref(answer);
	sd_bus_message_unref(reply);
	if (!is)
		meet_fault(rig, o);
	return is;
}

static void open_round(struct rig *rig, struct outcome *o)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int r;

	do
		r = rig_try_open_round(rig, event_file, 1, pairings, &error);
	while (was_refused(rig, o, "OpenRound", r, &error));
	while (!is_started(rig, o))
		;
	rig_subscribe_arbiter(rig);
}

/* But for its number and when it was played. */
static char *read_record(struct rig *rig)
{
	static const char *const tags[] = { "[Date ", "[UTCDate ", "[UTCTime ", "[EventDate ", "[Time ", "[GameId " };
	char *path = rig_game_says(rig, rig->game, "record"), *text = rig_read_file(path), *rest = text, *line;
	char *kept = NULL;
	size_t size;
	FILE *out = open_memstream(&kept, &size);

	assert_non_null(text);
	while ((line = strsep(&rest, "\n"))) {
		bool is_kept = true;

		for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
			is_kept &= strncmp(line, tags[i], strlen(tags[i])) != 0;
		if (is_kept)
			fprintf(out, "%s\n", line);
	}
	fclose(out);
	free(path);
	free(text);
	return kept;
}

static void expect_undamaged(struct rig *rig)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char *text = NULL;

	assert_return_code(sd_bus_get_property_string(rig->bus, MANAGER, "JournalDamage", &error, &text), 0);
	assert_string_equal(text, "");
	free(text);
}

static struct outcome one_evening(long full_at, bool is_read_only)
{
	struct outcome outcome = { NULL, NULL, 0, 0 }, *o = &outcome;
	void *state = NULL;
	struct rig *rig;
	char *again;
	int fd;

	rig_setup_bare(&state);
	rig = state;
	snprintf(steps_path, sizeof(steps_path), "%s/steps", rig->dir);
	snprintf(under, sizeof(under), "%s/state/", rig->dir);
	fd = open(steps_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	assert_return_code(fd, errno);
	assert_return_code(ftruncate(fd, sizeof(*steps)), errno);
	steps = mmap(NULL, sizeof(*steps), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	assert_true(steps != MAP_FAILED);
	for (unsigned kind = 0; kind < DISK_STEPS; kind++)
		atomic_store(&steps->kill_at[kind], DISK_NEVER);
	atomic_store(&steps->kill_at_all, DISK_NEVER);
	atomic_store(&steps->full_at, DISK_NEVER);
	atomic_store(&steps->is_read_only, is_read_only);
	rig_daemon_start_with(rig, DISK_FAULTS, "FAULTS_STEPS", steps_path, "FAULTS_UNDER", under, NULL);
	atomic_store(&steps->room, 0);
	atomic_store(&steps->full_at, full_at);
	open_round(rig, o);
	play(rig, o);
	act_at(CLUB, "Close", "ua{sv}", 1, 0);
	outcome.room = atomic_load(&steps->room);
	make_room(rig);
	for (int i = 0; i < TRIES && !rig_game_is(rig, rig->game, "recorded"); i++)
		poll(NULL, 0, 5);
	outcome.rulings = rig_rows_text(rig, rig->game, "ruling");
	outcome.record = read_record(rig);
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	expect_undamaged(rig);
	assert_true(rig_game_is(rig, rig->game, "recorded"));
	again = rig_rows_text(rig, rig->game, "ruling");
	assert_string_equal(again, outcome.rulings);
	free(again);
	munmap(steps, sizeof(*steps));
	rig_teardown(&state);
	return outcome;
}

static void done(struct outcome *o)
{
	free(o->rulings);
	free(o->record);
}

/* Else the first lines that differ are told. */
static void expect_same(const char *what, const char *disk, long at, const char *got, const char *expected)
{
	while (*got && *expected && strcspn(got, "\n") == strcspn(expected, "\n") &&
	       strncmp(got, expected, strcspn(got, "\n")) == 0) {
		got += strcspn(got, "\n") + 1;
		expected += strcspn(expected, "\n") + 1;
	}
	if (*got || *expected) {
		print_message("# %s got:      %.*s\n", what, (int)strcspn(got, "\n"), got);
		print_message("# %s expected: %.*s\n", what, (int)strcspn(expected, "\n"), expected);
		fail_msg("%s at %ld: the %s are otherwise", disk, at, what);
	}
}

static void expect_same_evenings(const char *disk, bool is_read_only)
{
	const char *wanted = getenv("POINTS"), *only = getenv("POINT");
	const long points = wanted && *wanted ? atol(wanted) : 12;
	struct outcome usual;
	unsigned faults = 0;

#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#endif
	usual = one_evening(DISK_NEVER, is_read_only);
	assert_int_equal(usual.faults, 0);
	for (long n = 0; n < points; n++) {
		const long at = only && *only ? atol(only) : usual.room * n / points;
		struct outcome o = one_evening(at, is_read_only);

		faults += o.faults;
		expect_same("rulings", disk, at, o.rulings, usual.rulings);
		expect_same("record", disk, at, o.record, usual.record);
		done(&o);
	}
	print_message("# %s at %ld points of %ld, and told %u times\n", disk, points, usual.room, faults);
	assert_true(faults > 0);
	done(&usual);
}

static void full_anywhere_the_evening_is_the_same(void **state)
{
	expect_same_evenings("full", false);
}

static void read_only_from_anywhere_on_it_is_the_same(void **state)
{
	expect_same_evenings("read-only", true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(full_anywhere_the_evening_is_the_same),
		cmocka_unit_test(read_only_from_anywhere_on_it_is_the_same),
	};

	return cmocka_run_group_tests_name("full at any point", tests, NULL, NULL);
}
