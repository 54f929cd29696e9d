// SPDX-License-Identifier: GPL-2.0-only
/* sensorboard - /dev/sensorboardN */
#include <linux/capability.h>
#include <linux/compat.h>
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/idr.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/user_namespace.h>

#include "internal.h"

/* Open files of one user on one board: each has its records queued while interrupts are off. */
#define MAX_FILES 16

static dev_t first_number;

static struct class sensorboard_class = {
	.name = "sensorboard",
};

static DEFINE_IDA(minors);

/*
 * Whom an open file counts for: a namespace of a user's own does not make more users of one, as
 * root's does.
 */
static kuid_t user_of(const struct cred *cred)
{
	const struct user_namespace *ns;
	kuid_t user = cred->uid;

	for (ns = cred->user_ns; ns != &init_user_ns; ns = ns->parent)
		if (!uid_eq(ns->owner, GLOBAL_ROOT_UID))
			user = ns->owner;
	return user;
}

/* With sb->files held, under which readers come and go. */
static bool has_place(struct sensorboard *sb, kuid_t user)
{
	struct sensorboard_reader *reader;
	unsigned int files = 0;

	list_for_each_entry(reader, &sb->readers, entry)
		files += uid_eq(reader->user, user);
	return files < MAX_FILES || capable(CAP_SYS_RESOURCE);
}

/* Who has it open keeps the device awake and its transfers running. */
static int begin_use(struct sensorboard *sb, struct sensorboard_reader *reader)
{
	int error;

	mutex_lock(&sb->files);
	if (sb->unbinding)
		error = -ENODEV;
	else if (!has_place(sb, reader->user))
		error = -EUSERS;
	else
		error = usb_autopm_get_interface(sb->intf);
	if (!error) {
		if (list_empty(&sb->readers))
			sensorboard_listen(sb);
		spin_lock_irq(&sb->lock);
		list_add_tail(&reader->entry, &sb->readers);
		spin_unlock_irq(&sb->lock);
	}
	mutex_unlock(&sb->files);
	return error;
}

static void end_use(struct sensorboard *sb, struct sensorboard_reader *reader)
{
	mutex_lock(&sb->files);
	spin_lock_irq(&sb->lock);
	list_del(&reader->entry);
	spin_unlock_irq(&sb->lock);
	if (list_empty(&sb->readers))
		sensorboard_ignore(sb);
	mutex_unlock(&sb->files);
	usb_autopm_put_interface(sb->intf);
}

static int sensorboard_open(struct inode *inode, struct file *file)
{
	struct sensorboard *sb = container_of(inode->i_cdev, struct sensorboard, cdev);
	struct sensorboard_reader *reader;
	int error;

	reader = kvzalloc(sizeof(*reader), GFP_KERNEL_ACCOUNT);
	if (!reader)
		return -ENOMEM;
	reader->board = sb;
	reader->user = user_of(file->f_cred);
	reader->clock = CLOCK_BOOTTIME;
	error = begin_use(sb, reader);
	if (error) {
		kvfree(reader);
		return error;
	}
	get_device(&sb->dev);
	file->private_data = reader;
	return stream_open(inode, file);
}

static int sensorboard_release(struct inode *inode, struct file *file)
{
	struct sensorboard_reader *reader = file->private_data;
	struct sensorboard *sb = reader->board;

	end_use(sb, reader);
	kvfree(reader);
	put_device(&sb->dev);
	return 0;
}

/* SIGIO when there is something to read, and when the board is gone. */
static int sensorboard_fasync(int fd, struct file *file, int on)
{
	struct sensorboard_reader *reader = file->private_data;

	return fasync_helper(fd, file, on, &reader->board->async);
}

static bool reader_pop(struct sensorboard_reader *reader, struct sensorboard_event *ev)
{
	bool popped;

	spin_lock_irq(&reader->board->lock);
	popped = sbq_pop(&reader->queue, ev);
	spin_unlock_irq(&reader->board->lock);
	return popped;
}

static void reader_unpop(struct sensorboard_reader *reader, const struct sensorboard_event *ev)
{
	spin_lock_irq(&reader->board->lock);
	sbq_unpop(&reader->queue, ev);
	spin_unlock_irq(&reader->board->lock);
}

static bool reader_has_events(struct sensorboard_reader *reader)
{
	bool has;

	spin_lock_irq(&reader->board->lock);
	has = !sbq_is_empty(&reader->queue);
	spin_unlock_irq(&reader->board->lock);
	return has;
}

static bool is_gone(struct sensorboard *sb)
{
	return READ_ONCE(sb->gone);
}

