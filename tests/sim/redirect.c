// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The emulated board as a USB device of a virtual machine: its cable is a
 * stream socket on which QEMU's usb-redir listens, and goes to whatever host
 * controller that machine has. The messages on it are usbredir's, read and
 * written by its own library. The board answers as the device itself would:
 * its descriptors, its requests, its interrupt endpoint.
 */
#include <endian.h>
#include <errno.h>
#include <iconv.h>
#include <linux/usb/ch9.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <usbredirparser.h>

#include "tests/sim/sim-internal.h"

#define REPORT_ENDPOINT (1 | USB_DIR_IN)
/* Where usbredir's tables have an endpoint. */
#define TABLE_INDEX(endpoint) (((endpoint)&0x0f) | ((endpoint)&USB_DIR_IN ? 0x10 : 0))

enum { STRING_LANGUAGES, STRING_MAKER, STRING_MODEL, STRING_SERIAL, STRING_INTERFACE };

struct redirect_link {
	int fd; /* of the virtual machine, -1: not plugged in */
	char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
	bool high_speed;
	struct usbredirparser *parser;
	uint8_t configuration;
	bool receiving; /* the host polls the interrupt endpoint */
	bool halted;	/* and has been told that it is */
	uint64_t reports;
	bool lost; /* the socket has ended */
};

/* --- descriptors --- */

struct configuration {
	struct usb_config_descriptor config;
	struct usb_interface_descriptor interface;
	struct usb_endpoint_descriptor report;
} __attribute__((packed));

/* The header's endpoint has two bytes more, which audio alone sends. */
#define CONFIGURATION_SIZE (USB_DT_CONFIG_SIZE + USB_DT_INTERFACE_SIZE + USB_DT_ENDPOINT_SIZE)

static size_t device_descriptor(const struct sim *sim, uint8_t *out)
{
	const struct usb_device_descriptor d = {
		.bLength = USB_DT_DEVICE_SIZE,
		.bDescriptorType = USB_DT_DEVICE,
		.bcdUSB = htole16(0x0200),
		.bMaxPacketSize0 = 64,
		.idVendor = htole16(sim->vendor),
		.idProduct = htole16(sim->product),
		.bcdDevice = htole16(0x0100),
		.iManufacturer = STRING_MAKER,
		.iProduct = STRING_MODEL,
		.iSerialNumber = *sim->board.info.serial ? STRING_SERIAL : 0,
		.bNumConfigurations = 1,
	};

	memcpy(out, &d, sizeof(d));
	return sizeof(d);
}

/* What the board would be at the other speed: the same. */
static size_t qualifier_descriptor(uint8_t *out)
{
	const struct usb_qualifier_descriptor d = {
		.bLength = sizeof(d),
		.bDescriptorType = USB_DT_DEVICE_QUALIFIER,
		.bcdUSB = htole16(0x0200),
		.bMaxPacketSize0 = 64,
		.bNumConfigurations = 1,
	};

	memcpy(out, &d, sizeof(d));
	return sizeof(d);
}

/* A millisecond between reports: one frame at full speed, 2 to the third microframes at high speed. */
static uint8_t report_interval(const struct redirect_link *link)
{
	return link->high_speed ? 4 : 1;
}

