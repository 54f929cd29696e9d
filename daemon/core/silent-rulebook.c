// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/silent-rulebook.h"

#include <errno.h>
#include <string.h>

#include "daemon/core/history.h"
#include "daemon/core/state.h"

#define TURNS_BACK 8 /* so far back the turn of the last press is looked for */

static const struct closed_turn *closed_turn(const struct core *core, unsigned ply, struct closed_turn *ret)
{
	closed_at(core, ply, ret);
	return ret;
}

static void squares_of(const struct core *core, const struct game_position *pos, char squares[static GAME_MAX_SQUARES])
{
	memset(squares, '.', GAME_MAX_SQUARES);
	core->game->placement(pos, squares);
}

/* What the arbiter says of every turn that is pressed, legal or not: it changes nothing on the table. */
static void publish_acceptance(struct core *core, const struct closed_turn *closed)
{
	struct ruling_list ruled;

	arbiter_pressed(core->arbiter, core->now, &closed->turn);
	if (arbiter_take_rulings(core->arbiter, &ruled) < 0)
		core->failed = -ENOMEM;
	for (unsigned i = 0; i < ruled.count; i++)
		publish_ruling(core, &ruled.ruling[i], false);
}

/* --- without a lever: as it is read --- */

static bool keep_published(struct core *core, const struct closed_turn *closed, unsigned ply)
{
	struct silent_turn *published;

	if (ply < core->published_from) /* as it is closed: it is kept there */
		return true;
	published = published_turns_reserve(core, ply);
	if (!published) {
		core->failed = -ENOMEM;
		return false;
	}
	strcpy(published->text, closed->text);
	squares_of(core, &closed->after, published->squares);
	published->left_us = closed->left_us;
	return true;
}

static bool is_as_published(const struct core *core, const struct closed_turn *closed, unsigned ply)
{
	char squares[GAME_MAX_SQUARES];

	if (ply < core->published_from)
		return true;
	squares_of(core, &closed->after, squares);
	return !strcmp(published_at(core, ply)->text, closed->text) &&
	       !memcmp(published_at(core, ply)->squares, squares, sizeof(squares));
}

static unsigned mismatches(const struct core *core, const char *squares, const char *stands)
{
	unsigned n = 0;

	for (unsigned q = 0; q < core->game->squares; q++)
		n += core->setup.sensors == TRACKER_PRESENCE ? (squares[q] == '.') != (stands[q] == '.') :
							       squares[q] != stands[q];
	return n;
}

/* Is it to be published otherwise? Of the last turns only what fits the pieces at least as well: that no rule allows
 * what stands is no reason. */
static bool is_better(const struct core *core, const struct closed_turn *closed, unsigned ply)
{
	char stands[GAME_MAX_SQUARES], squares[GAME_MAX_SQUARES];

	if (is_as_published(core, closed, ply))
		return false;
	if (ply + 2 < core->closed_count)
		return true;
	tracker_placement(core->tracker, stands);
	squares_of(core, &closed->after, squares);
	return mismatches(core, squares, stands) <= mismatches(core, published_at(core, ply)->squares, stands);
}

static void publish_and_keep(struct core *core, const struct closed_turn *closed, unsigned ply, enum move_state state)
{
	if (keep_published(core, closed, ply))
		publish_turn_as(core, closed, ply, state);
}

/* A turn that was published and is none, or is undone. */
static void withdraw(struct core *core, const struct closed_turn *closed, unsigned ply)
{
	if (ply >= core->published_count)
		return;
	published_turns_cut(core, ply);
	publish_turn_as(core, closed, ply, MOVE_UNDONE);
}

/* Published turns that no turn belongs to: the press was none. */
static void withdraw_beyond(struct core *core, unsigned count)
{
	if (core->published_count > count)
		published_turns_keep(core, count);
	while (core->published_count > count) {
		struct closed_turn none = { .before = *history_position(core, core->closed_count) };

		none.turn.side = core->published_count - 1 == core->closed_count ? core->game->to_move(&none.before) :
										   NO_SIDE;
		strcpy(none.text, published_at(core, core->published_count - 1)->text);
		withdraw(core, &none, core->published_count - 1);
	}
}

