// SPDX-License-Identifier: GPL-2.0-only
/*
 * sensorboard - USB sensor chessboards and chess clocks
 *
 * main.c binds boards and unbinds them; introduce.c asks what they are;
 * receive.c reads the interrupt endpoint; request.c makes control transfers;
 * chardev.c is the device node, sysfs.c its attributes.
 * doc/protocol.md is the board's protocol.
 */
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/* A board is an id and our interface: the test ids of pid.codes are free for anybody's devices. */
#define BOARD(vendor, product) \
	USB_DEVICE_AND_INTERFACE_INFO(vendor, product, SBW_INTERFACE_CLASS, \
				      SBW_INTERFACE_SUBCLASS, SBW_INTERFACE_PROTOCOL)

static const struct usb_device_id sensorboard_ids[] = {
	/* pid.codes 1209:0001 to 1209:0010, for private testing */
	{ BOARD(0x1209, 0x0001) },
	{ BOARD(0x1209, 0x0002) },
	{ BOARD(0x1209, 0x0003) },
	{ BOARD(0x1209, 0x0004) },
	{ BOARD(0x1209, 0x0005) },
	{ BOARD(0x1209, 0x0006) },
	{ BOARD(0x1209, 0x0007) },
	{ BOARD(0x1209, 0x0008) },
	{ BOARD(0x1209, 0x0009) },
	{ BOARD(0x1209, 0x000a) },
	{ BOARD(0x1209, 0x000b) },
	{ BOARD(0x1209, 0x000c) },
	{ BOARD(0x1209, 0x000d) },
	{ BOARD(0x1209, 0x000e) },
	{ BOARD(0x1209, 0x000f) },
	{ BOARD(0x1209, 0x0010) },
	{}
};
MODULE_DEVICE_TABLE(usb, sensorboard_ids);

static int set_up_urb(struct sensorboard *sb, struct usb_endpoint_descriptor *endpoint)
{
	const unsigned int size = usb_endpoint_maxp(endpoint);

	/*
	 * A full packet of 64 bytes ends the transfer because the buffer is full; larger packets,
	 * because the report is shorter than one.
	 */
	sb->buf = kmalloc(size, GFP_KERNEL);
	sb->urb = usb_alloc_urb(0, GFP_KERNEL);
	if (!sb->buf || !sb->urb)
		return -ENOMEM;
	usb_fill_int_urb(sb->urb, sb->udev, usb_rcvintpipe(sb->udev, endpoint->bEndpointAddress),
			 sb->buf, size, sensorboard_complete, sb, endpoint->bInterval);
	return 0;
}

static int sensorboard_probe(struct usb_interface *intf, const struct usb_device_id *id)
{
	const struct usb_interface_descriptor *desc = &intf->cur_altsetting->desc;
	struct usb_endpoint_descriptor *endpoint;
	struct sensorboard *sb;
	int error;

	/* An id from new_id matches all interfaces of the device. */
	if (desc->bInterfaceClass != SBW_INTERFACE_CLASS ||
	    desc->bInterfaceSubClass != SBW_INTERFACE_SUBCLASS ||
	    desc->bInterfaceProtocol != SBW_INTERFACE_PROTOCOL) {
		sensorboard_log(dev_info, &intf->dev,
				"not accepted: interface %02x/%02x/%02x is not a sensorboard's\n",
				desc->bInterfaceClass, desc->bInterfaceSubClass,
				desc->bInterfaceProtocol);
		return -ENODEV;
	}
	if (usb_find_int_in_endpoint(intf->cur_altsetting, &endpoint)) {
		sensorboard_log(dev_err, &intf->dev,
				"not accepted: it has no interrupt IN endpoint\n");
		return -ENODEV;
	}
	if (usb_endpoint_maxp(endpoint) < SBW_REPORT_SIZE) {
		sensorboard_log(dev_err, &intf->dev,
				"not accepted: its interrupt packets hold %d bytes, not %d\n",
				usb_endpoint_maxp(endpoint), SBW_REPORT_SIZE);
		return -ENODEV;
	}

	sb = sensorboard_alloc(&intf->dev);
	if (IS_ERR(sb))
		return PTR_ERR(sb);
	sb->intf = usb_get_intf(intf);
	sb->udev = usb_get_dev(interface_to_usbdev(intf));
	sb->interface_number = desc->bInterfaceNumber;
	error = sensorboard_set_up_requests(sb);
	if (!error)
		error = set_up_urb(sb, endpoint);
	if (error) {
		put_device(&sb->dev);
		return error;
	}
	usb_set_intfdata(intf, sb);
	/* A board may take its time: probing does not wait for it. */
	sensorboard_introduce(sb);
	return 0;
}

