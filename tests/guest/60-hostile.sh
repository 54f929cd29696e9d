# SPDX-License-Identifier: GPL-2.0-or-later
# guest: boot cpus 2
# guest: timeout 240
# Hostile boards on all buses at once, among readers, writers and pollers: tests/debug/README.md. On the kernel's
# command line, seed=N and storm=SECONDS say which and how long, state=… goes on from where another run stopped,
# bus=N:ROUND:COUNT does some rounds of one bus again.
. /flagfall/tests/guest/lib.sh

asked() { sed -n "s/.* $1=\([^ ]*\).*/\1/p" /proc/cmdline; }
seconds=$(asked storm); seconds=${seconds:-60}
seed=$(asked seed)
state=$(asked state)
replay=$(asked bus | sed 's/\(.*\):\(.*\):\(.*\)/-b \1 -r \2 -n \3/')
phase=90	# seconds from one unloading of the module, in the middle of it all, to the next
if [ "$(asked cover)" ]; then
	mount -t debugfs debugfs /sys/kernel/debug
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

crowd() {
	rm -f $TMPDIR/stop
	storm -c $(seq 0 $((buses - 1)) | sed 's:^:/dev/sensorboard:' | tr '\n' ,) $TMPDIR/stop >$TMPDIR/storm 2>&1 & storm=$!
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
echo f055 5b5b >/sys/bus/usb/drivers/sensorboard/new_id
kmsg /dev/ttyS1 & kmsg=$!
hostile -t $seconds -p /dev/ttyS1 ${seed:+-s $seed} ${state:+-f $state} $replay >$TMPDIR/hostile 2>&1 & hostile=$!
: >$TMPDIR/crowd
unloaded=0 idle=0
while [ -d /proc/$hostile ]; do
	crowd
	passed=0
	while [ -d /proc/$hostile ] && [ $passed -lt $phase ]; do sleep 1; passed=$((passed + 1)); done
	disperse
	[ -z "$FLAGFALL_COVER" ] || show_cover
	# Eight boards come and go while the module does.
	if unload; then
		unloaded=$((unloaded + 1))
		load
		echo f055 5b5b >/sys/bus/usb/drivers/sensorboard/new_id
	fi
done
wait $hostile; ended=$?
echo "# $(tail -n 1 $TMPDIR/hostile)"
echo "# $(awk '{ for (i = 1; i < NF; i++) if ($i ~ /opened|gone|records|done/) n[$i] += $(i + 1) }
	END { for (i in n) printf "%s %d ", i, n[i] }' $TMPDIR/crowd); module unloaded $unloaded times"
ok "every bus came to its end" test $ended -eq 0
ok "boards were bound and unplugged" eval "[ $(count bindings) -gt 0 ] && [ $(count unplugs) -gt 0 ]"
ok "reports were taken" test $(count reports) -gt 0
ok "hostile boards were enumerated" test $(count enumerations) -gt 0
ok "sound boards were always found" test $(count missed) -eq 0
ok "readers, writers and pollers lived through it, and met no strange error" test $idle -eq 0
[ $idle -eq 0 ] || sed 's/^/# /' $TMPDIR/crowd
ok "the module unloads after it all" unload
kill $kmsg
finish
