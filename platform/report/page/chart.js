// SPDX-License-Identifier: Apache-2.0
// Figures: a chart by Vega-Lite where the report carries Vega, and its caption. Charts are drawn
// once their place is in the page, and again when the reader's colours change.
'use strict';

/** State for tests and for debugging in the browser console. */
const tinsim_report = {
  views: {},
  errors: [],
  is_drawn: false
};

const has_charts = typeof vegaEmbed === 'function';
let pending = [];  // [place, id, spec function], not drawn yet
let drawn = [];

/** More marks than this are drawn on a canvas: an element for each would make the page slow. */
const kMaxSvgMarks = 3000;

/**
 * `make` returns the Vega-Lite specification; it is called for each drawing. `marks` is how
 * many marks it will have, about. Without Vega there is no figure, only what else stands there.
 */
function figure(id, title, text, make, marks = 0) {
  if (!has_charts) return undefined;
  const place = el('div', {class: 'chart', id: `chart-${id}`});
  pending.push({place, id, make, renderer: marks > kMaxSvgMarks ? 'canvas' : 'svg', title});
  return el('figure', {}, el('figcaption', {}, title, el('span', {}, text)), place);
}

async function draw_one(chart) {
  const spec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description: chart.title,
    ...chart.make(),
  };
  try {
    const result = await vegaEmbed(chart.place, spec, {
      // The interpreter makes no code of strings, which the page's policy forbids.
      ast: true,
      renderer: chart.renderer,
      config: theme(),
      actions: {export: true, source: false, compiled: false, editor: false},
      downloadFileName: `tinsim-${chart.id}`,
    });
    chart.result = result;
    tinsim_report.views[chart.id] = result.view;
  } catch (error) {
    tinsim_report.errors.push(`${chart.id}: ${error}`);
    chart.place.replaceChildren(`This chart could not be drawn: ${error}`);
  }
}

/** Draws what is pending and in the page; drops charts whose place was removed. */
async function draw() {
  tinsim_report.is_drawn = false;
  const forgotten = drawn.filter(chart => !chart.place.isConnected);
  for (const chart of forgotten) {
    chart.result?.finalize();
    if (tinsim_report.views[chart.id] === chart.result?.view) delete tinsim_report.views[chart.id];
  }
  drawn = drawn.filter(chart => chart.place.isConnected);
  const now = pending.filter(chart => chart.place.isConnected);
  pending = [];
  drawn.push(...now);
  for (const chart of now) await draw_one(chart);
  tinsim_report.is_drawn = true;
}

/** Draws again the charts whose identifier `is_wanted` accepts. */
function redraw(is_wanted) {
  pending = drawn.filter(chart => is_wanted(chart.id));
  drawn = drawn.filter(chart => !is_wanted(chart.id));
  for (const chart of pending) chart.result?.finalize();
  return draw();
}

dark_query.addEventListener('change', () => redraw(() => true));
