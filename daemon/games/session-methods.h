/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The methods of org.flagfall1.Game by which persons act; who may call them is checked there. */
#ifndef SHELL_SESSION_METHODS_H
#define SHELL_SESSION_METHODS_H

#include "daemon/games/session.h"

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
