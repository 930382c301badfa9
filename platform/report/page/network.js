// SPDX-License-Identifier: Apache-2.0
// Where the load is: of each link, and as heat maps. The load of a link is the words that
// left the input FIFO at its far end in the measurement, per cycle; a link carries at most one.
'use strict';

/** Ports count in the measurement only. */
const measured_cycles = run => run.summary.measure_us * run.summary.core_mhz;

/**
 * Directions of links with their loads; undefined where the network or the counts are not known.
 */
function link_loads(run) {
  const network = tinsim_networks[run.network];
  if (network === undefined || run.ports.length === 0) return undefined;
  const ports = new Map(run.ports.map(row => [row[0] * 65536 + row[1], row]));
  const links = network.links.map(([chip, port, peer, peer_port, is_global]) => {
    const row = ports.get(peer * 65536 + peer_port);
    return {
      chip,
      port,
      peer,
      peer_port,
      kind: is_global ? 'global' : 'local',
      in_pod: network.chips[chip][0] === network.chips[peer][0],
      cells: row ? row[3] : 0,
      load: row ? row[4] / measured_cycles(run) : 0
    };
  });
  return {
    ...network,
    links,
    name: chip => {
      const [pod, tin, node] = network.chips[chip];
      return `pod${pod}.tin${tin}${node ? ` (${node})` : ''}`;
    }
  };
}

/** The end of a colour scale: the busiest, rounded up, so that scales of similar runs agree. */
function load_scale(loads) {
  const most = loads.reduce((a, b) => Math.max(a, b), 0);
  return {
    domain: [0, Math.min(1, Math.max(0.1, Math.ceil(most * 10 - 1e-9) / 10))],
    range: load_range(),
    interpolate: 'lab'
  };
}

const load_legend = {
  title: 'load',
  format: '.0%',
  gradientLength: 160
};

/** Mean and maximum of `value` in groups of equal `key`; [[key parts, mean, max, count], …]. */
function grouped(items, key, value) {
  const groups = new Map();
  for (const item of items) {
    const parts = key(item), name = parts.join(' ');
    const group = groups.get(name) || {parts, sum: 0, max: 0, count: 0};
    group.sum += value(item);
    group.max = Math.max(group.max, value(item));
    ++group.count;
    groups.set(name, group);
  }
  return [...groups.values()].map(
      g => ({parts: g.parts, mean: g.sum / g.count, max: g.max, count: g.count}));
}

/** Heat map of rows {row, column, load, …}; orders are as the lists say. */
function heat_spec(rows, {row, column, rows: row_order, columns: column_order, tooltip}) {
  const step = count => Math.max(2, Math.min(22, Math.floor(900 / count)));
  const step_x = step(column_order.length), step_y = step(row_order.length);
  return {
    width: {step: step_x},
    height: {step: step_y},
    data: {values: rows},
    mark: {type: 'rect'},
    encoding: {
      x: {
        field: 'column',
        type: 'ordinal',
        sort: column_order,
        title: column,
        scale: {domain: column_order, paddingInner: step_x > 6 ? 0.08 : 0},
        axis: {
          labelOverlap: true,
          labelAngle: column_order.some(c => `${c}`.length > 3) ? -90 : 0,
          orient: 'top'
        }
      },
      y: {
        field: 'row',
        type: 'ordinal',
        sort: row_order,
        title: row,
        scale: {domain: row_order, paddingInner: step_y > 6 ? 0.08 : 0},
        axis: {labelOverlap: true}
      },
      color: {
        field: 'load',
        type: 'quantitative',
        scale: load_scale(rows.map(r => r.load)),
        legend: load_legend
      },
      tooltip,
    },
  };
}

function heat_figure(id, title, text, rows, options) {
  const tooltip = [
    {field: 'row', title: options.row}, {field: 'column', title: options.column},
    ...(options.more || []), {field: 'load', title: 'load', format: '.1%'}
  ];
  return figure(id, title, text, () => heat_spec(rows, {...options, tooltip}), rows.length);
}

function port_heat(run, network) {
  const chips = network ? network.chips.length : run.summary.chips;
  const name = network ? network.name : chip => `chip ${chip}`;
  const cycles = measured_cycles(run);
  const rows = run.ports.map(
      ([chip, port, kind, , words]) =>
          ({row: name(chip), column: port, kind, load: words / cycles}));
  const ports = Math.max(...run.ports.map(row => row[1])) + 1;
  return heat_figure(
      'ports', 'Load of each port',
      'Words per cycle that came in by the port and went on through the switch, in the ' +
          'measurement. ' +
          'Local and global ports show the link that ends there, terminal ports what hosts send.',
      rows, {
        row: 'chip',
        column: 'port',
        more: [{field: 'kind', title: 'kind'}],
        rows: [...Array(chips).keys()].map(name),
        columns: [...Array(ports).keys()]
      });
}

const kMaxChipsOfMatrix = 100;

