/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the core's files share. See core.h. */
#ifndef CORE_PRIVATE_H
#define CORE_PRIVATE_H

#include <limits.h>

#include "daemon/core/core.h"
#include "rules/arbiter.h"

#define PAST_BY_HAND UINT_MAX
#define CORE_RECENT 48		/* events that are remembered as evidence */

/* One closed turn. */
struct past {
	struct turn turn;
	struct game_position before, after;
	int64_t left_us;
	bool counts;
	unsigned tracked;		/* its number in the tracker's list, PAST_BY_HAND: a person told it */
	char text[GAME_TEXT], notation[GAME_TEXT];
};

struct core {
	struct core_setup setup;
	const struct game *game;
	core_sink sink;
	void *userdata;
	struct tracker *tracker;
	struct arbiter *arbiter;	/* NULL without a rulebook */
	struct rulebook *book;		/* the rulebook as it stands for this event's options */
	struct game_clock clock;
	int64_t now;			/* watermark */
	bool started;			/* a clock ran */
	enum side awaited;		/* nobody is there yet: whose clock starts when somebody comes, NO_SIDE */

	struct tracker_fact *facts;	/* of one tracker call, until they are dealt with */
	unsigned fact_count, fact_room;
	bool lifting;			/* the input at hand lifts a man */
	bool righting;			/* the men do not stand as ruled yet */
	int failed;			/* -ENOMEM met where nothing could be returned */

	struct past *past;
	unsigned past_count, past_room;
	struct game_position start;	/* the position before the first of them */

	bool down;			/* a legal move stands unpressed */
	struct game_move down_move;
	enum side down_side;
	int64_t down_us, settle_us;	/* since when; when it counts without a press, CLOCK_NEVER */

	/* silence.c: the turns as everyone was told of them */
	struct told { char text[GAME_TEXT], squares[GAME_MAX_SQUARES]; int64_t left_us; } *told;
	unsigned told_count, told_room;
	int64_t look_us;		/* when it is looked whether they are to be told otherwise, CLOCK_NEVER */
	bool rereading;			/* turns are read anew: what everyone hears of it waits until then */
	bool accepted;			/* everyone has heard that the turn at hand is accepted */

	bool contradicted;		/* the decision at hand, by another captain's */

	bool has_device;		/* a clock that runs by itself reports */
	enum side device_running;	/* whose time it counts */
	int64_t device_since_us;	/* since when */
	int64_t device_us[2];		/* its last reading of each */
	int64_t device_stood_us[2];	/* the same while that side's time stood */

	struct input *recent;		/* the last events, number n at n % CORE_RECENT; NULL: none are kept */
	unsigned recent_count;

	unsigned doubt_told;		/* number of the last open search that the arbiter was told of */
	int64_t flag_due_us[2];		/* a flag that fell is told then, after what came at the same instant; CLOCK_NEVER */

	/* held.c: what was said, until what counts as the same instant is over */
	int64_t tolerance_us;
	struct held { struct input in; enum side running; int64_t left_us[2]; } *held;
	unsigned held_count;
	int64_t held_us;		/* until then, CLOCK_NEVER */
	uint64_t hearings;
	struct game_clock clock_before;	/* without a lever: as it was before the move that stands switched it */
	bool clock_moved;		/* it did */

	const char *kings_termination;
	const char *kings_result;	/* what kings in the centre say, NULL nothing */
	bool new_game;			/* the start stands on the board again */
	bool last_unpressed;		/* the game ended while its last move stood without a press */

	bool over;
	const char *result;
	enum ruling_kind ruling;
	enum reason reason;
	const char *termination;
	int64_t adjust_us[2];
	int64_t shown_us[2];		/* as last published: where a flag may not be told, it stays so */
	bool wants_squares;
};

/* silence.c: what everyone is told of turns where the arbiter must not speak first and the sensors are real ones */
bool hushed(const struct core *core);
void hushed_press(struct core *core);		/* the tracker has heard of a press */
void hushed_turn(struct core *core);		/* a turn was added */
void hushed_look(struct core *core);		/* told is what is not as it was told */
void hushed_move(struct core *core, const struct past *past, unsigned ply, enum move_state state);

/* publish.c */
void publish_past(struct core *core, const struct past *past, unsigned ply, enum move_state state);
void publish(struct core *core, const struct publication *p);
void publish_move(struct core *core, unsigned ply, enum move_state state);
void publish_provisional(struct core *core, const struct game_move *move, enum side side, enum move_state state);
void publish_turn(struct core *core, const struct turn *turn, enum publication_type type);
void publish_clock(struct core *core);
int64_t shown_left(struct core *core, enum side side);	/* the time that may be told */
void publish_ruling(struct core *core, const struct ruling *ruling);
void publish_kings(struct core *core, const char *result, enum side winner);
void publish_new_game(struct core *core);
void publish_swapped(struct core *core, enum side side);
void publish_ambiguous(struct core *core, const struct turn *a, const struct turn *b);

