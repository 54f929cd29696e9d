// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * usb-configure BUS DEVICE N: tell a device to take configuration N behind the back of the host's drivers. With 0 its
 * endpoints are silent, and whoever asks them gets errors of the bus.
 */
#include <fcntl.h>
#include <linux/usbdevice_fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>

int main(int argc, char **argv)
{
	struct usbdevfs_ctrltransfer set_configuration = { .bRequest = 9, .timeout = 5000 };
	char path[64];
	int fd;

	if (argc < 4)
		return 2;
	set_configuration.wValue = (unsigned short)atoi(argv[3]);
	snprintf(path, sizeof(path), "/dev/bus/usb/%03d/%03d", atoi(argv[1]), atoi(argv[2]));
	fd = open(path, O_RDWR);
	if (fd < 0 || ioctl(fd, USBDEVFS_CONTROL, &set_configuration) < 0) {
		perror(path);
		return 1;
	}
	return 0;
}
