#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""
Programs that use the LiveChess API, as they behave on the wire; each line that it prints is what such a program would do next.

  client.py lila HOST:PORT FEN-FILE [SERIAL]   plays on a site: the first board, "setup" with the position in FEN-FILE, then
                                               "move SAN" for each move that it would send on; a list that was corrected instead
                                               of continued is "CORRECTED"; it connects again for ever
  client.py angel HOST:PORT                    shows positions: the first active board, "board PLACEMENT" for each, answers in order
  client.py overlay HOST:PORT                  asks again and again, "board PLACEMENT" where it changed
  client.py fixed HOST:PORT SERIAL             subscribes without asking first, and again until there is such a board
  client.py ask HOST:PORT FRAME…               sends these frames one by one, prints each answer, and ends
  client.py upgrade HOST:PORT PATH HEADER…     asks for a WebSocket with these headers, prints the status, and ends
  client.py flood HOST:PORT                    calls without end until it is left, prints "left CODE", and ends
"""
import base64
import json
import os
import socket
import struct
import sys
import time


class Closed(Exception):
    pass


class Connection:
    def __init__(self, address, path="/api/v1.0", headers=None):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host.strip("[]"), int(port)), timeout=60)
        self.data = b""
        lines = {"Host": address, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                 "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), "Origin": "https://lichess.org",
                 "Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"}
        lines.update(headers or {})
        text = "GET %s HTTP/1.1\r\n" % path
        text += "".join("%s: %s\r\n" % item for item in lines.items() if item[1] is not None)
        self.socket.sendall((text + "\r\n").encode())
        while b"\r\n\r\n" not in self.data:
            self.more()
        head, self.data = self.data.split(b"\r\n\r\n", 1)
        self.head = head.decode()
        self.status = int(self.head.split()[1])

    def more(self):
        data = self.socket.recv(65536)
        if not data:
            raise Closed()
        self.data += data

    def need(self, n):
        while len(self.data) < n:
            self.more()
        taken, self.data = self.data[:n], self.data[n:]
        return taken

    def send(self, text):
        self.send_frame(text.encode(), 1)

    def send_frame(self, data, opcode):
        mask = os.urandom(4)
        size = len(data)
        head = bytes([0x80 | opcode])
        head += bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack(">H", size)
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def hear(self):
        """The next text, None for anything else. Who is pinged answers, or is left after a while."""
        first, size = self.need(2)
        if size == 126:
            size = struct.unpack(">H", self.need(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self.need(8))[0]
        data = self.need(size)
        if first & 0x70:
            raise SystemExit("the frame is compressed, or of an extension: %#x" % first)
        if first & 15 == 8:
            self.code = struct.unpack(">H", data[:2])[0] if size >= 2 else 0
            raise Closed()
        if first & 15 == 9:
            self.send_frame(data, 10)
        return data.decode() if first & 15 == 1 else None

    def hear_json(self):
        text = None
        while text is None:
            text = self.hear()
        return json.loads(text)

    def call(self, **call):
        self.send(json.dumps(call))


def say(*words):
    print(*words, flush=True)


def lila_once(address, fen_file, serial):
    c = Connection(address)
    moves = None
    c.send('{"id":1,"call":"eboards"}')
    while True:
        m = c.hear_json()
        if m["response"] == "call" and m["id"] == 1:
            boards = [b for b in m["param"] if not serial or b["serialnr"] == serial]
            if not boards:  # it throws, and tries again
                time.sleep(0.2)
                c.send('{"id":1,"call":"eboards"}')
                continue
            if boards[0]["state"] not in ("ACTIVE", "INACTIVE"):
                say("BAD STATE", boards[0]["state"])
            c.call(id=2, call="subscribe", param={"feed": "eboardevent", "id": 1,
                                                  "param": {"serialnr": boards[0]["serialnr"]}})
            with open(fen_file) as f:
                fen = f.read().strip()
            c.call(id=3, call="call", param={"id": 1, "method": "setup", "param": {"fen": fen}})
            say("connected", boards[0]["serialnr"])
        elif m["response"] == "error":
            say("ERROR", m["param"]["message"])
        elif m["response"] == "feed" and m["id"] == 1 and m["param"].get("san") is not None:
            san = m["param"]["san"]
            if moves is None:
                moves = []
                say("set up")
            if san[:len(moves)] != moves:
                say("CORRECTED", san, "was", moves)
            elif len(san) > len(moves) + 1 and moves:
                say("SEVERAL", san[len(moves):])
            for move in san[len(moves):]:
                say("move", move)
            moves = san


def lila(address, fen_file, serial=None):
    while True:
        try:
            lila_once(address, fen_file, serial)
        except (Closed, OSError):
            time.sleep(0.1)


def angel(address):
    c = Connection(address, headers={"Origin": None})
    c.send('{"id":1,"call":"eboards"}')
    c.send('{"id":2,"call":"sources"}')
    first, second = c.hear_json(), c.hear_json()
    active = [b for b in first["param"] if b["state"] == "ACTIVE"]
    if [first["id"], second["id"]] != [1, 2] or not isinstance(active[0]["battery"], str):
        say("BAD ANSWER", first, second)
    say("board", active[0]["board"])
    c.call(id=3, call="subscribe", param={"feed": "eboardevent", "id": 1, "param": {"serialnr": active[0]["serialnr"]}})
    while True:
        m = c.hear_json()
        if m["response"] == "feed" and m["param"].get("board"):
            say("board", m["param"]["board"])


def overlay(address):
    c, last, n = Connection(address, headers={"Origin": "file://"}), None, 0
    while True:
        n += 1
        c.call(id=n, call="eboards")
        m = c.hear_json()
        if m["id"] != n:
            say("BAD ID", m["id"])
        if m["param"] and m["param"][0]["board"] != last:
            last = m["param"][0]["board"]
            say("board", last)
        time.sleep(0.2)


def fixed(address, serial):
    c = Connection(address)
    while True:
        c.call(id=1, call="subscribe", param={"feed": "eboardevent", "id": 1, "param": {"serialnr": serial}})
        m = c.hear_json()
        if m["response"] == "call":
            break
        time.sleep(0.2)
    while True:
        m = c.hear_json()
        if m["param"].get("board"):
            say("board", m["param"]["board"])


def ask(address, *frames):
    c = Connection(address)
    for frame in frames:
        c.send(frame)
        say(json.dumps(c.hear_json(), separators=(",", ":")))


def upgrade(address, path, *headers):
    c = Connection(address, path, dict(h.split(": ", 1) for h in headers))
    say(c.status)


def flood(address):
    c = Connection(address)
    c.socket.setblocking(True)
    try:
        for _ in range(100000):
            c.send('{"id":1,"call":"eboards"}')
    except OSError:
        pass
    try:
        while True:
            c.hear()
    except (Closed, OSError):
        say("left", getattr(c, "code", "at once"))


if __name__ == "__main__":
    try:
        {"lila": lila, "angel": angel, "overlay": overlay, "fixed": fixed, "ask": ask, "upgrade": upgrade,
         "flood": flood}[sys.argv[1]](*sys.argv[2:])
    except KeyboardInterrupt:
        pass
    except Closed:
        say("closed")
