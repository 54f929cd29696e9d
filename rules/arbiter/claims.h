/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_CLAIMS_H
#define RULES_ARBITER_CLAIMS_H

#include "rules/arbiter/state.h"

/* --- draw-claims.c --- */

/* contested: the opponent says at the same time that he can force a win. */
void claim_draw(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by,
		bool contested);

/* --- draw-verdicts.c --- */

/* Of the question that was asked; a forced win decides what it contests. */
void decide_draw_claim(struct arbiter *a, const struct arbiter_view *v, bool accept, const struct question *q);

/* --- agreed-draw.c --- */

void accept_draw_offer(struct arbiter *a, const struct arbiter_view *v, enum side by);
/* The arbiter consents to what came too early for the event alone (a->agreed_early). */
void consent_to_draw(struct arbiter *a, const struct arbiter_view *v);
void refuse_early_draw(struct arbiter *a, const struct arbiter_view *v);

/* --- illegal-claim.c --- */

void claim_illegal(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
/* What is irregular though the squares show a legal turn is put right: a second move on the opponent's time, a move
 * taken back, another piece than the one touched. False: there is nothing of the kind, or by has replied. */
bool rectify_making(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
/* The opponent lets an irregularity stand. */
void claim_accept_stand(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);

/* --- start-claims.c --- */

void claim_about_start(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
/* In this game, pressed or not. */
bool has_moved(const struct arbiter *a, enum side side);
void restart_game(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim);
void replay_game(struct arbiter *a, const struct arbiter_view *v);

/* --- appeal.c --- */

void claim_appeal(struct arbiter *a, const struct arbiter_view *v, enum side by);
void decide_appeal(struct arbiter *a, const struct arbiter_view *v, bool upheld);

/* --- captains-verdict.c --- */

/* Does that differ from what the other captain has answered? */
bool captains_differ(const struct arbiter *a, const struct arbiter_decision *d);
/* Then what he answered is open again. */
void reopen_question(struct arbiter *a, const struct arbiter_view *v);
/* turns, given_us: as they were before the answer. */
void note_captain_verdict(struct arbiter *a, const struct arbiter_decision *d, const struct question *q, unsigned turns,
			  const int64_t given_us[2]);

/* --- win-search.c --- */

/* These two note in a->undecided what they could not decide … */
enum game_answer side_can_win(struct arbiter *a, const struct game_position *pos, enum side side);
bool position_is_dead(struct arbiter *a, const struct game_position *pos);
/* … and these keep it open: after the ruling. reason: of the draw that it would be. */
void keep_doubtful_loss(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim);
void keep_doubtful_dead_position(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim);
/* A person is asked about progress; that the opponent cannot win at all would settle it. */
void keep_doubtful_no_progress(struct arbiter *a, const struct arbiter_view *v, enum side opponent);

/* --- draughts-draws.c --- */

void claim_draughts_draw(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by,
			 bool contested);
bool rule_regulation_draw(struct arbiter *a, const struct arbiter_view *v);
/* A player short of time could claim a draw by the pieces on the board. */
bool time_shortage_open(const struct arbiter *a, const struct arbiter_view *v);

/* --- conduct.c --- */

void claim_conduct(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
/* An established offence: what the book lays down for it, or a question. */
void sanction(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim, enum side against);
/* Does what against left off its square in his last turn still stand wrongly? */
bool still_disordered(const struct arbiter *a, const struct arbiter_view *v, enum side against);
/* Were pieces of culprit's last turn in disorder while the opponent's time ran out? */
bool disorder_cost_flag(const struct arbiter *a, const struct arbiter_view *v, enum side culprit);

#endif
