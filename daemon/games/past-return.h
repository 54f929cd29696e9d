/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A finished game that the journal alone has is shown again, so that its result can be appealed against. */
#ifndef DAEMON_PAST_RETURN_H
#define DAEMON_PAST_RETURN_H

#include <systemd/sd-bus.h>

/* TakeUp of org.flagfall1.Manager: userdata is the context. */
int past_return_method(sd_bus_message *message, void *userdata, sd_bus_error *error);

#endif
