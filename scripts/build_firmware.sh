#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the ARMv6-M image of the firmware with Debian's gcc-arm-none-eabi and libnewlib-arm-none-eabi.
#   build_firmware.sh          into build/firmware, with a symbol file for debuggers
#   build_firmware.sh update   also replaces the image in firmware_stub/image, and its checksum
#   build_firmware.sh check    compares with the image there; status 77 without the compiler that built it
set -euo pipefail
cd "$(dirname "$0")/.."
mode=${1:-build}
folder=build/firmware
image=firmware_stub/image/tin_firmware
compiler=arm-none-eabi-gcc
version="12.2.1 20221205"

[[ $mode == check ]] && ! $compiler --version 2>/dev/null | grep -q "$version" && exit 77
command -v $compiler >/dev/null || {
  echo "build_firmware.sh: no $compiler; expected packages gcc-arm-none-eabi and libnewlib-arm-none-eabi" >&2
  exit 1
}
scripts/setup_lwip.sh
sources=$(cmake -DTIN_LWIP="$PWD/build/lwip" -P firmware_stub/arm/list_sources.cmake 2>&1)

# The registers of the chip.
mkdir -p $folder
g++ -std=c++17 -I. rtl_models/registers/export/*.cpp -lfmt -o $folder/register_files
$folder/register_files $folder

options=(-std=c11 -mcpu=cortex-m0 -mthumb -Os -ffreestanding -ffunction-sections -fdata-sections -I. -Ifirmware_stub/lwip "-I$folder"
         -isystem build/lwip/src/include)
objects=()
for source in $sources firmware_stub/arm/main.c firmware_stub/arm/probe.c; do
  object=$folder/$(echo "${source%.c}" | tr / _).o
  warnings=(-Wall -Wextra -Wshadow)
  [[ $source == build/* ]] && warnings=(-w)
  $compiler "${options[@]}" "${warnings[@]}" -c "$source" -o "$object"
  objects+=("$object")
done
$compiler -mcpu=cortex-m0 -mthumb -nostartfiles --specs=nano.specs -Wl,--gc-sections -T firmware_stub/arm/image.ld \
  -o $folder/tin_firmware.elf "${objects[@]}"
arm-none-eabi-objcopy -O binary $folder/tin_firmware.elf $folder/tin_firmware.bin
arm-none-eabi-size $folder/tin_firmware.elf

case $mode in
  update)
    mkdir -p firmware_stub/image
    cp $folder/tin_firmware.bin $image.bin
    (cd firmware_stub/image && sha256sum tin_firmware.bin > tin_firmware.sha256)
    ;;
  check)
    cmp $folder/tin_firmware.bin $image.bin || {
      echo "build_firmware.sh: $image.bin is not what the sources build; run scripts/build_firmware.sh update" >&2
      exit 1
    }
    ;;
esac
