#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs ABC, a Debian package, and below build/synth Yosys with the slang front end and a Node.js that runs
# it: exactly the versions and checksums of scripts/synth/package-lock.json. Safe to run again.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v berkeley-abc >/dev/null; then
  run=()
  [[ $EUID == 0 ]] || run=(sudo)
  "${run[@]}" apt-get install -y --no-install-recommends berkeley-abc
fi

lock=scripts/synth/package-lock.json
folder=build/synth
cmp -s "$lock" "$folder/installed-lock.json" && exit 0

echo "installing Yosys for make synth (265 MB)"
mkdir -p "$folder"
cp scripts/synth/package.json "$lock" "$folder"
npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
cp "$lock" "$folder/installed-lock.json"
