// SPDX-License-Identifier: Apache-2.0
// Yosys in WebAssembly: yosys.mjs FOLDER SCRIPT FILE... runs SCRIPT on copies of the files, without
// their folders, and leaves what it writes in the current folder. FOLDER holds node_modules.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

// Addresses above 2 GB in the memory of Yosys arrive as negative numbers, which slice() counts from the end.
const slice = ArrayBuffer.prototype.slice;
ArrayBuffer.prototype.slice = function (from, to) {
  return from < 0 ? slice.call(this, from + 2 ** 32, to + 2 ** 32) : slice.call(this, from, to);
};

const [folder, ...paths] = process.argv.slice(2);
const bundle = `${folder}/node_modules/@yowasp/yosys/gen/bundle.js`;
const { runYosys } = await import(pathToFileURL(bundle));
const files = Object.fromEntries(paths.map((path) => [basename(path), readFileSync(path)]));
const print = (bytes) => bytes && process.stdout.write(bytes);
try {
  const args = ['-s', basename(paths[0])];
  const made = await runYosys(args, files, { stdout: print, stderr: print });
  for (const [name, content] of Object.entries(made)) {
    if (!(name in files) && (typeof content === 'string' || content instanceof Uint8Array)) {
      writeFileSync(name, content);
    }
  }
} catch (error) {
  console.log(`yosys: ${error.message}`);
  process.exitCode = 1;
}
