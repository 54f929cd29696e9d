# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154
# Generated traces; part of "inputs".

# under BOOK CLOCK: the trace on standard input, in a game by that rulebook with that clock, or without a clock
under() { sed "1s|}\$|,\"rulebook\":\"$1\"${2:+,\"clock\":$2}}|"; }
blitz='{"mode":"sudden-death","white_ms":300000,"black_ms":300000,"running":"white"}'
short='{"mode":"sudden-death","white_ms":30000,"black_ms":33000,"running":"white"}'
fischer='{"mode":"fischer","white_ms":180000,"black_ms":180000,"increment_ms":2000,"running":"white"}'
clock_of() { # BOOK N
	case $1,$2 in wbca*,2|nsb*,2) set -- "$1" 0 ;; esac	# these know no increment
	case $2 in 0) echo "$blitz" ;; 1) echo "$short" ;; 2) echo "$fischer" ;; 3) echo ;; esac
}
mapfile -t chess < <(sed -n 's/ chess$//p' rulebooks)
mapfile -t draughts < <(sed -n 's/ draughts-10x10$//p' rulebooks)

# Games of chance in a scramble, under every rulebook and under those by which the arbiter is silent the more often.
if [ -x "$generators/flagfall-scramble" ]; then
	n=0
	for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
		for sensors in piece-id presence; do
			"$generators/flagfall-scramble" --seed $seed --sensors $sensors >scramble || exit 1
			cp scramble generated/scramble-$seed-$sensors.jsonl
			for book in wbca-1992 nsb-2004 "${chess[n % ${#chess[@]}]}"; do
				under "$book" "$(clock_of "$book" $((n % 4)))" <scramble \
					>generated/scramble-$seed-$sensors-"$book".jsonl
				n=$((n + 1))
			done
		done
	done
	rm scramble
fi