static size_t configuration_descriptor(const struct redirect_link *link, uint8_t *out)
{
	const struct configuration c = {
		.config = { .bLength = USB_DT_CONFIG_SIZE,
			    .bDescriptorType = USB_DT_CONFIG,
			    .wTotalLength = htole16(CONFIGURATION_SIZE),
			    .bNumInterfaces = 1,
			    .bConfigurationValue = 1,
			    .bmAttributes = USB_CONFIG_ATT_ONE,
			    .bMaxPower = 50 },
		.interface = { .bLength = USB_DT_INTERFACE_SIZE,
			       .bDescriptorType = USB_DT_INTERFACE,
			       .bNumEndpoints = 1,
			       .bInterfaceClass = SBW_INTERFACE_CLASS,
			       .bInterfaceSubClass = SBW_INTERFACE_SUBCLASS,
			       .bInterfaceProtocol = SBW_INTERFACE_PROTOCOL,
			       .iInterface = STRING_INTERFACE },
		.report = { .bLength = USB_DT_ENDPOINT_SIZE,
			    .bDescriptorType = USB_DT_ENDPOINT,
			    .bEndpointAddress = REPORT_ENDPOINT,
			    .bmAttributes = USB_ENDPOINT_XFER_INT,
			    .wMaxPacketSize = htole16(SBW_REPORT_SIZE),
			    .bInterval = report_interval(link) },
	};

	memcpy(out, &c, CONFIGURATION_SIZE);
	return CONFIGURATION_SIZE;
}

/* USB's strings are UTF-16. */
static size_t string_descriptor(const struct sim *sim, uint8_t number, uint8_t out[static NATIVE_REPLY_SIZE])
{
	static const char languages[] = { 0x09, 0x04 }; /* English */
	char text[SBW_TEXT_SIZE + 1] = "", *from = text, *to = (char *)out + 2;
	size_t left, room = NATIVE_REPLY_SIZE - 2;
	iconv_t utf16;

	if (number == STRING_LANGUAGES) {
		memcpy(to, languages, sizeof(languages));
		room -= sizeof(languages);
	} else {
		if (number == STRING_MODEL || number == STRING_SERIAL)
			memcpy(text, number == STRING_MODEL ? sim->board.info.model : sim->board.info.serial,
			       SBW_TEXT_SIZE);
		else if (number == STRING_MAKER || number == STRING_INTERFACE)
			strcpy(text, number == STRING_MAKER ? "Flagfall" : "Sensor board");
		else
			return 0;
		left = strlen(text);
		utf16 = iconv_open("UTF-16LE", "UTF-8");
		if (utf16 == (iconv_t)-1)
			return 0;
		iconv(utf16, &from, &left, &to, &room);
		iconv_close(utf16);
	}
	out[0] = (uint8_t)(NATIVE_REPLY_SIZE - room);
	out[1] = USB_DT_STRING;
	return NATIVE_REPLY_SIZE - room;
}

/* --- requests --- */

/* A request of USB's own: the answer's length, or -EPIPE. What the library has calls for does not come here. */
static int standard_request(const struct sim *sim, const struct native_setup *setup, uint8_t *reply)
{
	const struct redirect_link *link = sim->link;
	size_t n = 0;

	if (setup->request == USB_REQ_GET_STATUS) {
		memset(reply, 0, 2);
		return 2;
	}
	if (setup->request == USB_REQ_CLEAR_FEATURE || setup->request == USB_REQ_SET_FEATURE)
		return 0;
	if (setup->request != USB_REQ_GET_DESCRIPTOR)
		return -EPIPE;
	switch (setup->value >> 8) {
	case USB_DT_DEVICE:
		n = device_descriptor(sim, reply);
		break;
	case USB_DT_CONFIG:
		n = configuration_descriptor(link, reply);
		break;
	case USB_DT_STRING:
		n = string_descriptor(sim, (uint8_t)setup->value, reply);
		break;
	case USB_DT_DEVICE_QUALIFIER:
		n = link->high_speed ? qualifier_descriptor(reply) : 0;
		break;
	}
	return n ? (int)n : -EPIPE;
}

