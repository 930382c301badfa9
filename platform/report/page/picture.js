// SPDX-License-Identifier: Apache-2.0
// Pictures of the network: chips as points, grouped by pod; links as lines in the colour of their
// load.
'use strict';

/** Lines between pairs of nodes, both directions in one, the busiest last and so on top. */
function lines_between(links, node) {
  const both = grouped(
      links, link => [...[node(link.chip), node(link.peer)].sort((a, b) => a - b), link.kind],
      link => link.load);
  return both
      .map(
          ({parts: [a, b, kind], mean, max, count}) =>
              ({a, b, kind, mean, load: max, lanes: count / 2}))
      .sort((p, q) => p.load - q.load);
}

function on_circle(index, of, radius, centre = {
  x: 0,
  y: 0
}) {
  const angle = 2 * Math.PI * index / of - Math.PI / 2;
  return {x: centre.x + radius * Math.cos(angle), y: centre.y - radius * Math.sin(angle), angle};
}

/** Pods on a circle, the chips of each on a small circle. */
function places(network) {
  const pods = Math.max(...network.chips.map(([pod]) => pod)) + 1;
  const ring = pods === 1 ? 1 : Math.min(0.45, 0.4 * 2 * Math.sin(Math.PI / pods));
  const members = new Map();
  for (const [chip, [pod]] of network.chips.entries())
    members.set(pod, [...(members.get(pod) || []), chip]);
  const centres = [], chips = [];
  for (const [pod, list] of members) {
    centres[pod] = pods === 1 ? {x: 0, y: 0} : on_circle(pod, pods, 1);
    list.forEach((chip, i) => {
      chips[chip] =
          list.length === 1 ? centres[pod] : on_circle(i, list.length, ring, centres[pod]);
    });
  }
  return {pods, ring, centres, chips, members};
}

const kMaxLinesBetweenPods = 600;

/** Links from chip to chip; those between pods from pod to pod where they are too many. */
function network_lines(network, at) {
  const chip_lines = in_pod =>
      lines_between(network.links.filter(l => l.in_pod === in_pod), chip => chip)
          .map(l => ({
                 ...l,
                 from: network.name(l.a),
                 to: network.name(l.b),
                 p: at.chips[l.a],
                 q: at.chips[l.b]
               }));
  const inside = chip_lines(true);
  let between = chip_lines(false);
  if (between.length > kMaxLinesBetweenPods) {
    const edge = (pod, other) => {
      const c = at.centres[pod], o = at.centres[other], d = Math.hypot(o.x - c.x, o.y - c.y);
      return {x: c.x + (o.x - c.x) * at.ring / d, y: c.y + (o.y - c.y) * at.ring / d};
    };
    between = lines_between(network.links.filter(l => !l.in_pod), chip => network.chips[chip][0])
                  .map(l => ({
                         ...l,
                         from: `pod ${l.a}`,
                         to: `pod ${l.b}`,
                         p: edge(l.a, l.b),
                         q: edge(l.b, l.a)
                       }));
  }
  return [...between, ...inside].map(
      ({p, q, ...line}) => ({...line, x: p.x, y: p.y, x2: q.x, y2: q.y}));
}

const line_tooltip = [
  {field: 'from', title: 'between'},
  {field: 'to', title: 'and'},
  {field: 'kind', title: 'kind'},
  {field: 'lanes', title: 'links'},
  {field: 'load', title: 'busiest direction', format: '.1%'},
  {field: 'mean', title: 'mean of directions', format: '.1%'},
];

