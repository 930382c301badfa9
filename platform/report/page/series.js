// SPDX-License-Identifier: Apache-2.0
// Series of a sweep's charts: the role of each parameter, short names, and which are shown.
'use strict';

const kLongestName = 40;

/**
 * Names of values that fit into a legend: values as they are, or what differs in them, or numbers.
 * Returns a Map from value_text() to the name.
 */
function short_names(values) {
  const texts = values.map(value_text);
  const is_short = names => names.every(name => name.length <= kLongestName);
  const cut = names => new Map(texts.map((text, i) => [text, names[i]]));
  if (is_short(texts) || texts.length < 2) return cut(texts);
  // The common begin and end, in whole words.
  const words = texts.map(text => text.match(/[\w.]+|[^\w.]/g) ?? []);
  const fewest = Math.min(...words.map(of => of.length));
  const all_have = at => words.every(of => of.at(at) === words[0].at(at));
  let begin = 0, end = 0;
  while (begin < fewest && all_have(begin)) ++begin;
  while (end < fewest - begin && all_have(-1 - end)) ++end;
  const middles = words.map(of => `…${of.slice(begin, of.length - end).join('')}…`);
  return cut(is_short(middles) ? middles : texts.map((_, i) => `value ${i + 1}`));
}

/** `path = value`; a label needs no path. */
const setting_text = (p, value) => {
  const name = p.names.get(value_text(value));
  return p.path === 'label' ? name : `${p.path} = ${name}`;
};

/** The same in full, for tooltips. */
const full_setting = (p, value) => `${p.path} = ${value_text(value)}`;

/** Which swept parameter becomes what; the axis is chosen before. Seeds repeat a point. */
function roles(sweep, done) {
  const axis = sweep.axis;
  const parameters = sweep.parameters.map((path, index) => {
    const values =
        new Map(done.map(point => [JSON.stringify(point.values[index]), point.values[index]]));
    const sorted = [...values.values()];
    const is_number = sorted.every(value => typeof value === 'number');
    if (is_number) sorted.sort((a, b) => a - b);
    return {path, index, is_number, values: sorted, names: short_names(sorted)};
  });
  const others = parameters.filter(
      p => p.values.length > 1 && p.path !== 'run.seed' && !axis.along.includes(p.index));
  const has_load = axis.is_metric && axis.name === 'offered_gbps_per_tin';
  const along = axis.parameter === null ? undefined : parameters[axis.parameter];
  // Drawn at random, a parameter has about as many values as there are points: no curve joins them.
  const colour = others.shift();
  const is_scattered = colour !== undefined && colour.is_number && colour.values.length > 8;
  const row = others.length > 0 && others[0].values.length <= 6 ? others.shift() : undefined;
  return {
    has_load,
    metric: axis.is_metric ? axis.name : undefined,
    metric_values: sweep.x,
    x: axis.is_metric ? undefined : along,
    along,
    colour,
    is_scattered,
    row,
    rest: others
  };
}

/** Keys of series that the reader has hidden. */
const hidden_series = new Set();

/** A box for each series; charts are drawn again when one changes. */
function series_choice(points) {
  const keys = [...new Set(points.map(point => point.key))];
  if (!has_charts || keys.length < 2 || keys.length > 60) return undefined;
  const box = key => {
    const input = el('input', {
      type: 'checkbox',
      checked: '',
      onchange: event => {
        event.target.checked ? hidden_series.delete(key) : hidden_series.add(key);
        redraw(id => /^(latency|throughput|metric)\b/.test(id));
      }
    });
    return el('label', {}, input, ' ', key);
  };
  return el('fieldset', {class: 'series'}, el('legend', {}, 'Series shown'), keys.map(box));
}

const shown_only = points => points.filter(point => !hidden_series.has(point.key));

/**
 * Lines and points of equal figures lie on each other: earlier series are wider, and below. Ranges
 * of a channel over `index`.
 */
function stacked(points, from, to) {
  const last = Math.max(...points.map(point => point.index), 0);
  return {
    field: 'index',
    type: 'quantitative',
    legend: null,
    scale: {domain: [0, Math.max(last, 1)], range: last === 0 ? [to, to] : [from, to]}
  };
}
