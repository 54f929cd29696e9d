// SPDX-License-Identifier: GPL-2.0-or-later
/* raw_gadget's requests: see raw.h and Documentation/usb/raw-gadget.rst of the kernel. */
#include <errno.h>
#include <fcntl.h>
#include <linux/usb/raw_gadget.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "raw.h"

struct transfer {
	struct usb_raw_ep_io io;
	uint8_t bytes[RAW_MOST];
};

static int request(int fd, unsigned long name, const void *arg)
{
	const int r = ioctl(fd, name, arg);

	return r < 0 ? -errno : r;
}

int raw_plug(unsigned int bus, unsigned int speed)
{
	struct usb_raw_init init = { .speed = (uint8_t)speed };
	const int fd = open("/dev/raw-gadget", O_RDWR | O_CLOEXEC);
	int r;

	if (fd < 0)
		return -errno;
	strcpy((char *)init.driver_name, "dummy_udc");
	snprintf((char *)init.device_name, sizeof(init.device_name), "dummy_udc.%u", bus);
	r = request(fd, USB_RAW_IOCTL_INIT, &init);
	if (r >= 0)
		r = request(fd, USB_RAW_IOCTL_RUN, NULL);
	if (r >= 0)
		return fd;
	close(fd);
	return r;
}

int raw_setup(int fd, struct usb_ctrlrequest *setup)
{
	struct {
		struct usb_raw_event event;
		struct usb_ctrlrequest setup;
	} e = { .event.length = sizeof(e.setup) };
	const int r = request(fd, USB_RAW_IOCTL_EVENT_FETCH, &e);

	if (r < 0)
		return r;
	*setup = e.setup;
	return e.event.type == USB_RAW_EVENT_CONTROL;
}

static int transfer(int fd, unsigned long name, int handle, const void *bytes, size_t size)
{
	struct transfer t = { .io = { .ep = (uint16_t)handle, .length = (uint32_t)size } };

	if (size > sizeof(t.bytes))
		return -EINVAL;
	if (bytes)
		memcpy(t.bytes, bytes, size);
	return request(fd, name, &t);
}

int raw_answer(int fd, const void *bytes, size_t size)
{
	return transfer(fd, USB_RAW_IOCTL_EP0_WRITE, 0, bytes, size);
}

int raw_accept(int fd, void *bytes, size_t size)
{
	struct transfer t = { .io.length = (uint32_t)(size < RAW_MOST ? size : RAW_MOST) };
	const int r = request(fd, USB_RAW_IOCTL_EP0_READ, &t);

	if (r > 0)
		memcpy(bytes, t.bytes, (size_t)r < size ? (size_t)r : size);
	return r;
}

int raw_stall(int fd)
{
	return request(fd, USB_RAW_IOCTL_EP0_STALL, NULL);
}

int raw_configured(int fd)
{
	const int r = ioctl(fd, USB_RAW_IOCTL_VBUS_DRAW, 50);

	return r < 0 ? -errno : request(fd, USB_RAW_IOCTL_CONFIGURE, NULL);
}

int raw_enable(int fd, const struct usb_endpoint_descriptor *endpoint)
{
	return request(fd, USB_RAW_IOCTL_EP_ENABLE, endpoint);
}

int raw_report(int fd, int handle, const void *bytes, size_t size)
{
	return transfer(fd, USB_RAW_IOCTL_EP_WRITE, handle, bytes, size);
}

int raw_halt(int fd, int handle)
{
	const int r = ioctl(fd, USB_RAW_IOCTL_EP_SET_HALT, handle);

	return r < 0 ? -errno : r;
}
