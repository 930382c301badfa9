// SPDX-License-Identifier: Apache-2.0
// Network Information Base.
#include "platform/controller/nib/nib.h"

#include <algorithm>
#include <set>

namespace tinsim::control {

/// Compresses a block whose records have changed.
void Nib::store(Block& block) const {
  if (!block.is_dirty) return;
  const Bytes raw = packed(*block.open);
  block.raw_bytes = raw.size();
  block.stored = deflated(raw);
  block.is_dirty = false;
}

Nib::Block& Nib::opened(const BlockId& id) const {
  Block& block = blocks_[id];
  if (block.open != nullptr) {
    open_.splice(open_.begin(), open_, block.place);
    return block;
  }
  block.open = std::make_shared<Records>(
      block.raw_bytes == 0 ? Records() : unpacked(inflated(block.stored, block.raw_bytes)));
  open_.push_front(id);
  block.place = open_.begin();
  while (open_.size() > std::max<std::size_t>(most_open_, 1)) {
    Block& last = blocks_[open_.back()];
    store(last);
    last.open.reset();
    open_.pop_back();
  }
  return block;
}

void Nib::note_change(const BlockId& id, Block& block) {
  order_.erase({id.table, block.last_change});
  block.last_change = ++changes_;
  order_[{id.table, block.last_change}] = id.tin;
}

std::uint64_t Nib::commit(const std::vector<NibWrite>& writes) {
  std::vector<BlockId> changed;
  std::set<BlockId> known;
  for (const NibWrite& write : writes) {
    Block& block = opened(write.block);
    const auto found = block.open->find(write.number);
    const bool exists = found != block.open->end();
    if (write.value ? exists && found->second == *write.value : !exists) continue;
    if (block.open.use_count() > 1) block.open = std::make_shared<Records>(*block.open);
    if (write.value) {
      (*block.open)[write.number] = *write.value;
    } else {
      block.open->erase(write.number);
    }
    block.is_dirty = true;
    if (known.insert(write.block).second) changed.push_back(write.block);
  }
  for (const BlockId& id : changed) note_change(id, blocks_[id]);
  return changes_;
}

std::shared_ptr<const Records> Nib::read(const BlockId& id) const {
  static const auto kEmpty = std::make_shared<const Records>();
  return blocks_.count(id) == 0 ? kEmpty : opened(id).open;
}

std::optional<Bytes> Nib::find(const BlockId& block, std::uint32_t number) const {
  const auto records = read(block);
  const auto found = records->find(number);
  return found == records->end() ? std::nullopt : std::optional<Bytes>(found->second);
}

std::vector<BlockId> Nib::changed_after(NibTable table, std::uint64_t change) const {
  std::vector<BlockId> blocks;
  for (auto at = order_.upper_bound({table, change}); at != order_.end(); ++at) {
    if (at->first.first != table) break;
    blocks.push_back({table, at->second});
  }
  return blocks;
}

std::uint64_t Nib::last_change(NibTable table) const {
  const auto behind = order_.upper_bound({table, UINT64_MAX});
  if (behind == order_.begin()) return 0;
  const auto& last = std::prev(behind)->first;
  return last.first == table ? last.second : 0;
}

NibSizes Nib::sizes(NibTable table) const {
  NibSizes sizes;
  for (auto at = blocks_.lower_bound({table, 0}); at != blocks_.end() && at->first.table == table;
       ++at) {
    store(at->second);
    sizes.records += at->second.open != nullptr
                         ? at->second.open->size()
                         : unpacked(inflated(at->second.stored, at->second.raw_bytes)).size();
    sizes.raw_bytes += at->second.raw_bytes;
    sizes.compressed_bytes += at->second.stored.size();
  }
  return sizes;
}

NibSizes Nib::sizes() const {
  NibSizes all;
  for (unsigned table = 0; table < static_cast<unsigned>(NibTable::kTables); ++table) {
    const NibSizes some = sizes(static_cast<NibTable>(table));
    all.records += some.records;
    all.raw_bytes += some.raw_bytes;
    all.compressed_bytes += some.compressed_bytes;
  }
  return all;
}

bool NibSubscription::has_changes() const {
  return std::any_of(tables_.begin(), tables_.end(), [this](NibTable table) {
    return !nib_.changed_after(table, change_).empty();
  });
}

std::vector<BlockId> NibSubscription::take() {
  std::vector<BlockId> blocks;
  for (const NibTable table : tables_) {
    const auto some = nib_.changed_after(table, change_);
    blocks.insert(blocks.end(), some.begin(), some.end());
  }
  change_ = nib_.changes();
  return blocks;
}

}  // namespace tinsim::control
