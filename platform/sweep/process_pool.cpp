// SPDX-License-Identifier: Apache-2.0
// Process pool: fork, exec, wait.
#include "platform/sweep/process_pool.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <system_error>

#include "base/stop_signals.h"

namespace tinsim {
namespace {

constexpr int kCannotStart = 127;  // as in a shell

bool redirect(const char* file, int flags, int to) {
  const int fd = ::open(file, flags, 0666);
  return fd >= 0 && ::dup2(fd, to) == to;
}

sigset_t set_of_child_signal() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  return set;
}

/// In the child: ties it to its parent and its output to files.
bool prepare(pid_t parent, const char* errors) {
  const sigset_t unblocked = set_of_child_signal();
  return ::sigprocmask(SIG_UNBLOCK, &unblocked, nullptr) == 0 &&
         ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 &&
         ::getppid() == parent &&  // it may have ended before the call
         redirect("/dev/null", O_RDONLY, STDIN_FILENO) &&
         redirect("/dev/null", O_WRONLY, STDOUT_FILENO) &&
         redirect(errors, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
}

/// In the child: only calls that are safe between fork and exec.
[[noreturn]] void become(pid_t parent, const char* folder, const char* errors, char** arguments) {
  const bool ready = prepare(parent, errors) && ::chdir(folder) == 0;
  // Not by name: the file may have been replaced by a build in the meantime.
  if (ready) ::execv("/proc/self/exe", arguments);
  ::_exit(kCannotStart);
}

pid_t fork_or_throw() {
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  return child;
}

}  // namespace

// Blocked, it stays pending until wait() takes it.
ProcessPool::ProcessPool() {
  const sigset_t blocked = set_of_child_signal();
  ::sigprocmask(SIG_BLOCK, &blocked, nullptr);
}

void ProcessPool::pass_signal_on() {
  if (recorded_signal() == 0 || has_passed_on_) return;
  has_passed_on_ = true;
  for (const auto& [child, id] : ids_) ::kill(child, recorded_signal());
}

void ProcessPool::start(size_t id, const Command& command) {
  std::vector<std::string> words = {"tinsim"};
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = fork_or_throw();
  if (child == 0) {
    become(parent, command.folder.c_str(), command.errors.c_str(), arguments.data());
  }
  ids_[child] = id;
}

bool ProcessPool::split(size_t id, const std::filesystem::path& errors) {
  const pid_t parent = ::getpid();
  const pid_t child = fork_or_throw();
  if (child != 0) {
    ids_[child] = id;
    return false;
  }
  ids_.clear();
  has_passed_on_ = false;
  if (!prepare(parent, errors.c_str())) ::_exit(kCannotStart);
  return true;
}

Ended ProcessPool::wait() {
  const sigset_t ended = set_of_child_signal();
  const timespec a_while{0, 100'000'000};  // for a signal just before the call
  for (;;) {
    pass_signal_on();
    int status = 0;
    const pid_t child = ::waitpid(-1, &status, WNOHANG);
    if (child < 0 && errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "waitpid");
    }
    if (child <= 0) {
      ::sigtimedwait(&ended, nullptr, &a_while);
      continue;
    }
    const auto found = ids_.find(child);
    if (found == ids_.end()) continue;
    const size_t id = found->second;
    ids_.erase(found);
    return {id, WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            WIFSIGNALED(status) ? WTERMSIG(status) : 0};
  }
}

ProcessPool::~ProcessPool() {
  for (const auto& [child, id] : ids_) ::kill(child, SIGKILL);
  for (const auto& [child, id] : ids_) ::waitpid(child, nullptr, 0);
}

unsigned usable_cores() {
  cpu_set_t cores;
  if (::sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  return static_cast<unsigned>(std::max(CPU_COUNT(&cores), 1));
}

}  // namespace tinsim
