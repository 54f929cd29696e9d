/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * raw_bytes [SECONDS [SEED]]: for so long (60) a client sends flagfall-web bytes that no reader sends (raw-client.h),
 * while another one is answered, at both ports, and a game is played; then the server ends when it is asked to. Built
 * with ASan and UBSan it finds what is read after it was freed, too.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "tests/web/program.h"
#include "tests/web/raw-client.h"

#define SECONDS 60
#define PAUSE_MS 1     /* between two turns: beside other tests */
#define OTHER_TURNS 64 /* from one answer for the other client to the next */

static int seconds = SECONDS;
static unsigned seed;

static int64_t now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec;
}

static void expect_answers(void)
{
	const struct web livechess = { .port = web.livechess_port };

	json_decref(web_json(&web, "/api/v1/"));
	json_decref(web_json(&livechess, "/api/v1.0/eboards"));
}

/* A move of the game; when it is mate there is the next one. */
static void play(struct rig *rig, size_t turn)
{
	static const char *const moves[] = { "e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6" };

	if (turn < sizeof(moves) / sizeof(moves[0]))
		rig_moves(rig, moves[turn]);
}

static void others_are_answered(void **state)
{
	static struct raw_client client;
	const int64_t until = now_s() + seconds;
	struct rig *rig = *state;
	char *etag = web_etag(&web);
	int program;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "180+2", NULL);
	program = program_open(&web, 0);
	raw_client_init(&client, seed, web.port, web.livechess_port, etag);
	free(etag);
	for (size_t turn = 0; now_s() < until || !raw_client_is_by_chance(&client); turn++) {
		if (!raw_client_step(&client))
			fail_msg("connection %zu cannot be opened: flagfall-web has ended", client.opened);
		if (turn % OTHER_TURNS == 0)
			expect_answers();
		if (turn % (16 * OTHER_TURNS) == 0) {
			play(rig, turn / (16 * OTHER_TURNS));
			program_say(program, "{\"id\":1,\"call\":\"eboards\"}");
			json_decref(program_until(program, "call", 1));
		}
		poll(NULL, 0, PAUSE_MS);
	}
	raw_client_done(&client);
	expect_answers();
	printf("# %zu connections\n", client.opened);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(others_are_answered, web_setup, web_teardown),
	};

	if (argc > 1)
		seconds = atoi(argv[1]);
	seed = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 1;
	printf("# seed %u\n", seed);
	fflush(stdout);
	return cmocka_run_group_tests_name("raw bytes", tests, NULL, NULL);
}
