/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A libcurl of the test's own: what it is asked is said, and answered as the test has it. */
#ifndef TESTS_UNIT_LICHESS_MADE_CURL_H
#define TESTS_UNIT_LICHESS_MADE_CURL_H

#include <stdbool.h>

extern bool made_curl_is_none; /* the next request cannot be made */
extern int made_curl_left;     /* what was given out, and not given back */

/* The test's: what is said of it, and a request's answer: a command of the transcript. */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);
void say_text(const char *text);
const char *made_curl_asked(void);

#endif