/* All before it were just published as they are closed; the last ones may be published otherwise once they fit. */
static unsigned first_that_may_differ(const struct core *core)
{
	struct closed_turn closed;
	unsigned i = core->published_from;

	while (i < core->published_count && i + 2 < core->closed_count &&
	       is_as_published(core, closed_turn(core, i, &closed), i) &&
	       (core->has_device || published_at(core, i)->left_us == closed.left_us))
		i++;
	return i;
}

static void review_read(struct core *core)
{
	struct closed_turn closed;

	for (unsigned i = core->published_from; i < core->published_count && i < core->closed_count; i++)
		if (is_better(core, closed_turn(core, i, &closed), i))
			publish_and_keep(core, &closed, i, MOVE_REVISED);
	published_turns_agree(core, first_that_may_differ(core));
	withdraw_beyond(core, core->closed_count + tracker_press_pending(core->tracker));
	while (core->published_count < core->closed_count && !core->failed) {
		closed_at(core, core->published_count, &closed);
		publish_and_keep(core, &closed, core->published_count, MOVE_COMMITTED);
		publish_acceptance(core, &closed);
	}
}

/* A lever was pressed all the same: what its turn is taken for. */
static void publish_guess(struct core *core)
{
	struct turn turn;
	struct closed_turn closed;
	int r;

	review_later(core);
	if (!core->reviewed)
		silence_review(core);
	r = tracker_guess(core->tracker, &turn);
	if (r == -ENOENT)
		return;
	if (r < 0) {
		core->failed = r;
		return;
	}
	withdraw_beyond(core, core->closed_count);
	history_make(core, &turn, &closed);
	publish_and_keep(core, &closed, core->closed_count, MOVE_COMMITTED);
	publish_acceptance(core, &closed);
}

static void tell_read(struct core *core, unsigned ply, enum move_state state)
{
	struct closed_turn closed;

	closed_at(core, ply, &closed);
	if (state == MOVE_UNDONE)
		withdraw(core, &closed, ply);
	else if (state != MOVE_COMMITTED || ply >= core->published_count)
		publish_and_keep(core, &closed, ply, state);
	else if (!is_as_published(core, &closed, ply))
		publish_and_keep(core, &closed, ply, MOVE_REVISED);
}

/* --- with one: the line of presses --- */

static void add_time(struct pressed_line *line, const struct turn *turn)
{
	line->press[line->count++ % TIMED_PRESSES] = (struct pressed_time){ turn->t_us, turn->side };
	line->timed += line->timed < TIMED_PRESSES;
}

static void drop_time(struct pressed_line *line)
{
	line->count--;
	line->timed -= line->timed > 0;
}

/* Turn ply of the line, which may be the next. */
static void publish_as(struct core *core, const struct closed_turn *shown, unsigned ply, enum move_state state,
		       bool is_settled)
{
	struct pressed_line *line = &core->line;

	if (ply == line->count)
		add_time(line, &shown->turn);
	if (ply + 1 == line->count) {
		line->last = (struct pressed_turn){ .left_us = shown->left_us,
						    .t_us = shown->turn.t_us,
						    .side = shown->turn.side,
						    .is_settled = is_settled };
		strcpy(line->last.text, shown->text);
		squares_of(core, &shown->after, line->last.squares);
		line->is_last_known = true;
	}
	publish_turn_as(core, shown, ply, state);
}

/* As it was published before the turn that is read so. */
static void squares_before(const struct core *core, const struct closed_turn *read,
			   char squares[static GAME_MAX_SQUARES])
{
	if (core->line.is_last_known)
		memcpy(squares, core->line.last.squares, GAME_MAX_SQUARES);
	else
		squares_of(core, &read->before, squares);
}

/* Who was the last to press only presses again. */
static bool presses_again(const struct pressed_line *line, enum side side)
{
	return line->timed && line->press[(line->count - 1) % TIMED_PRESSES].side == side;
}

