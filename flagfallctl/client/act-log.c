/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/calls.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "flagfallctl/client/bus.h"

/* Acts in words: "Table 5: result 1/2-1/2 → 1-0 (misread)". */
struct words {
	char text[1000];
	size_t n;
};

static void __attribute__((format(printf, 2, 3))) add(struct words *w, const char *format, ...)
{
	va_list args;

	if (w->n >= sizeof(w->text))
		return;
	va_start(args, format);
	w->n += (size_t)vsnprintf(w->text + w->n, sizeof(w->text) - w->n, format, args);
	va_end(args);
}

static void add_value(struct words *w, const json_t *value)
{
	const json_t *one;
	const char *key;
	size_t i = 0;

	if (json_is_string(value)) {
		add(w, "%s", *json_string_value(value) ? json_string_value(value) : "none");
	} else if (json_is_integer(value)) {
		add(w, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	} else if (json_is_array(value)) {
		json_array_foreach(value, i, one) {
			add(w, "%s", i ? ", " : "");
			add_value(w, one);
		}
	} else if (json_is_object(value)) {
		json_object_foreach((json_t *)value, key, one) {
			add(w, "%s%s ", i++ ? ", " : "", key);
			add_value(w, one);
		}
	} else {
		add(w, "%s", json_is_true(value) ? "yes" : "no");
	}
}

static void add_change(struct words *w, const json_t *act)
{
	const json_t *was = json_object_get(act, "was"), *now = json_object_get(act, "now"), *value;
	const char *key;
	bool first = true;

	json_object_foreach((json_t *)now, key, value) {
		const json_t *before = json_object_get(was, key);

		add(w, "%s%s ", first ? "" : ", ", key);
		first = false;
		if (before && strcmp(key, "game") == 0)
			add(w, "g%s ", json_string_value(before));
		else if (before) {
			add_value(w, before);
			add(w, " → ");
		}
		add_value(w, value);
	}
}

/* "Table 5", "tables 1, 2, 3" */
static void add_tables(struct words *w, const json_t *act)
{
	const json_t *one = json_object_get(act, "board"), *all = json_object_get(act, "boards"),
		     *waits = json_object_get(act, "waits");

	if (!one)
		one = json_object_get(act, "table");
	if (!all)
		all = json_object_get(act, "tables");
	if (one)
		add(w, "Table %" JSON_INTEGER_FORMAT ": ", json_integer_value(one));
	if (all) {
		add(w, "%s: table%s ", ctl_text(act, "act"), json_array_size(all) == 1 ? "" : "s");
		add_value(w, all);
	}
	if (waits) {
		add(w, "; table%s ", json_array_size(waits) == 1 ? "" : "s");
		add_value(w, waits);
		add(w, " wait%s for %s pieces", json_array_size(waits) == 1 ? "s" : "",
		    json_array_size(waits) == 1 ? "its" : "their");
	}
}

/* Of an act that has no words of its own: its name, and all that it says. */
static void add_rest(struct words *w, const json_t *act)
{
	static const char *const said[] = { "t",     "realtime_us", "uid",    "act",   "revision", "board",
					    "table", "boards",	    "tables", "waits", "reason" };
	const json_t *value;
	const char *key;
	bool first = json_object_get(act, "boards") == NULL && json_object_get(act, "tables") == NULL;

	if (first)
		add(w, "%s", ctl_text(act, "act"));
	json_object_foreach((json_t *)act, key, value) {
		bool is_said = false;

		for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++)
			is_said |= strcmp(key, said[i]) == 0;
		if (is_said)
			continue;
		add(w, "%s%s ", first ? ": " : ", ", key);
		first = false;
		add_value(w, value);
	}
}

/* Of a game: "Table 5: act 2: end 1-0", "Table 5: act 2 is undone". */
static void add_game_act(struct words *w, const json_t *act)
{
	const json_int_t table = json_integer_value(json_object_get(act, "table")),
			 number = json_integer_value(json_object_get(act, "number"));

	add(w, "Table %" JSON_INTEGER_FORMAT ": act %" JSON_INTEGER_FORMAT, table, number);
	if (strcmp(ctl_text(act, "act"), "undo") == 0)
		add(w, " is undone");
	else
		add(w, ": %s", ctl_text(act, "act"));
}

static void add_act(struct words *w, const json_t *act)
{
	if (json_object_get(act, "number")) {
		add_game_act(w, act);
		if (*ctl_text(act, "reason"))
			add(w, " (%s)", ctl_text(act, "reason"));
		return;
	}
	add_tables(w, act);
	if (json_object_get(act, "now"))
		add_change(w, act);
	else
		add_rest(w, act);
	if (*ctl_text(act, "reason"))
		add(w, " (%s)", ctl_text(act, "reason"));
}

/* "2026-11-22T18:02:11Z", where the event is. */
static const char *time_there(const char *t, const char *format, char buf[static CTL_TIME])
{
	struct tm tm = { 0 };

	if (!strptime(t, "%Y-%m-%dT%H:%M:%SZ", &tm) || !*ctl_local_time(timegm(&tm), format, buf))
		return t;
	return buf;
}

static const char *user_name(const json_t *act, char buf[static 64])
{
	const json_int_t uid = json_integer_value(json_object_get(act, "uid"));
	const struct passwd *user = getpwuid((uid_t)uid);

	if (user)
		snprintf(buf, 64, "%s", user->pw_name);
	else
		snprintf(buf, 64, "user %" JSON_INTEGER_FORMAT, uid);
	return buf;
}

