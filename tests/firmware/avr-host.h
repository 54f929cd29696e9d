/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cable of a chip in simavr to a host that is another program. One byte
 * stream or socket, served between steps of the chip's time.
 *
 *   avr-usbip.c   Linux' USB/IP, after the import: the kernel's vhci-hcd at the other end
 *   avr-socket.c  libboard/wire-decoder.h: libboard's socket: at the other end
 */
#ifndef TESTS_FIRMWARE_AVR_HOST_H
#define TESTS_FIRMWARE_AVR_HOST_H

#include "tests/firmware/avr-chip.h"

#define AVR_HOST_URBS 16

struct avr_host {
	struct chip *chip;
	int fd; /* of the host, -1 none */
	/* USB/IP: what has come of a message, and who waits for a report */
	uint8_t in[1024];
	size_t got;
	uint32_t waiting[AVR_HOST_URBS];
	unsigned waits;
};

/* Switches the chip on and gives it an address, as the host's hub does; and, for a socket, a configuration. */
int avr_host_power_up(struct avr_host *host, bool configure);

/* Serves what the host has asked and sends a report if there is one and somebody waits. -EPIPE: the host hung up. */
int avr_usbip_serve(struct avr_host *host);
int avr_socket_serve(struct avr_host *host);

#endif
