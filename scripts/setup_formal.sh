#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what make formal needs: ABC, a Debian package, and Yosys as for make synth. Safe to run
# again.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup_synth.sh
command -v berkeley-abc >/dev/null && exit 0

run=()
[[ $EUID == 0 ]] || run=(sudo)
"${run[@]}" apt-get install -y --no-install-recommends berkeley-abc
