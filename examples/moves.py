#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Prints the moves of all games on flagfalld's boards as they are pressed: examples/moves.py [BUS-ADDRESS]

Needs python3-dbus and python3-gi. Without an address it is the system's bus.
"""
import sys

import dbus
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib


def moved(t_us, ply, side, uci, placement, state, path=None):
    # A move that is only seen so far is "provisional"; one that was taken back is "undone".
    if state == "committed":
        print(f"{path.rsplit('/', 1)[1]} {ply} {side} {uci}", flush=True)


DBusGMainLoop(set_as_default=True)
bus = dbus.bus.BusConnection(sys.argv[1]) if len(sys.argv) > 1 else dbus.SystemBus()
bus.add_signal_receiver(moved, "Move", "org.flagfall1.Game", path_keyword="path")
print("listening", flush=True)
GLib.MainLoop().run()
