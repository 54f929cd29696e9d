// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * usb-bench DIR board|hid N FILE: how long a report is on its way, from the gadget's write to the reader's wake
 *
 * DIR is a mounted FunctionFS instance. The gadget is the board, or a HID device that sends the very same bytes;
 * endpoint, interval and the order of things are the same, so what differs is the driver: sensorboard and its node, or
 * usbhid and hidraw. Once the host has made the node, N reports are sent one after the other, each when the reader has
 * had the one before. The reader runs before everything else. Appends the latencies to FILE (uint32_t, nanoseconds) and
 * prints a line
 *
 *   KIND p50 p99 busy reader      nanoseconds; what the machine was busy, and the reader's thread ran, for each report
 *
 * usb-bench sum FILE: prints p50 p99 and the number of all latencies in FILE
 */
#include <dirent.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/hid.h>
#include <linux/usb/functionfs.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "kernel/uapi/sensorboard.h"
#include "kernel/wire.h"

/* One press: a header and one event. */
#define REPORT_SIZE 24

static struct {
	bool hid;
	int ep0, ep1, node;
	unsigned n;
	uint64_t sent;
	uint32_t *latency;
	uint64_t reader_ns;
	sem_t read;
} bench;

struct hid_descriptor {
	__u8 bLength, bDescriptorType;
	__le16 bcdHID;
	__u8 bCountryCode, bNumDescriptors, bReportType;
	__le16 wReportLength;
} __attribute__((packed));

/* One input report of REPORT_SIZE bytes, for whoever wants them: nobody but hidraw. */
static const unsigned char report_descriptor[] = {
	0x06, 0x00,	   0xff,	     /* usage page: vendor */
	0x09, 0x01,			     /* usage */
	0xa1, 0x01,			     /* collection: application */
	0x09, 0x01,			     /* usage */
	0x15, 0x00,	   0x26, 0xff, 0x00, /* 0 to 255 */
	0x75, 0x08,			     /* 8 bits */
	0x95, REPORT_SIZE,		     /* so many */
	0x81, 0x02,			     /* input */
	0xc0,
};

static uint64_t now_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static const struct usb_interface_descriptor interface_of[2] = {
	{ .bLength = sizeof(struct usb_interface_descriptor),
	  .bDescriptorType = USB_DT_INTERFACE,
	  .bNumEndpoints = 1,
	  .bInterfaceClass = SBW_INTERFACE_CLASS,
	  .bInterfaceSubClass = SBW_INTERFACE_SUBCLASS,
	  .bInterfaceProtocol = SBW_INTERFACE_PROTOCOL },
	{ .bLength = sizeof(struct usb_interface_descriptor),
	  .bDescriptorType = USB_DT_INTERFACE,
	  .bNumEndpoints = 1,
	  .bInterfaceClass = USB_CLASS_HID },
};

static char *put(char *to, const void *from, size_t n)
{
	return (char *)memcpy(to, from, n) + n;
}

/* The descriptors of one speed. */
static char *put_speed(char *p, unsigned char interval)
{
	const struct hid_descriptor hid = {
		.bLength = sizeof(hid),
		.bDescriptorType = 0x21,
		.bcdHID = htole16(0x111),
		.bNumDescriptors = 1,
		.bReportType = 0x22,
		.wReportLength = htole16(sizeof(report_descriptor)),
	};
	const struct usb_endpoint_descriptor_no_audio endpoint = {
		.bLength = USB_DT_ENDPOINT_SIZE,
		.bDescriptorType = USB_DT_ENDPOINT,
		.bEndpointAddress = 1 | USB_DIR_IN,
		.bmAttributes = USB_ENDPOINT_XFER_INT,
		.wMaxPacketSize = htole16(64),
		.bInterval = interval,
	};

	p = put(p, &interface_of[bench.hid], sizeof(interface_of[0]));
	if (bench.hid)
		p = put(p, &hid, sizeof(hid));
	return put(p, &endpoint, sizeof(endpoint));
}

