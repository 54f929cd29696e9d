/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/transcript.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tests/bus/message-text.h"

#define NAME "org.flagfall1"
#define ROOT_PATH "/org/flagfall1"
#define PROPERTIES "org.freedesktop.DBus.Properties"
#define OBJECTS "org.freedesktop.DBus.ObjectManager"
#define PATIENCE_MS 60000

#define MOST_WORDS 160
#define MOST_BOARDS 4
#define MOST_CHANGES 256
#define MOST_SIGNALS 1024

struct change {
	char *key; /* object, interface, property */
	char *value;
};

struct transcript {
	struct rig *rig;
	sd_bus *bus; /* of who acts and hears */
	struct sim *sims[MOST_BOARDS];
	char sockets[MOST_BOARDS][128], serials[MOST_BOARDS][32];
	char *arguments[64];
	unsigned boards, argument_count;
	struct change changes[MOST_CHANGES]; /* of properties, since they were last told */
	unsigned change_count;
	char *heard; /* signals since they were last told, a line each */
	size_t heard_size;
	FILE *saying;
	FILE *out;
	bool untimed;	     /* a game has changed boards: the machine's time is in its times */
	int64_t patience_us; /* left for all that is waited for; used up: it is not waited any more */
	int64_t waited_us;   /* when it was waited last in this step */
};

/* --- what is heard --- */

static const char *short_path(const char *path)
{
	const char *rest = strncmp(path, ROOT_PATH, strlen(ROOT_PATH)) == 0 ? path + strlen(ROOT_PATH) : path;

	return *rest == '/' && rest[1] ? rest + 1 : "/";
}

static const char *short_interface(const char *interface)
{
	return strncmp(interface, NAME ".", strlen(NAME) + 1) == 0 ? interface + strlen(NAME) + 1 : interface;
}

static void keep_change(struct transcript *t, const char *key, const char *value)
{
	unsigned i = 0;

	while (i < t->change_count && strcmp(t->changes[i].key, key) != 0)
		i++;
	assert_true(i < MOST_CHANGES);
	if (i == t->change_count) {
		t->changes[t->change_count++].key = strdup(key);
	} else {
		free(t->changes[i].value);
	}
	t->changes[i].value = strdup(value);
}

static char *text_of(sd_bus_message *m)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	message_text(m, out);
	fclose(out);
	return text;
}

static void hear_properties(struct transcript *t, sd_bus_message *m)
{
	const char *interface, *name, *contents;
	char key[256];

	sd_bus_message_read(m, "s", &interface);
	sd_bus_message_enter_container(m, 'a', "{sv}");
	while (sd_bus_message_enter_container(m, 'e', "sv") > 0) {
		char *value = NULL;
		size_t size;
		FILE *out = open_memstream(&value, &size);

		sd_bus_message_read(m, "s", &name);
		sd_bus_message_peek_type(m, NULL, &contents);
		sd_bus_message_enter_container(m, 'v', contents);
		message_text(m, out);
		fclose(out);
		sd_bus_message_exit_container(m);
		sd_bus_message_exit_container(m);
		snprintf(key, sizeof(key), "%s %s.%s", short_path(sd_bus_message_get_path(m)),
			 short_interface(interface), name);
		keep_change(t, key, value);
		free(value);
	}
	sd_bus_message_exit_container(m);
	sd_bus_message_enter_container(m, 'a', "s");
	while (sd_bus_message_read(m, "s", &name) > 0) {
		snprintf(key, sizeof(key), "%s %s.%s", short_path(sd_bus_message_get_path(m)),
			 short_interface(interface), name);
		keep_change(t, key, "changed");
	}
}

