/* SPDX-License-Identifier: GPL-2.0-only */
/* sensorboard - what the files of the module share */
#ifndef SENSORBOARD_INTERNAL_H
#define SENSORBOARD_INTERNAL_H

#include <linux/cdev.h>
#include <linux/device.h>
#include <linux/fs.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/ratelimit.h>
#include <linux/spinlock.h>
#include <linux/time.h>
#include <linux/timekeeping.h>
#include <linux/usb.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "decode.h"
#include "numbering.h"
#include "queue.h"
#include "uapi/sensorboard.h"

#define SENSORBOARD_MAX_BOARDS 256

/*
 * One board. It lives as long as its struct device: the USB interface holds
 * one reference from probe to disconnect, each open file another.
 */
struct sensorboard {
	struct device dev;
	struct cdev cdev;

	/* Written by probe only; references are held. Nothing is sent to them once gone. */
	struct usb_interface *intf;
	struct usb_device *udev;
	u8 interface_number;
	struct urb *urb;
	u8 *buf; /* the URB's: not to be touched while it is in flight */

	/*
	 * What has to be asked before requests of readers go on, SENSORBOARD_DOUBT_* bits. Set by
	 * those that hold the device's lock and by the first open; taken by who begins to ask,
	 * under @io, so that what he is told does not answer those who doubt after that.
	 */
	unsigned long doubts;
	wait_queue_head_t sure;

	/* One open or close at a time. Taken after the device's lock, never within @io. */
	struct mutex files;
	bool unbinding; /* nobody opens it any more; under @files */
	/* Somebody has it open: transfers run. Written under @files. */
	bool listening;

	/* For control transfers, under @io. disconnect poisons the URB: that ends one under way. */
	struct urb *control;
	struct usb_ctrlrequest *setup;
	u8 *answer;

	/* Held for each control transfer, at most a second. Taken before @lock. */
	struct mutex io;

	/*
	 * Set once, by disconnect, with @lock held. Readers wait for it without a lock, and the
	 * holder of @io checks it before each transfer.
	 */
	bool gone;

	/*
	 * What the board sent. Read under @io or @lock, or in the URB's completion; written under
	 * both, and while the URB cannot run: at probe and after a reset.
	 */
	struct sbd_info info;

	/* For all readers, who get the same records: woken once a report, without @lock. */
	wait_queue_head_t wait;
	struct fasync_struct *async;

	spinlock_t lock;	  /* for all that follows; taken in the URB's completion */
	struct list_head readers; /* of struct sensorboard_reader; written under @files, too */
	bool news;		  /* records have been queued, and readers not yet woken */
	struct sbn numbering;
	ktime_t newest; /* time of the last record: none after it is older */
	u32 lost;	/* events lost between the board and here */
	u32 bad_reports;
	u32 bad_events;

	u32 awaited;	  /* number of the last event that the board had told of a second ago */
	bool interrupted; /* since then a transfer has failed, or still waits for its next try */
	bool stopped;	  /* the URB is poisoned; see sensorboard_start() and sensorboard_stop() */

	/* Recovery from a failed transfer: submits the URB that the completion did not. */
	struct delayed_work retry;
	unsigned int retry_ms; /* by the completion or the work, which take turns */
	int retry_status;      /* likewise */
	bool anew;	       /* sensorboard_start() has been called: the work forgets failures */
	unsigned long next_reset;
	unsigned int reset_pause; /* jiffies, 0 before the first reset */

	/* Once a second, as long as somebody listens: is there more than has come? */
	struct delayed_work watch;
	unsigned int watch_ms;

	/* Asks what the board is, and how far it has counted; then transfers begin. */
	struct delayed_work identify;
	unsigned int identify_ms; /* the pause before it is asked again */
	bool introduced;	  /* it has said what it is: there is a node */
	bool declined;		  /* no node could be made: none is to be tried again */
	bool awake;		  /* not to be suspended before it has */

