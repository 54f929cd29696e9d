// SPDX-License-Identifier: GPL-2.0-only
/* sensorboard - /sys/class/sensorboard/sensorboardN, described in sensorboard(4) */
#include <linux/sysfs.h>

#include "internal.h"

static struct sensorboard *to_sensorboard(struct device *dev)
{
	return container_of(dev, struct sensorboard, dev);
}

static struct sbd_info info_of(struct device *dev)
{
	struct sensorboard *sb = to_sensorboard(dev);
	struct sbd_info info;

	spin_lock_irq(&sb->lock);
	info = sb->info;
	spin_unlock_irq(&sb->lock);
	return info;
}

/* A counter of a board's, which is written under the lock. */
static ssize_t show_counter(struct device *dev, const u32 *counter, char *buf)
{
	struct sensorboard *sb = to_sensorboard(dev);
	u32 count;

	spin_lock_irq(&sb->lock);
	count = *counter;
	spin_unlock_irq(&sb->lock);
	return sysfs_emit(buf, "%u\n", count);
}

static ssize_t model_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%s\n", info_of(dev).model);
}
static DEVICE_ATTR_RO(model);

static ssize_t firmware_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%s\n", info_of(dev).firmware);
}
static DEVICE_ATTR_RO(firmware);

static ssize_t serial_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%s\n", info_of(dev).serial);
}
static DEVICE_ATTR_RO(serial);

static ssize_t protocol_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", info_of(dev).version);
}
static DEVICE_ATTR_RO(protocol);

static ssize_t geometry_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	const struct sbd_geometry geometry = info_of(dev).geometry;

	return sysfs_emit(buf, "%ux%u\n", geometry.width, geometry.height);
}
static DEVICE_ATTR_RO(geometry);

static ssize_t sensors_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	const u8 sensors = info_of(dev).geometry.sensors;

	return sysfs_emit(buf, "%s\n", sensors == SBW_SENSORS_PIECE_ID ? "piece-id" : "presence");
}
static DEVICE_ATTR_RO(sensors);

static ssize_t features_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "0x%08x\n", info_of(dev).features);
}
static DEVICE_ATTR_RO(features);

static ssize_t lost_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return show_counter(dev, &to_sensorboard(dev)->lost, buf);
}
static DEVICE_ATTR_RO(lost);

static ssize_t bad_reports_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return show_counter(dev, &to_sensorboard(dev)->bad_reports, buf);
}
static DEVICE_ATTR_RO(bad_reports);

static ssize_t bad_events_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return show_counter(dev, &to_sensorboard(dev)->bad_events, buf);
}
static DEVICE_ATTR_RO(bad_events);

static struct attribute *sensorboard_attrs[] = { &dev_attr_model.attr,
						 &dev_attr_firmware.attr,
						 &dev_attr_serial.attr,
						 &dev_attr_protocol.attr,
						 &dev_attr_geometry.attr,
						 &dev_attr_sensors.attr,
						 &dev_attr_features.attr,
						 &dev_attr_lost.attr,
						 &dev_attr_bad_reports.attr,
						 &dev_attr_bad_events.attr,
						 NULL };

static const struct attribute_group sensorboard_group = {
	.attrs = sensorboard_attrs,
};

const struct attribute_group *sensorboard_groups[] = { &sensorboard_group, NULL };
