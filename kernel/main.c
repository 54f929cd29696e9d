// SPDX-License-Identifier: GPL-2.0-only
/*
 * sensorboard - USB sensor chessboards and chess clocks
 *
 * main.c binds boards and unbinds them; receive.c reads the interrupt
 * endpoint; request.c makes control transfers; chardev.c is the device node,
 * sysfs.c its attributes.
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

/*
 * start() and stop() are called by those that hold the device's lock (probe,
 * disconnect, suspend and reset) and by sensorboard_identify_again(), for which
 * the others wait first.
 */
static void start(struct sensorboard *sb)
{
	if (sb->stopped)
		usb_unpoison_urb(sb->urb);
	sb->stopped = false;
	sb->retry_ms = 0;
	sb->retry_status = 0;
	/* The work submits the URB, and tries again if that fails. */
	schedule_delayed_work(&sb->retry, 0);
}

/* No report is received and none is asked for after it returns. Without sb->io. */
static void stop(struct sensorboard *sb)
{
	cancel_delayed_work_sync(&sb->identify);
	if (!sb->stopped)
		usb_poison_urb(sb->urb);
	sb->stopped = true;
	cancel_delayed_work_sync(&sb->retry);
}

/* What a game goes by: another board in the same place is another device. */
static bool is_same_board(const struct sbd_info *a, const struct sbd_info *b)
{
	return !memcmp(&a->geometry, &b->geometry, sizeof(a->geometry)) &&
	       !strcmp(a->serial, b->serial);
}

/*
 * Ask what the board is and how far it has counted. With sb->io held and the URB not running.
 * @again: it has been asked before.
 */
static int introduce(struct sensorboard *sb, struct sbd_info *info, bool again)
{
	struct sbd_board board;
	int error;

	error = sensorboard_get_info(sb, info);
	if (error)
		return error;
	if (again && !is_same_board(&sb->info, info)) {
		dev_err(&sb->intf->dev, "it is another board after the reset\n");
		return -ENODEV;
	}

	spin_lock_irq(&sb->lock);
	sb->info = *info;
	sb->numbering.known = 0;
	spin_unlock_irq(&sb->lock);

	error = sensorboard_get_board(sb, &board);
	if (error) {
		/* The first report will show it; what was lost before cannot be known. */
		dev_warn(&sb->intf->dev, "cannot read the whole board: error %d\n", error);
		return error == -ENODEV ? error : 0;
	}
	spin_lock_irq(&sb->lock);
	sbn_start(&sb->numbering, board.seq);
	spin_unlock_irq(&sb->lock);
	return 0;
}

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
	struct sbd_info info;
	struct sensorboard *sb;
	int error;

	/* An id from new_id matches all interfaces of the device. */
	if (desc->bInterfaceClass != SBW_INTERFACE_CLASS ||
	    desc->bInterfaceSubClass != SBW_INTERFACE_SUBCLASS ||
	    desc->bInterfaceProtocol != SBW_INTERFACE_PROTOCOL) {
		dev_info(&intf->dev,
			 "not accepted: interface %02x/%02x/%02x is not a sensorboard's\n",
			 desc->bInterfaceClass, desc->bInterfaceSubClass, desc->bInterfaceProtocol);
		return -ENODEV;
	}
	if (usb_find_int_in_endpoint(intf->cur_altsetting, &endpoint)) {
		dev_err(&intf->dev, "not accepted: it has no interrupt IN endpoint\n");
		return -ENODEV;
	}
	if (usb_endpoint_maxp(endpoint) < SBW_REPORT_SIZE) {
		dev_err(&intf->dev, "not accepted: its interrupt packets hold %d bytes, not %d\n",
			usb_endpoint_maxp(endpoint), SBW_REPORT_SIZE);
		return -ENODEV;
	}

	sb = sensorboard_alloc(&intf->dev);
	if (IS_ERR(sb))
		return PTR_ERR(sb);
	sb->intf = intf;
	sb->udev = usb_get_dev(interface_to_usbdev(intf));
	sb->interface_number = desc->bInterfaceNumber;
	error = sensorboard_set_up_requests(sb);
	if (!error)
		error = set_up_urb(sb, endpoint);
	if (error)
		goto put;

	mutex_lock(&sb->io);
	error = introduce(sb, &info, false);
	mutex_unlock(&sb->io);
	if (error)
		goto put;

	usb_set_intfdata(intf, sb);
	start(sb);
	error = sensorboard_add(sb);
	if (error)
		goto stop;
	dev_info(&intf->dev, "%s: %s, firmware %s, serial number %s, %ux%u, %s\n",
		 dev_name(&sb->dev), info.model, info.firmware,
		 info.serial[0] ? info.serial : "(none)", info.geometry.width, info.geometry.height,
		 info.geometry.sensors == SBW_SENSORS_PIECE_ID ? "piece id" : "presence");
	return 0;

