/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many games the tracker reads exactly right from restless hands (tests/sim/restless.h).
 *
 *   score_hands [-v] [-n] [-s STYLE] [-k id|presence] [-f FIRST] [-c COUNT] [-g GAME [-p PLY]] [-S SEED] GAMES.jsonl
 *
 * -n: without a lever. -v: each game that is wrong, from its first wrong ply on. -g: that game only, with its events
 * there; -p: and how the turns about that ply were judged. One line for each style and kind of sensors, with how many
 * games the simplest reader has right and how many of those the tracker has not. On presence-only boards the letter of
 * a promotion is not compared.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/core/tracker/tracker.h"
#include "tests/bench/restless-games.h"
#include "tests/bench/simple-reader.h"
#include "tests/unit/core/tracker/event-work.h"

struct tally {
	unsigned games, right, plies, plies_right, shown, back, revised;
	double seconds, worst;
	uint64_t events;
	unsigned over_ms, told, work;
	unsigned accused, asked; /* turns that were read as none or against the rules; of them those in doubt */
	unsigned simple, lost;	 /* games that the simplest reader has right; of them those that the tracker has not */
};

static struct restless_games opt;

static double seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void on_fact(void *userdata, const struct tracker_fact *fact)
{
	struct tally *t = userdata;

	t->shown += fact->type == TRACKER_SET_DOWN;
	t->back += fact->type == TRACKER_TAKEN_BACK;
	t->revised += fact->type == TRACKER_REVISED;
	if ((fact->type == TRACKER_REVISED || fact->type == TRACKER_TURN) && fact->turn.kind != TURN_LEGAL &&
	    fact->turn.kind != TURN_PROMOTION_OWED) {
		t->accused++;
		t->asked += fact->turn.unsure;
	}
	t->told += fact->type == TRACKER_REVISED || fact->type == TRACKER_TURN;
}

static void turn_text(const struct game *game, const struct turn *turn, char *buf)
{
	char from[8] = "", to[8] = "";

	if (!turn || turn->kind == TURN_NO_MOVE) {
		strcpy(buf, turn ? "0000" : "none");
		return;
	}
	if (turn->kind == TURN_LEGAL && turn->move.flags & GAME_MOVE_CASTLING) {
		game->move_text(NULL, &turn->move, buf);
		return;
	}
	if (turn->from != GAME_NO_SQUARE)
		game->square_name(turn->from, from);
	if (turn->to != GAME_NO_SQUARE)
		game->square_name(turn->to, to);
	sprintf(buf, "%s%s%c", from, to, turn->has_move && turn->move.promotion ? turn->move.promotion | 32 : 0);
}

static void print_events(const struct game *game, const struct restless *hands, unsigned ply)
{
	for (size_t i = 0; i < hands->count; i++) {
		const struct hands_event *e = &hands->event[i];
		char square[8];

		if (e->ply + 2 < ply || e->ply > ply + 3)
			continue;
		game->square_name(e->square, square);
		if (e->action == HANDS_PRESS)
			printf("#    %9.3f %u %s press\n", (double)e->t_us / 1e6, e->ply,
			       e->side == WHITE ? "white" : "black");
		else
			printf("#    %9.3f %u %s %c\n", (double)e->t_us / 1e6, e->ply, square, e->piece);
	}
}

/* Is the simplest reader right about what the sensors said? */
static bool simple_is_right(const struct hands_score *score, const struct restless *hands, bool presence)
{
	static struct simple_reader simple;

	simple_reader_start(&simple, score->game, &score->start, !presence);
	for (size_t i = 0; i < hands->count; i++) {
		const struct hands_event *e = &hands->event[i];

		if (e->action != HANDS_PRESS)
			simple_reader_square(&simple, e->t_us, e->square,
					     e->action == HANDS_LIFT ? '.' :
					     presence		     ? '?' :
								       e->piece);
	}
	simple_reader_finish(&simple);
	for (unsigned i = 0; i < score->plies && i < simple.plies; i++) {
		const struct game_move *want = &score->move[i], *got = &simple.move[i];

		if (got->from != want->from || got->to != want->to || (!presence && got->promotion != want->promotion))
			return false;
	}
	return simple.plies == score->plies;
}

