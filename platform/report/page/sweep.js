// SPDX-License-Identifier: Apache-2.0
// A sweep: its result in words, its table, and one point in detail.
'use strict';

function point_table(sweep, done) {
  const latency = (key, name = '') => ({
    title: name === '' ? key : `${name}: ${key}`,
    of: p => sweep_times(p.summary)[name]?.[key],
    text: figure_text
  });
  const names = time_names(done), has_cells = names.includes('');
  const of_cells = (...columns) => has_cells ? columns : [];
  return table(
      'All points that are done; latencies in ns, throughput in Gb/s per chip',
      [
        {title: 'point', of: p => p.number, text: count_text},
        ...sweep.parameters.map((path, i) => ({title: path, of: p => p.values[i]})),
        {title: 'seed', of: p => p.seed},
        ...of_cells({title: 'offered', of: p => p.summary.offered_gbps_per_tin, text: figure_text}),
        {title: 'accepted', of: p => p.summary.accepted_gbps_per_tin, text: figure_text},
        ...of_cells(
            latency('mean'),
            {title: '± 95 %', of: p => p.summary.latency_ns?.ci95, text: figure_text},
            latency('p50'), latency('p99'), latency('p999')),
        ...names.filter(name => name !== '')
            .flatMap(name => kStatistics.map(key => latency(key, name))),
        {title: 'dropped', of: p => p.summary.cells?.dropped, text: count_text},
        {title: 'verdict', of: p => verdict_word(p.summary)},
        {title: 'why', of: p => verdict_reasons(p.summary).map(reason => reason.text).join(' ')},
        ...of_cells({
          title: 'interval',
          of: p => p.summary.latency_ns?.ci95_reliable ? 'reliable' : 'not reliable'
        }),
        {title: 'folder', of: p => `points/${p.point}`},
      ],
      done);
}

function sweep_words(sweep, done, role) {
  const not_done = sweep.points.length - done.length;
  const all_healthy = done.every(p => verdict_word(p.summary) === 'healthy');
  const lines = [[
    not_done > 0    ? 'warn' :
        all_healthy ? 'good' :
                      '',
    'Points', `${count_text(done.length)} of ${count_text(sweep.points.length)} done.`
  ]];
  const with_verdict = word => done.filter(p => verdict_word(p.summary) === word).length;
  if (done.length > 0) {
    const worst = [...kVerdicts.keys()].reverse().find(with_verdict);
    lines.push([
      worst === 'healthy' ? 'good' : kVerdicts.get(worst)?.level ?? 'bad', 'Verdicts',
      [...kVerdicts.keys()].map(word => `${word} ${with_verdict(word)}`).join(', ') + '.'
    ]);
    const best = done.reduce(
        (a, b) => b.summary.accepted_gbps_per_tin > a.summary.accepted_gbps_per_tin ? b : a);
    lines.push([
      '', 'Most',
      `${decimal(best.summary.accepted_gbps_per_tin)} Gb/s per chip accepted, at point ` +
          `${best.number}${describe(sweep, best)}.`
    ]);
    const has_interval = p => '' in sweep_times(p.summary);
    const unreliable =
        done.filter(p => has_interval(p) && !p.summary.latency_ns?.ci95_reliable).length;
    if (unreliable > 0) {
      lines.push([
        'warn', 'Intervals',
        `The confidence interval on the mean latency is not reliable in ` +
            `${plural(unreliable, 'point')}: longer runs would tell more.`
      ]);
    }
  }
  const parts = [role.colour, role.row, ...role.rest].filter(p => p !== undefined).map(p => p.path);
  if (parts.length > 0) lines.push(['', 'Series', parts.join(', ') + '.']);
  return el(
      'ul', {class: 'verdict'},
      lines.map(
          ([level, about, text]) =>
              el('li', {class: level || 'plain'}, el('b', {}, kWarningSign[level] + about),
                 el('span', {}, text))));
}

/** `: load = 0.3, …`; empty where nothing is swept. */
function describe(sweep, point) {
  const values = sweep.parameters.map((path, i) => `${path} = ${value_text(point.values[i])}`);
  return values.length > 0 ? ': ' + values.join(', ') : '';
}

function failed_section(sweep) {
  const rows = sweep.points.filter(point => point.status !== 'done');
  if (rows.length === 0) return undefined;
  return section(
      'Points without a result',
      table(
          'Failed or not run',
          [
            {title: 'point', of: p => p.number, text: count_text},
            ...sweep.parameters.map((path, i) => ({title: path, of: p => p.values[i]})),
            {title: 'status', of: p => p.status},
            {title: 'error', of: p => p.error},
          ],
          rows));
}

/** The sections of a run, for a point of the reader's choice; the busiest healthy one first. */
function point_detail(sweep) {
  const shown = sweep.points.filter(point => point.run !== undefined);
  if (shown.length === 0) return undefined;
  const accepted = p => p.summary.accepted_gbps_per_tin;
  const healthy = shown.filter(p => verdict_word(p.summary) === 'healthy');
  const first =
      (healthy.length > 0 ? healthy : shown).reduce((a, b) => accepted(b) > accepted(a) ? b : a);
  const place = el('div');
  const show = point =>
      place.replaceChildren(...run_sections({...point.run, summary: point.summary}));
  show(first);
  const done = sweep.points.filter(point => point.status === 'done').length;
  return section(
      'One point in detail',
      choice(
          'Point', shown.map(p => `${p.number}${describe(sweep, p)}`), shown.indexOf(first),
          index => {
            show(shown[index]);
            draw();
          }),
      done > shown.length ?
          el('p', {class: 'soft'},
             `The report holds the details of ${shown.length} of ${done} points, to ` +
                 'stay small; `tinsim report` on the folder of any other point shows them.') :
          undefined,
      place);
}

/** The figures that the sweep file names, else latency and throughput. */
function curve_charts(sweep, points, role, done) {
  if (sweep.y.length > 0) {
    return sweep.y.map(
        ([name, values], i) => metric_curves(points, role, name, values, `metric-${i}`));
  }
  return [
    ...time_names(done).map(
        (name, i) => latency_curves(points, role, name, i === 0 ? 'latency' : `latency-${i}`)),
    throughput_curves(points, role)
  ];
}

/** What each label stands for. */
function label_table(sweep) {
  if (sweep.labels.length === 0) return undefined;
  const paths = Object.keys(sweep.labels[0][1]);
  return folded(
      'What the labels stand for',
      table(
          'Parameters by label',
          [
            {title: 'label', of: row => row[0]},
            ...paths.map(path => ({title: path, of: row => row[1][path]})),
          ],
          sweep.labels));
}

function sweep_sections(sweep) {
  const done = sweep.points.filter(point => point.summary !== undefined);
  const role = roles(sweep, done);
  const points = chart_points(done, role);
  const curves = done.length === 0 ?
      undefined :
      section(
          'Curves', series_choice(points), curve_charts(sweep, points, role, done),
          saturation_table(sweep), label_table(sweep));
  return [
    section('Result', sweep_words(sweep, done, role)),
    curves,
    done.length === 0 ? undefined : pareto_section(sweep),
    done.length === 0 ? undefined : section('Table', point_table(sweep, done)),
    failed_section(sweep),
    point_detail(sweep),
  ].filter(part => part !== undefined);
}
