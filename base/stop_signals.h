// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM: how they end a run early (docs/reference/results.md).
#pragma once

#include <cstdint>
#include <string>

namespace tinsim {

/// From now on both signals end the process at once with exit status 128 + signal, for nothing has
/// been simulated that could be kept. `speaks`: with a message on standard error.
void end_on_signals(bool speaks);

/// From now on the first signal is noted, for whoever simulates to ask for. One that comes half a
/// second after it or later ends the process at once; those before belong to the same request,
/// since terminals, timeout(1) and sweeps send it to a process group and to its members.
void note_signals();

/// From now on both are ignored: what the program came to is decided and said, and a launcher that
/// ends it because another rank has ended before must not change that.
void ignore_signals();

/// The signal that was noted; 0: none was.
int noted_signal();

/// Whether it came from the parent process, as a launcher's, which sends SIGKILL a second later.
bool is_from_parent();

/// Exit status of a program that this signal has ended.
constexpr int signal_status(int signal) { return 128 + signal; }

/// "SIGINT" or "SIGTERM".
std::string signal_name(int signal);

/// For agreement between ranks: the sum of all their votes tells which signal they have noted,
/// SIGTERM where they differ; 0: none.
uint64_t signal_vote(int signal);
int elected_signal(uint64_t votes);

}  // namespace tinsim
