// SPDX-License-Identifier: Apache-2.0
// Where the load is: a picture of the network and heat maps. The load of a link is the words that
// left the input FIFO at its far end in the measurement, per cycle; a link carries at most one.
'use strict';

/** Ports count in the measurement only. */
const measured_cycles = run => run.summary.measure_us * run.summary.core_mhz;

/** Directions of links with their loads; undefined where the network or the counts are not known. */
function link_loads(run) {
  const network = tinsim_networks[run.network];
  if (network === undefined || run.ports.length === 0) return undefined;
  const ports = new Map(run.ports.map(row => [row[0] * 65536 + row[1], row]));
  const links = network.links.map(([chip, port, peer, peer_port, is_global]) => {
    const row = ports.get(peer * 65536 + peer_port);
    return {chip, port, peer, peer_port, kind: is_global ? 'global' : 'local',
            cells: row ? row[3] : 0, load: row ? row[4] / measured_cycles(run) : 0};
  });
  return {...network, links, name: chip => `pod${network.chips[chip][0]}.tin${network.chips[chip][1]}`};
}

/** The end of a colour scale: the busiest, rounded up, so that scales of similar runs agree. */
function load_scale(loads) {
  const most = loads.reduce((a, b) => Math.max(a, b), 0);
  return {domain: [0, Math.min(1, Math.max(0.1, Math.ceil(most * 10 - 1e-9) / 10))], range: load_range(), interpolate: 'lab'};
}

const load_legend = {title: 'load', format: '.0%', gradientLength: 160};

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
  return [...groups.values()].map(g => ({parts: g.parts, mean: g.sum / g.count, max: g.max, count: g.count}));
}

/** Lines between pairs of nodes, both directions in one, the busiest last and so on top. */
function lines_between(links, node) {
  const both = grouped(links, link => [node(link.chip), node(link.peer)].sort((a, b) => a - b), link => link.load);
  return both.map(({parts: [a, b], mean, max, count}) => ({a, b, mean, load: max, lanes: count / 2}))
      .sort((p, q) => p.load - q.load);
}

function on_circle(index, of, radius, centre = {x: 0, y: 0}) {
  const angle = 2 * Math.PI * index / of - Math.PI / 2;
  return {x: centre.x + radius * Math.cos(angle), y: centre.y - radius * Math.sin(angle), angle};
}

/** Pods on a circle, the chips of each on a small circle. */
function places(network) {
  const pods = Math.max(...network.chips.map(([pod]) => pod)) + 1;
  const ring = pods === 1 ? 1 : Math.min(0.62, 0.4 * 2 * Math.sin(Math.PI / pods));
  const members = new Map();
  for (const [chip, [pod]] of network.chips.entries()) members.set(pod, [...(members.get(pod) || []), chip]);
  const centres = [], chips = [];
  for (const [pod, list] of members) {
    centres[pod] = pods === 1 ? {x: 0, y: 0} : on_circle(pod, pods, 1);
    list.forEach((chip, i) => {
      chips[chip] = list.length === 1 ? centres[pod] : on_circle(i, list.length, ring, centres[pod]);
    });
  }
  return {pods, ring, centres, chips, members};
}

const kMaxLinesBetweenPods = 600;

/** Local links from chip to chip; global ones too, or from pod to pod where they are too many. */
function network_lines(network, at) {
  const chip_lines = kind => lines_between(network.links.filter(l => l.kind === kind), chip => chip)
      .map(l => ({...l, kind, from: network.name(l.a), to: network.name(l.b), p: at.chips[l.a], q: at.chips[l.b]}));
  const local = chip_lines('local');
  let global = chip_lines('global');
  if (global.length > kMaxLinesBetweenPods) {
    const edge = (pod, other) => {
      const c = at.centres[pod], o = at.centres[other], d = Math.hypot(o.x - c.x, o.y - c.y);
      return {x: c.x + (o.x - c.x) * at.ring / d, y: c.y + (o.y - c.y) * at.ring / d};
    };
    global = lines_between(network.links.filter(l => l.kind === 'global'), chip => network.chips[chip][0])
        .map(l => ({...l, kind: 'global', from: `pod ${l.a}`, to: `pod ${l.b}`, p: edge(l.a, l.b), q: edge(l.b, l.a)}));
  }
  return [...global, ...local].map(({p, q, ...line}) => ({...line, x: p.x, y: p.y, x2: q.x, y2: q.y}));
}

