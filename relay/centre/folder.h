/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The export folders at the centre: DIR/HALL/EVENT/ is as the hall's own export/EVENT/, byte for byte. Files are
 * replaced as a whole.
 */
#ifndef CENTRE_FOLDER_H
#define CENTRE_FOLDER_H

#include "relay/store/store.h"

struct folder;

/* dir: has the halls' folders; it stays the caller's. 0 or -ENOMEM. */
int folder_new(struct store *store, const char *dir, struct folder **ret);
void folder_free(struct folder *folder);
/*
 * Writes what says something else now, at most so many files, which waits longest first. One that cannot be written
 * keeps no other one waiting. 1: there are more, or folder_fault() has something to say; 0; a negative errno value: the
 * store fails.
 */
int folder_write(struct folder *folder, unsigned most);
/* The games of each round of which one was written, together in a file: for less often, since it is long. 1:
 * folder_fault() has something to say, and there may be more; 0. */
int folder_write_games(struct folder *folder);
/* What could not be written is to be tried again by the next calls of these two, some of it at a time. */
void folder_again(struct folder *folder);
/* What could not be written, and why, for people: the first one of a hall's; "" nothing new. Until the next call. */
const char *folder_fault(const struct folder *folder);

#endif
