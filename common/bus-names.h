/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where flagfalld is found on the bus, by all who speak there. Names of errors: daemon/bus/replies.h. */
#ifndef COMMON_BUS_NAMES_H
#define COMMON_BUS_NAMES_H

#define BUS_NAME "org.flagfall1"
#define BUS_PATH "/org/flagfall1"

#define BUS_MANAGER "org.flagfall1.Manager"
#define BUS_BOARD "org.flagfall1.Board"
#define BUS_GAME "org.flagfall1.Game"
#define BUS_CLOCK "org.flagfall1.Clock"
#define BUS_EVENT "org.flagfall1.Event"
#define BUS_ARBITER "org.flagfall1.Arbiter"

#endif
