/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The centre's file (SQLite): what came of each subject of each hall, how far that is whole, and what the files of the
 * halls' exports say by that. A publication counts when all before it are there, in whatever order and however often
 * they come. All of it can be had from the halls again.
 */
#ifndef RELAY_STORE_STORE_H
#define RELAY_STORE_STORE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* What a hall says is taken up to these: the numbers of rounds and boards, of publications of a subject, and all
 * others; and so many bytes of a file of its export. */
#define STORE_MOST_NUMBER 9999
#define STORE_MOST_SEQ INT32_MAX
#define STORE_MOST (INT64_C(1) << 53)
#define STORE_MOST_BYTES (4 * 1024 * 1024)

struct store;

struct store_subject {
	const char *hall, *event;
	unsigned round, board;
};

/* read_only: while another one writes it. err: a sentence. 0 or a negative errno value. */
int store_open(const char *path, bool read_only, struct store **ret, char err[static 256]);
void store_close(struct store *store);
const char *store_error(const struct store *store);

/* Ends what was begun by anything below that writes; -EIO: nothing of it is there. */
int store_commit(struct store *store);
/* Ends it, and nothing of it is there. */
void store_drop(struct store *store);

/*
 * store_take - a publication, as it travels
 * What was there already changes nothing, and so does what belongs to a database that the hall has no more.
 * @lag_us: from when the hall said it until now; -1: it was there already, also in an earlier epoch, or was withheld
 * 0; -EBADMSG: it is none; -ESTALE: another one has its number, and stays; -EIO; -ENOMEM.
 */
int store_take(struct store *store, const struct store_subject *subject, const char *text, size_t size, int64_t now_us,
	       int64_t *lag_us);
/* The hall keeps nothing any more before this number. As above. */
int store_skip(struct store *store, const struct store_subject *subject, int64_t epoch, int64_t first);
/* How far a subject is whole; 0: nothing of that epoch is there. */
int64_t store_whole(struct store *store, const struct store_subject *subject, int64_t epoch);

/*
 * For who follows the file: between these two everything is of one instant. 0 or -EIO.
 */
int store_begin_reading(struct store *store);
void store_end_reading(struct store *store);
/*
 * The subjects that have got publications since the change *after, which goes on to the last: [{"id", "hall", "event",
 * "round", "board", "epoch", "whole", "last_us": when the hall said the latest, CLOCK_REALTIME there, "changed"}] in
 * the order of their changes. New reference, NULL: a failure.
 */
json_t *store_changed(struct store *store, int64_t *after);
/* The publications of a subject from one number to another. New reference. */
json_t *store_range(struct store *store, int64_t subject, int64_t from, int64_t to);

/* How many publications of each event of a hall are whole, of that epoch: {"EVENT": n}. New reference. */
json_t *store_events(struct store *store, const char *hall, int64_t epoch);
/* The events of a hall that are over and whole here, of that epoch: ["EVENT"]. New reference. */
json_t *store_ended(struct store *store, const char *hall, int64_t epoch);
/* Subjects of a hall that have later publications than those that are whole, at most limit: [{"event", "round",
 * "board", "epoch", "from", "to"}]. New reference. */
json_t *store_gaps(struct store *store, const char *hall, unsigned limit);

/*
 * A file of an export that says something else now. 0 or -EIO, and below, too, where nothing else is said.
 */
struct store_file {
	const char *hall, *event, *path, *text;
};
/* The one that waits longest to be written; false: there is none. Texts live until store_file_written(),
 * store_file_failed(), or the next commit. */
bool store_next_file(struct store *store, struct store_file *ret);
/* Of those that could not be written the one that was tried longest ago. As above. */
bool store_next_failed(struct store *store, struct store_file *ret);
/* It is written now. */
int store_file_written(struct store *store);
/* It cannot be written: it is not among the next ones until it was. */
int store_file_failed(struct store *store);
/* How many could not be written, at most limit. */
unsigned store_count_failed(struct store *store, unsigned limit);
bool store_hall_has_failed(struct store *store, const char *hall);
/* Those of a hall, at most limit: ["EVENT/PATH"]. New reference. */
json_t *store_failed(struct store *store, const char *hall, unsigned limit);
/*
 * Rounds of which there are files here, and that are none of their events any more: [{"event", "round", "epoch": in
 * which they were}]. The hall was put back to a copy from before them, and all that it has in that epoch is here. New
 * reference.
 */
