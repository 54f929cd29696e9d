/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Journals that were damaged on disk, each in its own way: no game is lost without a word, none ends without a word,
 * and none is lost of which all lines are still there. JOURNALS=N tries so many; JOURNAL=N that one.
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
#include <unistd.h>

#include "tests/unit/folder-image.h"
#include "tests/bus/journal/journal-place.h"

#define GAMES 6
#define INPUTS 40 /* of each */
#define KINDS 20
#define ROOM 20000

struct base {
	struct journal_place place;
	struct folder_image now, older; /* as a kill leaves it at the end; and half of it */
};

static void input_text(unsigned game, unsigned n, char text[static 200])
{
	snprintf(text, 200, "{\"t_us\":%u,\"type\":\"%s\",\"square\":\"%c%u\",\"of\":%u}", n * 1000,
		 n % 2 ? "place" : "lift", 'a' + (char)(n % 8), game, game * 100000 + n);
}

static void ruling_text(unsigned game, unsigned n, char text[static 200])
{
	snprintf(text, 200, "{\"t_us\":%u,\"ruling\":\"move-accepted\",\"of\":%u}", n * 1000, game);
}

static struct folder_file *file_of(struct folder_image *im, const char *part)
{
	for (unsigned i = 0; i < im->count; i++)
		if (strstr(im->files[i].name, part))
			return &im->files[i];
	fail_msg("the journal has no file %s", part);
	return NULL;
}

/* Its bytes up to the room that nothing was written to. */
static size_t written(const struct folder_file *f)
{
	size_t n = f->size;

	while (n > 0 && !f->data[n - 1])
		n--;
	return n;
}

/* Of the room that is ahead some pages are enough. */
static void shorten(struct folder_image *im)
{
	struct folder_file *log = file_of(im, ".log");
	const size_t end = written(log) + ROOM;

	assert_true(log->size > end);
	log->size = end;
}

static void play(struct base *b)
{
	struct journal *j = journal_place_open(&b->place, "the journal");
	char text[200];

	for (unsigned g = 1; g <= GAMES; g++) {
		char board[16];

		snprintf(board, sizeof(board), "B%u", g);
		assert_int_equal(journal_next_game(j), g);
		assert_return_code(journal_begin_game(j, g, board, "{\"white\":\"Ann\"}", "{\"zero\":1}"), 0);
	}
	for (unsigned n = 0; n < INPUTS; n++) {
		for (unsigned g = 1; g <= GAMES; g++) {
			if (n % 4 == 3) {
				ruling_text(g, n, text);
				assert_return_code(journal_stage_ruling(j, g, text), 0);
			}
			input_text(g, n, text);
			assert_return_code(journal_stage_input(j, g, text), 0);
		}
		assert_return_code(journal_commit(j), 0);
		if (n == INPUTS / 2)
			folder_image_take(&b->older, b->place.dir);
	}
	folder_image_take(&b->now, b->place.dir);
	journal_close(j);
	shorten(&b->now);
	shorten(&b->older);
}

static int setup(void **state)
{
	struct base *b = calloc(1, sizeof(*b));

	journal_place_make(&b->place);
	play(b);
	*state = b;
	return 0;
}

static int teardown(void **state)
{
	struct base *b = *state;

	journal_place_remove(&b->place);
	folder_image_free(&b->now);
	folder_image_free(&b->older);
	free(b);
	return 0;
}

/* --- damage --- */

static uint64_t seed;

static size_t chance(size_t below)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return below ? (size_t)(seed >> 33) % below : 0;
}

static size_t line_at(const struct folder_file *f, size_t at)
{
	while (at > 0 && f->data[at - 1] != '\n')
		at--;
	return at;
}

static size_t line_length(const struct folder_file *f, size_t at)
{
	const char *stop = memchr(f->data + at, '\n', f->size - at);

	return stop ? (size_t)(stop - f->data) - at + 1 : f->size - at;
}

static void overwrite(struct folder_file *f, size_t at, size_t size, int with)
{
	for (size_t i = at; i < at + size && i < f->size; i++)
		f->data[i] = (char)(with >= 0 ? with : (int)chance(256));
}

static void take_out(struct folder_file *f, size_t at, size_t size)
{
	if (at + size > f->size)
		size = f->size - at;
	memmove(f->data + at, f->data + at + size, f->size - at - size);
	memset(f->data + f->size - size, 0, size);
}

/* Two lines, or what two pieces are, change places. */
static void exchange(struct folder_file *f, size_t a, size_t b, size_t size)
{
	for (size_t i = 0; i < size && a + i < f->size && b + i < f->size; i++) {
		char c = f->data[a + i];

		f->data[a + i] = f->data[b + i];
		f->data[b + i] = c;
	}
}

static void repeat_line(struct folder_file *f, size_t at, size_t end)
{
	const size_t length = line_length(f, at);

	if (end + length > f->size)
		return;
	memmove(f->data + at + length, f->data + at, end - at);
}

