#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian 12 packages that are missing. Safe to run again.
#   setup.sh run   what the simulator is built from
#   setup.sh all   also what ranks, SystemVerilog, waveforms, reports, tests and benchmarks need
set -euo pipefail
part=${1:-all}
[[ $part == run || $part == all ]] || {
  echo "setup.sh: unknown part $part; expected run or all" >&2
  exit 2
}

# package                what for
simulator=(
  g++                    "C++17 compiler"
  cmake                  "build system"
  ninja-build            "build tool"
  make                   "front of the presets"
  pkg-config             "finds SystemC"
  libsystemc-dev         "SystemC and TLM-2.0"
  zlib1g-dev             "waveform writer, Ethernet FCS"
  libyaml-cpp-dev        "reads configurations"
  libcli11-dev           "command line"
  nlohmann-json3-dev     "result files"
  libfmt-dev             "text formatting"
  libboost-dev           "Student t distribution; CRC as test oracle"
  librandom123-dev       "counter-based random streams"
  libpcap-dev            "reads captures"
  libsqlite3-dev         "table of a sweep"
  libxml2-dev            "reads GraphML"
  libssl-dev             "AES-GCM and HMAC of 1RMA"
  libcpp-httplib-dev     "live page of a run"
)
others=(
  ccache                 "rebuilds fast"
  mold                   "links the tests fast (optional)"
  git                    "lists the sources to format"
  verilator              "SystemVerilog to C++; writer of waveforms"
  libopenmpi-dev         "runs on several cores (optional)"
  openmpi-bin            "mpirun"
  libxml2-utils          "xmllint, which checks IP-XACT (optional)"
  libgtest-dev           "tests"
  gtkwave                "fst2vcd reads waveforms back in tests"
  libfec-dev             "Reed-Solomon code as test oracle"
  librapidcheck-dev      "property tests"
  libunicorn-dev         "ARM emulator as test oracle (optional)"
  libbenchmark-dev       "benchmarks"
  valgrind               "memory check of runs with several Verilated chips, make budget"
  python3                "schema test"
  python3-yaml           "schema test"
  python3-jsonschema     "schema test"
  python3-numpy          "tables of results as arrays in Python"
  tshark                 "reads the captures that tests make"
  iproute2               "network namespaces with TAP devices (optional)"
  iputils-ping           "pings through them"
  iperf3                 "TCP through them"
  libssh-gcrypt-4        "for BIRD, the BGP peer of a test (optional)"
  python3-scapy          "makes the frames of test captures, and reads them back"
  chromium               "opens the reports that tests make"
  clang-format           "source format"
  clang                  "fuzz tests of the parsers"
  libclang-rt-14-dev     "libFuzzer and sanitizers for them"
  xz-utils               "unpacks lwIP, the TCP/IP stack of the firmware"
)

packages=("${simulator[@]}")
finish=()
if [[ $part == all ]]; then
  packages+=("${others[@]}")
  # Other packages than Debian's may have brought npm, and then Debian's does not install with them.
  command -v npm >/dev/null || packages+=(npm "fetches Vega, which reports carry")
  finish=("$(dirname "$0")/setup_vega.sh" "$(dirname "$0")/setup_parser.sh" "$(dirname "$0")/setup_lwip.sh"
          "$(dirname "$0")/setup_bird.sh")
fi

finish_setup() {
  local script
  for script in "${finish[@]}"; do "$script"; done
}

names=() missing=()
for ((i = 0; i < ${#packages[@]}; i += 2)); do names+=("${packages[i]}"); done
for name in "${names[@]}"; do
  dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$name")
done
if ((${#missing[@]} == 0)); then
  finish_setup
  exit
fi

echo "tinsim needs these Debian packages:"
for ((i = 0; i < ${#packages[@]}; i += 2)); do
  for name in "${missing[@]}"; do
    [[ "$name" == "${packages[i]}" ]] && printf '  %-22s %s\n' "$name" "${packages[i + 1]}"
  done
done

as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null || {
    echo "setup.sh: run as root, or install sudo: apt-get install ${missing[*]}" >&2
    exit 1
  }
  as_root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
echo "installed."
finish_setup
