/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What another user of the machine can notice of a daemon and its files without asking it: broadcast signals, changes
 * of what he may read, how much of the disk is taken, and that one of its threads was awake. He asks the kernel and the
 * bus for it, and so wakes up nobody.
 */
#ifndef TESTS_BUS_ONLOOKER_H
#define TESTS_BUS_ONLOOKER_H

#include "tests/bus/rig.h"

struct onlooker;

/* The rig's daemon runs, and its state folder is there. */
struct onlooker *onlooker_new(struct rig *rig);
void onlooker_free(struct onlooker *onlooker);

/* What is noticed from now on … */
void onlooker_look(struct onlooker *onlooker);
/* … until now, a line each; "" nothing. free() */
char *onlooker_noticed(struct onlooker *onlooker);
/* The signals since the last call of this, a line each, in order of paths and names. free() */
char *onlooker_signals(struct onlooker *onlooker);
/* The properties of a game that everybody may read, but for numbers and for what stands on which square. free() */
char *onlooker_properties(struct onlooker *onlooker, const char *path);

#endif