stop:
	stop(sb);
	usb_set_intfdata(intf, NULL);
put:
	put_device(&sb->dev);
	return error;
}

static void sensorboard_disconnect(struct usb_interface *intf)
{
	struct sensorboard *sb = usb_get_intfdata(intf);

	sensorboard_del(sb);
	/* A transfer that the board does not answer ends here, and so do all that still begin. */
	usb_poison_urb(sb->control);
	/* No record is queued after readers have learned that it is gone. */
	stop(sb);
	sensorboard_set_gone(sb);
	dev_info(&intf->dev, "%s: disconnected\n", dev_name(&sb->dev));
	put_device(&sb->dev);
}

static int sensorboard_suspend(struct usb_interface *intf, pm_message_t message)
{
	stop(usb_get_intfdata(intf));
	return 0;
}

static void ask_later(struct sensorboard *sb)
{
	queue_delayed_work(system_freezable_wq, &sb->identify, 0);
}

static int sensorboard_resume(struct usb_interface *intf)
{
	struct sensorboard *sb = usb_get_intfdata(intf);

	/* Suspended again before it could be asked. */
	if (sb->unsure)
		ask_later(sb);
	else
		start(sb);
	return 0;
}

/*
 * After a reset the board may have started anew: with other numbers, another
 * time, and pieces moved meanwhile. With sb->io held and the URB not running.
 */
static int identify_again(struct sensorboard *sb)
{
	const struct sbd_info before = sb->info;
	char changed[] = "SENSORBOARD_CHANGED=1";
	char *env[2];
	struct sbd_info info;
	int error;

	sensorboard_tell_lost(sb);
	error = introduce(sb, &info, true);
	if (error)
		return error;
	if (before.boot_id != info.boot_id || before.features != info.features ||
	    before.scan_us != info.scan_us || strcmp(before.model, info.model) ||
	    strcmp(before.firmware, info.firmware)) {
		dev_info(&sb->intf->dev, "%s: started again, firmware %s\n", dev_name(&sb->dev),
			 info.firmware);
		env[0] = changed;
		env[1] = NULL;
		kobject_uevent_env(&sb->dev.kobj, KOBJ_CHANGE, env);
	}
	WRITE_ONCE(sb->unsure, false);
	wake_up_all(&sb->sure);
	return 0;
}

void sensorboard_identify_again(struct work_struct *work)
{
	struct sensorboard *sb = container_of(to_delayed_work(work), struct sensorboard, identify);
	int error;

	mutex_lock(&sb->io);
	error = identify_again(sb);
	mutex_unlock(&sb->io);
	if (error)
		usb_queue_reset_device(sb->intf); /* this can unbind it */
	else
		start(sb);
}

static int sensorboard_pre_reset(struct usb_interface *intf)
{
	struct sensorboard *sb = usb_get_intfdata(intf);

	stop(sb);
	/* However many readers wait to ask, only the request that is under way is waited for. */
	WRITE_ONCE(sb->unsure, true);
	mutex_lock(&sb->io);
	return 0;
}

/* An error unbinds the board, and the core probes again. */
static int sensorboard_post_reset(struct usb_interface *intf)
{
	struct sensorboard *sb = usb_get_intfdata(intf);
	int error;

	error = identify_again(sb);
	mutex_unlock(&sb->io);
	if (!error)
		start(sb);
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

	WRITE_ONCE(sb->unsure, true);
	ask_later(sb);
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
};

static int __init sensorboard_init(void)
{
	int error = sensorboard_class_init();

	if (error)
		return error;
	error = usb_register(&sensorboard_driver);
	if (error)
		sensorboard_class_exit();
	return error;
}
module_init(sensorboard_init);

static void __exit sensorboard_exit(void)
{
	usb_deregister(&sensorboard_driver);
	sensorboard_class_exit();
}
module_exit(sensorboard_exit);

MODULE_AUTHOR("Flagfall developers");
MODULE_DESCRIPTION("USB sensor chessboards and chess clocks");
MODULE_LICENSE("GPL");
MODULE_VERSION(SENSORBOARD_VERSION);
