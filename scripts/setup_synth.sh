#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs Yosys with the slang front end, and a Node.js that runs it, below build/synth: exactly the
# versions and checksums of scripts/synth/package-lock.json. Safe to run again.
set -euo pipefail
cd "$(dirname "$0")/.."
lock=scripts/synth/package-lock.json
folder=build/synth
cmp -s "$lock" "$folder/installed-lock.json" && exit 0

echo "installing Yosys for make synth (265 MB)"
mkdir -p "$folder"
cp scripts/synth/package.json "$lock" "$folder"
npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
cp "$lock" "$folder/installed-lock.json"