static void on_control(void *priv, uint64_t id, struct usb_redir_control_packet_header *request, uint8_t *data,
		       int size)
{
	struct sim *sim = priv;
	struct redirect_link *link = sim->link;
	struct usb_redir_control_packet_header answer = *request;
	const struct native_setup setup = { .type = request->requesttype,
					    .request = request->request,
					    .value = request->value,
					    .index = request->index,
					    .length = request->length };
	const bool in = setup.type & USB_DIR_IN;
	uint8_t reply[NATIVE_REPLY_SIZE];
	int r = -EPIPE;

	if (sim->fault == SIM_FAULT_HALT && setup.type == USB_RECIP_ENDPOINT && setup.request == USB_REQ_CLEAR_FEATURE)
		goto unanswered;
	if ((setup.type & USB_TYPE_MASK) == USB_TYPE_STANDARD)
		r = standard_request(sim, &setup, reply);
	else if (sim->fault == SIM_FAULT_MUTE)
		goto unanswered;
	else if (in || size == setup.length)
		r = native_control(&sim->board, &setup, data, reply);
	answer.status = r < 0 ? usb_redir_stall : usb_redir_success;
	if (r > setup.length)
		r = setup.length;
	if (in)
		answer.length = (uint16_t)(r < 0 ? 0 : r);
	usbredirparser_send_control_packet(link->parser, id, &answer, in && r > 0 ? reply : NULL, in && r > 0 ? r : 0);
	usbredirparser_free_packet_data(link->parser, data);
	return;

unanswered: /* the host gives it up */
	sim->board.state.unanswered++;
	usbredirparser_free_packet_data(link->parser, data);
}

/* What was given up has no answer: it is told so. */
static void on_cancel(void *priv, uint64_t id)
{
	struct sim *sim = priv;
	struct redirect_link *link = sim->link;
	struct usb_redir_control_packet_header answer = { .status = usb_redir_cancelled };

	usbredirparser_send_control_packet(link->parser, id, &answer, NULL, 0);
}

static void on_set_configuration(void *priv, uint64_t id, struct usb_redir_set_configuration_header *request)
{
	struct sim *sim = priv;
	struct redirect_link *link = sim->link;
	struct usb_redir_configuration_status_header answer = { .configuration = request->configuration };

	link->configuration = request->configuration;
	link->receiving = false;
	usbredirparser_send_configuration_status(link->parser, id, &answer);
}

static void on_get_configuration(void *priv, uint64_t id)
{
	struct sim *sim = priv;
	struct redirect_link *link = sim->link;
	struct usb_redir_configuration_status_header answer = { .configuration = link->configuration };

	usbredirparser_send_configuration_status(link->parser, id, &answer);
}

static void on_set_alternate(void *priv, uint64_t id, struct usb_redir_set_alt_setting_header *request)
{
	struct sim *sim = priv;
	struct redirect_link *link = sim->link;
	struct usb_redir_alt_setting_status_header answer = { .status = request->alt ? usb_redir_stall :
										       usb_redir_success,
							      .interface = request->interface };

	usbredirparser_send_alt_setting_status(link->parser, id, &answer);
}

static void on_get_alternate(void *priv, uint64_t id, struct usb_redir_get_alt_setting_header *request)
{
	struct sim *sim = priv;
	struct redirect_link *link = sim->link;
	struct usb_redir_alt_setting_status_header answer = { .interface = request->interface };

	usbredirparser_send_alt_setting_status(link->parser, id, &answer);
}

static void on_start_interrupt(void *priv, uint64_t id, struct usb_redir_start_interrupt_receiving_header *request)
{
	struct sim *sim = priv;
	struct redirect_link *link = sim->link;
	struct usb_redir_interrupt_receiving_status_header answer = { .endpoint = request->endpoint };

	if (request->endpoint == REPORT_ENDPOINT && link->configuration)
		link->receiving = true;
	else
		answer.status = usb_redir_stall;
	usbredirparser_send_interrupt_receiving_status(link->parser, id, &answer);
}

static void on_stop_interrupt(void *priv, uint64_t id, struct usb_redir_stop_interrupt_receiving_header *request)
{
	struct sim *sim = priv;
	struct redirect_link *link = sim->link;
	struct usb_redir_interrupt_receiving_status_header answer = { .endpoint = request->endpoint };

	link->receiving = false;
	usbredirparser_send_interrupt_receiving_status(link->parser, id, &answer);
}

