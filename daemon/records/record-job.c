/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One writing of a game's record: what a thread does, since a final one waits for the disk twice. */
#include "daemon/records/inside.h"

#include <stdlib.h>
#include <string.h>

#include "common/text-file.h"

struct record_job *record_job_new(uint64_t game, char *path, char *text, const char *old, bool final)
{
	struct record_job *job = calloc(1, sizeof(*job));

	if (job)
		*job = (struct record_job){
			.game = game, .path = path, .text = text, .old = old ? strdup(old) : NULL, .final = final
		};
	if (!job || !path || !text || (old && !job->old)) {
		free(path);
		free(text);
		free(job ? job->old : NULL);
		free(job);
		return NULL;
	}
	return job;
}

void record_job_free(struct record_job *job)
{
	if (!job)
		return;
	free(job->path);
	free(job->text);
	free(job->old);
	free(job);
}

void record_job_run(void *userdata)
{
	struct record_job *job = userdata;

	job->result = job->final ? text_file_replace(job->path, job->text, true) :
				   text_file_renew(job->path, job->text);
	if (job->result >= 0 && job->old && strcmp(job->old, job->path) != 0)
		text_file_remove(job->old);
}
