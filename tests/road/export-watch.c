// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * export-watch BUS FOLDER: reads every record and every index below the folder, at each instant at which one is put in
 * its place, until it is sent SIGTERM. Each must be whole: a file that is replaced by rename and never written where it
 * stands; tags, moves that can be read (of a game by a rulebook that silences the arbiter: text up to its result), the
 * same result in tag and text, clocks that do not go up (of a time control without increment), and no fewer moves than
 * the file had before. Also hears the moves that are published on the bus, and measures after how long a record has
 * them: until the file was put in its place, as the file itself says, so that it does not count how long we take to
 * read.
 *
 * Prints a JSON object: how many renames, games read, what is broken (each is told on stderr), moves heard, those that
 * no record has, and the longest delay with its goal, apart from it that of moves which the daemon had told before it
 * was killed. Ends with 1 if something is broken.
 */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <dirent.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>
#include <time.h>
#include <unistd.h>

#include "formats/pgn.h"

#define MAX_FOLDERS 64
#define MAX_FILES 512
#define MAX_PLIES 400
#define MAX_BOARDS 256
#define GOAL_MS 1000
#define NOBODY_THERE_US (INT64_MAX / 2)
#define ONE_CHANGE (sizeof(struct inotify_event) + NAME_MAX + 1)

static const char silent_book[] = "wbca-1992";

/* The record of one game, in one of its files. */
struct file {
	char *path;
	unsigned plies;
};

/* What was heard of a table's game. */
struct table {
	char game[24];
	unsigned heard, recorded;
	int64_t heard_us[MAX_PLIES];
	unsigned restarted; /* plies that were heard before the daemon was started again */
};

struct watch {
	sd_bus *bus;
	int inotify;
	char *folder[MAX_FOLDERS];
	int descriptor[MAX_FOLDERS];
	unsigned folders;
	struct file file[MAX_FILES];
	unsigned files;
	struct table table[MAX_BOARDS];
	unsigned renames, games, broken, moves, shrunk;
	int64_t worst_us, sum_us, restarted_worst_us;
	char worst[64], restarted_worst[64]; /* which those were */
	int64_t put_us;			     /* when the file that is read was put in its place, CLOCK_REALTIME */
};

static int64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void complain(struct watch *w, const char *path, const char *what, const char *more)
{
	w->broken++;
	fprintf(stderr, "%s: %s %s\n", path, what, more);
}

static char *read_file(const char *path, size_t *size, int64_t *put_us)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;
	struct stat st;
	size_t room = 0;
	ssize_t n;

	if (!file)
		return NULL;
	*put_us = fstat(fileno(file), &st) == 0 ? st.st_ctim.tv_sec * INT64_C(1000000) + st.st_ctim.tv_nsec / 1000 :
						  now_us();
	n = getdelim(&text, &room, '\0', file);
	fclose(file);
	*size = n > 0 ? (size_t)n : 0;
	return text;
}

/* --- what is in a file --- */

static struct file *file_of(struct watch *w, const char *path)
{
	for (unsigned i = 0; i < w->files; i++)
		if (strcmp(w->file[i].path, path) == 0)
			return &w->file[i];
	if (w->files == MAX_FILES)
		return NULL;
	w->file[w->files].path = strdup(path);
	return &w->file[w->files++];
}

static void keep_worst(int64_t late_us, unsigned long board, unsigned ply, int64_t *worst_us, char which[static 64])
{
	if (late_us <= *worst_us)
		return;
	*worst_us = late_us;
	snprintf(which, 64, "board %lu, ply %u", board, ply);
}

static void has_plies(struct watch *w, const char *board, unsigned plies)
{
	unsigned long n = strtoul(board ? board : "", NULL, 10);
	struct table *t = n < MAX_BOARDS ? &w->table[n] : NULL;

	for (; t && t->recorded < plies && t->recorded < MAX_PLIES; t->recorded++) {
		int64_t late_us;

		if (!t->heard_us[t->recorded]) /* written before it was heard */
			continue;
		late_us = w->put_us - t->heard_us[t->recorded];
		if (late_us <= 0)
			continue;
		if (t->recorded < t->restarted)
			keep_worst(late_us, n, t->recorded + 1, &w->restarted_worst_us, w->restarted_worst);
		else
			keep_worst(late_us, n, t->recorded + 1, &w->worst_us, w->worst);
		w->sum_us += late_us;
	}
}