static void sensorboard_disconnect(struct usb_interface *intf)
{
	struct sensorboard *sb = usb_get_intfdata(intf);

	/* No new reader gets in, so nothing is begun any more. */
	mutex_lock(&sb->files);
	WRITE_ONCE(sb->unbinding, true);
	mutex_unlock(&sb->files);
	/* A transfer that the board does not answer ends here, and so do all that still begin. */
	usb_poison_urb(sb->control);
	/* No record is queued after readers have learned that it is gone. */
	sensorboard_stop(sb);
	if (sb->introduced) {
		sensorboard_del(sb);
		sensorboard_log(dev_info, &intf->dev, "%s: disconnected\n", dev_name(&sb->dev));
	}
	sensorboard_set_gone(sb);
	if (sb->awake)
		usb_autopm_put_interface_async(intf);
	usb_set_intfdata(intf, NULL);
	put_device(&sb->dev);
}

static int sensorboard_suspend(struct usb_interface *intf, pm_message_t message)
{
	sensorboard_stop(usb_get_intfdata(intf));
	return 0;
}

static int sensorboard_resume(struct usb_interface *intf)
{
	struct sensorboard *sb = usb_get_intfdata(intf);

	/* Suspended again before it could be asked. */
	if (READ_ONCE(sb->doubts))
		sensorboard_ask(sb);
	else
		sensorboard_start(sb);
	return 0;
}

static int sensorboard_pre_reset(struct usb_interface *intf)
{
	struct sensorboard *sb = usb_get_intfdata(intf);

	/* However many readers wait to ask, only the request that is under way is waited for. */
	set_bit(SENSORBOARD_DOUBT_BOARD, &sb->doubts);
	sensorboard_stop(sb);
	mutex_lock(&sb->io);
	return 0;
}

/* An error unbinds the board, and the core probes again. */
static int sensorboard_post_reset(struct usb_interface *intf)
{
	struct sensorboard *sb = usb_get_intfdata(intf);
	int error = 0;

	if (sb->introduced)
		error = sensorboard_identify_again(sb);
	mutex_unlock(&sb->io);
	if (!sb->introduced)
		sensorboard_ask(sb);
	else if (!error)
		sensorboard_start(sb);
	return error;
}

/*
 * The bus lost power while the system slept. The board is asked once all
 * tasks run again: resuming does not wait for a slow board, and an error here
 * would leave it bound and silent.
 */
static int sensorboard_reset_resume(struct usb_interface *intf)
{
	struct sensorboard *sb = usb_get_intfdata(intf);

	set_bit(SENSORBOARD_DOUBT_BOARD, &sb->doubts);
	sensorboard_ask(sb);
	return 0;
}

static struct usb_driver sensorboard_driver = {
	.name = "sensorboard",
	.id_table = sensorboard_ids,
	.probe = sensorboard_probe,
	.disconnect = sensorboard_disconnect,
	.suspend = sensorboard_suspend,
	.resume = sensorboard_resume,
	.reset_resume = sensorboard_reset_resume,
	.pre_reset = sensorboard_pre_reset,
	.post_reset = sensorboard_post_reset,
	/* Only while nobody has it open: who sleeps does not see pieces move. */
	.supports_autosuspend = 1,
};

static int __init sensorboard_init(void)
{
	int error = sensorboard_class_init();

	if (error)
		return error;
	error = sensorboard_introduce_init();
	if (error)
		goto no_queue;
	error = usb_register(&sensorboard_driver);
	if (error)
		goto no_driver;
	return 0;

no_driver:
	sensorboard_introduce_exit();
no_queue:
	sensorboard_class_exit();
	return error;
}
module_init(sensorboard_init);

static void __exit sensorboard_exit(void)
{
	usb_deregister(&sensorboard_driver);
	sensorboard_introduce_exit();
	sensorboard_class_exit();
}
module_exit(sensorboard_exit);

MODULE_AUTHOR("Flagfall developers");
MODULE_DESCRIPTION("USB sensor chessboards and chess clocks");
MODULE_LICENSE("GPL");
MODULE_VERSION(SENSORBOARD_VERSION);
