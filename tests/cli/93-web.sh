#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# flagfall-web from outside: usage, its unit, completion and man page. What it serves is tested in tests/web.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
web=$PWD/build/flagfall-web
refused() { timeout 60 "$web" "$@"; }
[ -x "$web" ] || { skip "flagfall-web" "it is not built: libmicrohttpd or libwslay is not installed"; plan; exit; }
none=unix:path=$work/no-bus

expect "--help" 0 "Serves what flagfalld tells everybody" "" "$web" --help
expect "too many words" 2 "" "too many words: \"here\"" "$web" here
expect "no address" 1 "" "\"8964\" is not ADDRESS:PORT" refused --bus "$none" --listen 8964
for address in 127.0.0.1: ::1:8964 "$(printf '1%.0s' {1..64}):8964"; do
	expect "nor is there one in $address" 1 "" "\"$address\" is not ADDRESS:PORT" refused --bus "$none" --listen "$address"
done
expect "an address that is a name" 1 "" "\"hall:8964\": an address in numbers is needed" refused --bus "$none" --listen hall:8964
expect "an address that is not this machine's" 1 "" "192.0.2.1:8964: Cannot assign" refused --bus "$none" --listen 192.0.2.1:8964
expect "an origin is a URL" 2 "" "--origin: \"club.example\" does not begin with https:// or http://" "$web" --origin club.example
expect "a certificate needs its key" 2 "" "--cert and --key are given together" "$web" --cert x.pem
expect "a certificate that is not there" 1 "" "$work/x.pem and $work/y.pem cannot be used" \
	refused --bus "$none" --listen 127.0.0.1:0 --cert "$work/x.pem" --key "$work/y.pem"
expect "connections are a number" 2 "" "--connections: \"many\" is not a number from 1 to 60000" "$web" --connections many
expect "a number that is too large is none of a smaller one" 2 "" "--connections: \"4294967297\" is not a number from 1 to 60000" "$web" --connections 4294967297

"$web" --bus "$none" --listen 127.0.0.1:0 --listen '[::1]:0' --livechess 127.0.0.1:0 >"$work/said" 2>"$work/err" & pid=$!
until has_ended $pid || grep -q '^ws:' "$work/said"; do read -rt 0.05 <> <(:); done
check "it prints where it is" grep -qE '^http://127\.0\.0\.1:[0-9]+/$' "$work/said"
check "and where a LiveChess is" grep -qE '^ws://127\.0\.0\.1:[0-9]+/api/v1\.0$' "$work/said"
kill -TERM $pid
wait $pid; status=$?
check "it ends when it is asked to" test $status -eq 0

# As systemd starts it: with sockets that wait where nobody has made them do otherwise, and the first reader in the queue.
handed() { timeout 120 python3 - "$web" "$none" <<'END'
import os, signal, socket, sys
def ask(to):
    to.settimeout(60)
    to.sendall(b"GET /api/v1/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    answer = b""
    while more := to.recv(65536):
        answer += more
    assert answer.startswith(b"HTTP/1.1 200 "), answer
page = socket.create_server(("127.0.0.1", 0))
livechess = socket.create_server(("127.0.0.1", 0))
says, said = os.pipe()
first = socket.create_connection(page.getsockname())
pid = os.fork()
if pid == 0:
    os.dup2(page.fileno(), 20)
    os.dup2(livechess.fileno(), 21)
    os.dup2(said, 1)
    os.dup2(20, 3)
    os.dup2(21, 4)
    os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="2", LISTEN_FDNAMES="page:livechess")
    os.execv(sys.argv[1], [sys.argv[1], "--bus", sys.argv[2]])
try:
    ask(first)
    ask(socket.create_connection(page.getsockname()))
    os.close(said)
    lines = os.fdopen(says)
    assert lines.readline() == "http://127.0.0.1:%d/\n" % page.getsockname()[1]
    assert lines.readline() == "ws://127.0.0.1:%d/api/v1.0\n" % livechess.getsockname()[1]
    os.kill(pid, signal.SIGTERM)
except BaseException:
    os.kill(pid, signal.SIGKILL)
    raise
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
END
}
if command -v python3 >/dev/null; then
	check "on sockets of systemd it answers the first reader, and the next, and ends" handed
else
	skip "on sockets of systemd it answers the first reader, and the next, and ends" "python3 is not installed"
fi