static void score_game(const struct hands_score *score, const struct restless *hands,
		       const struct restless_style *style, bool presence, unsigned number, struct tally *tally)
{
	struct tracker_setup setup = {
		.game = score->game,
		.sensors = presence ? TRACKER_PRESENCE : TRACKER_PIECE_ID,
		.has_lever = !opt.leverless,
		.keep_illegal = true,
		.start = score->start,
		.scan_us = style->scan_ms * 1000,
		.late_us = style->lever_late_ms * 1000,
	};
	struct tracker *tracker = NULL;
	unsigned right = 0, wrong = UINT32_MAX, turns;
	const struct game *game = score->game;
	bool simple;

	if (tracker_new(&setup, on_fact, tally, &tracker) < 0)
		exit(1);
	for (size_t i = 0; i < hands->count; i++) {
		const struct hands_event *e = &hands->event[i];
		struct tracker_event ev = { .t_us = e->t_us, .square = e->square, .side = e->side };
		double t0;

		if (e->action == HANDS_PRESS && opt.leverless)
			continue;
		ev.type = e->action == HANDS_LIFT  ? TRACKER_LIFT :
			  e->action == HANDS_PLACE ? TRACKER_PLACE :
						     TRACKER_PRESS;
		ev.piece = e->action == HANDS_PLACE && !presence ? e->piece : 0;
		t0 = seconds();
		while (tracker_deadline(tracker) <= ev.t_us) {
			struct tracker_event tick = { .type = TRACKER_TIME, .t_us = tracker_deadline(tracker) };
			int64_t due = tick.t_us;

			tracker_event(tracker, &tick);
			if (tracker_deadline(tracker) == due)
				break;
		}
		tracker_event(tracker, &ev);
		t0 = seconds() - t0;
		if (opt.events && e->ply + 6 > opt.ply && e->ply < opt.ply + 4) {
			static unsigned was;
			char why[4000], got[GAME_TEXT];

			if (tally->told != was && tracker_turns(tracker)) {
				turn_text(game, tracker_turn(tracker, tracker_turns(tracker) - 1), got);
				if (tracker_explain(tracker, tracker_turns(tracker) - 1, why, sizeof(why)) > 0)
					printf("# %9.3f %u: %s %s", (double)e->t_us / 1e6, tracker_turns(tracker) - 1,
					       got, why);
			}
			was = tally->told;
		}
		tally->seconds += t0;
		tally->worst = t0 > tally->worst ? t0 : tally->worst;
		tally->work = event_work(tracker) > tally->work ? event_work(tracker) : tally->work;
		tally->over_ms += t0 > 0.001;
		tally->events++;
	}
	tracker_finish(tracker);
	turns = tracker_turns(tracker);
	for (unsigned i = 0; i < score->plies; i++) {
		char got[GAME_TEXT], want[GAME_TEXT];

		turn_text(game, i < turns ? tracker_turn(tracker, i) : NULL, got);
		game->move_text(NULL, &score->move[i], want);
		if (!strncmp(got, want, presence ? 4 : 6))
			right++;
		else if (wrong == UINT32_MAX)
			wrong = i;
	}
	tally->games++;
	tally->plies += score->plies;
	tally->plies_right += right;
	simple = simple_is_right(score, hands, presence);
	tally->simple += simple;
	tally->lost += simple && (right < score->plies || turns != score->plies);
	if (right == score->plies && turns == score->plies) {
		tally->right++;
	} else if (opt.verbose) {
		char got[GAME_TEXT] = "", want[GAME_TEXT] = "", tags[300] = "";

		if (wrong < score->plies) {
			unsigned near = hands->tags[wrong] | (wrong ? hands->tags[wrong - 1] : 0) |
					(wrong + 1 < score->plies ? hands->tags[wrong + 1] : 0);

			turn_text(game, wrong < turns ? tracker_turn(tracker, wrong) : NULL, got);
			game->move_text(NULL, &score->move[wrong], want);
			restless_tags(near, tags, sizeof(tags));
		}
		printf("# %s %s game %u: %u of %u right, %u turns; ply %u %s read as %s; %s%s\n", style->name,
		       presence ? "presence" : "id", number, right, score->plies, turns, wrong, want, got, tags,
		       simple ? "; the simplest reader is right" : "");
		if (opt.events) {
			char why[4000];

			print_events(game, hands, wrong < score->plies ? wrong : score->plies - 1);
			for (unsigned i = wrong > 0 && wrong < turns ? wrong - 1 : wrong; i < wrong + 2 && i < turns;
			     i++) {
				turn_text(game, tracker_turn(tracker, i), got);
				game->move_text(NULL, &score->move[i < score->plies ? i : 0], want);
				printf("#  ply %u: %s read as %s\n", i, want, got);
				if (tracker_explain(tracker, i, why, sizeof(why)) > 0)
					printf("%s", why);
			}
			if (wrong < turns || wrong == UINT32_MAX) {
				char fen[GAME_FEN];
				struct game_position at = score->start;

				for (unsigned i = 0; i < wrong && i < score->plies; i++)
					game->play(&at, &score->move[i]);
				game->format(&at, fen);
				printf("#  %s\n", fen);
			}
		}
	}
	tracker_free(tracker);
}

struct hands_of {
	const struct restless_style *style;
	struct tally tally[2];
};

static void run_game(void *userdata, struct hands_score *score, unsigned number)
{
	struct hands_of *h = userdata;
	struct restless hands;

	if (restless_play(score, h->style, opt.seed * 100000 + number, &hands) < 0)
		return;
	for (unsigned presence = 0; presence < 2; presence++)
		if (restless_games_has_kind(&opt, presence))
			score_game(score, &hands, h->style, presence, number, &h->tally[presence]);
	restless_free(&hands);
}

int main(int argc, char **argv)
{
	if (!restless_games_parse(argc, argv, "vns:f:c:g:S:k:p:", &opt))
		return 2;
	for (const struct restless_style *s = restless_styles; s->name; s++) {
		struct hands_of h = { .style = s };

		if (restless_games_has_style(&opt, s) && restless_games_each(&opt, run_game, &h) < 0)
			return 1;
		for (unsigned k = 0; k < 2; k++)
			if (h.tally[k].games)
				printf("%-15s %-8s games %u/%u  plies %u/%u  %.0f events/s, worst %.0f us, %u over 1 ms, work %u at most; shown %u, taken back %u, revised %u; accused %u, asked %u; simple %u, lost to it %u\n",
				       s->name, k ? "presence" : "id", h.tally[k].right, h.tally[k].games,
				       h.tally[k].plies_right, h.tally[k].plies,
				       (double)h.tally[k].events / h.tally[k].seconds, h.tally[k].worst * 1e6,
				       h.tally[k].over_ms, h.tally[k].work, h.tally[k].shown, h.tally[k].back,
				       h.tally[k].revised, h.tally[k].accused, h.tally[k].asked, h.tally[k].simple,
				       h.tally[k].lost);
	}
	return 0;
}