static bool describe(void)
{
	const __le32 count = htole32(bench.hid ? 3 : 2);
	const struct usb_functionfs_strings_head strings = { htole32(FUNCTIONFS_STRINGS_MAGIC),
							     htole32(sizeof(strings)), 0, 0 };
	struct usb_functionfs_descs_head_v2 head = {
		.magic = htole32(FUNCTIONFS_DESCRIPTORS_MAGIC_V2),
		.flags = htole32(FUNCTIONFS_HAS_FS_DESC | FUNCTIONFS_HAS_HS_DESC),
	};
	char all[256], *p = all + sizeof(head);

	p = put(p, &count, sizeof(count));
	p = put(p, &count, sizeof(count));
	p = put_speed(p, 1);
	p = put_speed(p, 4);
	head.length = htole32((uint32_t)(p - all));
	memcpy(all, &head, sizeof(head));
	return write(bench.ep0, all, (size_t)(p - all)) == p - all &&
	       write(bench.ep0, &strings, sizeof(strings)) == sizeof(strings);
}

static void answer(const void *data, size_t size, size_t length)
{
	if (write(bench.ep0, data, size < length ? size : length) < 0)
		perror("ep0");
}

static void setup(const struct usb_ctrlrequest *r)
{
	const struct sbw_info info = {
		.magic = htole32(SBW_MAGIC),
		.version = SBW_VERSION,
		.width = 8,
		.height = 8,
		.sensors = SBW_SENSORS_PRESENCE,
		.model = "Bench",
		.firmware = "1",
	};
	struct {
		struct sbw_board_header head;
		char squares[64];
	} __attribute__((packed)) board = { .head = { .count = 64 } };
	const bool in = r->bRequestType & USB_DIR_IN;
	const size_t length = le16toh(r->wLength);
	char nothing[64];

	memset(board.squares, '.', sizeof(board.squares));
	if (in && bench.hid && r->bRequest == USB_REQ_GET_DESCRIPTOR && le16toh(r->wValue) >> 8 == 0x22)
		answer(report_descriptor, sizeof(report_descriptor), length);
	else if (in && !bench.hid && r->bRequest == SBW_REQ_GET_INFO)
		answer(&info, sizeof(info), length);
	else if (in && !bench.hid && r->bRequest == SBW_REQ_GET_BOARD)
		answer(&board, sizeof(board), length);
	else if (in ? read(bench.ep0, nothing, 0) : read(bench.ep0, nothing, length < 64 ? length : 64))
		return; /* the wrong direction stalls; SET_IDLE and the like are taken */
}

static void *serve(void *unused)
{
	struct usb_functionfs_event events[4];
	ssize_t n;

	while ((n = read(bench.ep0, events, sizeof(events))) >= 0 || errno == EINTR || errno == EAGAIN ||
	       errno == EIDRM)
		for (size_t i = 0; n > 0 && i < (size_t)n / sizeof(*events); i++)
			if (events[i].type == FUNCTIONFS_SETUP)
				setup(&events[i].u.setup);
	return NULL;
}

static void *reader(void *unused)
{
	const uint64_t before = now_ns(CLOCK_THREAD_CPUTIME_ID);
	char buf[64];

	for (unsigned i = 0; i < bench.n; i++) {
		ssize_t n = read(bench.node, buf, sizeof(buf));
		const uint64_t now = now_ns(CLOCK_MONOTONIC);

		if (n != (bench.hid ? REPORT_SIZE : (ssize_t)sizeof(struct sensorboard_event))) {
			fprintf(stderr, "report %u: read gave %zd: %s\n", i, n, strerror(errno));
			exit(1);
		}
		bench.latency[i] = (uint32_t)(now - bench.sent);
		sem_post(&bench.read);
	}
	bench.reader_ns = now_ns(CLOCK_THREAD_CPUTIME_ID) - before;
	return NULL;
}

/* The one node of this kind that appears. */
static int open_node(void)
{
	char path[64];

	for (unsigned tries = 0; tries < 6000; tries++) {
		for (int i = 0; i < 4; i++) {
			int fd;

			snprintf(path, sizeof(path), bench.hid ? "/dev/hidraw%d" : "/dev/sensorboard%d", i);
			fd = open(path, O_RDWR);
			if (fd >= 0)
				return fd;
		}
		usleep(10000);
	}
	return -1;
}

