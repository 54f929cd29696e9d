// SPDX-License-Identifier: GPL-2.0-or-later
/* usb-reset BUS DEVICE: reset a USB device through usbfs */
#include <fcntl.h>
#include <linux/usbdevice_fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>

int main(int argc, char **argv)
{
	char path[64];
	int fd;

	if (argc < 3)
		return 2;
	snprintf(path, sizeof(path), "/dev/bus/usb/%03d/%03d", atoi(argv[1]), atoi(argv[2]));
	fd = open(path, O_RDWR);
	if (fd < 0 || ioctl(fd, USBDEVFS_RESET, NULL) < 0) {
		perror(path);
		return 1;
	}
	return 0;
}
