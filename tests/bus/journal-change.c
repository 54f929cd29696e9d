/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * journal-change FOLDER damage GAME KIND N FROM TO: for scripts, what tests/bus/rig-journal.h does. FOLDER: state/ is
 * in it, and no daemon runs.
 */
#include <stdio.h>

#include "tests/bus/rig-journal.h"

int main(int argc, char **argv)
{
	struct rig rig = { 0 };

	if (argc != 8 || strcmp(argv[2], "damage") != 0) {
		fprintf(stderr, "usage: journal-change FOLDER damage GAME KIND N FROM TO\n");
		return 2;
	}
	snprintf(rig.dir, sizeof(rig.dir), "%s", argv[1]);
	snprintf(rig.game, sizeof(rig.game), "%s", argv[3]);
	rig_damage(&rig, argv[4], (unsigned)atoi(argv[5]), argv[6], argv[7]);
	return 0;
}
