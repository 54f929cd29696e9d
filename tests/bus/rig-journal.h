/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a rig's journal has on disk, and how somebody changes it there. No other file of these tests knows how it lies.
 *
 * A kind is game, input, ruling, act, event, round or book. Of what is written again, as a round is, the latest counts.
 */
#ifndef TESTS_BUS_RIG_JOURNAL_H
#define TESTS_BUS_RIG_JOURNAL_H

#include "tests/bus/rig.h"

/* How many rows of that kind contain the text, NULL any; of all games, or of one. */
int64_t rig_rows(struct rig *rig, const char *kind, const char *text);
int64_t rig_rows_of(struct rig *rig, const char *game, const char *kind, const char *text);
/* The game's rows of that kind in order, a line each; free(). */
char *rig_rows_text(struct rig *rig, const char *game, const char *kind);
/* Rulings that contain the text, and whose input is on disk, too. */
int64_t rig_rulings_with_input(struct rig *rig, const char *text);

/* How many games are in that state and have that result; NULL any. */
int64_t rig_games(struct rig *rig, const char *state, const char *result);
bool rig_game_is(struct rig *rig, const char *game, const char *state);
/* "state", "result", "record" (its path) or "program" of a game; "" it has none; free(). */
char *rig_game_says(struct rig *rig, const char *game, const char *what);
/* The number of the first game of that board; 0 there is none. */
int64_t rig_game_on(struct rig *rig, const char *board);

/* Waits until the record of the rig's game has the words, and the game is in that state. */
void rig_expect_record(struct rig *rig, const char *words, const char *state);
/* A game's record begins when the daemon has time for it, which is told once. */
void rig_record_begins(struct rig *rig);

/* Is there a fault with those words? NULL: any; "": none. */
bool rig_is_at_fault(struct rig *rig, const char *words);
/* Waits until there is. */
void rig_expect_fault(struct rig *rig, const char *words);

/* --- of a finished game, while a daemon has it, too --- */

/* Waits until the rig's game has a file of its own: its path. */
void rig_game_file(struct rig *rig, char path[static 160]);
/* In that file a text becomes another one. */
void rig_damage_file(struct rig *rig, const char *from, const char *to);
/* It goes. */
void rig_lose_file(struct rig *rig);

/* --- while no daemon has it --- */

/* The file or folder that journal_open() takes. */
void rig_journal_path(struct rig *rig, char path[static 128]);
/* In a row of the rig's game, n from 0, a text becomes another one: a disk that does not keep what it was given. */
void rig_damage(struct rig *rig, const char *kind, unsigned n, const char *from, const char *to);
/* That row goes, and with is_rest all of that kind that follow it. */
void rig_lose(struct rig *rig, const char *kind, unsigned n, bool is_rest);
/* What was written last goes, all of it. */
void rig_cut(struct rig *rig);
/* All of it goes. */
void rig_lose_journal(struct rig *rig);

#endif
