/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is saved of a board for when it is opened again: a small text in a file of its own. See board_opener.state. */
#ifndef BOARD_SAVED_STATE_H
#define BOARD_SAVED_STATE_H

#include "libboard/backend.h"

#define SAVED_STATE_SIZE 8192

/*
 * The file of the board that is plugged in at this path (a tty), named after its adapter where udev has a name for it,
 * else after the path. free() it; NULL: there is no folder, or not enough memory.
 */
char *board_saved_state_path(const struct board_opener *opener, const char *scheme, const char *path);
/* Its text, NUL at its end. Its length, or a negative errno value. */
int board_saved_state_read(const struct board_opener *opener, const char *file, char text[static SAVED_STATE_SIZE]);
/* In one go: the old text stays until the new one is written. 0, or a negative errno value. */
int board_saved_state_write(const struct board_opener *opener, const char *file, const char *text);

#endif