function picture_spec(
    {lines, scale, nodes, labels, extent, size, width, node_size, label_size = 12}) {
  const x = {
    field: 'x',
    type: 'quantitative',
    scale: {domain: [-extent, extent], nice: false},
    axis: null
  };
  const y = {...x, field: 'y'};
  return {
    width: size,
    height: size,
    view: {stroke: null},
    layer: [
      {
        data: {values: lines},
        mark: {type: 'rule', strokeWidth: width, strokeCap: 'round'},
        encoding: {
          x,
          y,
          x2: {field: 'x2'},
          y2: {field: 'y2'},
          tooltip: line_tooltip,
          color: {
            field: 'load',
            type: 'quantitative',
            scale: scale(),
            legend: {...load_legend, orient: 'right'}
          }
        }
      },
      {
        data: {values: nodes},
        mark: {type: 'point', filled: true, size: node_size, opacity: 1, color: theme().text.color},
        encoding: {x, y, tooltip: [{field: 'name', title: 'chip'}]}
      },
      {
        data: {values: labels},
        mark: {type: 'text', fontSize: label_size},
        encoding: {x, y, text: {field: 'name', type: 'nominal'}}
      },
    ],
  };
}

/** `only`: a pod whose links to others are shown alone. */
function network_picture(network, only) {
  const at = places(network);
  const pod = chip => network.chips[chip][0];
  const shown = only === undefined ? network : {
    ...network,
    links: network.links.filter(l => l.in_pod || pod(l.chip) === only || pod(l.peer) === only)
  };
  const lines = network_lines(shown, at);
  const nodes = network.chips.map((_, chip) => ({...at.chips[chip], name: network.name(chip)}));
  const outside = 1 + at.ring + (at.pods > 12 ? 0.07 : 0.15);
  const labels = at.pods === 1 ?
      network.chips.map(
          ([, tin], chip) => ({...on_circle(chip, network.chips.length, 1.09), name: `${tin}`})) :
      at.centres.map(
          (_, pod) => (
              {...on_circle(pod, at.pods, outside), name: at.pods > 12 ? `${pod}` : `pod ${pod}`}));
  const dense = network.chips.length > 100;
  return {
    lines,
    spec: () => picture_spec({
      lines,
      nodes,
      labels,
      scale: () => load_scale(network.links.map(l => l.load)),
      size: at.pods === 1 && !dense ? 520 : 760,
      extent: at.pods === 1 ? 1.2 : outside + 0.1,
      width: dense ? 0.7 : 1.8,
      node_size: dense              ? 14 :
          network.chips.length > 30 ? 36 :
                                      90
    })
  };
}

/** One pod of several: links between its chips, those to other pods as rays. */
function pod_picture(network, pod) {
  const members = [...network.chips.keys()].filter(chip => network.chips[chip][0] === pod);
  const place = chip =>
      on_circle(members.indexOf(chip), members.length, members.length === 1 ? 0 : 1);
  const mine = network.links.filter(
      l => network.chips[l.chip][0] === pod && network.chips[l.peer][0] === pod);
  const inside = lines_between(mine, chip => chip).map(l => {
    const p = place(l.a), q = place(l.b);
    return {...l, from: network.name(l.a), to: network.name(l.b), x: p.x, y: p.y, x2: q.x, y2: q.y};
  });
  const rays = members.flatMap(chip => {
    const own = network.links.filter(l => !l.in_pod && (l.chip === chip || l.peer === chip));
    const peers = lines_between(own, c => c);
    return peers.map((l, i) => {
      const angle = on_circle(
          members.indexOf(chip) + (peers.length === 1 ? 0 : 0.7 * (i / (peers.length - 1) - 0.5)),
          members.length, 1);
      const p = place(chip);
      return {
        ...l,
        from: network.name(chip),
        to: network.name(l.a === chip ? l.b : l.a),
        x: p.x,
        y: p.y,
        x2: 1.28 * angle.x,
        y2: 1.28 * angle.y
      };
    });
  });
  const nodes = members.map(chip => ({...place(chip), name: network.name(chip)}));
  const labels = members.map(
      (chip, i) => ({...on_circle(i, members.length, 1.4), name: `tin ${network.chips[chip][1]}`}));
  const lines = [...rays, ...inside];
  return {
    lines,
    spec: () => picture_spec({
      lines,
      nodes,
      labels,
      scale: () => load_scale(network.links.map(l => l.load)),
      extent: 1.52,
      size: 560,
      width: 2,
      node_size: 110
    })
  };
}