/* The turn of that press as it is read now; as no move, where it is not read at all. 0; -ENOMEM. */
static int read_press(struct core *core, int64_t t_us, enum side side, struct closed_turn *ret)
{
	struct turn turn, none = { .side = side,
				   .kind = TURN_NO_MOVE,
				   .from = GAME_NO_SQUARE,
				   .to = GAME_NO_SQUARE,
				   .t_us = t_us,
				   .set_down_us = INT64_MIN };
	int r;

	for (unsigned n = core->closed_count; n > 0 && n + TURNS_BACK > core->closed_count; n--) {
		const struct turn *closed = turn_at(core, n - 1);

		if (closed->t_us < t_us)
			break;
		if (closed->t_us > t_us || closed->side != side)
			continue;
		closed_at(core, n - 1, ret);
		return 0;
	}
	r = tracker_guess(core->tracker, &turn);
	if (r < 0 && r != -ENOENT)
		return r;
	if (r < 0 || turn.t_us != t_us || turn.side != side)
		turn = none;
	history_make(core, &turn, ret);
	return 0;
}

static void publish_press(struct core *core, const struct closed_turn *read)
{
	char before[GAME_MAX_SQUARES];
	struct closed_turn shown;
	bool in_hand;

	core->line.is_awaited = false;
	squares_before(core, read, before);
	table_look(core); /* the board may have turned out to be seen from the other side */
	in_hand = table_turn(core, before, core->table.now, core->table.filled, read, false, &shown);
	publish_as(core, &shown, core->line.count, MOVE_COMMITTED, false);
	memcpy(core->line.before, before, sizeof(before));
	core->line.last.is_in_hand = in_hand;
	table_pressed(core, shown.turn.side, before, core->line.last.squares);
	publish_acceptance(core, read);
}

/* Turns before this one that nobody pressed: where both sides have moved, as everybody sees. */
static void publish_unpressed(struct core *core, unsigned ply)
{
	const struct pressed_turn *last = pressed_line_last(core);
	unsigned first = ply;

	while (first && first + TURNS_BACK > ply && (!last || turn_at(core, first - 1)->t_us > last->t_us))
		first--;
	if ((!last && core->line.count) || first == ply || !table_both_moved(core, turn_at(core, ply)->side))
		return;
	for (; first < ply; first++) {
		struct closed_turn closed;

		closed_at(core, first, &closed);
		publish_as(core, &closed, core->line.count, MOVE_COMMITTED, true);
		publish_acceptance(core, &closed);
	}
}

static void turn_of_press(struct core *core)
{
	const unsigned ply = core->closed_count - 1;
	const struct turn *turn = turn_at(core, ply);
	const struct pressed_turn *last = pressed_line_last(core);
	struct closed_turn read;

	if (core->line.is_awaited && turn->t_us == core->now && turn->side == core->line.awaited) {
		publish_unpressed(core, ply);
		closed_at(core, ply, &read);
		publish_press(core, &read);
	} else if (last && last->t_us == turn->t_us && last->side == turn->side && !core->has_device) {
		past_at(core, ply)->left_us = last->left_us;
	}
}

static void press_of_lever(struct core *core)
{
	struct closed_turn read;
	int r;

	if (core->line.is_awaited || core->line.last.t_us == core->now)
		review_later(core);
	/* a ruling may have taken back the last turn */
	if (!core->line.is_awaited || presses_again(&core->line, core->line.awaited))
		return;
	r = read_press(core, core->now, core->line.awaited, &read);
	if (r < 0)
		core->failed = r;
	else
		publish_press(core, &read);
}

static void review_press(struct core *core)
{
	struct pressed_turn *last = &core->line.last;
	struct closed_turn read, shown;
	char squares[GAME_MAX_SQUARES];
	int r;

	if (!core->line.is_last_known || last->is_settled)
		return;
	if (!table_differs(core, core->table.then, last->squares) && !last->is_in_hand && last->is_reviewed)
		return;
	r = read_press(core, last->t_us, last->side, &read);
	if (r < 0) {
		core->failed = r;
		return;
	}
	if (!core->has_device)
		read.left_us = last->left_us;
	table_turn(core, core->line.before, core->table.then, core->table.then_filled, &read, true, &shown);
	squares_of(core, &shown.after, squares);
	/* what is still in the hand is shown so then, or what its sensor may not have noticed */
	if (table_differs(core, squares, last->squares) || last->is_in_hand)
		publish_as(core, &shown, core->line.count - 1, MOVE_REVISED, false);
	last->is_reviewed = true;
}

