/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two ways to read the same press, kept beside each other. */
#ifndef TRACKER_MERGED_BEAMS_H
#define TRACKER_MERGED_BEAMS_H

#include "daemon/core/tracker/reading/readings.h"

/*
 * r and other went on from the same readings, each in its own way. The readings of other become readings of r as well,
 * each at extra more than it costs there, which is not below zero; those that then cost too much are given up. What r
 * knows beside its readings stays as it is. What the readings of other share with those of r are r's own turns, the
 * rest are copied.
 */
void beam_merge(struct readings *r, const struct readings *other, int32_t extra);

#endif
