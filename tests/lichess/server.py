#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
# A broadcast server on this machine, which takes pushes as the specification of lichess' API says and complains of all that is not so.
#   server.py SCRIPT LOG
# Prints its port. Each request gets the next line of SCRIPT, and all further ones "ok":
#   ok           every game is taken, but for one whose White is "Refused"
#   refuse TEXT  status 400
#   busy N       status 429, Retry-After: N; "busy -" without it
#   broken       status 503
#   drop         the connection ends without an answer
#   TEXT         status TEXT (a number), or 200 with TEXT as it is
# LOG, a line a request, JSON: "answer" (the line), "round" (its id), "games" (GameId or White of each), "wrong" (what the request lacks, [] nothing).
import http.server, json, re, sys

script, log = sys.argv[1], open(sys.argv[2], "w", buffering=1)
lines = [l.rstrip("\n") for l in open(script)]


def split(text):
    return [g for g in re.split(r"\n\n(?=\[Event \")", text.strip()) if g]


def tags(game):
    return dict(re.findall(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', game, re.M))


class Push(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def answer(self, status, text, headers=()):
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self):
        wrong = []
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        games = split(body)
        line = lines.pop(0) if lines else "ok"
        if not re.fullmatch(r"/api/broadcast/round/[A-Za-z0-9]{8}/push", self.path):
            wrong.append("path " + self.path)
        if self.headers.get("Authorization") != "Bearer lip_secret":
            wrong.append("token")
        if not (self.headers.get("Content-Type") or "").startswith("text/plain"):
            wrong.append("type")
        if not 1 <= len(games) <= 100:
            wrong.append("%d games" % len(games))
        for game in games:
            t = tags(game)
            if not t.get("White") or not t.get("Black") or "\n\n" not in game:
                wrong.append("no game: " + game[:40])
            # "0-0" is castling among the moves
            if game.split()[-1] != t.get("Result", "").replace("0-0", "*"):
                wrong.append("result of " + t.get("White", ""))
        log.write(json.dumps({"answer": line, "round": self.path[len("/api/broadcast/round/"):-len("/push")], "games": [tags(g).get("GameId") or tags(g).get("White") for g in games], "wrong": wrong}) + "\n")
        word, _, rest = line.partition(" ")
        if word == "ok":
            said = []
            for game in games:
                t = tags(game)
                if t.get("White") == "Refused":
                    said.append({"tags": t, "error": "Cannot play e1-e3"})
                else:
                    said.append({"tags": t, "moves": game.count("clk")})
            self.answer(200, json.dumps({"games": said}))
        elif word == "refuse":
            self.answer(400, json.dumps({"error": rest}))
        elif word == "busy":
            self.answer(429, json.dumps({"error": "Too many requests"}), [] if rest == "-" else [("Retry-After", rest)])
        elif word == "broken":
            self.answer(503, "<html>down</html>")
        elif word == "drop":
            self.close_connection = True
        elif word.isdigit():
            self.answer(int(word), json.dumps({"error": rest}))
        else:
            self.answer(200, line)


server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[3]) if len(sys.argv) > 3 else 0), Push)
print(server.server_address[1], flush=True)
server.serve_forever()
