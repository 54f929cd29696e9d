# SPDX-License-Identifier: GPL-2.0-or-later
# tkscid scid.tcl FILE: writes the game of a PGN file as Scid has understood it, without comments. What it complains of
# is on stderr.
set base [sc_base create MEMORY read]
set read [sc_base import $base [lindex $argv 0]]
sc_base switch $base
sc_game load 1
puts [sc_game pgn -comments 0 -variations 0 -width 9999]
puts -nonewline stderr [lindex $read 1]
exit 0
