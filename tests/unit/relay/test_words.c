/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What relay and centre take from people, servers and each other word for word: options, JetStream's texts, questions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stream/stream.h"
#include "relay/hall/hall.h"
#include "relay/nats/link.h"
#include "tests/unit/memory-folder.h"

static struct {
	char subject[512], reply[512], text[512];
	int result;
} published;

int link_publish(struct link *link, const char *subject, const char *reply, const struct link_header *headers,
		 const char *text, size_t size)
{
	assert_int_equal(strlen(text), size);
	snprintf(published.subject, sizeof(published.subject), "%s", subject);
	snprintf(published.reply, sizeof(published.reply), "%s", reply);
	snprintf(published.text, sizeof(published.text), "%s", text);
	return published.result;
}

const char *link_inbox(const struct link *link)
{
	return "_INBOX.x";
}

/* --- options --- */

static error_t parse(int key, char *arg, struct argp_state *state)
{
	if (key == ARGP_KEY_INIT)
		state->child_inputs[0] = state->input;
	return key == ARGP_KEY_INIT || key == ARGP_KEY_END ? 0 : ARGP_ERR_UNKNOWN;
}

/* What the options lead to, or what is said of them. New text. */
static char *parsed(const char *line)
{
	static const struct argp_child children[] = { { &link_argp, 0, "The servers:", 10 }, { 0 } };
	static const struct argp argp = { .parser = parse, .children = children };
	struct link_arguments a = LINK_ARGUMENTS_DEFAULT;
	char *list[32] = { "program" }, *words = strdup(line), *rest = words, *word, *said = NULL, *err = NULL;
	FILE *kept = stderr, *out;
	size_t size;
	int count = 1;

	while ((word = strsep(&rest, " ")))
		if (*word)
			list[count++] = word;
	stderr = open_memstream(&err, &size);
	argp_parse(&argp, count, list, ARGP_NO_EXIT, NULL, &a);
	fclose(stderr);
	stderr = kept;
	out = open_memstream(&said, &size);
	if (*err)
		fprintf(out, "%.*s", (int)strcspn(err, "\n"), err);
	else
		fprintf(out,
			"url %s creds %s login %s ca %s cert %s key %s domain %s stream %s replicas %u duplicates %lld keep %lld",
			a.link.url, a.link.creds, a.link.login, a.link.ca, a.link.cert, a.link.key, a.domain, a.stream,
			a.config.replicas, (long long)a.config.duplicates_s, (long long)a.config.max_age_s);
	fclose(out);
	free(err);
	free(words);
	return said;
}

static void options_are_taken_or_refused(void **state)
{
	static const char *const table[][2] = {
		{ "",
		  "url (null) creds (null) login (null) ca (null) cert (null) key (null) domain (null) stream flagfall replicas 1 "
		  "duplicates 120 keep 0" },
		{ "--nats U --creds C --ca A --cert E --key K --domain d-1 --jetstream S_2 --replicas 3 --duplicates 60 --keep 2",
		  "url U creds C login (null) ca A cert E key K domain d-1 stream S_2 replicas 3 duplicates 60 keep 172800" },
		{ "--nats U --login L --replicas 5 --duplicates 86400 --keep 3650",
		  "url U creds (null) login L ca (null) cert (null) key (null) domain (null) stream flagfall replicas 5 duplicates 86400 "
		  "keep 315360000" },
		{ "--replicas 1 --duplicates 1 --keep 0",
		  "url (null) creds (null) login (null) ca (null) cert (null) key (null) domain "
		  "(null) stream flagfall replicas 1 duplicates 1 keep 0" },
		{ "--replicas 0", "program: --replicas: \"0\" is not a whole number from 1 to 5" },
		{ "--replicas 6", "program: --replicas: \"6\" is not a whole number from 1 to 5" },
		{ "--replicas 2x", "program: --replicas: \"2x\" is not a whole number from 1 to 5" },
		{ "--replicas=", "program: --replicas: \"\" is not a whole number from 1 to 5" },
		{ "--duplicates 0", "program: --duplicates: \"0\" is not a whole number from 1 to 86400" },
		{ "--duplicates 86401", "program: --duplicates: \"86401\" is not a whole number from 1 to 86400" },
		{ "--keep=-1", "program: --keep: \"-1\" is not a whole number from 0 to 3650" },
		{ "--keep 3651", "program: --keep: \"3651\" is not a whole number from 0 to 3650" },
		{ "--domain a.b", "program: --domain: \"a.b\" is not a name of letters, digits, \"-\" and \"_\"" },
		{ "--jetstream a*", "program: --jetstream: \"a*\" is not a name of letters, digits, \"-\" and \"_\"" },
		{ "--jetstream=", "program: --jetstream: \"\" is not a name of letters, digits, \"-\" and \"_\"" },
		{ "--cert E", "program: --cert and --key belong together" },
		{ "--key K", "program: --cert and --key belong together" },
		{ "--creds C --login L", "program: --creds or --login, not both" },
	};

	for (unsigned i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		char *said = parsed(table[i][0]);

		assert_string_equal(said, table[i][1]);
		free(said);
	}
}

