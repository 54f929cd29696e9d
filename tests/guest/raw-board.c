// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * raw-board DIR [PACKET]: a board that sends whatever bytes it is told to
 *
 * For tests of the module: DIR is a mounted FunctionFS instance, PACKET the size of the
 * interrupt endpoint's packets (64). Commands come on standard input, one a line; each is
 * answered with "ok" or "error …" on standard output when it is done:
 *
 *   info HEX | stall | silent    what to answer to GET_INFO
 *   board HEX | stall | silent   what to answer to GET_BOARD; its number is that of the last event that was sent since
 *   slow MS                      wait so long before each answer to GET_BOARD
 *   out ok | stall               what to answer to SET_LEDS and SET_CLOCK
 *   report HEX                   send this report; done when the host has taken it
 *   flood N HEX                  send it N times, numbers and time going on; ends early if the host goes
 *   pace N PER_SECOND HEX        the same, so many a second
 *   halt                         halt the interrupt endpoint: the host sees a stall
 *   quit
 *
 * Requests with data are printed: "leds HEX", "clock HEX". "request N" tells any other request, and one that is not
 * answered. It prints "ready" when the gadget may be bound.
 */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/usb/functionfs.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kernel/wire.h"

struct answer {
	enum { BYTES, STALL, SILENT } how;
	size_t size;
	unsigned char bytes[1024];
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct answer info, board, out;
	unsigned slow_ms;
	bool sent; /* a report since the last "board" */
	uint32_t last_seq;
	int ep0, ep1;
} raw = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

#define ENDPOINTS(size, interval) \
	{ \
		.interface = { \
		.bLength = sizeof(struct usb_interface_descriptor), .bDescriptorType = USB_DT_INTERFACE, \
		.bNumEndpoints = 1, .bInterfaceClass = SBW_INTERFACE_CLASS, \
		.bInterfaceSubClass = SBW_INTERFACE_SUBCLASS, \
		.bInterfaceProtocol = SBW_INTERFACE_PROTOCOL, .iInterface = 1, \
	}, .endpoint = { \
		.bLength = USB_DT_ENDPOINT_SIZE, .bDescriptorType = USB_DT_ENDPOINT, \
		.bEndpointAddress = 1 | USB_DIR_IN, .bmAttributes = USB_ENDPOINT_XFER_INT, \
		.wMaxPacketSize = htole16(size), .bInterval = interval, \
	} \
	}

struct descriptors {
	struct usb_interface_descriptor interface;
	struct usb_endpoint_descriptor_no_audio endpoint;
} __attribute__((packed));

static int describe(int packet)
{
	const struct {
		struct usb_functionfs_descs_head_v2 head;
		__le32 fs_count, hs_count;
		struct descriptors fs, hs;
	} __attribute__((packed)) d = {
		.head = {
			.magic = htole32(FUNCTIONFS_DESCRIPTORS_MAGIC_V2),
			.flags = htole32(FUNCTIONFS_HAS_FS_DESC | FUNCTIONFS_HAS_HS_DESC),
			.length = htole32(sizeof(d)),
		},
		.fs_count = htole32(2), .hs_count = htole32(2),
		.fs = ENDPOINTS(packet > 64 ? 64 : packet, 1), .hs = ENDPOINTS(packet, 4),
	};
	const struct {
		struct usb_functionfs_strings_head head;
		__le16 language;
		char text[sizeof("sensorboard")];
	} __attribute__((packed)) s = {
		.head = {
			.magic = htole32(FUNCTIONFS_STRINGS_MAGIC), .length = htole32(sizeof(s)),
			.str_count = htole32(1), .lang_count = htole32(1),
		},
		.language = htole16(0x0409), .text = "sensorboard",
	};

	if (write(raw.ep0, &d, sizeof(d)) != (ssize_t)sizeof(d))
		return -1;
	return write(raw.ep0, &s, sizeof(s)) == (ssize_t)sizeof(s) ? 0 : -1;
}

static void print_hex(const char *what, const unsigned char *p, ssize_t n)
{
	printf("%s ", what);
	for (ssize_t i = 0; i < n; i++)
		printf("%02x", p[i]);
	printf("\n");
	fflush(stdout);
}

