/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The journal as it is found at the start: what is sound of it goes on, and what is not is said. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/journal/inside.h"
#include "common/json-text.h"

#define INDEX "index.db"
#define OLDER "journal.db"

/* How it was found. */
struct finding {
	struct journal *journal;
	struct log_place seen;
	struct chain_reader reader;
	char name[32];	 /* of the segment, "" there is none */
	bool is_older;	 /* more was written once than is there, */
	bool is_another; /* … or what is there is another journal's */
	uint64_t newest; /* number of a game */
	uint64_t files;	 /* of games that are finished */
};

void journal_tell(struct journal *j, const char *format, ...)
{
	size_t used = strlen(j->told);
	va_list ap;

	va_start(ap, format);
	vsnprintf(j->told + used, sizeof(j->told) - used, format, ap);
	va_end(ap);
	used = strlen(j->told);
	if (used + 1 < sizeof(j->told))
		strcpy(j->told + used, "\n");
}

const char *journal_told(const struct journal *j)
{
	return j->told;
}

int journal_index_line(struct journal *j, const struct chain_line *line)
{
	json_t *object;
	int r;

	if (line->kind != CHAIN_GAME && line->kind != CHAIN_TIME && line->kind != CHAIN_STATE)
		return 0;
	object = line_json(line);
	r = index_put(j->index, strtoull(line->id, NULL, 10), line->kind, object);
	if (r < 0)
		journal_say(j, "%.200s/" INDEX ": %s", j->path, strerror(-r));
	json_decref(object);
	return r;
}

/* --- what is read --- */

static int open_take_line(void *userdata, const struct chain_line *line, struct chain_owner *owner, bool begins)
{
	struct finding *f = userdata;
	struct journal *j = f->journal;
	struct owner *o;
	int r;

	if (line->kind == CHAIN_RULEBOOK) {
		r = rulebook_add(j, line->id);
		return r == 0 ? lines_add(&j->books, line->text, line->length) : r < 0 ? r : 0;
	}
	if (!owner)
		return 0;
	if (begins) {
		o = owner_find(j, owner->is_event, line->id);
		if (o)
			owner_remove(j, o);
		owner->userdata = owner_add(j, owner->is_event, line->id);
	}
	o = owner->userdata;
	if (!o)
		return -ENOMEM;
	r = owner_take(o, line);
	if (r >= 0)
		r = lines_add(&o->lines, line->text, line->length);
	if (!o->is_event && o->number > f->newest)
		f->newest = o->number;
	return r < 0 ? r : journal_index_line(j, line);
}

/* --- games and events that have files --- */

static int index_line(void *userdata, const struct chain_line *line)
{
	return journal_index_line(userdata, line);
}

static int index_file(void *userdata, uint64_t game)
{
	struct journal *j = userdata;
	struct lines lines = { 0 };
	char id[24];
	int r;

	snprintf(id, sizeof(id), "%" PRIu64, game);
	if (owner_find(j, false, id)) /* the log knows better */
		return 0;
	r = files_read(j, false, id, &lines);
	if (r == -EBADMSG)
		journal_tell(j, "The file of game g%" PRIu64 " is damaged; what is sound of it is still there", game);
	if (r >= 0 || r == -EBADMSG)
		r = lines_each(&lines, index_line, j);
	lines_free(&lines);
	return r;
}

static int count_file(void *userdata, uint64_t game)
{
	struct finding *f = userdata;

	if (!owner_game(f->journal, game) || owner_is_finished(owner_game(f->journal, game)))
		f->files++;
	if (game > f->newest)
		f->newest = game;
	return 0;
}

static bool is_there(void *userdata, uint64_t game)
{
	struct journal *j = userdata;
	const bool is = owner_game(j, game) || files_have_game(j, game);

	if (!is)
		journal_tell(j,
			     "The file of game g%" PRIu64
			     ", which had ended, is missing: put it back, or look for its record",
			     game);
	return is;
}

/* The index is as old as the files, or is made of them. */
static int check_index(struct journal *j, struct finding *f, bool is_new)
{
	size_t in_log = 0;
	int r = files_games(j, count_file, f);

	for (size_t i = 0; i < j->owner_count; i++) /* counted there: those that go on and were finished once */
		in_log += owner_is_finished(j->owners[i]) && !j->owners[i]->is_event;
	if (r >= 0 && index_finished(j->index) > (int64_t)(f->files + in_log))
		r = index_drop_missing(j->index, is_there, j);
	if (r >= 0 && (is_new || index_finished(j->index) < (int64_t)f->files))
		r = files_games(j, index_file, j);
	return r;
}

/* What has a file with all of its lines is not in the log any more, though it is still read there. */
static void drop_filed(struct journal *j)
{
	for (size_t i = j->owner_count; i-- > 0;) {
		struct owner *o = j->owners[i];

		if (owner_is_finished(o) && files_have(j, o->is_event, o->id, o->last))
			owner_remove(j, o);
	}
}

/* --- what is wrong --- */

/* Inputs that were on disk once, and are not in what was read. */
static uint64_t lost_inputs(const struct finding *f)
{
	return f->seen.inputs > f->reader.inputs ? f->seen.inputs - f->reader.inputs : 0;
}

