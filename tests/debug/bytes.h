/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a hostile board sends: messages of the wire protocol and USB descriptors, sound or not. */
#ifndef TESTS_DEBUG_BYTES_H
#define TESTS_DEBUG_BYTES_H

#include <linux/usb/ch9.h>

#include "kernel/wire.h"
#include "raw.h"
#include "seeded.h"

/* dummy_hcd has interrupt IN endpoints at 5, 10 and 15. */
#define ENDPOINT (5 | USB_DIR_IN)

struct message {
	size_t size;
	uint8_t bytes[RAW_MOST];
};

struct descriptors {
	struct usb_device_descriptor device;
	size_t device_size;
	struct message config;
	struct usb_endpoint_descriptor endpoint; /* the one to send reports by */
};

/* What the board says that it is, and how far it has counted. */
struct face {
	uint8_t width, sensors;
	uint32_t seq;
	uint64_t time_us;
};

/* @hostile: every field of them may be wrong, in their own way or by damage. */
void make_descriptors(struct seeded *s, bool hostile, bool high_speed, struct descriptors *ret);
struct message make_string(struct seeded *s, unsigned int index, bool hostile);
/* @change: the board becomes another one, as after a reset. */
struct message make_info(struct seeded *s, struct face *face, bool change, bool hostile);
struct message make_board(struct seeded *s, const struct face *face, bool hostile);
/* An event report: sound in one of four, else with one thing wrong, or noise. @most: the packet's size. */
struct message make_report(struct seeded *s, struct face *face, size_t most);

#endif
