// SPDX-License-Identifier: GPL-2.0-or-later
/* USB/IP, as the kernel's vhci-hcd speaks it once a device is attached: see avr-host.h. */
#include "tests/firmware/avr-host.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define HEADER 48 /* bytes of each message, ten or so numbers, big-endian */
#define DATA_MOST 512

enum { CMD_SUBMIT = 1, CMD_UNLINK = 2, RET_SUBMIT = 3, RET_UNLINK = 4 };
/* Numbers of the header, four bytes each. */
enum { COMMAND = 0, SEQNUM = 1, DIRECTION = 3, ENDPOINT = 4, LENGTH = 6, SETUP = 10 };
enum { STATUS = 5, ACTUAL = 6, UNLINK_SEQNUM = 5 };

static uint32_t number(const uint8_t *header, unsigned i)
{
	uint32_t n;

	memcpy(&n, header + 4 * i, 4);
	return ntohl(n);
}

static int answer(struct avr_host *host, uint32_t command, uint32_t seqnum, int status, const uint8_t *data,
		  uint32_t length)
{
	uint8_t out[HEADER + DATA_MOST] = { 0 };
	size_t size = HEADER, done = 0;

	for (unsigned i = 0; i < 3; i++) {
		static const unsigned where[] = { COMMAND, SEQNUM, STATUS };
		const uint32_t n = htonl(i == 0 ? command : i == 1 ? seqnum : (uint32_t)status);

		memcpy(out + 4 * where[i], &n, 4);
	}
	if (command == RET_SUBMIT) {
		const uint32_t n = htonl(length);

		memcpy(out + 4 * ACTUAL, &n, 4);
	}
	if (data) {
		memcpy(out + HEADER, data, length);
		size += length;
	}
	while (done < size) {
		const ssize_t n = write(host->fd, out + done, size - done);

		if (n < 0 && errno != EINTR && errno != EAGAIN)
			return -EPIPE;
		done += n > 0 ? (size_t)n : 0;
	}
	return 0;
}

static int submit(struct avr_host *host, const uint8_t *header, uint8_t *data)
{
	const uint32_t seqnum = number(header, SEQNUM);
	const uint8_t *setup = header + 4 * SETUP;
	uint8_t in[DATA_MOST];
	int r;

	if (number(header, ENDPOINT) != 0) {
		if (host->waits == AVR_HOST_URBS || !number(header, DIRECTION))
			return answer(host, RET_SUBMIT, seqnum, -EPIPE, NULL, 0);
		host->waiting[host->waits++] = seqnum;
		return 0;
	}
	if ((setup[6] | setup[7] << 8) > DATA_MOST)
		return answer(host, RET_SUBMIT, seqnum, -EPIPE, NULL, 0);
	r = chip_control(host->chip, setup, number(header, DIRECTION) ? in : data);
	if (r == -ETIMEDOUT)
		return 0; /* nothing comes: the host has patience of its own */
	if (r < 0)
		return answer(host, RET_SUBMIT, seqnum, r, NULL, 0);
	if (number(header, DIRECTION))
		return answer(host, RET_SUBMIT, seqnum, 0, in, (uint32_t)r);
	return answer(host, RET_SUBMIT, seqnum, 0, NULL, number(header, LENGTH));
}

static int forget(struct avr_host *host, const uint8_t *header)
{
	const uint32_t gone = number(header, UNLINK_SEQNUM);
	int status = 0;

	for (unsigned i = 0; i < host->waits; i++) {
		if (host->waiting[i] != gone)
			continue;
		memmove(&host->waiting[i], &host->waiting[i + 1], (--host->waits - i) * sizeof(*host->waiting));
		status = -ECONNRESET;
		break;
	}
	return answer(host, RET_UNLINK, number(header, SEQNUM), status, NULL, 0);
}

/* Serves the message at the head of host->in if it is whole: its length, 0 if it is not. */
static int serve_message(struct avr_host *host)
{
	const uint8_t *header = host->in;
	size_t size = HEADER;
	int r;

	if (host->got < HEADER)
		return 0;
	if (number(header, COMMAND) == CMD_SUBMIT && !number(header, DIRECTION))
		size += number(header, LENGTH);
	if (size > sizeof(host->in))
		return -EPROTO;
	if (host->got < size)
		return 0;
	r = number(header, COMMAND) == CMD_SUBMIT ? submit(host, header, host->in + HEADER) :
	    number(header, COMMAND) == CMD_UNLINK ? forget(host, header) :
						    -EPROTO;
	return r < 0 ? r : (int)size;
}

int avr_usbip_serve(struct avr_host *host)
{
	uint8_t report[64];
	ssize_t n;
	int r;

	while ((n = read(host->fd, host->in + host->got, sizeof(host->in) - host->got)) > 0) {
		host->got += (size_t)n;
		while ((r = serve_message(host)) > 0) {
			host->got -= (size_t)r;
			memmove(host->in, host->in + r, host->got);
		}
		if (r < 0)
			return r;
	}
	if (n == 0)
		return -EPIPE;
	if (!host->waits)
		return 0;
	r = chip_report(host->chip, report);
	if (!r)
		return 0;
	host->waits--;
	n = answer(host, RET_SUBMIT, host->waiting[0], r < 0 ? r : 0, report, r < 0 ? 0 : (uint32_t)r);
	memmove(host->waiting, host->waiting + 1, host->waits * sizeof(*host->waiting));
	return (int)n;
}
