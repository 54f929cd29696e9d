/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bench/echo.h"

#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#include "libboard/wire-decoder.h"

void echo_run(const char *address, const char *path)
{
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	sd_bus *bus = NULL;
	uint8_t buf[SOCKET_MESSAGE_SIZE];

	memcpy(un.sun_path, path, strnlen(path, sizeof(un.sun_path) - 1));
	if (fd < 0 || connect(fd, (struct sockaddr *)&un, sizeof(un)) < 0 || sd_bus_new(&bus) < 0 ||
	    sd_bus_set_address(bus, address) < 0 || sd_bus_set_bus_client(bus, 1) < 0 || sd_bus_start(bus) < 0 ||
	    sd_bus_request_name(bus, "org.flagfall.Echo", 0) < 0)
		_exit(1);
	for (;;) {
		struct pollfd fds[2] = { { .fd = fd, .events = POLLIN },
					 { .fd = sd_bus_get_fd(bus), .events = POLLIN } };

		while (sd_bus_process(bus, NULL) > 0)
			;
		if (poll(fds, 2, -1) < 0)
			_exit(1);
		if (fds[0].revents & POLLIN) {
			if (recv(fd, buf, sizeof(buf), 0) <= 0)
				_exit(0);
			if (buf[0] == SOCKET_REPORT)
				sd_bus_emit_signal(bus, "/", "org.flagfall.Echo", "Move", "xussss", INT64_C(0), 1u,
						   "white", "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
						   "committed");
		}
	}
}
