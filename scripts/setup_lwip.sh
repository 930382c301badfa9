#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fetches the source of lwIP, the TCP/IP stack of the firmware, below build/lwip: Debian's source package, by its
# SHA-256. Safe to run again.
set -euo pipefail
cd "$(dirname "$0")/.."
version=2.1.3+dfsg1
file=lwip_$version.orig.tar.xz
sum=0a8276d09fc4e97bbba2f953d74af2388fc2195ea156be9d7589e297a68fde24
folder=build/lwip
grep -qs "$sum" "$folder/installed-sum" && exit 0

echo "fetching lwIP for the firmware"
rm -rf "$folder"
mkdir -p "$folder/apt/lists/partial"
cd "$folder/apt"
# The machine's sources of Debian packages, as sources of source packages.
apt-get indextargets --format \
  'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(REPO_URI) $(RELEASE) $(COMPONENT)' \
  'Created-By: Packages' 'Origin: Debian' | sort -u > sources.list
# Lists of their own: the machine's sources stay as they are.
options=(-qq -o "Dir::Etc::sourcelist=$PWD/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$PWD/lists"
         -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root)
if ! { apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only --tar-only "lwip=$version-2"; } \
    > log 2>&1; then
  echo "setup_lwip.sh: apt-get could not fetch lwIP; the firmware will not be built ($folder/apt/log)" >&2
  exit 0
fi
echo "$sum  $file" | sha256sum --check --quiet || {
  echo "setup_lwip.sh: $file has another SHA-256 than $sum" >&2
  exit 1
}
tar -xJf "$file" -C .. --strip-components=1
cd ..
rm -rf apt
echo "$sum" > installed-sum
