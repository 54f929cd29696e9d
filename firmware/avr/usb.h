/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A small USB device: endpoint 0 and one interrupt IN endpoint. Nothing of it
 * runs in interrupts and nothing waits: usb_poll() moves a transfer one packet
 * further and returns.
 */
#ifndef FIRMWARE_AVR_USB_H
#define FIRMWARE_AVR_USB_H

#include <stdbool.h>
#include <stdint.h>

/* Power, clock and pull-up. @serial: text of iSerial, at most 31 characters; it stays. */
void usb_start(const char *serial);

/*
 * Endpoint 0. Returns true when a vendor IN request to the interface has come:
 * its number is in *request, and usb_answer() or usb_refuse() has to follow.
 */
bool usb_poll(uint8_t *request);
void usb_answer(const uint8_t *data, uint8_t size); /* it stays until the next request */
void usb_refuse(void);

/*
 * The host has suspended the board: it may take 2.5 mA from now on. usb_wait() sleeps, with all clocks of the chip
 * standing, until there is something on the cable again; what else needs current has to be off.
 */
bool usb_is_suspended(void);
void usb_wait(void);

/* Would the host have the next report, that is, is there room for one? */
bool usb_can_report(void);
void usb_report(const uint8_t *data, uint8_t size);

#endif
