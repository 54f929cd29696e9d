/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the journal lies: in a folder of its own that nobody else may look into. How its files grow, and when, would
 * tell of a flag that fell under a rulebook which lets nobody say so.
 */
#ifndef SHELL_JOURNAL_FOLDER_H
#define SHELL_JOURNAL_FOLDER_H

/*
 * journal_folder_prepare - makes the folder below the state folder
 * The journal of an older version, which lay in the state folder itself, is moved into it, whole or not at all; a sign
 * for such versions takes its place (journal-sign.h). *path:
 * of the journal's file, new text. 0; -EBUSY an older daemon has it; else a negative errno value; err: a sentence.
 */
int journal_folder_prepare(const char *state, char **path, char err[static 256]);

#endif
