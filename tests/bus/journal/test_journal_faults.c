/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Days of a journal, over and over, each time with another of its calls failing: for memory, and to the system.
 * Whatever fails, it says so or goes on; and when it is opened again without faults all is there that was acknowledged,
 * in the order of its batches, none of them in part. FAULTS=all tries each call.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/faults/fault-points.h"
#include "tests/unit/folder-image.h"
#include "tests/bus/journal/journal-day.h"
#include "tests/bus/journal/journal-place.h"

#define MOST_GAMES 10 /* that a day has */
#define FEW 12

struct place {
	struct journal_place at;
	struct folder_image image; /* what a day begins with */
	bool is_damaged;
	char *known[1 + DAY_STEPS]; /* what is in it at the beginning, and after each step, if nothing fails */
};

static unsigned count_in(const char *dir, const char *part)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	unsigned n = 0;

	assert_non_null(d);
	while ((e = readdir(d)))
		n += strstr(e->d_name, part) != NULL;
	closedir(d);
	return n;
}

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	journal_place_make(&p->at);
	*state = p;
	return 0;
}

static void forget(struct place *p)
{
	folder_image_free(&p->image);
	for (unsigned i = 0; i <= DAY_STEPS; i++) {
		free(p->known[i]);
		p->known[i] = NULL;
	}
}

static int teardown(void **state)
{
	struct place *p = *state;

	journal_place_remove(&p->at);
	forget(p);
	free(p);
	return 0;
}

static void put_images(const struct place *p)
{
	folder_image_put(&p->image, p->at.dir);
}

/* --- a day --- */

struct day {
	const struct place *place;
	unsigned steps; /* that are done in it */
	char what[96];
	bool is_lasting;
	bool may_tell;		 /* that it was damaged */
	bool reads_lie;		 /* the disk says other things than it has: what was read is no answer */
	unsigned written, tried; /* of the steps: so many were acknowledged, and may be there */
};

static void expect_sentence(const struct day *day, const char *doing, int r, const char *sentence)
{
	if (r >= 0 || !*sentence)
		fail_msg("%s: %s: %d \"%s\"", day->what, doing, r, sentence);
}

/* As a daemon does, which is started again. NULL: it cannot be. */
static struct journal *open_it(const struct day *day)
{
	struct journal *j = NULL;
	int r = -1;

	for (int i = 0; i < 2 && r < 0; i++) {
		char err[256] = "";

		r = journal_open(day->place->at.path, NULL, &j, err);
		if (r < 0)
			expect_sentence(day, "it cannot be opened", r, err);
	}
	if (r < 0 && !day->is_lasting && !day->reads_lie)
		fail_msg("%s: it cannot be opened again", day->what);
	if (r >= 0 && journal_next_game(j) > MOST_GAMES)
		fail_msg("%s: no game can have the number that is next", day->what);
	return r < 0 ? NULL : j;
}

/* The lines in which they begin to differ. */
static void expect_text(const struct day *day, const char *text, const char *known)
{
	const char *a = text, *b = known;

	for (size_t i = 0; text[i] && text[i] == known[i]; i++)
		if (text[i] == '\n') {
			a = text + i + 1;
			b = known + i + 1;
		}
	if (strcmp(a, b) != 0)
		fail_msg("%s: after %u to %u steps there is \"%.*s\" and not \"%.*s\"", day->what, day->written,
			 day->tried, (int)strcspn(a, "\n"), a, (int)strcspn(b, "\n"), b);
}

/* Who looks while something fails sees what there is, or that it cannot be seen: not that it is damaged. */
static void look(const struct day *day, struct journal *j)
{
	const char *known = day->place->known[day->written];
	int r;
	char *text = day_text(j, &r);

	fault_pause();
	if (!text && r != -ENOMEM)
		expect_sentence(day, "it cannot be read", r, journal_error(j));
	if (!text && r == -EBADMSG && !day->reads_lie)
		fail_msg("%s: it is taken as damaged: %s", day->what, journal_error(j));
	if (text && known && !day->reads_lie)
		expect_text(day, text, known);
	free(text);
	fault_resume();
}