const line_tooltip = [
  {field: 'from', title: 'between'}, {field: 'to', title: 'and'}, {field: 'kind', title: 'kind'},
  {field: 'lanes', title: 'links'}, {field: 'load', title: 'busiest direction', format: '.1%'},
  {field: 'mean', title: 'mean of directions', format: '.1%'},
];

function picture_spec({lines, scale, nodes, labels, extent, size, width, node_size, label_size = 12}) {
  const x = {field: 'x', type: 'quantitative', scale: {domain: [-extent, extent], nice: false}, axis: null};
  const y = {...x, field: 'y'};
  return {
    width: size, height: size, view: {stroke: null},
    layer: [
      {data: {values: lines}, mark: {type: 'rule', strokeWidth: width, strokeCap: 'round'},
       encoding: {x, y, x2: {field: 'x2'}, y2: {field: 'y2'}, tooltip: line_tooltip,
                  color: {field: 'load', type: 'quantitative', scale: scale(),
                          legend: {...load_legend, orient: 'right'}}}},
      {data: {values: nodes}, mark: {type: 'point', filled: true, size: node_size, opacity: 1, color: theme().text.color},
       encoding: {x, y, tooltip: [{field: 'name', title: 'chip'}]}},
      {data: {values: labels}, mark: {type: 'text', fontSize: label_size},
       encoding: {x, y, text: {field: 'name', type: 'nominal'}}},
    ],
  };
}

/** `only`: a pod whose global links are shown alone. */
function network_picture(network, only) {
  const at = places(network);
  const pod = chip => network.chips[chip][0];
  const shown = only === undefined ? network : {...network, links: network.links.filter(
      l => l.kind === 'local' || pod(l.chip) === only || pod(l.peer) === only)};
  const lines = network_lines(shown, at);
  const nodes = network.chips.map((_, chip) => ({...at.chips[chip], name: network.name(chip)}));
  const outside = 1 + at.ring + 0.07;
  const labels = at.pods === 1
      ? network.chips.map(([, tin], chip) => ({...on_circle(chip, network.chips.length, 1.09), name: `${tin}`}))
      : at.centres.map((_, pod) => ({...on_circle(pod, at.pods, outside), name: at.pods > 12 ? `${pod}` : `pod ${pod}`}));
  const dense = network.chips.length > 100;
  return {lines, spec: () => picture_spec({
    lines, nodes, labels, scale: () => load_scale(network.links.map(l => l.load)), size: at.pods === 1 && !dense ? 520 : 760, extent: at.pods === 1 ? 1.2 : outside + 0.1,
    width: dense ? 0.7 : 1.8, node_size: dense ? 14 : network.chips.length > 30 ? 36 : 90})};
}

