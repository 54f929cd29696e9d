/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/transcripts/transcript-internal.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define PROPERTIES "org.freedesktop.DBus.Properties"
#define PATIENCE_MS 60000
#define MOST_WORDS 160

/* What waits for the disk and was asked for by nobody comes when it is there. */
static void wait_for_disk(struct transcript *t)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *text = "";
	bool is_writing = true;

	while (is_writing) {
		assert_return_code(sd_bus_call_method(t->rig->bus, NAME, ROOT_PATH, NAME ".Manager", "Metrics", &error,
						      &reply, NULL),
				   0);
		assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
		is_writing = strstr(text, "being_written 1");
		sd_bus_message_unref(reply);
	}
}

static void drain(struct transcript *t)
{
	wait_for_disk(t);
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
		assert_true(asprintf(&line, "refused: %s: %s\n", transcript_short_interface(error.name),
				     error.message) > 0);
	} else {
		text = transcript_text_of(reply);
		assert_true(asprintf(&line, "answer: %s\n", text) > 0);
		free(text);
	}
	transcript_tell(t, line);
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
		transcript_tell(t, error.message);
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
			transcript_tell(t, line);
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
	while (boards_seen(t) != plugged && transcript_is_patient(t))
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
		while (rig_boards_read(t->rig) <= read[i] && transcript_is_patient(t)) {
			/* who asks for a journal has all that the daemon knows written first */
			sd_bus_call_method(t->bus, NAME, ROOT_PATH, NAME ".Manager", "Journal", NULL, NULL, "s",
					   words[i]);
		}
	}
}

/* board SERIAL [presence] [10x10] [no-clock] [no-leds] [no-lever] [SQUARES]: the rig's own, or one more */
static void board(struct transcript *t, char **words, unsigned count)
{
	struct native_config config = { .serial = words[0], .model = "Emulated board" };
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
	text = transcript_text_of(reply);
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
	while (!fits(text = value_of(t->bus, path, interface, dot + 1), words[2]) && transcript_is_patient(t))
		free(text);
	if (text)
		transcript_tell(t, text);
	free(text);
	free(path);
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
		int64_t part = us < NATIVE_BEAT_US ? us : NATIVE_BEAT_US;

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
		transcript_show(t, transcript_file, words + 1, count - 1, 1);
	else if (strcmp(what, "rows") == 0)
		transcript_show(t, transcript_rows, words + 1, count - 1, 2);
	else if (strcmp(what, "files") == 0)
		transcript_files(t, words[1]);
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
	assert_return_code(sd_bus_match_signal(t.bus, NULL, NAME, NULL, NULL, NULL, transcript_on_signal, &t), 0);
	for (char *line; (line = strsep(&rest, "\n"));) {
		if (line[0] != '>') {
			if (line[0] == '#' || (!line[0] && rest))
				fprintf(t.out, "%s\n", line);
			continue;
		}
		fprintf(t.out, "%s\n", line);
		if (getenv("TRANSCRIPTS") && strcmp(getenv("TRANSCRIPTS"), "show") == 0)
			fprintf(stderr, "%s\n", line);
		t.waited_us = transcript_now_us();
		step(&t, words, words_of(line + 1, words, MOST_WORDS));
		settle(&t);
		transcript_tell_all(&t);
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
