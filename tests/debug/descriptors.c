// SPDX-License-Identifier: GPL-2.0-or-later
/* Descriptors, sound and otherwise: see bytes.h. */
#include <endian.h>
#include <string.h>

#include "bytes.h"

#define EP_SIZE USB_DT_ENDPOINT_SIZE

static void add(struct message *m, const void *bytes, size_t size)
{
	if (m->size + size <= 1000) {
		memcpy(m->bytes + m->size, bytes, size);
		m->size += size;
	}
}

static struct usb_interface_descriptor our_interface(void)
{
	return (struct usb_interface_descriptor){
		.bLength = USB_DT_INTERFACE_SIZE,
		.bDescriptorType = USB_DT_INTERFACE,
		.bNumEndpoints = 1,
		.bInterfaceClass = SBW_INTERFACE_CLASS,
		.bInterfaceSubClass = SBW_INTERFACE_SUBCLASS,
		.bInterfaceProtocol = SBW_INTERFACE_PROTOCOL,
		.iInterface = 3,
	};
}

static struct usb_endpoint_descriptor our_endpoint(bool high_speed)
{
	return (struct usb_endpoint_descriptor){
		.bLength = EP_SIZE,
		.bDescriptorType = USB_DT_ENDPOINT,
		.bEndpointAddress = ENDPOINT,
		.bmAttributes = USB_ENDPOINT_XFER_INT,
		.wMaxPacketSize = htole16(SBW_REPORT_SIZE),
		.bInterval = high_speed ? 4 : 1,
	};
}

static struct usb_endpoint_descriptor odd_endpoint(struct seeded *s)
{
	static const uint16_t packets[] = {
		0, 1, 8, 16, 32, 63, 64, 65, 128, 512, 1024, 0x07ff, 0x0c40, 0x1400, 0xffff
	};
	struct usb_endpoint_descriptor e = our_endpoint(true);

	if (percent(s, 40))
		e.bEndpointAddress = (uint8_t)seeded_next(s);
	if (percent(s, 40))
		e.bmAttributes = (uint8_t)seeded_next(s);
	if (percent(s, 60))
		e.wMaxPacketSize = htole16(packets[below(s, sizeof(packets) / sizeof(packets[0]))]);
	if (percent(s, 50))
		e.bInterval = (uint8_t)seeded_next(s);
	if (percent(s, 10))
		e.bLength = (uint8_t)seeded_next(s);
	return e;
}

/* A descriptor of whatever kind, that may claim another length than it has. */
static void add_foreign(struct seeded *s, struct message *m)
{
	uint8_t bytes[64];
	const unsigned int size = 2 + below(s, 60);

	noise(s, bytes, sizeof(bytes));
	bytes[0] = percent(s, 70) ? (uint8_t)size : (uint8_t)below(s, 4);
	bytes[1] = percent(s, 50) ? (uint8_t)(0x21 + below(s, 16)) : (uint8_t)below(s, 16);
	add(m, bytes, size);
}

static void odd_config(struct seeded *s, struct message *m)
{
	const unsigned int interfaces = below(s, 5);

	for (unsigned int i = 0; i < interfaces; i++) {
		const unsigned int settings = percent(s, 70) ? 1 : below(s, 4);

		for (unsigned int a = 0; a < settings; a++) {
			struct usb_interface_descriptor d = our_interface();
			const unsigned int endpoints = percent(s, 60) ? 1 : below(s, 5);

			d.bInterfaceNumber = (uint8_t)(percent(s, 80) ? i : below(s, 256));
			d.bAlternateSetting = (uint8_t)(percent(s, 80) ? a : below(s, 256));
			d.bNumEndpoints = (uint8_t)(percent(s, 80) ? endpoints : below(s, 256));
			if (percent(s, 20))
				d.bInterfaceProtocol = (uint8_t)seeded_next(s);
			add(m, &d, USB_DT_INTERFACE_SIZE);
			if (percent(s, 20))
				add_foreign(s, m);
			for (unsigned int e = 0; e < endpoints; e++) {
				const struct usb_endpoint_descriptor ep = percent(s, 40) ? our_endpoint(true) :
											   odd_endpoint(s);

				add(m, &ep, EP_SIZE);
			}
		}
	}
	if (percent(s, 20))
		add_foreign(s, m);
}

