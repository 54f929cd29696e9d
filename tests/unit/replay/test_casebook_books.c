/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rulebook that a case names: each is read once, and what is wrong with it is said with its file and line. */
#include "tests/unit/core/core-testing.h"

#include <errno.h>
#include <unistd.h>

#include "replay/replay.h"
#include "tests/unit/failing-memory.h"

#define CASE(rest) "{\"id\":\"a\"," rest "\"clock\":\"300\",\"events\":[]}"

static unsigned complaints;

static void complain(void *userdata, const char *file, unsigned line, const char *reason)
{
	complaints++;
}

static int prepare(struct casebook *casebook, const char *text, char err[static 160])
{
	json_t *object = json_loads(text, 0, NULL);
	struct casebook_case *c;
	int r;

	assert_non_null(object);
	r = casebook_prepare(casebook, object, &c, err);
	if (r == 0)
		casebook_case_free(c);
	json_decref(object);
	return r;
}

static void books(void **state)
{
	char folder[] = "/tmp/flagfall-books-XXXXXX", path[80], text[200], err[160];
	struct casebook *casebook;
	FILE *f;

	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/broken.yaml", folder);
	f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "rulebook: broken\nno-such-key: 1\nno-other-key: 2\n");
	fclose(f);
	setenv("FLAGFALL_RULES", folder, 1);
	assert_int_equal(casebook_new(complain, NULL, &casebook), 0);

	assert_int_equal(prepare(casebook, CASE(), err), -EINVAL);
	assert_string_equal(err, "\"rulebook\" is missing");
	assert_int_equal(prepare(casebook, CASE("\"rulebook\":\"nowhere\","), err), -EINVAL);
	assert_non_null(strstr(err, "rulebook \"nowhere\": "));

	complaints = 0;
	assert_int_equal(prepare(casebook, CASE("\"rulebook\":\"broken\","), err), -EINVAL);
	if (strncmp(err, "rulebook \"broken\": broken.yaml:2: ", 33))
		fail_msg("%s", err);
	assert_true(complaints >= 2);
	strcpy(text, err);
	complaints = 0; /* it is not read once more, and its first fault is remembered */
	assert_int_equal(prepare(casebook, CASE("\"rulebook\":\"broken\","), err), -EINVAL);
	assert_string_equal(err, text);
	assert_int_equal(complaints, 0);

	snprintf(text, sizeof(text), CASE("\"rulebook\":\"%0100d\","), 0);
	assert_int_equal(prepare(casebook, text, err), -EINVAL);
	assert_string_equal(err, "too many rulebooks, or the name is too long");
	casebook_free(casebook);
	unlink(path);
	rmdir(folder);
	unsetenv("FLAGFALL_RULES");
}

#define GAME(id, more, expect) \
	"{\"id\":\"" id \
	"\",\"rulebook\":\"fide2023-standard\",\"articles\":[\"6.2.1\"],\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}," more \
	"\"events\":[{\"t_ms\":100,\"type\":\"lift\",\"square\":\"e2\"}," \
	"{\"t_ms\":200,\"type\":\"place\",\"square\":\"e4\"},{\"t_ms\":300,\"type\":\"press\",\"side\":\"white\"}]," \
	"\"expect\":" expect "}\n"
#define PLAYED "{\"ruling\":\"move-accepted\",\"reason\":\"played\",\"sequence\":[\"move-accepted\"]}"

