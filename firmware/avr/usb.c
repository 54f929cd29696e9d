// SPDX-License-Identifier: GPL-2.0-or-later
/* The USB controller of the ATmega32U4: see usb.h, and chapters 21 and 22 of its data sheet. */
#include "firmware/avr/usb.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <avr/sleep.h>
#include <string.h>

#include "kernel/wire.h"

/* One of pid.codes' ids for private testing: doc/protocol.md, section 9, before anybody else gets the board. */
#ifndef USB_VENDOR
#define USB_VENDOR 0x1209
#endif
#ifndef USB_PRODUCT
#define USB_PRODUCT 0x0001
#endif
#ifndef USB_MAKER_TEXT
#define USB_MAKER_TEXT "Flagfall"
#endif
#ifndef USB_PRODUCT_TEXT
#define USB_PRODUCT_TEXT "DIY board"
#endif

#define CONTROL_SIZE 64
#define REPORT_ENDPOINT 1

#define LOW(n) ((n)&0xff)
#define HIGH(n) ((n) >> 8)

enum { GET_STATUS = 0, CLEAR_FEATURE = 1, SET_FEATURE = 3, SET_ADDRESS = 5, GET_DESCRIPTOR = 6 };
enum { GET_CONFIGURATION = 8, SET_CONFIGURATION = 9, GET_INTERFACE = 10, SET_INTERFACE = 11 };
enum { DEVICE = 1, CONFIGURATION = 2, STRING = 3 };
enum { MAKER_STRING = 1, PRODUCT_STRING = 2, SERIAL_STRING = 3 };

struct setup {
	uint8_t type, request;
	uint8_t value, value_high; /* of a descriptor: index, type */
	uint8_t index, index_high;
	uint16_t length;
};

static const uint8_t device_descriptor[] PROGMEM = {
	18,
	DEVICE,
	0x00,
	0x02,
	0,
	0,
	0,
	CONTROL_SIZE,
	LOW(USB_VENDOR),
	HIGH(USB_VENDOR),
	LOW(USB_PRODUCT),
	HIGH(USB_PRODUCT),
	0x00,
	0x01,
	MAKER_STRING,
	PRODUCT_STRING,
	SERIAL_STRING,
	1,
};

static const uint8_t configuration_descriptor[] PROGMEM = {
	9,
	CONFIGURATION,
	9 + 9 + 7,
	0,
	1,
	1,
	0,
	0x80,
	50, /* powered by the bus, 100 mA */
	9,
	4,
	0,
	0,
	1,
	SBW_INTERFACE_CLASS,
	SBW_INTERFACE_SUBCLASS,
	SBW_INTERFACE_PROTOCOL,
	0,
	7,
	5,
	0x80 | REPORT_ENDPOINT,
	3,
	SBW_REPORT_SIZE,
	0,
	1,
};

static const char maker_text[] PROGMEM = USB_MAKER_TEXT;
static const char product_text[] PROGMEM = USB_PRODUCT_TEXT;
static const char *serial_text;

/* Where the control transfer is. */
static enum { IDLE, SENDING, SENT, ACKNOWLEDGING, ADDRESSING } stage;
static enum { FROM_FLASH, FROM_RAM, FROM_TEXT_IN_FLASH, FROM_TEXT } source;
static const uint8_t *source_data;
static uint8_t to_send, sent;
static bool short_packet; /* what is sent ends with a packet that is not full */
static bool asked;	  /* a vendor request waits for usb_answer() */
static uint16_t wanted;	  /* wLength */
static uint8_t configuration;
static bool halted;

static void select(uint8_t endpoint)
{
	UENUM = endpoint;
}

/* Flags of UEINTX are cleared by writing 0; 1 leaves them. */
static void clear(uint8_t flags)
{
	UEINTX = (uint8_t)~flags;
}

static void set_up_control(void)
{
	select(0);
	UECONX = 1 << EPEN;
	UECFG0X = 0;
	UECFG1X = 3 << EPSIZE0 | 1 << ALLOC;
	stage = IDLE;
	asked = false;
}

static void set_up_reports(void)
{
	select(REPORT_ENDPOINT);
	UECONX = 1 << EPEN;
	UECFG0X = 3 << EPTYPE0 | 1 << EPDIR;
	UECFG1X = 3 << EPSIZE0 | 1 << ALLOC;
	UERST = 1 << REPORT_ENDPOINT;
	UERST = 0;
	halted = false;
	select(0);
}

