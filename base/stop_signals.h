// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM: how they end a run early (docs/reference/results.md).
#pragma once

#include <cstdint>
#include <string>

namespace tinsim {

/// From now on both signals end the process at once with exit status 128 + signal, because no
/// simulated result exists yet. `speaks`: with a message on standard error.
void end_on_signals(bool speaks);

/// From now on the first signal is recorded, and the simulation polls it. A signal that arrives
/// half a second after the first or later ends the process at once. Earlier ones belong to the same
/// request, since terminals, timeout(1) and sweeps send it to a process group and to its members.
void record_signals();

/// From now on both are ignored: the outcome of the program is final, and a launcher that ends it
/// because another rank has ended before must not change it.
void ignore_signals();

/// The signal that was noted; 0: none was.
int recorded_signal();

/// Whether it was sent by the parent process, such as a launcher, which sends SIGKILL a second
/// later.
bool is_from_parent();

/// Exit status of a program that this signal has ended.
constexpr int signal_status(int signal) { return 128 + signal; }

/// "SIGINT" or "SIGTERM".
std::string signal_name(int signal);

/// For agreement between ranks: the sum of all votes encodes the recorded signal, SIGTERM if the
/// ranks differ; 0: none.
uint64_t signal_vote(int signal);
int elected_signal(uint64_t votes);

}  // namespace tinsim
