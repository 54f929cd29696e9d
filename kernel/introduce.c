// SPDX-License-Identifier: GPL-2.0-only
/* sensorboard - asking a board what it is, and how far it has counted */
#include <linux/sched/mm.h>
#include <linux/string.h>

#include "internal.h"

/* Pauses before a board that does not answer is asked again, doubled each time. */
#define PAUSE_FIRST_MS 250U
#define PAUSE_MOST_MS 30000U

/* For what unbinding cannot wait for: it is empty before the module goes. */
static struct workqueue_struct *decline_queue;

/* What a game goes by: another board in the same place is another device. */
static bool is_same_board(const struct sbd_info *a, const struct sbd_info *b)
{
	return !memcmp(&a->geometry, &b->geometry, sizeof(a->geometry)) &&
	       !strcmp(a->serial, b->serial);
}

/*
 * How far the board has counted. If it does not tell, its first report will show
 * it; what was lost before cannot be known. With sb->io held and the URB not running.
 */
static int catch_up(struct sensorboard *sb)
{
	struct sbd_board board;
	int error = sensorboard_get_board(sb, &board);

	spin_lock_irq(&sb->lock);
	if (error)
		sb->numbering.known = 0;
	else
		sbn_resume(&sb->numbering, board.seq);
	spin_unlock_irq(&sb->lock);
	if (error)
		dev_warn_ratelimited(&sb->intf->dev, "cannot read the whole board: error %d\n",
				     error);
	return error == -ENODEV ? error : 0;
}

/* The doubts so far are being asked about. With sb->io held; one at a time. */
static void begin_asking(struct sensorboard *sb)
{
	set_bit(SENSORBOARD_DOUBT_ASKED, &sb->doubts);
	clear_bit(SENSORBOARD_DOUBT_BOARD, &sb->doubts);
	clear_bit(SENSORBOARD_DOUBT_NUMBER, &sb->doubts);
}

/* Requests go on, unless somebody has begun to doubt meanwhile, or there was no answer. */
static void end_asking(struct sensorboard *sb, int error)
{
	if (error)
		set_bit(SENSORBOARD_DOUBT_BOARD, &sb->doubts);
	clear_bit(SENSORBOARD_DOUBT_ASKED, &sb->doubts);
	wake_up_all(&sb->sure);
}

/*
 * Ask what the board is and how far it has counted. With sb->io held and the URB not running.
 * @again: it has been asked before.
 */
static int introduce(struct sensorboard *sb, struct sbd_info *info, bool again)
{
	int error = sensorboard_get_info(sb, info);

	if (error)
		return error;
	if (again && !is_same_board(&sb->info, info)) {
		sensorboard_log(dev_err, &sb->intf->dev, "it is another board after the reset\n");
		return -ENODEV;
	}

	spin_lock_irq(&sb->lock);
	sb->info = *info;
	sb->numbering.known = 0;
	spin_unlock_irq(&sb->lock);
	return catch_up(sb);
}

/*
 * After a reset the board may have started anew: with other numbers, another
 * time, and pieces moved meanwhile. With sb->io held and the URB not running.
 */
int sensorboard_identify_again(struct sensorboard *sb)
{
	const struct sbd_info before = sb->info;
	char changed[] = "SENSORBOARD_CHANGED=1";
	char *env[2];
	struct sbd_info info;
	int error;

	sensorboard_tell_lost(sb);
	begin_asking(sb);
	error = introduce(sb, &info, true);
	if (error) {
		end_asking(sb, error);
		return error;
	}
	if (before.boot_id != info.boot_id || before.features != info.features ||
	    before.scan_us != info.scan_us || strcmp(before.model, info.model) ||
	    strcmp(before.firmware, info.firmware)) {
		sensorboard_log(dev_info, &sb->intf->dev, "%s: started again, firmware %s\n",
				dev_name(&sb->dev), info.firmware);
		env[0] = changed;
		env[1] = NULL;
		kobject_uevent_env(&sb->dev.kobj, KOBJ_CHANGE, env);
	}
	end_asking(sb, 0);
	return 0;
}

