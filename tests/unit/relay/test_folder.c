/* SPDX-License-Identifier: GPL-2.0-or-later */
/* relay/centre/folder: a file that cannot be written keeps no other one from being written, and is tried again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/text-file.h"
#include "relay/centre/centre.h"
#include "relay/store/store.h"
#include "tests/unit/memory-folder.h"

#define INDEX "{\\\"pairings\\\":[{\\\"board\\\":1},{\\\"board\\\":-1},{\\\"board\\\":1},{\\\"board\\\":2}]}"

static char dir[MEMORY_FOLDER_PATH], export[96];
static struct store *store;
static struct folder *folder;

static int open_centre(void **state)
{
	char path[96], err[256];

	memory_folder_make(dir);
	snprintf(path, sizeof(path), "%s/centre.db", dir);
	snprintf(export, sizeof(export), "%s/export", dir);
	assert_int_equal(store_open(path, false, &store, err), 0);
	assert_int_equal(folder_new(store, export, &folder), 0);
	return 0;
}

static int close_centre(void **state)
{
	folder_free(folder);
	store_close(store);
	memory_folder_remove(dir);
	return 0;
}

/* The hall says that a file of its export says this now. */
static void say(const char *hall, const char *path, const char *text)
{
	const struct store_subject subject = { .hall = hall, .event = "club", .round = 1, .board = 1 };
	char publication[512];
	size_t size = strlen(text);
	int64_t lag_us;

	for (const char *c = text; *c; c++)
		size -= *c == '\\';
	snprintf(publication, sizeof(publication),
		 "{\"epoch\":1,\"seq\":%d,\"t_wall\":7,\"type\":\"file\",\"path\":\"%s\",\"keep\":0,\"tail\":0,"
		 "\"text\":\"%s\",\"size\":%zu}",
		 (int)store_whole(store, &subject, 1) + 1, path, text, size);
	assert_int_equal(store_take(store, &subject, publication, strlen(publication), 9, &lag_us), 0);
	assert_int_equal(store_commit(store), 0);
}

static void add_fault(char said[static 2048])
{
	snprintf(said + strlen(said), 2048 - strlen(said), "%s%s", *said && *folder_fault(folder) ? ". " : "",
		 folder_fault(folder));
}

/* All that is due; what is said of it, parted by points. */
static const char *written(void)
{
	static char said[2048];
	bool more = true, games = true;

	*said = '\0';
	for (unsigned turn = 1; more || games; turn++) {
		const int r = folder_write(folder, turn % 4);

		assert_true(r >= 0 && turn < 1000);
		add_fault(said);
		more = r > 0;
		if (more && turn % 100)
			continue;
		games = folder_write_games(folder) > 0;
		add_fault(said);
	}
	return said;
}

static void expect(const char *path, const char *text)
{
	char whole[256], *there;

	snprintf(whole, sizeof(whole), "%s/%s", export, path);
	there = text_file_read(whole);
	if (!there || strcmp(there, text) != 0)
		fail_msg("%s: \"%s\", not \"%s\"", path, there ? there : "(none)", text);
	free(there);
}

/* What status shows of the hall: its files that cannot be written, parted by blanks. */
static void expect_unwritten(const char *hall, const char *paths)
{
	json_t *status, *one, *path;
	char all[512] = "";
	size_t i, k;

	store_set_hall(store, hall, 7, "{}", 0, 0);
	status = status_of(store, 9);
	json_array_foreach(json_object_get(status, "halls"), i, one)
		if (strcmp(json_string_value(json_object_get(one, "hall")), hall) == 0)
			json_array_foreach(json_object_get(one, "unwritten"), k, path)
				snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", *all ? " " : "",
					 json_string_value(path));
	assert_string_equal(all, paths);
	json_decref(status);
}

