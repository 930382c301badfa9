// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM: how they end a run early.
#include "base/stop_signals.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <ctime>

namespace tinsim {
namespace {

constexpr int64_t kOneRequestMs = 500;

// Data of the handler is lock-free, and it calls only functions that POSIX allows there.
volatile std::sig_atomic_t g_noted = 0;
std::atomic<int64_t> g_noted_at_ms{0};
std::atomic<bool> g_from_parent{false}, g_notes{false}, g_speaks{false};
static_assert(std::atomic<int64_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

int64_t now_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

void say(const char* text) {
  if (g_speaks) [[maybe_unused]]
    const ssize_t written = ::write(STDERR_FILENO, text, std::strlen(text));
}

void on_signal(int signal, siginfo_t* info, void*) {
  const int64_t now = now_ms();
  if (!g_notes) {
    say("tinsim: ended by a signal before the first cycle; nothing was written\n");
  } else if (g_noted == 0) {
    g_noted_at_ms = now;
    g_from_parent = info->si_pid == ::getppid();
    g_noted = signal;
    return;
  } else if (now - g_noted_at_ms < kOneRequestMs) {
    return;
  }
  ::_exit(signal_status(signal));
}

}  // namespace

void end_on_signals(bool speaks) {
  g_speaks = speaks;
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&action.sa_mask, signal);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

void record_signals() { g_notes = true; }

void ignore_signals() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_IGN);
}

int recorded_signal() { return g_noted; }

bool is_from_parent() { return g_from_parent; }

std::string signal_name(int signal) { return signal == SIGINT ? "SIGINT" : "SIGTERM"; }

namespace {

constexpr unsigned kTermVotes = 32;  ///< the bit from which on votes for SIGTERM are counted

}  // namespace

uint64_t signal_vote(int signal) {
  if (signal == 0) return 0;
  return signal == SIGTERM ? uint64_t{1} << kTermVotes : 1;
}

int elected_signal(uint64_t votes) {
  if (votes == 0) return 0;
  return votes >> kTermVotes != 0 ? SIGTERM : SIGINT;
}

}  // namespace tinsim