/* --- JetStream --- */

static void requests_go_to_their_subjects(void **state)
{
	struct jetstream js = { NULL, NULL, "flagfall" };

	assert_int_equal(jetstream_ask(&js, "STREAM.INFO", NULL, NULL, "audit"), 0);
	assert_string_equal(published.subject, "$JS.API.STREAM.INFO.flagfall");
	assert_string_equal(published.reply, "_INBOX.x.audit");
	assert_string_equal(published.text, "");
	js.domain = "leaf";
	published.result = -5;
	assert_int_equal(jetstream_ask(&js, "CONSUMER.MSG.NEXT", "c1", json_pack("{s:i}", "batch", 1), "pull.1"), -5);
	published.result = 0;
	assert_string_equal(published.subject, "$JS.leaf.API.CONSUMER.MSG.NEXT.flagfall.c1");
	assert_string_equal(published.reply, "_INBOX.x.pull.1");
	assert_string_equal(published.text, "{\"batch\":1}");
}

static void a_stream_is_described(void **state)
{
	const struct jetstream js = { NULL, NULL, "flagfall" };
	struct jetstream_stream stream = { .replicas = 3, .duplicates_s = 60, .max_age_s = 86400 };
	char *domains[] = { "north", "south", NULL };
	static const char *const said[] = {
		"{\"name\":\"flagfall\",\"retention\":\"limits\",\"storage\":\"file\",\"discard\":\"old\",\"num_replicas\":3,"
		"\"duplicate_window\":60000000000,\"max_age\":86400000000000,\"subjects\":[\"flagfall.>\"]}",
		"{\"name\":\"flagfall\",\"retention\":\"limits\",\"storage\":\"file\",\"discard\":\"old\",\"num_replicas\":3,"
		"\"duplicate_window\":60000000000,\"max_age\":86400000000000,\"sources\":[{\"name\":\"flagfall\",\"external\":"
		"{\"api\":\"$JS.north.API\",\"deliver\":\"\"}},{\"name\":\"flagfall\",\"external\":{\"api\":\"$JS.south.API\","
		"\"deliver\":\"\"}}]}",
	};

	for (unsigned i = 0; i < 2; i++) {
		json_t *config = jetstream_stream_config(&js, &stream);
		char *text = json_dumps(config, JSON_COMPACT);

		assert_string_equal(text, said[i]);
		free(text);
		json_decref(config);
		stream.domains = domains;
	}
}

