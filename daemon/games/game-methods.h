/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The methods of org.flagfall1.Game by which persons act; who may call them is checked there. */
#ifndef DAEMON_GAME_METHODS_H
#define DAEMON_GAME_METHODS_H

#include "daemon/games/live-game.h"

int live_game_claim(sd_bus_message *m, void *userdata, sd_bus_error *error);
int live_game_offer_draw(sd_bus_message *m, void *userdata, sd_bus_error *error);
int live_game_accept_draw(sd_bus_message *m, void *userdata, sd_bus_error *error);
int live_game_decline_draw(sd_bus_message *m, void *userdata, sd_bus_error *error);
int live_game_resign(sd_bus_message *m, void *userdata, sd_bus_error *error);
int live_game_pause(sd_bus_message *m, void *userdata, sd_bus_error *error);
int live_game_resume(sd_bus_message *m, void *userdata, sd_bus_error *error);
int live_game_arrive(sd_bus_message *m, void *userdata, sd_bus_error *error);
int live_game_press(sd_bus_message *m, void *userdata, sd_bus_error *error);
int live_game_end(sd_bus_message *m, void *userdata, sd_bus_error *error);
int live_game_take_back(sd_bus_message *m, void *userdata, sd_bus_error *error);
int live_game_set_position(sd_bus_message *m, void *userdata, sd_bus_error *error);
int live_game_set_promotion(sd_bus_message *m, void *userdata, sd_bus_error *error);
int live_game_tell_move(sd_bus_message *m, void *userdata, sd_bus_error *error);

#endif
