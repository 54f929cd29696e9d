/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_RULING_WORDING_H
#define RULES_ARBITER_RULING_WORDING_H

#include "rules/arbiter/state.h"

void write_sentence(struct ruling *r);

#endif
