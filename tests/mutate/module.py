# SPDX-License-Identifier: GPL-2.0-or-later
"""Faults in the kernel module, which only a kernel can try: each is built into the module, and guests run its tests until one fails."""
import os, re, signal, subprocess, time

from tree import CFLAGS, Tree

BOOTS = ["module", "12-lifetime", "60-hostile"]  # of tests/guest/run -L
PATIENCE_S = 1200


class ModuleTrial:
    def __init__(self, path):
        self.tree, self.objects = Tree(path, 1), {}

    def make(self, targets):
        return subprocess.run(["make", "-s", "CFLAGS=" + CFLAGS] + targets, cwd=self.tree.path, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL).returncode == 0

    def build(self, files):
        self.tree.update(files)
        return self.make(["programs", "guest-programs", "module"]) and os.path.exists(self.tree.at("build/sensorboard.ko"))

    def object_of(self, path):
        """What the compiler has made of this file, without the places in the source."""
        bare = self.tree.at("build/module/bare.o")
        subprocess.run(["objcopy", "-g", self.tree.at("build/module/%s.o" % path[:-2]), bare], check=True)
        with open(bare, "rb") as f:
            return f.read()

    def fails_in(self, arguments, folder):
        """The test that fails first, or None. It is not waited for the others."""
        said = self.tree.at("build/guest/%s/said" % folder)
        if os.path.exists(said):
            os.remove(said)
        with open(self.tree.output, "wb") as out:
            child = subprocess.Popen(["tests/guest/run"] + arguments, cwd=self.tree.path, stdin=subprocess.DEVNULL, stdout=out,
                                     stderr=subprocess.STDOUT, start_new_session=True)
            begin, failed, status = time.time(), None, None
            while status is None and not failed:
                try:
                    status = child.wait(1)
                except subprocess.TimeoutExpired:
                    pass
                test = None
                if os.path.exists(said):
                    for line in open(said, errors="replace"):
                        test = line.split()[2] if line.startswith("flagfall-guest: test ") else test
                        if re.match(r"not ok(?!.*# SKIP)|flagfall-guest: kernel ", line):
                            failed = test or folder
                            break
                if not failed and time.time() - begin > PATIENCE_S:
                    failed = test or folder
            if status is not None:
                text = open(self.tree.output, errors="replace").read()
                m = re.search(r"^not ok - (\d\d-[\w-]+)", text, re.M)
                failed = m.group(1) if m else folder if status else None
            try:
                os.killpg(child.pid, signal.SIGTERM)
                child.wait(10)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()
        return failed

    def try_fault(self, path, text, site):
        """(result, by)"""
        _, begin, end, other = site
        if path not in self.objects:
            self.objects[path] = self.object_of(path)
        try:
            with open(self.tree.at(path), "w") as f:
                f.write(text[:begin] + other + text[end:])
            if not self.make(["build/sensorboard.ko"]):
                return "not C", None
            if self.object_of(path) == self.objects[path]:
                return "same code", None
            for boot in BOOTS:
                failed = self.fails_in(["-b", boot], boot)
                if failed:
                    return "found", "tests/guest/%s" % failed
            return "not found", None
        finally:
            with open(self.tree.at(path), "w") as f:
                f.write(text)
            self.make(["build/sensorboard.ko"])
