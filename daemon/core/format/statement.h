/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A published ruling or question, read back from its JSON: what is needed to say it in another language. */
#ifndef DAEMON_STATEMENT_H
#define DAEMON_STATEMENT_H

#include <jansson.h>

#include "rules/sentences/sentence.h"

/* Who won by a result ("1-0", "0-2", "1/2-1/2", "none", NULL). */
enum side statement_winner(const char *result);
/* Texts are borrowed from the object. False: it is no ruling and no question, or of a version that gave no facts. */
bool statement_parse(const json_t *publication, struct statement *ret);

#endif
