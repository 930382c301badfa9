#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the parser of SystemVerilog that plants bugs by rule, below build/parser: exactly the versions and
# checksums of testbench/mutants/package-lock.json. Safe to run again.
set -euo pipefail
cd "$(dirname "$0")/.."
lock=testbench/mutants/package-lock.json
folder=build/parser
cmp -s "$lock" "$folder/installed-lock.json" && exit 0

echo "installing the parser for mutants by rule"
rm -rf "$folder"
mkdir -p "$folder"
cp testbench/mutants/package.json "$lock" "$folder"
if ! npm ci --prefix "$folder" --ignore-scripts --legacy-peer-deps --no-audit --no-fund --loglevel=error \
    >/dev/null; then
  echo "setup_parser.sh: npm could not fetch the parser; mutants by rule are skipped" >&2
  exit 0
fi
# 200 MB for other hosts than the WebAssembly one.
rm -rf "$folder"/node_modules/tree-sitter-systemverilog/{src,prebuilds}
cp "$lock" "$folder/installed-lock.json"