# Illegal moves of tidy hands, and what is said of them: nothing, a claim, a claim after a stop, one that wants it put
# right, one of him who made it, and what the arbiter has seen.
squares() { # GAME PLY: some turns that are none
	case $1 in
	draughts*) echo 2833 3344 2732 ;;
	*) if [ $(($2 % 2)) = 1 ]; then echo e1e5 a1b3 e4e6 g1g8 d2h6; else echo e8e4 h8g6 e5e3 b8b1 d7a3; fi ;;
	esac
}
said_of() { # HOW SIDE OTHER: what follows the trace on standard input
	awk -v how="$1" -v side="$2" -v other="$3" '
		{ print; if (match($0, /"t_us":[0-9]+/)) t = substr($0, RSTART + 7, RLENGTH - 7) + 0 }
		function say(ms, text) { printf "{\"t_us\":%.0f,%s}\n", t + ms * 1000, text }
		END {
			by = how == "own" ? side : other
			claim = "\"type\":\"claim\",\"by\":\"" by "\",\"claim\":\"illegal-move\""
			report = "\"type\":\"report\",\"by\":\"arbiter\",\"report\":\"illegal-move\""
			if (how == "claim") say(400, claim)
			if (how == "stop" || how == "rectify") say(2600, "\"type\":\"pause\"")
			if (how == "stop") say(2600, claim)
			if (how == "rectify") say(2600, claim ",\"want\":\"rectify\"")
			if (how == "own") say(3000, claim)
			if (how == "arbiter") say(3000, report ",\"against\":\"" side "\"")
			say(60000, "\"type\":\"tick\"")
		}'
}
if [ -x "$generators/flagfall-hands" ]; then
	n=0
	for game in games/*.json; do
		name=$(basename "$game" .json)
		for ply in 1 2 5 8 11 14 19; do
			if [ $((ply % 2)) = 1 ]; then side=white other=black; else side=black other=white; fi
			for move in $(squares "$name" $ply); do
				sensors=$([ $((n % 2)) = 0 ] && echo piece-id || echo presence)
				# not every man stands where he might go wrong
				"$generators/flagfall-hands" --sensors "$sensors" --illegal "$ply=$move" "$game" \
					>hands 2>/dev/null || continue
				how=$(set -- none claim stop rectify own arbiter; shift $((n % 6)); echo "$1")
				case $name in
				draughts*) books=("${draughts[n % ${#draughts[@]}]}") ;;
				*) books=("${chess[n % ${#chess[@]}]}" wbca-1992 nsb-2004) ;;
				esac
				for book in "${books[@]}"; do
					said_of "$how" $side $other <hands | under "$book" '' \
						>"generated/illegal-$name-$ply-$move-$how-$book.jsonl"
				done
				n=$((n + 1))
			done
		done
	done
	rm -f hands
fi

# Restless hands (they play chess), of every style, on every kind of sensors, with and without a lever, now and then
# against the rules.
if [ -x "$generators/flagfall-restless" ]; then
	n=0
	while read -r style; do
		for game in games/blitz*.json; do
			name=$(basename "$game" .json) book=${chess[n % ${#chess[@]}]}
			options=(--style "$style" --seed $((n + 1)))
			[ $((n % 2)) = 0 ] || options+=(--sensors presence)
			[ $((n % 3)) != 1 ] || options+=(--illegal $((n % 17 + 2)))
			[ $((n % 5)) != 3 ] || options+=(--no-lever)
			"$generators/flagfall-restless" "${options[@]}" "$game" >hands || exit 1
			case $((n % 4)) in
			0) cp hands "generated/restless-$style-$name.jsonl" ;;
			*) under "$book" '' <hands >"generated/restless-$style-$name.jsonl" ;;
			esac
			n=$((n + 1))
		done
	done < <("$generators/flagfall-restless" --styles)
	rm -f hands
fi

# Recorded games in which people speak all the time: at every few events one of the words that there are, each trace
# beginning elsewhere in their list. What would end a game comes when it ends.
words() {
	local by claim verdict reported
	local by_black='{T,"type":"claim","by":"black","claim":"%s","against":"white","count":2}\n'
	local decide='{T,"type":"decide","by":"arbiter","verdict":"%s","about":"%s"%s}\n'
	local report='{T,"type":"report","by":"%s","report":"%s","against":"%s"}\n'
	local facts="wrong-setup wrong-time wrong-colours board-orientation clock-defect displaced wrong-hand two-hands
		hover banging clock-knocked clock-handling scoresheet interference"
	for claim in flag illegal-move offer-draw decline-draw withdraw repetition fifty-moves dead-position \
		clear-draw no-progress forced-win same-piece-draw opposite-bishops-draw rook-pawn-draw king-pawn-draw \
		rook-rookpawn-draw counted-draw regulation-draw time-shortage-draw add-increment moves-met touch-move \
		accidental-touch adjust accept-stand promotion-piece-missing stop-for-arbiter clock-choice appeal \
		$facts; do
		reported=$(grep -wx -e "$claim" <<<"${facts//[[:space:]]/$'\n'}"$'\nflag\nillegal-move')
		for by in white black; do
			echo "{T,\"type\":\"claim\",\"by\":\"$by\",\"claim\":\"$claim\"}"
			[ "$by" = black ] || for verdict in reject warning accept; do
				# shellcheck disable=SC2059 # a format
				[ "$claim-$verdict" = flag-accept ] || printf "$decide" "$verdict" "$claim" ''
			done
			echo "{T,\"type\":\"resume\",\"running\":\"$by\"}"
		done
		# shellcheck disable=SC2059
		[ -z "$reported" ] || printf "$report" arbiter "$claim" white
		echo '{T,"type":"pause"}'
		# shellcheck disable=SC2059
		printf "$by_black" "$claim"
		echo '{T,"type":"resume","running":"white"}'
		# shellcheck disable=SC2059
		[ -z "$reported" ] || printf "$report" captain "$claim" black
	done
	for verdict in postpone time-penalty adjust-clock replace-clock replay restart continue; do
		echo '{T,"type":"claim","by":"white","claim":"no-progress"}'
		# shellcheck disable=SC2059
		printf "$decide" "$verdict" no-progress ',"side":"white","ms":60000' \
			"$verdict" conduct ',"against":"black"'
	done
	cat <<-'END'
		{T,"type":"takeback","count":1}
		{T,"type":"clock-report","white_ms":90000,"black_ms":80000}
		{T,"type":"move","move":"e2e4"}
		{T,"type":"arrive","side":"white"}
		{T,"type":"lost","count":2}
		{T,"type":"claim","by":"spectator","claim":"illegal-move"}
		{T,"type":"claim","by":"spectator","claim":"flag"}
	END
}
words >list
last_words='{T,"type":"pause"} {T,"type":"claim","by":"white","claim":"offer-draw"}'
last_words+=' {T,"type":"claim","by":"black","claim":"accept-draw"}'
last_words+=' {T,"type":"claim","by":"white","claim":"resign"} {T,"type":"end","result":"1/2-1/2"}'
speak() { # FIRST EVERY
	awk -v first="$1" -v every="$2" -v last="$last_words" '
		FILENAME == "list" { word[n++] = $0; next }
		function say(text) { sub(/T/, "\"t_us\":" t, text); print text }
		function next_word() { say(word[(first + said++) % n]) }
		{ print; event++; if (match($0, /"t_us":[0-9]+/)) t = substr($0, RSTART + 7, RLENGTH - 7) }
		event > 1 && event % every == 0 { next_word(); if (said % 3 == 0) next_word() }
		END { n = split(last, l, " "); for (i = 1; i <= n; i++) say(l[i]) }' list -
}
n=0
for trace in traces/data/*-l[13]-*.jsonl traces/data2/*-l2-*.jsonl generated/scramble-*[ed].jsonl; do
	n=$((n + 1))
	[ $((n % 4)) = 0 ] || case $trace in *scramble*) ;; *) continue ;; esac
	book=${chess[n / 4 % ${#chess[@]}]}
	! head -n 1 "$trace" | grep -q draughts || book=${draughts[n % ${#draughts[@]}]}
	speak $((n * 37)) $((3 + n % 5)) <"$trace" | under "$book" "$(clock_of "$book" $((n % 4)))" \
		>"generated/spoken-$book-$(basename "$trace")"
done
rm list

# Games that go wrong: one man is set down on the file beside, and what was recorded goes on for a while. Somebody may
# speak then.
n=0
for trace in traces/data/*-l2-*.jsonl traces/data2/*-c*-l1-*.jsonl; do
	n=$((n + 1))
	[ $((n % 3)) = 0 ] || continue
	book=${chess[n / 3 % ${#chess[@]}]}
	[ $((n % 2)) = 0 ] || book=$(set -- wbca-1992 nsb-2004; shift $((n / 6 % 2)); echo "$1")
	head -n 1 "$trace" | grep -q draughts && continue
	awk -v place=$((7 + n % 41)) -v how=$((n % 4)) '
		function say(text) { printf "{\"t_us\":%.0f,%s}\n", t, text }
		{ if (match($0, /"t_us":[0-9]+/)) t = substr($0, RSTART + 7, RLENGTH - 7) + 0 }
		/"type": *"place"/ && ++n == place && match($0, /"square": *"[a-h]/) {
			at = RSTART + RLENGTH - 1
			beside = substr("bcdefghg", index("abcdefgh", substr($0, at, 1)), 1)
			$0 = substr($0, 1, at - 1) beside substr($0, at + 1)
			wrong = NR
		}
		{ print }
		function claim(by) { say("\"type\":\"claim\",\"by\":\"" by "\",\"claim\":\"illegal-move\"") }
		wrong && how == 1 && /"press"/ && !told++ { say("\"type\":\"pause\""); claim("black") }
		wrong && how == 2 && /"press"/ && ++told == 2 { claim("white") }
		wrong && NR > wrong + 14 + 10 * how { exit }
		END { t += 70000000; say("\"type\":\"tick\"") }' "$trace" | under "$book" "$blitz" \
		>"generated/wrong-$book-$(basename "$trace")"
done
