/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DAEMON_BUS_REPLIES_H
#define DAEMON_BUS_REPLIES_H

#include <jansson.h>
#include <systemd/sd-bus.h>

#include "rules/vocabulary.h"

/*
 * --- errors.c ---
 * Faults that callers on the bus meet: names here, their errno values in one
 * table (errors.c), the sentence at the call.
 */

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

/* --- details.c: Dictionaries a{sv} of method calls, read into JSON against a list of what they may hold. --- */

enum detail_type { DETAIL_TEXT = 1, DETAIL_NUMBER, DETAIL_BOOLEAN, DETAIL_TEXTS, DETAIL_MAP, DETAIL_JSON };

struct detail {
	const char *key;
	enum detail_type type;
};

/*
 * Reads the next argument, an a{sv}, into the JSON object; known ends with a NULL key. A number may come as any integer
 * type or as text, a boolean also as "true" or "false"; DETAIL_MAP is an a{ss}, whose values are one line of text each;
 * DETAIL_JSON is text that holds a JSON object. 0, or a negative
 * errno value with *error naming the key at fault.
 */
int details_read(sd_bus_message *message, const struct detail *known, json_t *object, sd_bus_error *error);

/* The details of claims, reports and verdicts: the casebook's keys. */
extern const struct detail details_of_claims[];

/* --- json-reply.c: Answers to method calls that are JSON. --- */

/* One value as a text (s); the reference is taken. 1 or a negative errno value. */
int reply_json(sd_bus_message *call, json_t *value);
/* The values of an array as texts (as), strings as they are; the reference is taken. As above. */
int reply_texts(sd_bus_message *call, json_t *list);
/* The same into a message that is being made. */
int append_texts(sd_bus_message *reply, const json_t *list);

/* --- method-reply.c: Answers to method calls, made piece by piece. What failed meanwhile, r, is passed on, and nothing
 * is sent then. --- */

/*
 * An answer that is one list, into which sd_bus_message_append() puts what it has.
 * @types: of one of its items
 * @reply: a new reference, which reply_end_list() or reply_send() takes; NULL after a failure
 */
int reply_begin_list(sd_bus_message *call, const char *types, sd_bus_message **reply);
/* Sends the list. As reply_send(). */
int reply_end_list(sd_bus_message *reply, int r);
/*
 * Sends the answer; the reference is taken, and may be NULL. What a method's handler returns: 1 or a negative errno
 * value.
 */
int reply_send(sd_bus_message *reply, int r);

/* Adds a copy to the n paths of an enumerator, whose list is empty and NULL at first. Returns how many there are then,
 * or -ENOMEM; the bus frees them either way. */
int paths_add(char ***paths, int n, const char *path);

#endif
