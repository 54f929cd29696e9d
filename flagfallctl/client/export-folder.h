/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of an export, written below a folder that the caller names. */
#ifndef FLAGFALLCTL_EXPORT_FOLDER_H
#define FLAGFALLCTL_EXPORT_FOLDER_H

#include "flagfallctl/ctl.h"
#include "rules/game.h"

/* A file below folder, replaced as a whole; folders are made. 0, or an exit status after saying why. */
int export_folder_write(const struct ctl *ctl, const char *folder, const char *path, const char *text);
/*
 * index.json of a round as Round of org.flagfall1.Event gives it, where each pairing also has "whole": nothing of its
 * record is held back. Adds {"count","live"} to rounds at its place.
 */
int export_folder_round(const struct ctl *ctl, const char *folder, const struct game *game, const json_t *round,
			json_t *rounds);
/* tournament.json: event has id, name, site, rulebook, time. */
int export_folder_tournament(const struct ctl *ctl, const char *folder, const json_t *event, const json_t *rounds);

#endif
