// SPDX-License-Identifier: Apache-2.0
// Inputs of blocks in lockstep inside a network: whether they are kept, and how many.
#include "rtl_models/slots/block_recorder.h"

namespace tinsim {

namespace {
std::string file_of_inputs, dut_in_use;
std::size_t kept_words = 0;
}  // namespace

void keep_block_inputs(const std::string& file, const std::string& dut) {
  file_of_inputs = file;
  dut_in_use = dut;
}

const std::string& file_of_block_inputs() { return file_of_inputs; }

std::string command_of_block_inputs(const std::string& file) {
  return "tinsim replay " + file + (dut_in_use.empty() ? "" : " --dut " + dut_in_use);
}

bool keep_words(std::size_t words) {
  if (kept_words + words > kMostKeptWords) return false;
  kept_words += words;
  return true;
}

void forget_words(std::size_t words) { kept_words -= words; }

}  // namespace tinsim
