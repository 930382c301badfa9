# SPDX-License-Identifier: Apache-2.0
"""Runs a program with a limit of CPU time."""
import os
import resource
import signal
import subprocess


def over_limit(limit):
    return f"not mapped: more than {limit} s"


def run(command, folder, log_name, limit):
    """Returns CPU seconds, the exit status, and why a signal ended the program, or nothing."""
    with open(folder / log_name, "w") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, start_new_session=True,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5)))
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = round(used.ru_utime + used.ru_stime)
    if process.returncode >= 0:
        return seconds, process.returncode, None
    over = -process.returncode in (signal.SIGXCPU, signal.SIGKILL)
    return seconds, process.returncode, over_limit(limit) if over else "ended by a signal"
