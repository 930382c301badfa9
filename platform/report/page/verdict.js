// SPDX-License-Identifier: Apache-2.0
// The outcome of a run, in words.
'use strict';

/** That no more can be accepted than: the first are reached where sources are slowed alike. */
const highest_bound = summary =>
    Math.max(...(summary.bounds || []).map(bound => bound.gbps_per_tin));

function throughput_words(summary) {
  const offered = summary.offered_gbps_per_tin, accepted = summary.accepted_gbps_per_tin;
  if (has_engines(summary) && !offered)
    return `Cells of ${decimal(accepted)} Gb/s per chip arrived.`;
  let text = `${decimal(offered)} Gb/s per chip offered, ${decimal(accepted)} accepted`;
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
      `, p99 ${figure_text(latency.p99)} ns, p99.9 ${figure_text(latency.p999)} ns, over ${
                   plural(summary.measured_cells, 'cell')}.`;
  if (latency.ci95_reliable) return ['good', mean];
  return [
    'warn',
    mean + (known ? ' The interval is not reliable' : ' There is no interval') +
        ': the run is too short for what it measures.'
  ];
}

/** Verdicts from the best to the worst: how each is shown. */
const kVerdicts = new Map([
  ['healthy', {level: 'warn', title: 'Losses'}],
  ['unsteady', {level: 'warn', title: 'Not steady'}],
  ['saturated', {level: 'bad', title: 'Saturated'}],
  ['failing', {level: 'bad', title: 'Failing'}],
]);

/** Results of versions without a verdict say no more than whether the network was in balance. */
const verdict_word = summary => summary.verdict ??
    (summary.saturated  ? 'saturated' :
         summary.steady ? 'healthy' :
                          'unsteady');

/**
 * [{name, verdict, text, …}, …], the worst first. A healthy run has those alone that do not count.
 */
function verdict_reasons(summary) {
  if (summary.verdict_reasons) {
    return Object.entries(summary.verdict_reasons)
        .filter(([, reason]) => reason)
        .map(([name, reason]) => ({name, ...reason}));
  }
  const text = summary.saturated_reason ?? summary.unsteady_reason ?? '';
  return verdict_word(summary) === 'healthy' ? [] : [{verdict: verdict_word(summary), text}];
}

function reason_line(reason) {
  if (reason.name === 'cut') return ['bad', 'Cut', reason.text];
  const {level, title} = kVerdicts.get(reason.verdict) ?? {level: 'bad', title: reason.verdict};
  return [level, title, reason.text];
}

/** What went well without exception; nothing where anything was lost, failed or was repeated. */
function loss_words(summary) {
  if (!summary.cells || !summary.verdict_reasons) return [];
  if (verdict_reasons(summary).some(reason => reason.of)) return [];
  const of = [plural(summary.cells.injected, 'cell')];
  if (summary.ip) of.push(plural(summary.ip.packets_in, 'packet'));
  if (summary.rma) of.push(plural(summary.rma.ended, 'operation'));
  return [['good', 'Losses', `None of ${of.join(', ')}.`]];
}

/** [[good, warn, bad or '', what it is about, text], …]; nothing is good in a run that is not. */
function verdict(summary) {
  const is_healthy = verdict_word(summary) === 'healthy';
  const lines = [];
  if (is_healthy) {
    lines.push([
      'good', 'Healthy', 'The network was in balance during the measurement, and served the demand.'
    ]);
  }
  lines.push(...verdict_reasons(summary).map(reason_line));
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
  lines.push(...loss_words(summary));
  if (summary.deadlock_proof) {
    lines.push([
      'good', 'Deadlock',
      `None possible: ${summary.deadlock_proof.text} ` +
          `(${count_text(summary.deadlock_proof.channels)} channels).`
    ]);
  }
  for (const note of summary.notes || []) lines.push(['', 'Note', note]);
  return is_healthy ? lines : lines.map(([of, ...rest]) => [of === 'good' ? '' : of, ...rest]);
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