static int on_signal(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct transcript *t = userdata;
	const char *member = sd_bus_message_get_member(m),
		   *interface = short_interface(sd_bus_message_get_interface(m));
	char *text;

	if (strcmp(member, "PropertiesChanged") == 0) {
		hear_properties(t, m);
		return 0;
	}
	fprintf(t->saying, "%s %s.%s ", short_path(sd_bus_message_get_path(m)), interface, member);
	if (strcmp(interface, "Board") == 0 && strcmp(member, "Event") == 0) {
		sd_bus_message_skip(m, "x"); /* the machine's time */
	} else if (t->untimed && *sd_bus_message_get_signature(m, 1) == 'x' && strcmp(interface, "Clock") != 0) {
		sd_bus_message_skip(m, "x");
	} else if (strcmp(interface, "Clock") == 0 && strcmp(member, "Changed") == 0) {
		int64_t at, white, black;
		const char *running;

		sd_bus_message_read(m, "xxxs", &at, &white, &black, &running);
		if (t->untimed)
			at = 0;
		fprintf(t->saying, "%lld %lld %lld \"%s\"\n", (long long)at, (long long)white, (long long)black,
			running);
		return 0;
	}
	text = text_of(m);
	fprintf(t->saying, "%s\n", text);
	free(text);
	return 0;
}

/* --- what is told of it --- */

static void tell(struct transcript *t, const char *text)
{
	char *same = made_same(text, t->rig->dir, t->untimed);
	bool begins = true;

	for (const char *c = same; *c; c++) {
		if (begins)
			fputs("  ", t->out);
		begins = *c == '\n';
		fputc(*c, t->out);
	}
	if (getenv("TRANSCRIPTS") && strcmp(getenv("TRANSCRIPTS"), "show") == 0)
		fprintf(stderr, "%s\n", same);
	if (!begins)
		fputc('\n', t->out);
	free(same);
}

static int64_t monotonic_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000LL + ts.tv_nsec / 1000;
}

/* A millisecond passes; false if what is waited for has not come in all that time: it is not waited any more then. */
static bool is_patient(struct transcript *t)
{
	poll(NULL, 0, 1);
	t->patience_us -= monotonic_us() - t->waited_us;
	t->waited_us = monotonic_us();
	if (t->patience_us <= 0)
		tell(t, "(never)");
	return t->patience_us > 0;
}

static void drain(struct transcript *t)
{
	/* its reply comes after all that was sent before */
	assert_return_code(sd_bus_call_method(t->bus, NAME, ROOT_PATH, NAME ".Manager", "ListGames", NULL, NULL, NULL),
			   0);
	while (sd_bus_process(t->bus, NULL) > 0)
		;
	while (sd_bus_process(t->rig->bus, NULL) > 0)
		;
	fflush(t->saying);
}

static void settle(struct transcript *t)
{
	if (t->rig->daemon_pid <= 0)
		return;
	for (unsigned i = 0; i < t->boards; i++)
		if (sim_plugged(t->sims[i]))
			assert_return_code(sim_flush(t->sims[i], PATIENCE_MS), 0);
	drain(t);
}

static int by_key(const void *a, const void *b)
{
	return strcmp(((const struct change *)a)->key, ((const struct change *)b)->key);
}

/* What changes when there is time for it, or when a board has been asked: told where it is waited for. */
static bool is_late(const struct change *c)
{
	return strstr(c->key, "Game.PgnPath") || strstr(c->key, "Game.RecordFault") ||
	       (strstr(c->key, "Game.State") && strcmp(c->value, "\"over\"") != 0);
}

static int by_object(const void *a, const void *b)
{
	const char *one = *(const char *const *)a, *other = *(const char *const *)b;
	size_t n = strcspn(one, " "), m = strcspn(other, " ");
	int r = strncmp(one, other, n < m ? n : m);

	return r ? r : n != m ? (n < m ? -1 : 1) : one < other ? -1 : 1;
}

