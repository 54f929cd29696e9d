/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The export folders at the centre: DIR/HALL/EVENT/ is as the hall's own export/EVENT/, byte for byte. Files are
 * replaced as a whole.
 */
#ifndef CENTRE_FOLDER_H
#define CENTRE_FOLDER_H

#include "relay/centre/store.h"

struct folder;

/* dir: has the halls' folders; it stays the caller's. 0 or -ENOMEM. */
int folder_new(struct store *store, const char *dir, struct folder **ret);
void folder_free(struct folder *folder);
/* Writes what says something else now, at most so many files. 1: there are more; 0; a negative errno value. */
int folder_write(struct folder *folder, unsigned most);
/* The games of each round of which one was written, together in a file: for less often, since it is long. 0 or a
 * negative errno value: the rest is for the next call. */
int folder_write_games(struct folder *folder);

#endif
