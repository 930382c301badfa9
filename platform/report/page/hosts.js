// SPDX-License-Identifier: Apache-2.0
// Work of chips for their hosts: packets, operations of 1RMA, lookups of CliqueMap.
'use strict';

/** Whether cells are those of chips' own engines, which have no latency of their own. */
const has_engines = summary => Boolean(summary.ip || summary.rma);

const kTimes = ['mean', 'min', 'p50', 'p99', 'p999', 'max'];

/** Rows {name, of: {mean, …}}; what was not measured has no row. */
function times_table(caption, rows) {
  const measured = rows.filter(row => Number.isFinite((row.of || {}).mean));
  if (measured.length === 0) return undefined;
  return table(
      caption,
      [
        {title: 'what', of: row => row.name},
        ...kTimes.map(key => ({title: key, of: row => row.of[key], text: figure_text})),
      ],
      measured);
}

/** A count a row; objects of counts a row for each that is not 0. */
function counts_table(caption, counts) {
  const rows = Object.entries(counts).flatMap(([name, value]) => {
    if (typeof value === 'number') return [[name, value]];
    return Object.entries(value || {})
        .filter(([, n]) => n !== 0)
        .map(([cause, n]) => [`${name}: ${cause}`, n]);
  });
  return table(
      caption,
      [
        {title: 'what', of: row => row[0].replaceAll('_', ' ')},
        {title: 'count', of: row => row[1], text: count_text},
      ],
      rows);
}

function packet_section(ip) {
  if (!ip) return undefined;
  const of_class = (c, what, key) => ({name: `class ${c.cos}: ${what}`, of: c[key]});
  const times = (ip.classes || [])
                    .flatMap(
                        c =>
                            [of_class(c, 'packet', 'latency_ns'),
                             of_class(c, 'RTS to CTS', 'handshake_ns'),
                             of_class(c, 'fabric RTT', 'fabric_rtt_ns'),
                             of_class(c, 'one way', 'one_way_ns'),
                             of_class(c, 'message', 'completion_ns'),
  ]);
  return section(
      'Packets',
      table(
          'Packets of the measurement, by class of service',
          [
            {title: 'class', of: c => c.cos, text: count_text},
            {title: 'packets', of: c => c.packets, text: count_text},
            {title: 'bytes', of: c => c.bytes, text: count_text},
            {title: 'marked', of: c => c.marked, text: count_text},
            {title: 'offered [Gb/s per host]', of: c => c.offered_gbps_per_host, text: figure_text},
            {title: 'goodput [Gb/s per host]', of: c => c.goodput_gbps_per_host, text: figure_text},
          ],
          ip.classes || []),
      times_table('Times in ns', times), counts_table('Packets of the whole run', {
        in : ip.packets_in,
        out: ip.packets_out,
        held_at_ingress: ip.packets_held_ingress,
        held_at_egress: ip.packets_held_egress,
        lost: ip.packets_lost,
        late_cells: ip.late_cells,
        'most RTSs in a queue': ip.rts_queue_peak,
        'most bytes fetched by a port': ip.window_peak_bytes,
        'most cells of a buffer': ip.reassembly_peak_cells,
        'most packets out of turn': ip.reorder_peak_packets,
      }));
}

function operation_section(rma) {
  if (!rma) return undefined;
  const name = op => `${op.op} ${op.class}`;
  const entries = rma.entries || [];
  const times = (rma.ops || [])
                    .flatMap(
                        op =>
                            [{name: `${name(op)}: issue`, of: op.issue_ns},
                             {name: `${name(op)}: remote`, of: op.remote_ns},
                             {name: `${name(op)}: total`, of: op.total_ns},
  ]);
  entries.forEach((e, i) => times.push({name: `rma_traffic.${i}: done`, of: e.completion_ns}));
  return section(
      '1RMA',
      counts_table(
          'Operations of the measurement, by how they ended',
          Object.fromEntries((rma.ops || []).map(op => [name(op), op.ended]))),
      entries.length === 0 ?
          undefined :
          table(
              'Traffic',
              [
                {title: 'entry', of: e => `rma_traffic.${entries.indexOf(e)}`},
                {
                  title: 'requested [Gb/s per host]',
                  of: e => e.offered_gbps_per_host,
                  text: figure_text
                },
                {
                  title: 'moved [Gb/s per host]',
                  of: e => e.goodput_gbps_per_host,
                  text: figure_text
                },
                {title: 'bound [Gb/s per host]', of: e => e.bound_gbps_per_host, text: figure_text},
                {title: 'failed', of: e => e.failed, text: count_text},
              ],
              entries),
      rma.demand ? el('p', {},
                      `The total demand would load the busiest of the ${rma.demand.kind} to ${
                          percent_text(rma.demand.busiest_link_load)}.`) :
                   undefined,
      times_table('Times in ns', times), counts_table('Engines, whole run', {
        commands: rma.commands,
        ended: rma.ended,
        requests: rma.requests,
        nacks: rma.nacks,
        given_up: rma.given_up,
        refused: rma.refused,
        dropped: rma.dropped,
        'most bytes solicited': rma.window_peak_bytes,
        'most requests waiting': rma.inbound_peak,
      }));
}