static void on_reset(void *priv)
{
	struct sim *sim = priv;
	struct redirect_link *link = sim->link;

	link->receiving = false;
}

/* --- the device, as it is announced --- */

static void announce_endpoints(struct redirect_link *link)
{
	struct usb_redir_ep_info_header table = { .max_packet_size = { 64 } };
	const unsigned control_in = TABLE_INDEX(USB_DIR_IN), report = TABLE_INDEX(REPORT_ENDPOINT);

	memset(table.type, usb_redir_type_invalid, sizeof(table.type));
	table.type[0] = table.type[control_in] = usb_redir_type_control;
	table.max_packet_size[control_in] = 64;
	table.type[report] = usb_redir_type_interrupt;
	table.interval[report] = report_interval(link);
	table.max_packet_size[report] = SBW_REPORT_SIZE;
	usbredirparser_send_ep_info(link->parser, &table);
}

static void on_hello(void *priv, struct usb_redir_hello_header *hello)
{
	struct sim *sim = priv;
	struct redirect_link *link = sim->link;
	struct usb_redir_interface_info_header interfaces = { .interface_count = 1,
							      .interface_class = { SBW_INTERFACE_CLASS },
							      .interface_subclass = { SBW_INTERFACE_SUBCLASS },
							      .interface_protocol = { SBW_INTERFACE_PROTOCOL } };
	struct usb_redir_device_connect_header device = {
		.speed = link->high_speed ? usb_redir_speed_high : usb_redir_speed_full,
		.vendor_id = sim->vendor,
		.product_id = sim->product,
		.device_version_bcd = 0x0100,
	};

	(void)hello;
	usbredirparser_send_interface_info(link->parser, &interfaces);
	announce_endpoints(link);
	usbredirparser_send_device_connect(link->parser, &device);
}

/* --- the socket --- */

static int on_read(void *priv, uint8_t *data, int size)
{
	struct sim *sim = priv;
	struct redirect_link *link = sim->link;
	const ssize_t n = recv(link->fd, data, (size_t)size, MSG_DONTWAIT);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	link->lost |= n <= 0;
	return n <= 0 ? -1 : (int)n;
}

static int on_write(void *priv, uint8_t *data, int size)
{
	struct sim *sim = priv;
	struct redirect_link *link = sim->link;
	const ssize_t n = send(link->fd, data, (size_t)size, MSG_DONTWAIT | MSG_NOSIGNAL);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	link->lost |= n < 0;
	return n < 0 ? -1 : (int)n;
}

static void on_log(void *priv, int level, const char *text)
{
	(void)priv;
	if (level <= usbredirparser_warning)
		fprintf(stderr, "flagfall-sim: usbredir: %s\n", text);
}

static struct usbredirparser *new_parser(struct sim *sim)
{
	uint32_t caps[USB_REDIR_CAPS_SIZE] = { 0 };
	struct usbredirparser *parser = usbredirparser_create();

	if (!parser)
		return NULL;
	parser->priv = sim;
	parser->log_func = on_log;
	parser->read_func = on_read;
	parser->write_func = on_write;
	parser->hello_func = on_hello;
	parser->reset_func = on_reset;
	parser->control_packet_func = on_control;
	parser->cancel_data_packet_func = on_cancel;
	parser->set_configuration_func = on_set_configuration;
	parser->get_configuration_func = on_get_configuration;
	parser->set_alt_setting_func = on_set_alternate;
	parser->get_alt_setting_func = on_get_alternate;
	parser->start_interrupt_receiving_func = on_start_interrupt;
	parser->stop_interrupt_receiving_func = on_stop_interrupt;
	usbredirparser_caps_set_cap(caps, usb_redir_cap_connect_device_version);
	usbredirparser_caps_set_cap(caps, usb_redir_cap_ep_info_max_packet_size);
	usbredirparser_caps_set_cap(caps, usb_redir_cap_64bits_ids);
	usbredirparser_caps_set_cap(caps, usb_redir_cap_32bits_bulk_length);
	usbredirparser_init(parser, "flagfall-sim", caps, USB_REDIR_CAPS_SIZE, usbredirparser_fl_usb_host);
	return parser;
}

