/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The export folders at the centre: DIR/HALL/EVENT/ is as the hall's own export/EVENT/, byte for byte. Files are
 * replaced as a whole.
 */
#ifndef CENTRE_FOLDER_H
#define CENTRE_FOLDER_H

#include "relay/centre/store.h"

/* Writes what says something else now, at most so many files. 1: there are more; 0; a negative errno value. */
int folder_write(struct store *store, const char *dir, unsigned most);

#endif
