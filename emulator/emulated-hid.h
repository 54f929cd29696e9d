/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A HID device that the kernel takes for a real one (uhid): a hidraw node instead of a terminal line. */
#ifndef EMULATOR_EMULATED_HID_H
#define EMULATOR_EMULATED_HID_H

#include "emulator/emulated-line.h"

int emulated_hid_plug(struct emulated_line *line);
/* True once, when the kernel has made its node. */
bool emulated_hid_find(struct emulated_line *line);
void emulated_hid_exchange(struct emulated_line *line, struct emulated *board);

#endif