static const char *damage(const struct base *b, struct folder_image *im, unsigned kind)
{
	struct folder_file *log = file_of(im, ".log"), *seen = file_of(im, "seen");
	const struct folder_file *older = file_of((struct folder_image *)&b->older, ".log");
	const size_t end = written(log), at = chance(end), line = line_at(log, at);
	size_t size;

	switch (kind % KINDS) {
	case 0:
		log->data[at] ^= (char)(1u << chance(8));
		return "a bit of the log";
	case 1:
		overwrite(log, at, 1 + chance(4096), -1);
		return "garbage in it";
	case 2:
		overwrite(log, at / 4096 * 4096, 4096, 0);
		return "a page of it zeroed";
	case 3:
		overwrite(log, at / 512 * 512, 512, 0);
		return "a sector of it zeroed";
	case 4:
		log->size = at;
		return "it is cut";
	case 5:
		overwrite(log, at, end - at, 0);
		return "its end is zeroed";
	case 6:
		log->size = 0;
		return "it is emptied";
	case 7:
		free(log->data);
		log->data = NULL;
		return "it is removed";
	case 8:
		overwrite(log, 0, 1 + chance(300), -1);
		return "its head";
	case 9:
		take_out(log, line, line_length(log, line));
		return "a line of it is taken out";
	case 10:
		repeat_line(log, line, end);
		return "a line of it stands twice";
	case 11:
		exchange(log, line, line + line_length(log, line), line_length(log, line));
		return "lines of it exchanged";
	case 12:
		exchange(log, at / 4096 * 4096, chance(end / 4096) * 4096, 4096);
		return "pages of it exchanged";
	case 13:
		memcpy(log->data, older->data, older->size < log->size ? older->size : log->size);
		return "an older one is put back";
	case 14:
		take_out(log, at, 1 + chance(3000));
		return "a piece of it is taken out";
	case 15:
		size = 1 + chance(40);
		overwrite(seen, chance(seen->size), size, -1);
		return "what was seen";
	case 16:
		overwrite(seen, 0, seen->size, 0);
		log->data[at] ^= (char)(1u << chance(8));
		return "what was seen is gone, and a bit of the log";
	case 17:
		log->data[line] = log->data[line] == '0' ? '1' : '0';
		return "a digest";
	case 18:
		memset(log->data + line, '\n', 1 + chance(200));
		return "ends of lines in it";
	default:
		strcpy(strstr(log->name, "0000"), "00000003.log");
		return "it has another number";
	}
}

/* --- what is found --- */

/* All lines of that game are in it, in order. */
static bool has_all_lines(const struct base *b, struct folder_image *im, unsigned game)
{
	const struct folder_file *was = file_of((struct folder_image *)&b->now, ".log"), *is = file_of(im, ".log");
	const char *from = is->data, *end = is->data ? is->data + is->size : NULL;
	const size_t written_end = written(was);

	for (size_t at = 0; at < written_end && from; at += line_length(was, at)) {
		const size_t length = line_length(was, at);
		char word[24];
		const char *kind = memchr(was->data + at, ' ', length);

		snprintf(word, sizeof(word), " %u ", game);
		if (!kind || strncmp(kind, " batch ", 7) == 0 || strncmp(kind, " log ", 5) == 0 ||
		    strncmp(strchr(kind + 1, ' '), word, strlen(word)) != 0)
			continue;
		do
			from = memmem(from, (size_t)(end - from), was->data + at, length);
		while (from && from > is->data && from[-1] != '\n' && from++);
		from += from ? length : 0;
	}
	return from;
}

struct check {
	unsigned game, rows;
	bool same;
};

static int check_input(void *userdata, uint64_t n, const char *json)
{
	struct check *c = userdata;
	char text[200];

	input_text(c->game, (unsigned)n, text);
	c->same &= n == c->rows++ && strcmp(json, text) == 0;
	return 0;
}

static int check_ruling(void *userdata, uint64_t n, const char *json)
{
	struct check *c = userdata;
	char text[200];

	ruling_text(c->game, 4 * (unsigned)n + 3, text);
	c->same &= n == c->rows++ && strcmp(json, text) == 0;
	return 0;
}

static int note_game(void *userdata, const struct journal_game *game)
{
	char(*state)[16] = userdata;

	if (game->number >= 1 && game->number <= GAMES)
		snprintf(state[game->number - 1], 16, "%s", game->state);
	return 0;
}

struct sums {
	unsigned whole, told, shorter;
};

/* Says which game, or that inputs were torn or damaged. */
static bool is_said(const char *told, unsigned game)
{
	char text[24];

	snprintf(text, sizeof(text), "Game g%u on board", game);
	return strstr(told, text) || strstr(told, "torn or damaged");
}

