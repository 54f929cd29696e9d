/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Faults that callers on the bus meet: names here, their errno values in one
 * table (errors.c), the sentence at the call.
 */
#ifndef DAEMON_ERRORS_H
#define DAEMON_ERRORS_H

#include <systemd/sd-bus.h>

#include "rules/vocabulary.h"

#define ERROR_NO_SUCH_BOARD "org.flagfall1.Error.NoSuchBoard"
#define ERROR_BOARD_BUSY "org.flagfall1.Error.BoardBusy"   /* a game is running on it */
#define ERROR_BOARD_FAULT "org.flagfall1.Error.BoardFault" /* it does not answer, or refuses */
#define ERROR_NO_SUCH_GAME "org.flagfall1.Error.NoSuchGame"
#define ERROR_GAME_OVER "org.flagfall1.Error.GameOver"
#define ERROR_UNKNOWN_RULEBOOK "org.flagfall1.Error.UnknownRulebook"
#define ERROR_BAD_RULEBOOK "org.flagfall1.Error.BadRulebook" /* the file has findings, or an override is wrong */
#define ERROR_BAD_TIME_CONTROL "org.flagfall1.Error.BadTimeControl"
#define ERROR_BAD_FEN "org.flagfall1.Error.BadFen"
#define ERROR_UNKNOWN_WORD "org.flagfall1.Error.UnknownWord" /* not in the closed list of claims, verdicts, … */
#define ERROR_BAD_ARGUMENT "org.flagfall1.Error.BadArgument"
#define ERROR_UNSUITABLE "org.flagfall1.Error.Unsuitable"     /* the rulebook refuses this setup */
#define ERROR_REFUSED "org.flagfall1.Error.Refused"	      /* cannot be done in this game now */
#define ERROR_NO_SUCH_EVENT "org.flagfall1.Error.NoSuchEvent" /* nor such a round of it */
#define ERROR_BAD_FILE "org.flagfall1.Error.BadFile"  /* an event's file or pairings: file, line and column are said */
#define ERROR_CONFLICT "org.flagfall1.Error.Conflict" /* somebody else acted since the caller looked */
#define ERROR_JOURNAL "org.flagfall1.Error.JournalFault" /* the journal cannot be written: nothing is ruled */

/* Makes sd-bus translate the names above from and to errno values. */
int errors_register(void);

/* Sets *error to name and a sentence; returns the errno value of the table, negative. */
int fault(sd_bus_error *error, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* "There is no WHAT "WORD"; there are: …", of ERROR_UNKNOWN_WORD. */
int fault_word(sd_bus_error *error, const char *what, const char *word, enum vocabulary_words allowed);

#endif