static void start_pll(void)
{
	PLLCSR = 1 << PINDIV | 1 << PLLE; /* from 16 MHz */
	while (!(PLLCSR & 1 << PLOCK))
		;
}

void usb_start(const char *serial)
{
	serial_text = serial;
	UHWCON = 1 << UVREGE;
	USBCON = 1 << USBE | 1 << FRZCLK;
	PLLFRQ = 1 << PDIV2;
	start_pll();
	USBCON = 1 << USBE | 1 << OTGPADE;
	UDCON = 0; /* attached, at full speed */
	set_up_control();
}

/* Starts the data stage of an IN transfer. A text of n characters is sent as 2 + 2 n bytes. */
static void send(uint8_t from, const void *data, uint8_t size)
{
	source = from;
	source_data = data;
	sent = 0;
	short_packet = size < wanted;
	to_send = short_packet ? size : (uint8_t)wanted;
	stage = SENDING;
}

static void send_text(uint8_t from, const char *text)
{
	const uint8_t length = (uint8_t)(from == FROM_TEXT ? strlen(text) : strlen_P(text));

	send(from, text, (uint8_t)(2 + 2 * length));
}

static void stall(void)
{
	UECONX = 1 << STALLRQ | 1 << EPEN;
	stage = IDLE;
}

/* The answer to an OUT request without data is an empty packet. */
static void acknowledge(void)
{
	clear(1 << TXINI);
	stage = ACKNOWLEDGING;
}

/* Byte i of a string descriptor of that text. */
static uint8_t text_byte(uint8_t i)
{
	const char *text = (const char *)source_data;

	if (i == 0)
		return (uint8_t)(2 + 2 * (source == FROM_TEXT ? strlen(text) : strlen_P(text)));
	if (i == 1)
		return STRING;
	if (i & 1)
		return 0;
	return source == FROM_TEXT ? text[i / 2 - 1] : pgm_read_byte(text + i / 2 - 1);
}

static void send_packet(void)
{
	const uint8_t left = to_send - sent, n = left < CONTROL_SIZE ? left : CONTROL_SIZE;
	const uint8_t *from = source_data + sent;

	for (uint8_t i = 0; i < n; i++) {
		if (source == FROM_RAM)
			UEDATX = *from++;
		else if (source == FROM_FLASH)
			UEDATX = pgm_read_byte(from++);
		else
			UEDATX = text_byte(sent + i);
	}
	sent += n;
	clear(1 << TXINI);
	if (sent == to_send && (n < CONTROL_SIZE || !short_packet))
		stage = SENT;
}

static void get_descriptor(const struct setup *s)
{
	static const uint8_t languages[] PROGMEM = { 4, STRING, 0x09, 0x04 };

	if (s->value_high == DEVICE)
		send(FROM_FLASH, device_descriptor, sizeof(device_descriptor));
	else if (s->value_high == CONFIGURATION && s->value == 0)
		send(FROM_FLASH, configuration_descriptor, sizeof(configuration_descriptor));
	else if (s->value_high == STRING && s->value == 0)
		send(FROM_FLASH, languages, sizeof(languages));
	else if (s->value_high == STRING && s->value == MAKER_STRING)
		send_text(FROM_TEXT_IN_FLASH, maker_text);
	else if (s->value_high == STRING && s->value == PRODUCT_STRING)
		send_text(FROM_TEXT_IN_FLASH, product_text);
	else if (s->value_high == STRING && s->value == SERIAL_STRING)
		send_text(FROM_TEXT, serial_text);
	else
		stall();
}

static void set_configuration(uint8_t value)
{
	if (value > 1) {
		stall();
		return;
	}
	configuration = value;
	if (value)
		set_up_reports();
	acknowledge();
}

/* Halts the endpoint of the reports, or sets it going again. */
static void set_halt(const struct setup *s, bool halt)
{
	if (s->type != 0x02 || s->value != 0 || (s->index & 0x0f) != REPORT_ENDPOINT || !configuration) {
		stall();
		return;
	}
	select(REPORT_ENDPOINT);
	UECONX = halt ? 1 << STALLRQ | 1 << EPEN : 1 << STALLRQC | 1 << RSTDT | 1 << EPEN;
	halted = halt;
	select(0);
	acknowledge();
}

static void send_number(uint8_t low, uint8_t size)
{
	static uint8_t number[2];

	number[0] = low;
	send(FROM_RAM, number, size);
}

