// SPDX-License-Identifier: Apache-2.0
// Curves of a sweep: the charts.
'use strict';

const kStatistics = ['mean', 'p50', 'p99', 'p999'];
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

/**
 * Points in the form that charts need: fields with names of our own, whatever paths are called.
 * Sorted by series, the first at the bottom.
 */
function chart_points(done, role) {
  const value = (point, p) => p === undefined ? '' : point.values[p.index];
  const place = (point, i) => role.metric !== undefined ? role.metric_values[i] :
      role.x                                            ? value(point, role.x) :
                                                          point.number;
  const points = done.map((point, i) => {
    const s = point.summary;
    const series = [role.colour, role.row, ...role.rest].filter(p => p !== undefined);
    return {
      number: point.number,
      point: point.point,
      seed: point.seed ?? '',
      state: verdict_word(s),
      x: place(point, i),
      along: value(point, role.along),
      offered: s.offered_gbps_per_tin,
      accepted: s.accepted_gbps_per_tin,
      bound: Number.isFinite(highest_bound(s)) ? highest_bound(s) : null,
      times: sweep_times(s),
      at: i,
      key: series.map(p => setting_text(p, value(point, p))).join(', '),
      colour: role.is_scattered ? value(point, role.colour) :
          role.colour           ? role.colour.names.get(value_text(value(point, role.colour))) :
                                  '',
      series: role.colour ? full_setting(role.colour, value(point, role.colour)) : '',
      row: role.row ? setting_text(role.row, value(point, role.row)) : '',
      rest: role.rest.map(p => setting_text(p, value(point, p))).join(', '),
      where: role.row ? full_setting(role.row, value(point, role.row)) : '',
      and: role.rest.map(p => full_setting(p, value(point, p))).join(', '),
    };
  });
  // The order of series within a row of charts.
  const keys = new Map();
  for (const point of points) {
    const of_row = keys.get(point.row) ?? new Map();
    keys.set(point.row, of_row);
    if (!of_row.has(point.key)) of_row.set(point.key, of_row.size);
    point.index = of_row.get(point.key);
  }
  return points.sort((a, b) => a.index - b.index);
}

function x_title(role) {
  return role.has_load          ? 'offered [Gb/s per chip]' :
      role.metric !== undefined ? title_text(role.metric) :
      role.x                    ? title_text(role.x.path) :
                                  'point';
}

/** Names of a parameter's values, in their order. */
const names_of = p => p.values.map(value => p.names.get(value_text(value)));

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
                                           sort: names_of(role.colour),
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
                                      sort: names_of(role.colour),
                                      scale: {range: kDashes},
                                      legend: {orient: 'top', columns: 3, symbolType: 'stroke'}
                                    }
                                  };
  const order = role.metric !== undefined && !role.has_load && role.along?.is_number ?
      {order: {field: 'along', type: 'quantitative'}} :
      {};
  return {...series_channels(role), ...dash, ...order, detail: [{field: 'seed'}, {field: 'key'}]};
}

/** Titles are our own: those of tooltips are written into expressions, too. */
function point_tooltip(role, more) {
  return [
    {field: 'number', title: 'point'},
    ...(role.colour ? [{field: 'series', title: 'series'}] : []),
    ...(role.row ? [{field: 'where', title: 'where'}] : []),
    ...(role.rest.length ? [{field: 'and', title: 'and'}] : []),
    {field: 'seed', title: 'seed'},
    {field: 'offered', title: 'offered [Gb/s]', format: '.1f'},
    {field: 'accepted', title: 'accepted [Gb/s]', format: '.1f'},
    ...more,
    {field: 'state', title: 'verdict'},
  ];
}

