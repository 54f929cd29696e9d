/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Methods of org.flagfall1.Manager about the games that the journal has, those that are long over among them. */
#ifndef DAEMON_PAST_GAMES_H
#define DAEMON_PAST_GAMES_H

#include <systemd/sd-bus.h>

/* userdata: the context. */
int past_games_find(sd_bus_message *message, void *userdata, sd_bus_error *error);
int past_games_journal(sd_bus_message *message, void *userdata, sd_bus_error *error);
int past_games_give_up(sd_bus_message *message, void *userdata, sd_bus_error *error);

#endif
