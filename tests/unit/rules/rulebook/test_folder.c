// SPDX-License-Identifier: GPL-2.0-or-later
/* Where rulebooks are looked for: FLAGFALL_RULES, the tree that the program was built in, or where they are installed.
 */
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <dirent.h>

#include "rules/rulebook.h"
#include "rules/rulebook/book.h"
#include "tests/unit/memory-folder.h"

/* Where this program is, as far as those know who ask. "": nobody can tell. */
static char program[2 * PATH_MAX];

ssize_t readlink(const char *restrict path, char *restrict buf, size_t size)
{
	const size_t n = strlen(program) < size ? strlen(program) : size;

	assert_string_equal(path, "/proc/self/exe");
	if (!*program) {
		errno = ENOENT;
		return -1;
	}
	memcpy(buf, program, n);
	return (ssize_t)n;
}

/* What a folder has, and what reading it ends with: 0, or a fault. */
static unsigned entries;
static int fault;

struct dirent *readdir(DIR *dir)
{
	static struct dirent entry;

	if (entries == 0) {
		if (fault)
			errno = fault;
		return NULL;
	}
	snprintf(entry.d_name, sizeof(entry.d_name), "book-%u.yaml", entries--);
	return &entry;
}

/* The folder in which a book is looked for, whether it is there or not; "": it cannot be the name of a book. */
static const char *folder_of(const char *id)
{
	static char buf[2 * PATH_MAX];
	int r;

	*buf = '\0';
	r = rulebook_path(id, buf, sizeof(buf));
	assert_int_equal(r, access(buf, R_OK) < 0 ? -ENOENT : 0);
	if (strrchr(buf, '/'))
		*strrchr(buf, '/') = '\0';
	return buf;
}

/* Two checkouts with their books, one in the other's build folder. */
static char outer[PATH_MAX / 2], inner[sizeof(outer) + 16];

static int make_trees(void **state)
{
	static const char *const folders[] = { "rules",	      "rules/books",	   "build",
					       "build/inner", "build/inner/rules", "build/inner/rules/books" };
	char path[PATH_MAX];

	strcpy(outer, "/tmp/flagfall-trees.XXXXXX");
	assert_non_null(mkdtemp(outer));
	snprintf(inner, sizeof(inner), "%s/build/inner", outer);
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		snprintf(path, sizeof(path), "%s/%s", outer, folders[i]);
		assert_int_equal(mkdir(path, 0700), 0);
	}
	return 0;
}

static int remove_trees(void **state)
{
	memory_folder_remove(outer);
	return 0;
}

static void the_tree_that_it_was_built_in(void **state)
{
	char books[PATH_MAX];

	unsetenv("FLAGFALL_RULES");
	snprintf(books, sizeof(books), "%s/rules/books", outer);
	snprintf(program, sizeof(program), "%s/build/flagfallctl", outer);
	assert_string_equal(folder_of("handbook"), books);
	snprintf(program, sizeof(program), "%s/build/san/tests/unit/x", outer);
	assert_string_equal(folder_of("handbook"), books);
	/* what is no checkout of this lies in a build folder of one that is */
	snprintf(program, sizeof(program), "%s/build/other/build/x", outer);
	assert_string_equal(folder_of("handbook"), books);
	/* a checkout in a build folder has its own books */
	snprintf(books, sizeof(books), "%s/rules/books", inner);
	snprintf(program, sizeof(program), "%s/build/flagfallctl", inner);
	assert_string_equal(folder_of("handbook"), books);
	/* no build folder, none of this tree, one whose books are not there */
	snprintf(program, sizeof(program), "%s/built/flagfallctl", outer);
	assert_string_equal(folder_of("handbook"), FLAGFALL_RULES_DIR);
	snprintf(program, sizeof(program), "/nowhere/build/flagfallctl");
	assert_string_equal(folder_of("handbook"), FLAGFALL_RULES_DIR);
}

static void nobody_knows_where_it_is(void **state)
{
	char *at = program;

	unsetenv("FLAGFALL_RULES");
	*program = '\0';
	assert_string_equal(folder_of("handbook"), FLAGFALL_RULES_DIR);
	/* so long a name that the books' folder has no room beside it */
	at += sprintf(at, "%s", outer);
	while (at - program < PATH_MAX - 12)
		*at++ = '/';
	strcpy(at, "/build/x");
	assert_string_equal(folder_of("handbook"), FLAGFALL_RULES_DIR);
}

static void what_is_set_comes_first(void **state)
{
	setenv("FLAGFALL_RULES", "rules/books", 1);
	strcpy(program, "/nowhere/build/flagfallctl");
	assert_string_equal(folder_of("handbook"), "rules/books");
	setenv("FLAGFALL_RULES", "/nowhere", 1);
	assert_string_equal(folder_of("handbook"), "/nowhere");
	/* nothing at all is not set */
	setenv("FLAGFALL_RULES", "", 1);
	assert_string_equal(folder_of("handbook"), FLAGFALL_RULES_DIR);
}

static void an_id_is_a_word(void **state)
{
	static const char *const none[] = { "", ".", ".hidden", "../books/handbook", "a/b", "a b", "é", "/etc/passwd" };
	char buf[24];

	setenv("FLAGFALL_RULES", "rules/books", 1);
	for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++)
		assert_string_equal(folder_of(none[i]), "");
	/* as long as it may be: "rules/books/nsb-2004.yaml" */
	assert_int_equal(rulebook_path("nsb-2004", buf, sizeof(buf)), -ENAMETOOLONG);
	assert_int_equal(rulebook_path("nsb-2004", (char[25]){ 0 }, 25), -ENAMETOOLONG);
	assert_int_equal(rulebook_path("nsb-2004", (char[26]){ 0 }, 26), 0);
}

/* One that cannot be read to its end has not fewer books. */
static void a_list_is_whole(void **state)
{
	static const int faults[] = { EIO, EOVERFLOW, 0 };
	char **list;

	setenv("FLAGFALL_RULES", "/tmp", 1);
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++)
		for (unsigned count = 0; count < 3; count++) {
			unsigned n = 0;

			list = NULL;
			entries = count;
			fault = faults[i];
			errno = EIO; /* of an earlier call */
			assert_int_equal(rulebook_list(&list), -fault);
			while (list && list[n])
				n++;
			assert_int_equal(n, fault ? 0 : count);
			rulebook_list_free(list);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_tree_that_it_was_built_in),
		cmocka_unit_test(nobody_knows_where_it_is),
		cmocka_unit_test(what_is_set_comes_first),
		cmocka_unit_test(an_id_is_a_word),
		cmocka_unit_test(a_list_is_whole),
	};

	return cmocka_run_group_tests_name("folder of rulebooks", tests, make_trees, remove_trees);
}
