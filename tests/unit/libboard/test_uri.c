// SPDX-License-Identifier: GPL-2.0-or-later
/* Which URI opens what, what is said of those that open nothing, and who opens the files. */
#include "libboard/drivers.h"
#include "tests/unit/libboard/board-testing.h"

static const struct {
	const char *uri;
	int error;
	const char *says;
} bad[] = {
	{ "", -EINVAL, "does not begin with a scheme" },
	{ "game.jsonl", -EINVAL, "\"game.jsonl\" does not begin with a scheme" },
	{ "gopher:x", -EINVAL, "unknown scheme \"gopher\" (known are " },
	{ ":x", -EINVAL, "unknown scheme \"\"" },
	{ "Trace:x", -EINVAL, "unknown scheme \"Trace\"" },
	{ "tracex:x", -EINVAL, "unknown scheme \"tracex\"" },
	{ "trace:", -EINVAL, "names no board" },
	{ "chardev:", -EINVAL, "names no board" },
	{ "record:", -EINVAL, "names no board" },
	{ "record:out", -EINVAL, "is not record:FILE,URI" },
	{ "record:out,", -EINVAL, "is not record:FILE,URI" },
	{ "record:out,x", -EINVAL, "is not record:FILE,URI" },
	{ "record:,trace:x", -EINVAL, "is not record:FILE,URI" },
	{ "record:out,trace:", -EINVAL, "\"trace:\" names no board" },
	{ "record:out,trace:/nonexistent/x", -ENOENT,
	  "/nonexistent/x, where a trace is expected, cannot be read: No such file or directory" },
	{ "chardev:/nonexistent/x", -ENOENT, "/nonexistent/x: No such file or directory" },
	{ "chardev:/dev/null", -ENODEV, "there is no sensor board with this name" },
	{ "socket:/nonexistent/x", -ENOENT, "/nonexistent/x: No such file or directory" },
	{ "socket:/a/name/that/is/far/too/long/for/a/socket/because/a/socket/has/only/room/for/one/hundred/and/"
	  "seven/bytes/of/it",
	  -ENAMETOOLONG, "a socket's name has at most 107 bytes" },
};

static void test_bad_uris(void **state)
{
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct board *board = NULL;
		int r = board_open(bad[i].uri, NULL, &board);

		if (r != bad[i].error || board || !strstr(board_error(NULL), bad[i].says))
			fail_msg("%s gives %d: %s", bad[i].uri, r, board_error(NULL));
	}
}

static void test_misuse(void **state)
{
	struct board *board = NULL;

	assert_int_equal(board_open(NULL, NULL, &board), -EINVAL);
	assert_int_equal(board_open("trace:x", NULL, NULL), -EINVAL);
	assert_non_null(strstr(board_error(NULL), "without a URI"));
	board_close(NULL);
	board_monitor_close(NULL);
}

/* A failure is forgotten when the next open succeeds, and the board has a sentence of its own. */
static void test_errors_are_kept_apart(void **state)
{
	struct board *board;

	assert_true(board_open("x", NULL, &board) < 0);
	assert_int_equal(open_text(CHESS, &board), 0);
	assert_string_equal(board_error(NULL), "");
	assert_string_equal(board_error(board), "");
	assert_int_equal(board_request_squares(board), -EOPNOTSUPP);
	assert_string_not_equal(board_error(board), "");
	assert_string_equal(board_error(NULL), "");
	board_close(board);
}

static void test_uri_is_kept(void **state)
{
	struct board *board;
	char uri[600];

	assert_int_equal(open_text(CHESS, &board), 0);
	snprintf(uri, sizeof(uri), "trace:%s", in_folder("t.jsonl"));
	assert_string_equal(board_uri(board), uri);
	board_close(board);
}

struct asked {
	char paths[32][300];
	int flags[32];
	unsigned count;
	int answer;
};