/** One pod of several: local links between its chips, global ones as rays. */
function pod_picture(network, pod) {
  const members = [...network.chips.keys()].filter(chip => network.chips[chip][0] === pod);
  const place = chip => on_circle(members.indexOf(chip), members.length, members.length === 1 ? 0 : 1);
  const mine = network.links.filter(l => network.chips[l.chip][0] === pod && network.chips[l.peer][0] === pod);
  const local = lines_between(mine, chip => chip).map(l => {
    const p = place(l.a), q = place(l.b);
    return {...l, kind: 'local', from: network.name(l.a), to: network.name(l.b), x: p.x, y: p.y, x2: q.x, y2: q.y};
  });
  const rays = members.flatMap(chip => {
    const own = network.links.filter(l => l.kind === 'global' && (l.chip === chip || l.peer === chip));
    const peers = lines_between(own, c => c);
    return peers.map((l, i) => {
      const angle = on_circle(members.indexOf(chip) + (peers.length === 1 ? 0 : 0.7 * (i / (peers.length - 1) - 0.5)),
          members.length, 1);
      const p = place(chip);
      return {...l, kind: 'global', from: network.name(chip), to: network.name(l.a === chip ? l.b : l.a),
              x: p.x, y: p.y, x2: 1.28 * angle.x, y2: 1.28 * angle.y};
    });
  });
  const nodes = members.map(chip => ({...place(chip), name: network.name(chip)}));
  const labels = members.map((chip, i) => ({...on_circle(i, members.length, 1.4), name: `tin ${network.chips[chip][1]}`}));
  const lines = [...rays, ...local];
  return {lines, spec: () => picture_spec({lines, nodes, labels, scale: () => load_scale(network.links.map(l => l.load)), extent: 1.52, size: 560, width: 2, node_size: 110})};
}

/** Heat map of rows {row, column, load, …}; orders are as the lists say. */
function heat_spec(rows, {row, column, rows: row_order, columns: column_order, tooltip}) {
  const step = count => Math.max(2, Math.min(22, Math.floor(900 / count)));
  const step_x = step(column_order.length), step_y = step(row_order.length);
  return {
    width: {step: step_x}, height: {step: step_y},
    data: {values: rows},
    mark: {type: 'rect'},
    encoding: {
      x: {field: 'column', type: 'ordinal', sort: column_order, title: column,
          scale: {domain: column_order, paddingInner: step_x > 6 ? 0.08 : 0},
          axis: {labelOverlap: true, labelAngle: column_order.some(c => `${c}`.length > 3) ? -90 : 0, orient: 'top'}},
      y: {field: 'row', type: 'ordinal', sort: row_order, title: row,
          scale: {domain: row_order, paddingInner: step_y > 6 ? 0.08 : 0}, axis: {labelOverlap: true}},
      color: {field: 'load', type: 'quantitative', scale: load_scale(rows.map(r => r.load)), legend: load_legend},
      tooltip,
    },
  };
}

function heat_figure(id, title, text, rows, options) {
  const tooltip = [{field: 'row', title: options.row}, {field: 'column', title: options.column},
                   ...(options.more || []), {field: 'load', title: 'load', format: '.1%'}];
  return figure(id, title, text, () => heat_spec(rows, {...options, tooltip}), rows.length);
}

function port_heat(run, network) {
  const chips = network ? network.chips.length : run.summary.chips;
  const name = network ? network.name : chip => `chip ${chip}`;
  const cycles = measured_cycles(run);
  const rows = run.ports.map(([chip, port, kind, , words]) => (
      {row: name(chip), column: port, kind, load: words / cycles}));
  const ports = Math.max(...run.ports.map(row => row[1])) + 1;
  return heat_figure('ports', 'Load of each port',
      'Words per cycle that came in by the port and went on through the switch, in the measurement. ' +
      'Local and global ports show the link that ends there, terminal ports what hosts send.',
      rows, {row: 'chip', column: 'port', more: [{field: 'kind', title: 'kind'}],
             rows: [...Array(chips).keys()].map(name), columns: [...Array(ports).keys()]});
}

const kMaxChipsOfMatrix = 100;

