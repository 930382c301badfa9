// SPDX-License-Identifier: Apache-2.0
// A run: its configuration, verdict, latency, and its course over time.
'use strict';

function what_was_run(run) {
  const s = run.summary;
  const rows = [
    ['Configuration', s.config],
    ['Network', `${s.network}, ${plural(s.chips, 'chip')} at ${s.core_mhz} MHz`],
    ...(run.traffic || []).map(line => ['Traffic', line]),
    [
      'Simulated',
      `${decimal(s.simulated_ns / 1000, 3)} µs: warm-up ${decimal(s.warmup_us, 3)}, ` +
          `measurement ${decimal(s.measure_us, 3)}`
    ],
    ['Seed', s.seed],
    ['State hash', s.state_hash],
    [
      'Cost',
      `${decimal(s.wall_s, 2)} s, ${figure_text(s.cell_hops_per_s / 1e6)} million cell-hops ` +
          `per second, ${bytes_text(s.peak_rss_bytes)}`
    ],
  ];
  return [
    table(
        'What was run', [{title: 'what', of: row => row[0]}, {title: 'value', of: row => row[1]}],
        rows),
    run.config === undefined ?
        undefined :
        folded('Effective configuration', el('pre', {tabindex: 0}, run.config)),
  ];
}

const kLatencies = ['mean', 'stddev', 'min', 'p50', 'p99', 'p999', 'max'];
const scope_name = scope => scope === 'all' ? 'all cells' : scope;

function latency_table(summary) {
  const rows = [{name: 'all cells', cells: summary.measured_cells, of: summary.latency_ns || {}}];
  for (const c of summary.classes || [])
    rows.push({name: `class ${c.class}`, cells: c.cells, of: c.latency_ns});
  return table(
      'Latency in ns, from birth at the source to the last word at the destination',
      [
        {title: 'cells of', of: row => row.name},
        {title: 'count', of: row => row.cells, text: count_text},
        ...kLatencies.map(key => ({title: key, of: row => row.of[key], text: figure_text})),
      ],
      rows);
}

/** Rows {scope, ns, at_most, above}. One class is the same as all cells. */
function latency_rows(run) {
  const scopes = Object.keys(run.latency);
  const shown = scopes.length === 2 ? scopes.slice(0, 1) : scopes;
  return shown.flatMap(
      scope => run.latency[scope].map(
          ([ns, fraction]) =>
              ({scope: scope_name(scope), ns, at_most: fraction, above: 1 - fraction})));
}

function latency_spec(rows, y, title, scale) {
  const scopes = [...new Set(rows.map(row => row.scope))];
  return {
    width: 'container',
    height: 260,
    autosize: {type: 'fit-x', contains: 'padding'},
    data: {values: rows},
    mark: {type: 'line', interpolate: 'step-after'},
    encoding: {
      x: {
        field: 'ns',
        type: 'quantitative',
        scale: {type: 'log', nice: false},
        title: 'latency [ns]'
      },
      y: {field: y, type: 'quantitative', title, scale},
      color: {field: 'scope', type: 'nominal', sort: scopes, title: null, legend: {orient: 'top'}},
      strokeDash:
          {field: 'scope', type: 'nominal', sort: scopes, scale: {range: kDashes}, title: null},
    },
  };
}

function latency_section(run) {
  if (has_engines(run.summary) && !run.summary.measured_cells) return undefined;
  const rows = latency_rows(run);
  const tail = rows.filter(row => row.above > 1e-12);
  const pair = rows.length === 0 ?
      undefined :
      el('div', {class: 'pair'},
         figure(
             'cdf', 'Distribution', 'Share of cells that took at most so long.',
             () => latency_spec(rows, 'at_most', 'share of cells', {domain: [0, 1]})),
         tail.length === 0 ?
             undefined :
             figure(
                 'tail', 'Tail',
                 'Share of cells that took longer; 0.01 is where p99 is, 0.001 where p99.9 is.',
                 () => latency_spec(tail, 'above', 'share of cells', {type: 'log'})));
  return section('Latency', latency_table(run.summary), pair);
}

function time_rows(run) {
  const rows = [];
  for (const [phase, us, cells, mean, offered, accepted] of run.batches)
    rows.push({
      phase: phase === 'warmup' ? 'warm-up' : 'measurement',
      us,
      cells,
      mean,
      offered,
      accepted
    });
  return rows;
}

function time_spec(rows, fields, title) {
  const end_of_warmup = rows.filter(row => row.phase === 'warm-up').map(row => row.us).pop();
  const lines = {
    data: {values: rows},
    transform: [{fold: fields, as: ['what', 'value']}, {filter: {field: 'value', valid: true}}],
    mark: {type: 'line', interpolate: 'linear', strokeWidth: 1.5},
    encoding: {
      x: {field: 'us', type: 'quantitative', scale: {nice: false}, title: 'simulated time [µs]'},
      y: {field: 'value', type: 'quantitative', title},
      color: {
        field: 'what',
        type: 'nominal',
        sort: fields,
        title: null,
        legend: fields.length > 1 ? {orient: 'top'} : null
      },
      strokeDash: {
        field: 'what',
        type: 'nominal',
        sort: fields,
        scale: {range: kDashes},
        title: null,
        legend: fields.length > 1 ? {orient: 'top'} : null
      },
    },
  };
  const mark_of_warmup = {
    data: {values: [{us: end_of_warmup}]},
    mark: {type: 'rule', strokeDash: [3, 3]},
    encoding: {x: {field: 'us', type: 'quantitative'}},
  };
  return {
    width: 'container',
    height: 200,
    autosize: {type: 'fit-x', contains: 'padding'},
    layer: end_of_warmup === undefined ? [lines] : [mark_of_warmup, lines]
  };
}

function time_section(run) {
  const rows = time_rows(run);
  if (rows.length === 0) return undefined;
  const fields = has_engines(run.summary) && !run.summary.offered_gbps_per_tin ?
      ['accepted'] :
      ['offered', 'accepted'];
  const cap = 'By batches; the dashed line is the end of the warm-up.';
  return section(
      'Course of the run',
      el('div', {class: 'pair'},
         figure(
             'time-throughput', fields.length > 1 ? 'Offered and accepted' : 'Accepted', cap,
             () => time_spec(rows, fields, 'Gb/s per chip')),
         rows.every(row => row.mean === null) ?
             undefined :
             figure('time-latency', 'Mean latency', cap, () => time_spec(rows, ['mean'], 'ns'))),
      folded(
          `Table of ${plural(rows.length, 'batch', 'batches')}`,
          table(
              'Batches',
              [
                {title: 'phase', of: row => row.phase},
                {title: 'until [µs]', of: row => row.us, text: value => decimal(value, 3)},
                {title: 'cells', of: row => row.cells, text: count_text},
                {title: 'mean latency [ns]', of: row => row.mean, text: figure_text},
                {title: 'offered [Gb/s]', of: row => row.offered, text: figure_text},
                {title: 'accepted [Gb/s]', of: row => row.accepted, text: figure_text},
              ],
              rows)));
}

function missing_list(run) {
  return run.missing.map(text => el('p', {class: 'soft'}, text));
}

/** The sections on one run. */
function run_sections(run) {
  return [
    section('Result', verdict_list(run.summary), missing_list(run), what_was_run(run)),
    ...host_sections(run.summary),
    ...listed_sections(run),
    latency_section(run),
    time_section(run),
    ...network_sections(run),
    stall_section(run),
    slot_section(run),
  ].filter(part => part !== undefined);
}