/* Of each object in their order: what is said of one need not wait for what is said of another. */
static void tell_signals(struct transcript *t)
{
	char *lines[MOST_SIGNALS], *rest = t->heard;
	unsigned n = 0;

	for (char *line; (line = strsep(&rest, "\n"));) {
		bool goes_on = *line == ' ';

		assert_true(n < MOST_SIGNALS);
		if (goes_on) /* of a text of several lines */
			line[-1] = '\n';
		else if (*line)
			lines[n++] = line;
	}
	qsort(lines, n, sizeof(lines[0]), by_object);
	for (unsigned i = 0; i < n; i++)
		tell(t, lines[i]);
}

static void tell_all(struct transcript *t)
{
	fclose(t->saying);
	tell_signals(t);
	free(t->heard);
	t->heard = NULL;
	t->saying = open_memstream(&t->heard, &t->heard_size);
	qsort(t->changes, t->change_count, sizeof(t->changes[0]), by_key);
	for (unsigned i = 0; i < t->change_count; i++) {
		char line[8192];

		snprintf(line, sizeof(line), "%s = %s\n", t->changes[i].key, t->changes[i].value);
		if (!is_late(&t->changes[i]))
			tell(t, line);
		free(t->changes[i].key);
		free(t->changes[i].value);
	}
	t->change_count = 0;
}

/* --- calls --- */

static char *full_path(const char *path)
{
	char *full = NULL;

	assert_true(asprintf(&full, ROOT_PATH "%s%s", strcmp(path, "/") == 0 ? "" : "/",
			     strcmp(path, "/") == 0 ? "" : path) > 0);
	return full;
}

/* PATH INTERFACE.METHOD [TYPES ARGUMENT...] */
static sd_bus_message *call_of(sd_bus *bus, char **words, unsigned count)
{
	char interface[64], *path, *dot;
	sd_bus_message *m = NULL;
	unsigned used;

	assert_true(count >= 2);
	dot = strrchr(words[1], '.');
	assert_non_null(dot);
	if (strncmp(words[1], "org.", 4) == 0)
		snprintf(interface, sizeof(interface), "%.*s", (int)(dot - words[1]), words[1]);
	else
		snprintf(interface, sizeof(interface), NAME ".%.*s", (int)(dot - words[1]), words[1]);
	path = full_path(words[0]);
	assert_return_code(sd_bus_message_new_method_call(bus, &m, NAME, path, interface, dot + 1), 0);
	free(path);
	if (count > 2) {
		used = message_append_words(m, words[2], words + 3, count - 3);
		if (used != count - 3)
			fail_msg("%s %s: %u words are left", words[0], words[1], count - 3 - used);
	}
	return m;
}

static void call(struct transcript *t, sd_bus *bus, char **words, unsigned count)
{
	sd_bus_message *m = call_of(bus, words, count), *reply = NULL;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char *text, *line = NULL;

	if (sd_bus_call(bus, m, 0, &error, &reply) < 0) {
		assert_true(asprintf(&line, "refused: %s: %s\n", short_interface(error.name), error.message) > 0);
	} else {
		text = text_of(reply);
		assert_true(asprintf(&line, "answer: %s\n", text) > 0);
		free(text);
	}
	tell(t, line);
	free(line);
	sd_bus_error_free(&error);
	sd_bus_message_unref(m);
	sd_bus_message_unref(reply);
}

/* A connection of that user: the socket has the effective one of whoever connects. Only root can. */
static sd_bus *connect_as(struct transcript *t, uid_t uid)
{
	sd_bus *bus;

	assert_return_code(setegid(uid), errno);
	assert_return_code(seteuid(uid), errno);
	bus = rig_connect(t->rig);
	assert_return_code(sd_bus_get_unique_name(bus, &(const char *){ NULL }), 0);
	assert_return_code(seteuid(0), errno);
	assert_return_code(setegid(0), errno);
	return bus;
}

static void call_as(struct transcript *t, char **words, unsigned count)
{
	sd_bus *bus = connect_as(t, (uid_t)atoi(words[0]));

	call(t, bus, words + 1, count - 1);
	sd_bus_flush_close_unref(bus);
}

