/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/metrics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/context.h"
#include "daemon/boards/live-board.h"
#include "daemon/games/live-game.h"

static const uint64_t bounds_us[HISTOGRAM_BOUNDS] = { 50,    100,   250,   500,	   1000,   2500,    5000,
						      10000, 25000, 50000, 100000, 250000, 1000000, 5000000 };

void histogram_add(struct histogram *h, uint64_t us)
{
	unsigned i = 0;

	while (i < HISTOGRAM_BOUNDS && us > bounds_us[i])
		i++;
	h->count[i]++;
	h->sum_us += us;
}

void metrics_counters(const struct context *ctx, struct metrics_counter ret[static METRICS_COUNTERS])
{
	uint64_t boards = 0, running = 0, over = 0, unanswered = 0, unwritten = 0;

	for (const struct live_board *board = ctx->live_boards; board; board = board->next) {
		boards++;
		unanswered += board_get_info(board->handle)->unanswered;
	}
	for (const struct live_game *s = ctx->live_games; s; s = s->next) {
		running += !s->published.over;
		over += s->published.over;
		unwritten += s->record_fault != 0;
	}
	const struct metrics_counter all[METRICS_COUNTERS] = {
		{ "boards", "Boards that are plugged in", boards, 0 },
		{ "games_running", "Games that are running", running, 0 },
		{ "games_over", "Games that are over and still shown", over, 0 },
		{ "games_started", "Games started since the daemon is running", ctx->metrics.games, 1 },
		{ "events", "Lifts, places, presses and pauses that boards reported", ctx->metrics.events, 1 },
		{ "events_lost", "Events of boards that are known to be missing", ctx->metrics.lost, 1 },
		{ "journal_unwritten", "1 while the journal cannot be written, and there are no rulings",
		  ctx->journal_fault[0] != '\0', 0 },
		{ "records_unwritten", "Games whose record is not on disk, since it cannot be written", unwritten, 0 },
		{ "clock_unanswered", "Commands that clocks of the boards plugged in now did not acknowledge",
		  unanswered, 0 },
	};

	for (unsigned i = 0; i < METRICS_COUNTERS; i++)
		ret[i] = all[i];
}

static void print_value(FILE *out, const char *name, const char *help, uint64_t value, int counts_on)
{
	fprintf(out, "# TYPE flagfall_%s %s\n# HELP flagfall_%s %s.\nflagfall_%s%s %" PRIu64 "\n", name,
		counts_on ? "counter" : "gauge", name, help, name, counts_on ? "_total" : "", value);
}

static void print_histogram(FILE *out, const char *name, const char *help, const struct histogram *h)
{
	uint64_t up_to = 0;

	fprintf(out, "# TYPE flagfall_%s histogram\n# UNIT flagfall_%s seconds\n# HELP flagfall_%s %s.\n", name, name,
		name, help);
	for (unsigned i = 0; i < HISTOGRAM_BOUNDS; i++) {
		up_to += h->count[i];
		fprintf(out, "flagfall_%s_bucket{le=\"%g\"} %" PRIu64 "\n", name, (double)bounds_us[i] / 1e6, up_to);
	}
	up_to += h->count[HISTOGRAM_BOUNDS];
	fprintf(out, "flagfall_%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, up_to);
	fprintf(out, "flagfall_%s_sum %.6f\nflagfall_%s_count %" PRIu64 "\n", name, (double)h->sum_us / 1e6, name,
		up_to);
}

char *metrics_format(const struct context *ctx, int for_arbiter)
{
	struct metrics_counter counters[METRICS_COUNTERS];
	const struct metrics *m = &ctx->metrics;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	metrics_counters(ctx, counters);
	for (unsigned i = 0; i < METRICS_COUNTERS; i++)
		print_value(out, counters[i].name, counters[i].help, counters[i].value, counters[i].counts_on);
	if (for_arbiter) {
		print_value(out, "inputs", "Inputs of all games", m->inputs, 1);
		print_value(out, "rulings", "Rulings of all games, public or not", m->rulings, 1);
		print_value(out, "journal_batches_being_written",
			    "Batches of the journal that are on their way to the disk",
			    journal_is_writing(ctx->journal), 0);
		print_histogram(out, "journal_commit_seconds", "How long it took to make the journal durable",
				&m->commit);
		print_histogram(out, "loop_turn_seconds", "How long one event kept the others waiting", &m->turn);
	}
	fputs("# EOF\n", out);
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}