/* False: it is not staged. */
static bool do_step(struct day *day, struct journal *j, const struct day_step *step)
{
	int r;

	if (step->stage(j) < 0) {
		assert_true(day->is_lasting);
		return false;
	}
	day->tried++;
	r = journal_commit(j);
	if (r < 0)
		expect_sentence(day, "it cannot be written", r, journal_error(j));
	else
		day->written = day->tried;
	return true;
}

/* True: nothing is lost by its end. */
static bool write_rest(struct day *day, struct journal *j)
{
	if (journal_unwritten(j) > 0 && journal_commit(j) >= 0)
		day->written = day->tried;
	return journal_unwritten(j) == 0;
}

static struct journal *start_again(struct day *day, struct journal *j)
{
	const bool goes_on = write_rest(day, j);
	char why[256];

	snprintf(why, sizeof(why), "%s", journal_error(j));
	journal_close(j);
	j = goes_on ? open_it(day) : NULL;
	if (j)
		journal_settle(j);
	if (!j && !day->is_lasting && !day->reads_lie)
		fail_msg("%s: it does not go on after %u steps: %s", day->what, day->tried, why);
	return j;
}

static void spend(struct day *day)
{
	struct journal *j = open_it(day);

	if (j) {
		look(day, j);
		journal_settle(j);
	}
	for (unsigned i = 0; i < day->steps && j; i++) {
		const bool goes_on = do_step(day, j, &day_steps[i]);

		look(day, j);
		if (!goes_on)
			break;
		if (day_steps[i].reopens)
			j = start_again(day, j);
	}
	if (!j)
		return;
	if (day->tried == day->steps && !write_rest(day, j) && !day->is_lasting && !day->reads_lie)
		fail_msg("%s: it cannot be written: %s", day->what, journal_error(j));
	journal_close(j);
}

/*
 * Without faults: it can be opened, and what is in it is what was after one of the steps that may be there. What a disk
 * that lied about its pages has had written over is told.
 */
static void expect_whole(const struct day *day)
{
	char err[256] = "", *text;
	struct journal *j = NULL;
	bool is_known = false, is_told;
	int r;

	if (journal_open(day->place->at.path, NULL, &j, err) < 0)
		fail_msg("%s: it cannot be opened: %s", day->what, err);
	is_told = *journal_told(j) || count_in(day->place->at.dir, ".damaged") > 0;
	if (is_told && !day->may_tell)
		fail_msg("%s: it is told: %s", day->what, journal_told(j));
	text = day_text(j, &r);
	for (unsigned i = day->written; i <= day->tried && text; i++)
		is_known |= strcmp(text, day->place->known[i]) == 0;
	if (!is_known && (!day->reads_lie || !is_told))
		expect_text(day, text ? text : journal_error(j), day->place->known[day->written]);
	free(text);
	journal_close(j);
}

/* --- all days --- */

static long stride(long calls, long tries)
{
	const char *wanted = getenv("FAULTS");

	return wanted && strcmp(wanted, "all") == 0 ? 1 : 1 + calls / tries;
}

static void try_day(const struct place *p, unsigned steps, enum fault_kind kind, long n, bool is_lasting)
{
	struct day day = { .place = p, .steps = steps, .is_lasting = is_lasting };
	const unsigned files = count_in("/proc/self/fd", "");

	snprintf(day.what, sizeof(day.what), "%s, %s%ld", fault_kind_name[kind], is_lasting ? "from " : "", n);
	day.may_tell = p->is_damaged;
	put_images(p);
	fault_begin(kind, n, is_lasting);
	spend(&day);
	fault_end();
	if (count_in("/proc/self/fd", "") != files)
		fail_msg("%s: files are left open", day.what);
	expect_whole(&day);
}

static void learn(struct place *p, unsigned steps)
{
	struct day day = { .place = p, .steps = 0 };
	struct journal *j;
	int r;

	put_images(p);
	j = open_it(&day);
	for (unsigned i = 0; i <= steps; i++) {
		p->known[i] = day_text(j, &r);
		if (!p->known[i])
			fail_msg("after %u steps it cannot be read: %d %s", i, r, journal_error(j));
		if (i == steps)
			break;
		journal_settle(j);
		day.what[0] = '\0';
		assert_true(do_step(&day, j, &day_steps[i]));
		if (day_steps[i].reopens)
			j = start_again(&day, j);
	}
	journal_close(j);
}

