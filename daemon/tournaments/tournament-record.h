/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The record of a pairing, as the export of its round has it. */
#ifndef DAEMON_TOURNAMENT_RECORD_H
#define DAEMON_TOURNAMENT_RECORD_H

#include <systemd/sd-bus.h>

/* Record of org.flagfall1.Event: userdata is the event. */
int tournament_record_method(sd_bus_message *message, void *userdata, sd_bus_error *error);

#endif
