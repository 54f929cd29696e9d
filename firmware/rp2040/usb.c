// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The board's USB interface on TinyUSB: see usb.h. TinyUSB's own vendor class
 * opens a pair of bulk endpoints, so this is a class driver of its own, with one
 * interrupt endpoint.
 */
#include "firmware/rp2040/usb.h"

#include <string.h>

#include "pico/time.h"

#include "tusb.h"
#include "device/usbd_pvt.h" /* class drivers of applications */

/* One of pid.codes' ids for private testing: doc/protocol.md, section 9, before anybody else gets the board. */
#ifndef USB_VENDOR
#define USB_VENDOR 0x1209
#endif
#ifndef USB_PRODUCT
#define USB_PRODUCT 0x0001
#endif

#define PORT 0
#define REPORT_ENDPOINT 0x81
#define TEXT_MOST 31

enum { LANGUAGES, MAKER, PRODUCT, SERIAL };

static struct firmware_board *board;
static const char *serial_text;
static uint8_t report[SBW_REPORT_SIZE], answer[FIRMWARE_ANSWER_SIZE];
static bool is_open;

/* --- descriptors --- */

static const tusb_desc_device_t device = {
	.bLength = sizeof(tusb_desc_device_t),
	.bDescriptorType = TUSB_DESC_DEVICE,
	.bcdUSB = 0x0200,
	.bMaxPacketSize0 = CFG_TUD_ENDPOINT0_SIZE,
	.idVendor = USB_VENDOR,
	.idProduct = USB_PRODUCT,
	.bcdDevice = 0x0100,
	.iManufacturer = MAKER,
	.iProduct = PRODUCT,
	.iSerialNumber = SERIAL,
	.bNumConfigurations = 1,
};

static const uint8_t configuration[] = {
	/* the configuration: 25 bytes with what follows, one interface, from the bus, 100 mA */
	9,
	TUSB_DESC_CONFIGURATION,
	25,
	0,
	1,
	1,
	0,
	0x80,
	50,
	/* the interface and its endpoint: doc/protocol.md, section 1 */
	9,
	TUSB_DESC_INTERFACE,
	0,
	0,
	1,
	SBW_INTERFACE_CLASS,
	SBW_INTERFACE_SUBCLASS,
	SBW_INTERFACE_PROTOCOL,
	0,
	7,
	TUSB_DESC_ENDPOINT,
	REPORT_ENDPOINT,
	TUSB_XFER_INTERRUPT,
	SBW_REPORT_SIZE,
	0,
	1,
};

const uint8_t *tud_descriptor_device_cb(void)
{
	return (const uint8_t *)&device;
}

const uint8_t *tud_descriptor_configuration_cb(uint8_t index)
{
	(void)index; /* there is one */
	return configuration;
}

const uint16_t *tud_descriptor_string_cb(uint8_t index, uint16_t language)
{
	static uint16_t text[1 + TEXT_MOST];
	const char *from = index == MAKER ? "Flagfall" : index == PRODUCT ? "DIY board" : serial_text;
	unsigned n = 0;

	(void)language; /* there is one */
	if (index > SERIAL)
		return NULL;
	if (index == LANGUAGES)
		text[1 + n++] = 0x0409;
	else
		while (n < TEXT_MOST && from[n])
			text[1 + n] = (uint8_t)from[n], n++;
	text[0] = (uint16_t)(TUSB_DESC_STRING << 8 | (2 + 2 * n));
	return text;
}

/* --- requests --- */

/* TinyUSB hands over all vendor requests here, whoever they are for. */
bool tud_vendor_control_xfer_cb(uint8_t port, uint8_t stage, const tusb_control_request_t *request)
{
	uint8_t n;

	if (stage != CONTROL_STAGE_SETUP)
		return true;
	if (request->bmRequestType != 0xc1 || request->wIndex != 0)
		return false; /* stalls */
	n = firmware_answer(board, time_us_64(), (uint8_t)request->bRequest, answer);
	return n && tud_control_xfer(port, request, answer, n);
}

/* --- the class driver --- */

static void driver_init(void)
{
}

static void driver_reset(uint8_t port)
{
	(void)port;
	is_open = false;
}

/* Returns how much of the configuration is its own. */
static uint16_t driver_open(uint8_t port, const tusb_desc_interface_t *interface, uint16_t most)
{
	const uint16_t size = sizeof(tusb_desc_interface_t) + sizeof(tusb_desc_endpoint_t);

	TU_VERIFY(interface->bInterfaceClass == SBW_INTERFACE_CLASS &&
			  interface->bInterfaceSubClass == SBW_INTERFACE_SUBCLASS &&
			  interface->bInterfaceProtocol == SBW_INTERFACE_PROTOCOL && most >= size,
		  0);
	TU_ASSERT(usbd_edpt_open(port, (const tusb_desc_endpoint_t *)tu_desc_next(interface)), 0);
	is_open = true;
	return size;
}

static bool driver_control(uint8_t port, uint8_t stage, const tusb_control_request_t *request)
{
	(void)port, (void)stage, (void)request;
	return false; /* there are no requests of a class */
}

static bool driver_sent(uint8_t port, uint8_t endpoint, xfer_result_t result, uint32_t size)
{
	(void)port, (void)endpoint, (void)result, (void)size;
	return true; /* usb_send_report() finds the endpoint free */
}

static const usbd_class_driver_t driver = {
	.init = driver_init,
	.reset = driver_reset,
	.open = driver_open,
	.control_xfer_cb = driver_control,
	.xfer_cb = driver_sent,
};

const usbd_class_driver_t *usbd_app_driver_get_cb(uint8_t *count)
{
	*count = 1;
	return &driver;
}

void usb_send_report(void)
{
	uint8_t n;

	if (!is_open || !tud_ready() || usbd_edpt_busy(PORT, REPORT_ENDPOINT))
		return;
	n = firmware_report(board, report);
	if (n)
		usbd_edpt_xfer(PORT, REPORT_ENDPOINT, report, n);
}

void usb_start(struct firmware_board *b, const char *serial)
{
	board = b;
	serial_text = serial;
	tusb_init();
}
