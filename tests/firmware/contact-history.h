/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What hands and springs do to the two contacts of a lever, by chance, and the
 * referee who says which presses that were.
 *
 * The referee looks at contacts as people see them: each is open or closed for
 * some milliseconds at least. A press is a contact that closes after it was
 * open, as soon as the other side's contact is open: then, or later while it is
 * still closed. What contacts do besides, bouncing while they close or open and
 * sparking, he does not see.
 */
#ifndef TESTS_FIRMWARE_CONTACT_HISTORY_H
#define TESTS_FIRMWARE_CONTACT_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#define CONTACT_EDGES 65536
#define CONTACT_PRESSES 512

/* From us on these contacts are closed: FIRMWARE_LEVER_*. */
struct contact_edge {
	uint64_t us;
	uint8_t closed;
};

struct contact_press {
	uint64_t us;
	uint8_t side;
};

struct contact_history {
	const char *kind;
	struct contact_edge edges[CONTACT_EDGES];
	unsigned edge_count;
	struct contact_press presses[CONTACT_PRESSES]; /* that the referee counts */
	unsigned press_count;
	uint64_t end_us;
};

/*
 * History number @number, always the same. @longest_us: of one thing that is done, 10 s where there is time. With
 * @senses_edges edges may be closer together than a millisecond: somebody who only looks each millisecond cannot tell
 * these from rest.
 */
void contact_history_make(struct contact_history *h, unsigned number, uint64_t longest_us, bool senses_edges);

#endif
