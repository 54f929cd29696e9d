/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/subscribers.h"

#define MAX_SUBSCRIBERS 256

int subscribers_add(sd_bus_track **subscribers, sd_bus_message *call)
{
	int r;

	if (sd_bus_track_count(*subscribers) >= MAX_SUBSCRIBERS)
		return sd_bus_reply_method_errorf(call, SD_BUS_ERROR_LIMITS_EXCEEDED,
						  "%d clients are subscribed to this, and there may not be more",
						  MAX_SUBSCRIBERS);
	r = *subscribers ? 0 : sd_bus_track_new(sd_bus_message_get_bus(call), subscribers, NULL, NULL);

	if (r >= 0)
		r = sd_bus_track_add_sender(*subscribers, call);
	return r < 0 ? r : sd_bus_reply_method_return(call, NULL);
}

int subscribers_remove(sd_bus_track *subscribers, sd_bus_message *call)
{
	int r = subscribers ? sd_bus_track_remove_sender(subscribers, call) : 0;

	return r < 0 ? r : sd_bus_reply_method_return(call, NULL);
}
