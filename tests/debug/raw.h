/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One device made with raw_gadget on a bus of dummy_hcd: every byte of it is the caller's, descriptors included.
 * All functions return a negative errno for a failure; they sleep until the host has done its part. The device is
 * unplugged when its process ends.
 */
#ifndef TESTS_DEBUG_RAW_H
#define TESTS_DEBUG_RAW_H

#include <linux/usb/ch9.h>
#include <stddef.h>
#include <stdint.h>

#define RAW_MOST 2048 /* bytes of one transfer */

/* raw_plug: the host sees a new device. @speed is an enum usb_device_speed. Returns the file to use. */
int raw_plug(unsigned int bus, unsigned int speed);
/* raw_setup: the next control request; 0 for an event of another kind. 1 if there is one */
int raw_setup(int fd, struct usb_ctrlrequest *setup);
int raw_answer(int fd, const void *bytes, size_t size);
/* raw_accept: take the data of an OUT request, or acknowledge one without. Returns its size */
int raw_accept(int fd, void *bytes, size_t size);
int raw_stall(int fd);
int raw_configured(int fd);
/* raw_enable: returns the handle of the endpoint */
int raw_enable(int fd, const struct usb_endpoint_descriptor *endpoint);
int raw_report(int fd, int handle, const void *bytes, size_t size);
int raw_halt(int fd, int handle);

#endif