/* What is another one in each build, counts all that was ever done, or changes when there is time for it. */
static bool is_aside(const char *name)
{
	static const char *const names[] = { "Version", "Counters", "PgnPath", "RecordFault" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* All properties of an interface, a line each, in the order of their names; a list's or structure's as it is. */
static void properties(struct transcript *t, const char *path_word, const char *interface_word)
{
	char *path = full_path(path_word), interface[64];
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *name, *contents;

	snprintf(interface, sizeof(interface), NAME ".%s", interface_word);
	if (sd_bus_call_method(t->bus, NAME, path, PROPERTIES, "GetAll", &error, &reply, "s", interface) < 0) {
		tell(t, error.message);
		sd_bus_error_free(&error);
		free(path);
		return;
	}
	sd_bus_message_enter_container(reply, 'a', "{sv}");
	while (sd_bus_message_enter_container(reply, 'e', "sv") > 0) {
		char *line = NULL;
		size_t size;
		FILE *out = open_memstream(&line, &size);

		sd_bus_message_read(reply, "s", &name);
		sd_bus_message_peek_type(reply, NULL, &contents);
		sd_bus_message_enter_container(reply, 'v', contents);
		fprintf(out, "%s = ", name);
		message_text(reply, out);
		fclose(out);
		if (!is_aside(name))
			tell(t, line);
		free(line);
		sd_bus_message_exit_container(reply);
		sd_bus_message_exit_container(reply);
	}
	sd_bus_message_unref(reply);
	free(path);
}

/* --- the daemon and its boards --- */

static int boards_seen(struct transcript *t)
{
	sd_bus_message *reply = NULL;
	const char *name, *path;
	int n = 0;

	assert_return_code(
		sd_bus_call_method(t->rig->bus, NAME, ROOT_PATH, NAME ".Manager", "ListBoards", NULL, &reply, NULL), 0);
	sd_bus_message_enter_container(reply, 'a', "(so)");
	while (sd_bus_message_read(reply, "(so)", &name, &path) > 0)
		n++;
	sd_bus_message_unref(reply);
	return n;
}

/* Each board that is plugged in is known. */
static void wait_boards(struct transcript *t)
{
	int plugged = 0;

	for (unsigned i = 0; i < t->boards; i++)
		plugged += sim_plugged(t->sims[i]);
	while (boards_seen(t) != plugged && is_patient(t))
		;
}

static void daemon_start(struct transcript *t)
{
	t->rig->extra = t->arguments;
	rig_daemon_start(t->rig);
	wait_boards(t);
}

static void daemon_first_start(struct transcript *t)
{
	daemon_start(t);
	for (unsigned i = 1; i < t->boards; i++) {
		assert_return_code(sim_plug(t->sims[i], t->sockets[i]), 0);
		wait_boards(t);
	}
}

/* restart end|kill [GAME...]: those games have read their boards again when it goes on. */
static void restart(struct transcript *t, char **words, unsigned count)
{
	int64_t read[8];

	assert_true(count <= 8);
	rig_daemon_stop(t->rig, strcmp(words[0], "kill") == 0 ? SIGKILL : SIGTERM);
	for (unsigned i = 1; i < count; i++) {
		snprintf(t->rig->game, sizeof(t->rig->game), "%s", words[i]);
		read[i] = rig_boards_read(t->rig);
	}
	daemon_start(t);
	for (unsigned i = 1; i < count; i++) {
		snprintf(t->rig->game, sizeof(t->rig->game), "%s", words[i]);
		while (rig_boards_read(t->rig) <= read[i] && is_patient(t)) {
			/* who asks for a journal has all that the daemon knows written first */
			sd_bus_call_method(t->bus, NAME, ROOT_PATH, NAME ".Manager", "Journal", NULL, NULL, "s",
					   words[i]);
		}
	}
}

/* board SERIAL [presence] [10x10] [no-clock] [no-leds] [no-lever] [SQUARES]: the rig's own, or one more */
static void board(struct transcript *t, char **words, unsigned count)
{
	struct sim_config config = { .serial = words[0], .model = "Emulated board" };
	uint32_t without = 0;
	unsigned i = t->boards;

	assert_true(i < MOST_BOARDS && t->rig->daemon_pid <= 0);
	for (unsigned w = 1; w < count; w++) {
		if (strcmp(words[w], "presence") == 0)
			config.sensors = SBW_SENSORS_PRESENCE;
		else if (strcmp(words[w], "10x10") == 0)
			config.size = 10;
		else if (strcmp(words[w], "no-clock") == 0)
			without |= SBW_FEATURE_CLOCK;
		else if (strcmp(words[w], "no-leds") == 0)
			without |= SBW_FEATURE_LEDS;
		else if (strcmp(words[w], "no-lever") == 0)
			without |= SBW_FEATURE_LEVER;
		else if (strlen(words[w]) == 64 || strlen(words[w]) == 100)
			config.squares = words[w];
		else
			fail_msg("board: %s", words[w]);
	}
	if (without)
		config.features = (SBW_FEATURE_LEVER | SBW_FEATURE_PAUSE | SBW_FEATURE_CLOCK | SBW_FEATURE_LEDS |
				   SBW_FEATURE_DEVICE_TIME) &
				  ~without;
	snprintf(t->serials[i], sizeof(t->serials[i]), "%s", words[0]);
	if (i == 0) {
		sim_free(t->rig->sim); /* the rig's own place on the daemon's command line */
		snprintf(t->sockets[i], sizeof(t->sockets[i]), "%s", t->rig->socket);
	} else {
		snprintf(t->sockets[i], sizeof(t->sockets[i]), "%s/board-%u", t->rig->dir, i);
		t->arguments[t->argument_count++] = strdup("--board");
		assert_true(asprintf(&t->arguments[t->argument_count++], "socket:%s", t->sockets[i]) > 0);
	}
	assert_return_code(sim_new(&config, &t->sims[i]), 0);
	assert_return_code(sim_use_socket(t->sims[i]), 0);
	if (i == 0) /* the others one after the other, so that the daemon knows them in this order */
		assert_return_code(sim_plug(t->sims[i], t->sockets[i]), 0);
	t->boards++;
	t->rig->sim = t->sims[0];
}

static void use(struct transcript *t, const char *serial)
{
	for (unsigned i = 0; i < t->boards; i++)
		if (strcmp(t->serials[i], serial) == 0) {
			t->rig->sim = t->sims[i];
			return;
		}
	fail_msg("there is no board %s", serial);
}

static const char *socket_of(struct transcript *t)
{
	for (unsigned i = 0; i < t->boards; i++)
		if (t->rig->sim == t->sims[i])
			return t->sockets[i];
	return NULL;
}

/* --- waiting --- */

/* New; NULL if there is none. */
static char *value_of(sd_bus *bus, const char *path, const char *interface, const char *name)
{
	sd_bus_message *reply = NULL;
	char *text;

	if (sd_bus_get_property(bus, NAME, path, interface, name, NULL, &reply, "s") < 0)
		return NULL;
	text = text_of(reply);
	sd_bus_message_unref(reply);
	return text;
}

static bool fits(const char *text, const char *wanted)
{
	if (!text || strcmp(wanted, "*") == 0)
		return text && strcmp(text, "\"\"") != 0;
	return strncmp(text + 1, wanted, strlen(wanted)) == 0 && text[1 + strlen(wanted)] == '"';
}

/* wait PATH INTERFACE.PROPERTY VALUE: until it has that value, * any but none */
static void wait_property(struct transcript *t, char **words, unsigned count)
{
	char *path = full_path(words[0]), interface[64], *dot = strrchr(words[1], '.'), *text;

	assert_true(count == 3 && dot);
	snprintf(interface, sizeof(interface), NAME ".%.*s", (int)(dot - words[1]), words[1]);
	while (!fits(text = value_of(t->bus, path, interface, dot + 1), words[2]) && is_patient(t))
		free(text);
	if (text)
		tell(t, text);
	free(text);
	free(path);
}

/* --- files --- */

/* New; NULL if it is not there. */
static char *file_text(struct transcript *t, const char *name, const char *unused)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", t->rig->dir, name);
	return rig_read_file(path);
}

/* What a query of a database says, a line each row; new. NULL if it cannot be asked now. */
static char *rows_text(struct transcript *t, const char *name, const char *sql)
{
	char path[256], *text = NULL;
	size_t size;
	sqlite3_stmt *s = NULL;
	sqlite3 *db = NULL;
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s", t->rig->dir, name);
	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK) {
		out = open_memstream(&text, &size);
		while (sqlite3_step(s) == SQLITE_ROW)
			for (int i = 0, n = sqlite3_column_count(s); i < n; i++)
				fprintf(out, "%s%c", (const char *)sqlite3_column_text(s, i), i == n - 1 ? '\n' : '|');
		fclose(out);
	}
	sqlite3_finalize(s);
	sqlite3_close(db);
	return text;
}