static void judge(struct finding *f)
{
	const struct log_place *now = &f->journal->log.place, *seen = &f->seen;

	if (!*seen->id || !*now->id)
		return;
	f->is_another = strcmp(now->id, seen->id) != 0;
	f->is_older = !f->is_another &&
		      (now->segment < seen->segment || (now->segment == seen->segment && now->end < seen->end));
}

static void open_tell(struct finding *f, const char *aside)
{
	struct journal *j = f->journal;
	const bool damaged = chain_reader_is_damaged(&f->reader);
	char kept[80] = "";

	if (*aside)
		snprintf(kept, sizeof(kept), "; it is kept as %s", aside);
	if (!*f->name)
		journal_tell(j,
			     "The journal's log %s/%08" PRIu64 ".log is missing: torn or damaged, %" PRIu64 " inputs",
			     j->path, f->seen.segment, f->seen.inputs);
	else if (f->is_another)
		journal_tell(
			j,
			"The journal's log %s/%s is another journal's than the one that was here: torn or damaged, %" PRIu64
			" inputs%s",
			j->path, f->name, f->seen.inputs, kept);
	else if (f->is_older && f->journal->log.place.segment < f->seen.segment)
		journal_tell(
			j,
			"The journal's log %s/%s is older than what was written here: torn or damaged, up to %" PRIu64
			" inputs%s",
			j->path, f->name, f->seen.inputs, kept);
	else if (f->is_older && !damaged)
		journal_tell(
			j,
			"The journal's log %s/%s was cut, or an older one was put in its place: torn or damaged, %" PRIu64
			" inputs%s",
			j->path, f->name, lost_inputs(f), kept);
	else if (damaged)
		journal_tell(j,
			     "The journal's log %s/%s is damaged at byte %" PRIu64 ": torn or damaged, %" PRIu64
			     " inputs%s",
			     j->path, f->name, f->reader.first_damage, lost_inputs(f), kept);
	else
		journal_tell(j, "The journal's log %s/%s is empty: torn or damaged, %" PRIu64 " inputs%s", j->path,
			     f->name, lost_inputs(f), kept);
}

/* A game of which there is nothing but its number: its chain begins here. NULL no memory. */
static struct owner *begin_unknown(struct journal *j, uint64_t number)
{
	json_t *game = json_pack("{s:s, s:{}, s:{}}", "board", "?", "setup", "time");
	int r = game ? index_put(j->index, number, CHAIN_GAME, game) : -ENOMEM;

	if (r != -ENOMEM) /* it is asked for again when something is put */
		r = journal_stage_game(j, number, &(struct journal_start){ "?", "{}", "{}", "{}", NULL });
	json_decref(game);
	return r < 0 ? NULL : owner_game(j, number);
}

/* A game or an event that is sound up to a line, and not from there on. */
static int tell_broken(struct journal *j, const struct chain_owner *broken)
{
	struct owner *o = owner_find(j, broken->is_event, broken->id);
	char why[160];
	int r;

	if (broken->is_event) {
		journal_tell(j, "Event %s is as it was before its last %" PRIu64 " changes, which are damaged",
			     broken->id, broken->lost);
		return 0;
	}
	if (!o) {
		o = begin_unknown(j, strtoull(broken->id, NULL, 10));
		snprintf(why, sizeof(why), "what it was started with is not in the journal");
	} else {
		snprintf(why, sizeof(why),
			 "its inputs are sound up to number %" PRIu64 ", and what was written after that is not",
			 broken->inputs);
	}
	if (!o || !o->board)
		return -ENOMEM;
	journal_tell(j, "Game g%s on board %s: %s", o->id, o->board, why);
	if (!o->state)
		o->state = json_object();
	json_object_set_new(o->state, "lost", json_integer((json_int_t)broken->lost));
	r = journal_stage_unrecovered(j, o->number, why);
	return r < 0 ? r : index_put(j->index, o->number, CHAIN_STATE, o->state);
}

static int tell_all_broken(struct finding *f)
{
	int r = 0;

	for (size_t i = 0; i < f->reader.slots; i++)
		for (struct chain_owner *o = f->reader.table[i]; o && r >= 0; o = o->next)
			if (o->broken)
				r = tell_broken(f->journal, o);
	return r;
}

/* --- opening --- */

/* A new segment has what is sound; the one that is damaged is kept beside it. */
static int salvage(struct finding *f, char aside[static 48])
{
	struct log *log = &f->journal->log;
	struct log_copy copy = { .salvages = true, .seen_end = f->reader.seen_end };
	int r;

	log_name_aside(log, aside);
	strcpy(copy.aside, aside);
	if (log->place.segment < f->seen.segment)
		log->place.segment = f->seen.segment;
	if (log->place.next_game < f->seen.next_game)
		log->place.next_game = f->seen.next_game;
	if (!*log->place.id)
		strcpy(log->place.id, *f->seen.id ? f->seen.id : chain_first);
	r = log_copy_begin(log, &copy);
	if (r < 0)
		memcpy(log->error, copy.next.error, sizeof(log->error));
	else
		r = log_copy_end(log, &copy);
	log_copy_drop(&copy);
	while (r >= 0 && log_make_room(log))
		;
	return r;
}

