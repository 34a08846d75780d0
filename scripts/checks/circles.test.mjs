import { expect, test } from 'vitest';
import { circles } from './circles.mjs';

const A = 'apps/web/src/a.ts';
const B = 'apps/web/src/b.tsx';
const C = 'apps/web/src/c.worker.ts';

test.each([
  ["import { b } from './b.tsx';"],
  ["import type { B } from './b.tsx';"],
  ["import './b.tsx';"],
  ["const load = () => import('./b.tsx');"],
  ["let b: import('./b.tsx').B;"],
  ["export { b } from './b.tsx';"],
  ["import {\n  b,\n} from './b.tsx';"],
])('two files import each other: %s', (line) => {
  const found = circles(
    new Map([
      [A, line],
      [B, "import { a } from './a.ts';"],
    ]),
  );
  expect(found).toEqual([`${A}:1: imports itself through ${A}, ${B}`]);
});

test('a circle of three files through a worker and a test is one finding', () => {
  const found = circles(
    new Map([
      [A, "import url from './c.worker.ts?worker&url';"],
      ['apps/web/src/b.test.ts', "import './a.ts';"],
      [C, "import { c } from './b.test.ts';"],
    ]),
  );
  expect(found).toEqual([`${A}:1: imports itself through ${A}, apps/web/src/b.test.ts, ${C}`]);
});

test('packages import each other by their names', () => {
  const found = circles(
    new Map([
      ['packages/contract/src/a.ts', "import '@snimok/imaging/b';"],
      ['packages/imaging/src/b.ts', "import '@snimok/contract/a';"],
    ]),
  );
  expect(found).toHaveLength(1);
});

test('two circles are two findings, and files that only use a circle belong to none', () => {
  const found = circles(
    new Map([
      ['apps/web/src/main.tsx', "import './a.ts';\nimport './c.worker.ts';"],
      [A, "import './b.tsx';"],
      [B, "import './a.ts';\nimport './end.ts';"],
      [C, "import './c.worker.ts';"],
      ['apps/web/src/end.ts', ''],
    ]),
  );
  expect(found.toSorted()).toEqual([
    `${A}:1: imports itself through ${A}, ${B}`,
    `${C}:1: imports itself through ${C}`,
  ]);
});

test('two import paths to the same file are not a circle', () => {
  const found = circles(
    new Map([
      [A, "import './b.tsx';\nimport './c.worker.ts';"],
      [B, "import './c.worker.ts';"],
      [C, ''],
    ]),
  );
  expect(found).toEqual([]);
});