/* … [until WORDS]: what is in a file, or in a database's answer; when it has those words, since it is written in time
 */
static void show(struct transcript *t, char *(*text_of_it)(struct transcript *, const char *, const char *),
		 char **words, unsigned count, unsigned own)
{
	char *text = NULL;

	do {
		free(text);
		text = text_of_it(t, words[0], own == 2 ? words[1] : NULL);
	} while (count == own + 2 && !(text && strstr(text, words[own + 1])) && is_patient(t));
	tell(t, text ? text : "(none)");
	free(text);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void list_files(struct transcript *t, const char *folder)
{
	struct dirent **names = NULL;
	char path[1024];
	int n;

	snprintf(path, sizeof(path), "%s/%s", t->rig->dir, folder);
	n = scandir(path, &names, NULL, by_name);
	for (int i = 0; i < n; i++) {
		struct stat st;
		char name[512];

		snprintf(name, sizeof(name), "%s%s%s", folder, *folder ? "/" : "", names[i]->d_name);
		snprintf(path, sizeof(path), "%s/%s", t->rig->dir, name);
		if (names[i]->d_name[0] != '.' && stat(path, &st) == 0) {
			if (S_ISDIR(st.st_mode))
				list_files(t, name);
			else
				tell(t, name);
		}
		free(names[i]);
	}
	free(names);
}

/* --- steps --- */

static void press(struct transcript *t, const char *side)
{
	assert_return_code(sim_press(t->rig->sim, strcmp(side, "white") == 0 ? SBW_SIDE_WHITE : SBW_SIDE_BLACK), 0);
}

static void plug(struct transcript *t, const char *socket)
{
	assert_return_code(socket ? sim_plug(t->rig->sim, socket) : sim_unplug(t->rig->sim), 0);
	wait_boards(t);
}

/* The daemon takes each of the board's words before the next: when it judges does not depend on how they come. */
static void pass(struct transcript *t, int64_t us)
{
	while (us > 0) {
		int64_t part = us < SIM_HEARTBEAT_US ? us : SIM_HEARTBEAT_US;

		rig_time(t->rig, (int64_t)sim_time(t->rig->sim) + part);
		settle(t);
		us -= part;
	}
}

static void step(struct transcript *t, char **words, unsigned count)
{
	struct rig *rig = t->rig;
	const char *what = words[0];

	if (strcmp(what, "board") == 0)
		board(t, words + 1, count - 1);
	else if (strcmp(what, "argument") == 0)
		for (unsigned i = 1; i < count; i++)
			t->arguments[t->argument_count++] = strdup(words[i]);
	else if (strcmp(what, "untimed") == 0)
		t->untimed = true;
	else if (strcmp(what, "daemon") == 0)
		daemon_first_start(t);
	else if (strcmp(what, "restart") == 0)
		restart(t, words + 1, count - 1);
	else if (strcmp(what, "use") == 0)
		use(t, words[1]);
	else if (strcmp(what, "call") == 0)
		call(t, t->bus, words + 1, count - 1);
	else if (strcmp(what, "as") == 0)
		call_as(t, words + 1, count - 1);
	else if (strcmp(what, "properties") == 0)
		properties(t, words[1], words[2]);
	else if (strcmp(what, "wait") == 0)
		wait_property(t, words + 1, count - 1);
	else if (strcmp(what, "moves") == 0)
		for (unsigned i = 1; i < count; i++)
			rig_moves(rig, words[i]);
	else if (strcmp(what, "set-down") == 0)
		rig_move(rig, words[1], (int64_t)sim_time(rig->sim) + 500000, false);
	else if (strcmp(what, "lift") == 0)
		rig_lift(rig, words[1]);
	else if (strcmp(what, "place") == 0)
		rig_place(rig, words[1], words[2][0]);
	else if (strcmp(what, "squares") == 0)
		assert_return_code(sim_set_squares(rig->sim, words[1]), 0);
	else if (strcmp(what, "press") == 0)
		press(t, words[1]);
	else if (strcmp(what, "pause") == 0)
		assert_return_code(sim_pause(rig->sim), 0);
	else if (strcmp(what, "pass") == 0)
		pass(t, atoll(words[1]) * 1000);
	else if (strcmp(what, "unplug") == 0)
		plug(t, NULL);
	else if (strcmp(what, "plug") == 0)
		plug(t, socket_of(t));
	else if (strcmp(what, "file") == 0)
		show(t, file_text, words + 1, count - 1, 1);
	else if (strcmp(what, "rows") == 0)
		show(t, rows_text, words + 1, count - 1, 2);
	else if (strcmp(what, "files") == 0)
		list_files(t, words[1]);
	else
		fail_msg("%s?", what);
}

char *transcript_play(struct rig *rig, const char *text)
{
	struct transcript t = { .rig = rig, .patience_us = getenv("TRANSCRIPTS") ? 5000000 : 60000000 };
	char *copy = strdup(text), *rest = copy, *made = NULL, *words[MOST_WORDS];
	size_t size;

	t.out = open_memstream(&made, &size);
	t.saying = open_memstream(&t.heard, &t.heard_size);
	t.bus = rig_connect(rig);
	assert_return_code(sd_bus_match_signal(t.bus, NULL, NAME, NULL, NULL, NULL, on_signal, &t), 0);
	for (char *line; (line = strsep(&rest, "\n"));) {
		if (line[0] != '>') {
			if (line[0] == '#' || (!line[0] && rest))
				fprintf(t.out, "%s\n", line);
			continue;
		}
		fprintf(t.out, "%s\n", line);
		if (getenv("TRANSCRIPTS") && strcmp(getenv("TRANSCRIPTS"), "show") == 0)
			fprintf(stderr, "%s\n", line);
		t.waited_us = monotonic_us();
		step(&t, words, words_of(line + 1, words, MOST_WORDS));
		settle(&t);
		tell_all(&t);
	}
	sd_bus_flush_close_unref(t.bus);
	fclose(t.saying);
	free(t.heard);
	for (unsigned i = 0; i < t.change_count; i++) {
		free(t.changes[i].key);
		free(t.changes[i].value);
	}
	fclose(t.out);
	for (unsigned i = 1; i < t.boards; i++)
		sim_free(t.sims[i]);
	rig->sim = t.sims[0];
	rig->extra = NULL;
	for (unsigned i = 0; i < t.argument_count; i++)
		free(t.arguments[i]);
	free(copy);
	return made;
}
