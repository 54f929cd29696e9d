/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The daemon is killed during an evening of 20 boards, at its writes to the journal and its renames, before and after a
 * sync, between two messages on the bus, while it starts after a kill: what is ruled is byte for byte what is ruled
 * where nothing is killed, no ruling that a client heard is missing, and the records of all games are the same.
 *
 * KILLS=N: so many, 40 without it. More than an evening has steps: at each write and each rename of each step, in an
 * order that SEED gives, and when these are done, at random. KEEP=FOLDER: there the journals and records of evenings
 * that are otherwise remain. make check-kills.
 */
#include <stdio.h>
#include <time.h>

#include "tests/bus/evening/evening.h"

#define STEPS 1000 /* at most */

/* Of one step of the evening that nobody disturbed: how many of each kind the daemon took. */
struct step_counts {
	long of[DISK_STEPS], all;
};

struct trial {
	unsigned wanted, kills, evenings, steps, different, lost;
	uint64_t random;
	struct step_counts step[STEPS];
	char *rulings, *records;
};

static unsigned number_of(const char *name, unsigned otherwise)
{
	const char *text = getenv(name);

	return text && *text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

/* --- where it is killed --- */

/* The n-th of a step's writes and renames, in an order of that step's own. -1: it has not so many. */
static int shuffled(const struct trial *trial, unsigned step, unsigned n)
{
	unsigned count = (unsigned)(trial->step[step].of[DISK_WRITE] + trial->step[step].of[DISK_RENAME]);
	uint64_t random = UINT64_C(0x9e3779b97f4a7c15) * (step + 1) + trial->wanted;
	unsigned order[1024];

	if (n >= count || count > 1024)
		return -1;
	for (unsigned i = 0; i < count; i++) {
		unsigned j = (unsigned)(evening_random(&random) % (i + 1));

		order[i] = order[j];
		order[j] = i;
	}
	return (int)order[n];
}

static void kill_at(struct evening *e, enum disk_step kind, long n)
{
	atomic_store(&e->steps->kill_at[kind], atomic_load(&e->steps->count[kind]) + n);
}

/* Each write and each rename: of every step one an evening. */
static bool arm_next(const struct trial *trial, struct evening *e, unsigned step)
{
	int n = step < trial->steps ? shuffled(trial, step, trial->evenings) : -1;
	long writes = n < 0 ? 0 : trial->step[step].of[DISK_WRITE];

	if (n >= 0)
		kill_at(e, n < writes ? DISK_WRITE : DISK_RENAME, n < writes ? n : n - writes);
	return n >= 0;
}

static void arm_any(struct trial *trial, struct evening *e, unsigned step)
{
	long all = step < trial->steps ? trial->step[step].all : 0;

	if (all > 0)
		atomic_store(&e->steps->kill_at_all,
			     atomic_load(&e->steps->all) + (long)(evening_random(&trial->random) % (uint64_t)all));
}

/* Few: spread over one evening. Returns whether it was at a write or a rename, of which there may be more. */
static bool arm(struct trial *trial, struct evening *e, unsigned step)
{
	evening_spare(e);
	if (trial->kills + e->kills >= trial->wanted)
		return false;
	if (trial->wanted > trial->steps && arm_next(trial, e, step))
		return true;
	if (trial->wanted > trial->steps ||
	    step * trial->wanted / trial->steps != (step + 1) * trial->wanted / trial->steps)
		arm_any(trial, e, step);
	return false;
}

/* --- an evening --- */

static void count(const struct evening *e, struct step_counts *ret)
{
	for (unsigned kind = 0; kind < DISK_STEPS; kind++)
		ret->of[kind] = atomic_load(&e->steps->count[kind]) - ret->of[kind];
	ret->all = atomic_load(&e->steps->all) - ret->all;
}

/* Where it was killed, for who reads what became of the evening. */
static void note_kills(struct evening *e, const struct evening_table *t, unsigned step, unsigned kills,
		       const char *script)
{
	char *before = e->where;

	if (e->kills == kills)
		return;
	if (asprintf(&e->where, "%s#   step %u, %s, turn %u, %.*s: %u\n", before ? before : "", step, t->serial, t->ply,
		     (int)strcspn(script ? script : "begin", ";"), script ? script : "begin", e->kills - kills) < 0)
		fail();
	free(before);
}

/* All boards in turn. Returns how many of the steps had a write or a rename of their own to be killed at. */
static unsigned play(struct trial *trial, struct evening *e, bool disturbed)
{
	unsigned over = 0, steps = 0, armed = 0;

	while (over < EVENING_BOARDS) {
		over = 0;
		for (unsigned i = 0; i < EVENING_BOARDS; i++) {
			struct step_counts counts = { 0 };
			const char *script = e->table[i].rest;
			const unsigned kills = e->kills;

			count(e, &counts);
			const bool is_armed = disturbed && arm(trial, e, steps);

			if (!evening_step(e, &e->table[i])) {
				over++;
				continue;
			}
			note_kills(e, &e->table[i], steps, kills, script);
			armed += is_armed && e->kills != kills;
			count(e, &counts);
			assert_true(steps < STEPS);
			if (!disturbed)
				trial->step[steps] = counts;
			steps++;
		}
	}
	evening_spare(e);
	if (!disturbed)
		trial->steps = steps;
	return armed;
}

/* Of the board whose line this is, the next that differs; both go on to its end. */
static const char *board_end(const char *text, const char *name, size_t n)
{
	while (strncmp(text, name, n) == 0 && text[n] == ' ')
		text += strcspn(text, "\n") + 1;
	return text;
}

/* The first line of each board that is not as expected. Returns how many boards have one. */
static unsigned differences(const char *what, const char *expected, const char *got)
{
	unsigned boards = 0;

	for (const char *a = expected, *b = got; *a;) {
		const size_t n = strcspn(a, " ");
		const char *a_end = board_end(a, a, n), *b_end = board_end(b, a, n), *name = a;

		while (a < a_end && b < b_end && strcspn(a, "\n") == strcspn(b, "\n") &&
		       strncmp(a, b, strcspn(a, "\n")) == 0) {
			a += strcspn(a, "\n") + 1;
			b += strcspn(b, "\n") + 1;
		}
		if (a < a_end || b < b_end) {
			print_message("# %s of %.*s: expected %.*s\n", what, (int)n, name,
				      a < a_end ? (int)strcspn(a, "\n") : 0, a);
			print_message("# %s of %.*s: got      %.*s\n", what, (int)n, name,
				      b < b_end ? (int)strcspn(b, "\n") : 0, b);
			boards++;
		}
		a = a_end;
		b = b_end;
	}
	return boards;
}

/* KEEP=FOLDER: there are the journals and records of the evening that nobody disturbed, and of those that differ. */
static void keep(const struct evening *e, const char *format, unsigned n)
{
	const char *folder = getenv("KEEP");
	char name[32], command[512];

	if (!folder || !*folder)
		return;
	snprintf(name, sizeof(name), format, n);
	snprintf(command, sizeof(command), "mkdir -p '%s' && cp -r '%s/state' '%s/%s'", folder, e->rig->dir, folder,
		 name);
	if (system(command) != 0)
		print_message("# nothing is kept in %s\n", folder);
}

static void print_kills(const struct evening *e)
{
	print_message("# killed in:\n");
	fputs(e->where ? e->where : "", stdout);
	fflush(stdout);
}

static unsigned one_evening(struct trial *trial, bool disturbed, bool at_random)
{
	char *rulings, *records;
	void *state = NULL;
	struct evening *e;
	unsigned armed, missing;

	rig_setup_bare(&state);
	e = evening_new(state);
	e->random = at_random ? evening_random(&trial->random) : 0;
	armed = play(trial, e, disturbed);
	missing = evening_wait_recorded(e);
	rulings = evening_rulings(e);
	records = evening_records(e);
	if (disturbed) {
		if (missing + differences("rulings", trial->rulings, rulings) +
		    differences("records", trial->records, records)) {
			trial->different++;
			print_kills(e);
			keep(e, "evening-%u", trial->evenings + 1);
		}
		free(rulings);
		free(records);
	} else {
		assert_int_equal(missing, 0);
		trial->rulings = rulings;
		trial->records = records;
		keep(e, "undisturbed", 0);
	}
	trial->kills += e->kills;
	trial->lost += e->lost;
	evening_free(e);
	rig_teardown(&state);
	return armed;
}

static void killed_anywhere_the_evening_is_the_same(void **state)
{
	struct trial *trial = calloc(1, sizeof(*trial));
	unsigned armed = 1, systematic = 0;
	time_t begun = time(NULL);

	(void)state;
#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#endif
	trial->wanted = number_of("KILLS", 40);
	trial->random = UINT64_C(0x2545f4914f6cdd1d) * (number_of("SEED", 1) + 1);
	one_evening(trial, false, false);
	while (trial->kills < trial->wanted) {
		armed = one_evening(trial, true, armed == 0);
		systematic += armed;
		trial->evenings++;
		if (trial->wanted > trial->steps)
			print_message("# %u evenings, %u kills\n", trial->evenings, trial->kills);
	}
	print_message(
		"# killed at %u points of %u evenings of %u boards, %u of them each at a write or a rename of its "
		"own, in %ld s: %u evenings different, %u rulings lost\n",
		trial->kills, trial->evenings, EVENING_BOARDS, systematic, (long)(time(NULL) - begun), trial->different,
		trial->lost);
	assert_int_equal(trial->different, 0);
	assert_int_equal(trial->lost, 0);
	free(trial->rulings);
	free(trial->records);
	free(trial);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(killed_anywhere_the_evening_is_the_same),
	};

	return cmocka_run_group_tests_name("kills", tests, NULL, NULL);
}
