// SPDX-License-Identifier: Apache-2.0
// Builds the page out of the data that it carries.
'use strict';

const tinsim_data = JSON.parse(document.getElementById('data').textContent);
const tinsim_networks = tinsim_data.networks;

function licences() {
  const holder = document.getElementById('licences');
  if (holder === null) return undefined;
  return folded(
      'Licences of Vega, Vega-Lite, vega-embed and what they contain',
      el('pre', {tabindex: 0}, JSON.parse(holder.textContent)));
}

function build(data) {
  const is_sweep = data.kind === 'sweep';
  const title = is_sweep ? `Sweep ${data.sweep.name}` : data.run.summary.config;
  const parts = is_sweep ? sweep_sections(data.sweep) : run_sections(data.run);
  document.title = `${title} – tinsim`;
  const page = document.getElementById('report');
  page.append(
      el('h1', {}, title),
      el('p', {class: 'soft'},
         is_sweep ? `${plural(data.sweep.points.length, 'point')}; folder ${data.folder}` :
                    `${data.run.summary.network}; folder ${data.folder}`),
      has_charts ?
          '' :
          el('p', {id: 'no-charts'},
             'This report has no charts: it was requested without charts, or written by a ' +
                 'tinsim that was built without Vega. All tables are here.'),
      el('div', {}, parts),
      el('footer', {class: 'soft'}, el('p', {}, `Written by ${data.program}.`), licences()));
  page.querySelector('h1 + p').after(contents(page));
  return draw();
}

build(tinsim_data).catch(error => {
  tinsim_report.errors.push(String(error));
});
