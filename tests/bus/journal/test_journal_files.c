/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files of a finished game and of an ended event that are changed: in one byte, cut, emptied, removed. It is said at
 * the start or when they are read, and flagfallctl journal verify says it, too; what is given out was written.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "tests/unit/folder-image.h"
#include "tests/bus/journal/journal-place.h"

#define INPUTS 6
#define STEP 3	   /* bytes */
#define BEATS 4096 /* of a segment */

struct files {
	struct journal_place at;
	struct folder_image sound, image;
};

static struct folder_file *file_of(struct folder_image *im, const char *part)
{
	for (unsigned i = 0; i < im->count; i++)
		if (strstr(im->files[i].name, part))
			return &im->files[i];
	fail_msg("the journal has no file %s", part);
	return NULL;
}

static int setup(void **state)
{
	struct files *f = calloc(1, sizeof(*f));
	char text[40], first[MEMORY_FOLDER_PATH + 130];
	struct journal *j;

	journal_place_make(&f->at);
	j = journal_place_open(&f->at, "a new one");
	folder_image_take(&f->sound, f->at.dir);
	snprintf(first, sizeof(first), "%s/%s", f->at.dir, file_of(&f->sound, "0000")->name);
	journal_stage_game(j, 1, &(struct journal_start){ "B", "{\"w\":\"Ann\"}", "{}", "{}", "[\"a text\"]" });
	for (unsigned n = 0; n < INPUTS; n++) {
		snprintf(text, sizeof(text), "{\"t_us\":%u}", n);
		assert_return_code(journal_stage_input(j, 1, text), 0);
	}
	assert_return_code(journal_stage_ruling(j, 1, "{\"ruling\":0}"), 0);
	assert_return_code(journal_stage_over(j, 1, "1-0", 5), 0);
	assert_return_code(journal_stage_recorded(j, 1, "/1.pgn"), 0);
	assert_return_code(journal_stage_event(j, "club", "{\"event\":\"club\"}"), 0);
	assert_return_code(journal_stage_round(j, "club", 1, "{\"round\":1}", "pairings"), 0);
	assert_return_code(journal_stage_event(j, "club", "{\"event\":\"club\",\"ended\":\"now\"}"), 0);
	assert_return_code(journal_commit(j), 0);
	for (int i = 0; access(first, F_OK) == 0; i++) { /* the log turns over: nothing but the files has them then */
		assert_in_range(i, 0, 100 * BEATS);
		assert_int_equal(journal_submit(j, true), 1);
		assert_return_code(journal_finish(j, true), 0);
	}
	journal_close(j);
	folder_image_take(&f->sound, f->at.dir);
	assert_null(memmem(file_of(&f->sound, "0000")->data, 4096, "t_us", 4));
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct files *f = *state;

	journal_place_remove(&f->at);
	folder_image_free(&f->sound);
	folder_image_free(&f->image);
	free(f);
	return 0;
}

static int add_row(void *userdata, uint64_t n, const char *json)
{
	fprintf(userdata, "%" PRIu64 " %s\n", n, json);
	return 0;
}

static int add_event(void *userdata, const char *event, const char *json, unsigned round, const char *round_json)
{
	fprintf(userdata, "%s %s %u %s\n", event, json, round, round_json ? round_json : "-");
	return 0;
}

static int add_game(void *userdata, const struct journal_game *g)
{
	fprintf(userdata, "game %s %s %s %s\n", g->board, g->setup, g->state, g->result ? g->result : "-");
	return 0;
}

static int give_all(struct journal *j, FILE *out)
{
	const struct journal_filter any = { 0 };
	uint64_t before = 0;
	char *books = NULL;
	int r = journal_find_games(j, &any, &before, add_game, out), next;

	next = journal_inputs(j, 1, add_row, out);
	r = r ? r : next;
	next = journal_rulings(j, 1, add_row, out);
	r = r ? r : next;
	next = journal_rulebooks(j, 1, &books);
	fprintf(out, "%s\n", books ? books : "-");
	free(books);
	r = r ? r : next;
	next = journal_events(j, add_event, out);
	r = r ? r : next;
	next = journal_round_source(j, "club", 1, add_row, out);
	return r ? r : next;
}

/* All that is given out; *is_said: not all of it is sound, and that is said. */
static char *read_all(struct files *f, const struct folder_image *image, bool *is_said)
{
	struct journal *j;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int r;

	folder_image_put(image, f->at.dir);
	j = journal_place_open(&f->at, "a changed one");
	journal_settle(j);
	r = give_all(j, out);
	fclose(out);
	*is_said = *journal_told(j) || (r == -EBADMSG && *journal_error(j));
	journal_close(j);
	return text;
}

static bool verify_says(const struct files *f, const struct folder_file *file)
{
	char command[400];

	snprintf(command, sizeof(command), FLAGFALLCTL " journal verify %s/%s >/dev/null 2>&1", f->at.dir, file->name);
	return system(command) != 0;
}

/* Whatever it is, it is said, and each line that is given out was there. */
static void expect_said(struct files *f, const struct folder_file *file, const char *known, const char *what, size_t at,
			bool verifies)
{
	bool is_said;
	char *text = read_all(f, &f->image, &is_said);

	if (!is_said)
		fail_msg("%s, %s %zu: nobody says it; there is:\n%s", file->name, what, at, text);
	for (char *rest = text, *line; (line = strsep(&rest, "\n"));)
		if (*line && strcmp(line, "-") != 0 && !strstr(known, line))
			fail_msg("%s, %s %zu: \"%s\" was never written", file->name, what, at, line);
	free(text);
	folder_image_put(&f->image, f->at.dir);
	if (verifies && !verify_says(f, file))
		fail_msg("%s, %s %zu: journal verify finds it whole", file->name, what, at);
}

static void change_all(struct files *f, const char *part)
{
	bool is_said;
	char *known = read_all(f, &f->sound, &is_said), *data;
	struct folder_file *file;
	size_t size;

	assert_false(is_said);
	folder_image_copy(&f->image, &f->sound);
	file = file_of(&f->image, part);
	data = file->data;
	size = file->size;
	assert_false(verify_says(f, file));
	for (size_t at = 0; at < size; at += STEP) {
		data[at] ^= 1;
		expect_said(f, file, known, "byte", at, at % (20 * STEP) == 0);
		data[at] ^= 1;
	}
	for (size_t cut = 0; cut + 1 < size; cut++) { /* without its last end of line all is there */
		const bool is_between = cut > 0 && data[cut - 1] == '\n';

		if (cut % (2 * STEP) != 0 && !is_between)
			continue;
		file->size = cut;
		expect_said(f, file, known, "cut at", cut, is_between || cut % (20 * STEP) == 0);
	}
	file->size = size;
	free(known);
}

static void a_game(void **state)
{
	struct files *f = *state;
	struct folder_file *file;
	bool is_said;
	char *text;

	change_all(f, ".trace");
	file = file_of(&f->image, ".trace");
	free(file->data);
	file->data = NULL; /* removed */
	text = read_all(f, &f->image, &is_said);
	assert_true(is_said);
	free(text);
}

static void an_event(void **state)
{
	change_all(*state, "events/");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_game, setup, teardown),
		cmocka_unit_test_setup_teardown(an_event, setup, teardown),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
