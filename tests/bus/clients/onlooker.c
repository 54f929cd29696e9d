/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/clients/onlooker.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_SIGNALS 4096
#define MOST_WATCHES 64

struct onlooker {
	pid_t pid;
	char state[96];
	sd_bus *bus;
	char *signals[MOST_SIGNALS];
	size_t count, heard; /* heard: those before the last look */
	int notify;
	char *watched[MOST_WATCHES];
	char *before;
};

/* --- signals --- */

static int on_signal(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct onlooker *o = userdata;

	assert_true(o->count < MOST_SIGNALS);
	assert_true(asprintf(&o->signals[o->count], "%s %s", sd_bus_message_get_path(m), sd_bus_message_get_member(m)) >
		    0);
	o->count++;
	return 0;
}

/* What the bus has by now: it answers behind that, and the daemon does not know. */
static void hear(struct onlooker *o)
{
	assert_return_code(sd_bus_call_method(o->bus, "org.freedesktop.DBus", "/", "org.freedesktop.DBus.Peer", "Ping",
					      NULL, NULL, NULL),
			   0);
	while (sd_bus_process(o->bus, NULL) > 0)
		;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char *onlooker_signals(struct onlooker *o)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	hear(o);
	qsort(o->signals, o->count, sizeof(o->signals[0]), by_text);
	while (o->count > 0) {
		fprintf(out, "%s\n", o->signals[--o->count]);
		free(o->signals[o->count]);
	}
	fclose(out);
	o->heard = 0;
	return text;
}

/* --- properties --- */

static void put_value(struct onlooker *o, sd_bus_message *m, FILE *out)
{
	const char *contents, *text;
	int is;

	sd_bus_message_peek_type(m, NULL, &contents);
	if (strcmp(contents, "s") != 0 && strcmp(contents, "o") != 0 && strcmp(contents, "b") != 0) {
		sd_bus_message_skip(m, "v");
		return;
	}
	sd_bus_message_enter_container(m, 'v', contents);
	if (*contents == 'b') {
		sd_bus_message_read_basic(m, 'b', &is);
		fprintf(out, "%d", is);
	} else {
		sd_bus_message_read_basic(m, *contents, &text);
		if (strncmp(text, o->state, strlen(o->state)) == 0)
			text += strlen(o->state);
		for (; *text; text++)
			if (!isdigit((unsigned char)*text))
				fputc(*text, out);
	}
	sd_bus_message_exit_container(m);
}

static void put_properties(struct onlooker *o, const char *path, const char *interface, FILE *out)
{
	sd_bus_message *reply = NULL;
	const char *name;

	assert_return_code(sd_bus_call_method(o->bus, "org.flagfall1", path, "org.freedesktop.DBus.Properties",
					      "GetAll", NULL, &reply, "s", interface),
			   0);
	sd_bus_message_enter_container(reply, 'a', "{sv}");
	while (sd_bus_message_enter_container(reply, 'e', "sv") > 0) {
		sd_bus_message_read_basic(reply, 's', &name);
		if (strcmp(name, "Placement") == 0) {
			sd_bus_message_skip(reply, "v");
		} else {
			fprintf(out, "%s ", name);
			put_value(o, reply, out);
			fputc('\n', out);
		}
		sd_bus_message_exit_container(reply);
	}
	sd_bus_message_unref(reply);
}

char *onlooker_properties(struct onlooker *o, const char *path)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	put_properties(o, path, GAME, out);
	put_properties(o, path, CLOCK, out);
	fclose(out);
	return text;
}

/* --- files --- */

typedef void (*entry_fn)(struct onlooker *o, const char *path, const struct stat *st, bool is_seen, FILE *out);

/* is_seen: he may look into the folder that it is in. */
static void walk(struct onlooker *o, const char *path, bool is_seen, entry_fn fn, FILE *out)
{
	struct dirent **entries = NULL;
	struct stat st;
	int n;

	if (lstat(path, &st) < 0) /* it was replaced */
		return;
	fn(o, path, &st, is_seen, out);
	if (!S_ISDIR(st.st_mode))
		return;
	n = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		char below[512];

		snprintf(below, sizeof(below), "%s/%s", path, entries[i]->d_name);
		if (strcmp(entries[i]->d_name, ".") != 0 && strcmp(entries[i]->d_name, "..") != 0)
			walk(o, below, is_seen && st.st_mode & S_IXOTH, fn, out);
		free(entries[i]);
	}
	free(entries);
}

