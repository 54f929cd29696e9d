# SPDX-License-Identifier: GPL-2.0-or-later
# guest: boot cpus 2
# guest: timeout 240
# Hostile boards on all buses at once, among readers, writers and pollers: tests/debug/README.md. On the kernel's
# command line, seed=N and storm=SECONDS say which and how long, state=… goes on from where another run stopped,
# bus=N:ROUND:COUNT does some rounds of one bus again. all=1: the hub also refuses boards and lets them in again, boards
# are suspended, the machine sleeps, and where the kernel has fault injection the module's allocations fail.
. /flagfall/tests/guest/lib.sh

asked() { sed -n "s/.* $1=\([^ ]*\).*/\1/p" /proc/cmdline; }
seconds=$(asked storm); seconds=${seconds:-60}
seed=$(asked seed)
state=$(asked state)
replay=$(asked bus | sed 's/\(.*\):\(.*\):\(.*\)/-b \1 -r \2 -n \3/')
phase=90	# seconds from one unloading of the module, in the middle of it all, to the next
debug=/sys/kernel/debug
grep -q " $debug " /proc/mounts || mount -t debugfs debugfs $debug 2>/dev/null
all=$(asked all)
if [ "$(asked cover)" ]; then
	export FLAGFALL_COVER=$TMPDIR/cover
	mkdir $FLAGFALL_COVER
	phase=100000	# the addresses are those of one loading
fi

[ -e /dev/raw-gadget ] || insmod $here/build/raw_gadget.ko 2>/dev/null
if [ ! -e /dev/raw-gadget ]; then
	skip "hostile boards" "no raw_gadget: linux-source-6.1 is not installed"
	finish
fi
buses=$(ls -d /sys/devices/platform/dummy_hcd.* | wc -l)

# injected FILE VALUE: for both kinds of allocations
injected() {
	for i_kind in failslab fail_page_alloc; do echo $2 >$debug/$i_kind/$1; done
}
# One allocation of a hundred or so fails, of those of readers, of who tells the driver to bind and unbind, and of the kernel's workers,
# who are born with the mark of their parent. A kernel for x86 cannot tell an allocation by who is on its stack.
arm() {
	[ "$all" ] && [ -e $debug/failslab ] || return 0
	injected task-filter Y
	injected ignore-gfp-wait N
	echo 0 >$debug/fail_page_alloc/min-order
	# A word about it now and then, without the stack.
	injected verbose 1
	injected verbose_ratelimit_interval_ms 10000
	injected verbose_ratelimit_burst 1
	injected times -1
	injected interval 60
	injected probability 50
	for a_task in /proc/[0-9]*; do
		case $(cat $a_task/comm) in kworker*|kthreadd) echo 1 >$a_task/make-it-fail ;; esac
	done 2>/dev/null
}
disarm() { [ ! -e $debug/failslab ] || injected probability 0; }

# The machine falls asleep and wakes up, all but the processors. Boards whose programs sleep are slow to answer; who is in the middle of
# asking one falls asleep late.
asleep() { cat /sys/power/suspend_stats/success; }
sleep_often() {
	echo devices >/sys/power/pm_test
	echo 1 >/sys/module/suspend/parameters/pm_test_delay
	echo 200000 >/sys/power/pm_freeze_timeout
	# Every answer that does not come costs five seconds: what hangs for ever still shows.
	echo 480 >/proc/sys/kernel/hung_task_timeout_secs
	while [ ! -e $TMPDIR/awake ]; do
		sleep 30
		echo freeze >/sys/power/state
	done 2>/dev/null
}

crowd() {
	rm -f $TMPDIR/stop
	storm -c ${all:+-a} $(seq 0 $((buses - 1)) | sed 's:^:/dev/sensorboard:' | tr '\n' ,) $TMPDIR/stop >$TMPDIR/storm 2>&1 & storm=$!
}
disperse() {
	touch $TMPDIR/stop
	# One that came as the last board went met none; what it did see counts all the same.
	wait $storm || { [ $passed -lt 10 ] && grep -q " strange errors 0$" $TMPDIR/storm; } || idle=$((idle + 1))
	cat $TMPDIR/storm >>$TMPDIR/crowd
}
count() { sed -n "s/.*[ :]$1=\([0-9]*\).*/\1/p" $TMPDIR/hostile | tail -n 1; }

# show_cover: which functions of the module have run, and which have not
show_cover() {
	sed -n 's/^\([0-9a-f]*\) [tT] \([^\t]*\)\t\[sensorboard\]/\1 \2/p' /proc/kallsyms | sort >$TMPDIR/functions
	sort -u $FLAGFALL_COVER/* | sort -m - $TMPDIR/functions | awk '
		NF == 2 { last = $2; all[last] = 1; next }
		{ ran[last]++; pcs++ }
		END {
			for (f in all) if (f !~ /^__|^init_|^cleanup_|\.cold/) { n++; if (ran[f]) r++; else rest = rest " " f }
			print "# coverage: " pcs + 0 " places, " r + 0 " of " n " functions; not:" rest
		}'
}

load
arm
echo f055 5b5b >/sys/bus/usb/drivers/sensorboard/new_id
kmsg /dev/ttyS1 & kmsg=$!
[ -z "$all" ] || sleep_often &
sleeps=$!
hostile ${all:+-a} -t $seconds -p /dev/ttyS1 ${seed:+-s $seed} ${state:+-f $state} $replay >$TMPDIR/hostile 2>&1 & hostile=$!
: >$TMPDIR/crowd
unloaded=0 idle=0
while [ -d /proc/$hostile ]; do
	crowd
	passed=0
	while [ -d /proc/$hostile ] && [ $passed -lt $phase ]; do sleep 1; passed=$((passed + 1)); done
	disperse
	[ -z "$FLAGFALL_COVER" ] || show_cover
	# Eight boards come and go while the module does.
	disarm
	if unload; then
		unloaded=$((unloaded + 1))
		load
		arm
		echo f055 5b5b >/sys/bus/usb/drivers/sensorboard/new_id
	fi
done
wait $hostile; ended=$?
disarm
touch $TMPDIR/awake
wait $sleeps
echo "# $(tail -n 1 $TMPDIR/hostile)"
echo "# $(awk '{ for (i = 1; i < NF; i++) if ($i ~ /opened|gone|records|done|memory/) n[$i] += $(i + 1) }
	END { for (i in n) printf "%s %d ", i, n[i] }' $TMPDIR/crowd); module unloaded $unloaded times"
ok "every bus came to its end" test $ended -eq 0
ok "boards were bound and unplugged" eval "[ $(count bindings) -gt 0 ] && [ $(count unplugs) -gt 0 ]"
ok "reports were taken" test $(count reports) -gt 0
ok "hostile boards were enumerated" test $(count enumerations) -gt 0
if [ "$all" ]; then
	[ ! -e $debug/failslab ] || ok "allocations failed" eval 'dmesg | grep -q "FAULT_INJECTION: forcing a failure"'
	ok "boards were refused and let in again" test $(count refusals) -gt 0
	ok "the machine slept and woke up" test $(asleep) -gt 0
	echo "# the machine slept $(asleep) times"
else
	ok "sound boards were always found" test $(count missed) -eq 0
fi
ok "readers, writers and pollers lived through it, and met no strange error" test $idle -eq 0
[ $idle -eq 0 ] || sed 's/^/# /' $TMPDIR/crowd
ok "the module unloads after it all" unload
kill $kmsg
finish
