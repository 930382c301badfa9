// SPDX-License-Identifier: Apache-2.0
// Curves of a sweep: the role of each parameter, and the charts.
'use strict';

/** Which swept parameter becomes what. Loads are the x axis, seeds repeat a point. */
function roles(sweep, done) {
  const parameters =
      sweep.parameters
          .map((path, index) => {
            const values = new Map(
                done.map(point => [JSON.stringify(point.values[index]), point.values[index]]));
            const sorted = [...values.values()];
            const is_number = sorted.every(value => typeof value === 'number');
            if (is_number) sorted.sort((a, b) => a - b);
            return {path, index, is_number, values: sorted};
          })
          .filter(parameter => parameter.values.length > 1);
  const is_load = p => /(^|\.)load$/.test(p.path), is_seed = p => p.path === 'run.seed';
  const others = parameters.filter(p => !is_load(p) && !is_seed(p));
  const has_load = parameters.some(is_load);
  let x;
  if (!has_load) {
    x = others.find(p => p.is_number);
    if (x !== undefined) others.splice(others.indexOf(x), 1);
  }
  // Drawn at random, a parameter has about as many values as there are points: no curve joins them.
  const colour = others.shift();
  const is_scattered = colour !== undefined && colour.is_number && colour.values.length > 8;
  const row = others.length > 0 && others[0].values.length <= 6 ? others.shift() : undefined;
  return {has_load, x, colour, is_scattered, row, rest: others};
}

const kStatistics = ['mean', 'p50', 'p99'];
const kPointShapes = ['circle', 'diamond', 'cross', 'triangle-down'];

/**
 * Latencies of a point by what they are of: '' is cells, where these have a latency of their own.
 */
const sweep_times = summary => has_engines(summary) && !summary.measured_cells ?
    engine_times(summary) :
    {'': summary.latency_ns || {}};
/** The names of all points, '' first. */
const time_names =
    done => [...new Set(done.flatMap(p => Object.keys(sweep_times(p.summary))))].sort();

/** Points in the form that charts need: fields with names of our own, whatever paths are called. */
function chart_points(done, role) {
  const value = (point, p) => p === undefined ? '' : point.values[p.index];
  return done.map(point => {
    const s = point.summary;
    return {
      number: point.number,
      point: point.point,
      seed: point.seed ?? '',
      state: verdict_word(s),
      x: role.has_load ? s.offered_gbps_per_tin :
          role.x       ? value(point, role.x) :
                         point.number,
      offered: s.offered_gbps_per_tin,
      accepted: s.accepted_gbps_per_tin,
      bound: Number.isFinite(highest_bound(s)) ? highest_bound(s) : null,
      times: sweep_times(s),
      colour: role.is_scattered ? value(point, role.colour) : value_text(value(point, role.colour)),
      series: role.colour ? `${role.colour.path} = ${value_text(value(point, role.colour))}` : '',
      row: role.row ? `${role.row.path} = ${value_text(value(point, role.row))}` : '',
      rest: role.rest.map(p => `${p.path} = ${value_text(value(point, p))}`).join(', '),
    };
  });
}

function x_title(role) {
  return role.has_load ? 'offered [Gb/s per TiN]' : role.x ? title_text(role.x.path) : 'point';
}

/** Channels that all charts of a sweep share. */
function series_channels(role) {
  const channels = {};
  if (role.colour !== undefined) {
    channels.color = role.is_scattered ? {
      field: 'colour',
      type: 'quantitative',
      title: title_text(role.colour.path),
      scale: {range: load_range().slice(1)}
    } :
                                         {
                                           field: 'colour',
                                           type: 'nominal',
                                           title: title_text(role.colour.path),
                                           sort: role.colour.values.map(value_text),
                                           legend: {orient: 'top', columns: 3, symbolType: 'stroke'}
                                         };
  }
  return channels;
}

function line_channels(role) {
  const dash = role.rest.length > 0 ? {
    strokeDash: {
      field: 'rest',
      type: 'nominal',
      title: null,
      scale: {range: kDashes},
      legend: {orient: 'top', columns: 1}
    }
  } :
      role.colour === undefined ? {} :
                                  {
                                    strokeDash: {
                                      field: 'colour',
                                      type: 'nominal',
                                      title: title_text(role.colour.path),
                                      sort: role.colour.values.map(value_text),
                                      scale: {range: kDashes},
                                      legend: {orient: 'top', columns: 3, symbolType: 'stroke'}
                                    }
                                  };
  return {...series_channels(role), ...dash, detail: {field: 'seed'}};
}

