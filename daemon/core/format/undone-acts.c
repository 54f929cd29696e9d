// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/format/input.h"

#include <errno.h>
#include <stdlib.h>

void undone_acts_done(struct undone_acts *acts)
{
	free(acts->list);
	*acts = (struct undone_acts){ 0 };
}

/* A clock beside the board reads itself: that is nobody's act. */
bool input_is_act(const struct input *in)
{
	switch (in->type) {
	case INPUT_PAUSE:
	case INPUT_RESUME:
	case INPUT_ARRIVE:
	case INPUT_AWAIT:
	case INPUT_CLAIM:
	case INPUT_REPORT:
	case INPUT_DECIDE:
	case INPUT_TAKEBACK:
	case INPUT_POSITION:
	case INPUT_PROMOTION:
	case INPUT_MOVE:
	case INPUT_END:
		return true;
	case INPUT_CLOCK_REPORT:
		return in->sets || in->has_first;
	default:
		return false;
	}
}

static const struct undone_act *find(const struct undone_acts *acts, uint32_t number)
{
	for (unsigned i = 0; i < acts->count; i++)
		if (acts->list[i].number == number)
			return &acts->list[i];
	return NULL;
}

bool undone_acts_has(const struct undone_acts *acts, uint32_t number)
{
	return find(acts, number);
}

int undone_acts_note(struct undone_acts *acts, const struct input *in)
{
	struct undone_act *more;

	if (in->type != INPUT_UNDO || find(acts, in->count))
		return 0;
	more = reallocarray(acts->list, acts->count + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	acts->list = more;
	more[acts->count++] = (struct undone_act){ in->count, in->stops };
	return 0;
}

bool undone_acts_pass(struct undone_acts *acts, struct input *in, uint32_t *number)
{
	const struct undone_act *undone;
	uint32_t is = 0;

	if (input_is_act(in))
		is = ++acts->seen;
	if (number)
		*number = is;
	if (in->type == INPUT_UNDO)
		*in = input_at(in->t_us, INPUT_TICK);
	undone = is ? find(acts, is) : NULL;
	if (!undone)
		return true;
	*in = input_at(in->t_us, INPUT_UNDO);
	in->count = is;
	in->stops = undone->stops;
	return undone->stops;
}
