/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the centre knows of its halls, for people and for programs: flagfall-centre status. */
#ifndef RELAY_STATUS_H
#define RELAY_STATUS_H

#include "relay/store/store.h"

/*
 * status_of - as JSON
 * {"running", "connected", "fault": what keeps the centre from its servers or from reading, "" nothing, null it does
 * not run; "halls": [{"hall", "state": "whole"|"behind"|"silent", "heard_s": null never, "behind": publications that
 * the hall has and the centre has not, "unsent": … and the stream has not, "lag_ms", "lag_p99_ms", "version", "fault",
 * "unwritten": ["EVENT/PATH"] of its export, a few of those that cannot be written, "events": {ID: publications},
 * "ended": [ID]}]}. New reference, NULL without memory.
 */
json_t *status_of(struct store *store, int64_t now_us);
/* A line a hall, to stdout. */
void status_print(const json_t *status);

#endif
