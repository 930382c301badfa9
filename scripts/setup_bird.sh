#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fetches BIRD, the BGP peer of a test, below build/bird: the files of Debian's package without installing it, because
# its installation starts a router on the machine. Safe to run again.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=build/bird
[[ -x $folder/usr/sbin/bird ]] && exit 0

echo "fetching BIRD for the tests of external routes"
rm -rf "$folder"
mkdir -p "$folder/package"
cd "$folder/package"
if ! apt-get -qq -o APT::Sandbox::User=root download bird2 > log 2>&1; then
  echo "setup_bird.sh: apt-get could not fetch BIRD; its test will be skipped ($folder/package/log)" >&2
  exit 0
fi
dpkg -x bird2_*.deb ..
cd ..
rm -rf package
