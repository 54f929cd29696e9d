/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DAEMON_CORE_STAGE_STAGES_H
#define DAEMON_CORE_STAGE_STAGES_H

#include "daemon/core/history.h"
#include "daemon/core/state.h"

/* --- arrival.c: Players who are not there yet. --- */

/* A clock that runs while nobody is there stands, where the rulebook has it so. */
void await_players(struct core *core);
void on_arrive(struct core *core, enum side side);
/* Somebody says that he is not there yet. */
void on_awaited(struct core *core, enum side side);
/* He makes a turn: so he has arrived, whoever forgot to say so. */
void arrives_by_turn(struct core *core, enum side side);
/* When the time by which players have to be there is over, and one is not; CLOCK_NEVER. */
static inline int64_t default_due(const struct core *core)
{
	if (!core->arbiter || core->somebody_arrives || (!core->absent[WHITE] && !core->absent[BLACK]))
		return CLOCK_NEVER;
	return arbiter_default_deadline(core->arbiter);
}

/* --- board.c: What the sensors show becomes facts of the tracker; each, in its order, is kept, published and put to
 * the arbiter. --- */

/* The tracker's sink: facts wait until it has returned. */
void queue_fact(void *userdata, const struct tracker_fact *fact);
/* Are there facts, or does the tracker have fewer turns than the history? */
static inline bool facts_wait(const struct core *core)
{
	const struct past_turn *last = core->closed_count ? past_at(core, core->closed_count - 1) : NULL;

	return core->fact_count ||
	       (last && last->tracked != SET_BY_HAND && last->tracked >= tracker_turns(core->tracker));
}

/* The facts that wait. 0 or negative errno. */
int handle_facts(struct core *core);
/* An event for the tracker, and the facts that it brings. 0 or negative errno. */
int feed_tracker(struct core *core, const struct tracker_event *event);
/* People speak of the turn: a press that the tracker is not sure of yet is judged by what is known. 0 or negative
 * errno. */
int settle_turn(struct core *core);
/* What came since may have proved what the last turns were, or put them in doubt. */
void weigh_turns(struct core *core);
/* The move set down counts as it stands: it ends the game if it is one that does. A moving hand is no standing piece.
 * by_lift: it came to stand by lifting one. */
void set_down_counts(struct core *core, bool by_lift);

/*
 * --- rulings.c ---
 * Between the game and its arbiter: questions, each with the table as it stands, and what the rulings change there. The
 * rulings of one question are a list that is carried out after the arbiter has answered, never while it does. Without a
 * rulebook nothing is ruled.
 */

/* What the tracker found. by_lift: it came about by lifting a piece. */
void rule_on_touch(struct core *core, enum side side, unsigned square, char piece);
void rule_on_set_down(struct core *core, bool by_lift);
void rule_on_taken_back(struct core *core);
/* The last turn of the history was closed. is_published: that it is accepted was published at its press. */
void rule_on_turn(struct core *core, bool by_lift, bool is_published);
/* It is read anew. */
void rule_on_revised(struct core *core, bool by_lift, bool is_published);
void rule_on_empty_press(struct core *core, enum side side);

/* The table now. What is judged later is judged by it, as far as nothing that came since is seen. */
struct arbiter_view table_now(const struct core *core);

/* What the clock shows. before: the position that stood when the flag fell, where a turn was closed since; else NULL.
 */
void rule_on_flag(struct core *core, enum side side, const struct game_position *before);
void rule_on_period(struct core *core, enum side side);
/* A move that ends the game waits for a claim until then, CLOCK_NEVER: none does; and no claim came. */
int64_t held_end_due(const struct core *core);
void rule_on_held_end(struct core *core);
void rule_on_pause(struct core *core, const struct arbiter_view *then);
void rule_on_resume(struct core *core, const struct arbiter_view *then, enum side side, enum clock_start start);
/* The arbiter looked: whose flag fell first, NO_SIDE unknown. */
void rule_on_clock_report(struct core *core, enum side first);
/* The arbiter sets the times; INPUT_ABSENT: one that stays. */
void rule_on_times_set(struct core *core, const int64_t us[2]);

