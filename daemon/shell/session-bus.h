/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files share that put a game on the bus. */
#ifndef DAEMON_SHELL_SESSION_BUS_H
#define DAEMON_SHELL_SESSION_BUS_H

#include "daemon/shell/session.h"

#define GAME_INTERFACE "org.flagfall1.Game"
#define CLOCK_INTERFACE "org.flagfall1.Clock"
#define ARBITER_INTERFACE "org.flagfall1.Arbiter"

static inline const char *side_word(enum side side)
{
	return side == WHITE ? "white" : side == BLACK ? "black" : "none";
}

/* session-methods.c: methods of org.flagfall1.Game; who may call them is checked there */
int session_claim(sd_bus_message *m, void *userdata, sd_bus_error *error);
int session_offer_draw(sd_bus_message *m, void *userdata, sd_bus_error *error);
int session_accept_draw(sd_bus_message *m, void *userdata, sd_bus_error *error);
int session_decline_draw(sd_bus_message *m, void *userdata, sd_bus_error *error);
int session_resign(sd_bus_message *m, void *userdata, sd_bus_error *error);
int session_pause(sd_bus_message *m, void *userdata, sd_bus_error *error);
int session_resume(sd_bus_message *m, void *userdata, sd_bus_error *error);
int session_arrive(sd_bus_message *m, void *userdata, sd_bus_error *error);
int session_press(sd_bus_message *m, void *userdata, sd_bus_error *error);
int session_end(sd_bus_message *m, void *userdata, sd_bus_error *error);
int session_take_back(sd_bus_message *m, void *userdata, sd_bus_error *error);
int session_set_position(sd_bus_message *m, void *userdata, sd_bus_error *error);
int session_set_promotion(sd_bus_message *m, void *userdata, sd_bus_error *error);
int session_tell_move(sd_bus_message *m, void *userdata, sd_bus_error *error);

#endif
