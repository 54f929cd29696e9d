// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kmsg FILE: follow the kernel's log and write what tells of a fault to FILE, with the lines after it, for a test
 * that outlasts the log's memory. Each line begins with "flagfall-guest: kernel ". Data races count if the module is in
 * one of their two stacks: the kernel has some of its own. Those of what makes allocations fail, which counts without a
 * lock whoever asked for one, never do.
 */
#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FAULT \
	"WARNING:|BUG:|Oops|general protection|KASAN:|UBSAN:|ODEBUG:|INFO: |possible (circular|recursive)|" \
	"refcount_t|(rcu|RCU).*stall|list_(add|del) corruption|sysfs: cannot create|unreferenced object 0x"
#define LINES_AFTER 80
#define RACE "BUG: KCSAN:"
#define RACE_OF_REFUSALS "should_fail_ex / should_fail_ex"
#define RACE_END "=========="
#define OURS "[sensorboard]"

static void say(FILE *out, const char *text)
{
	fprintf(out, "flagfall-guest: kernel %s\n", text);
	fflush(out);
}

/* A report of a race, from its first line to its end. */
struct race {
	char lines[128][256];
	unsigned int count;
	bool ours, others;
};

/* add_line: returns whether the line belongs to the report, which is told when it is complete. */
static bool add_line(struct race *race, FILE *out, const char *text)
{
	const unsigned int most = sizeof(race->lines) / sizeof(race->lines[0]);
	const bool begins = strstr(text, RACE);
	bool ends;

	if (begins)
		*race = (struct race){ .others = strstr(text, RACE_OF_REFUSALS) };
	else if (!race->count)
		return false;
	snprintf(race->lines[race->count++], sizeof(race->lines[0]), "%s", text);
	race->ours |= strstr(text, OURS) != NULL;
	ends = strstr(text, RACE_END) || race->count == most;
	for (unsigned int i = 0; ends && race->ours && !race->others && i < race->count; i++)
		say(out, race->lines[i]);
	if (ends)
		race->count = 0;
	return true;
}

int main(int argc, char **argv)
{
	char record[8192];
	const int in = open("/dev/kmsg", O_RDONLY);
	FILE *out = argc > 1 ? fopen(argv[1], "we") : stdout;
	static struct race race;
	unsigned int left = 0;
	regex_t fault;

	/* From now on. */
	if (in < 0 || lseek(in, 0, SEEK_END) < 0 || !out || regcomp(&fault, FAULT, REG_EXTENDED | REG_NOSUB))
		return 1;
	for (;;) {
		const ssize_t n = read(in, record, sizeof(record) - 1);
		char *text, *end;

		if (n < 0 && (errno == EPIPE || errno == EINTR)) /* EPIPE: records were overwritten */
			continue;
		if (n <= 0)
			return 1;
		record[n] = 0;
		text = strchr(record, ';'); /* "level,number,time,flags;text\n key=value\n…" */
		end = text ? strchr(text, '\n') : NULL;
		if (!end)
			continue;
		*end = 0;
		if (strstr(text, RACE) || regexec(&fault, text + 1, 0, NULL, 0)) {
			if (add_line(&race, out, text + 1) && !left)
				continue;
		} else {
			left = LINES_AFTER;
		}
		if (left) {
			left--;
			say(out, text + 1);
		}
	}
}