/* What people say. */
void rule_on_arrival(struct core *core, enum side side); /* NO_SIDE: default_due() has come */
/* Claims of one instant, made when the table stood so. Each is carried out before the next is judged. */
void rule_on_claims(struct core *core, const struct arbiter_view *then, const struct arbiter_claim *claims,
		    unsigned count);
void rule_on_decision(struct core *core, const struct arbiter_decision *decision);
/* A search has answered. */
void rule_on_answer(struct core *core, enum side side, enum game_answer answer);

/* --- ruling-effects.c: What a ruling does to clock and board. --- */

void change_clock(struct core *core, const struct ruling *r);
void change_board(struct core *core, const struct ruling *r);
/* The official position is the one before turn ply. 0 or negative errno. */
int back_to_turn(struct core *core, unsigned ply);

/* --- rulings.c, again --- */

void end_game(struct core *core, const char *result, const char *termination);

/* --- claims.c: What people say, put to the arbiter: claims, reports and verdicts. --- */

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

/* --- by-hand.c: What people change in the game itself. Each returns 0; -EINVAL with a sentence; -ENOMEM. --- */

int on_position(struct core *core, const char *fen, char err[static 160]);
/* Both agreed to take back so many turns. */
int on_takeback(struct core *core, unsigned count, char err[static 160]);
/* The move that was played: the last turn where the sensors could not read it, else the next. */
int on_move(struct core *core, const char *text, char err[static 160]);
/* The piece that the pawn of the last turn became. */
int on_promotion(struct core *core, char piece, char err[static 160]);
/* text: the result, or "none" where none is known. */
int on_end(struct core *core, const char *text, char err[static 160]);

/* --- deadlines.c: What happens by itself as time passes: flags, periods, moves that have stood long enough, reviews
 * under silence. --- */

/* May something happen by itself until t, t included? */
static inline bool something_is_due(const struct core *core, int64_t t)
{
	return game_clock_deadline(&core->clock) <= t || core->set_down.counts_us <= t || core->review_us <= t ||
	       core->pending_until_us <= t || core->flag_due_us[WHITE] <= t || core->flag_due_us[BLACK] <= t ||
	       core->kings_count_us <= t || default_due(core) <= t || held_end_due(core) <= t ||
	       tracker_deadline(core->tracker) <= t;
}
/* Time passes to t: what happens by itself before t happens. Flags that fall at t itself wait for the board. */
void advance_to(struct core *core, int64_t t);
/* Flags are due: they wait for what was just set down, or are ruled on. */
void on_flags_due(struct core *core);

/* --- device-clock.c: A clock that runs by itself and reports; and the arbiter's look at one. --- */

void on_clock_report(struct core *core, const struct input *in);

/* --- flags.c: Flags that fell, in the order in which the rulebook has things of the same instant count. --- */

/* The flag of side is down: ruled on when the instant is over, or at once where the rulebook has it come before the
 * board. */
void flag_fell(struct core *core, enum side side);
static inline bool flag_is_due(const struct core *core)
{
	return core->flag_due_us[WHITE] <= core->now || core->flag_due_us[BLACK] <= core->now;
}

/* Of the flags that are due, those that meet a move which may have ended the game are due when it has stayed. */
void let_flags_wait(struct core *core);
/* Flags that are due by now are ruled on. */
void rule_flags_due(struct core *core);
/* A move that was set down then, in that position, may end the game: flags that have waited and fell before are ruled
 * on first. before: NULL while it is unpressed. */
void rule_flags_before(struct core *core, int64_t t_us, const struct game_position *before);
static inline bool flag_waits(const struct core *core)
{
	return core->flag_waited[WHITE] || core->flag_waited[BLACK];
}
/* Does one wait that fell then or later? */
bool flag_waits_from(const struct core *core, int64_t t_us);

/* --- kings-centre.c: Kings put to the centre: the players show their result. --- */

void on_kings_centre(struct core *core, const struct tracker_fact *fact);
/* The game is over, and a move that nobody pressed was counted: perhaps it was a king on its way to the centre. in:
 * NULL when no more will come. 0 or negative errno. */
int follow_after_end(struct core *core, const struct input *in);
/* They are not going home: without a rulebook the game ends as they say. */
void kings_count(struct core *core);

/* --- lever.c: Presses of the lever, stops and restarts of the clock. --- */

