# SPDX-License-Identifier: GPL-2.0-or-later
# Reads what a guest said on the test channel, prints TAP with the test's name in every line, and
# judges what the guest did not say. Variables: boot, tests, status (qemu's), seconds, log_to.

function result(good, text) {
	print (good ? "ok - " : "not ok - ") text
}

function end_test(code) {
	if (!results[test])
		result(0, test ": printed no result")
	else if (code != 0 && !failures[test])
		result(0, test ": ended with status " code)
	else if (plan >= 0 && plan != results[test])
		result(0, test ": " results[test] " of " plan " results")
	done[test] = 1
	test = ""
}

BEGIN { printf "" >log_to }

/^flagfall-guest: at / { next }	# how far a long test has come
# What a long test has read from the kernel's log meanwhile, which may not hold it any more at the end.
sub(/^flagfall-guest: kernel /, "") { faults++; print "# kernel log, during " test ": " $0; next }
/^flagfall-guest: test / { test = $3; plan = -1; next }
/^flagfall-guest: status / { end_test($4); next }
/^flagfall-guest: log/ { in_log = 1; where = "boot"; next }
/^flagfall-guest: end/ { in_log = 0; ended = 1; next }

in_log {
	print >log_to
	if (match($0, /flagfall-guest: test /))
		where = substr($0, RSTART + RLENGTH)
	# A data race counts if the module is in one of its two stacks: the kernel has some of its own, and what makes allocations fail
	# counts them without a lock, whoever asked for one.
	if (/BUG: KCSAN:/) {
		race = /should_fail_ex \/ should_fail_ex/ ? "" : $0
		next
	}
	if (race && /\[sensorboard\]/) {
		faults++
		print "# kernel log, during " where ": " race
		race = ""
	}
	if (/==========/)
		race = ""
	# An allocation that was made to fail may be told with the stack of who asked for it.
	if (/FAULT_INJECTION: forcing a failure/)
		injected = 1
	if (injected && /: (vmalloc error|page allocation failure): /)
		refused = 1
	if (refused && /Call Trace/) {
		refused = 0
		next
	}
	# What the kernel says when something is wrong with it.
	if ($0 ~ /WARNING:|BUG[: ]|Oops|Call Trace|general protection|KASAN|UBSAN|lockdep is turned off|possible (circular|recursive)|INFO: task .* blocked|unreferenced object 0x|ODEBUG:|sleeping function called|(RCU|rcu).*(detected|self-detected).*stall|refcount_t|sysfs: cannot create|list_(add|del) corruption/) {
		faults++
		print "# kernel log, during " where ": " $0
	}
	next
}

test != "" && /^(not )?ok/ {
	results[test]++
	if (/^not/) failures[test]++
	good = !/^not/
	sub(/^(not )?ok *[0-9]* *-? */, "")
	result(good, test ": " $0)
	next
}
test != "" && /^1\.\.[0-9]+/ { split($0, a, "[. ]+"); plan = a[2]; next }
test != "" && /^$/ { next }
test != "" { print (/^#/ ? "" : "# ") $0; next }

END {
	if (!ended)
		result(0, boot ": the guest ended without a word" (status == 124 ? ": killed after " seconds " s" : ", status " status) (test != "" ? ", in " test : ""))
	else {
		result(!faults, boot ": no warning in the kernel's log")
	}
	n = split(tests, names, " ")
	for (i = 1; i <= n; i++)
		if (!done[names[i]])
			result(0, names[i] ": did not finish")
}