static void check_clocks(struct watch *w, const char *path, const struct pgn_game *pgn)
{
	const char *control = pgn_tag(pgn, "TimeControl");
	int64_t left[2] = { INT64_MAX, INT64_MAX };
	bool set = false;

	if (!control || strpbrk(control, "+:/?-"))
		return;
	for (unsigned i = 0; i < pgn->main.count; i++) {
		const struct pgn_move *move = &pgn->main.move[i];

		for (unsigned k = 0; k < move->comment_count; k++)
			set |= strstr(move->comment[k], "the clocks are set") != NULL;
		if (move->clk_ms == PGN_NO_TIME)
			continue;
		if (move->clk_ms > left[i % 2] && !set)
			complain(w, path, "the clock goes up at", move->text);
		left[i % 2] = move->clk_ms;
	}
}

static void check_game(struct watch *w, const char *path, const struct pgn_game *pgn)
{
	static const char *const wanted[] = { "Event", "Site",	 "Date",  "Round",  "White",
					      "Black", "Result", "Board", "GameId", NULL };
	const char *board = pgn_tag(pgn, "Board"), *last = strrchr(path, '/') + 1;

	w->games++;
	for (const char *const *name = wanted; *name; name++)
		if (!pgn_tag(pgn, *name))
			complain(w, path, "no tag", *name);
	if (pgn_tag(pgn, "Result") && strcmp(pgn_tag(pgn, "Result"), pgn->result) != 0)
		complain(w, path, "the text ends with", pgn->result);
	check_clocks(w, path, pgn);
	if (strncmp(last, "game-", 5) == 0) {
		struct file *file = file_of(w, path);

		if (file && pgn->main.count < file->plies) {
			w->shrunk++;
			fprintf(stderr, "%s: had %u plies, has %u\n", path, file->plies, pgn->main.count);
		}
		if (file)
			file->plies = pgn->main.count;
		has_plies(w, board, pgn->main.count);
	}
}

/* A record that tells no legality: it may have moves that are none. Its end must be there. */
static void check_tail(struct watch *w, const char *path, const char *text, size_t size)
{
	const char *tag = strstr(text, "[Result \""), *end = tag ? strchr(tag + 9, '"') : NULL;
	const char *board = strstr(text, "[Board \"");
	char result[16] = "";
	unsigned plies = 0;

	w->games++;
	for (const char *clk = text; (clk = strstr(clk, "[%clk")); clk++)
		plies++;
	if (board && strncmp(strrchr(path, '/') + 1, "game-", 5) == 0)
		has_plies(w, board + 8, plies);
	if (end && end - tag - 9 < (int)sizeof(result))
		memcpy(result, tag + 9, (size_t)(end - tag - 9));
	while (size > 0 && text[size - 1] == '\n')
		size--;
	if (!*result || size < strlen(result) || strncmp(text + size - strlen(result), result, strlen(result)) != 0)
		complain(w, path, "does not end with its result", result);
}

static void check_pgn(struct watch *w, const char *path, const char *text, size_t size)
{
	size_t at = 0, used;

	if (strstr(text, silent_book)) {
		check_tail(w, path, text, size);
		return;
	}
	for (;;) {
		struct game_error err;
		struct pgn_game *pgn;
		int r = pgn_read(&game_chess, text + at, size - at, &used, &pgn, &err);

		if (r == -ENODATA)
			break;
		if (r < 0) {
			complain(w, path, "cannot be read:", r == -EINVAL ? err.reason : strerror(-r));
			fprintf(stderr, "%.*s\n", (int)(used < 4000 ? used : 4000), text + at);
			return;
		}
		check_game(w, path, pgn);
		pgn_free(pgn);
		at += used;
	}
	if (at == 0)
		complain(w, path, "there is no game", "");
}

