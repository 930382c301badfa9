#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes veth.pcapng: traffic between two network namespaces, captured by tcpdump. Needs root, iproute2,
# tcpdump and python3. Usage: make_veth.sh OUTPUT
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
a=tinsim_eth_a b=tinsim_eth_b
trap 'ip netns del $a; ip netns del $b' EXIT
ip netns add $a
ip netns add $b
ip link add va netns $a address 02:00:00:00:00:01 type veth peer name vb netns $b address 02:00:01:03:00:01
for side in "$a va 10.0.0.1 fd00::1" "$b vb 10.1.3.1 fd00::1:3:1"; do
  read -r ns dev v4 v6 <<< "$side"
  ip -n $ns link set lo up
  ip -n $ns address add $v4/8 dev $dev
  ip -n $ns address add $v6/64 dev $dev nodad
  ip netns exec $ns python3 "$here/veth_traffic.py" offload $dev
  ip -n $ns link set $dev up
done
ip netns exec $a tcpdump -Z root -i va -n -U -w "$1.pcap" --time-stamp-precision=nano &
dump=$!
sleep 1
ip netns exec $b python3 "$here/veth_traffic.py" serve &
serve=$!
sleep 1
ip netns exec $a python3 "$here/veth_traffic.py" send 1500
for side in "$a va" "$b vb"; do
  read -r ns dev <<< "$side"
  ip -n $ns link set $dev mtu 9000
done
ip netns exec $a python3 "$here/veth_traffic.py" send 9000
sleep 1
kill $dump $serve
wait $dump $serve 2> /dev/null || true
editcap -F pcapng "$1.pcap" "$1"
rm "$1.pcap"
