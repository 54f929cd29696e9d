/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What people say, put to the arbiter: claims, reports and verdicts. */
#ifndef STAGE_CLAIMS_H
#define STAGE_CLAIMS_H

#include "daemon/core/stage/rulings.h"

static inline bool is_claim(const struct input *in)
{
	return in->type == INPUT_CLAIM || in->type == INPUT_REPORT;
}

/* What people say is judged after what happened at the same instant. */
static inline bool is_said(const struct input *in)
{
	return is_claim(in) || in->type == INPUT_DECIDE;
}

/* The claims and reports among these inputs, made when the table stood so. */
void judge_claims(struct core *core, const struct arbiter_view *then, const struct input *inputs, unsigned count);
/* 0; -EINVAL with a sentence for a verdict that cannot be. */
int check_decision(const struct core *core, const struct input *input, char err[static 160]);
/* Input i of these, a verdict: of two captains who decide differently at the same instant neither has decided. */
void judge_verdict(struct core *core, const struct input *inputs, unsigned count, unsigned i);

#endif
