/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a centre may ask of a hall, on the subject flagfall-replay.HALL; it is answered from the stream database, and
 * there is nothing else that could be asked:
 *
 *   {"ask": "heads", "after": id}: {"epoch", "heads": [{"id", "event", "round", "board", "last"}]}, at most 1,000 of
 *       them; those behind the last id are asked for next
 *   {"ask": "range", "event", "round", "board", "from", "to"}: {"epoch", "first", "publications": [text]}, as many as
 *       fit; those behind are asked for next. first is higher than from where earlier ones are not kept any more, and 0
 *       where none is
 *   anything else: {"error": sentence}
 */
#ifndef HALL_ANSWERS_H
#define HALL_ANSWERS_H

#include "stream/stream-reader.h"

/* Not where this hall or its servers say something: who asks does not decide what is said there. */
bool answer_may_go_to(const char *subject);
/* The answer to a request; reader may be NULL. New text, NULL without memory. */
char *answer_to(struct stream_reader *reader, const char *request, size_t size);

#endif