/* "2026-11-22 19:02:11  root: Table 5: result 1/2-1/2 → 1-0" */
static void print_act(const json_t *act)
{
	struct words w = { .n = 0 };
	char when[CTL_TIME], who[64];

	add_act(&w, act);
	printf("%s  %s: %s\n", time_there(ctl_text(act, "t"), "%F %T", when), user_name(act, who), w.text);
}

void act_log_be_there(sd_bus *bus, const char *path)
{
	char *zone = NULL;

	if (sd_bus_get_property_string(bus, BUS_NAME, path, BUS_EVENT, "TimeZone", NULL, &zone) >= 0 && *zone) {
		setenv("TZ", zone, 1);
		tzset();
	}
	free(zone);
}

/* Its acts, in the order in which they were done. 0, or an exit status. */
static int read_acts(const struct ctl *ctl, sd_bus *bus, const char *path, unsigned round, json_t **ret)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *acts = json_array();
	const char *text;
	int r = sd_bus_call_method(bus, BUS_NAME, path, BUS_EVENT, "Log", &error, &reply, "u", (uint32_t)round);

	if (r >= 0)
		r = sd_bus_message_enter_container(reply, 'a', "s");
	while (r >= 0 && (r = sd_bus_message_read(reply, "s", &text)) > 0)
		json_array_append_new(acts, json_loads(text, 0, NULL));
	if (r < 0) {
		json_decref(acts);
		return bus_fail(ctl, &error, r);
	}
	*ret = acts;
	return 0;
}

/* CLOCK_REALTIME; of acts that were kept without it, the second. */
static json_int_t time_of(const json_t *act)
{
	const json_t *us = json_object_get(act, "realtime_us");
	struct tm tm = { 0 };

	if (us)
		return json_integer_value(us);
	return strptime(ctl_text(act, "t"), "%Y-%m-%dT%H:%M:%SZ", &tm) ? (json_int_t)timegm(&tm) * 1000000 : 0;
}

/* {"t", "realtime_us", "uid", "table", "game", "number", "act"}: one that a person did in a game, or undid. */
static void put_game_act(json_t *acts, const json_t *pairing, json_int_t number, const json_t *input, const char *words)
{
	const json_int_t us = game_act_realtime(input);
	const time_t t = (time_t)(us / 1000000);
	json_t *act;
	char when[32];
	struct tm tm;
	size_t i = json_array_size(acts);

	if (!t || !gmtime_r(&t, &tm) || !strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ", &tm))
		return;
	act = json_pack("{s:s, s:I, s:O, s:O, s:o, s:I, s:s}", "t", when, "realtime_us", us, "uid",
			json_object_get(json_object_get(input, "actor"), "uid"), "table",
			json_object_get(pairing, "table"), "game", json_sprintf("g%s", ctl_text(pairing, "game")),
			"number", number, "act", words);
	if (act && *ctl_text(input, "reason"))
		json_object_set(act, "reason", json_object_get(input, "reason"));
	while (i > 0 && time_of(json_array_get(acts, i - 1)) > us)
		i--;
	json_array_insert_new(acts, i, act);
}

static int add_game(const struct ctl *ctl, sd_bus *bus, const json_t *pairing, json_t *acts)
{
	json_t *of_game, *act;
	char words[GAME_ACT_WORDS];
	size_t i;
	int status = game_acts_get(ctl, bus, ctl_text(pairing, "game"), &of_game);

	if (status)
		return status;
	json_array_foreach(of_game, i, act) {
		const json_t *input = json_object_get(act, "input"), *undone = json_object_get(act, "undone");

		put_game_act(acts, pairing, (json_int_t)i + 1, input, game_act_words(input, words));
		if (undone)
			put_game_act(acts, pairing, (json_int_t)i + 1, undone, "undo");
	}
	json_decref(of_game);
	return 0;
}

/* What was done at its tables, among what was done to the round. 0, or an exit status. */
static int add_games(const struct ctl *ctl, sd_bus *bus, const char *path, unsigned number, json_t *acts)
{
	json_t *round = NULL, *pairing;
	size_t i;
	int status = event_call_round(ctl, bus, path, number, &round);

	json_array_foreach(json_object_get(round, "pairings"), i, pairing)
		if (!status && *ctl_text(pairing, "game"))
			status = add_game(ctl, bus, pairing, acts);
	json_decref(round);
	return status;
}

int act_log_print(const struct ctl *ctl, sd_bus *bus, const char *path, unsigned round)
{
	json_t *acts, *act;
	size_t i;
	int status = read_acts(ctl, bus, path, round, &acts);

	if (!status && round)
		status = add_games(ctl, bus, path, round, acts);
	if (status)
		return status;
	act_log_be_there(bus, path);
	json_array_foreach(acts, i, act) {
		if (ctl->json)
			ctl_print_json(json_incref(act));
		else
			print_act(act);
	}
	json_decref(acts);
	return CTL_DONE;
}

int act_log_say(const struct ctl *ctl, sd_bus *bus, const char *path, unsigned round, json_int_t revision,
		const char *title)
{
	json_t *acts, *act;
	char when[CTL_TIME], who[64];
	size_t i;
	int status = read_acts(ctl, bus, path, round, &acts);

	if (status)
		return status;
	act_log_be_there(bus, path);
	json_array_foreach(acts, i, act) {
		struct words w = { .n = 0 };

		if (json_integer_value(json_object_get(act, "revision")) != revision)
			continue;
		add_change(&w, act);
		if (ctl->json)
			ctl_print_json(json_incref(act));
		else
			printf("%s: %s, by %s, %s\n", title, w.text, user_name(act, who),
			       time_there(ctl_text(act, "t"), "%H:%M", when));
	}
	json_decref(acts);
	return CTL_DONE;
}