# More connections than it has descriptors for: when they are gone it answers again, and it ends when it is asked to.
crowded() { timeout 300 python3 - "$web" "$none" <<'END'
import resource, signal, socket, subprocess, sys
few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
with subprocess.Popen([sys.argv[1], "--bus", sys.argv[2], "--listen", "127.0.0.1:0", "--livechess", "127.0.0.1:0"],
                      stdout=subprocess.PIPE, preexec_fn=few) as web:
    try:
        ports = [int(web.stdout.readline().split(b":")[2].split(b"/")[0]) for _ in range(2)]
        for port in ports:
            crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(80)]
            for one in crowd:
                one.close()
            with socket.create_connection(("127.0.0.1", port), 60) as one:
                one.sendall(b"GET /api/v1.0/eboards HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert one.recv(4096).startswith(b"HTTP/1.1 ")
        web.send_signal(signal.SIGTERM)
        assert web.wait(60) == 0, web.returncode
    except BaseException:
        web.kill()
        raise
END
}
if command -v python3 >/dev/null; then
	check "a crowd that it has no descriptors for passes" crowded
else
	skip "a crowd that it has no descriptors for passes" "python3 is not installed"
fi

# TLS: a certificate of this hall's own, and who trusts it
secure() { python3 -c 'import ssl, sys, urllib.request
print(urllib.request.urlopen(sys.argv[1], context=ssl.create_default_context(cafile=sys.argv[2])).read().decode())' "https://localhost:$tls/api/v1/" "$1"; }
key() { openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout "$work/$1.key" -out "$work/$1.pem" 2>"$work/err"; }
if command -v openssl >/dev/null && command -v python3 >/dev/null && key hall && key other; then
	expect "a key that is another certificate's" 1 "" "$work/hall.pem and $work/other.key cannot be used" \
		refused --bus "$none" --listen 127.0.0.1:0 --cert "$work/hall.pem" --key "$work/other.key"
	"$web" --bus "$none" --listen 127.0.0.1:0 --livechess none --cert "$work/hall.pem" --key "$work/hall.key" >"$work/tls-said" 2>"$work/err" & pid=$!
	while kill -0 $pid 2>/dev/null && ! grep -qs ':' "$work/tls-said"; do read -rt 0.05 <> <(:); done
	check "with TLS it says so" grep -qE '^https://127\.0\.0\.1:[0-9]+/$' "$work/tls-said"
	tls=$(sed -n 's,^https://127.0.0.1:\([0-9]*\)/$,\1,p' "$work/tls-said")
	check "who trusts the certificate is answered" bash -c "$(declare -f secure); tls=$tls secure '$work/hall.pem' | grep -q '\"connected\"'"
	check "and is told a stream" timeout 60 python3 -c 'import ssl, sys, urllib.request
lines = urllib.request.urlopen(sys.argv[1], context=ssl.create_default_context(cafile=sys.argv[2]))
while lines.readline() != b"event: begin\n": pass' "https://localhost:$tls/api/v1/stream" "$work/hall.pem"
	check "who does not is not" bash -c "$(declare -f secure); ! tls=$tls secure '$work/other.pem' 2>/dev/null"
	check "nor who speaks without TLS" python3 -c 'import socket, sys
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=60)
s.sendall(b"GET /api/v1/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
try:
    got = s.recv(65536)
except ConnectionError:
    got = b""
sys.exit(b"connected" in got)' "$tls"
	check "and it serves on" bash -c "$(declare -f secure); tls=$tls secure '$work/hall.pem' | grep -q '\"connected\"'"
	kill -TERM $pid
	wait $pid
else
	skip "TLS" "openssl or python3 is not installed"
fi

expect "a centre has no LiveChess" 2 "" "neither --bus nor --livechess belongs to it" "$web" --centre "$work" --livechess :1982
expect "and no bus" 2 "" "neither --bus nor --livechess belongs to it" "$web" --centre "$work" --bus user

unit=build/data/flagfall-web.service
check "its user is its own" grep -q '^User=flagfall-web$' "$unit"
check "and in no group that may act" bash -c "! grep -hE '^(SupplementaryGroups|m )' '$unit' build/data/flagfall-web.sysusers"
check "it listens on this machine alone" bash -c "! grep -h '^ListenStream=' build/data/flagfall-web.socket build/data/flagfall-web-livechess.socket | grep -vE '127\.0\.0\.1|\[::1\]'"
has_little_to_harm "$web"
has_watchdog "$web" --bus "$none" --listen 127.0.0.1:0 --livechess none
options_are_told "$web"
plan
