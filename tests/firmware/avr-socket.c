// SPDX-License-Identifier: GPL-2.0-or-later
/* libboard's socket, in front of a chip: see avr-host.h and libboard/wire-decoder.h. */
#include "tests/firmware/avr-host.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "libboard/wire-decoder.h"

int avr_host_power_up(struct avr_host *host, bool configure)
{
	uint8_t data[64];
	int r;

	host->got = host->waits = 0;
	chip_power_up(host->chip);
	r = chip_run(host->chip, 60000);
	if (r < 0)
		return r;
	if (!chip_attached(host->chip))
		return -ENODEV;
	chip_usb_reset(host->chip);
	r = chip_control(host->chip, (const uint8_t[8]){ 0x00, 5, 2 }, data);
	if (r == 0 && configure)
		r = chip_control(host->chip, (const uint8_t[8]){ 0x00, 9, 1 }, data);
	return r;
}

static int serve_request(struct avr_host *host, const uint8_t *message, size_t size)
{
	const struct socket_request *request = (const struct socket_request *)message;
	uint8_t out[SOCKET_MESSAGE_SIZE] = { SOCKET_REPLY, SOCKET_OK }, setup[8], data[512];
	const bool in = request->bmRequestType & 0x80;
	int r;

	if (size < sizeof(*request) || request->kind != SOCKET_REQUEST)
		return -EPROTO;
	memcpy(setup, &request->bmRequestType, 2);
	memcpy(setup + 2, &request->wValue, 6);
	memcpy(data, request->data, size - sizeof(*request));
	r = request->wLength > sizeof(data) ? -EPIPE : chip_control(host->chip, setup, data);
	if (r < 0 || r > (int)sizeof(out) - 2)
		out[1] = SOCKET_STALL;
	else if (in)
		memcpy(out + 2, data, (size_t)r);
	return send(host->fd, out, 2 + (size_t)(in && out[1] == SOCKET_OK ? r : 0), MSG_NOSIGNAL) < 0 ? -EPIPE : 0;
}

int avr_socket_serve(struct avr_host *host)
{
	uint8_t message[SOCKET_MESSAGE_SIZE];
	ssize_t n;
	int r;

	while ((n = recv(host->fd, message, sizeof(message), MSG_DONTWAIT)) > 0) {
		r = serve_request(host, message, (size_t)n);
		if (r < 0)
			return r;
	}
	if (n == 0 || (errno != EAGAIN && errno != EINTR))
		return -EPIPE;
	message[0] = SOCKET_REPORT;
	r = chip_report(host->chip, message + 1);
	if (r <= 0)
		return 0;
	return send(host->fd, message, 1 + (size_t)r, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -EPIPE : 0;
}
