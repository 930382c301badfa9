// SPDX-License-Identifier: Apache-2.0
// What a run came to, in words.
'use strict';

/** That no more can be accepted than: the first are reached where sources are slowed alike. */
const highest_bound = summary =>
    Math.max(...(summary.bounds || []).map(bound => bound.gbps_per_tin));

function throughput_words(summary) {
  const offered = summary.offered_gbps_per_tin, accepted = summary.accepted_gbps_per_tin;
  if (has_engines(summary) && !offered)
    return `Cells of ${decimal(accepted)} Gb/s per TiN arrived.`;
  let text = `${decimal(offered)} Gb/s per TiN offered, ${decimal(accepted)} accepted`;
  if (offered > 0) text += ` (${percent_text(accepted / offered)} of it)`;
  const bound = highest_bound(summary);
  if (Number.isFinite(bound)) {
    const name = summary.bounds.find(b => b.gbps_per_tin === bound).name;
    text += `. The bound is ${decimal(bound)} (${name}); ${percent_text(accepted / bound)} of it ` +
        'is reached';
  }
  return text + '.';
}

function latency_words(summary) {
  const latency = summary.latency_ns || {};
  if (has_engines(summary) && !summary.measured_cells)
    return ['', 'That of packets and operations is below; their cells have none of their own.'];
  if (!Number.isFinite(latency.mean)) return ['warn', 'No cell was delivered in the measurement.'];
  const known = Number.isFinite(latency.ci95);
  const mean = `Mean ${figure_text(latency.mean)} ns` +
      (known ? ` ± ${figure_text(latency.ci95)} (95 % confidence)` : '') +
      `, p99 ${figure_text(latency.p99)} ns, over ${plural(summary.measured_cells, 'cell')}.`;
  if (latency.ci95_reliable) return ['good', mean];
  return [
    'warn',
    mean + (known ? ' The interval is not reliable' : ' There is no interval') +
        ': the run is too short for what it measures.'
  ];
}

function loss_words(cells) {
  if (!cells) return [];
  if (!cells.dropped) return [['good', 'Losses', `None of ${plural(cells.injected, 'cell')}.`]];
  const causes = Object.entries(cells.dropped_by_cause || {})
                     .map(([cause, n]) => `${cause.replaceAll('_', ' ')} ${count_text(n)}`);
  return [[
    'bad', 'Losses',
    `${count_text(cells.dropped)} of ${plural(cells.injected, 'cell')}: ` +
        `${causes.join(', ')}.`
  ]];
}

/** [[good, warn, bad or '', what it is about, text], …] */
function verdict(summary) {
  const lines = [];
  if (summary.saturated) {
    lines.push(['bad', 'Saturated', summary.saturated_reason ?? '']);
  } else if (summary.steady) {
    lines.push(['good', 'Steady', 'The network was in balance during the measurement.']);
  } else {
    lines.push(['warn', 'Not steady', summary.unsteady_reason ?? '']);
  }
  lines.push(['', 'Throughput', throughput_words(summary)]);
  const [level, text] = latency_words(summary);
  lines.push([level, 'Latency', text]);
  if (summary.saturated || !summary.steady) {
    lines.push([
      'warn', 'Mind',
      'Latencies of a network out of balance grow with the length of ' +
          'the run; they are no property of the network.'
    ]);
  }
  lines.push(...loss_words(summary.cells));
  if (summary.deadlock_proof) {
    lines.push([
      'good', 'Deadlock',
      `None possible: ${summary.deadlock_proof.text} ` +
          `(${count_text(summary.deadlock_proof.channels)} channels).`
    ]);
  }
  for (const note of summary.notes || []) lines.push(['', 'Note', note]);
  return lines;
}

const kWarningSign = {
  good: '',
  warn: '⚠ ',
  bad: '✕ ',
  '': ''
};

function verdict_list(summary) {
  return el(
      'ul', {class: 'verdict'},
      verdict(summary).map(
          ([level, about, text]) =>
              el('li', {class: level || 'plain'}, el('b', {}, kWarningSign[level] + about),
                 el('span', {}, text))));
}