/* … and what people do to it */

/* The first turn of the line that was pressed then or later; where that is not known any more, turn ply. */
static unsigned silence_find(const struct pressed_line *line, int64_t t_us, unsigned ply)
{
	unsigned n = line->count, timed = line->timed;

	while (timed && line->press[(n - 1) % TIMED_PRESSES].t_us >= t_us) {
		timed--;
		n--;
	}
	return timed || !n ? n : ply < n ? ply : n;
}

static void withdraw_last(struct core *core, const struct closed_turn *closed)
{
	struct pressed_line *line = &core->line;
	struct closed_turn shown = *closed;

	if (line->is_last_known) {
		strcpy(shown.text, line->last.text);
		shown.turn.side = line->last.side;
		if (!line->last.is_settled)
			core->game->set_placement(&shown.before, line->before, core->game->to_move(&closed->before));
	}
	drop_time(line);
	line->is_last_known = false;
	publish_turn_as(core, &shown, line->count, MOVE_UNDONE);
}

static void tell_pressed(struct core *core, unsigned ply, enum move_state state)
{
	struct pressed_line *line = &core->line;
	const unsigned at = silence_find(line, turn_at(core, ply)->t_us, ply);
	char squares[GAME_MAX_SQUARES];
	struct closed_turn closed;

	closed_at(core, ply, &closed);
	if (state == MOVE_UNDONE) {
		while (line->count > at)
			withdraw_last(core, &closed);
		squares_of(core, &closed.before, squares);
	} else {
		squares_of(core, &closed.after, squares);
		if (at == line->count || line->press[at % TIMED_PRESSES].t_us != closed.turn.t_us)
			publish_as(core, &closed, line->count, state, true);
		else if (at + 1 < line->count || !line->is_last_known || strcmp(line->last.text, closed.text) ||
			 memcmp(line->last.squares, squares, sizeof(squares)))
			publish_as(core, &closed, at, MOVE_REVISED, true);
	}
	table_begin(core, squares);
}

/* --- either way --- */

void silence_begin(struct core *core)
{
	char squares[GAME_MAX_SQUARES];

	squares_of(core, &core->start, squares);
	table_begin(core, squares);
}

void silence_before_press(struct core *core, enum side side)
{
	core->line.is_awaited = core->setup.has_lever && !table_springs_back(core, side) &&
				!presses_again(&core->line, side);
	core->line.awaited = side;
	if (core->line.is_awaited)
		review_press(core);
}

void silence_press(struct core *core)
{
	if (core->setup.has_lever)
		press_of_lever(core);
	else if (core->reviewed && !tracker_press_pending(core->tracker))
		review_later(core);
	else if (!tracker_press_rebounded(core->tracker))
		publish_guess(core);
}

void silence_turn(struct core *core)
{
	unsigned ply = core->closed_count - 1;

	if (core->setup.has_lever)
		turn_of_press(core);
	else if (ply >= core->published_count)
		silence_review(core);
	else if (!core->has_device)
		past_at(core, ply)->left_us = published_at(core, ply)->left_us;
}

void silence_review(struct core *core)
{
	core->reviewed = true;
	if (core->setup.has_lever)
		review_press(core);
	else
		review_read(core);
}

void silence_position_set(struct core *core, const struct game_position *pos)
{
	struct pressed_turn *last = &core->line.last;

	if (!is_silent(core) || !core->setup.has_lever)
		return;
	squares_of(core, pos, last->squares);
	last->is_settled = true;
	table_begin(core, last->squares);
}

void publish_turn(struct core *core, unsigned ply, enum move_state state)
{
	if (!is_silent(core))
		publish_past(core, ply, state);
	else if (core->setup.has_lever)
		tell_pressed(core, ply, state);
	else
		tell_read(core, ply, state);
}

void history_withdraw(struct core *core, unsigned ply)
{
	if (is_silent(core) && core->setup.has_lever)
		core->closed_count = ply;
	else
		history_drop(core, ply);
}

void history_drop(struct core *core, unsigned ply)
{
	core->reviewed = false;
	while (core->closed_count > ply) {
		core->closed_count--;
		publish_turn(core, core->closed_count, MOVE_UNDONE);
	}
}
