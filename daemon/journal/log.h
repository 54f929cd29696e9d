/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The journal's log on disk: one segment at a time (common/chain-log.h says what is in it), room written ahead of what
 * is to come, and beside it a small file, "seen", that says how far it was.
 *
 * Nothing here is thread-safe: one thread at a time has the log. "Room ahead" holds on file systems that write in place
 * (ext4, XFS, F2FS, FAT); those that copy on write (btrfs, ZFS, bcachefs) may still find the disk full within it.
 */
#ifndef DAEMON_LOG_H
#define DAEMON_LOG_H

#include "common/chain-log.h"

#define LOG_ROOM_BYTES (8u << 20)
#define LOG_ROOM_STEP (256u << 10)

/* How far a log was: as the file beside it has it, too. */
struct log_place {
	char id[CHAIN_DIGITS + 1]; /* of this journal, as long as it lives; "" none */
	uint64_t segment;	   /* number */
	uint64_t end;		   /* bytes that are written */
	uint64_t batches;	   /* in the segment */
	uint64_t inputs;	   /* in the segment */
	uint64_t next_game;	   /* a number that no game has had */
	chain_digest digest;	   /* of the last batch */
};

struct log {
	char *path;  /* of the folder */
	int dir, fd; /* -1 none */
	int lock, seen;
	char name[32]; /* of the segment */
	struct log_place place;
	uint64_t room;	/* the file has so many bytes */
	uint64_t dirty; /* a write that failed may have left something up to here; 0 nothing */
	int room_fault; /* why no room is ahead, negative errno value; 0 there is */
	char *data;	/* what a batch is put together in */
	size_t size;
	bool is_gone; /* the segment was removed, replaced or cut: a new one has to be made */
	char error[256];
};

/*
 * log_lock - opens the folder, which is made, and keeps other daemons out
 * 0; -EBUSY another daemon has it; -EIO …, with log->error a sentence.
 */
int log_lock(struct log *log, const char *folder);
/* What the file beside the log says; id "" where there is none, or it cannot be read. */
void log_read_seen(const struct log *log, struct log_place *ret);
/* The name of the newest segment, "" there is none. 0 or a fault. */
int log_find(struct log *log, char name[static 32]);
/*
 * log_read - opens that segment and reads it to its end
 * reader->seen_end is the caller's. log->place is what the segment says, its id "" if its head cannot be read.
 * 0; -EPROTONOSUPPORT a newer version's; or a fault. Damage is no fault: the reader has it.
 */
int log_read(struct log *log, const char *name, struct chain_reader *reader);
/* Begins the first segment of a new journal, or of one that is lost; numbers as place says. 0 or a fault. */
int log_begin(struct log *log, const struct log_place *place);
/* Goes on behind the last whole batch: what was being written is wiped out. 0 or a fault. */
int log_go_on(struct log *log, const struct chain_reader *reader);
/* A name for a segment that is damaged: it is kept, and not read. */
void log_name_aside(const struct log *log, char name[static 48]);

/*
 * log_write - a batch, durably: one write and one fdatasync
 * @body: lines; of them, so many inputs
 * 0, or the fault, with its sentence in log->error. It is looked whether the segment is where it was: -ESTALE if not,
 * and is_gone.
 */
int log_write(struct log *log, const char *body, size_t bytes, uint64_t inputs, uint64_t next_game);
/* Writes a step more room, if there is not enough. True: there is still not enough, and no fault. */
bool log_make_room(struct log *log);

/* A copy of what is still wanted, into the next segment. */
struct log_copy {
	struct log next;
	struct chain_reader reader;
	int from;
	uint64_t at;
	/* Is that owner's line (or the rulebook with that name) wanted? NULL: all are. Called by who copies. */
	bool (*wants)(void *userdata, enum chain_kind kind, const char *id);
	void *userdata;
	bool salvages;	   /* what is damaged is passed over, as far as seen_end; else it is a fault */
	uint64_t seen_end; /* as of struct chain_reader */
	char old[32];	   /* name of the segment that is copied, */
	char aside[48];	   /* … and that it gets then; "": it is removed */
	char *body;	   /* lines that are not written yet */
	size_t bytes, size, inputs;
};

/* Makes the next segment's file; wants … seen_end and aside are the caller's. 0 or a fault, in copy->next.error. */
int log_copy_begin(const struct log *log, struct log_copy *copy);
/* Copies up to there, which is an end of a batch. May be in another thread than who writes. -EUCLEAN: what is read is
 * damaged. */
int log_copy_on(struct log_copy *copy, uint64_t to);
/* Copies the rest, and takes the new segment in place of the old one, which is removed. Who writes calls it. 0, or a
 * fault, in log->error: the old one stays. */
int log_copy_end(struct log *log, struct log_copy *copy);
void log_copy_drop(struct log_copy *copy);

/* Reads a range of a segment's file that is whole batches, or a file of lines. 0 or a fault. */
int log_scan(int fd, uint64_t to, struct chain_reader *reader);
int log_scan_lines(int fd, struct chain_reader *reader);

void log_close(struct log *log);

#endif