/* What waited for it has been judged (core.c). 0 or negative errno. */
int on_press(struct core *core, enum side side);
/* False: it stands, or the game is over. */
bool stop_clock(struct core *core);
/* side: whose clock starts, NO_SIDE: of whoever is to move. Returns whose it is. */
enum side start_clock(struct core *core, enum side side);
/* … and is ruled on. */
void on_resume(struct core *core, enum side side);
enum clock_start kind_of_start(const struct core *core); /* of a clock that is started now */

/*
 * --- move-clock.c ---
 * A board without a lever: the clock is switched by the move itself, when it stands. If it is taken back, the clock is
 * as if it had never stood. A turn that was never seen to stand alone (the reply came at once) switches when it is
 * closed.
 */

static inline bool move_switches_clock(const struct core *core)
{
	return !core->setup.has_lever && core->clock.control.mode != CLOCK_NONE && !core->has_device && !core->over;
}

void move_clock_stands(struct core *core, enum side side);
void move_clock_taken_back(struct core *core);
/* The turn of side was closed. */
void move_clock_closed(struct core *core, enum side side);

/*
 * --- pending-claims.c ---
 * What people say is judged after what happened on the board and on the clock at the same instant, and what several say
 * at the same instant is judged together. Where the rulebook takes more than one instant for the same one, and where a
 * piece was just set down (settling.c), what is said is pending that long: with the table as it stood, for a stop or a
 * time that came later answers nothing. What is done to the clock after it is done at once, and ruled on in its turn.
 */

/* Of these inputs, what is said from number first on: judged now, or pending. 0 or negative errno. */
int on_said(struct core *core, const struct input *inputs, unsigned count, unsigned first);
/* The clock was stopped; it is to be started. 0 or negative errno. */
int on_stopped(struct core *core, const struct input *in);
int on_started(struct core *core, const struct input *in);
/* A clock that is started at the instant of something said: only after that? */
bool clock_starts_after_answer(const struct core *core);
/* All that is pending is judged now; what is due by now. */
void judge_pending(struct core *core);
void judge_pending_due(struct core *core);
/* A move that was set down then may end the game: what came before it is judged first. */
void judge_pending_before(struct core *core, int64_t t_us);
/* What waits for the board alone is judged before a press makes a move of what was set down since. */
void judge_pending_before_press(struct core *core);
/* The game has ended first. */
void drop_pending(struct core *core);

/* --- search.c: Whether a side can still win, where an event could not wait for the answer. See core_next_search(). ---
 */

static inline bool search_is_open(const struct core *core)
{
	return core->arbiter && arbiter_search_is_open(core->arbiter);
}

/* What is undecided is published to the arbiter's side, once. */
void publish_open_search(struct core *core);
/* The answer of a search is ruled on. */
void on_answer(struct core *core, const struct input *in);

/*
 * --- settling.c ---
 * A piece that was set down may be taken up again, and only time shows that it stays. A move that ends the game ended
 * it when it was set down; so what comes within SETTLE_US of that waits, and is then judged by which came first. Under
 * a silent rulebook it waits after every change on the board, or the wait would tell which one it is. A press ends it:
 * then it is known what stays.
 *
 *   s __╭─────────────────  the move stands from s on
 *         f                 a flag, stop or claim waits until s + SETTLE_US: the game ended at s
 *   s __╭──╮_ f             taken up before: f does not wait
 *   s __╭─── f ─╮_          taken up after: f waits, and the game did not end at s
 *   s __╭─╮_╭─ f ─          a contact that failed for BOUNCE_US at most: the move stands from s on
 *
 * Exact sensors know at once.
 */

/* How long a move that would end the game must stand before it counts without a press, where a slide may pass there. */
#define SETTLE_US 1000000

/* Has a move that stands, and was set down by t_us, perhaps ended the game? */
bool may_have_ended(const struct core *core, int64_t t_us);
/* The move that was set down is not: its piece was taken up again. */
static inline bool set_down_is_in_hand(const struct core *core)
{
	return core->set_down.stands && core->setup.sensors != TRACKER_EXACT && !core->stood.stands;
}
/* Until when a flag, stop or claim of this instant waits for the board: now if it does not. */
int64_t settled_us(const struct core *core);

#endif