	/* It is no board: the interface is left to others. A reference is held while it is queued.
	 */
	struct work_struct decline;
};

enum {
	SENSORBOARD_DOUBT_BOARD = 0,
	SENSORBOARD_DOUBT_NUMBER = 1,
	SENSORBOARD_DOUBT_ASKED = 2, /* doubts have been taken, and the answer is awaited */
};

/* One open file. */
struct sensorboard_reader {
	struct sensorboard *board; /* a reference is held */
	struct list_head entry;	   /* under board->lock */
	kuid_t user;		   /* whom it counts for */
	s32 clock;		   /* CLOCK_*; under board->lock */
	struct sbq queue;	   /* under board->lock */
};

/* A time of CLOCK_MONOTONIC, not long ago, by another clock, in nanoseconds. */
static inline u64 sensorboard_time_ns(ktime_t monotonic, s32 clock)
{
	switch (clock) {
	case CLOCK_MONOTONIC:
		return ktime_to_ns(monotonic);
	case CLOCK_REALTIME:
		return ktime_to_ns(ktime_mono_to_real(monotonic));
	default:
		return ktime_to_ns(ktime_mono_to_any(monotonic, TK_OFFS_BOOT));
	}
}

/*
 * For what is said of boards that come, go, or are none: whoever may plug one in, unbind or reset
 * it can have it said again and again. Each of all the boards of a hall that is switched on still
 * has its line.
 */
#define sensorboard_log(dev_level, dev, ...) \
	do { \
		static DEFINE_RATELIMIT_STATE(limit, 60 * HZ, SENSORBOARD_MAX_BOARDS); \
		if (__ratelimit(&limit)) \
			dev_level(dev, __VA_ARGS__); \
	} while (0)

/* The longest answer or message of a control transfer. */
#define SENSORBOARD_ANSWER_SIZE \
	max(sizeof(struct sbw_info), sizeof(struct sbw_board_header) + SBW_MAX_SQUARES)

/* introduce.c; the caller of sensorboard_identify_again() holds sb->io */
void sensorboard_introduce(struct sensorboard *sb);
int sensorboard_identify_again(struct sensorboard *sb);
int sensorboard_introduce_init(void);
void sensorboard_introduce_exit(void);

/* What the board is, and how far it has counted, is asked in introduce.c's work. */
static inline void sensorboard_ask(struct sensorboard *sb)
{
	queue_delayed_work(system_freezable_wq, &sb->identify, 0);
}

/* chardev.c */
int sensorboard_class_init(void);
void sensorboard_class_exit(void);
struct sensorboard *sensorboard_alloc(struct device *parent);
int sensorboard_add(struct sensorboard *sb);
void sensorboard_del(struct sensorboard *sb);
void sensorboard_set_gone(struct sensorboard *sb);

/* sysfs.c */
extern const struct attribute_group *sensorboard_groups[];

/* receive.c */
void sensorboard_complete(struct urb *urb);
void sensorboard_retry(struct work_struct *work);
void sensorboard_watch(struct work_struct *work);
void sensorboard_start(struct sensorboard *sb);
void sensorboard_stop(struct sensorboard *sb);
void sensorboard_listen(struct sensorboard *sb);
void sensorboard_ignore(struct sensorboard *sb);
void sensorboard_tell_lost(struct sensorboard *sb);
ktime_t sensorboard_newest(struct sensorboard *sb, ktime_t now);

/* request.c; the caller holds sb->io */
int sensorboard_set_up_requests(struct sensorboard *sb);
int sensorboard_get_info(struct sensorboard *sb, struct sbd_info *info);
int sensorboard_get_board(struct sensorboard *sb, struct sbd_board *board);
int sensorboard_clear_halt(struct sensorboard *sb);
int sensorboard_send(struct sensorboard *sb, u8 request, const void *data, u16 size);

#endif