json_t *store_lost_rounds(struct store *store, const char *hall, int64_t epoch);
/* The files of a round are no more. */
int store_forget_round(struct store *store, const char *hall, const char *event, unsigned round);
/* All of them are to be written again. */
int store_files_again(struct store *store);
/* What a file says; new text, NULL none. */
char *store_file_text(struct store *store, const char *hall, const char *event, const char *path);

/*
 * How far the stream that was created then was read; seq 0: it is another stream, or none was. mark: of the message
 * there, 0 not known. 0.
 */
int store_position(struct store *store, const char *created, uint64_t *seq, uint64_t *mark);
int store_set_position(struct store *store, const char *created, uint64_t seq, uint64_t mark);

/* A hall's own words of itself, and how late it is heard. */
int store_set_hall(struct store *store, const char *hall, int64_t heard_us, const char *health, int64_t lag_us,
		   int64_t lag_p99_us);
/* The centre runs; connected: to servers that answer. fault: what keeps it from that or from reading, "" nothing. */
int store_set_alive(struct store *store, int64_t now_us, bool connected, const char *fault);
/* The same, where the file takes nothing, as with a full disk: it is heard nevertheless. fault "": it takes it again.
 */
void store_set_last_word(struct store *store, int64_t now_us, bool connected, const char *fault);
/* {"alive_us", "connected", "fault"}, NULL: the file took all that was last said. New reference. */
json_t *store_last_word(struct store *store);

/* Who a hall is; the words of another one that calls itself so; that one is to take its place; the hall itself, by its
 * own words, is to take that of what it was. */
int store_set_identity(struct store *store, const char *hall, const char *id);
int store_set_refused(struct store *store, const char *hall, int64_t heard_us, const char *health);
int store_accept(struct store *store, const char *hall);
int store_take_again(struct store *store, const char *hall);
/*
 * [{"hall", "heard_us", "health", "lag_us", "lag_p99_us", "id": "" not known, "refused": the health of another one of
 * that name, "" none, "refused_us": when that was heard, "accepted": the health of the one that is to take its place}]
 * by name; heard_us 0: of a hall that has publications here nothing was heard yet. New reference.
 */
json_t *store_halls(struct store *store);
/* One of them, NULL there is none. */
json_t *store_hall(struct store *store, const char *hall);
/* The latest epoch of a hall's publications here; 0 there are none. */
int64_t store_epoch(struct store *store, const char *hall);
/* {"alive_us", "connected", "fault"}: as it was said last. New reference, NULL: it never was. */
json_t *store_alive(struct store *store);

/* --- status.c: What the centre knows of its halls, for people and for programs: flagfall-centre status. --- */

/*
 * status_of - as JSON
 * {"running", "connected", "fault": what keeps the centre from its servers or from reading, "" nothing, null it does
 * not run; "halls": [{"hall", "state": "whole"|"behind"|"silent", "heard_s": null never, "behind": publications that
 * the hall has and the centre has not, "unsent": … and the stream has not, "lag_ms", "lag_p99_ms", "clock_s": the
 * hall's is ahead by so much, null not known, "machine", "version", "fault", "refused": of another hall that calls
 * itself so {"machine", "id"}, null none is heard, "unwritten": ["EVENT/PATH"] of its export, a few of those that
 * cannot be written, "events": {ID: publications}, "ended": [ID]}]}. New reference, NULL without memory.
 */
json_t *status_of(struct store *store, int64_t now_us);
/* Of that one hall; NULL: it is not there. */
json_t *status_hall(const json_t *status, const char *hall);
/* A line a hall, to stdout. */
void status_print(const json_t *status);
/* Who has taken whose place: the one that the hall's status shows as refused. */
void status_print_accepted(const json_t *hall);
/* status-metrics.c: as OpenMetrics text, to stdout. */
void status_print_metrics(const json_t *status);

#endif
