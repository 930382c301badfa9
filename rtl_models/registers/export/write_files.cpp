// SPDX-License-Identifier: Apache-2.0
// Writes the register map in all formats: register_files <folder>
#include <fstream>
#include <iterator>

#include "rtl_models/registers/export/formats.h"

namespace {

/// A file that has not changed is not written again, so that nothing is built again for it.
bool write(const std::string& path, const std::string& text) {
  std::ifstream old(path);
  if (std::string{std::istreambuf_iterator<char>(old), {}} == text) return true;
  std::ofstream file(path);
  file << text;
  file.close();
  return file.good();
}

bool write_all(const std::string& folder) {
  bool good = true;
  for (const tinsim::registers::Format& format : tinsim::registers::formats())
    good &= write(folder + "/" + format.file, format.text());
  return good;
}

}  // namespace

int main(int argc, char** argv) { return argc == 2 && write_all(argv[1]) ? 0 : 1; }
