// SPDX-License-Identifier: Apache-2.0
// Causes of waiting at ports, and content of the slots of links.
'use strict';

const kCauses = ['input', 'output', 'credit', 'queue'];
const kCauseText = {
  input: 'its port sent from another VC',
  output: 'the output was busy or arbitration was lost',
  credit: 'no credit for the next hop',
  queue: 'the output queue was full',
};

/** Stacked bars of rows {[field], what, value}. */
function bars_spec(rows, {field, field_title, type, order, title, height, format}) {
  const x = {field: 'value', type: 'quantitative', title, axis: format ? {format} : {}};
  const y = {field, type: 'nominal', title: field_title, sort: null};
  const upright = type === 'upright';
  return {
    width: upright ? {step: step_of(rows, field)} : 420,
    height,
    data: {values: rows},
    mark: {type: 'bar'},
    encoding: {
      [upright ? 'y' : 'x']: x,
      [upright ? 'x' : 'y']:
          upright ? {...y, type: 'ordinal', axis: {labelAngle: 0, labelOverlap: true}} : y,
      color: {
        field: 'what',
        type: 'nominal',
        sort: order,
        title: null,
        legend: {orient: 'top', columns: 4}
      },
      order: {field: 'rank', type: 'quantitative'},
      tooltip: [
        {field, title: field_title || 'of'}, {field: 'what', title: 'cause'},
        {field: 'value', title, format: format || '.4~g'}
      ],
    },
  };
}

/** Width of an upright bar, so that 32 VCs fit and two are no boards. */
function step_of(rows, field) {
  const bars = new Set(rows.map(row => row[field])).size;
  return Math.max(12, Math.min(40, Math.floor(420 / bars)));
}

/** Stall cycles over cycles and ports: how many heads of VCs wait in a port, on average. */
function stall_rows(run, key, counts) {
  return counts.flatMap(
      ({name, ports, stalls}) => kCauses.map((cause, rank) => ({
                                               [key]: name,
                                               what: cause,
                                               rank,
                                               value: stalls[rank] / (measured_cycles(run) * ports)
                                             })));
}

function stalls_by_kind(run) {
  const kinds = new Map();
  for (const [, , kind, cells, , ...counts] of run.ports) {
    const sum = kinds.get(kind) || {name: kind, ports: 0, cells: 0, stalls: [0, 0, 0, 0]};
    ++sum.ports;
    sum.cells += cells;
    kCauses.forEach((_, i) => {
      sum.stalls[i] += counts[i];
    });
    kinds.set(kind, sum);
  }
  return [...kinds.values()];
}

function stalls_by_vc(run, ports) {
  const vcs = new Map();
  for (const [, vc, , , ...counts] of run.vcs) {
    const sum = vcs.get(vc) || {name: vc, ports, stalls: [0, 0, 0, 0]};
    kCauses.forEach((_, i) => {
      sum.stalls[i] += counts[i];
    });
    vcs.set(vc, sum);
  }
  return [...vcs.values()].sort((a, b) => a.name - b.name);
}

function stall_section(run) {
  if (run.ports.length === 0) return undefined;
  const kinds = stalls_by_kind(run), vcs = stalls_by_vc(run, run.ports.length);
  const title = 'waiting heads per port';
  return section(
      'What cells waited for',
      el('p', {},
         'A VC is stalled in a cycle in which a whole cell is at the head of its FIFO and does ' +
             'not start: ' + kCauses.map(cause => `${cause}: ${kCauseText[cause]}`).join('; ') +
             '.'),
      el('div', {class: 'pair'},
         figure(
             'stalls', 'By kind of port', 'Mean number of VCs of a port that are stalled.',
             () => bars_spec(
                 stall_rows(run, 'kind', kinds),
                 {field: 'kind', field_title: null, order: kCauses, title, height: {step: 34}})),
         figure(
             'stalls-vc', 'By VC', 'The same by VC, over all ports that had traffic.',
             () => bars_spec(stall_rows(run, 'vc', vcs), {
               field: 'vc',
               field_title: 'VC',
               type: 'upright',
               order: kCauses,
               title,
               height: 180
             }))),
      table(
          'Stall cycles, and per cell',
          [
            {title: 'ports', of: row => row.name},
            {title: 'used', of: row => row.ports, text: count_text},
            {title: 'cells', of: row => row.cells, text: count_text},
            ...kCauses.map(
                (cause, i) => ({title: cause, of: row => row.stalls[i], text: count_text})),
            {
              title: 'per cell',
              of: row => row.stalls.reduce((a, b) => a + b) / row.cells,
              text: value => decimal(value, 2)
            },
          ],
          kinds));
}

/** links.csv as objects. */
function link_objects(run) {
  return run.links.map(row => Object.fromEntries(run.link_names.map((name, i) => [name, row[i]])));
}

/** Sums of links.csv by kind and fidelity. */
function links_by_kind(links, names) {
  const sums = new Map();
  for (const link of links) {
    const name = `${link.kind}, ${link.fidelity} fidelity`;
    const sum =
        sums.get(name) || {name, directions: 0, ...Object.fromEntries(names.map(n => [n, 0]))};
    sum.directions += link.directions;
    for (const n of names) sum[n] += link[n];
    sums.set(name, sum);
  }
  return [...sums.values()];
}

function slot_section(run) {
  if (run.links.length === 0) return undefined;
  const links = link_objects(run);
  const counts = run.link_names.slice(run.link_names.indexOf('directions') + 1);
  const kinds = links_by_kind(links, counts);
  const slots = counts.filter(name => name.startsWith('slots_'));
  const all = sum => slots.reduce((total, name) => total + sum[name], 0);
  const names = slots.map(name => name.slice('slots_'.length));
  const rows =
      kinds.filter(sum => all(sum) > 0)
          .flatMap(
              sum => slots.map(
                  (slot, rank) =>
                      ({kind: sum.name, what: names[rank], rank, value: sum[slot] / all(sum)})));
  const errors =
      counts.filter(name => !name.startsWith('slots_') && kinds.some(sum => sum[name] > 0));
  const troubled = links.filter(
      link => link.chip !== null && errors.some(name => name !== 'cells_sent' && link[name] > 0));
  const number = name =>
      ({title: name.replaceAll('_', ' '), of: row => row[name], text: count_text});
  return section(
      'Slots of links',
      figure(
          'slots', 'What slots carried',
          'Share of slots, one per cycle and direction, over the whole run.',
          () => bars_spec(rows, {
            field: 'kind',
            field_title: null,
            order: names,
            title: 'share of slots',
            height: {step: 40},
            format: '.0%'
          })),
      table(
          'Slots',
          [
            {title: 'links', of: row => row.name},
            number('directions'),
            ...slots.map(
                (slot, i) =>
                    ({title: names[i], of: row => row[slot] / all(row), text: percent_text})),
          ],
          kinds),
      table('Counts', [{title: 'links', of: row => row.name}, ...errors.map(number)], kinds),
      troubled.length === 0 ?
          undefined :
          folded(
              `Table of ${plural(troubled.length, 'direction')} with errors`,
              table(
                  'Directions of links with errors',
                  [
                    {title: 'from', of: l => `pod${l.pod}.tin${l.tin}.port${l.port}`},
                    {title: 'to', of: l => `chip ${l.peer_chip} port ${l.peer_port}`},
                    ...errors.map(number)
                  ],
                  troubled)));
}
