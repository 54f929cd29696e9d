# SPDX-License-Identifier: GPL-2.0-or-later
"""A copy of the tree that is built by make once; after that one object is exchanged, and what is made of it only when it is run."""
import json, os, re, shlex, shutil, signal, subprocess, time

PATIENCE_S = 20  # a machine that is busy is no fault
CFLAGS = "-O1"


class Tree:
    def __init__(self, path, jobs):
        self.path, self.jobs = path, jobs
        self.commands = {}  # of each file that make has made: how
        self.inputs = {}
        self.with_fault = {}  # files that the object with a fault is in now, and which fault
        self.output = path + ".output"

    def at(self, name):
        return os.path.join(self.path, name)

    def update(self, files):
        """files: what is to be in it, name to (bytes, mode). What differs is written now, and so is newer than what was built of it."""
        for name, (content, mode) in files.items():
            path = self.at(name)
            if not os.path.exists(path) or open(path, "rb").read() != content:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as f:
                    f.write(content)
                os.chmod(path, mode)
        for folder, folders, names in os.walk(self.path):
            if folder == self.path:
                folders[:] = [f for f in folders if f not in ("build", ".cache")]
            for f in names:
                path = os.path.join(folder, f)
                if os.path.relpath(path, self.path) not in files:
                    os.remove(path)
        # A run that was stopped has left a fault in what was made of these. (make does not miss an object that is not there.)
        if os.path.exists(self.path + ".planted"):
            for name in open(self.path + ".planted").read().split():
                if os.path.exists(self.at(name)):
                    os.utime(self.at(name))
            os.remove(self.path + ".planted")

    def build(self, targets, ldflags=""):
        """With make, which says how it makes things. False if it cannot."""
        kept = self.path + ".commands"
        if os.path.exists(kept):
            self.commands = json.load(open(kept))
        elif os.path.exists(self.at("build")):
            shutil.rmtree(self.at("build"))
        linker = "-fuse-ld=lld -Wl,--threads=1" if shutil.which("ld.lld") else ""
        with open(self.path + ".log", "w+") as log:
            status = subprocess.run(["make", "V=1", "-j%d" % self.jobs, "CFLAGS=" + CFLAGS, "LDFLAGS=%s %s" % (linker, ldflags)] + targets,
                                    cwd=self.path, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL).returncode
            log.seek(0)
            said = log.read().replace("\\\n", " ")
        for line in said.split("\n"):
            m = re.match(r"(?:ccache )?(\S*(?:gcc|cc|clang)\S* .* -o (build/\S+) .*|ar \w+ (build/\S+\.a) .*)$", line + " ")
            if m:
                self.commands[m.group(2) or m.group(3)] = m.group(1)
        with open(kept + ".new", "w") as f:
            json.dump(self.commands, f)
        os.rename(kept + ".new", kept)
        for name, command in self.commands.items():
            self.inputs[name] = [w for w in shlex.split(command) if w != name and w in self.commands]
        return status == 0

    def run(self, command):
        return subprocess.run(command, shell=True, cwd=self.path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL).returncode == 0

    def compile(self, obj, flags="", to=None):
        """The object, or with other flags another file of the same source. Its bytes, or None."""
        command = self.commands[obj]
        if to:
            command = re.sub(r" -o \S+", " -o " + to, re.sub(r" -MMD -MP", "", command)).replace(" %s " % CFLAGS, " %s " % flags)
        if not self.run(command):
            return None
        return open(self.at(to or obj), "rb").read()

    def is_made_of(self, name, obj, known):
        if name not in known:
            known[name] = obj in self.inputs[name] or any(self.is_made_of(i, obj, known) for i in self.inputs[name])
        return known[name]

    def plant(self, source):
        with open(self.path + ".planted", "a") as f:
            f.write(source + "\n")

    def make_anew(self, names, obj, fault):
        """Those that hold the object, with the fault that it has now; and those that still hold another fault, without."""
        known = {}
        for name in names:
            if name in self.commands:
                self.make_one(name, obj, fault, known)

    def make_one(self, name, obj, fault, known):
        want = fault if obj and self.is_made_of(name, obj, known) else None
        if self.with_fault.get(name) == want or name.endswith(".o"):
            return
        for i in self.inputs[name]:
            self.make_one(i, obj, fault, known)
        if not self.run(self.commands[name]):
            raise RuntimeError("%s: %s cannot be made" % (self.path, name))
        self.with_fault[name] = want

    def passes(self, program, took):
        """Runs a test, which took so many seconds without a fault. Whether it passes, and seconds."""
        limit, begin, at = PATIENCE_S + 10 * took, time.time(), 0
        with open(self.output, "w+b") as out:
            # what runs in circles is not waited for until a busy machine would have been
            child = subprocess.Popen(["sh", "-c", 'ulimit -t %d; exec "$0"' % (5 + 5 * took), self.at(program)], cwd=self.path,
                                     stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
                                     env=dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", MAKEFLAGS="", MAKELEVEL=""))
            status, failed = None, False
            with open(self.output, "rb") as said:
                while status is None and not failed:
                    try:
                        status = child.wait(0.05 if time.time() - begin < 1 else 0.2)
                    except subprocess.TimeoutExpired:
                        if time.time() - begin > limit:
                            status = 124
                    said.seek(at)
                    new = said.read()
                    failed = bool(re.search(rb"^not ok(?!.*# *(?:SKIP|skip))", new, re.M))
                    at += new.rfind(b"\n") + 1
            seconds = time.time() - begin
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()
        return status in (0, 77) and not failed, seconds