/* What the machine has been idle, of one processor. */
static uint64_t idle_ns(void)
{
	unsigned long long user, nice, system, idle, iowait;
	FILE *f = fopen("/proc/stat", "r");
	int n = f ? fscanf(f, "cpu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle, &iowait) : 0;

	if (f)
		fclose(f);
	return n == 5 ? (idle + iowait) * (1000000000 / (unsigned)sysconf(_SC_CLK_TCK)) : 0;
}

static bool play(uint64_t *busy)
{
	struct sbw_report r = {
		.version = SBW_VERSION,
		.count = 1,
		.length = htole16(REPORT_SIZE),
		.events = { { .type = SBW_EVENT_PRESS, .piece = SBW_SIDE_WHITE } },
	};
	const uint64_t began = now_ns(CLOCK_MONOTONIC), idle = idle_ns();

	for (unsigned i = 0; i < bench.n; i++) {
		r.seq = htole32(i + 1);
		r.time_us = htole64(i);
		bench.sent = now_ns(CLOCK_MONOTONIC);
		if (write(bench.ep1, &r, REPORT_SIZE) != REPORT_SIZE || sem_wait(&bench.read))
			return false;
	}
	*busy = now_ns(CLOCK_MONOTONIC) - began - (idle_ns() - idle);
	return true;
}

static int by_size(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static int sum(const char *path)
{
	static uint32_t all[1 << 20];
	FILE *f = fopen(path, "r");
	size_t n = f ? fread(all, sizeof(*all), sizeof(all) / sizeof(*all), f) : 0;

	if (!n)
		return 1;
	qsort(all, n, sizeof(*all), by_size);
	printf("%u %u %zu\n", all[n / 2], all[n * 99 / 100], n);
	return 0;
}

int main(int argc, char **argv)
{
	const struct sched_param first = { .sched_priority = 50 };
	pthread_attr_t attr;
	pthread_t thread;
	char path[256];
	uint64_t busy;
	FILE *f;

	if (argc == 3)
		return sum(argv[2]);
	if (argc != 5)
		return 2;
	bench.hid = !strcmp(argv[2], "hid");
	bench.n = (unsigned)atoi(argv[3]);
	bench.latency = calloc(bench.n, sizeof(*bench.latency));
	sem_init(&bench.read, 0, 0);
	snprintf(path, sizeof(path), "%s/ep0", argv[1]);
	bench.ep0 = open(path, O_RDWR);
	snprintf(path, sizeof(path), "%s/ep1", argv[1]);
	if (!bench.latency || bench.ep0 < 0 || !describe() || (bench.ep1 = open(path, O_RDWR)) < 0 ||
	    pthread_create(&thread, NULL, serve, NULL)) {
		perror(argv[1]);
		return 1;
	}
	printf("ready\n");
	fflush(stdout);
	bench.node = open_node();
	pthread_attr_init(&attr);
	pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED);
	pthread_attr_setschedpolicy(&attr, SCHED_FIFO);
	pthread_attr_setschedparam(&attr, &first);
	if (bench.node < 0 || pthread_create(&thread, &attr, reader, NULL) || !play(&busy) ||
	    pthread_join(thread, NULL)) {
		perror(argv[2]);
		return 1;
	}
	f = fopen(argv[4], "a");
	if (!f || fwrite(bench.latency, sizeof(*bench.latency), bench.n, f) != bench.n || fclose(f))
		return 1;
	qsort(bench.latency, bench.n, sizeof(*bench.latency), by_size);
	printf("%s %u %u %llu %llu\n", argv[2], bench.latency[bench.n / 2], bench.latency[bench.n * 99ULL / 100],
	       (unsigned long long)(busy / bench.n), (unsigned long long)(bench.reader_ns / bench.n));
	fflush(stdout);
	_exit(0); /* the serving thread sleeps in read */
}
