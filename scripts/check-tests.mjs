import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readSources } from './check-imports.mjs';

// Every test runs, every time: none is left out, none runs alone. `runIf` stays, for tools and files of one machine.

const LEFT_OUT =
  /\b(?:x(?:it|test|describe)\s*\(|(?:test|it|describe)(?:\.\w+)*\.(?:only|skip|skipIf|todo|fixme|fails?)\b)/;
const isTest = (path) => path.startsWith('e2e/') || /\.test\.[mt]sx?$/.test(path);

/** `file:line: the text`, for every test that would not run, or would keep others from running. */
export const leftOut = (files) =>
  [...files]
    .filter(([path]) => isTest(path))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, at) => (LEFT_OUT.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );

const isMain = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isMain) {
  const found = leftOut(readSources(dirname(dirname(fileURLToPath(import.meta.url)))));
  for (const line of found) process.stderr.write(`${line}\n`);
  if (found.length > 0) process.exit(1);
}
