/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where flagfalld is found on the bus. Names of errors: errors.h. */
#ifndef SHELL_BUS_NAMES_H
#define SHELL_BUS_NAMES_H

#define BUS_NAME "org.flagfall1"
#define BUS_PATH "/org/flagfall1"

#define MANAGER_INTERFACE "org.flagfall1.Manager"
#define BOARD_INTERFACE "org.flagfall1.Board"
#define GAME_INTERFACE "org.flagfall1.Game"
#define CLOCK_INTERFACE "org.flagfall1.Clock"
#define EVENT_INTERFACE "org.flagfall1.Event"
#define ARBITER_INTERFACE "org.flagfall1.Arbiter"

#endif