static int use_log(struct finding *f)
{
	struct journal *j = f->journal;
	struct log_place place = f->seen;
	char aside[48] = "";
	int r;

	if (!*f->name) {
		if (*f->seen.id)
			open_tell(f, "");
		r = log_begin(&j->log, &place);
	} else if (judge(f),
		   f->is_older || f->is_another || chain_reader_is_damaged(&f->reader) || !f->reader.has_head) {
		r = salvage(f, aside);
		open_tell(f, aside);
	} else {
		r = log_go_on(&j->log, &f->reader);
	}
	return r < 0 ? r : tell_all_broken(f);
}

static int read_log(struct finding *f)
{
	const struct chain_sink sink = { open_take_line, f };
	struct journal *j = f->journal;
	int r;

	chain_reader_init(&f->reader, &sink);
	log_read_seen(&j->log, &f->seen);
	r = log_find(&j->log, f->name);
	if (r < 0 || !*f->name)
		return r;
	if (*f->seen.id && strtoull(f->name, NULL, 10) == f->seen.segment)
		f->reader.seen_end = f->seen.end;
	index_begin(j->index);
	r = log_read(&j->log, f->name, &f->reader);
	index_end(j->index);
	return r;
}

static int open_index(struct journal *j, bool *is_new)
{
	char *path;
	int r = asprintf(&path, "%s/" INDEX, j->path) < 0 ? -ENOMEM : 0;

	if (r < 0)
		return r;
	r = index_open(path, &j->index, is_new);
	if (r < 0)
		journal_say(j, "%.200s: %s", path, strerror(-r));
	free(path);
	return r;
}

/* Who put the journal of a version before the log there wants to know that it is not read. */
static void look_for_older(struct journal *j)
{
	static const char *const places[] = { OLDER, "../" OLDER };

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (faccessat(j->log.dir, places[i], F_OK, AT_SYMLINK_NOFOLLOW) == 0)
			journal_tell(j,
				     "%s/%s is a journal of an older kind, which is not read; its games are not here",
				     j->path, places[i]);
}

static int prepare(struct journal *j, sd_event *loop)
{
	struct finding f = { .journal = j };
	bool is_new = false;
	int r = log_lock(&j->log, j->path);

	if (r >= 0 && fchmod(j->log.dir, 0750) < 0)
		r = -errno;
	if (r >= 0)
		r = open_index(j, &is_new);
	if (r >= 0) {
		look_for_older(j);
		index_drop_unfinished(j->index);
		r = read_log(&f);
	}
	if (r >= 0)
		r = use_log(&f);
	if (r >= 0) {
		drop_filed(j);
		index_begin(j->index);
		r = check_index(j, &f, is_new);
		index_end(j->index);
	}
	chain_reader_done(&f.reader);
	if (r < 0)
		return r;
	j->place = j->log.place;
	j->next_game = f.newest + 1;
	if (j->next_game < j->place.next_game)
		j->next_game = j->place.next_game;
	if (j->next_game < f.seen.next_game)
		j->next_game = f.seen.next_game;
	j->must_file = true;
	j->fd = dup(j->log.fd);
	if (j->fd < 0)
		return -errno;
	r = worker_new(loop, SD_EVENT_PRIORITY_IMPORTANT, "journal", WORKER_SHORT_SLICES, &j->writer);
	return r < 0 ? r : worker_new(loop, SD_EVENT_PRIORITY_IDLE, "journal-files", 0, &j->filer);
}

int journal_open(const char *folder, sd_event *loop, struct journal **ret, char err[static 256])
{
	struct journal *j = calloc(1, sizeof(*j));
	int r = -ENOMEM;

	if (j) {
		j->log.dir = j->log.fd = j->log.lock = j->log.seen = j->fd = -1;
		j->path = strdup(folder);
		r = j->path ? chain_begin() : -ENOMEM;
	}
	if (r >= 0)
		r = prepare(j, loop);
	if (r >= 0) {
		*ret = j;
		return 0;
	}
	snprintf(err, 256, "%.200s: %s", folder, strerror(-r));
	if (j && (*j->log.error || *j->error))
		snprintf(err, 256, "%.255s", *j->log.error ? j->log.error : j->error);
	if (j)
		journal_close(j);
	return r;
}

void journal_settle(struct journal *j)
{
	j->has_read = true;
	lines_free(&j->books);
	for (size_t i = 0; i < j->owner_count; i++)
		lines_free(&j->owners[i]->lines);
}

void journal_close(struct journal *j)
{
	j->on_written = NULL;
	worker_free(j->filer);
	worker_free(j->writer);
	turnover_drop(j);
	free(j->writing);
	lines_free(&j->staged.lines);
	lines_free(&j->written.lines);
	lines_free(&j->books);
	owners_free(j);
	free(j->rulebooks);
	index_close(j->index);
	if (j->fd >= 0)
		close(j->fd);
	log_close(&j->log);
	free(j->path);
	free(j);
}
