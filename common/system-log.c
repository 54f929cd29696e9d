/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "common/system-log.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <syslog.h>
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-journal.h>
#include <unistd.h>

#define MAX_FIELDS 10
#define FIELD_SIZE 320
#define SENTENCE_SIZE 1000

/* Nothing but this file reads them. */
static const char *program = "flagfall";
static bool verbose, to_journal;
static unsigned faults;

/* systemd says which file its journal's stream is. */
static bool stderr_is_journal(void)
{
	const char *stream = getenv("JOURNAL_STREAM");
	unsigned long long dev, ino;
	struct stat st;

	return stream && sscanf(stream, "%llu:%llu", &dev, &ino) == 2 && fstat(STDERR_FILENO, &st) == 0 &&
	       st.st_dev == dev && st.st_ino == ino;
}

void log_init(const char *name, bool is_verbose)
{
	program = name;
	verbose = is_verbose;
	to_journal = stderr_is_journal();
}

static void print(int priority, const char *sentence)
{
	char mark[8] = ""; /* the journal's of how grave it is; people need none */

	if (!isatty(STDERR_FILENO))
		snprintf(mark, sizeof(mark), "<%d>", priority);
	/* in one call: a line that is cut in two would be mixed with those of others */
	fprintf(stderr, "%s%s\n", mark, sentence);
}

/* sd_journal_sendv() takes lines "NAME=value". */
struct fields {
	char text[MAX_FIELDS][FIELD_SIZE];
	struct iovec iov[MAX_FIELDS + 1];
	int count;
};

static void add(struct fields *f, const char *name, const char *value)
{
	if (!value || !*value)
		return;
	snprintf(f->text[f->count], FIELD_SIZE, "%s=%s", name, value);
	f->iov[f->count].iov_base = f->text[f->count];
	f->iov[f->count].iov_len = strlen(f->text[f->count]);
	f->count++;
}

static void add_number(struct fields *f, const char *name, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, value);
	add(f, name, text);
}

static void send_fields(int priority, const struct log_about *about, const char *sentence)
{
	char message[SENTENCE_SIZE + 16], game[64] = "";
	struct fields f = { .count = 0 };

	if (about->game) /* as flagfallctl calls it */
		snprintf(game, sizeof(game), "g%s", about->game);
	add(&f, "GAME", game);
	add(&f, "BOARD", about->board);
	add(&f, "RULING", about->ruling);
	add(&f, "ARTICLE", about->article);
	add(&f, "ACT", about->act);
	add(&f, "CALLER", about->caller);
	if (about->act)
		add_number(&f, "UID", about->uid);
	add_number(&f, "PRIORITY", (uint64_t)priority);
	add(&f, "SYSLOG_IDENTIFIER", program);
	snprintf(message, sizeof(message), "MESSAGE=%s", sentence);
	f.iov[f.count].iov_base = message;
	f.iov[f.count].iov_len = strlen(message);
	if (sd_journal_sendv(f.iov, f.count + 1) < 0)
		print(priority, sentence);
}

static void say(int priority, const struct log_about *about, const char *format, va_list ap)
{
	char sentence[SENTENCE_SIZE];

	if (priority <= LOG_ERR)
		faults++;
	if (priority >= LOG_INFO && !verbose && !(about && to_journal))
		return;
	vsnprintf(sentence, sizeof(sentence), format, ap);
	if (about && to_journal)
		send_fields(priority, about, sentence);
	else
		print(priority, sentence);
}

void log_message(int priority, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	say(priority, NULL, format, ap);
	va_end(ap);
}

void log_about(int priority, const struct log_about *about, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	say(priority, about, format, ap);
	va_end(ap);
}

unsigned log_faults(void)
{
	return faults;
}
