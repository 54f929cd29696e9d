/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an event says of itself: its file, its rounds, who did what, and what "check" finds before they begin. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tests/bus/rig-round.h"

#define NAME "org.flagfall1"
#define MANAGER "org.flagfall1.Manager"
#define EVENT "org.flagfall1.Event"
#define PROPERTIES "org.freedesktop.DBus.Properties"
#define CLUB "/org/flagfall1/event/club"
#define OTHER "/org/flagfall1/event/other"

static const char club[] = "id: club\nname: Club evening\nsite: Riga\ndates: [2026-11-22, 2026-11-23]\n"
			   "timezone: Europe/Riga\nrulebook: fide2023-blitz\ntime: 300+2\n"
			   "delay: {moves: 3, minutes: 4}\n"
			   "boards:\n- {number: 1, board: " RIG_SERIAL "}\n- {number: 2, board: ABSENT-1}\n";
static const char other[] = "id: other\nname: Another\nrulebook: fide2023-blitz\ntime: 300\n"
			    "boards:\n- {number: 1, board: " RIG_SERIAL "}\n";

#define PAIRINGS "board,white,black\n1,\"Carlsen, Magnus\",\"Ding, Liren\"\n2,A,B\n,Kalns,half-bye\n"

/* All that a reply says: texts and numbers, a comma after each, what is in brackets in brackets. */
static void put(sd_bus_message *m, FILE *out)
{
	const char *contents;
	char type;

	while (sd_bus_message_peek_type(m, &type, &contents) > 0) {
		union {
			const char *s;
			uint64_t t;
			uint32_t u;
			int b;
		} v;

		if (contents) {
			sd_bus_message_enter_container(m, type, contents);
			fputc('(', out);
			put(m, out);
			fputs("),", out);
			sd_bus_message_exit_container(m);
			continue;
		}
		assert_true(sd_bus_message_read_basic(m, type, &v) > 0);
		if (type == 's' || type == 'o')
			fprintf(out, "%s,", v.s);
		else
			fprintf(out, "%llu,", type == 't' ? (unsigned long long)v.t : (unsigned long long)v.u);
	}
}

static char *text_of(sd_bus_message *reply)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	put(reply, out);
	fclose(out);
	sd_bus_message_unref(reply);
	return text;
}

/* free() */
static char *ask(struct rig *rig, const char *path, const char *interface, const char *method, const char *types, ...)
{
	sd_bus_message *m = NULL, *reply = NULL;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	va_list ap;

	assert_return_code(sd_bus_message_new_method_call(rig->bus, &m, NAME, path, interface, method), 0);
	va_start(ap, types);
	assert_return_code(sd_bus_message_appendv(m, types, ap), 0);
	va_end(ap);
	if (sd_bus_call(rig->bus, m, 0, &error, &reply) < 0) {
		char *said = strdup(error.message);

		sd_bus_error_free(&error);
		sd_bus_message_unref(m);
		return said;
	}
	sd_bus_message_unref(m);
	return text_of(reply);
}

static void says(char *text, const char *expected)
{
	assert_string_equal(text, expected);
	free(text);
}

static void expect(struct rig *rig, const char *name, const char *value)
{
	says(ask(rig, CLUB, PROPERTIES, "Get", "ss", EVENT, name), value);
}

static void its_file(void **state)
{
	struct rig *rig = *state;
	char folder[160];

	rig_open_round(rig, club, 3, PAIRINGS);
	rig_open_round(rig, other, 1, "board,white,black\n1,X,Y\n");
	rig_open_round(rig, club, 1, PAIRINGS);
	expect(rig, "Id", "(club,),");
	expect(rig, "Name", "(Club evening,),");
	expect(rig, "Site", "(Riga,),");
	expect(rig, "Dates", "((2026.11.22,2026.11.23,),),");
	expect(rig, "TimeZone", "(Europe/Riga,),");
	expect(rig, "Rulebook", "(fide2023-blitz,),");
	expect(rig, "Time", "(300+2,),");
	expect(rig, "Delay", "((3,4,),),");
	snprintf(folder, sizeof(folder), "(%s/state/export/club/,),", rig->dir);
	expect(rig, "ExportFolder", folder);
	expect(rig, "Boards", "(((1," RIG_SERIAL ",),(2,ABSENT-1,),),),");
	expect(rig, "Rounds", "(((1,open,1,),(3,open,1,),),),");
	expect(rig, "Ended", "(,),");
	says(ask(rig, "/org/flagfall1", MANAGER, "ListEvents", ""), "((club," CLUB ",),(other," OTHER ",),),");
	says(ask(rig, CLUB, EVENT, "Source", "u", 3), "pairings.csv," PAIRINGS ",");
	says(ask(rig, CLUB, EVENT, "Source", "u", 2),
	     "Round 2 of club is not open; there are 1, 3 (\"flagfallctl round open\" opens one)");
	says(ask(rig, CLUB, EVENT, "Round", "u", 2),
	     "Round 2 of club is not open; there are 1, 3 (\"flagfallctl round open\" opens one)");
	says(ask(rig, CLUB, EVENT, "Log", "u", 2),
	     "Round 2 of club is not open; there are 1, 3 (\"flagfallctl round open\" opens one)");
	says(ask(rig, CLUB, EVENT, "Check", "uau", 2, 0),
	     "Round 2 of club is not open; there are 1, 3 (\"flagfallctl round open\" opens one)");
	says(ask(rig, CLUB, EVENT, "Record", "uu", 1, 7), "Round 1 of club has no table 7; its tables are 1 to 2");
}