/* evidence.c */
void keep_event(struct core *core, const struct input *in);

/* search.c: what is undecided, told to the arbiter's side; and the answer, ruled on */
void tell_doubt(struct core *core);
void on_answer(struct core *core, const struct input *in);

/* past.c: the closed turns */
void past_make(struct core *core, const struct turn *turn, struct past *ret);	/* the next one, not added */
int past_add(struct core *core, const struct turn *turn, unsigned tracked);
unsigned past_find(const struct core *core, unsigned tracked);	/* where the tracker's turn stands, or would stand */
void past_drop(struct core *core, unsigned ply);	/* ply and what came after are no more */
const struct game_position *past_position(const struct core *core, unsigned ply);	/* before turn ply */

/* observed.c: what is done around the game */
void on_kings_centre(struct core *core, const struct tracker_fact *fact);
void on_new_game(struct core *core);
void on_swapped(struct core *core, const struct tracker_fact *fact);
int follow_after_end(struct core *core, const struct input *in);
int drop_withdrawn(struct core *core);	/* turns that the tracker no longer has */

/* effects.c: rulings change the table */
void carry_out(void *userdata, const struct ruling *ruling);
void core_end(struct core *core, const char *result, const char *termination);
int core_back_to(struct core *core, unsigned ply);
/* setup.c: the book with the sections for this event applied */
int core_fit_rulebook(const struct core_setup *setup, struct rulebook **ret);

/* setup.c: what the arbiter is told of the setup; -EINVAL with a sentence */
int core_arbiter_setup(const struct core_setup *setup, struct arbiter_setup *ret, char err[static 160]);

/* facts.c: what the tracker says */
void collect_fact(void *userdata, const struct tracker_fact *fact);
int settle_facts(struct core *core);		/* deals with what was collected */
int tell_tracker(struct core *core, const struct tracker_event *event);	/* and settles what it says */
int settle_turn(struct core *core);		/* a press that the tracker still looks at is judged by what is known */
void down_counts(struct core *core);		/* the move set down counts as it stands if it ends the game */

/* time.c: time passes */
void advance_to(struct core *core, int64_t t);	/* what happens by itself before t happens; flags at t itself wait */
void tell_flags_before_board(struct core *core, const struct input *inputs, unsigned count);	/* where a flag goes before what the board says at its instant */
void tell_flags_due(struct core *core);		/* for this: those due by now */
int on_press(struct core *core, enum side side);
void on_pause(struct core *core);
void on_resume(struct core *core, enum side side);
void on_arrive(struct core *core, enum side side);
void await_players(struct core *core);		/* a clock that runs while nobody is there stands, where the rulebook has it so */

/* move-clock.c: without a lever */
void move_clock_stands(struct core *core, enum side side);
void move_clock_taken_back(struct core *core);
void move_clock_closed(struct core *core, enum side side);

/* device-clock.c */
void on_clock_report(struct core *core, const struct input *in);

/* people.c: what players and arbiters say and do; err: a sentence with -EINVAL */
void tell_claims(struct core *core, const struct arbiter_view *view, const struct input *inputs, unsigned count);	/* those among them */
void on_decide(struct core *core, const struct input *in);
/* In one group of inputs: another captain has decided, or is going to decide, the same otherwise. */
bool decided_before(const struct input *inputs, unsigned i);
bool decided_otherwise(const struct input *inputs, unsigned count, unsigned i);
int on_position(struct core *core, const char *fen, char err[static 160]);
int on_takeback(struct core *core, unsigned count, char err[static 160]);
int on_move(struct core *core, const char *text, char err[static 160]);
int on_end(struct core *core, const char *text, char err[static 160]);

/* held.c: claims, reports and verdicts of one instant, taken as they stand in the rulebook's tolerance */
int hear_people(struct core *core, const struct input *inputs, unsigned count, unsigned spoken, char err[static 160]);
int hear_held(struct core *core);		/* what was held is judged now */
void drop_held(struct core *core);		/* the game has ended first */

/* core.c */
int take(struct core *core, const struct input *in, char err[static 160]);
bool is_said(const struct input *in);
struct arbiter_view core_view(const struct core *core);
bool is_claim(const struct input *in);

#endif
