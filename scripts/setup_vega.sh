#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs Vega, which reports carry, below build/vega: exactly the versions and checksums of
# platform/report/vega/package-lock.json. Safe to run again.
set -euo pipefail
cd "$(dirname "$0")/.."
lock=platform/report/vega/package-lock.json
folder=build/vega
cmp -s "$lock" "$folder/installed-lock.json" && exit 0

echo "installing Vega for reports"
rm -rf "$folder"
mkdir -p "$folder"
cp platform/report/vega/package.json "$lock" "$folder"
if ! npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null; then
  echo "setup_vega.sh: npm could not fetch Vega; reports will have tables only" >&2
  exit 0
fi
cp "$lock" "$folder/installed-lock.json"