static void put_file(struct onlooker *o, const char *path, const struct stat *st, bool is_seen, FILE *out)
{
	if (is_seen)
		fprintf(out, "file %s %o %lld %lld.%09ld %lld.%09ld\n", path + strlen(o->state), st->st_mode,
			(long long)st->st_size, (long long)st->st_mtim.tv_sec, st->st_mtim.tv_nsec,
			(long long)st->st_ctim.tv_sec, st->st_ctim.tv_nsec);
	else /* df counts it, too */
		fprintf(out, "taken %s %lld\n", path + strlen(o->state), (long long)st->st_blocks);
}

static void watch(struct onlooker *o, const char *path, const struct stat *st, bool is_seen, FILE *out)
{
	int n;

	if (!is_seen || !(st->st_mode & S_IROTH))
		return;
	n = inotify_add_watch(o->notify, path, IN_ALL_EVENTS & ~(IN_OPEN | IN_CLOSE_NOWRITE | IN_ACCESS));
	assert_true(n >= 0);
	if (n < MOST_WATCHES && !o->watched[n])
		o->watched[n] = strdup(path + strlen(o->state));
}

static void put_events(struct onlooker *o, FILE *out)
{
	char buf[4096] __attribute__((aligned(8)));
	ssize_t n;

	while ((n = read(o->notify, buf, sizeof(buf))) > 0)
		for (char *at = buf; out && at < buf + n;) {
			const struct inotify_event *ev = (void *)at;
			const char *name = ev->wd >= 0 && ev->wd < MOST_WATCHES && o->watched[ev->wd] ?
						   o->watched[ev->wd] :
						   "?";

			fprintf(out, "event %s %s %x\n", name, ev->len ? ev->name : "", ev->mask);
			at += sizeof(*ev) + ev->len;
		}
}

/* --- threads --- */

static int by_number(const struct dirent **a, const struct dirent **b)
{
	return atoi((*a)->d_name) - atoi((*b)->d_name);
}

/* By their ages: two daemons that were started alike have them in the same order. */
static void put_threads(struct onlooker *o, FILE *out)
{
	struct dirent **tasks = NULL;
	char path[320];
	int n;

	snprintf(path, sizeof(path), "/proc/%d/task", o->pid);
	n = scandir(path, &tasks, NULL, by_number);
	assert_true(n > 2);
	for (int i = 0; i < n; i++) {
		char line[256], *status, *at;

		snprintf(path, sizeof(path), "/proc/%d/task/%s/status", o->pid, tasks[i]->d_name);
		free(tasks[i]);
		status = i < 2 ? NULL : rig_read_file(path);
		at = status ? strstr(status, "\nvoluntary_ctxt_switches:") : NULL;
		if (at && sscanf(at + 1, "%255[^\n]", line) == 1)
			fprintf(out, "thread %d %s\n", i - 2, line);
		free(status);
	}
	free(tasks);
}

/* --- all of it --- */

static char *state_now(struct onlooker *o)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	put_threads(o, out);
	walk(o, o->state, true, put_file, out);
	fclose(out);
	return text;
}

void onlooker_look(struct onlooker *o)
{
	hear(o);
	o->heard = o->count;
	walk(o, o->state, true, watch, NULL);
	put_events(o, NULL);
	free(o->before);
	o->before = state_now(o);
}

/* Of the lines that the other one has not, what they are about: two daemons have other numbers. */
static void put_new_lines(const char *before, const char *after, FILE *out)
{
	for (const char *end; *after; after = end + 1) {
		char line[700];
		int about;

		end = strchr(after, '\n');
		snprintf(line, sizeof(line), "%.*s\n", (int)(end - after), after);
		about = (int)strcspn(line, " ") + 1;
		about += (int)strcspn(line + about, " ");
		if (!strstr(before, line))
			fprintf(out, "%.*s\n", about, line);
	}
}

char *onlooker_noticed(struct onlooker *o)
{
	char *after = state_now(o), *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	put_new_lines(o->before, after, out);
	put_events(o, out);
	hear(o);
	for (size_t i = o->heard; i < o->count; i++)
		fprintf(out, "signal %s\n", o->signals[i]);
	fclose(out);
	free(after);
	return text;
}

struct onlooker *onlooker_new(struct rig *rig)
{
	struct onlooker *o = calloc(1, sizeof(*o));

	assert_non_null(o);
	o->pid = rig->daemon_pid;
	snprintf(o->state, sizeof(o->state), "%s/state", rig->dir);
	o->bus = rig_connect(rig);
	assert_return_code(sd_bus_match_signal(o->bus, NULL, "org.flagfall1", NULL, NULL, NULL, on_signal, o), 0);
	o->notify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	assert_true(o->notify >= 0);
	return o;
}

void onlooker_free(struct onlooker *o)
{
	free(onlooker_signals(o));
	for (int i = 0; i < MOST_WATCHES; i++)
		free(o->watched[i]);
	close(o->notify);
	free(o->before);
	sd_bus_flush_close_unref(o->bus);
	free(o);
}
