// SPDX-License-Identifier: GPL-2.0-only
/* sensorboard - control transfers */
#include <linux/completion.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

#define TIMEOUT_MS 1000

int sensorboard_set_up_requests(struct sensorboard *sb)
{
	sb->setup = kmalloc(sizeof(*sb->setup), GFP_KERNEL);
	sb->answer = kmalloc(SENSORBOARD_ANSWER_SIZE, GFP_KERNEL);
	sb->control = usb_alloc_urb(0, GFP_KERNEL);
	return sb->setup && sb->answer && sb->control ? 0 : -ENOMEM;
}

static void transfer_complete(struct urb *urb)
{
	complete(urb->context);
}

/*
 * As usb_control_msg(), which cannot be ended from outside: unplugging would
 * wait for the second that a silent board has. sb->setup says what is asked; data
 * is in sb->answer. Returns its length.
 */
static int transfer(struct sensorboard *sb, u16 size)
{
	const bool in = sb->setup->bRequestType & USB_DIR_IN;
	DECLARE_COMPLETION_ONSTACK(done);
	struct urb *urb = sb->control;
	bool late;
	int error;

	sb->setup->wLength = cpu_to_le16(size);
	usb_fill_control_urb(urb, sb->udev,
			     in ? usb_rcvctrlpipe(sb->udev, 0) : usb_sndctrlpipe(sb->udev, 0),
			     (u8 *)sb->setup, sb->answer, size, transfer_complete, &done);
	/* Resetting a device may be how a disk comes back. */
	error = usb_submit_urb(urb, GFP_NOIO);
	if (!error) {
		late = !wait_for_completion_timeout(&done, msecs_to_jiffies(TIMEOUT_MS));
		if (late)
			usb_kill_urb(urb);
		error = late && urb->status == -ENOENT ? -ETIMEDOUT : urb->status;
	}
	switch (error) {
	case 0:
		return urb->actual_length;
	case -EPERM:  /* poisoned before it began, */
	case -ENOENT: /* or while it was under way */
	case -ESHUTDOWN:
		return -ENODEV;
	default:
		return error;
	}
}

static int vendor_request(struct sensorboard *sb, u8 direction, u8 request, u16 size)
{
	sb->setup->bRequestType = direction | USB_TYPE_VENDOR | USB_RECIP_INTERFACE;
	sb->setup->bRequest = request;
	sb->setup->wValue = 0;
	sb->setup->wIndex = cpu_to_le16(sb->interface_number);
	return transfer(sb, size);
}

static int ask(struct sensorboard *sb, u8 request, u16 size)
{
	return vendor_request(sb, USB_DIR_IN, request, size);
}

/* As usb_clear_halt(), which gives a silent board five seconds that nothing can end. */
int sensorboard_clear_halt(struct sensorboard *sb)
{
	const int endpoint = usb_pipeendpoint(sb->urb->pipe) | USB_DIR_IN;
	int len;

	sb->setup->bRequestType = USB_DIR_OUT | USB_TYPE_STANDARD | USB_RECIP_ENDPOINT;
	sb->setup->bRequest = USB_REQ_CLEAR_FEATURE;
	sb->setup->wValue = cpu_to_le16(USB_ENDPOINT_HALT);
	sb->setup->wIndex = cpu_to_le16(endpoint);
	len = transfer(sb, 0);
	if (len < 0)
		return len;
	usb_reset_endpoint(sb->udev, endpoint);
	return 0;
}

/*
 * -ENODEV, with the reason in the log: what answers is no board. Any other error:
 * it does not answer.
 */
int sensorboard_get_info(struct sensorboard *sb, struct sbd_info *info)
{
	struct device *log = &sb->intf->dev;
	const char *why;
	int len, error;

	len = ask(sb, SBW_REQ_GET_INFO, sizeof(struct sbw_info));
	if (len == -EPIPE) {
		sensorboard_log(dev_err, log, "not accepted: it stalls the request for info\n");
		return -ENODEV;
	}
	if (len == -EOVERFLOW) {
		sensorboard_log(dev_err, log,
				"not accepted: its info is longer than what was asked for\n");
		return -ENODEV;
	}
	if (len < 0)
		return len;
	error = sbd_read_info(sb->answer, len, info, &why);
	if (error) {
		sensorboard_log(dev_err, log, "not accepted: %s\n", why);
		if (error == -EPROTONOSUPPORT)
			sensorboard_log(dev_err, log,
					"it speaks version %u, this module version %u\n",
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
	len = vendor_request(sb, USB_DIR_OUT, request, size);
	if (len < 0)
		return len;
	return len == size ? 0 : -EIO;
}
