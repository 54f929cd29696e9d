/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The list of publications of one step of a pass. Each carries what a listener needs of the game at that instant: when
 * the list is delivered, as the step is over (core.c), the game has gone on.
 */
#ifndef CORE_PUBLISH_H
#define CORE_PUBLISH_H

#include "daemon/core/state.h"

/* Adds a copy. */
void publish(struct core *core, const struct publication *p);
/* All that is in the list is delivered, in its order, and the list is empty. */
void deliver_publications(struct core *core);
void publish_turn_as(struct core *core, const struct closed_turn *closed, unsigned ply, enum move_state state);
/* As the history has it. */
void publish_past(struct core *core, unsigned ply, enum move_state state);
void publish_provisional(struct core *core, const struct game_move *move, enum side side, enum move_state state);
/* What the turn was, or how the board is set up. */
void publish_observation(struct core *core, const struct turn *turn, enum publication_type type);
void publish_clock(struct core *core);
/* The same, of times that a person set. */
void publish_set_clock(struct core *core);
/* Also keeps it as the last ruling, if it is public. is_known: it was published at the press, and is kept only. */
void publish_ruling(struct core *core, const struct ruling *ruling, bool is_known);
/* A person set it. */
void publish_position(struct core *core, const struct game_position *pos);
void publish_kings(struct core *core, const char *result, enum side winner);
void publish_new_game(struct core *core);
/* hidden: from the players. */
void publish_mirrored_start(struct core *core, enum side side, bool hidden);
void publish_array(struct core *core, bool hidden);
void publish_readings(struct core *core, const struct turn *turn, unsigned ply);
/* The turn in doubt that is asked about now, if it is another than was (arbiter_doubt_asked()). */
void publish_doubt(struct core *core, unsigned was);
/* Whether side can still win, to the arbiter alone: reason is the state of the question. */
void publish_search(struct core *core, const char *reason, enum side side, const char *fen);

#endif
