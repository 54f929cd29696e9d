/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FLAGFALLCTL_CLIENT_FILES_H
#define FLAGFALLCTL_CLIENT_FILES_H

#include "flagfallctl/ctl.h"
#include "rules/game.h"

struct export_event;

/* --- export-folder.c: The files of an export, written below a folder that the caller names. --- */

/* A file below folder, replaced as a whole; folders are made. 0, or an exit status after saying why. */
int export_folder_write(const struct ctl *ctl, const char *folder, const char *path, const char *text);
/*
 * index.json of a round as Round of org.flagfall1.Event gives it, where each pairing also has "whole": nothing of its
 * record is held back. Adds {"count","live"} to rounds at its place.
 */
int export_folder_round(const struct ctl *ctl, const char *folder, const json_t *round, json_t *rounds);
/* tournament.json: event has id, name, site, rulebook, time. */
int export_folder_tournament(const struct ctl *ctl, const char *folder, const struct export_event *event,
			     const json_t *rounds);

/* --- carried-rulebook.c: A rulebook by the texts that came with a game, NULL: as it is here now. As rulebook_load().
 * --- */

struct rulebook;
int carried_rulebook(const char *id, const json_t *texts, struct rulebook **ret);

/*
 * --- encoding.c ---
 * A text in another encoding, in place of what it was. 0, or an exit status after saying why; then it is as it was.
 */
int encoding_convert(const struct ctl *ctl, const char *from, const char *to, char **text, size_t *size);

/* --- record-stream.c: Recording a board that the daemon has, from what the daemon tells of its sensors: the board
 * itself is left alone. --- */

struct record_limits {
	long events;		   /* 0 none */
	double duration_s, idle_s; /* 0 none */
};

/*
 * record_stream_find - does the daemon have that board?
 * @name: as people call it; NULL: the only one. Boards that several programs may read at a time are not meant.
 * @path: its object, to be freed; NULL: it has not, or there is no daemon. Nothing is said.
 */
void record_stream_find(const struct ctl *ctl, const char *name, char **path);
/* Records it to the file until a limit, SIGINT, SIGTERM, or the board is gone. 0, or an exit status after saying why.
 */
int record_stream(const struct ctl *ctl, const char *path, const char *file, bool force,
		  const struct record_limits *limits, long *events, long *lost);

/* --- journal-verify.c: Files of a journal, looked at by themselves: is each line what was written? --- */

/* A line each on stdout, or an object each. CTL_DONE; CTL_FAILED: one of them is not whole, or cannot be read. */
int journal_verify(struct ctl *ctl, const char *const *files, size_t count);

#endif
