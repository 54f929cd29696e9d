/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The readings of a turn of which it is not proved what it was: the turn itself and its others, by name and in codes.
 */
#ifndef RULES_TURN_READINGS_H
#define RULES_TURN_READINGS_H

#include "rules/turn.h"

/* Is it one that nobody is punished for? */
static inline bool turn_is_innocent(const struct turn *turn)
{
	return turn->kind == TURN_LEGAL || turn->kind == TURN_PROMOTION_OWED;
}

/* How many there are, the turn itself included, and one of them: index 0 is the likeliest innocent one. */
unsigned turn_reading_count(const struct turn *turn);
struct turn turn_reading_at(const struct turn *turn, unsigned index);
/* What a person calls it: a legal move as the game writes it, "0000" for none, where a piece came from and went to,
 * else the word for its kind. before: the position in which the turn began. */
void turn_reading_name(const struct game *game, const struct game_position *before, const struct turn *reading,
		       char ret[static GAME_TEXT]);
/* All of them as sentences take them (struct statement), "VERDICT WORD PIECE FROM TO NAME" each, with ", " between.
 * Those that there is no room for are left out. */
void turn_readings_format(const struct game *game, const struct game_position *before, const struct turn *turn,
			  char *buf, size_t size);
/* "reject move=e2f3, accept move=e2g7": how the question about it is answered; the same is left out. */
void turn_readings_answers(const struct game *game, const struct game_position *before, const struct turn *turn,
			   char *buf, size_t size);

#endif