/** Both directions of the links between chips and hosts. */
function pcie_section(pcie) {
  if (!pcie) return undefined;
  const ways = [{...pcie.up, name: 'to hosts'}, {...pcie.down, name: 'to chips'}];
  return section(
      'PCIe',
      table(
          `Packets of the measurement, ${plural(pcie.links, 'link')} of ${
              figure_text(pcie.gbps)} Gb/s`,
          [
            {title: 'direction', of: w => w.name},
            {title: 'packets', of: w => w.tlps, text: count_text},
            {title: 'sent again', of: w => w.replayed, text: count_text},
            {
              title: 'on the wire [Gb/s per link]',
              of: w => w.wire_gbps_per_link,
              text: figure_text
            },
            {title: 'payload [Gb/s per link]', of: w => w.payload_gbps_per_link, text: figure_text},
            {
              title: 'busiest link [%]',
              of: w => 100 * w.busiest_share,
              text: figure_text,
            },
          ],
          ways),
      counts_table('Requested in the measurement', {
        reads: pcie.reads,
        writes: pcie.writes,
        atomic_operations: pcie.atomics,
        stores: pcie.stores,
        loads: pcie.loads,
        errors: pcie.errors,
      }));
}

function lookup_section(map) {
  if (!map) return undefined;
  const times = Object.entries(map.times_ns || {}).map(([what, of]) => ({name: what, of}));
  return section(
      'CliqueMap', times_table('Times in ns', times), counts_table('Lookups of the measurement', {
        GETs: map.gets,
        hits: map.hits,
        misses: map.misses,
        failed: map.failed,
        SETs: map.sets,
        refused: map.sets_refused,
        ERASEs: map.erases,
        retries: map.retries,
        'without quorum': map.no_quorum,
        wrong_values: map.wrong_values,
      }));
}

/** What a sweep shows of a run's engines, by name: the main time of each class, entry or client. */
function engine_times(summary) {
  const times = {};
  const keep = (name, of) => {
    if (Number.isFinite((of || {}).mean)) times[name] = of;
  };
  for (const c of (summary.ip || {}).classes || []) {
    const is_measured = Number.isFinite((c.fabric_rtt_ns || {}).mean);
    keep(
        `class ${c.cos}, ${is_measured ? 'fabric RTT' : 'packet'}`,
        is_measured ? c.fabric_rtt_ns : c.latency_ns);
  }
  for (const c of (summary.ethernet_clos || {}).classes || [])
    keep(`Ethernet class ${c.cos}, fabric RTT`, c.fabric_rtt_ns);
  for (const op of (summary.rma || {}).ops || []) keep(`1RMA, ${op.op} ${op.class}`, op.total_ns);
  for (const what of ['hit', 'set'])
    keep(`CliqueMap, ${what}`, ((summary.cliquemap || {}).times_ns || {})[what]);
  return times;
}

function listed_value(value) {
  if (value === null) return '–';
  if (typeof value !== 'number') return value_text(value);
  return Number.isInteger(value) ? count_text(value) : figure_text(value);
}

/** Sections that have no presentation of their own: each field with its unit and meaning. */
function listed_sections(run) {
  return run.sections.map(
      of => section(
          of.name,
          table(
              of.text,
              [
                {title: 'what', of: row => row[0]},
                {title: 'value', of: row => row[1], text: listed_value},
                {title: 'unit', of: row => row[2]},
                {title: 'meaning', of: row => row[3]},
              ],
              of.rows)));
}

function host_sections(summary) {
  return [
    packet_section(summary.ip), operation_section(summary.rma), pcie_section(summary.pcie),
    lookup_section(summary.cliquemap)
  ];
}