/* A line for each case, in its order, and the count. */
static void files(void **state)
{
	static const struct {
		const char *line, *begins;
	} cases[] = {
		{ "\xef\xbb\xbf" GAME("first", "", PLAYED), "{\"id\":\"first\",\"pass\":true,\"doubtful\":false," },
		{ " \t\r\n", NULL },
		{ GAME("wrong", "", "{\"ruling\":\"draw\"}"), "{\"id\":\"wrong\",\"pass\":false,\"doubtful\":false," },
		{ GAME("open", "", "null"), "{\"id\":\"open\",\"pass\":null,\"doubtful\":false,\"expected\":null," },
		{ GAME("doubt", "\"doubtful\":true,", PLAYED), "{\"id\":\"doubt\",\"pass\":true,\"doubtful\":true," },
		{ "{\"id\":3,\n", "{\"id\":null,\"pass\":false,\"doubtful\":false,\"error\":\"" },
		{ "[]\n", "{\"id\":null,\"pass\":false,\"doubtful\":false,\"error\":\"" },
		{ GAME("list", "", "[]"), "{\"id\":\"list\",\"pass\":false,\"doubtful\":false,\"error\":\"" },
	};
	char name[] = "/tmp/flagfall-cases-XXXXXX", *out = NULL, *line, *rest;
	struct casebook_score score = { 0 };
	struct casebook *casebook;
	size_t size;
	FILE *f = fdopen(mkstemp(name), "w");

	assert_non_null(f);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		fputs(cases[i].line, f);
	fclose(f);
	setenv("FLAGFALL_RULES", "rules/books", 1);
	assert_int_equal(casebook_new(NULL, NULL, &casebook), 0);
	f = open_memstream(&out, &size);
	assert_int_equal(casebook_run_file(casebook, name, f, &score), 0);
	fclose(f);
	rest = out;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		if (!cases[i].begins)
			continue;
		line = strsep(&rest, "\n");
		assert_non_null(line);
		if (strncmp(line, cases[i].begins, strlen(cases[i].begins)))
			fail_msg("%s", line);
		if (i == 0)
			assert_true(strstr(line, "\"6.2.1\"") && !strstr(line, "\"\"]"));
	}
	assert_string_equal(rest, "");
	assert_int_equal(score.passed, 1);
	assert_int_equal(score.failed, 4);
	assert_int_equal(score.doubtful, 1);
	assert_int_equal(score.asked, 1);
	free(out);
	assert_int_equal(casebook_run_file(casebook, "/nowhere", stdout, &score), -ENOENT);
	casebook_free(casebook);
	unlink(name);
}

/* Of what comes at one instant as much is judged together as the core takes. */
static void many_at_one_instant(void **state)
{
	json_t *object = json_loads("{\"rulebook\":\"fide2023-standard\",\"clock\":\"300\",\"events\":[]}", 0, NULL);
	struct casebook_outcome outcome;
	struct casebook *casebook;
	struct casebook_case *c;
	char err[160] = "";

	for (unsigned i = 0; i < 3 * CORE_GROUP; i++)
		json_array_append_new(json_object_get(object, "events"),
				      json_pack("{sisssisb}", "t_ms", 5, "type", "lost", "count", 1, "x", 0));
	assert_int_equal(casebook_new(NULL, NULL, &casebook), 0);
	if (casebook_prepare(casebook, object, &c, err) < 0 || casebook_run(c, NULL, NULL, &outcome, err) < 0)
		fail_msg("%s", err);
	free(outcome.sequence);
	casebook_case_free(c);
	casebook_free(casebook);
	json_decref(object);
}

struct preparing {
	struct casebook *casebook;
	json_t *object;
};

static int prepare_again(void *userdata)
{
	struct preparing *p = userdata;
	struct casebook_case *c = NULL;
	char err[160] = "";
	int r = casebook_prepare(p->casebook, p->object, &c, err);

	if (r == 0)
		casebook_case_free(c);
	return r;
}

static int begin(void *userdata)
{
	struct casebook *casebook;
	int r = casebook_new(NULL, NULL, &casebook);

	if (r == 0)
		casebook_free(casebook);
	return r;
}

/* Whatever allocation fails: that is answered, and nothing is left over. */
static void short_memory_is_said(void **state)
{
	struct preparing p = { .object = json_loads("{\"rulebook\":\"fide2023-standard\",\"clock\":\"300\",\"events\":"
						    "[{\"t_ms\":5,\"type\":\"press\",\"side\":\"white\"}]}",
						    0, NULL) };

	fail_each_allocation(begin, NULL, 1);
	assert_int_equal(casebook_new(NULL, NULL, &p.casebook), 0);
	assert_int_equal(prepare_again(&p), 0);
	fail_each_allocation(prepare_again, &p, 1);
	casebook_free(p.casebook);
	json_decref(p.object);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(books),
		cmocka_unit_test(files),
		cmocka_unit_test(many_at_one_instant),
		cmocka_unit_test(short_memory_is_said),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
