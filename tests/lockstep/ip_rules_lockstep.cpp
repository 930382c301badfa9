// SPDX-License-Identifier: Apache-2.0
// IP path: a broken rule is reported under the same name by model and RTL.
#include "Vcellifier.h"
#include "Vcts_scheduler.h"
#include "Vecn_ctd.h"
#include "Vip_lookup_64.h"
#include "Vreassembly_buffer_4.h"
#include "Vreorder_queue_16.h"
#include "Vttl_update.h"
#include "rtl_models/cellifier/cellifier.h"
#include "rtl_models/cts_scheduler/cts_scheduler.h"
#include "rtl_models/ecn_ctd/ecn_ctd.h"
#include "rtl_models/ip_lookup/ip_lookup.h"
#include "rtl_models/reassembly_buffer/reassembly_buffer.h"
#include "rtl_models/reorder_queue/reorder_queue.h"
#include "rtl_models/ttl_update/ttl_update.h"
#include "testbench/rule_check.h"

namespace tinsim {
namespace {

TEST(IpRuleLockstep, IpLookup) {
  using Lookup = IpLookup<64, 64>;
  using In = Lookup::In;
  auto entry = [](unsigned index, bool v6, unsigned length, unsigned base, unsigned count) {
    return with(In(), [=](In& in) {
      in.write_entry_i = in.entry_live_i = true;
      in.write_index_i = index;
      in.entry_v6_i = v6;
      in.entry_length_i = length;
      in.entry_base_i = base;
      in.entry_count_i = count;
    });
  };
  const In member = with(In(), [](In& in) {
    in.write_member_i = true;
    in.write_index_i = 64;
  });
  const In dead = with(entry(0, false, 255, 4095, 0), [](In& in) { in.entry_live_i = false; });
  const In punt = with(entry(0, true, 128, 4095, 0), [](In& in) { in.entry_punt_i = true; });
  auto expect = expect_rule<Lookup, Vip_lookup_64>;
  expect("IndexInRange", {entry(63, false, 32, 0, 64), entry(64, false, 0, 0, 1)});
  expect("IndexInRange", {dead, member});
  expect("LengthInRange", {punt, entry(0, false, 33, 0, 1)});
  expect("LengthInRange", {dead, entry(0, true, 129, 0, 1)});
  expect("GroupInRange", {entry(0, false, 0, 63, 1), entry(0, false, 0, 63, 2)});
  expect("GroupInRange", {punt, entry(0, false, 0, 0, 0)});
  expect("GroupInRange", {In(), entry(0, false, 0, 4095, 1)});
}

TEST(IpRuleLockstep, TtlUpdate) {
  using In = TtlUpdate::In;
  auto header = [](unsigned version, bool v6) {
    return with(In(), [=](In& in) {
      in.valid_i = true;
      in.v6_i = v6;
      in.head_lo_i = version << 4;
    });
  };
  auto expect = expect_rule<TtlUpdate, Vttl_update>;
  expect("VersionAgrees", {In(), header(4, false), header(6, false)});
  expect("VersionAgrees", {header(6, true), header(4, true)});
}

TEST(IpRuleLockstep, Cellifier) {
  using In = Cellifier::In;
  auto job = [](unsigned bytes) {
    return with(In(), [=](In& in) {
      in.job_valid_i = true;
      in.job_bytes_i = bytes;
    });
  };
  const In data = with(In(), [](In& in) { in.data_valid_i = true; });
  auto expect = expect_rule<Cellifier, Vcellifier>;
  expect("JobHasBytes", {In(), job(0)});
  expect("JobNeedsReady", {job(1), job(1)});
  expect("JobNeedsReady", {job(8), data, job(8)});
  expect("DataNeedsReady", {In(), data});
  expect("DataNeedsReady", {job(16), data, data, data});
  std::vector<In> cycles(1 + 32 + 1, data);  // of a packet that is longer than the FIFO
  cycles.front() = job(1000);
  expect("DataNeedsReady", cycles);
}

TEST(IpRuleLockstep, CtsScheduler) {
  using In = CtsScheduler::In;
  const In idle = with(In(), [](In& in) { in.weight_i.fill(1); });
  auto head = [&](unsigned queue, unsigned bytes) {
    return with(idle, [=](In& in) {
      in.head_valid_i[queue] = true;
      in.head_bytes_i[queue] = bytes;
      in.space_i.fill(255);
    });
  };
  auto done = [](In in, unsigned port, unsigned bytes) {
    in.done_valid_i = true;
    in.done_port_i = port;
    in.done_bytes_i = bytes;
    return in;
  };
  auto expect = expect_rule<CtsScheduler, Vcts_scheduler>;
  expect("HeadHasBytes", {idle, head(31, 0)});
  expect("DoneWasOutstanding", {head(8, 100), done(idle, 1, 60), done(idle, 1, 41)});
  expect("DoneWasOutstanding", {head(8, 100), done(idle, 2, 1)});
  expect("DoneWasOutstanding", {idle, done(head(0, 5), 0, 5)});  // granted in this same cycle
  expect("WeightNotZero", {idle, with(idle, [](In& in) { in.weight_i[7] = 0; })});
  const In strict = with(idle, [](In& in) { in.strict_i[0] = true; });
  expect("WeightNotZero", {strict, with(strict, [](In& in) { in.weight_i[0] = 0; })});
}

TEST(IpRuleLockstep, ReassemblyBuffer) {
  using Buffer = ReassemblyBuffer<4, 20>;
  using In = Buffer::In;
  auto reserve = [](unsigned bytes) {
    return with(In(), [=](In& in) {
      in.reserve_valid_i = true;
      in.reserve_bytes_i = bytes;
    });
  };
  auto release = [](unsigned eptr) {
    return with(In(), [=](In& in) {
      in.release_valid_i = true;
      in.release_eptr_i = eptr;
    });
  };
  auto expect = expect_rule<Buffer, Vreassembly_buffer_4>;
  expect("ReserveHasBytes", {In(), reserve(0)});
  expect("ReserveFits", {In(), reserve(148 * 20 + 1)});
  expect("ReserveFits", {reserve(148 * 20), reserve(1)});
  expect("ReserveFits", std::vector<In>(5, reserve(1)));
  expect("ReleaseIsTaken", {In(), release(0)});
  expect("ReleaseIsTaken", {reserve(1), release(4)});
  expect("ReleaseIsTaken", {reserve(1), release(0), release(0)});
}

TEST(IpRuleLockstep, ReorderQueue) {
  using Queue = ReorderQueue<16>;
  using In = Queue::In;
  const In push = with(In(), [](In& in) { in.push_valid_i = true; });
  const In pop = with(In(), [](In& in) { in.pop_i = true; });
  auto complete = [](unsigned entry, In in = {}) {
    in.complete_valid_i = true;
    in.complete_entry_i = entry;
    return in;
  };
  auto cancel = [](unsigned entry, In in = {}) {
    in.cancel_valid_i = true;
    in.cancel_entry_i = entry;
    return in;
  };
  auto expect = expect_rule<Queue, Vreorder_queue_16>;
  expect("PushHasRoom", std::vector<In>(17, push));
  expect("CompleteIsTaken", {In(), complete(0)});
  expect("CompleteIsTaken", {push, complete(16)});
  expect("CompleteIsTaken", {In(), complete(0, push)});
  expect("CompleteOnce", {push, complete(0), complete(0)});
  expect("CancelIsTaken", {In(), cancel(15)});
  expect("CancelIsTaken", {push, cancel(48)});
  expect("CancelIsTaken", {push, complete(0), cancel(0)});
  expect("CancelIsTaken", {push, push, complete(0), cancel(1, pop), cancel(1)});
  expect("PopHasOffer", {push, pop});
  expect("NotBoth", {push, complete(0, cancel(0))});
}

TEST(IpRuleLockstep, EcnCtd) {
  using In = EcnCtd::In;
  const In rts = with(In(), [](In& in) {
    in.rts_valid_i = true;
    in.rts_queue_i = 30;
  });
  auto pop = [](unsigned queue, In in = {}) {
    in.pop_valid_i = true;
    in.pop_queue_i = queue;
    return in;
  };
  auto expect = expect_rule<EcnCtd, Vecn_ctd>;
  expect("PopHasRts", {rts, pop(29)});
  expect("PopHasRts", {rts, pop(30), pop(30)});
  expect("PopHasRts", {In(), pop(30, rts)});
}

}  // namespace
}  // namespace tinsim
