// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * usbip-attach TTY: a USB device at the other end of a serial line, in USB/IP,
 * becomes a device of this kernel's vhci-hcd, until the program is ended: then
 * its cable is pulled.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#define FULL_SPEED 2
#define DEVICE 0x10002 /* bus 1, device 2 over there: any will do */

static int open_raw(const char *tty)
{
	struct termios raw;
	int fd = open(tty, O_RDWR | O_NOCTTY);

	if (fd < 0 || tcgetattr(fd, &raw) < 0)
		return -1;
	cfmakeraw(&raw);
	cfsetspeed(&raw, B115200);
	tcsetattr(fd, TCSANOW, &raw);
	tcflush(fd, TCIOFLUSH);
	return fd;
}

static int attach(int fd)
{
	char line[64];
	int n = snprintf(line, sizeof(line), "0 %d %d %d", fd, DEVICE, FULL_SPEED), r;
	int file = open("/sys/devices/platform/vhci_hcd.0/attach", O_WRONLY);

	r = file < 0 ? -1 : (int)write(file, line, (size_t)n);
	if (file >= 0)
		close(file);
	return r < 0 ? -1 : 0;
}

/* One direction's bytes that are there. Returns 0 at the end. */
static int copy(int from, int to)
{
	char data[1024];
	ssize_t n = read(from, data, sizeof(data)), done = 0;

	while (done < n) {
		ssize_t w = write(to, data + done, (size_t)(n - done));

		if (w < 0 && errno != EINTR)
			return 0;
		done += w > 0 ? w : 0;
	}
	return n > 0;
}

int main(int argc, char **argv)
{
	int pair[2], tty = argc == 2 ? open_raw(argv[1]) : -1;

	if (tty < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0 || attach(pair[0]) < 0) {
		perror("usbip-attach");
		return 1;
	}
	close(pair[0]);
	printf("attached\n");
	fflush(stdout);
	for (;;) {
		struct pollfd fds[] = { { .fd = tty, .events = POLLIN }, { .fd = pair[1], .events = POLLIN } };

		if (poll(fds, 2, -1) < 0)
			continue;
		if (fds[0].revents && !copy(tty, pair[1]))
			return 1;
		if (fds[1].revents && !copy(pair[1], tty))
			return 0;
	}
}
