/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The verbs of flagfallctl, each in a file verb-*.c. A verb parses its arguments with argp through ctl_parse(), writes
 * its answer and nothing else to stdout, and everything else to stderr. argv[0] is "flagfallctl NAME". It returns the
 * exit status.
 */
#ifndef CTL_VERBS_H
#define CTL_VERBS_H

#include "flagfallctl/ctl.h"

int verb_list(struct ctl *ctl, int argc, char **argv);
int verb_status(struct ctl *ctl, int argc, char **argv);
int verb_start(struct ctl *ctl, int argc, char **argv);
int verb_round(struct ctl *ctl, int argc, char **argv);
int verb_event(struct ctl *ctl, int argc, char **argv);
int verb_claim(struct ctl *ctl, int argc, char **argv);
int verb_report(struct ctl *ctl, int argc, char **argv);
int verb_decide(struct ctl *ctl, int argc, char **argv);
int verb_clock(struct ctl *ctl, int argc, char **argv);
int verb_pause(struct ctl *ctl, int argc, char **argv);
int verb_resume(struct ctl *ctl, int argc, char **argv);
int verb_takeback(struct ctl *ctl, int argc, char **argv);
int verb_end(struct ctl *ctl, int argc, char **argv);
int verb_arrive(struct ctl *ctl, int argc, char **argv);
int verb_press(struct ctl *ctl, int argc, char **argv);
int verb_position(struct ctl *ctl, int argc, char **argv);
int verb_promotion(struct ctl *ctl, int argc, char **argv);
int verb_move(struct ctl *ctl, int argc, char **argv);
int verb_hall(struct ctl *ctl, int argc, char **argv);
int verb_monitor(struct ctl *ctl, int argc, char **argv);
int verb_games(struct ctl *ctl, int argc, char **argv);
int verb_export(struct ctl *ctl, int argc, char **argv);
int verb_journal(struct ctl *ctl, int argc, char **argv);
int verb_record(struct ctl *ctl, int argc, char **argv);
int verb_metrics(struct ctl *ctl, int argc, char **argv);
int verb_doctor(struct ctl *ctl, int argc, char **argv);
int verb_replay(struct ctl *ctl, int argc, char **argv);
int verb_judge(struct ctl *ctl, int argc, char **argv);
int verb_rules(struct ctl *ctl, int argc, char **argv);
int verb_unwinnable(struct ctl *ctl, int argc, char **argv);
int verb_perft(struct ctl *ctl, int argc, char **argv);
int verb_array(struct ctl *ctl, int argc, char **argv);
int verb_emulate(struct ctl *ctl, int argc, char **argv);

#endif