static ssize_t sensorboard_read(struct file *file, char __user *to, size_t size, loff_t *pos)
{
	struct sensorboard_reader *reader = file->private_data;
	struct sensorboard *sb = reader->board;
	struct sensorboard_event ev;
	size_t done = 0;
	int error;

	if (size < sizeof(ev))
		return -EINVAL;
	for (;;) {
		/* Asked before the queue: what came before the end is still read. */
		const bool gone = is_gone(sb);

		while (done + sizeof(ev) <= size && reader_pop(reader, &ev)) {
			if (copy_to_user(to + done, &ev, sizeof(ev))) {
				reader_unpop(reader, &ev);
				return done ? done : -EFAULT;
			}
			done += sizeof(ev);
		}
		if (done)
			return done;
		if (gone)
			return -ENODEV;
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		error = wait_event_interruptible(sb->wait,
						 reader_has_events(reader) || is_gone(sb));
		if (error)
			return error;
	}
}

static __poll_t sensorboard_poll(struct file *file, poll_table *wait)
{
	struct sensorboard_reader *reader = file->private_data;
	__poll_t mask = 0;

	poll_wait(file, &reader->board->wait, wait);
	if (is_gone(reader->board))
		mask |= EPOLLERR | EPOLLHUP;
	if (reader_has_events(reader))
		mask |= EPOLLIN | EPOLLRDNORM;
	return mask;
}

static int get_info(struct sensorboard *sb, void __user *arg)
{
	struct sensorboard_info info = {};

	/* The layout is the same for all callers, of 32 and of 64 bits. */
	static_assert(sizeof(struct sensorboard_event) == 32);
	static_assert(sizeof(struct sensorboard_info) == 120);
	static_assert(sizeof(struct sensorboard_squares) == 128);
	static_assert(sizeof(struct sensorboard_leds) == 104);
	static_assert(sizeof(struct sensorboard_clock) == 16);
	static_assert(sizeof(struct sensorboard_clockid) == 8);
	static_assert(sizeof(struct sensorboard_time) == 32);
	BUILD_BUG_ON(SENSORBOARD_TEXT_SIZE != SBW_TEXT_SIZE);
	BUILD_BUG_ON(SENSORBOARD_MAX_SQUARES != SBW_MAX_SQUARES);

	spin_lock_irq(&sb->lock);
	info.protocol = sb->info.version;
	info.width = sb->info.geometry.width;
	info.height = sb->info.geometry.height;
	info.sensors = sb->info.geometry.sensors;
	info.features = sb->info.features;
	info.scan_us = sb->info.scan_us;
	info.boot_id = sb->info.boot_id;
	info.lost = sb->lost;
	memcpy(info.model, sb->info.model, sizeof(info.model));
	memcpy(info.firmware, sb->info.firmware, sizeof(info.firmware));
	memcpy(info.serial, sb->info.serial, sizeof(info.serial));
	spin_unlock_irq(&sb->lock);
	return copy_to_user(arg, &info, sizeof(info)) ? -EFAULT : 0;
}

/* A time by the clock of the reader. */
static u64 reader_time_ns(struct sensorboard_reader *reader, ktime_t monotonic)
{
	return sensorboard_time_ns(monotonic, READ_ONCE(reader->clock));
}

static int set_clockid(struct sensorboard_reader *reader, const void __user *arg)
{
	struct sensorboard *sb = reader->board;
	struct sensorboard_clockid id;

	if (copy_from_user(&id, arg, sizeof(id)))
		return -EFAULT;
	if (id.flags)
		return -EINVAL;
	if (id.clock != CLOCK_BOOTTIME && id.clock != CLOCK_MONOTONIC && id.clock != CLOCK_REALTIME)
		return -EINVAL;
	spin_lock_irq(&sb->lock);
	if (id.clock != reader->clock) {
		WRITE_ONCE(reader->clock, id.clock);
		sbq_lose(&reader->queue,
			 sensorboard_time_ns(sensorboard_newest(sb, ktime_get()), id.clock));
	}
	spin_unlock_irq(&sb->lock);
	return 0;
}

static int get_time(struct sensorboard_reader *reader, struct sensorboard_time *time)
{
	struct sensorboard *sb = reader->board;
	struct sbd_board board;
	ktime_t before;
	int error;

	before = ktime_get();
	error = sensorboard_get_board(sb, &board);
	if (error)
		return error;
	time->error_ns = ktime_to_ns(ktime_sub(ktime_get(), before)) / 2 + 1;
	time->time_ns = reader_time_ns(reader, ktime_add_ns(before, time->error_ns));
	time->device_us = board.time_us;
	time->boot_id = sb->info.boot_id;
	return 0;
}