static void examine_game(struct base *b, struct journal *j, struct folder_image *im, const char *what, unsigned game,
			 const char *state, bool knows, struct sums *sums)
{
	struct check in = { game, 0, true }, ruled = { game, 0, true };
	const int inputs = *state ? journal_inputs(j, game, check_input, &in) : 0;
	const int rulings = *state ? journal_rulings(j, game, check_ruling, &ruled) : 0;
	const bool is_whole = strcmp(state, "running") == 0 && inputs == 0 && rulings == 0;
	const bool is_all = in.rows == INPUTS && ruled.rows == INPUTS / 4;

	if (!in.same || !ruled.same)
		fail_msg("%s: game %u has other inputs or rulings than were written", what, game);
	/* of what the file beside the log had not seen, the end may be one that was being written */
	if (!(is_whole && is_all) && knows && !is_said(journal_told(j), game))
		fail_msg("%s: game %u is \"%s\" with %u inputs and %u rulings, and nothing is said but \"%s\"", what,
			 game, state, in.rows, ruled.rows, journal_told(j));
	if (!(is_whole && is_all) && knows && has_all_lines(b, im, game))
		fail_msg("%s: game %u is lost, and all of it is there: \"%s\", %u inputs, %u rulings, %s", what, game,
			 state, in.rows, ruled.rows, journal_told(j));
	sums->whole += is_whole && is_all;
	sums->told += !is_whole;
	sums->shorter += is_whole && !is_all;
}

static void examine(struct base *b, struct folder_image *im, const char *what, bool knows, struct sums *sums)
{
	char state[GAMES][16] = { "" }, again[GAMES][16] = { "" }, err[256] = "";
	struct journal *j = NULL;

	if (journal_open(b->place.path, NULL, &j, err) < 0)
		fail_msg("%s: it cannot be opened: %s", what, err);
	assert_return_code(journal_unfinished(j, note_game, state), 0);
	for (unsigned g = 1; g <= GAMES; g++)
		examine_game(b, j, im, what, g, state[g - 1], knows, sums);
	if (journal_next_game(j) <= GAMES && knows)
		fail_msg("%s: a game's number is given once more", what);
	journal_settle(j);
	assert_return_code(journal_commit(j), 0);
	journal_close(j);
	/* what was said is said once, and stays as it is */
	j = NULL;
	if (journal_open(b->place.path, NULL, &j, err) < 0)
		fail_msg("%s: it cannot be opened again: %s", what, err);
	if (*journal_told(j))
		fail_msg("%s: it is told again: %s", what, journal_told(j));
	assert_return_code(journal_unfinished(j, note_game, again), 0);
	for (unsigned g = 0; g < GAMES; g++)
		if (strcmp(state[g], again[g]) != 0)
			fail_msg("%s: game %u was \"%s\" and is \"%s\"", what, g + 1, state[g], again[g]);
	journal_close(j);
}

static unsigned number_of(const char *name, unsigned otherwise)
{
	const char *text = getenv(name);

	return text && *text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static void nothing_is_lost_without_a_word(void **state)
{
	struct base *b = *state;
	const unsigned count = number_of("JOURNALS", 3 * KINDS), only = number_of("JOURNAL", count);
	struct folder_image *im = calloc(1, sizeof(*im));
	struct sums sums = { 0 };

	for (unsigned i = only < count ? only : 0; i < (only < count ? only + 1 : count); i++) {
		char what[100];

		seed = i + 1;
		folder_image_copy(im, &b->now);
		snprintf(what, sizeof(what), "%u: %s", i, damage(b, im, i));
		folder_image_put(im, b->place.dir);
		/* the file beside it says nothing any more */
		examine(b, im, what, i % KINDS != 15 && i % KINDS != 16, &sums);
	}
	folder_image_free(im);
	free(im);
	print_message("# %u journals: %u games whole, %u told, %u shorter\n", count, sums.whole, sums.told,
		      sums.shorter);
	assert_true(sums.whole > 0);
}

/* And without any damage nothing is told. */
static void a_sound_one_is_taken_as_it_is(void **state)
{
	struct base *b = *state;

	folder_image_put(&b->now, b->place.dir);
	for (int i = 0; i < 2; i++) {
		struct journal *j = journal_place_open(&b->place, "a sound one");

		assert_string_equal(journal_told(j), "");
		for (unsigned g = 1; g <= GAMES; g++) {
			struct check c = { .game = g, .same = true };

			assert_int_equal(journal_inputs(j, g, check_input, &c), 0);
			assert_int_equal(c.rows, INPUTS);
			assert_true(c.same);
		}
		journal_close(j);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_sound_one_is_taken_as_it_is, setup, teardown),
		cmocka_unit_test_setup_teardown(nothing_is_lost_without_a_word, setup, teardown),
	};

	return cmocka_run_group_tests_name("journal damage", tests, NULL, NULL);
}
