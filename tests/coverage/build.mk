# SPDX-License-Identifier: GPL-2.0-or-later
# make coverage: how many of the branches of the rules, the tracker, the clock, the arbiter and the journal the tests take. A
# minute or two; what was not taken is in build/cov/report/index.html.

# Without those that take long and reach no branch that others do not.
COV_UNITS := $(filter-out %/test_bounds %/test_gap_games %/test_perft_suites,$(filter build/tests/unit/rules/% \
	build/tests/unit/core/% build/tests/unit/replay/% build/tests/unit/formats/%,$(UNIT)))
COV_BUS := $(call bus,journal journal_damage journal_faults journal_files journal_replay journal_reply taken_up recovery \
	unrecovered full_disk)
COV_TESTS := $(patsubst build/%,build/cov/%,$(COV_UNITS)) $(addprefix build/cov/,$(COV_BUS))

# Warnings are those of programs as they are: without optimizing the compiler has others.
coverage-programs:
	@$(MAKE) --no-print-directory $(jobs) COV=1 WERROR= $(COV_TESTS) build/cov/flagfallctl build/cov/flagfalld

coverage: coverage-programs
	@find build/cov -name '*.gcda' -delete
	@FLAGFALLCTL=$(CURDIR)/build/cov/flagfallctl JOURNALS=40 SEEDS=1 tests/run tests/casebook/run tests/traces/run $(COV_TESTS); \
	status=$$?; tests/coverage/report && exit $$status
.PHONY: coverage coverage-programs

# make check says the share of each part. It takes a minute of a processor, and begins early.
ifeq ($(SAN)$(TSAN)$(COV),)
BRANCHES := tests/coverage/branches.sh
TESTS += $(BRANCHES)
endif
