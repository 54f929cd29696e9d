/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <poll.h>
#include <time.h>

#include "tests/bus/transcripts/transcript-internal.h"

#define PROPERTIES "org.freedesktop.DBus.Properties"
#define OBJECTS "org.freedesktop.DBus.ObjectManager"
#define MOST_SIGNALS 1024

/* --- what is heard --- */

static const char *short_path(const char *path)
{
	const char *rest = strncmp(path, ROOT_PATH, strlen(ROOT_PATH)) == 0 ? path + strlen(ROOT_PATH) : path;

	return *rest == '/' && rest[1] ? rest + 1 : "/";
}

const char *transcript_short_interface(const char *interface)
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

char *transcript_text_of(sd_bus_message *m)
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
			 transcript_short_interface(interface), name);
		keep_change(t, key, value);
		free(value);
	}
	sd_bus_message_exit_container(m);
	sd_bus_message_enter_container(m, 'a', "s");
	while (sd_bus_message_read(m, "s", &name) > 0) {
		snprintf(key, sizeof(key), "%s %s.%s", short_path(sd_bus_message_get_path(m)),
			 transcript_short_interface(interface), name);
		keep_change(t, key, "changed");
	}
}

int transcript_on_signal(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct transcript *t = userdata;
	const char *member = sd_bus_message_get_member(m),
		   *interface = transcript_short_interface(sd_bus_message_get_interface(m));
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
	text = transcript_text_of(m);
	fprintf(t->saying, "%s\n", text);
	free(text);
	return 0;
}

/* --- what is told of it --- */

void transcript_tell(struct transcript *t, const char *text)
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

int64_t transcript_now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000LL + ts.tv_nsec / 1000;
}

bool transcript_is_patient(struct transcript *t)
{
	poll(NULL, 0, 1);
	t->patience_us -= transcript_now_us() - t->waited_us;
	t->waited_us = transcript_now_us();
	if (t->patience_us <= 0)
		transcript_tell(t, "(never)");
	return t->patience_us > 0;
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
		transcript_tell(t, lines[i]);
}

void transcript_tell_all(struct transcript *t)
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
			transcript_tell(t, line);
		free(t->changes[i].key);
		free(t->changes[i].value);
	}
	t->change_count = 0;
}