/* The board has said for the first time what it is. */
static int make_node(struct sensorboard *sb)
{
	const struct sbd_info *info = &sb->info;
	int error = sensorboard_add(sb);

	if (error) {
		sensorboard_log(dev_err, &sb->intf->dev, "no node can be made: error %d\n", error);
		return error;
	}
	sb->introduced = true;
	sensorboard_log(dev_info, &sb->intf->dev,
			"%s: %s, firmware %s, serial number %s, %ux%u, %s\n", dev_name(&sb->dev),
			info->model, info->firmware, info->serial[0] ? info->serial : "(none)",
			info->geometry.width, info->geometry.height,
			info->geometry.sensors == SBW_SENSORS_PIECE_ID ? "piece id" : "presence");
	end_asking(sb, 0);
	/* Whoever has opened it by now holds it awake. */
	sb->awake = false;
	usb_autopm_put_interface_async(sb->intf);
	return 0;
}

/* A machine that is busy, a board whose bootloader takes its time: no reason to refuse it. */
static void try_later(struct sensorboard *sb, int error)
{
	if (!sb->identify_ms)
		sensorboard_log(dev_warn, &sb->intf->dev,
				"it does not say what it is (error %d); asking again\n", error);
	sb->identify_ms = clamp(sb->identify_ms * 2, PAUSE_FIRST_MS, PAUSE_MOST_MS);
	queue_delayed_work(system_freezable_wq, &sb->identify, msecs_to_jiffies(sb->identify_ms));
}

/*
 * Leaves the interface to others. The work holds no lock of ours while it waits
 * for the device's, under which the board may have been unbound meanwhile.
 */
static void declined(struct work_struct *work)
{
	struct sensorboard *sb = container_of(work, struct sensorboard, decline);

	usb_lock_device(sb->udev);
	if (usb_get_intfdata(sb->intf) == sb)
		usb_driver_release_interface(to_usb_driver(sb->intf->dev.driver), sb->intf);
	usb_unlock_device(sb->udev);
	put_device(&sb->dev);
}

static void decline(struct sensorboard *sb)
{
	get_device(&sb->dev);
	if (!queue_work(decline_queue, &sb->decline))
		put_device(&sb->dev);
}

static void get_to_know(struct sensorboard *sb)
{
	struct sbd_info info;
	int error;

	mutex_lock(&sb->io);
	begin_asking(sb);
	error = introduce(sb, &info, false);
	if (error)
		end_asking(sb, error);
	mutex_unlock(&sb->io);
	if (READ_ONCE(sb->unbinding))
		return;
	if (!error)
		error = make_node(sb);
	else if (error != -ENODEV)
		return try_later(sb, error);
	if (error) {
		sb->declined = true;
		decline(sb);
	}
}

static void identify(struct sensorboard *sb)
{
	int error = 0;

	/* Asked once more, by a resume or a reset, before the interface has been left. */
	if (sb->declined)
		return;
	if (!sb->introduced)
		return get_to_know(sb);
	mutex_lock(&sb->io);
	if (test_bit(SENSORBOARD_DOUBT_BOARD, &sb->doubts)) {
		error = sensorboard_identify_again(sb);
	} else if (test_bit(SENSORBOARD_DOUBT_NUMBER, &sb->doubts)) {
		begin_asking(sb);
		error = catch_up(sb);
		end_asking(sb, 0);
	}
	mutex_unlock(&sb->io);
	if (READ_ONCE(sb->unbinding))
		return;
	if (error)
		usb_queue_reset_device(sb->intf); /* this can unbind it */
	else
		sensorboard_start(sb);
}

/*
 * Suspend, reset and disconnect wait for it. A disk may be in the same device: memory for which it
 * would have to be written to cannot come before the reset is over.
 */
static void sensorboard_identify(struct work_struct *work)
{
	struct sensorboard *sb = container_of(to_delayed_work(work), struct sensorboard, identify);
	const unsigned int flags = memalloc_noio_save();

	identify(sb);
	memalloc_noio_restore(flags);
}

/* Called by probe. */
void sensorboard_introduce(struct sensorboard *sb)
{
	INIT_DELAYED_WORK(&sb->identify, sensorboard_identify);
	INIT_WORK(&sb->decline, declined);
	set_bit(SENSORBOARD_DOUBT_BOARD, &sb->doubts);
	usb_autopm_get_interface_no_resume(sb->intf);
	sb->awake = true;
	sensorboard_ask(sb);
}

int sensorboard_introduce_init(void)
{
	decline_queue = alloc_workqueue("sensorboard", WQ_UNBOUND, 0);
	return decline_queue ? 0 : -ENOMEM;
}

/* After the driver is deregistered: who declines has been waited for. */
void sensorboard_introduce_exit(void)
{
	destroy_workqueue(decline_queue);
}