function matrices(network) {
  const load = link => link.load;
  const cells = (links, from, to) =>
      grouped(links, l => [from(l), to(l)], load).map(({parts: [row, column],
                                                        mean,
                                                        max}) => ({row, column, load: mean, max}));
  const more = [{field: 'max', title: 'busiest link', format: '.1%'}];
  if (network.chips.length <= kMaxChipsOfMatrix) {
    const names = network.chips.map((_, chip) => network.name(chip));
    return [heat_figure(
        'chips', 'Load between chips', 'Mean of the links from one chip to another.',
        cells(network.links, l => network.name(l.chip), l => network.name(l.peer)),
        {row: 'from', column: 'to', rows: names, columns: names, more})];
  }
  const pods = [...new Set(network.chips.map(c => c[0]))],
        tins = [...new Set(network.chips.map(c => c[1]))];
  const pod_of = chip => network.chips[chip][0], tin_of = chip => network.chips[chip][1];
  return [
    heat_figure(
        'pods', 'Load between pods', 'Mean of the links from one pod to another.',
        cells(network.links.filter(l => !l.in_pod), l => pod_of(l.chip), l => pod_of(l.peer)),
        {row: 'from pod', column: 'to pod', rows: pods, columns: pods, more}),
    heat_figure(
        'tins', 'Load inside pods', 'Mean over all pods of their links from one TiN to another.',
        cells(network.links.filter(l => l.in_pod), l => tin_of(l.chip), l => tin_of(l.peer)),
        {row: 'from TiN', column: 'to TiN', rows: tins, columns: tins, more}),
  ];
}

function busiest_table(network, count = 20) {
  const rows = [...network.links].sort((a, b) => b.load - a.load).slice(0, count);
  return table(
      `The ${count < network.links.length ? count + ' busiest' : ''} of ` +
          `${plural(network.links.length, 'direction')} of links`,
      [
        {title: 'from', of: l => `${network.name(l.chip)}.port${l.port}`},
        {title: 'to', of: l => `${network.name(l.peer)}.port${l.peer_port}`},
        {title: 'kind', of: l => l.kind},
        {title: 'cells', of: l => l.cells, text: count_text},
        {title: 'load', of: l => l.load, text: percent_text},
      ],
      rows);
}

function kinds_table(network) {
  const rows = grouped(network.links, l => [l.kind], l => l.load);
  return table(
      'Load of links',
      [
        {title: 'kind', of: r => r.parts[0]},
        {title: 'directions', of: r => r.count, text: count_text},
        {title: 'mean load', of: r => r.mean, text: percent_text},
        {title: 'busiest', of: r => r.max, text: percent_text},
        {
          title: 'busiest / mean',
          of: r => r.mean ? r.max / r.mean : undefined,
          text: value => decimal(value, 2)
        },
      ],
      rows);
}

/** The pod with the busiest link inside first; another by choice. */
function pod_view(network) {
  if (!has_charts) return undefined;
  const pods = [...new Set(network.chips.map(c => c[0]))];
  const inside = network.links.filter(l => l.in_pod);
  if (pods.length < 2 || inside.length === 0) return undefined;
  const busiest = inside.reduce((a, b) => b.load > a.load ? b : a);
  const place = el('div');
  const show = pod => {
    const picture = pod_picture(network, pod);
    place.replaceChildren(figure(
        'pod', `Pod ${pod}`, 'Links between its chips; rays lead to other pods.', picture.spec,
        picture.lines.length));
  };
  const first = network.chips[busiest.chip][0];
  show(first);
  return el(
      'div', {},
      choice(
          'Pod', pods.map(pod => `${pod}${pod === first ? ' (has the busiest link inside)' : ''}`),
          pods.indexOf(first),
          index => {
            show(pods[index]);
            draw();
          }),
      place);
}

const kManyPods = 12;

/** The whole network; with many pods, the global links of one alone by choice. */
function network_view(network) {
  if (!has_charts) return undefined;
  const place = el('div');
  const show = only => {
    const picture = network_picture(network, only);
    place.replaceChildren(figure(
        'network', 'The network',
        'A line is all links between two chips (between two pods, ' +
            'where there are too many), coloured by the busiest of them in its busiest direction.',
        picture.spec, picture.lines.length));
  };
  show(undefined);
  const pods = [...new Set(network.chips.map(c => c[0]))];
  const chooser = pods.length <= kManyPods ?
      undefined :
      choice('Links of', ['all pods', ...pods.map(pod => `pod ${pod}`)], 0, index => {
        show(index === 0 ? undefined : pods[index - 1]);
        draw();
      });
  return el('div', {}, chooser, place);
}

function network_sections(run) {
  const network = link_loads(run);
  if (network === undefined || network.links.length === 0) {
    return run.ports.length === 0 ? [] : [section('Ports', port_heat(run, network))];
  }
  return [
    section('Network', network_view(network), kinds_table(network), pod_view(network)),
    section('Links', matrices(network), port_heat(run, network), busiest_table(network)),
  ];
}
