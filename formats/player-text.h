/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What files say of a player and of a pairing's result, one word at a time; for the readers of pairings. */
#ifndef FORMATS_PLAYER_TEXT_H
#define FORMATS_PLAYER_TEXT_H

#include "formats/pairing-list.h"

enum player_field { PLAYER_NAME = 1, PLAYER_FIDE, PLAYER_ELO, PLAYER_TITLE, PLAYER_TEAM, PLAYER_FED };

/* The text, blanks around it left out, becomes that field; "" and PGN's "-" and "?" leave it empty, and so does a
 * rating or number of 0. 0 or -EINVAL with *fault at line and column. */
int player_set(struct pairing_player *player, enum player_field field, const char *text, size_t size, unsigned line,
	       unsigned column, struct text_fault *fault);

/* A number from 1 to max in decimal digits, else 0. */
unsigned number_read(const char *text, size_t size, unsigned max);

/* "bye", "half-bye", "zero-bye" and their other names; BYE_NONE: it is a name. */
enum bye bye_read(const char *text, size_t size);

/* Takes a result in any usual writing ("1:0", "½-½", "+/-", "*"): 0 or -EINVAL without a sentence. */
int result_read(const char *text, size_t size, char result[static 8]);

#endif
