/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The least that can be done with a board: a program that sends a signal for each event it reads. flagfalld's peer. */
#ifndef TESTS_BENCH_ECHO_H
#define TESTS_BENCH_ECHO_H

/* In a process of its own: reads the board at that socket, and sends Move of org.flagfall.Echo for each report, until
 * it is killed or the board is gone. Does not return. */
void echo_run(const char *address, const char *path) __attribute__((noreturn));

#endif