/* With the lock held. */
static struct answer whole_board(void)
{
	struct answer a = raw.board;
	struct sbw_board_header header;

	if (raw.sent && a.how == BYTES && a.size >= sizeof(header)) {
		memcpy(&header, a.bytes, sizeof(header));
		header.seq = htole32(raw.last_seq);
		memcpy(a.bytes, &header, sizeof(header));
	}
	return a;
}

/* What it sends, the whole board contains. */
static bool send_report(const void *bytes, size_t size)
{
	struct sbw_report r;

	memcpy(&r, bytes, size < sizeof(r) ? size : sizeof(r));
	pthread_mutex_lock(&raw.lock);
	if (size >= offsetof(struct sbw_report, events) && r.version == SBW_VERSION) {
		raw.sent = true;
		raw.last_seq = le32toh(r.seq) + r.count - 1;
	}
	pthread_mutex_unlock(&raw.lock);
	return write(raw.ep1, bytes, size) == (ssize_t)size;
}

static void setup(const struct usb_ctrlrequest *r)
{
	unsigned char data[1024];
	const bool in = r->bRequestType & USB_DIR_IN;
	const size_t length = le16toh(r->wLength);
	struct answer a = { .how = STALL };
	unsigned slow_ms;
	ssize_t n;

	pthread_mutex_lock(&raw.lock);
	if (in && r->bRequest == SBW_REQ_GET_INFO)
		a = raw.info;
	else if (in && r->bRequest == SBW_REQ_GET_BOARD)
		a = whole_board();
	else if (!in)
		a = raw.out;
	slow_ms = in && r->bRequest == SBW_REQ_GET_BOARD ? raw.slow_ms : 0;
	pthread_mutex_unlock(&raw.lock);

	if (slow_ms) {
		printf("request %d\n", r->bRequest);
		fflush(stdout);
		usleep(1000 * slow_ms);
	}
	if (a.how == SILENT) {
		printf("request %d\n", r->bRequest);
		fflush(stdout);
		/* The next read would stall: not before a command has changed something. */
		pthread_mutex_lock(&raw.lock);
		pthread_cond_wait(&raw.changed, &raw.lock);
		pthread_mutex_unlock(&raw.lock);
		return;
	}
	if (a.how == STALL) {
		/* The wrong direction stalls. */
		n = in ? read(raw.ep0, data, 0) : write(raw.ep0, data, 0);
	} else if (in) {
		n = write(raw.ep0, a.bytes, a.size < length ? a.size : length);
	} else {
		n = read(raw.ep0, data, length < sizeof(data) ? length : sizeof(data));
		if (r->bRequest == SBW_REQ_SET_LEDS)
			print_hex("leds", data, n);
		else if (r->bRequest == SBW_REQ_SET_CLOCK)
			print_hex("clock", data, n);
		else
			printf("request %d\n", r->bRequest);
		fflush(stdout);
	}
}

static void print_end(void)
{
	printf("error: nothing is answered any more: %s\n", strerrorname_np(errno));
	fflush(stdout);
}

static void *serve(void *unused)
{
	struct usb_functionfs_event events[4];
	ssize_t n;

	for (;;) {
		n = read(raw.ep0, events, sizeof(events));
		/*
		 * Where a request with data is open while the cable is pulled, this is still the reading of that data,
		 * and fails so or otherwise (ESHUTDOWN, EINVAL) until the host's going has become an event of its own.
		 */
		if (n < 0 && errno != EBADF && errno != EBADFD) {
			usleep(1000);
			continue;
		}
		if (n < 0) {
			print_end();
			return NULL;
		}
		for (size_t i = 0; i < n / sizeof(*events); i++)
			if (events[i].type == FUNCTIONFS_SETUP)
				setup(&events[i].u.setup);
	}
}

static bool read_hex(const char *text, struct answer *a)
{
	unsigned int byte;
	int used;

	for (a->size = 0; *text; a->size++, text += 2) {
		if (a->size == sizeof(a->bytes) || sscanf(text, "%2x%n", &byte, &used) != 1 || used != 2)
			return false;
		a->bytes[a->size] = (unsigned char)byte;
	}
	a->how = BYTES;
	return true;
}

