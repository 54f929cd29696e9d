/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages of the bus as text that a person can read and compare, and messages made of words. */
#ifndef TESTS_BUS_MESSAGE_TEXT_H
#define TESTS_BUS_MESSAGE_TEXT_H

#include <stdbool.h>
#include <stdio.h>
#include <systemd/sd-bus.h>

/*
 * What is left of a message, blank-separated: texts in quotation marks, [] a list, () a structure, {} a dictionary, of
 * a variant what it holds. JSON stands there as it came; a text of several lines has a line each, set in.
 */
void message_text(sd_bus_message *m, FILE *out);

/* A line's words, quotation marks taken off ("" is a word, too); *line is changed. At most size; the number. */
unsigned words_of(char *line, char **words, unsigned size);

/*
 * Arguments: words as busctl(1) takes them, a list's or dictionary's begins with the number of its members, a variant's
 * with its type; of bytes (ay) one word, as a text. How many words were read; ends the test if they do not fit.
 */
unsigned message_append_words(sd_bus_message *m, const char *types, char **words, unsigned count);

/*
 * What differs from run to run (untimed: the times of games, too), made the same, in a new text; free(): the test's
 * folder (DIR), this day (TODAY), the time of day (NOW), numbers of the wall clock and of the machine's (T), users and
 * the bus' names of clients.
 */
char *made_same(const char *text, const char *dir, bool untimed);

#endif
