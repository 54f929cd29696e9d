# SPDX-License-Identifier: GPL-2.0-or-later
# The casebook: what each rulebook rules, case by case.
$(B)/tests/casebook: $(B)/flagfallctl tests/casebook/run
	@mkdir -p $(@D)
	@printf '#!/bin/sh\nFLAGFALLCTL=%s exec tests/casebook/run\n' $(B)/flagfallctl >$@ && chmod +x $@
$(B)/tests/casebook-articles: $(B)/flagfallctl tests/casebook/articles
	@mkdir -p $(@D)
	@printf '#!/bin/sh\nFLAGFALLCTL=%s exec tests/casebook/articles\n' $(B)/flagfallctl >$@ && chmod +x $@
$(B)/tests/casebook-coverage: $(B)/flagfallctl tests/casebook/coverage
	@mkdir -p $(@D)
	@printf '#!/bin/sh\nFLAGFALLCTL=%s exec tests/casebook/coverage --check\n' $(B)/flagfallctl >$@ && chmod +x $@
TESTS += $(B)/tests/casebook $(B)/tests/casebook-articles $(B)/tests/casebook-coverage

# What is ruled of each article, from the books and the cases.
coverage-page: $(B)/flagfallctl
	@FLAGFALLCTL=$(B)/flagfallctl tests/casebook/coverage >doc/coverage.md
.PHONY: coverage-page

BENCH += $(B)/tests/bench/bench_judge
$(B)/tests/bench/bench_judge: $(O)/tests/bench/bench_judge.o $(LIBS_ALL)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LD      $@";) $(CC) $(LDFLAGS_ALL) -o $@ $< $(LIBS_ALL) $(PKG_LIBS)
