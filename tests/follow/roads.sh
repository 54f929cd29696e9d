#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# How many files of the core an input visits, and how often it comes back to one, by the calls that are made (follow.c): on all cases of the
# casebook and all recordings of the project, these under a silent rulebook, too; with FLAGFALL_DATA=FOLDER also on some of its
# traces2/, by clumsy hands. `make follow` builds the program.
#   roads.sh --roads: the longest roads themselves
. "$(dirname "$0")/../lint/lib.bash"

program=build/tests/follow/flagfallctl
[ -x $program ] || { echo "Bail out! $program is not there: make follow"; exit 1; }
export FOLLOW=$scratch/roads FLAGFALL_RULES=$scratch/books
mkdir "$FLAGFALL_RULES" && cp rules/books/*.yaml tests/casebook/books/*.yaml "$FLAGFALL_RULES"

{
	find tests/casebook -name '*.jsonl' -exec "$program" judge {} +
	for trace in tests/traces/*.jsonl ${FLAGFALL_DATA:+"$FLAGFALL_DATA"/traces2/*[05]-l3-*.jsonl}; do
		[ -f "$trace" ] || continue
		$program replay --events "$trace"
		if grep -qm 1 draughts "$trace"; then silent=nsb-2004; else silent=wbca-1992; fi
		$program replay --rulebook $silent --events "$trace"
	done
} >"$scratch/said" 2>&1

# The most of each kind, of all runs: KIND COUNT FILES RETURNS, and the two roads.
longest() {
	awk -F ';' '{
		split($1, n, " ")
		count[n[1]] += n[2]
		if (n[3] > files[n[1]]) { files[n[1]] = n[3]; by_files[n[1]] = $2 }
		if (n[4] > returns[n[1]]) { returns[n[1]] = n[4]; by_returns[n[1]] = $3 }
	}
	END { for (kind in count) print kind, count[kind], files[kind], returns[kind] + 0 ";" by_files[kind] ";" by_returns[kind] }' "$FOLLOW" | sort
}
if [ "${1-}" = --roads ]; then longest | tr ';' '\n'; exit; fi
longest | sed 's/;.*//; s/^/# most (kind, how many, files, returns): /'

# beyond KIND FILES RETURNS: what visits more files, or comes back more often
beyond() {
	longest | awk -F ';' -v kind="$1" -v files="$2" -v returns="$3" '{
		split($1, n, " ")
		if (n[1] != kind)
			next
		found = 1
		if (n[3] > files) print kind " visits " n[3] " files, not " files ": " $2
		if (n[4] > returns) print kind " comes back " n[4] " times, not " returns ": " $3
	}
	END { if (!found) print "there was no " kind }'
}

finds "a road that is longer than it may be is found" '^press visits [4-8] files, not 3: .*stage/lever' "$(beyond press 3 8)"
finds "… and one that comes back too often" '^press comes back [1-8] times, not 0: .*\*publish' "$(beyond press 8 0)"
result "a press visits 8 files at most and comes back 8 times at most" "$(beyond press 8 8)"
result "each other step of a pass visits 14 at most and comes back 10 times" "$(beyond step 14 10)"
result "all steps of an input together visit 14 at most and come back 10 times" "$(beyond input 14 10)"
plan
