// SPDX-License-Identifier: Apache-2.0
// Numbers and names as text.
'use strict';

/** At most `digits` digits after the point; a dash for what was not measured. */
function decimal(value, digits = 1) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '–';
  return value.toLocaleString('en-US', {maximumFractionDigits: digits});
}

/** Three to four significant digits, for figures of any size. */
function figure_text(value) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '–';
  return value.toLocaleString(
      'en-US',
      Math.abs(value) >= 1000 ? {maximumFractionDigits: 0} : {maximumSignificantDigits: 4});
}

const count_text = value => decimal(value, 0);
const percent_text = value => Number.isFinite(value) ? decimal(100 * value, 1) + ' %' : '–';

/** A configuration value as one would write it; objects and lists as JSON. */
function value_text(value) {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

/**
 * A configuration path as the title of an axis or legend. Vega-Lite writes titles into expressions,
 * backslashes as they are, so nothing gets there that no path has; tables show paths as they are.
 */
const title_text = path => path.replace(/[^\w.\- ]/g, '·');

function bytes_text(bytes) {
  return Number.isFinite(bytes) ? decimal(bytes / 1e6, 0) + ' MB' : '–';
}

const plural = (n, one, many = one + 's') => `${count_text(n)} ${n === 1 ? one : many}`;