static void redirect_unplug(struct sim *sim)
{
	struct redirect_link *link = sim->link;

	if (link->parser)
		usbredirparser_destroy(link->parser);
	if (link->fd >= 0)
		close(link->fd);
	link->parser = NULL;
	link->fd = -1;
	link->receiving = link->lost = false;
	link->configuration = 0;
}

static int redirect_plug(struct sim *sim, const char *port)
{
	struct redirect_link *link = sim->link;
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	if (port && *port) {
		if (strlen(port) >= sizeof(link->path))
			return -ENAMETOOLONG;
		strcpy(link->path, port);
	}
	if (!*link->path)
		return -EINVAL;
	strcpy(address.sun_path, link->path);
	link->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (link->fd < 0 || connect(link->fd, (struct sockaddr *)&address, sizeof(address)) < 0) {
		const int r = -errno;

		redirect_unplug(sim);
		return r;
	}
	link->parser = new_parser(sim);
	if (!link->parser) {
		redirect_unplug(sim);
		return -ENOMEM;
	}
	return 0;
}

/* One report at a time, so that what the host has not taken is known. */
static void send_report(struct sim *sim)
{
	struct redirect_link *link = sim->link;
	struct usb_redir_interrupt_packet_header header = { .endpoint = REPORT_ENDPOINT };
	uint8_t report[NATIVE_REPLY_SIZE];
	size_t size;

	if (sim->fault == SIM_FAULT_HALT) {
		header.status = usb_redir_stall;
		if (link->receiving && !link->halted)
			usbredirparser_send_interrupt_packet(link->parser, link->reports++, &header, NULL, 0);
		link->halted |= link->receiving;
		usbredirparser_do_write(link->parser);
		return;
	}
	link->halted = false;
	while (link->receiving && !link->lost && !usbredirparser_has_data_to_write(link->parser)) {
		size = native_next_report(&sim->board, report);
		if (!size)
			return;
		header.length = (uint16_t)size;
		usbredirparser_send_interrupt_packet(link->parser, link->reports++, &header, report, (int)size);
		usbredirparser_do_write(link->parser);
		native_report_taken(&sim->board, !link->lost);
	}
}

static void redirect_serve(struct sim *sim)
{
	struct redirect_link *link = sim->link;

	if (!link->parser)
		return;
	usbredirparser_do_read(link->parser);
	if (!link->lost && usbredirparser_has_data_to_write(link->parser))
		usbredirparser_do_write(link->parser);
	send_report(sim);
	if (link->lost)
		redirect_unplug(sim); /* the machine is gone */
}

static unsigned redirect_fds(struct sim *sim, struct pollfd *fds)
{
	struct redirect_link *link = sim->link;

	if (!link->parser)
		return 0;
	fds[0] = (struct pollfd){ .fd = link->fd,
				  .events = POLLIN | (usbredirparser_has_data_to_write(link->parser) ? POLLOUT : 0) };
	return 1;
}

static bool redirect_host(struct sim *sim)
{
	struct redirect_link *link = sim->link;

	return link->receiving;
}

static void redirect_free(struct sim *sim)
{
	free(sim->link);
}

static const struct sim_transport redirect_transport = {
	.plug = redirect_plug,
	.unplug = redirect_unplug,
	.free = redirect_free,
	.fds = redirect_fds,
	.serve = redirect_serve,
	.host = redirect_host,
};

int sim_use_redirect(struct sim *sim, bool high_speed)
{
	struct redirect_link *link = calloc(1, sizeof(*link));
	int r;

	if (!link)
		return -ENOMEM;
	link->fd = -1;
	link->high_speed = high_speed;
	r = sim_start(sim, &redirect_transport, link);
	if (r < 0)
		free(link);
	return r;
}
