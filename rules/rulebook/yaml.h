/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_RULEBOOK_YAML_H
#define RULES_RULEBOOK_YAML_H

#include "rules/rulebook/book.h"

/*
 * Reads one file into book, or its text where that is given; parents are read by rulebook_load(). Returns the number of
 * findings, or an error.
 */
int rulebook_read(struct rulebook *book, const char *path, const char *text, rulebook_complaint complain,
		  void *userdata);

#endif