static int get_squares(struct sensorboard_reader *reader, struct sensorboard_squares *squares)
{
	struct sensorboard *sb = reader->board;
	struct sbd_board board;
	int error;

	error = sensorboard_get_board(sb, &board);
	if (error)
		return error;
	squares->time_ns = reader_time_ns(reader, ktime_get());
	squares->device_us = board.time_us;
	squares->count = board.count;
	squares->lever = board.lever;
	memcpy(squares->squares, board.squares, sizeof(squares->squares));
	spin_lock_irq(&sb->lock);
	squares->seq = sbn_number(&sb->numbering, board.seq);
	squares->boot_id = sb->info.boot_id;
	spin_unlock_irq(&sb->lock);
	return 0;
}

static int set_leds(struct sensorboard *sb, const struct sensorboard_leds *leds)
{
	const unsigned int count = sb->info.geometry.width * sb->info.geometry.height;

	if (!(sb->info.features & SBW_FEATURE_LEDS))
		return -EOPNOTSUPP;
	if (memchr_inv(leds->level + count, 0, sizeof(leds->level) - count) ||
	    memchr_inv(leds->reserved, 0, sizeof(leds->reserved)))
		return -EINVAL;
	return sensorboard_send(sb, SBW_REQ_SET_LEDS, leds->level, count);
}

static int set_clock(struct sensorboard *sb, const struct sensorboard_clock *clock)
{
	struct sbw_clock wire = {};

	if (!(sb->info.features & SBW_FEATURE_CLOCK))
		return -EOPNOTSUPP;
	if (clock->running > SENSORBOARD_SIDE_BLACK ||
	    memchr_inv(clock->reserved, 0, sizeof(clock->reserved)))
		return -EINVAL;
	wire.white_ms = cpu_to_le32(clock->white_ms);
	wire.black_ms = cpu_to_le32(clock->black_ms);
	wire.running = clock->running;
	return sensorboard_send(sb, SBW_REQ_SET_CLOCK, &wire, sizeof(wire));
}

/* What those that ask the board are given by the caller, or give. */
union request_data {
	struct sensorboard_squares squares;
	struct sensorboard_time time;
	struct sensorboard_leds leds;
	struct sensorboard_clock clock;
};

/*
 * Those that ask the board, with sb->io held. The caller's memory is not touched here: a page
 * of it may come late or never, and a reset and unplugging wait for sb->io.
 */
static int ask_board(struct sensorboard_reader *reader, unsigned int request,
		     union request_data *data)
{
	switch (request) {
	case SENSORBOARD_GET_SQUARES:
		return get_squares(reader, &data->squares);
	case SENSORBOARD_GET_TIME:
		return get_time(reader, &data->time);
	case SENSORBOARD_SET_LEDS:
		return set_leds(reader->board, &data->leds);
	case SENSORBOARD_SET_CLOCK:
		return set_clock(reader->board, &data->clock);
	default:
		return -ENOTTY;
	}
}

/*
 * Takes sb->io, or returns an error. Before a reset, and until the board has
 * been asked who it is after one, nobody's request begins: the reset would have
 * to wait for each of them in turn. Nor before the first reader's numbers are known.
 */
static int begin_request(struct sensorboard *sb)
{
	for (;;) {
		if (wait_event_interruptible(sb->sure, !READ_ONCE(sb->doubts) || is_gone(sb)))
			return -ERESTARTSYS;
		if (mutex_lock_interruptible(&sb->io))
			return -ERESTARTSYS;
		if (is_gone(sb)) {
			mutex_unlock(&sb->io);
			return -ENODEV;
		}
		if (!READ_ONCE(sb->doubts))
			return 0;
		mutex_unlock(&sb->io);
	}
}

static bool changes_board(unsigned int request)
{
	return request == SENSORBOARD_SET_LEDS || request == SENSORBOARD_SET_CLOCK;
}

static long sensorboard_ioctl(struct file *file, unsigned int request, unsigned long arg)
{
	struct sensorboard_reader *reader = file->private_data;
	struct sensorboard *sb = reader->board;
	void __user *p = (void __user *)arg;
	union request_data data = {};
	int ret;

	switch (request) {
	case SENSORBOARD_GET_INFO:
		return is_gone(sb) ? -ENODEV : get_info(sb, p);
	case SENSORBOARD_SET_CLOCKID:
		return is_gone(sb) ? -ENODEV : set_clockid(reader, p);
	case SENSORBOARD_GET_SQUARES:
	case SENSORBOARD_GET_TIME:
	case SENSORBOARD_SET_LEDS:
	case SENSORBOARD_SET_CLOCK:
		break;
	default:
		return -ENOTTY;
	}
	if (changes_board(request) && !(file->f_mode & FMODE_WRITE))
		return -EBADF;
	if ((_IOC_DIR(request) & _IOC_WRITE) && copy_from_user(&data, p, _IOC_SIZE(request)))
		return -EFAULT;
	ret = begin_request(sb);
	if (ret)
		return ret;
	ret = ask_board(reader, request, &data);
	mutex_unlock(&sb->io);
	if (!ret && (_IOC_DIR(request) & _IOC_READ) && copy_to_user(p, &data, _IOC_SIZE(request)))
		return -EFAULT;
	return ret;
}