/** Lines with a mark for each point, whose shape is its verdict. */
function curve_layers(points_of, role, y, more) {
  const x = {
    field: 'x',
    type: role.x && !role.x.is_number ? 'ordinal' : 'quantitative',
    title: x_title(role),
    scale: role.has_load ? {} : {zero: false}
  };
  const points = {
    mark: {type: 'point', filled: true, opacity: 1},
    encoding: {
      x,
      y,
      ...series_channels(role),
      size: stacked(points_of, 160, 45),
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
  const joined = role.along !== undefined && !role.is_scattered;
  const lines = {mark: {type: 'line'}, encoding: {x, y, ...line_channels(role)}};
  return joined ? [lines, points] : [points];
}

/** `inner` for each value of the row parameter; `columns`, if any, side by side. */
function in_rows(role, rows, columns, inner) {
  if (!role.row && !columns) return {data: {values: rows}, ...inner};
  const facet = {};
  if (columns) {
    facet.column = {
      field: 'statistic',
      sort: columns,
      title: null,
      header: {labelExpr: 'datum.value === \'p999\' ? \'p99.9\' : datum.value'}
    };
  }
  if (role.row) {
    facet.row = {
      field: 'row',
      title: null,
      header: {labelAngle: 0, labelOrient: 'top', labelAnchor: 'start'},
      sort: role.row.values.map(value => setting_text(role.row, value))
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
      `Mean, median, 99th and 99.9th percentile${
          name === '' ? ' from birth to delivery' : ''}. The latency ` +
          'of a saturated network grows with the length of the run.',
      () => in_rows(role, shown_only(rows), kStatistics, {
        width: 215,
        height: 280,
        layer: curve_layers(points, role, y, [{field: 'ns', title: 'latency [ns]', format: ',.1f'}])
      }));
}

function throughput_curves(points, role) {
  const rows = points.map(({times, ...point}) => point);
  const y = {field: 'accepted', type: 'quantitative', title: 'accepted [Gb/s per chip]'};
  const x = {field: 'x', type: 'quantitative', title: x_title(role)};
  const layers = curve_layers(points, role, y, []);
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
      () => in_rows(role, shown_only(rows), undefined, {width: 620, height: 320, layer: layers}));
}

/** A chart of a figure that the sweep file names; `values` are in the order of the points. */
function metric_curves(points, role, name, values, id) {
  const rows = points.map(({times, ...point}) => ({...point, value: values[point.at]}))
                   .filter(row => Number.isFinite(row.value));
  if (rows.length === 0) return el('p', {class: 'soft'}, `${name}: no point has this figure.`);
  const y = {
    field: 'value',
    type: 'quantitative',
    title: title_text(name),
    scale: {zero: false},
    axis: {format: '~s'}
  };
  return figure(
      id, name, 'A figure of `y` of the sweep file.',
      () => in_rows(role, shown_only(rows), undefined, {
        width: 620,
        height: 320,
        layer: curve_layers(points, role, y, [{field: 'value', title: 'value', format: ',.4~g'}])
      }));
}

const kSaturationWords = {
  'sustained': 'largest that is carried',
  'at least': 'all is carried up to the last point',
  'peak': 'largest accepted; no point carries all'
};

/** Saturation throughput per curve; nothing where no load or rate varies. */
function saturation_table(sweep) {
  if (sweep.saturation.length === 0) return undefined;
  const has_seeds = sweep.saturation.some(row => row.seeds > 1);
  return table(
      'Saturation throughput in Gb/s per chip: the largest accepted rate that is steady and within ' +
          '1 % of what is offered',
      [
        {title: 'curve', of: row => row.curve || 'all points'},
        {title: 'throughput', of: row => row.mean, text: figure_text},
        {title: 'how', of: row => kSaturationWords[row.kind] ?? row.kind},
        {title: 'most accepted', of: row => row.peak, text: figure_text},
        ...(has_seeds ?
                [
                  {title: 'seeds', of: row => row.seeds, text: count_text},
                  {title: 'from', of: row => row.min, text: figure_text},
                  {title: 'to', of: row => row.max, text: figure_text},
                ] :
                []),
      ],
      sweep.saturation);
}
