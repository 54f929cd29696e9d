# SPDX-License-Identifier: GPL-2.0-or-later
# make mutate [SEED=1] [MUTANTS=40] [FOLDERS="libboard rules …"]: so many small faults in each folder, one after the other, and
# which of them no test finds. Ten minutes to begin with, when three copies of the tree are built and each test is asked what it
# reaches; then seconds a fault. Stopped and started again it goes on where it was.
MUTANTS ?= 40
FOLDERS ?= kernel libboard rules common daemon/core/tracker daemon/core replay formats formats daemon/journal daemon stream \
	lichess flagfallctl emulator web relay

mutate:
	tests/mutate/run --seed $(or $(SEED),1) --count $(MUTANTS) $(FOLDERS)
.PHONY: mutate
