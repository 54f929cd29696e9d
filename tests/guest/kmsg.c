// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kmsg FILE: follow the kernel's log and write what tells of a fault to FILE, with the lines after it, for a test
 * that outlasts the log's memory. Each line begins with "flagfall-guest: kernel ".
 */
#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FAULT \
	"WARNING:|BUG:|Oops|general protection|KASAN:|UBSAN:|ODEBUG:|INFO: |possible (circular|recursive)|" \
	"refcount_t|(rcu|RCU).*stall|list_(add|del) corruption|sysfs: cannot create|unreferenced object 0x"
#define LINES_AFTER 80

int main(int argc, char **argv)
{
	char record[8192];
	const int in = open("/dev/kmsg", O_RDONLY);
	FILE *out = argc > 1 ? fopen(argv[1], "we") : stdout;
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
		if (regexec(&fault, text + 1, 0, NULL, 0) == 0)
			left = LINES_AFTER;
		if (left) {
			left--;
			fprintf(out, "flagfall-guest: kernel %s\n", text + 1);
			fflush(out);
		}
	}
}
