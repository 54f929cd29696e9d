/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bench/hall-views.h"

#include <pthread.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define COLUMNS 200
#define ROWS 60

const char *const hall_view_names[VIEWS] = { "view", "monitor-all" };

/* Until the other end is closed. */
static void *forget(void *userdata)
{
	int fd = *(int *)userdata;
	char buf[65536];

	while (read(fd, buf, sizeof(buf)) > 0)
		;
	return NULL;
}

static _Noreturn void look(const char *address, int view)
{
	const char *const hall[] = { FLAGFALLCTL, "--bus", address, "hall", NULL };
	const char *const monitor[] = { FLAGFALLCTL, "--bus", address, "monitor", "--all", "--json", NULL };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setenv("TERM", "xterm-256color", 1);
	execv(FLAGFALLCTL, (char *const *)(view == VIEW_HALL ? hall : monitor));
	perror(FLAGFALLCTL);
	_exit(1);
}

static void start_piped(struct hall_views *views, const char *address)
{
	int ends[2];

	if (pipe(ends) < 0)
		exit(1);
	views->pid[VIEW_MONITOR] = fork();
	if (views->pid[VIEW_MONITOR] == 0) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		look(address, VIEW_MONITOR);
	}
	close(ends[1]);
	views->output[VIEW_MONITOR] = ends[0];
}

void hall_views_start(struct hall_views *views, const char *address)
{
	const struct winsize size = { .ws_row = ROWS, .ws_col = COLUMNS };
	char first;

	views->pid[VIEW_HALL] = forkpty(&views->output[VIEW_HALL], NULL, NULL, &size);
	if (views->pid[VIEW_HALL] == 0)
		look(address, VIEW_HALL);
	start_piped(views, address);
	for (int i = 0; i < VIEWS; i++) {
		pthread_t thread;

		if (views->pid[i] < 0 || read(views->output[i], &first, 1) != 1 ||
		    pthread_create(&thread, NULL, forget, &views->output[i]) != 0) {
			fprintf(stderr, "hall: flagfallctl shows nothing\n");
			exit(1);
		}
		pthread_detach(thread);
	}
}

void hall_views_stop(struct hall_views *views)
{
	for (int i = 0; i < VIEWS; i++) {
		kill(views->pid[i], SIGTERM);
		waitpid(views->pid[i], NULL, 0);
	}
}