static void answers_are_understood(void **state)
{
	static const struct {
		const char *answer;
		int error;
	} errors[] = { { "{}", 0 },
		       { "{\"error\":{\"err_code\":10059}}", 10059 },
		       { "{\"error\":{}}", -1 },
		       { "{\"error\":{\"err_code\":\"x\"}}", -1 },
		       { "[]", 0 } };
	static const struct {
		const char *reply;
		uint64_t seq;
	} replies[] = {
		{ "$JS.ACK.flagfall.c1.1.42.7.1800000000.0", 42 },
		{ "$JS.ACK.dom.acc.flagfall.c1.1.43.7.1800000000.0", 43 },
		{ "$JS.ACK.dom.acc.flagfall.c1.1.44.7.1800000000.0.token", 44 },
		{ "$JS.ACK.flagfall.c1.1.45.7.1800000000", 0 }, /* of eight words */
		{ "$JS.ACK.flagfall.c1.1.46.7.1800000000.0.x", 46 },
		{ "$JS.ACK.", 0 },
		{ "_INBOX.a.b.c.d.e.f.g.h", 0 },
		{ "", 0 },
	};
	static const char *const decoded[][2] = { { "", "" },
						  { "YQ==", "a" },
						  { "YWI=", "ab" },
						  { "YWJj", "abc" },
						  { "YWJjZA", "abcd" },
						  { "eyJlIjoxfQ==", "{\"e\":1}" },
						  { "+/+/", "\xfb\xff\xbf" },
						  { "YW\nJj", NULL },
						  { "Y*Jj", NULL } };

	json_t *too_few = json_loads("{\"error\":{\"code\":503,\"err_code\":10008,\"description\":\"JetStream system "
				     "temporarily unavailable\"}}",
				     0, NULL),
	       *limit = json_loads(
		       "{\"error\":{\"code\":400,\"err_code\":10047,\"description\":\"insufficient storage\"}}", 0,
		       NULL);

	assert_non_null(strstr(jetstream_words(too_few), "too few servers run"));
	assert_string_equal(jetstream_words(limit), "insufficient storage");
	assert_string_equal(jetstream_words(NULL), "the servers give no answer that can be read");
	json_decref(too_few);
	json_decref(limit);
	for (unsigned i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		json_t *answer = json_loads(errors[i].answer, 0, NULL);

		assert_int_equal(jetstream_error(answer), errors[i].error);
		json_decref(answer);
	}
	for (unsigned i = 0; i < sizeof(replies) / sizeof(replies[0]); i++)
		assert_int_equal(jetstream_sequence(replies[i].reply), replies[i].seq);
	for (unsigned i = 0; i < sizeof(decoded) / sizeof(decoded[0]); i++) {
		char *text = jetstream_decode(decoded[i][0]);

		assert_int_equal(!text, !decoded[i][1]);
		if (text)
			assert_string_equal(text, decoded[i][1]);
		free(text);
	}
}

/* --- a centre's questions --- */

static json_t *asked(struct stream_reader *reader, const char *question)
{
	char *text = answer_to(reader, "", question, strlen(question));
	json_t *answer = json_loads(text, 0, NULL);

	assert_non_null(answer);
	free(text);
	return answer;
}

static void expect_error(struct stream_reader *reader, const char *question, const char *error)
{
	json_t *answer = asked(reader, question);

	assert_int_equal(json_object_size(answer), 2);
	assert_string_equal(json_string_value(json_object_get(answer, "error")), error);
	assert_string_equal(json_string_value(json_object_get(answer, "hall")), "");
	json_decref(answer);
}