static const struct file_operations sensorboard_fops = {
	.owner = THIS_MODULE,
	.open = sensorboard_open,
	.release = sensorboard_release,
	.read = sensorboard_read,
	.poll = sensorboard_poll,
	.fasync = sensorboard_fasync,
	.unlocked_ioctl = sensorboard_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

/* The one place where a board is freed. Everything may be missing that probe did not come to. */
static void sensorboard_free(struct device *dev)
{
	struct sensorboard *sb = container_of(dev, struct sensorboard, dev);

	usb_free_urb(sb->urb);
	usb_free_urb(sb->control);
	usb_put_dev(sb->udev);
	usb_put_intf(sb->intf);
	kfree(sb->buf);
	kfree(sb->setup);
	kfree(sb->answer);
	kfree(sb);
}

/* A board that has no node yet, with one reference for put_device() to drop; or ERR_PTR. */
struct sensorboard *sensorboard_alloc(struct device *parent)
{
	struct sensorboard *sb = kzalloc(sizeof(*sb), GFP_KERNEL);

	if (!sb)
		return ERR_PTR(-ENOMEM);
	mutex_init(&sb->io);
	mutex_init(&sb->files);
	init_waitqueue_head(&sb->sure);
	init_waitqueue_head(&sb->wait);
	spin_lock_init(&sb->lock);
	INIT_LIST_HEAD(&sb->readers);
	INIT_DELAYED_WORK(&sb->retry, sensorboard_retry);
	INIT_DELAYED_WORK(&sb->watch, sensorboard_watch);
	device_initialize(&sb->dev);
	/*
	 * It is its interface that sleeps and wakes. With power of its own to
	 * manage, a node that cannot be made would be waited for as what puts
	 * the interface to sleep is, which in turn waits for who makes the node.
	 */
	device_set_pm_not_required(&sb->dev);
	sb->dev.class = &sensorboard_class;
	sb->dev.parent = parent;
	sb->dev.release = sensorboard_free;
	sb->dev.groups = sensorboard_groups;
	cdev_init(&sb->cdev, &sensorboard_fops);
	sb->cdev.owner = THIS_MODULE;
	return sb;
}

/* The node is made. Its number is the lowest that is free. */
int sensorboard_add(struct sensorboard *sb)
{
	const int minor = ida_alloc_max(&minors, SENSORBOARD_MAX_BOARDS - 1, GFP_KERNEL);
	int error;

	if (minor < 0)
		return minor;
	sb->dev.devt = first_number + minor;
	error = dev_set_name(&sb->dev, "sensorboard%d", minor);
	if (!error)
		error = cdev_device_add(&sb->cdev, &sb->dev);
	if (error)
		ida_free(&minors, minor);
	return error;
}

/* No new reader gets in. The number is free: those that still have the file open do not need it. */
void sensorboard_del(struct sensorboard *sb)
{
	cdev_device_del(&sb->cdev, &sb->dev);
	ida_free(&minors, MINOR(sb->dev.devt));
}

/* Readers that sleep wake up, and no control transfer is under way when it returns. */
void sensorboard_set_gone(struct sensorboard *sb)
{
	spin_lock_irq(&sb->lock);
	WRITE_ONCE(sb->gone, true);
	spin_unlock_irq(&sb->lock);
	wake_up_poll(&sb->wait, EPOLLERR | EPOLLHUP);
	kill_fasync(&sb->async, SIGIO, POLL_HUP);
	wake_up_all(&sb->sure);

	mutex_lock(&sb->io);
	mutex_unlock(&sb->io);
}

int sensorboard_class_init(void)
{
	int error = alloc_chrdev_region(&first_number, 0, SENSORBOARD_MAX_BOARDS, "sensorboard");

	if (error)
		return error;
	error = class_register(&sensorboard_class);
	if (error)
		unregister_chrdev_region(first_number, SENSORBOARD_MAX_BOARDS);
	return error;
}

void sensorboard_class_exit(void)
{
	class_unregister(&sensorboard_class);
	unregister_chrdev_region(first_number, SENSORBOARD_MAX_BOARDS);
	ida_destroy(&minors);
}
