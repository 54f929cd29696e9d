/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A board's lights, sounds and texts for programs: one program has them at a time, from its first call until it leaves
 * the bus, gives them back, or a game begins, to which they belong then.
 */
#ifndef SHELL_SEAT_LENDING_H
#define SHELL_SEAT_LENDING_H

#include "daemon/boards/seat.h"

/* What a program lit and wrote ends. */
void seat_lending_end(struct seat *seat);

/* Methods of org.flagfall1.Board. */
int seat_set_leds(sd_bus_message *message, void *userdata, sd_bus_error *error);
int seat_beep(sd_bus_message *message, void *userdata, sd_bus_error *error);
int seat_show_text(sd_bus_message *message, void *userdata, sd_bus_error *error);
int seat_release(sd_bus_message *message, void *userdata, sd_bus_error *error);

#endif
