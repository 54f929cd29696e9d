/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A transcript is what was done on boards and on the bus, line by line, and what was said in answer: a file that is
 * played again, and compared with what is said then (tests/bus/transcripts/README.md).
 */
#ifndef TESTS_BUS_TRANSCRIPT_H
#define TESTS_BUS_TRANSCRIPT_H

#include "tests/bus/rig.h"

/* Does what the lines of that text say, in a rig without a daemon; the text with what was said now; free(). */
char *transcript_play(struct rig *rig, const char *text);

#endif
