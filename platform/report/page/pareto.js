// SPDX-License-Identifier: Apache-2.0
// Cost against gain: the points that no other beats.
'use strict';

function pareto_spec(pareto) {
  const rows = pareto.rows.map(row => ({...row, state: row.best ? 'not beaten' : 'beaten'}));
  const x =
      {field: 'cost', type: 'quantitative', title: title_text(pareto.cost), scale: {zero: false}};
  const y =
      {field: 'gain', type: 'quantitative', title: title_text(pareto.gain), scale: {zero: false}};
  const states = ['not beaten', 'beaten'];
  const front = {
    transform: [{filter: {field: 'best', equal: true}}],
    mark: {type: 'line', interpolate: 'step-after', strokeDash: [6, 3], strokeWidth: 1.5},
    encoding: {x, y}
  };
  const points = {
    mark: {type: 'point', filled: true, opacity: 1, size: 80},
    encoding: {
      x,
      y,
      color: {field: 'state', type: 'nominal', sort: states, title: null, legend: {orient: 'top'}},
      shape: {field: 'state', type: 'nominal', sort: states, title: null, legend: {orient: 'top'}},
      tooltip: [
        {field: 'name', title: 'of'},
        {field: 'cost', title: 'cost', format: ',.4~g'},
        {field: 'gain', title: 'gain', format: ',.4~g'},
        {field: 'state', title: 'it is'},
      ]
    }
  };
  return {width: 620, height: 320, data: {values: rows}, layer: [front, points]};
}

/** Nothing where the sweep file names no cost and the results have none. */
function pareto_section(sweep) {
  const pareto = sweep.pareto;
  if (!pareto.cost) return undefined;
  if (pareto.rows.length === 0) {
    return section(
        'Cost and gain', el('p', {}, `No point has both ${pareto.cost} and ${pareto.gain}.`));
  }
  const sorted = [...pareto.rows].sort((a, b) => a.cost - b.cost);
  return section(
      'Cost and gain',
      figure(
          'pareto', `${pareto.gain} against ${pareto.cost}`,
          `Less cost and ${pareto.gain_is} ${
              pareto.gain} are better. A point is beaten if another ` +
              'is no worse in both and better in one.',
          () => pareto_spec(pareto)),
      table(
          'Points that no other beats',
          [
            {title: 'of', of: row => row.name || 'all points'},
            {title: pareto.cost, of: row => row.cost, text: figure_text},
            {title: pareto.gain, of: row => row.gain, text: figure_text},
          ],
          sorted.filter(row => row.best)));
}