function matrices(network) {
  const load = link => link.load;
  const cells = (links, from, to) => grouped(links, l => [from(l), to(l)], load).map(
      ({parts: [row, column], mean, max}) => ({row, column, load: mean, max}));
  const more = [{field: 'max', title: 'busiest link', format: '.1%'}];
  if (network.chips.length <= kMaxChipsOfMatrix) {
    const names = network.chips.map((_, chip) => network.name(chip));
    return [heat_figure('chips', 'Load between chips', 'Mean of the links from one chip to another.',
        cells(network.links, l => network.name(l.chip), l => network.name(l.peer)),
        {row: 'from', column: 'to', rows: names, columns: names, more})];
  }
  const pods = [...new Set(network.chips.map(c => c[0]))], tins = [...new Set(network.chips.map(c => c[1]))];
  const pod_of = chip => network.chips[chip][0], tin_of = chip => network.chips[chip][1];
  return [
    heat_figure('pods', 'Load between pods', 'Mean of the global links from one pod to another.',
        cells(network.links.filter(l => l.kind === 'global'), l => pod_of(l.chip), l => pod_of(l.peer)),
        {row: 'from pod', column: 'to pod', rows: pods, columns: pods, more}),
    heat_figure('tins', 'Load inside pods', 'Mean over all pods of the local links from one TiN to another.',
        cells(network.links.filter(l => l.kind === 'local'), l => tin_of(l.chip), l => tin_of(l.peer)),
        {row: 'from TiN', column: 'to TiN', rows: tins, columns: tins, more}),
  ];
}

function busiest_table(network, count = 20) {
  const rows = [...network.links].sort((a, b) => b.load - a.load).slice(0, count);
  return table(`The ${count < network.links.length ? count + ' busiest' : ''} of ` +
      `${plural(network.links.length, 'direction')} of links`, [
    {title: 'from', of: l => `${network.name(l.chip)}.port${l.port}`},
    {title: 'to', of: l => `${network.name(l.peer)}.port${l.peer_port}`},
    {title: 'kind', of: l => l.kind},
    {title: 'cells', of: l => l.cells, text: count_text},
    {title: 'load', of: l => l.load, text: percent_text},
  ], rows);
}

function kinds_table(network) {
  const rows = grouped(network.links, l => [l.kind], l => l.load);
  return table('Load of links', [
    {title: 'kind', of: r => r.parts[0]},
    {title: 'directions', of: r => r.count, text: count_text},
    {title: 'mean load', of: r => r.mean, text: percent_text},
    {title: 'busiest', of: r => r.max, text: percent_text},
    {title: 'busiest / mean', of: r => r.mean ? r.max / r.mean : undefined, text: value => decimal(value, 2)},
  ], rows);
}

/** The pod with the busiest local link first; another by choice. */
function pod_view(network) {
  if (!has_charts) return undefined;
  const pods = [...new Set(network.chips.map(c => c[0]))];
  const local = network.links.filter(l => l.kind === 'local' && network.chips[l.chip][0] === network.chips[l.peer][0]);
  if (pods.length < 2 || local.length === 0) return undefined;
  const busiest = local.reduce((a, b) => b.load > a.load ? b : a);
  const place = el('div');
  const show = pod => {
    const picture = pod_picture(network, pod);
    place.replaceChildren(figure('pod', `Pod ${pod}`, 'Local links between its chips; rays are its global links.',
        picture.spec, picture.lines.length));
  };
  const first = network.chips[busiest.chip][0];
  show(first);
  return el('div', {}, choice('Pod', pods.map(pod => `${pod}${pod === first ? ' (has the busiest local link)' : ''}`),
      pods.indexOf(first), index => { show(pods[index]); draw(); }), place);
}

const kManyPods = 12;

/** The whole network; with many pods, the global links of one alone by choice. */
function network_view(network) {
  if (!has_charts) return undefined;
  const place = el('div');
  const show = only => {
    const picture = network_picture(network, only);
    place.replaceChildren(figure('network', 'The network', 'A line is all links between two chips (between two pods, ' +
        'where there are too many), coloured by the busiest of them in its busiest direction.',
        picture.spec, picture.lines.length));
  };
  show(undefined);
  const pods = [...new Set(network.chips.map(c => c[0]))];
  const chooser = pods.length <= kManyPods ? undefined
      : choice('Global links of', ['all pods', ...pods.map(pod => `pod ${pod}`)], 0,
          index => { show(index === 0 ? undefined : pods[index - 1]); draw(); });
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
