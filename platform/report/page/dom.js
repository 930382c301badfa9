// SPDX-License-Identifier: Apache-2.0
// Elements. Strings always become text nodes, never markup: a result may hold any string.
'use strict';

/** An element; `attributes` may hold `on…` functions, undefined children are left out. */
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2), value);
    } else if (value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat(Infinity).filter(child => child !== undefined && child !== null));
  return element;
}

/**
 * A table that scrolls within itself, by keyboard too.
 * columns: [{title, of: row => value, text: value => string (makes it a number column)}]
 */
function table(caption, columns, rows) {
  const cell = (column, row) => {
    const value = column.of(row);
    const text = column.text ? column.text(value) : value_text(value ?? '–');
    // Short values stay on one line.
    return el('td', {class: column.text ? 'number' : text.length > 40 ? 'text' : 'word'}, text);
  };
  return el(
      'div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption},
      el('table', {}, el('caption', {}, caption),
         el('thead', {},
            el('tr', {},
               columns.map(
                   column =>
                       el('th', {scope: 'col', class: column.text ? 'number' : 'text'},
                          column.title)))),
         el('tbody', {}, rows.map(row => el('tr', {}, columns.map(column => cell(column, row)))))));
}

/** A long table, closed until the reader opens it. */
function folded(summary, content) {
  return el('details', {}, el('summary', {}, summary), content);
}

let sections = 0;

/** A section with a heading that the page's list of contents can point to. */
function section(title, ...content) {
  const id = `section-${++sections}`;
  return el(
      'section', {id, 'aria-labelledby': `${id}-title`}, el('h2', {id: `${id}-title`}, title),
      content);
}

function contents(page) {
  const links = [...page.querySelectorAll(':scope > div > section')].map(
      part => el('li', {}, el('a', {href: `#${part.id}`}, part.querySelector('h2').textContent)));
  return el('nav', {'aria-label': 'Contents'}, el('ul', {}, links));
}

/** A labelled choice; calls back with the index chosen. */
function choice(label, options, chosen, callback) {
  const select =
      el('select', {onchange: event => callback(Number(event.target.value))},
         options.map((text, i) => el('option', {value: i}, text)));
  select.value = chosen;
  return el('label', {}, label + ' ', select);
}