static void standard_in(const struct setup *s)
{
	if (s->request == GET_DESCRIPTOR)
		get_descriptor(s);
	else if (s->request == GET_STATUS)
		send_number(s->type == 0x82 && (s->index & 0x0f) == REPORT_ENDPOINT && halted, 2);
	else if (s->request == GET_CONFIGURATION)
		send_number(configuration, 1);
	else if (s->request == GET_INTERFACE && configuration)
		send_number(0, 1);
	else
		stall();
}

static void standard_out(const struct setup *s)
{
	if (s->request == SET_ADDRESS) {
		UDADDR = s->value & 0x7f;
		acknowledge();
		stage = ADDRESSING; /* the new address counts after the acknowledgement */
	} else if (s->request == SET_CONFIGURATION) {
		set_configuration(s->value);
	} else if (s->request == CLEAR_FEATURE || s->request == SET_FEATURE) {
		set_halt(s, s->request == SET_FEATURE);
	} else if (s->request == SET_INTERFACE && configuration && !s->value && !s->index) {
		set_up_reports();
		acknowledge();
	} else {
		stall();
	}
}

/* Returns true for a vendor request, which is for the board to answer. */
static bool begin_transfer(uint8_t *request)
{
	struct setup s;

	s.type = UEDATX;
	s.request = UEDATX;
	s.value = UEDATX;
	s.value_high = UEDATX;
	s.index = UEDATX;
	s.index_high = UEDATX;
	s.length = UEDATX;
	s.length |= (uint16_t)UEDATX << 8;
	clear(1 << RXSTPI | 1 << RXOUTI | 1 << TXINI);
	wanted = s.length;
	stage = IDLE;
	asked = false;
	if (s.type == 0xc1 && !s.value && !s.value_high && !s.index && !s.index_high && configuration) {
		*request = s.request;
		asked = true;
	} else if ((s.type & 0xe0) == 0x80) {
		standard_in(&s);
	} else if (!(s.type & 0xe0) && !s.length) {
		standard_out(&s);
	} else {
		stall();
	}
	return asked;
}

void usb_answer(const uint8_t *data, uint8_t size)
{
	if (asked)
		send(FROM_RAM, data, size);
	asked = false;
}

void usb_refuse(void)
{
	select(0);
	if (asked)
		stall();
	asked = false;
}

bool usb_poll(uint8_t *request)
{
	if (UDINT & 1 << EORSTI) {
		/* The cable was at rest before, which is no suspension. */
		UDINT = (uint8_t) ~(1 << EORSTI | 1 << SUSPI | 1 << WAKEUPI);
		configuration = 0;
		UDADDR = 0;
		set_up_control();
	}
	select(0);
	if (UEINTX & 1 << RXSTPI)
		return begin_transfer(request);
	if ((stage == SENDING || stage == SENT) && UEINTX & 1 << RXOUTI) {
		clear(1 << RXOUTI); /* the host has what it wants */
		stage = IDLE;
	} else if (stage == SENDING && UEINTX & 1 << TXINI) {
		send_packet();
	} else if ((stage == ACKNOWLEDGING || stage == ADDRESSING) && UEINTX & 1 << TXINI) {
		if (stage == ADDRESSING)
			UDADDR |= 1 << ADDEN;
		stage = IDLE;
	}
	return false;
}

bool usb_is_suspended(void)
{
	return configuration && UDINT & 1 << SUSPI;
}

/* Anything on the cable: the host goes on, or resets the bus. */
ISR(USB_GEN_vect)
{
	UDIEN = 0;
}

void usb_wait(void)
{
	UDINT = (uint8_t) ~(1 << WAKEUPI);
	USBCON |= 1 << FRZCLK;
	PLLCSR = 0;
	cli();
	UDIEN = 1 << WAKEUPE;
	set_sleep_mode(SLEEP_MODE_PWR_DOWN);
	while (UDIEN) {
		sleep_enable();
		sei();
		sleep_cpu();
		sleep_disable();
		cli();
	}
	sei();
	set_sleep_mode(SLEEP_MODE_IDLE);
	start_pll();
	USBCON &= (uint8_t) ~(1 << FRZCLK);
	UDINT = (uint8_t) ~(1 << WAKEUPI | 1 << SUSPI);
}

bool usb_can_report(void)
{
	if (!configuration || halted)
		return false;
	select(REPORT_ENDPOINT);
	return UEINTX & 1 << TXINI;
}

void usb_report(const uint8_t *data, uint8_t size)
{
	select(REPORT_ENDPOINT);
	clear(1 << TXINI);
	while (size--)
		UEDATX = *data++;
	clear(1 << FIFOCON);
}
