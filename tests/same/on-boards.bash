# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154
# Games on boards, for the daemon: a trace, and what is done step by step (see "bus"); part of "inputs".

# game NAME: its steps are on standard input
game() { cat >"games-on-boards/$1"; }
hands() { "$generators/flagfall-hands" --sensors "$@"; }
# base BOOK: seconds for a game that is as quick as it allows
base() { case $1 in *-rapid) echo 900 ;; *) echo 300 ;; esac; }
if [ -x "$generators/flagfall-hands" ]; then
	for sensors in piece-id presence; do
		for game in games/*.json; do
			hands $sensors "$game" >"played/$(basename "$game" .json)-$sensors" || exit 1
		done
		hands $sensors --until 5 games/blitz-castling.json >played/begun-$sensors
		hands $sensors --illegal 7=e4e6 games/blitz-castling.json >played/illegal-$sensors
		hands $sensors --illegal 3=2833 games/draughts-promotion.json >played/draughts-illegal-$sensors
	done

	# each game through, under one book after the other
	n=0
	for game in blitz-castling:white blitz-en-passant:white blitz-mate:black; do
		for sensors in piece-id presence; do
			for book in "${chess[n % ${#chess[@]}]}" "${chess[(n + 4) % ${#chess[@]}]}"; do
				game played-${game%:*}-$sensors-"$book" <<-END
					board played/${game%:*}-$sensors
					start --rulebook $book --time $(base "$book") --white Anna \
						--black Boris --event 'A blitz' --site Here --round 3
					play 9
					say claim black offer-draw
					play
					time 2000
					look
					status
					say claim ${game#*:} resign
				END
				n=$((n + 1))
			done
		done
	done
	for sensors in piece-id presence; do
		game played-blitz-promotion-$sensors <<-END
			board played/blitz-promotion-$sensors
			start --rulebook ru-2013 --time 600+1
			play
			time 2000
			say claim black resign
		END
		game played-draughts-promotion-$sensors <<-END
			board played/draughts-promotion-$sensors
			start --rulebook fmjd-annex6 --time 900 --white Anna --black Boris
			play
			time 2000
			say claim white resign
		END
		game played-draughts-capture-$sensors <<-END
			board played/draughts-capture-of-five-$sensors
			start --rulebook fmjd-annex6 --time 900
			play
			time 2000
			say claim black offer-draw
			say claim white accept-draw
		END
		game draughts-illegal-$sensors <<-END
			board played/draughts-illegal-$sensors
			start --rulebook fmjd-annex6 --time 900
			play
			time 2000
			pause
			say claim black illegal-move want=rectify
			say resume white
			time 1000
		END
		game unruled-$sensors <<-END
			board played/blitz-mate-$sensors
			start --time 300
			play
			time 2000
			say takeback 1
			time 2000
		END
		game leverless-$sensors <<-END
			board played/begun-$sensors
			start --rulebook fide2023-blitz --time 180+2 --lever none
			paced played/begun-$sensors
			time 2000
			say claim white resign
		END
	done

	for book in "${chess[@]}"; do
		# an illegal move, and what somebody says of it, or the game that goes on
		reply='lift d5;time 300;place d4 p;time 300;press black;time 2500'
		n=0
		for how in 'pause;say claim black illegal-move' 'say claim black illegal-move;pause' \
			'say claim white illegal-move' \
			'pause;say claim black illegal-move remedy=retract;say resume white;time 1000' \
			'say report arbiter illegal-move against=white;say decide illegal-move accept' \
			"$reply;say claim black illegal-move;pause;say claim white illegal-move"; do
			for sensors in piece-id presence; do
				n=$((n + 1))
				[ $n -le 4 ] || [ $((n % 2)) = 0 ] || continue
				game illegal-"$book"-$sensors-$n <<-END
					board played/illegal-$sensors
					start --rulebook $book --time $(base "$book")
					play
					time 2000
					$(tr ';' '\n' <<<"$how")
					look
				END
			done
		done
		# a flag, with and without a stop before it is claimed
		game flag-"$book" <<-END
			board played/blitz-castling-presence
			start --rulebook $book --time $(base "$book")
			play 4
			say claim black flag
			time $(base "$book")000
			look
			say claim black flag
			pause
			say claim black flag
		END
		# an arbiter who calls all, and one who calls nothing
		for call in auto claim; do
			game called-$call-"$book" <<-END
				board played/illegal-piece-id
				start --rulebook $book --time $(base "$book") --set flag_call=$call illegal_call=$call
				play
				time 3000
				say resume black
				time $(base "$book")000
				look
			END
		done
		# people who speak
		game spoken-"$book" <<-END
			board played/blitz-castling-piece-id
			start --rulebook $book --time $(base "$book")
			play 6
			say claim white touch-move
			pause
			say claim white no-progress
			say decide no-progress reject
			say resume white
			play 10
			say claim black offer-draw
			say claim white decline-draw
			say claim white repetition
			say claim white appeal
			say decide appeal reject
			say report arbiter two-hands against=black
			say report arbiter banging against=white
			say decide conduct warning against=white
			play 14
			say pause
			say clock white_ms=60000 black_ms=70000
			say resume white
			play 18
			say takeback 1
			time 3000
			say claim black fifty-moves intend=e7e5
			say claim spectator illegal-move
			say claim black clock-defect
			say end 1/2-1/2
		END
	done

	for book in fide2023-blitz wbca-1992 nsb-2004 ru-2013; do
		game killed-$book <<-END
			board played/blitz-castling-presence
			start --rulebook $book --time $(base "$book")
			play 12
			time 2000
			kill
			look
			play 20
			pause
			kill
			say resume white
			play
			time 2000
			look
			say claim white resign
		END
		game pulled-$book <<-END
			board played/blitz-castling-piece-id
			start --rulebook $book --time $(base "$book")
			play 7
			unplug
			look
			plug 3
			play 15
			lift a1
			unplug
			place a1
			plug 1
			play
			time 2000
			look
			say claim black resign
		END
	done
	game arbiter <<-END
		board played/blitz-promotion-piece-id
		start --rulebook fide2023-standard --time 40/7200:3600 --running none
		list
		say arrive white
		say resume white
		play 5
		say position '8/P6k/8/8/8/8/8/K7 w - - 0 1'
		set ......../P......k/......../......../......../......../......../K.......
		time 2000
		say resume white
		lift a7
		time 100
		place a8 P
		time 100
		press white
		time 2000
		say promotion q
		look
		say move h7g7
		objects
	END
fi
# rulebooks for games that last longer than five minutes
mapfile -t long < <(printf '%s\n' "${chess[@]}" | grep -v -e blitz -e wbca -e nsb -e rapid)
i=0
for trace in traces/data/d0[01][0-9]-l3-*.jsonl; do
	i=$((i + 1))
	[ $((i % 2)) = 0 ] || continue
	head -n 1 "$trace" | grep -q draughts && continue
	book=${long[i / 2 % ${#long[@]}]}
	game recorded-"$book"-"$(basename "$trace" .jsonl)" <<-END
		board $trace
		start --rulebook $book --time 7200
		play 12
		say claim white offer-draw
		play 25
		time 0
		play
		time 2000
		look
	END
done
