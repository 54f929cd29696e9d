#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""
A stand-in for a DGT LiveChess, made after a recorded conversation: boards at ws://127.0.0.1:PORT/api/v1.0.

  server.py PORT SERIAL… [--after FILE]     PORT 0: any; prints the one that it listens at; FILE: lines of what has happened before

Each line of standard input is what happens; it is answered by "done" when all programs have been told:
  SERIAL board PLACEMENT     what stands there (FEN's first field)
  SERIAL clock W B RUN       whole seconds, and whose run: w, b or -
  SERIAL gone | back         its cable
"""
import base64, hashlib, json, select, socket, struct, sys, time

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
before = sys.argv.index("--after") if "--after" in sys.argv else len(sys.argv)
boards = {serial: {"board": START, "clock": None, "there": True} for serial in sys.argv[2:before]}
clients = {}


class Client:
    def __init__(self, connection):
        self.connection, self.data, self.up, self.feeds = connection, b"", False, {}

    def say(self, response, id, param):
        text = json.dumps({"response": response, "id": id, "param": param, "time": int(time.time() * 1000)}).encode()
        head = struct.pack("!BB", 0x81, len(text)) if len(text) < 126 else struct.pack("!BBH", 0x81, 126, len(text))
        self.connection.sendall(head + text)

    def read(self):
        data = self.connection.recv(65536)
        if not data:
            return False
        self.data += data
        if not self.up:
            if b"\r\n\r\n" not in self.data:
                return True
            head, _, self.data = self.data.partition(b"\r\n\r\n")
            key = [l.split(b":", 1)[1].strip() for l in head.split(b"\r\n") if l.lower().startswith(b"sec-websocket-key:")][0]
            assert head.startswith(b"GET /api/v1.0 "), head
            accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
            self.connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n")
            self.up = True
        while len(self.data) >= 6:
            size, at = self.data[1] & 0x7f, 2
            if size == 126:
                size, at = struct.unpack("!H", self.data[2:4])[0], 4
            assert self.data[1] & 0x80, "a client's frame is masked"
            if len(self.data) < at + 4 + size:
                break
            mask, text = self.data[at:at + 4], self.data[at + 4:at + 4 + size]
            opcode, self.data = self.data[0] & 15, self.data[at + 4 + size:]
            if opcode == 8:
                return False
            if opcode == 1:
                self.take(json.loads(bytes(b ^ mask[i % 4] for i, b in enumerate(text))))
        return True

    def take(self, call):
        if call["call"] == "eboards":
            self.say("call", call["id"], [self.eboard(s) for s in boards if boards[s]["there"]])
        elif call["call"] == "subscribe" and call["param"]["param"]["serialnr"] in boards:
            serial = call["param"]["param"]["serialnr"]
            self.feeds[serial] = call["param"]["id"]
            self.say("call", call["id"], None)
            self.tell(serial, "board", "clock")
        else:
            self.say("error", call.get("id"), {"message": "what?", "stacktrace": ""})

    def eboard(self, serial):
        b = boards[serial]
        return {"serialnr": serial, "source": "COM3", "state": "ACTIVE", "battery": None, "comment": None, "board": b["board"],
                "flipped": False, "clock": b["clock"]}

    def tell(self, serial, *keys):
        if serial in self.feeds and boards[serial]["there"]:
            param = {"serialnr": serial, "flipped": False}
            param.update({k: boards[serial][k] for k in keys})
            self.say("feed", self.feeds[serial], param)


def happens(line):
    serial, what, *rest = line.split()
    b = boards[serial]
    if what == "board":
        b["board"] = rest[0]
    elif what == "clock":
        b["clock"] = {"white": int(rest[0]), "black": int(rest[1]), "run": {"w": True, "b": False, "-": None}[rest[2]],
                      "time": int(time.time() * 1000)}
    else:
        b["there"] = what == "back"
    for client in clients.values():
        if what in ("board", "clock"):
            client.tell(serial, what)


for path in sys.argv[before + 1:]:
    for line in open(path):
        happens(line)
listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
print(listener.getsockname()[1], flush=True)
stdin = sys.stdin.buffer.raw
lines = b""
while True:
    ready, _, _ = select.select([listener, stdin, *clients], [], [])
    for one in ready:
        if one is listener:
            connection, _ = listener.accept()
            clients[connection] = Client(connection)
        elif one is stdin:
            data = stdin.read(65536)
            if not data:
                sys.exit(0)
            lines += data
            while b"\n" in lines:
                line, _, lines = lines.partition(b"\n")
                happens(line.decode())
                print("done", flush=True)
        else:
            try:
                goes_on = clients[one].read()
            except OSError:
                goes_on = False
            if not goes_on:
                one.close()
                del clients[one]
