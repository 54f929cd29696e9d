# SPDX-License-Identifier: GPL-2.0-or-later
# What can be said about the files without running them.

TESTS += $(if $(SAN),,$(sort $(wildcard tests/lint/*.sh)))

# The checkers of all that can be looked at without running it.
lint: programs
	tests/run $(sort $(wildcard tests/lint/*.sh))

# All C files in the form that .clang-format asks for.
format:
	@f=$$(command -v clang-format-14 || command -v clang-format) || { echo "clang-format is not installed (make deps)" >&2; exit 1; }; \
	{ git ls-files '*.[ch]' 2>/dev/null || find . -name '*.[ch]' -not -path './build/*'; } | xargs $$f -i --style=file
.PHONY: lint format