static void check_file(struct watch *w, const char *path)
{
	size_t size = 0, n = strlen(path);
	char *text = read_file(path, &size, &w->put_us);
	json_error_t fault;

	if (!text) /* replaced or removed meanwhile */
		return;
	if (n > 4 && strcmp(path + n - 4, ".pgn") == 0) {
		check_pgn(w, path, text, size);
	} else if (n > 5 && strcmp(path + n - 5, ".json") == 0) {
		json_t *object = json_loadb(text, size, 0, &fault);

		if (!object)
			complain(w, path, "is no JSON:", fault.text);
		json_decref(object);
	}
	free(text);
}

/* --- folders --- */

static void add_folder(struct watch *w, const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;

	if (!dir || w->folders == MAX_FOLDERS) {
		if (dir)
			closedir(dir);
		return;
	}
	w->descriptor[w->folders] = inotify_add_watch(w->inotify, path,
						      IN_MOVED_TO | IN_MODIFY | IN_CREATE | IN_ONLYDIR);
	w->folder[w->folders++] = strdup(path);
	while ((entry = readdir(dir))) {
		char *below = NULL;

		if (entry->d_name[0] != '.' && entry->d_type == DT_DIR &&
		    asprintf(&below, "%s/%s", path, entry->d_name) > 0)
			add_folder(w, below);
		free(below);
	}
	closedir(dir);
}

static bool is_part(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && strcmp(dot, ".tmp") == 0;
}

static bool is_copy(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && (strcmp(dot, ".pgn") == 0 || strcmp(dot, ".json") == 0);
}

static void on_change(struct watch *w, const struct inotify_event *ev)
{
	char path[PATH_MAX];
	unsigned i;

	for (i = 0; i < w->folders && w->descriptor[i] != ev->wd; i++)
		;
	if (i == w->folders || !ev->len)
		return;
	snprintf(path, sizeof(path), "%s/%s", w->folder[i], ev->name);
	if (ev->mask & IN_ISDIR) {
		add_folder(w, path);
	} else if (ev->mask & IN_MOVED_TO) {
		w->renames++;
		check_file(w, path);
	} else if (ev->mask & IN_MODIFY && is_copy(ev->name) && !is_part(ev->name)) {
		complain(w, path, "is written where it stands", "");
	}
}

static int on_inotify(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	/* one or a few at a time: the bus comes in between */
	char buf[ONE_CHANGE] __attribute__((aligned(8)));
	ssize_t n = read(fd, buf, sizeof(buf));

	for (ssize_t at = 0; at < n;) {
		const struct inotify_event *ev = (const struct inotify_event *)(buf + at);

		if (ev->mask & IN_Q_OVERFLOW)
			complain(userdata, "inotify", "lost events", "");
		on_change(userdata, ev);
		at += (ssize_t)(sizeof(*ev) + ev->len);
	}
	return 0;
}

/* --- the bus --- */

/* The table of a game, by the tag Board of its record; NULL unknown. */
static struct table *table_of(struct watch *w, const char *path)
{
	const char *id = strrchr(path, '/') + 1, *name, *value;
	sd_bus_message *reply = NULL;
	struct table *found = NULL;

	for (unsigned i = 0; i < MAX_BOARDS; i++)
		if (strcmp(w->table[i].game, id) == 0)
			return &w->table[i];
	if (sd_bus_get_property(w->bus, "org.flagfall1", path, "org.flagfall1.Game", "Tags", NULL, &reply, "a{ss}") < 0)
		return NULL;
	sd_bus_message_enter_container(reply, 'a', "{ss}");
	while (sd_bus_message_read(reply, "{ss}", &name, &value) > 0)
		if (strcmp(name, "Board") == 0 && strtoul(value, NULL, 10) < MAX_BOARDS)
			found = &w->table[strtoul(value, NULL, 10)];
	if (found)
		snprintf(found->game, sizeof(found->game), "%s", id);
	sd_bus_message_unref(reply);
	return found;
}

static int on_move(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct watch *w = userdata;
	const char *side, *uci, *placement, *state;
	struct table *t;
	uint32_t ply;
	int64_t t_us;

	if (sd_bus_message_read(m, "xussss", &t_us, &ply, &side, &uci, &placement, &state) < 0 ||
	    strcmp(state, "committed") != 0)
		return 0;
	t = table_of(w, sd_bus_message_get_path(m));
	if (!t || !ply || ply > MAX_PLIES)
		return 0;
	w->moves++;
	t->heard = ply > t->heard ? ply : t->heard;
	if (ply > t->recorded && !t->heard_us[ply - 1])
		t->heard_us[ply - 1] = now_us();
	return 0;
}

