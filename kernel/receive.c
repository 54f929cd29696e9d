// SPDX-License-Identifier: GPL-2.0-only
/* sensorboard - the interrupt endpoint: from reports to the readers' queues */
#include "internal.h"

/* Waits after failed transfers in a row, doubled each time. */
#define RETRY_FIRST_MS 10U
#define RETRY_MOST_MS 1000U

/*
 * Who took the time first is not always the first to get the lock: a record is
 * never older than the one before it. Called with sb->lock held.
 */
ktime_t sensorboard_newest(struct sensorboard *sb, ktime_t now)
{
	if (ktime_after(now, sb->newest))
		sb->newest = now;
	return sb->newest;
}

/* Queue a record for every reader, with the time by its clock. Called with sb->lock held. */
static void queue_record(struct sensorboard *sb, ktime_t now, struct sensorboard_event *ev)
{
	struct sensorboard_reader *reader;

	now = sensorboard_newest(sb, now);
	list_for_each_entry(reader, &sb->readers, entry) {
		ev->time_ns = sensorboard_time_ns(now, reader->clock);
		sbq_push(&reader->queue, ev);
		wake_up_interruptible_poll(&reader->wait, EPOLLIN | EPOLLRDNORM);
	}
}

static void tell_loss(struct sensorboard *sb, ktime_t now, u32 seq, u32 lost)
{
	struct sensorboard_event ev = {
		.device_us = SENSORBOARD_NO_TIME,
		.seq = seq,
		.value = lost,
		.type = SENSORBOARD_EVENT_LOST,
	};

	sb->lost += lost;
	queue_record(sb, now, &ev);
}

/*
 * Something happened to the board's events that no number shows: readers are
 * to ask for the whole board.
 */
void sensorboard_tell_lost(struct sensorboard *sb)
{
	unsigned long flags;

	spin_lock_irqsave(&sb->lock, flags);
	tell_loss(sb, ktime_get(), sbn_lose(&sb->numbering), 1);
	spin_unlock_irqrestore(&sb->lock, flags);
}

static void bad_report(struct sensorboard *sb, ktime_t now, const char *why)
{
	unsigned long flags;

	spin_lock_irqsave(&sb->lock, flags);
	sb->bad_reports++;
	tell_loss(sb, now, sbn_lose(&sb->numbering), 1);
	spin_unlock_irqrestore(&sb->lock, flags);
	dev_warn_ratelimited(&sb->intf->dev, "report dropped: %s\n", why);
}

/* Returns what is wrong with the event, a null pointer if nothing. Called with sb->lock held. */
static const char *receive_event(struct sensorboard *sb, ktime_t now, const struct sbd_event *from)
{
	struct sensorboard_event ev = {
		.device_us = from->time_us,
		.value = from->side,
		.type = from->type, /* the wire's numbers are the ABI's */
		.square = from->square,
		.piece = from->piece,
	};
	u32 lost;

	BUILD_BUG_ON((int)SBW_EVENT_LIFT != (int)SENSORBOARD_EVENT_LIFT);
	BUILD_BUG_ON((int)SBW_EVENT_PLACE != (int)SENSORBOARD_EVENT_PLACE);
	BUILD_BUG_ON((int)SBW_EVENT_PRESS != (int)SENSORBOARD_EVENT_PRESS);
	BUILD_BUG_ON((int)SBW_EVENT_PAUSE != (int)SENSORBOARD_EVENT_PAUSE);
	BUILD_BUG_ON((int)SBW_EVENT_TIME != (int)SENSORBOARD_EVENT_TIME);
	BUILD_BUG_ON((int)SBW_SIDE_WHITE != (int)SENSORBOARD_SIDE_WHITE);
	BUILD_BUG_ON((int)SBW_SIDE_BLACK != (int)SENSORBOARD_SIDE_BLACK);

	if (!sbn_event(&sb->numbering, from->seq, &ev.seq, &lost))
		return NULL;
	if (lost)
		tell_loss(sb, now, ev.seq - 1, lost);
	if (from->bad) {
		sb->bad_events++;
		tell_loss(sb, now, ev.seq, 1);
	} else {
		queue_record(sb, now, &ev);
	}
	return from->bad;
}

static void receive(struct sensorboard *sb, ktime_t now, unsigned int len)
{
	struct sbd_report report;
	const char *why, *bad = NULL;
	unsigned long flags;
	unsigned int i;

	if (sbd_read_report(&sb->info.geometry, sb->buf, len, &report, &why)) {
		bad_report(sb, now, why);
		return;
	}
	spin_lock_irqsave(&sb->lock, flags);
	for (i = 0; i < report.count; i++) {
		why = receive_event(sb, now, &report.events[i]);
		if (why)
			bad = why;
	}
	spin_unlock_irqrestore(&sb->lock, flags);
	if (bad)
		dev_warn_ratelimited(&sb->intf->dev, "event dropped: %s\n", bad);
}

static void retry_later(struct sensorboard *sb, int status)
{
	sb->retry_status = status;
	sb->retry_ms = clamp(sb->retry_ms * 2, RETRY_FIRST_MS, RETRY_MOST_MS);
	schedule_delayed_work(&sb->retry, msecs_to_jiffies(sb->retry_ms));
}

void sensorboard_complete(struct urb *urb)
{
	struct sensorboard *sb = urb->context;
	const ktime_t now = ktime_get();
	int error;

	switch (urb->status) {
	case 0:
		sb->retry_ms = 0;
		/* Some USB stacks end a full packet with an empty one: that is no report. */
		if (urb->actual_length)
			receive(sb, now, urb->actual_length);
		break;
	case -ENOENT:
	case -ECONNRESET:
	case -ESHUTDOWN:
	case -ENODEV:
		return; /* killed, or the board is gone */
	case -EOVERFLOW:
		bad_report(sb, now, "report is longer than a transfer");
		fallthrough;
	default:
		dev_dbg(&sb->intf->dev, "interrupt transfer failed: %d\n", urb->status);
		retry_later(sb, urb->status);
		return;
	}

	error = usb_submit_urb(urb, GFP_ATOMIC);
	if (error && error != -EPERM && error != -ENODEV)
		retry_later(sb, error);
}

/* Submits the URB. disconnect, suspend and reset poison the URB first and then wait for this. */
void sensorboard_retry(struct work_struct *work)
{
	struct sensorboard *sb = container_of(to_delayed_work(work), struct sensorboard, retry);
	int error = 0;

	if (sb->retry_status == -EPIPE)
		error = usb_clear_halt(sb->udev, sb->urb->pipe);
	if (!error)
		error = usb_submit_urb(sb->urb, GFP_KERNEL);
	if (error && error != -EPERM && error != -ENODEV && error != -ESHUTDOWN)
		retry_later(sb, error == -EPIPE ? -EPIPE : sb->retry_status);
}