static bool read_answer(const char *text, struct answer *a)
{
	struct answer new = { .how = BYTES };

	if (!strcmp(text, "stall"))
		new.how = STALL;
	else if (!strcmp(text, "silent"))
		new.how = SILENT;
	else if (strcmp(text, "ok") && !read_hex(text, &new))
		return false;
	pthread_mutex_lock(&raw.lock);
	*a = new;
	raw.sent &= a != &raw.board;
	pthread_cond_broadcast(&raw.changed);
	pthread_mutex_unlock(&raw.lock);
	return true;
}

/*
 * The same report again and again, with the next numbers and a microsecond later each time; each at its time, if they
 * have a pace, however long those before have taken.
 */
static bool flood(const char *rest, bool paced)
{
	struct answer a;
	struct sbw_report r;
	struct timespec next;
	unsigned long n, per_second = 1;
	char *hex;

	n = strtoul(rest, &hex, 10);
	if (paced)
		per_second = strtoul(hex, &hex, 10);
	if (!per_second || !read_hex(hex + strspn(hex, " "), &a) || a.size > sizeof(r))
		return false;
	memcpy(&r, a.bytes, a.size);
	clock_gettime(CLOCK_MONOTONIC, &next);
	for (unsigned long i = 0; i < n; i++) {
		if (!send_report(&r, a.size))
			return false;
		next.tv_nsec += 1000000000L / (long)per_second;
		next.tv_sec += next.tv_nsec / 1000000000;
		next.tv_nsec %= 1000000000;
		if (paced)
			clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
		r.seq = htole32(le32toh(r.seq) + r.count);
		r.time_us = htole64(le64toh(r.time_us) + 1);
	}
	return true;
}

static bool command(const char *name, const char *rest)
{
	struct answer report;

	if (!strcmp(name, "info"))
		return read_answer(rest, &raw.info);
	if (!strcmp(name, "slow")) {
		pthread_mutex_lock(&raw.lock);
		raw.slow_ms = (unsigned)strtoul(rest, NULL, 10);
		pthread_mutex_unlock(&raw.lock);
		return true;
	}
	if (!strcmp(name, "board"))
		return read_answer(rest, &raw.board);
	if (!strcmp(name, "out"))
		return read_answer(rest, &raw.out);
	if (!strcmp(name, "halt")) /* the wrong direction halts */
		return read(raw.ep1, report.bytes, sizeof(report.bytes)) < 0 && errno == EBADMSG;
	if (!strcmp(name, "report"))
		return read_hex(rest, &report) && send_report(report.bytes, report.size);
	if (!strcmp(name, "flood"))
		return flood(rest, false);
	if (!strcmp(name, "pace"))
		return flood(rest, true);
	return false;
}

int main(int argc, char **argv)
{
	char path[256], line[4096], name[16], rest[4096];
	pthread_t thread;

	if (argc < 2)
		return 2;
	snprintf(path, sizeof(path), "%s/ep0", argv[1]);
	raw.ep0 = open(path, O_RDWR);
	if (raw.ep0 < 0 || describe(argc > 2 ? atoi(argv[2]) : 64)) {
		perror(path);
		return 1;
	}
	snprintf(path, sizeof(path), "%s/ep1", argv[1]);
	raw.ep1 = open(path, O_RDWR);
	if (raw.ep1 < 0 || pthread_create(&thread, NULL, serve, NULL)) {
		perror(path);
		return 1;
	}
	printf("ready\n");
	fflush(stdout);
	while (fgets(line, sizeof(line), stdin)) {
		rest[0] = 0;
		if (sscanf(line, "%15s %4095[^\n]", name, rest) < 1)
			continue;
		if (!strcmp(name, "quit"))
			break;
		errno = 0;
		if (command(name, rest))
			printf("ok\n");
		else
			printf("error %s: %s\n", name, strerror(errno));
		fflush(stdout);
	}
	_exit(0); /* the thread sleeps in read */
}