static void try_all(struct place *p, unsigned steps, long tries)
{
	learn(p, steps);
	for (int kind = 0; kind <= FAULT_CALL_SHORT; kind++) {
		struct day day = { .place = p, .steps = steps };
		long calls, tried = 0;

		put_images(p);
		fault_begin(kind, -1, false);
		spend(&day);
		calls = fault_end();
		assert_true(calls > 0);
		for (long n = 0; n < calls; n += stride(calls, tries), tried++)
			try_day(p, steps, kind, n, false);
		for (long n = 0; n < calls; n += 3 * stride(calls, tries), tried++)
			try_day(p, steps, kind, n, true);
		print_message("# %s: %ld calls, %ld days\n", fault_kind_name[kind], calls, tried);
	}
}

static void a_new_journal(void **state)
{
	try_all(*state, DAY_STEPS, FEW);
}

/* It is left as a killed daemon leaves it. */
static void leave_images(struct place *p, unsigned steps)
{
	struct day day = { .place = p };
	struct journal *j;

	memory_folder_clear(p->at.dir);
	j = open_it(&day);
	journal_settle(j);
	for (unsigned i = 0; i < steps; i++)
		assert_true(do_step(&day, j, &day_steps[i]));
	folder_image_take(&p->image, p->at.dir);
	journal_close(j);
}

static struct folder_file *log_of(struct place *p)
{
	for (unsigned i = 0; i < p->image.count; i++)
		if (strstr(p->image.files[i].name, ".log"))
			return &p->image.files[i];
	fail();
	return NULL;
}

/* What is read of its damaged log is there, whatever fails meanwhile, and whenever it is ended. */
static void a_damaged_journal(void **state)
{
	struct place *p = *state;

	leave_images(p, 5);
	p->is_damaged = true;
	memset(log_of(p)->data + 600, 0, 32);
	try_all(p, 0, FEW);
}

/* And nobody else knows of its games. */
static void a_log_without_its_head(void **state)
{
	struct place *p = *state;

	leave_images(p, 2);
	p->is_damaged = true;
	memset(log_of(p)->data, 'x', 16);
	try_all(p, 0, FEW);
}

static void a_log_that_is_gone(void **state)
{
	struct place *p = *state;

	leave_images(p, 5);
	p->is_damaged = true;
	log_of(p)->size = 0;
	try_all(p, 0, FEW);
}

/* Only who reads meets a fault: what is read is what is there, or it is a fault, and none of the journal's. */
static void each_call_of_who_reads(void **state)
{
	static const enum fault_kind kinds[] = { FAULT_MEMORY, FAULT_CALL_EIO };
	struct place *p = *state;
	struct day day = { .place = p };
	struct journal *j;
	char *known;
	int r;

	leave_images(p, 4);
	j = open_it(&day);
	known = day_text(j, &r);
	assert_non_null(known);
	for (unsigned k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		bool is_met = true;

		for (long n = 0; is_met; n++) {
			char *text;

			snprintf(day.what, sizeof(day.what), "%s, %ld of who reads", fault_kind_name[kinds[k]], n);
			fault_begin(kinds[k], n, false);
			text = day_text(j, &r);
			is_met = fault_end() > n;
			if (text)
				expect_text(&day, text, known);
			if (!text && r != -ENOMEM && r != -EIO)
				fail_msg("%s: %d: %s", day.what, r, journal_error(j));
			free(text);
		}
	}
	free(known);
	journal_close(j);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_new_journal, setup, teardown),
		cmocka_unit_test_setup_teardown(each_call_of_who_reads, setup, teardown),
		cmocka_unit_test_setup_teardown(a_damaged_journal, setup, teardown),
		cmocka_unit_test_setup_teardown(a_log_without_its_head, setup, teardown),
		cmocka_unit_test_setup_teardown(a_log_that_is_gone, setup, teardown),
	};

	fault_points_init();
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
