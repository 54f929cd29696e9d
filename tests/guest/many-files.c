// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * many-files NODE COUNT UID [SUB]: a user opens a board COUNT times
 *
 * It says how often that went well and what then went wrong ("16 EUSERS"), waits for a line on standard input, closes
 * one of the files, opens the board once more, says what came of that ("again ok"), and waits for the end of its input.
 * With SUB, it does so as the user SUB of a user namespace that UID has made.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int fail(const char *what)
{
	printf("%s: %s\n", what, strerrorname_np(errno));
	return 1;
}

static bool become(uid_t uid)
{
	return setresuid(uid, uid, uid) == 0;
}

/* A helper who is still root gives the namespace of the one who waits here a second user. */
static bool become_sub(uid_t uid, uid_t sub)
{
	int made[2], mapped[2], status, fd;
	char text[64], byte;
	const pid_t self = getpid();
	const pid_t helper = pipe(made) || pipe(mapped) ? -1 : fork();

	if (helper == 0) {
		close(made[1]);
		snprintf(text, sizeof(text), "/proc/%d/uid_map", (int)self);
		if (read(made[0], &byte, 1) != 1 || (fd = open(text, O_WRONLY)) < 0)
			_exit(1);
		snprintf(text, sizeof(text), "0 %u 1\n%u 100000 1\n", uid, sub);
		_exit(write(fd, text, strlen(text)) < 0);
	}
	return helper > 0 && become(uid) && unshare(CLONE_NEWUSER) == 0 && write(made[1], "", 1) == 1 &&
	       waitpid(helper, &status, 0) == helper && status == 0 && become(sub);
}

int main(int argc, char **argv)
{
	char line[16];
	int count = 0, last = -1, fd;

	if (argc < 4)
		return 2;
	if (argc == 4 ? !become((uid_t)atoi(argv[3])) : !become_sub((uid_t)atoi(argv[3]), (uid_t)atoi(argv[4])))
		return fail("user");
	while (count < atoi(argv[2]) && (fd = open(argv[1], O_RDWR)) >= 0) {
		last = fd;
		count++;
	}
	printf("%d %s\n", count, count < atoi(argv[2]) ? strerrorname_np(errno) : "ok");
	fflush(stdout);
	if (!fgets(line, sizeof(line), stdin))
		return 0;
	close(last);
	printf("again %s\n", open(argv[1], O_RDWR) < 0 ? strerrorname_np(errno) : "ok");
	fflush(stdout);
	while (fgets(line, sizeof(line), stdin))
		;
	return 0;
}
