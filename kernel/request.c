// SPDX-License-Identifier: GPL-2.0-only
/* sensorboard - control transfers */
#include "internal.h"

#define TIMEOUT_MS	1000
#define INFO_TRIES	3

/* Answers land in sb->answer. Returns their length. */
static int ask(struct sensorboard *sb, u8 request, u16 size)
{
	return usb_control_msg(sb->udev, usb_rcvctrlpipe(sb->udev, 0), request,
			       USB_DIR_IN | USB_TYPE_VENDOR | USB_RECIP_INTERFACE,
			       0, sb->interface_number, sb->answer, size, TIMEOUT_MS);
}

int sensorboard_get_info(struct sensorboard *sb, struct sbd_info *info)
{
	struct device *log = &sb->intf->dev;
	const char *why;
	int tries, len, error;

	for (tries = 0; tries < INFO_TRIES; tries++) {
		len = ask(sb, SBW_REQ_GET_INFO, sizeof(struct sbw_info));
		/* A board may be slow after power-up; a stall is its answer, and so is too much. */
		if (len >= 0 || len == -EPIPE || len == -EOVERFLOW || len == -ENODEV)
			break;
	}
	if (len == -EPIPE) {
		dev_err(log, "not taken: it stalls the request for info\n");
		return -ENODEV;
	}
	if (len == -EOVERFLOW) {
		dev_err(log, "not taken: its info is longer than what was asked for\n");
		return -ENODEV;
	}
	if (len < 0) {
		dev_err(log, "not taken: no answer to the request for info (%d)\n", len);
		return len;
	}
	error = sbd_read_info(sb->answer, len, info, &why);
	if (error) {
		dev_err(log, "not taken: %s\n", why);
		if (error == -EPROTONOSUPPORT)
			dev_err(log, "it speaks version %u, this module version %u\n",
				info->version, SBW_VERSION);
		return -ENODEV;
	}
	return 0;
}

int sensorboard_get_board(struct sensorboard *sb, struct sbd_board *board)
{
	const char *why;
	int len, error;

	len = ask(sb, SBW_REQ_GET_BOARD, sizeof(struct sbw_board_header) + SBW_MAX_SQUARES);
	if (len < 0)
		return len;
	error = sbd_read_board(&sb->info.geometry, sb->answer, len, board, &why);
	if (error)
		dev_warn_ratelimited(&sb->intf->dev, "whole board dropped: %s\n", why);
	return error;
}

int sensorboard_send(struct sensorboard *sb, u8 request, const void *data, u16 size)
{
	int len;

	memcpy(sb->answer, data, size);
	len = usb_control_msg(sb->udev, usb_sndctrlpipe(sb->udev, 0), request,
			      USB_DIR_OUT | USB_TYPE_VENDOR | USB_RECIP_INTERFACE,
			      0, sb->interface_number, sb->answer, size, TIMEOUT_MS);
	if (len < 0)
		return len;
	return len == size ? 0 : -EIO;
}