static int open_asked(const char *path, int flags, void *userdata)
{
	struct asked *asked = userdata;
	int fd;

	assert_true(asked->count < 32);
	snprintf(asked->paths[asked->count], sizeof(asked->paths[0]), "%s", path);
	asked->flags[asked->count++] = flags;
	if (asked->answer)
		return asked->answer;
	fd = open(path, flags, 0600);
	return fd < 0 ? -errno : fd;
}

/* Both the board and the file it is recorded to. */
static void test_opener_opens_all(void **state)
{
	struct asked asked = { .count = 0 };
	struct board *board;
	char uri[1200];

	assert_int_equal(open_text(CHESS, &board), 0);
	board_close(board);
	snprintf(uri, sizeof(uri), "record:%s,trace:%s", in_folder("a,b.jsonl"), in_folder("t.jsonl"));
	assert_int_equal(board_open(uri, &(struct board_opener){ .open = open_asked, .userdata = &asked }, &board), 0);
	board_close(board);
	assert_int_equal(asked.count, 2);
	assert_string_equal(asked.paths[0], in_folder("t.jsonl"));
	assert_int_equal(asked.flags[0] & (O_ACCMODE | O_NONBLOCK | O_CLOEXEC), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	assert_string_equal(asked.paths[1], in_folder("a,b.jsonl"));
	assert_int_equal(asked.flags[1] & (O_ACCMODE | O_CREAT | O_CLOEXEC), O_WRONLY | O_CREAT | O_CLOEXEC);
}

static void test_opener_refuses(void **state)
{
	static const char *const uris[] = { "trace:/x", "chardev:/x", "socket:/x", "record:/y,chardev:/x" };

	for (size_t i = 0; i < sizeof(uris) / sizeof(*uris); i++) {
		struct asked asked = { .answer = -EACCES };
		struct board *board = NULL;

		assert_int_equal(board_open(uris[i], &(struct board_opener){ .open = open_asked, .userdata = &asked },
					    &board),
				 -EACCES);
		assert_int_equal(asked.count, 1);
		assert_string_equal(asked.paths[0], "/x");
		assert_non_null(strstr(board_error(NULL), "Permission denied"));
		assert_null(board);
	}
}

/* Where one maker's board does not answer, the next one's is asked for; nobody is asked where another has the line. */
static void test_find_asks_for_each(void **state)
{
	static const struct {
		int answer;
		bool goes_on;
	} table[] = { { -EACCES, false }, { -EBUSY, false },	{ -ENOENT, false },
		      { -ENODEV, true },  { -ETIMEDOUT, true }, { -EBADMSG, true } };
	char says[200] = "/x: no board answers there (tried: ";
	unsigned count = 0;

	for (const struct board_driver *const *driver = board_drivers; *driver; driver++)
		if (*(*driver)->line_ids)
			snprintf(says + strlen(says), sizeof(says) - strlen(says), "%s%s", count++ ? ", " : "",
				 (*driver)->scheme);
	snprintf(says + strlen(says), sizeof(says) - strlen(says), ")");
	assert_non_null(strstr(says, "dgt, millennium"));
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct asked asked = { .answer = table[i].answer };
		struct board_opener opener = { .open = open_asked, .userdata = &asked };
		struct board *board = NULL;

		assert_int_equal(board_open("find:/x", &opener, &board), table[i].goes_on ? -ENODEV : table[i].answer);
		assert_int_equal(asked.count, table[i].goes_on ? count : 1);
		if (table[i].goes_on)
			assert_string_equal(board_error(NULL), says);
		else
			assert_non_null(strstr(board_error(NULL), "/x: "));
		assert_null(board);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bad_uris),
		cmocka_unit_test(test_misuse),
		cmocka_unit_test(test_errors_are_kept_apart),
		cmocka_unit_test(test_uri_is_kept),
		cmocka_unit_test(test_opener_opens_all),
		cmocka_unit_test(test_opener_refuses),
		cmocka_unit_test(test_find_asks_for_each),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
