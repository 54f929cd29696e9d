/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hall whose disk is full: whoever walks its tables is told that nothing is ruled, and nobody else is. */
#include <stdio.h>
#include <unistd.h>

#include "tests/web/web-rig.h"

#define ATTENTION "/api/v1/attention"
#define NO_FAULT "\"journal\":\"\""
#define FULL "\"journal\":\"writing the journal:"

static char flag[96], under[96];

static int setup(void **state)
{
	struct rig *rig;

	rig_setup_bare(state);
	rig = *state;
	snprintf(flag, sizeof(flag), "%s/full", rig->dir);
	snprintf(under, sizeof(under), "%s/state", rig->dir);
#ifndef __SANITIZE_ADDRESS__
	setenv("LD_PRELOAD", DISK_FAULTS, 1);
	setenv("FAULTS_FULL", flag, 1);
	setenv("FAULTS_UNDER", under, 1);
	rig_daemon_start(rig);
	unsetenv("LD_PRELOAD");
	unsetenv("FAULTS_FULL");
	unsetenv("FAULTS_UNDER");
	web_start(&web, rig, NULL);
#endif
	return 0;
}

static void fill(bool full)
{
	FILE *f = full ? fopen(flag, "w") : NULL;

	if (f)
		fclose(f);
	else
		unlink(flag);
}

static void expect_attention(const char *text)
{
	free(web_until(&web, ATTENTION, text));
}

static void a_fault_is_for_the_hall(void **state)
{
	struct rig *rig = *state;
	struct answer all;

#ifdef __SANITIZE_ADDRESS__
	skip(); /* the library that fills the disk wants to be the first */
#endif
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4");
	rig_wait(rig, "Move", "1 white e2e4");
	free(web_until(&web, "/api/v1/", "\"uci\":\"e2e4\""));
	expect_attention(NO_FAULT);
	fill(true);
	rig_moves(rig, "e7e5");
	expect_attention(FULL);
	all = web_get(&web, "/api/v1/");
	assert_null(strstr(all.body, "journal"));
	answer_done(&all);
	/* who comes later is told, too */
	web_stop(&web, SIGTERM);
	web_start(&web, rig, NULL);
	expect_attention(FULL);
	fill(false);
	expect_attention(NO_FAULT);
	free(web_until(&web, "/api/v1/", "\"uci\":\"e7e5\""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_fault_is_for_the_hall, setup, web_teardown),
	};

	return cmocka_run_group_tests_name("journal fault", tests, NULL, NULL);
}