static void make_config(struct seeded *s, bool odd, bool high_speed, struct descriptors *ret)
{
	struct message *m = &ret->config;
	struct usb_config_descriptor c = {
		.bLength = USB_DT_CONFIG_SIZE,
		.bDescriptorType = USB_DT_CONFIG,
		.bNumInterfaces = 1,
		.bConfigurationValue = 1,
		.bmAttributes = USB_CONFIG_ATT_ONE,
		.bMaxPower = 50,
	};
	const struct usb_interface_descriptor interface = our_interface();

	m->size = USB_DT_CONFIG_SIZE;
	if (odd) {
		odd_config(s, m);
		c.bNumInterfaces = (uint8_t)below(s, percent(s, 80) ? 5 : 256);
	} else {
		add(m, &interface, USB_DT_INTERFACE_SIZE);
		add(m, &ret->endpoint, EP_SIZE);
	}
	c.wTotalLength = htole16((uint16_t)m->size);
	if (odd && percent(s, 15))
		c.wTotalLength =
			htole16((uint16_t)(percent(s, 50) ? seeded_next(s) : below(s, (unsigned int)m->size + 10)));
	memcpy(m->bytes, &c, USB_DT_CONFIG_SIZE);
	if (odd && percent(s, 40))
		damage(s, m->bytes, m->size, 8);
	(void)high_speed;
}

void make_descriptors(struct seeded *s, bool hostile, bool high_speed, struct descriptors *ret)
{
	static const uint16_t packets[] = { 64, 65, 128, 512, 1024 };
	/* Most hostile boards get past the hub, or none of them would meet the driver. */
	const bool odd_device = hostile && percent(s, 15), odd = hostile && percent(s, 60);

	*ret = (struct descriptors){
		.device = {
			.bLength = USB_DT_DEVICE_SIZE, .bDescriptorType = USB_DT_DEVICE, .bcdUSB = htole16(0x0200),
			.bMaxPacketSize0 = 64, .idVendor = htole16(0x1209),
			.idProduct = htole16((uint16_t)(1 + below(s, 16))), .bcdDevice = htole16(0x0100),
			.iManufacturer = 1, .iProduct = 2, .iSerialNumber = 3, .bNumConfigurations = 1,
		},
		.device_size = USB_DT_DEVICE_SIZE,
		.endpoint = our_endpoint(high_speed),
	};
	if (hostile && percent(s, 10)) { /* an id that only new_id knows: the driver is asked about every interface */
		ret->device.idVendor = htole16(0xf055);
		ret->device.idProduct = htole16(0x5b5b);
	}
	if (odd_device) {
		damage(s, &ret->device, sizeof(ret->device), 3);
		if (percent(s, 30))
			ret->device_size = below(s, USB_DT_DEVICE_SIZE + 1);
	}
	if (high_speed && percent(s, 30))
		ret->endpoint.wMaxPacketSize = htole16(packets[below(s, 5)]);
	make_config(s, odd, high_speed, ret);
}

struct message make_string(struct seeded *s, unsigned int index, bool hostile)
{
	static const char *const texts[] = { "", "Flagfall", "Hostile board", "H1" };
	const char *text = texts[index < 4 ? index : 0];
	struct message m = { .size = 2 + 2 * strlen(text),
			     .bytes = { (uint8_t)(2 + 2 * strlen(text)), USB_DT_STRING } };

	for (size_t i = 0; text[i]; i++)
		m.bytes[2 + 2 * i] = (uint8_t)text[i];
	if (index == 0) {
		m = (struct message){ 4, { 4, USB_DT_STRING, 0x09, 0x04 } };
	}
	if (hostile && percent(s, 30)) {
		noise(s, m.bytes + 2, 253);
		m.bytes[0] = (uint8_t)seeded_next(s);
		m.size = below(s, 256);
	}
	return m;
}