static void a_hall_answers(void **state)
{
	static const char of_range[] = "a range has event, round, board, from and to", *const members[] = {
		"event", "round", "board", "from", "to"
	};
	char dir[MEMORY_FOLDER_PATH], path[96], err[256], question[200], *large = malloc(100001);
	struct stream_subject subject = { "club", 1, 1 };
	struct stream_database *database;
	struct stream_reader *reader;
	json_t *answer, *p, *list,
		*range = json_pack("{s:s, s:s, s:i, s:i, s:i, s:i}", "ask", "range", "event", "club", "round", 1,
				   "board", 1, "from", 2, "to", 9);
	unsigned heads = 0, after = 0;

	memory_folder_make(dir);
	snprintf(path, sizeof(path), "%s/stream.db", dir);
	assert_int_equal(stream_database_open(path, &database, err), 0);
	for (subject.board = 1; subject.board <= 1001; subject.board++) {
		p = json_pack("{s:s}", "type", "move");
		assert_int_equal(stream_database_add(database, &subject, p), 0);
		json_decref(p);
	}
	/* 256 KiB at most: two of a hundred thousand and something */
	memset(large, 'x', 100000);
	large[100000] = '\0';
	subject.board = 1;
	for (unsigned i = 2; i <= 6; i++) {
		p = json_pack("{s:s, s:s}", "type", "file", "text", large);
		assert_int_equal(stream_database_add(database, &subject, p), 0);
		json_decref(p);
	}
	assert_int_equal(stream_database_commit(database), 0);
	assert_int_equal(stream_reader_open(path, &reader, err), 0);

	expect_error(reader, "", "a JSON object with \"ask\" is expected");
	expect_error(reader, "[]", "a JSON object with \"ask\" is expected");
	expect_error(reader, "{\"ask\":1}", "a JSON object with \"ask\" is expected");
	expect_error(reader, "{\"ask\":\"move\"}", "\"heads\" or \"range\" can be asked for");
	memset(large, ' ', 5000); /* longer than any question */
	memcpy(large, "{\"ask\":\"heads\"}", 15);
	large[5000] = '\0';
	expect_error(reader, large, "a JSON object with \"ask\" is expected");
	assert_true(answer_may_go_to("_INBOX.a.b") && answer_may_go_to("_R_.a"));
	assert_false(answer_may_go_to("") || answer_may_go_to("flagfall.north.club.1.1") ||
		     answer_may_go_to("flagfall-health.north") || answer_may_go_to("$JS.API.STREAM.DELETE.flagfall"));
	expect_error(NULL, "{\"ask\":\"heads\"}", "this hall has nothing to tell yet");
	for (unsigned i = 0; i < 5; i++) {
		json_t *less = json_deep_copy(range);
		char *text;

		json_object_del(less, members[i]);
		text = json_dumps(less, 0);
		expect_error(reader, text, of_range);
		free(text);
		json_object_set_new(less, members[i], json_true());
		text = json_dumps(less, 0);
		expect_error(reader, text, of_range);
		free(text);
		json_decref(less);
	}
	/* 2^32 + 1 is not 1 */
	for (unsigned i = 1; i < 3; i++) {
		for (unsigned k = 0; k < 2; k++) {
			json_t *other = json_deep_copy(range);
			char *text;

			json_object_set_new(other, members[i], json_integer(k ? -1 : INT64_C(4294967297)));
			text = json_dumps(other, 0);
			expect_error(reader, text, of_range);
			free(text);
			json_decref(other);
		}
	}
	do {
		snprintf(question, sizeof(question), "{\"ask\":\"heads\",\"after\":%u}", after);
		answer = asked(reader, question);
		assert_int_equal(json_integer_value(json_object_get(answer, "epoch")), stream_reader_epoch(reader));
		list = json_object_get(answer, "heads");
		after = (unsigned)json_integer_value(
			json_object_get(json_array_get(list, json_array_size(list) - 1), "id"));
		assert_int_equal(json_array_size(list), heads == 0 ? 1000 : heads == 1000 ? 1 : 0);
		heads += (unsigned)json_array_size(list);
		json_decref(answer);
	} while (after);
	assert_int_equal(heads, 1001);
	for (unsigned from = 1; from <= 7; from++) {
		json_object_set_new(range, "from", json_integer(from));
		json_dumpb(range, question, sizeof(question), 0);
		question[json_dumpb(range, question, sizeof(question), 0)] = '\0';
		answer = asked(reader, question);
		assert_int_equal(json_integer_value(json_object_get(answer, "epoch")), stream_reader_epoch(reader));
		assert_int_equal(json_integer_value(json_object_get(answer, "first")), from <= 6 ? from : 0);
		/* the first is short */
		assert_int_equal(json_array_size(json_object_get(answer, "publications")), from == 1 ? 3 :
											   from <= 5 ? 2 :
												       from == 6);
		json_decref(answer);
	}
	json_decref(range);
	stream_reader_close(reader);
	stream_database_close(database);
	memory_folder_remove(dir);
	free(large);
}

/* --- why there is no connection, to who has to do something about it --- */

static void faults_come_with_advice(void **state)
{
	static const struct {
		const char *why, *advice; /* "" none */
	} faults[] = {
		{ "Authorization Violation", "login" },
		{ "SSL handshake error: 18:self-signed certificate:depth=0:cert=/CN=one:issuer=/CN=one", "--ca" },
		{ "SSL handshake error: 19:self signed certificate in certificate chain:depth=1", "--ca" },
		{ "SSL handshake error: 20:unable to get local issuer certificate:depth=0:cert=/CN=one", "--ca" },
		{ "SSL handshake error: 62:Hostname mismatch:depth=0:cert=/CN=one:issuer=/CN=authority",
		  "not of the name" },
		{ "SSL handshake error: 64:IP address mismatch:depth=0:cert=/CN=one", "not of the address" },
		{ "SSL handshake error: 10:certificate has expired:depth=0:cert=/CN=one", "clock" },
		{ "SSL handshake error: 9:certificate is not yet valid:depth=0:cert=/CN=one", "clock" },
		{ "Stale Connection", "" },
		{ "Connection Closed", "" },
	};

	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		const char *advice = program_advice(faults[i].why);

		if (*faults[i].advice ? !strstr(advice, faults[i].advice) : *advice)
			fail_msg("%s: %s", faults[i].why, advice);
	}
}

