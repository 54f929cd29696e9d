#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""
What a LiveChess tells of hands that play a trace, as server.py takes it.

  told.py TRACE SERIAL [merged]

A line is: the ply, a space, what happens. The clock runs from ply 0 on; it shows whole seconds, and is told when others are shown as a
piece is touched, and when the lever is pressed, behind the pieces. merged: of each turn only what stands when it is pressed.
"""
import json
import sys

trace, serial, merged = sys.argv[1], sys.argv[2], sys.argv[3:] == ["merged"]
lines = [json.loads(line) for line in open(trace)]
header, events = lines[0], lines[1:]
left = {"white": header["clock"]["white_ms"] * 1000, "black": header["clock"]["black_ms"] * 1000}
squares, ply, pressed_us, side, shown = {}, 1, 0, "white", None
for row, text in zip("87654321", header["start"].split()[0].split("/")):
    column = 0
    for letter in text:
        if letter.isdigit():
            column += int(letter)
        else:
            squares["abcdefgh"[column] + row] = letter
            column += 1


def placement():
    rows = []
    for row in "87654321":
        text, empty = "", 0
        for column in "abcdefgh":
            piece = squares.get(column + row)
            text += (str(empty) if empty and piece else "") + (piece or "")
            empty = 0 if piece else empty + 1
        rows.append(text + (str(empty) if empty else ""))
    return "/".join(rows)


def clock(ply, passed_us=0):
    global shown
    now = dict(left, **{side: left[side] - passed_us})
    times = (now["white"] // 1000000, now["black"] // 1000000, side[0])
    if times != shown:
        print(ply, serial, "clock", *times)
    shown = times


print(0, serial, "board", placement())
clock(0)
for event in events:
    if event["type"] == "lift":
        squares.pop(event["square"], None)
    elif event["type"] == "place":
        squares[event["square"]] = event["piece"]
    if event["type"] in ("lift", "place") and not merged or event["type"] == "press" and merged:
        print(ply, serial, "board", placement())
    if event["type"] in ("lift", "place"):
        clock(ply, event["t_us"] - pressed_us)
    if event["type"] == "press":
        left[side] -= event["t_us"] - pressed_us
        pressed_us, side = event["t_us"], "black" if side == "white" else "white"
        clock(ply)
        ply += 1