/** Titles are our own: those of tooltips are written into expressions, too. */
function point_tooltip(role, more) {
  return [
    {field: 'number', title: 'point'},
    ...(role.colour ? [{field: 'series', title: 'series'}] : []),
    ...(role.row ? [{field: 'row', title: 'where'}] : []),
    ...(role.rest.length ? [{field: 'rest', title: 'and'}] : []),
    {field: 'seed', title: 'seed'},
    {field: 'offered', title: 'offered [Gb/s]', format: '.1f'},
    {field: 'accepted', title: 'accepted [Gb/s]', format: '.1f'},
    ...more,
    {field: 'state', title: 'verdict'},
  ];
}

/** Lines with a mark for each point, whose shape is its verdict. */
function curve_layers(role, y, more) {
  const x = {
    field: 'x',
    type: role.x && !role.x.is_number ? 'ordinal' : 'quantitative',
    title: x_title(role),
    scale: role.has_load ? {} : {zero: false}
  };
  const points = {
    mark: {type: 'point', filled: true, size: 55, opacity: 1},
    encoding: {
      x,
      y,
      ...series_channels(role),
      tooltip: point_tooltip(role, more),
      shape: {
        field: 'state',
        title: 'verdict',
        sort: [...kVerdicts.keys()],
        legend: {orient: 'top'},
        scale: {domain: [...kVerdicts.keys()], range: kPointShapes}
      }
    },
  };
  const joined = (role.has_load || role.x !== undefined) && !role.is_scattered;
  const lines = {mark: {type: 'line', strokeWidth: 1.5}, encoding: {x, y, ...line_channels(role)}};
  return joined ? [lines, points] : [points];
}

/** `inner` for each value of the row parameter; `columns`, if any, side by side. */
function in_rows(role, rows, columns, inner) {
  if (!role.row && !columns) return {data: {values: rows}, ...inner};
  const facet = {};
  if (columns) facet.column = {field: 'statistic', sort: columns, title: null};
  if (role.row) {
    facet.row = {
      field: 'row',
      title: null,
      header: {labelAngle: 0, labelOrient: 'top', labelAnchor: 'start'},
      sort: role.row.values.map(value => `${role.row.path} = ${value_text(value)}`)
    };
  }
  return {data: {values: rows}, facet, spec: inner};
}

function latency_curves(points, role, name, id) {
  const rows = points.flatMap(({times, ...point}) => {
    const of = times[name] || {};
    return kStatistics.filter(statistic => Number.isFinite(of[statistic]) && of[statistic] > 0)
        .map(statistic => ({...point, statistic, ns: of[statistic]}));
  });
  if (rows.length === 0) return undefined;
  const y = {
    field: 'ns',
    type: 'quantitative',
    scale: {type: 'log', nice: true},
    title: 'latency [ns]',
    axis: {format: '~s'}
  };
  return figure(
      id, name === '' ? 'Latency' : `Latency: ${name}`,
      `Mean, median and 99th percentile${
          name === '' ? ' from birth to delivery' : ''}. The latency ` +
          'of a saturated network grows with the length of the run.',
      () => in_rows(role, rows, kStatistics, {
        width: 300,
        height: 280,
        layer: curve_layers(role, y, [{field: 'ns', title: 'latency [ns]', format: ',.1f'}])
      }));
}

function throughput_curves(points, role) {
  const rows = points.map(({times, ...point}) => point);
  const y = {field: 'accepted', type: 'quantitative', title: 'accepted [Gb/s per TiN]'};
  const x = {field: 'x', type: 'quantitative', title: x_title(role)};
  const layers = curve_layers(role, y, []);
  if (role.has_load) {
    const most = Math.max(...points.map(p => p.offered));
    layers.unshift(
        {
          data: {values: [{x: 0, accepted: 0}, {x: most, accepted: most}]},
          mark: {type: 'line', strokeDash: [2, 3], strokeWidth: 1, color: theme().rule.color},
          encoding: {x, y}
        },
        {
          transform: [{filter: {field: 'bound', valid: true}}],
          mark: {type: 'line', strokeDash: [8, 4], strokeWidth: 1},
          encoding: {
            x,
            y: {...y, field: 'bound'},
            ...series_channels(role),
            detail: [{field: 'rest'}, {field: 'seed'}]
          }
        });
  }
  return figure(
      'throughput', role.has_load ? 'Accepted and offered' : 'Accepted',
      role.has_load ?
          'Dotted: all that is offered is accepted. Dashed: the bound, where one is known.' :
          'Words delivered in the measurement, of whole cells.',
      () => in_rows(role, rows, undefined, {width: 620, height: 320, layer: layers}));
}
