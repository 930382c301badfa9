// SPDX-License-Identifier: Apache-2.0
// Parses SystemVerilog files, whose names it reads from standard input, one a line:
//   node parse_sv.mjs <folder of node_modules>
// Prints for each the syntax tree as JSON in one line: [type, start, end, field, children], where
// `type` of an operator or a keyword is its text after a blank and offsets count characters; or, at
// a syntax error, its text as a JSON string.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';

const modules = resolve(process.argv[2]);
const require = createRequire(join(modules, 'index.js'));
const {Parser, Language} = require('web-tree-sitter');

function plain(node, field) {
  if (node.isError || node.isMissing) {
    const {row, column} = node.startPosition;
    throw new Error(`${row + 1}:${column + 1}: not understood: ${node.text.slice(0, 60)}`);
  }
  const children = node.children.map((child, n) => plain(child, node.fieldNameForChild(n)));
  const type = node.isNamed ? node.type : ` ${node.type}`;
  return [type, node.startIndex, node.endIndex, field ?? '', children];
}

await Parser.init();
const parser = new Parser();
parser.setLanguage(
    await Language.load(
        join(modules, 'node_modules/tree-sitter-systemverilog/tree-sitter-systemverilog.wasm'),
        ),
);
for await (const file of createInterface({input: process.stdin})) {
  let answer;
  try {
    answer = plain(parser.parse(readFileSync(file, 'utf8')).rootNode, '');
  } catch (error) {
    answer = `${file}:${error.message}`;
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
