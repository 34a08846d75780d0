import { isMain, report, root } from './report.mjs';
import { readSources } from './imports.mjs';

// Every test runs in every run: none is skipped, and none runs alone. `runIf` is allowed, for programs and files that only
// some machines have.

const LEFT_OUT =
  /\b(?:x(?:it|test|describe)\s*\(|(?:test|it|describe)(?:\.\w+)*\.(?:only|skip|skipIf|todo|fixme|fails?)\b)/;
const isTest = (path) => path.startsWith('e2e/') || /\.test\.[mt]sx?$/.test(path);

/** `file:line: the text`, for every test that would not run, or would keep other tests from running. */
export const leftOut = (files) =>
  [...files]
    .filter(([path]) => isTest(path))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, at) => (LEFT_OUT.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );

if (isMain(import.meta.url)) report(leftOut(readSources(root)));
