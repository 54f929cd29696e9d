/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For scripts, what tests/bus/rig-journal.h and rig-forge.h do. FOLDER: state/ is in it, and no daemon runs.
 *
 *   journal-change FOLDER damage GAME KIND N FROM TO
 *   journal-change FOLDER rule GAME N FROM [TO]
 */
#include <stdio.h>

#include "tests/bus/rig-forge.h"

int main(int argc, char **argv)
{
	struct rig rig = { 0 };

	bool is_damage = argc == 8 && strcmp(argv[2], "damage") == 0;

	if (!is_damage && !((argc == 6 || argc == 7) && strcmp(argv[2], "rule") == 0)) {
		fprintf(stderr, "usage: journal-change FOLDER damage GAME KIND N FROM TO | rule GAME N FROM [TO]\n");
		return 2;
	}
	snprintf(rig.dir, sizeof(rig.dir), "%s", argv[1]);
	snprintf(rig.game, sizeof(rig.game), "%s", argv[3]);
	if (is_damage)
		rig_damage(&rig, argv[4], (unsigned)atoi(argv[5]), argv[6], argv[7]);
	else
		rig_forge_ruling(&rig, (unsigned)atoi(argv[4]), argv[5], argv[6]);
	return 0;
}
