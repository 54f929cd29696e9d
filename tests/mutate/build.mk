# SPDX-License-Identifier: GPL-2.0-or-later
# make mutate [SEED=1] [MUTANTS=40] [FOLDERS="libboard rules …"]: so many small faults in each folder, one after the other, and
# which of them no test finds. Minutes a folder, an hour for daemon/shell; stopped and started again it goes on where it was.
MUTANTS ?= 40
FOLDERS ?= libboard rules daemon/core/tracker daemon/core daemon/event daemon/record daemon/shell

mutate:
	tests/mutate/run --seed $(SEED) --count $(MUTANTS) $(FOLDERS)
.PHONY: mutate
