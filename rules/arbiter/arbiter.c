// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/arbiter.h"
#include <errno.h>
#include <stdio.h>
int arbiter_new(const struct arbiter_setup *setup, arbiter_sink sink, void *userdata, struct arbiter **ret, char err[static 160])
{
	snprintf(err, 160, "no arbiter is here yet");
	return -EOPNOTSUPP;
}
void arbiter_free(struct arbiter *a) {}
bool arbiter_is_silent(const struct arbiter *a) { return false; }
bool arbiter_over(const struct arbiter *a) { return false; }
bool arbiter_calls_flags(const struct arbiter *a) { return false; }
enum claim_kind arbiter_question(const struct arbiter *a) { return CLAIM_NONE; }
void arbiter_touched(struct arbiter *a, const struct arbiter_view *v, enum side s, unsigned sq, char p) {}
void arbiter_set_down(struct arbiter *a, const struct arbiter_view *v, enum side s, const struct game_move *m) {}
void arbiter_taken_back(struct arbiter *a, const struct arbiter_view *v) {}
int arbiter_turn(struct arbiter *a, const struct arbiter_view *v, const struct turn *t, const struct game_position *after) { return 0; }
int arbiter_revised(struct arbiter *a, const struct arbiter_view *v, unsigned ply, const struct turn *t, const struct game_position *after) { return 0; }
void arbiter_empty_press(struct arbiter *a, const struct arbiter_view *v, enum side s) {}
void arbiter_flag(struct arbiter *a, const struct arbiter_view *v, enum side s) {}
void arbiter_next_period(struct arbiter *a, const struct arbiter_view *v, enum side s) {}
void arbiter_paused(struct arbiter *a, const struct arbiter_view *v) {}
void arbiter_resumed(struct arbiter *a, const struct arbiter_view *v, enum side s, bool first) {}
void arbiter_clock_report(struct arbiter *a, const struct arbiter_view *v, enum side first) {}
void arbiter_arrived(struct arbiter *a, const struct arbiter_view *v, enum side s) {}
void arbiter_claims(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, unsigned n) {}
void arbiter_decided(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_decision *d) {}
int arbiter_reset(struct arbiter *a, unsigned ply, const struct game_position *p) { return 0; }
