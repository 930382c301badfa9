// SPDX-License-Identifier: Apache-2.0
// Colours of charts, on light and on dark paper. Hues of Okabe and Ito, which people with any kind
// of colour vision can distinguish; lines also differ in dashes and points in shapes.
'use strict';

const dark_query = window.matchMedia('(prefers-color-scheme: dark)');

const kShapes = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down'];
const kDashes = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4], [4, 6]];

/** From nothing to full: further from the paper means more, so lightness alone shows it. */
function load_range() {
  return dark_query.matches ? ['#2b3640', '#6b4a1e', '#d9822b', '#ffe9a8'] :
                              ['#d5dde4', '#f2b544', '#cf5510', '#5f100f'];
}

function theme() {
  const dark = dark_query.matches;
  const ink = dark ? '#e4e9ed' : '#1d252c', soft = dark ? '#a3aeb8' : '#55616c';
  const line = dark ? '#3a444d' : '#dde3e8';
  const font = 'system-ui, "DejaVu Sans", sans-serif';
  return {
    background: 'transparent',
    font,
    view: {stroke: line},
    axis: {
      labelColor: ink,
      titleColor: ink,
      gridColor: line,
      domainColor: soft,
      tickColor: soft,
      labelFontSize: 12,
      titleFontSize: 12,
      titleFontWeight: 'normal',
      labelLimit: 160,
      labelOverlap: true,
      titleLimit: 420
    },
    legend: {
      labelColor: ink,
      titleColor: ink,
      labelFontSize: 12,
      titleFontSize: 12,
      titleFontWeight: 'normal',
      labelLimit: 620,
      titleLimit: 320,
      symbolBaseFillColor: ink,
      symbolBaseStrokeColor: ink,
      layout: {top: {direction: 'vertical', anchor: 'start', margin: 6}}
    },
    header: {
      labelColor: ink,
      titleColor: ink,
      labelFontSize: 12,
      titleFontSize: 12,
      titleFontWeight: 'normal',
      labelFontWeight: 'bold',
      labelLimit: 320,
      titleLimit: 320
    },
    title: {color: ink},
    text: {color: ink},
    rule: {color: soft},
    mark: {color: dark ? '#56b4e9' : '#0072b2'},
    line: {strokeWidth: 2},
    range: {
      category: dark ?
          ['#56b4e9', '#e69f00', '#2fc79b', '#e58fbf', '#f0763a', '#c3c93f', '#b3b9c0'] :
          ['#0072b2', '#d55e00', '#008a65', '#b3568c', '#3b9fd6', '#b07900', '#59646e'],
      ordinal: load_range(),
      ramp: load_range(),
      heatmap: load_range(),
      symbol: kShapes,
    },
  };
}
