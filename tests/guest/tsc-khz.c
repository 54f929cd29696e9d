/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints how fast this processor's time stamp counter runs, in kHz. QEMU's emulated processor hands it on, and a guest
 * that measures it itself while this machine is busy may find a tenth of it. Fails where there is no such counter.
 */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#define TRIES 50
#define APART_NS 200000000

#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * INT64_C(1000000000) + ts.tv_nsec;
}

struct reading {
	int64_t ns;
	uint64_t count;
};

/* Of some readings the one that was least interrupted. */
static struct reading read_both(void)
{
	struct reading best = { 0 };
	int64_t least = INT64_MAX;

	for (int i = 0; i < TRIES; i++) {
		int64_t before = now_ns();
		uint64_t count = __rdtsc();
		int64_t after = now_ns();

		if (after - before < least) {
			least = after - before;
			best = (struct reading){ before + least / 2, count };
		}
	}
	return best;
}

int main(void)
{
	const struct reading first = read_both();
	struct reading last;

	nanosleep(&(struct timespec){ .tv_nsec = APART_NS }, NULL);
	last = read_both();
	printf("%.0f\n", (double)(last.count - first.count) * 1e6 / (double)(last.ns - first.ns));
	return 0;
}
#else
int main(void)
{
	return 1;
}
#endif