/* The name of the file and why it cannot be read, which libnats does not say. */
static void files_are_looked_at(void **state)
{
	char dir[MEMORY_FOLDER_PATH], there[96], nowhere[96], err[256], expected[256];

	memory_folder_make(dir);
	snprintf(there, sizeof(there), "%s/there.pem", dir);
	snprintf(nowhere, sizeof(nowhere), "%s/nowhere.pem", dir);
	fclose(fopen(there, "w"));
	snprintf(expected, sizeof(expected), "%s: No such file or directory", nowhere);
	for (unsigned missing = 0; missing < 4; missing++) {
		const struct link_options options = { .ca = missing == 0 ? nowhere : there,
						      .cert = missing == 1 ? nowhere : there,
						      .key = missing == 2 ? nowhere : there };

		assert_int_equal(link_look_at_files(&options, err), missing < 3 ? -ENOENT : 0);
		if (missing < 3)
			assert_string_equal(err, expected);
	}
	assert_int_equal(link_look_at_files(&(struct link_options){ .name = "x" }, err), 0);
	memory_folder_remove(dir);
}

/* --- a centre's word: which hall is the one --- */

#define THIS "0123456789abcdef0123456789abcdef"
#define OTHER "fedcba9876543210fedcba9876543210"

static void a_word_is_understood(void **state)
{
	static const struct {
		const char *text;
		int verdict; /* 0: it is no word */
	} words[] = {
		{ "{\"ask\":\"heads\"}", 0 },
		{ "{\"ask\":\"hall\"}", 0 },
		{ "{\"ask\":\"hall\",\"id\":\"0123\",\"epoch\":5}", 0 },
		{ "{\"ask\":\"hall\",\"id\":1,\"epoch\":5}", 0 },
		{ "{\"ask\":\"hall\",\"id\":\"" THIS "\",\"epoch\":5}", 1 + HALL_IS_THIS },
		{ "{\"ask\":\"hall\",\"id\":\"" THIS "\",\"epoch\":4}", 1 + HALL_IS_THIS },
		{ "{\"ask\":\"hall\",\"id\":\"" THIS "\",\"epoch\":6}", 1 + HALL_IS_LATER },
		{ "{\"ask\":\"hall\",\"id\":\"" OTHER "\",\"epoch\":4}", 1 + HALL_IS_ANOTHER },
		{ "{\"ask\":\"hall\",\"id\":\"" OTHER "\",\"epoch\":4,\"accepted\":{\"id\":\"" THIS "\",\"epoch\":5}}",
		  1 + HALL_IS_TO_BE_THIS },
		{ "{\"ask\":\"hall\",\"id\":\"" OTHER "\",\"epoch\":4,\"accepted\":{\"id\":\"" THIS "\",\"epoch\":4}}",
		  1 + HALL_IS_ANOTHER },
		{ "{\"ask\":\"hall\",\"id\":\"" THIS "\",\"epoch\":6,\"accepted\":{\"id\":\"" THIS "\",\"epoch\":5}}",
		  1 + HALL_IS_TO_BE_THIS },
		/* it was put back, and its server with it */
		{ "{\"ask\":\"hall\",\"id\":\"" THIS "\",\"epoch\":5,\"accepted\":{\"id\":\"" THIS "\",\"epoch\":5}}",
		  1 + HALL_IS_OTHERWISE },
		/* it was, and has begun anew */
		{ "{\"ask\":\"hall\",\"id\":\"" THIS "\",\"epoch\":4,\"accepted\":{\"id\":\"" THIS "\",\"epoch\":4}}",
		  1 + HALL_IS_THIS },
	};
	struct centre_word word;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		const bool is_word = centre_word_read(words[i].text, strlen(words[i].text), THIS, 5, &word);

		assert_int_equal(is_word ? 1 + (int)word.verdict : 0, words[i].verdict);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_are_taken_or_refused),
		cmocka_unit_test(requests_go_to_their_subjects),
		cmocka_unit_test(a_stream_is_described),
		cmocka_unit_test(answers_are_understood),
		cmocka_unit_test(a_hall_answers),
		cmocka_unit_test(faults_come_with_advice),
		cmocka_unit_test(files_are_looked_at),
		cmocka_unit_test(a_word_is_understood),
	};

	return cmocka_run_group_tests_name("relay's words", tests, NULL, NULL);
}
