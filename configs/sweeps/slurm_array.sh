#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A sweep on a Slurm cluster: one task per point, then the tables.
#
#   configs/sweeps/slurm_array.sh SWEEP.yaml DIR [SBATCH OPTION...]     # submits both jobs
#
# DIR is on a file system that all nodes see. Submitted again, it runs the points that are missing.
# TINSIM names the program; default: tinsim in the search path.
#SBATCH --job-name=tinsim-sweep
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
set -euo pipefail

if (($# < 2)); then
  sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
tinsim=${TINSIM:-tinsim}
sweep=$1
out=$2
shift 2

if [[ -n ${SLURM_ARRAY_TASK_ID:-} ]]; then
  exec "$tinsim" sweep "$sweep" --out "$out" --point "$SLURM_ARRAY_TASK_ID" --quiet
fi

points=$("$tinsim" sweep "$sweep" --list | wc -l)
# Some clusters allow arrays of 1001 tasks only (MaxArraySize); split the range there.
job=$(sbatch --parsable --array="0-$((points - 1))" "$@" "$0" "$sweep" "$out")
printf -v collect '%q ' "$tinsim" sweep "$sweep" --out "$out" --collect
sbatch --dependency="afterany:${job%%;*}" --job-name=tinsim-collect "$@" --wrap "$collect"
