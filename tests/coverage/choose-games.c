// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Compiled by tests/coverage/choose-games with the games of a test: which of them reach most. What a game reaches is
 * noted by clang's instrumentation (edges with how often they are taken, and what is compared) of the code that is
 * watched: how often each edge is taken (once, twice, more), and for each comparison whether the numbers are equal,
 * next to each other or further apart.
 */
#include <time.h>

#include GAMES

#define SITES (1u << 16)
#define WAYS 5
#define OFTEN 3 /* taken so often is taken often */

static uint8_t *edges, *edges_end;
static uint64_t site[SITES];
static uint8_t ways[SITES];
static unsigned touched[SITES], touched_count;

void __sanitizer_cov_8bit_counters_init(uint8_t *begin, uint8_t *end);
void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases);

/* Of each object that is watched; one lies behind the other. */
void __sanitizer_cov_8bit_counters_init(uint8_t *begin, uint8_t *end)
{
	edges = !edges || begin < edges ? begin : edges;
	edges_end = end > edges_end ? end : edges_end;
}

void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases)
{
}

static void compared(uint64_t at, int64_t a, int64_t b)
{
	const int64_t apart = (int64_t)((uint64_t)a - (uint64_t)b);
	unsigned i = (unsigned)(at * UINT64_C(0x9e3779b97f4a7c15) >> 48);

	while (site[i] && site[i] != at)
		i = (i + 1) % SITES;
	site[i] = at;
	if (!ways[i])
		touched[touched_count++] = i;
	ways[i] |= (uint8_t)(1u << (!apart ? 0 : apart == 1 ? 1 : apart == -1 ? 2 : a > b ? 3 : 4));
}

#define COMPARED(bits, type) \
	void __sanitizer_cov_trace_cmp##bits(type a, type b); \
	void __sanitizer_cov_trace_const_cmp##bits(type a, type b); \
	void __sanitizer_cov_trace_cmp##bits(type a, type b) \
	{ \
		compared((uint64_t)(uintptr_t)__builtin_return_address(0), a, b); \
	} \
	void __sanitizer_cov_trace_const_cmp##bits(type a, type b) \
	{ \
		compared((uint64_t)(uintptr_t)__builtin_return_address(0), a, b); \
	}
COMPARED(1, int8_t)
COMPARED(2, int16_t)
COMPARED(4, int32_t)
COMPARED(8, int64_t)

/* What this game has reached, in numbers; and nothing is from now on. */
static unsigned take_reached(unsigned *ret)
{
	const unsigned edge_count = (unsigned)(edges_end - edges);
	unsigned n = 0;

	for (unsigned i = 0; i < edge_count; i++)
		for (unsigned k = 0; k < OFTEN && k < edges[i]; k++)
			ret[n++] = i * OFTEN + k;
	memset(edges, 0, edge_count);
	for (unsigned i = 0; i < touched_count; i++) {
		for (unsigned k = 0; k < WAYS; k++)
			if (ways[touched[i]] >> k & 1)
				ret[n++] = edge_count * OFTEN + touched[i] * WAYS + k;
		ways[touched[i]] = 0;
	}
	touched_count = 0;
	return n;
}

struct kept {
	unsigned number, count, *reached;
	double ms, gain;
};

/* What it adds to those that were chosen: what few reach counts more, what is had often enough nothing. */
static double gain_of(const struct kept *g, const unsigned *have, const unsigned *all, unsigned times)
{
	double gain = 0;

	for (unsigned i = 0; i < g->count; i++)
		if (have[g->reached[i]] < times)
			gain += 1.0 / (1 + have[g->reached[i]]) + 3.0 / all[g->reached[i]];
	return gain / (0.3 + g->ms);
}

/* The best of those that are left; NULL: none adds anything. Gains only become less. */
static struct kept *best_of(struct kept *kept, unsigned count, const unsigned *have, const unsigned *all,
			    unsigned times)
{
	for (;;) {
		struct kept *best = NULL;
		double gain;

		for (unsigned i = 0; i < count; i++)
			if (kept[i].gain > 0 && (!best || kept[i].gain > best->gain))
				best = &kept[i];
		if (!best)
			return NULL;
		gain = gain_of(best, have, all, times);
		if (gain > 0 && gain >= best->gain * 0.9999)
			return best;
		best->gain = gain;
	}
}

static double ms_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(int argc, char **argv)
{
	const unsigned games = (unsigned)atoi(argv[1]), times = (unsigned)atoi(argv[2]);
	const size_t room = (size_t)(edges_end - edges) * OFTEN + (size_t)SITES * WAYS;
	unsigned *reached = calloc(room, sizeof(*reached)), *have = calloc(room, sizeof(*have));
	unsigned *all = calloc(room, sizeof(*all)), count = 0;
	struct kept *kept = calloc(games, sizeof(*kept)), *g;
	char line[200];

	BEGIN;
	for (unsigned n = 1; n <= games; n++) {
		const double begin = ms_now();
		bool is_new = false;
		unsigned k;

		PLAY;
		g = &kept[count];
		*g = (struct kept){ .number = n, .ms = ms_now() - begin, .gain = 1e300 };
		k = take_reached(reached);
		for (unsigned i = 0; i < k; i++)
			is_new |= all[reached[i]] < times;
		if (!is_new)
			continue;
		for (unsigned i = 0; i < k; i++)
			all[reached[i]]++;
		g->count = k;
		g->reached = memcpy(malloc(k * sizeof(*reached)), reached, k * sizeof(*reached));
		count++;
	}
	while ((g = best_of(kept, count, have, all, times))) {
		printf("%u\n", g->number);
		for (unsigned i = 0; i < g->count; i++)
			have[g->reached[i]]++;
		g->gain = 0;
	}
	return 0;
}
