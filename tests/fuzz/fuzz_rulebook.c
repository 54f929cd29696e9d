/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A rulebook that is read can be shown and explained; one that is refused has a finding with a line and a reason. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rules/rulebook.h"
#include "rules/rulebook/book.h"
#include "tests/fuzz/fuzz.h"

const char *const fuzz_seeds[] = {
	"rulebook: x\ntitle: X\ngame: chess\ninherits: fide2023-rapid\nparameters:\n  time-control-limit: [..600000, B.1]\n"
	"  illegal-award: [60000, B.2 7.5.5]\ncites:\n  win/flag: A.5.5 6.9\nwhen:\n  - if: {supervision: full}\n    parameters:\n"
	"      illegal-window: [whole-game, B.2]\n    cites:\n      move-illegal/no-move: B.2 7.5.3\narticles:\n  \"B.1\": Ten minutes.\n",
	"rulebook: y\ntitle: Y\ngame: draughts-10x10\ninherits: fmjd-annex6\nparameters:\n  agreed-draw-max-men: [3, reading]\n",
	"rulebook: z\ntitle: \"Z\"\ngame: chess\ninherits: none\nparameters: {touch-move: [yes, \"1\"]}\n", NULL
};
const char *const fuzz_words[] = { "inherits: ",
				   "none",
				   "wbca-1992",
				   "fide2023-blitz",
				   "parameters:\n",
				   "cites:\n",
				   "when:\n",
				   "articles:\n",
				   "  - if: {",
				   "}",
				   "[",
				   "]",
				   ", ",
				   ": ",
				   "\n",
				   "  ",
				   "- ",
				   "\"",
				   "'",
				   "&a ",
				   "*a",
				   "|\n",
				   "#",
				   "..",
				   "yes",
				   "no",
				   "whole-game",
				   "illegal-award",
				   "99999999999999999999",
				   "\t",
				   "---\n",
				   "\xc3\xa9",
				   "\xff",
				   NULL };

/* Each reads its parents, too. */
const unsigned fuzz_runs = 1500;

struct findings {
	unsigned count;
	const char *file;
};

static void finding(void *userdata, const char *file, unsigned line, const char *reason)
{
	struct findings *findings = userdata;

	FUZZ_ASSERT(file && reason && reason[0]);
	findings->count++;
}

void fuzz_one(const uint8_t *data, size_t size)
{
	int r, fd = memfd_create("book", MFD_CLOEXEC);
	struct findings findings = { 0 };
	struct rulebook *book = NULL;
	char path[64], err[160] = "";
	FILE *nowhere;

	FUZZ_ASSERT(fd >= 0 && write(fd, data, size) == (ssize_t)size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	r = rulebook_load(path, finding, &findings, &book);
	close(fd);
	if (r < 0) {
		FUZZ_ASSERT(r == -EINVAL && findings.count > 0 && !book);
		return;
	}
	FUZZ_ASSERT(findings.count == 0 && rulebook_id(book)[0] && rulebook_game(book));
	nowhere = fopen("/dev/null", "we");
	FUZZ_ASSERT(nowhere);
	FUZZ_ASSERT(rulebook_show(book, nowhere) == 0);
	FUZZ_ASSERT(rulebook_explain(book, "no such article", nowhere) == -ENOENT);
	fclose(nowhere);
	if (rulebook_override(book, "illegal-award=1", err) < 0)
		FUZZ_ASSERT(err[0]);
	rulebook_free(book);
}