/* The acts of a round; new reference. */
static json_t *acts(struct rig *rig, uint32_t round)
{
	sd_bus_message *reply = NULL;
	json_t *list = json_array();
	const char *text;

	assert_return_code(sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Log", NULL, &reply, "u", round), 0);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "s"), 0);
	while (sd_bus_message_read(reply, "s", &text) > 0)
		json_array_append_new(list, json_loads(text, 0, NULL));
	sd_bus_message_unref(reply);
	return list;
}

/* One act, whatever its time; it is of the last minutes and of this user. */
static void expect_act(json_t *list, size_t n, const char *expected)
{
	json_t *act = json_array_get(list, n);
	struct tm tm = { 0 };
	char *text;

	assert_non_null(act);
	assert_int_equal(json_integer_value(json_object_get(act, "uid")), getuid());
	assert_non_null(strptime(json_string_value(json_object_get(act, "t")), "%Y-%m-%dT%H:%M:%SZ", &tm));
	assert_true(llabs((long long)(timegm(&tm) - time(NULL))) < 3600);
	json_object_del(act, "t");
	json_object_del(act, "uid");
	assert_true(json_is_integer(json_object_get(act, "realtime_us")));
	json_object_del(act, "realtime_us");
	text = json_dumps(act, JSON_COMPACT | JSON_SORT_KEYS);
	for (char *c = text; *c; c++)
		*c = *c == '"' ? '\'' : *c;
	says(text, expected);
}

static void change(struct rig *rig, uint32_t board, const char *key, const char *value)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Change", &error, NULL, "uua{ss}a{sv}", 3, board, 1, key,
			       value, 1, "reason", "s", "misheard") < 0)
		fail_msg("%s", error.message);
}

static void who_did_what(void **state)
{
	struct rig *rig = *state;
	json_t *list;

	rig_open_round(rig, club, 3, PAIRINGS);
	change(rig, 2, "result", "+/-");
	change(rig, 1, "white_elo", "2830");
	list = acts(rig, 3);
	assert_int_equal(json_array_size(list), 3);
	expect_act(list, 0, "{'act':'open','file':'pairings.csv','revision':1}");
	expect_act(
		list, 1,
		"{'act':'change','now':{'result':'+/-'},'reason':'misheard','revision':2,'table':2,'was':{'result':''}}");
	expect_act(list, 2,
		   "{'act':'change','now':{'white_elo':'2830'},'reason':'misheard','revision':3,'table':1,"
		   "'was':{'white_elo':''}}");
	json_decref(list);
}

/* What Check finds at the boards that are asked about, 0 all; ' for ". */
static void finds(struct rig *rig, uint32_t board, const char *expected)
{
	char *text = ask(rig, CLUB, EVENT, "Check", "uau", 3, board ? 1 : 0, board);

	for (char *c = text; *c; c++)
		*c = *c == '"' ? '\'' : *c;
	says(text, expected);
}

#define AT(table, board, faults) "{'table':" table ",'board':'" board "','state':'waiting','faults':[" faults "]}"
#define MISSING AT("2", "ABSENT-1", "{'kind':'missing','text':'it is not plugged in'}")
#define STANDS(text, squares) \
	"{'kind':'squares','text':'" text "','squares':[" squares \
	"],'start':'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR','game':'chess'}"

static void what_is_wrong_before_it_begins(void **state)
{
	struct rig *rig = *state;

	rig_open_round(rig, club, 3, PAIRINGS);
	rig_settle(rig);
	finds(rig, 1, "(" AT("1", RIG_SERIAL, "") ",),");
	finds(rig, 2, "(" MISSING ",),");
	finds(rig, 0, "(" AT("1", RIG_SERIAL, "") "," MISSING ",),");
	says(ask(rig, CLUB, EVENT, "Check", "uau", 3, 2, 1, 7),
	     "Round 3 of club has no table 7; its tables are 1 to 2");
	rig_lift(rig, "a2");
	rig_settle(rig);
	finds(rig, 1,
	      "(" AT("1", RIG_SERIAL,
		     STANDS("a2: expected P, found nothing", "'a2: expected P, found nothing'")) ",),");
	rig_lift(rig, "h7");
	rig_settle(rig);
	finds(rig, 1,
	      "(" AT("1", RIG_SERIAL,
		     STANDS("2 squares stand wrongly",
			    "'a2: expected P, found nothing','h7: expected p, found nothing'")) ",),");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(its_file, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(who_did_what, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(what_is_wrong_before_it_begins, rig_setup, rig_teardown),
	};

	return cmocka_run_group_tests_name("what an event says", tests, NULL, NULL);
}
