// SPDX-License-Identifier: Apache-2.0
// Builds the page out of the data that it carries.
'use strict';

let tinsim_networks = [];

/** Large data is compressed, as text in base64. */
async function read_data() {
  const holder = document.getElementById('data');
  if (holder.type === 'application/json') return JSON.parse(holder.textContent);
  const bytes = Uint8Array.from(atob(holder.textContent), letter => letter.charCodeAt(0));
  const expanded = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(expanded).text());
}

function licences() {
  const holder = document.getElementById('licences');
  if (holder === null) return undefined;
  return folded(
      'Licences of Vega, Vega-Lite, vega-embed and what they contain',
      el('pre', {tabindex: 0}, JSON.parse(holder.textContent)));
}

/** Title, the line below it, and sections of each kind of report. */
const kKinds = {
  run: data =>
      [data.run.summary.config, `${data.run.summary.network}; folder ${data.folder}`,
       run_sections(data.run)],
  sweep: data =>
      [`Sweep ${data.sweep.name}`,
       `${plural(data.sweep.points.length, 'point')}; folder ${data.folder}`,
       sweep_sections(data.sweep)],
  wan: data =>
      [`Flow control over a WAN: ${data.wan.config.algorithm}`,
       `Seed ${data.wan.config.seed}; round trip of ${data.wan.config.rtt_steps} steps, buffer of ${
           data.wan.config.height}`,
       wan_sections(data.wan)]
};

function build(data) {
  const [title, line, parts] = kKinds[data.kind](data);
  document.title = `${title} – tinsim`;
  const page = document.getElementById('report');
  page.append(
      el('h1', {}, title), el('p', {class: 'soft'}, line),
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

read_data()
    .then(data => {
      tinsim_networks = data.networks;
      return build(data);
    })
    .catch(error => {
      tinsim_report.errors.push(String(error));
      document.getElementById('report').append(
          el('p', {}, `This report could not be shown: ${error}`));
    });