/*
 * While there is no daemon, nobody can write. What was heard before counts from when the next one has its name, and not
 * at all if it is written before that.
 */
static int on_owner(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct watch *w = userdata;
	const char *name, *was, *is;

	if (sd_bus_message_read(m, "sss", &name, &was, &is) < 0)
		return 0;
	for (unsigned i = 0; i < MAX_BOARDS; i++) {
		struct table *t = &w->table[i];

		t->restarted = t->heard;
		for (unsigned p = t->recorded; p < t->heard; p++)
			if (t->heard_us[p])
				t->heard_us[p] = *is ? now_us() : NOBODY_THERE_US;
	}
	return 0;
}

static int connect_to(struct watch *w, const char *address, sd_event *event)
{
	int r = sd_bus_new(&w->bus);

	if (r >= 0)
		r = sd_bus_set_address(w->bus, address);
	if (r >= 0)
		r = sd_bus_set_bus_client(w->bus, 1);
	if (r >= 0)
		r = sd_bus_start(w->bus);
	if (r >= 0)
		r = sd_bus_attach_event(w->bus, event, SD_EVENT_PRIORITY_IMPORTANT); /* heard before files are read */
	if (r >= 0)
		r = sd_bus_match_signal(w->bus, NULL, NULL, NULL, "org.flagfall1.Game", "Move", on_move, w);
	if (r >= 0)
		r = sd_bus_add_match(w->bus, NULL,
				     "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
				     "arg0='org.flagfall1'",
				     on_owner, w);
	return r;
}

static unsigned count_missing(const struct watch *w)
{
	unsigned n = 0;

	for (unsigned i = 0; i < MAX_BOARDS; i++) {
		const struct table *t = &w->table[i];

		if (t->heard > t->recorded)
			fprintf(stderr, "table %u: %u plies were heard, and a record had %u\n", i, t->heard,
				t->recorded);
		n += t->heard > t->recorded ? t->heard - t->recorded : 0;
	}
	return n;
}

int main(int argc, char **argv)
{
	static struct watch w;
	sd_event *event = NULL;
	sigset_t term;

	sigemptyset(&term);
	sigaddset(&term, SIGTERM);

	if (argc != 3) {
		fputs("usage: export-watch BUS FOLDER\n", stderr);
		return 2;
	}
	w.inotify = inotify_init1(IN_CLOEXEC);
	if (w.inotify < 0 || sd_event_default(&event) < 0 || connect_to(&w, argv[1], event) < 0 ||
	    sd_event_add_io(event, NULL, w.inotify, EPOLLIN, on_inotify, &w) < 0 ||
	    sigprocmask(SIG_BLOCK, &term, NULL) < 0 || sd_event_add_signal(event, NULL, SIGTERM, NULL, NULL) < 0) {
		perror("export-watch");
		return 2;
	}
	add_folder(&w, argv[2]);
	fputs("watching\n", stderr);
	sd_event_loop(event);
	printf("{\"renames\":%u,\"games\":%u,\"broken\":%u,\"shrunk\":%u,\"moves\":%u,\"missing\":%u,\"mean_ms\":%" PRId64
	       "}\n{\"name\":\"record-behind-move\",\"value\":%" PRId64
	       ",\"unit\":\"ms\",\"goal\":%d,\"at\":\"%s\"}\n{\"name\":\"record-behind-restart\",\"value\":%" PRId64
	       ",\"unit\":\"ms\",\"goal\":%d,\"at\":\"%s\"}\n",
	       w.renames, w.games, w.broken, w.shrunk, w.moves, count_missing(&w),
	       w.moves ? w.sum_us / 1000 / w.moves : 0, w.worst_us / 1000, GOAL_MS, w.worst,
	       w.restarted_worst_us / 1000, GOAL_MS, w.restarted_worst);
	return w.broken || w.shrunk ? 1 : 0;
}
