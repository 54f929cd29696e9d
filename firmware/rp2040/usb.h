/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The board's USB interface, as a class driver for TinyUSB. */
#ifndef FIRMWARE_RP2040_USB_H
#define FIRMWARE_RP2040_USB_H

#include "firmware/board.h"

/* Both stay; the board is used by tud_task() and usb_send_report() alone. */
void usb_start(struct firmware_board *board, const char *serial);

/* The next report goes to the endpoint if that is free. */
void usb_send_report(void);

#endif