/* A file where a folder is due and the other way round, at the beginning of all that is due and at its end. */
static void a_hall_does_not_stop_the_others(void **state)
{
	char path[256];

	say("a", "round-1", "file");
	say("a", "round-2/index.json", "first");
	say("m", "tournament.json", "1");
	assert_string_equal(written(), "");
	say("a", "round-1/index.json", "x");
	say("a", "round-1/game-1.pgn", "x");
	say("z", "round-2", "x");
	say("z", "round-2/index.json", "x");
	say("a", "round-2/index.json", "second");
	say("a", "round-2", "x");
	say("m", "tournament.json", "2");
	say("m", "round-1/game-1.pgn", "moves");
	assert_string_equal(written(),
			    "hall a: club/round-1/index.json cannot be written: Not a directory; it is tried again. "
			    "hall z: club/round-2/index.json cannot be written: Not a directory; it is tried again");
	expect("m/club/tournament.json", "2");
	expect("m/club/round-1/game-1.pgn", "moves");
	expect("a/club/round-2/index.json", "second");
	expect_unwritten("a", "club/round-1/index.json club/round-1/game-1.pgn club/round-2");
	expect_unwritten("m", "");

	/* each time that is said once, whatever the hall says of it and however often it is tried */
	for (unsigned n = 0; n < 3; n++) {
		say("a", "round-1/index.json", n % 2 ? "x" : "y");
		folder_again(folder);
		assert_string_equal(written(), "");
		say("m", "tournament.json", n % 2 ? "2" : "3");
		assert_string_equal(written(), "");
		expect("m/club/tournament.json", n % 2 ? "2" : "3");
	}

	/* who puts it right sees it written, and a fault after that is another one */
	snprintf(path, sizeof(path), "%s/a/club/round-1", export);
	assert_int_equal(unlink(path), 0);
	folder_again(folder);
	assert_string_equal(written(), "");
	expect("a/club/round-1/index.json", "y");
	expect("a/club/round-1/game-1.pgn", "x");
	expect_unwritten("a", "club/round-2");
	snprintf(path, sizeof(path), "rm -r %s/a && echo >%s/a", export, export);
	assert_int_equal(system(path), 0);
	assert_int_equal(store_files_again(store), 0); /* the centre starts anew */
	assert_string_equal(written(),
			    "hall a: club/round-1 cannot be written: Not a directory; it is tried again. "
			    "hall z: club/round-2/index.json cannot be written: Not a directory; it is tried again");
	expect("m/club/tournament.json", "3");
}

/* More than are tried at once: each has its turn. */
static void each_is_tried_again(void **state)
{
	char path[256];

	say("a", "round-1", "file");
	for (unsigned n = 0; n < 200; n++) {
		snprintf(path, sizeof(path), "round-1/game-%u.pgn", n + 1);
		say("a", path, "moves");
	}
	for (int turns = 0, r = 1; r > 0; turns++) {
		assert_true(turns < 20);
		r = folder_write(folder, 16);
	}
	snprintf(path, sizeof(path), "%s/a/club/round-1", export);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkdir(path, 0755), 0);
	for (unsigned n = 0; n < 4; n++) {
		int r = 1;

		folder_again(folder);
		for (unsigned turns = 0; r > 0; turns++) {
			assert_true(turns < 20);
			r = folder_write(folder, 16);
			assert_true(r >= 0);
		}
	}
	for (unsigned n = 0; n < 200; n++) {
		snprintf(path, sizeof(path), "a/club/round-1/game-%u.pgn", n + 1);
		expect(path, "moves");
	}
}

/* The games of a round are together in a file; where that cannot be written those of others are. */
static void games_do_not_stop_others(void **state)
{
	char path[256];

	say("a", "round-1/index.json", INDEX);
	say("a", "round-1/game-1.pgn", "one ");
	assert_string_equal(written(), "");
	expect("a/club/round-1/games.pgn", "one ");
	snprintf(path, sizeof(path), "%s/a/club/round-1/games.pgn", export);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkdir(path, 0755), 0);
	say("b", "round-1/index.json", INDEX);
	say("b", "round-1/game-1.pgn", "one ");
	say("a", "round-1/game-2.pgn", "two ");
	say("c", "round-1/index.json", INDEX);
	say("c", "round-1/game-2.pgn", "two ");
	assert_string_equal(written(),
			    "hall a: club/round-1/games.pgn cannot be written: Is a directory; it is tried again");
	expect("b/club/round-1/games.pgn", "one ");
	expect("c/club/round-1/games.pgn", "two ");
	say("b", "round-1/game-2.pgn", "two ");
	folder_again(folder);
	assert_string_equal(written(), "");
	expect("b/club/round-1/games.pgn", "one two ");
	assert_int_equal(rmdir(path), 0);
	folder_again(folder);
	assert_string_equal(written(), "");
	expect("a/club/round-1/games.pgn", "one two ");
}

/* As many rounds of one hall as can be remembered. */
static void many_rounds_do_not_stop_others(void **state)
{
	char path[256];

	for (unsigned n = 1; n <= 300; n++) {
		snprintf(path, sizeof(path), "round-%u/index.json", n);
		say("a", path, INDEX);
		snprintf(path, sizeof(path), "mkdir -p %s/a/club/round-%u/games.pgn", export, n);
		assert_int_equal(system(path), 0);
	}
	say("b", "round-1/index.json", INDEX);
	say("b", "round-1/game-1.pgn", "one ");
	assert_non_null(strstr(written(), "/games.pgn cannot be written: Is a directory; it is tried again"));
	expect("b/club/round-1/games.pgn", "one ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_hall_does_not_stop_the_others, open_centre, close_centre),
		cmocka_unit_test_setup_teardown(each_is_tried_again, open_centre, close_centre),
		cmocka_unit_test_setup_teardown(games_do_not_stop_others, open_centre, close_centre),
		cmocka_unit_test_setup_teardown(many_rounds_do_not_stop_others, open_centre, close_centre),
	};

	return cmocka_run_group_tests_name("centre's folder", tests, NULL, NULL);
}
