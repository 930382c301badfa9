// SPDX-License-Identifier: Apache-2.0
// Flow control over a WAN: buffer and pauses over the steps, depth over C, tables of times.
'use strict';

const step_axis = {
  field: 'step',
  type: 'quantitative',
  title: 'step'
};

/** A mean of steps as a line, and where the rows have extremes, their range. */
function wan_curve(rows, field, title, domain) {
  const y = {field, type: 'quantitative', title, scale: domain ? {domain} : {}};
  const tooltip = [
    {field: 'step', title: 'step'}, {field, title, format: '.3~f'},
    ...(field === 'occupancy' ?
            [
              {field: 'low', title: 'least', format: '.3~f'},
              {field: 'high', title: 'most', format: '.3~f'}
            ] :
            [])
  ];
  const line = {mark: {type: 'line', strokeWidth: 1.2}, encoding: {x: step_axis, y, tooltip}};
  const range = {
    mark: {type: 'area', opacity: 0.25},
    encoding: {
      x: step_axis,
      y: {field: 'low', type: 'quantitative', title},
      y2: {field: 'high'},
    }
  };
  return {
    width: 900,
    height: 180,
    data: {values: rows},
    layer: field === 'occupancy' ? [range, line] : [line]
  };
}

function wan_model_section(model) {
  const of_model = model.name === 'steps' ? 'stepped model' : 'frame model';
  const curve = (field, title, text, domain) => figure(
      `wan-${model.name}-${field}`, title, text,
      () => wan_curve(model.series, field, title.toLowerCase(), domain), model.series.length);
  return section(
      `Course, ${of_model}`,
      curve(
          'occupancy', 'Buffer occupancy',
          'In steps of data at the line rate; the area is the range within each point.'),
      curve('pause', 'Pause to source', 'Share of a step that the WAN node requests.', [0, 1]),
      curve('sink_pause', 'Pause from sink', 'Share of a step that the sink requests.', [0, 1]),
      table(
          `Figures, ${of_model}`,
          [
            {title: 'figure', of: row => row.name},
            {title: 'value', of: row => row.value, text: figure_text},
            {title: 'meaning', of: row => row.text},
          ],
          model.figures));
}

function wan_depth_section(depth) {
  if (depth.length === 0) return undefined;
  const x = {field: 'constant', type: 'quantitative', title: 'characteristic constant C'};
  const y = field => ({field, type: 'quantitative', title: 'buffer occupancy'});
  const tooltip = [
    {field: 'constant', title: 'C', format: '.3~f'}, {field: 'mean', format: '.3~f'},
    {field: 'balanced', title: '(1 - mu)(H - C)', format: '.3~f'}
  ];
  const layer = [
    {mark: {type: 'area', opacity: 0.25}, encoding: {x, y: y('low'), y2: {field: 'high'}}},
    {mark: {type: 'line', strokeDash: [6, 3]}, encoding: {x, y: y('balanced')}},
    {mark: {type: 'point', filled: true, opacity: 1}, encoding: {x, y: y('mean'), tooltip}}
  ];
  return section(
      'Depth over C',
      figure(
          'wan-depth', 'Buffer depth over the characteristic constant',
          'Points: mean occupancy of the stepped model. Area: its range. Dashed: (1 - mu)(H - C).',
          () => ({width: 620, height: 260, data: {values: depth}, layer})));
}

const printed_text = value => `${value.printed}${value.right ? '' : ' (wrong)'}`;

function wan_times_section(wan) {
  return section(
      'Times per rate',
      table(
          'PAUSE: quanta of 512 bit times, at most 65535',
          [
            {title: 'Gb/s', of: row => row.gbps, text: figure_text},
            {title: 'quantum, ns', of: row => row.quantum_ns, text: figure_text},
            {title: 'slides', of: row => printed_text(row.slide_quantum_ns)},
            {title: 'longest, ms', of: row => row.max_pause_ms, text: figure_text},
            {title: 'slides', of: row => printed_text(row.slide_max_pause_ms)},
          ],
          wan.pause_times),
      table(
          'InfiniBand: blocks of 64 octets, at most 2048',
          [
            {title: 'link', of: row => row.name},
            {title: 'Gb/s', of: row => row.gbps, text: figure_text},
            {title: 'block, ns', of: row => row.block_ns, text: figure_text},
            {title: 'slides', of: row => printed_text(row.slide_block_ns)},
            {title: 'longest, us', of: row => row.max_send_us, text: figure_text},
            {title: 'slides', of: row => printed_text(row.slide_max_send_us)},
            {title: 'credits per s', of: row => row.credits_per_s, text: count_text},
          ],
          wan.send_times));
}

function wan_settings_section(config) {
  const rows = Object.entries(config).flatMap(
      ([name, value]) => name === 'frames' ?
          Object.entries(value).map(([key, of]) => [`wan.frames.${key}`, of]) :
          [[`wan.${name}`, value]]);
  return section(
      'Configuration',
      table(
          'Keys',
          [{title: 'key', of: row => row[0]}, {title: 'value', of: row => row[1] ?? 'unset'}],
          rows));
}

function wan_sections(wan) {
  return [
    ...wan.models.map(wan_model_section), wan_depth_section(wan.depth), wan_times_section(wan),
    wan_settings_section(wan.config)
  ];
}
