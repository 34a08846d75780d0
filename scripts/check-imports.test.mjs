import { expect, test } from 'vitest';
import { readSources, roomsOf, violations } from './check-imports.mjs';
import { leftOut } from './check-tests.mjs';

const rooms = ['letters', 'accounts', 'studies', 'uploads'];

/** What is said of one file that imports one other. */
const judge = (path, wanted) => violations(new Map([[path, `import { x } from '${wanted}';\n`]]), rooms);

const refused = [
  ['packages/contract/src/studies.ts', '@snimok/server/app', 'may not use this package'],
  ['packages/contract/src/studies.ts', '@snimok/imaging/dicom/tags', 'may not use this package'],
  ['packages/contract/src/studies.ts', 'kysely', 'zod and itself'],
  ['packages/contract/src/studies.ts', 'node:crypto', 'zod and itself'],
  ['packages/imaging/src/dicom/read.ts', 'node:fs', 'browsers too'],
  ['packages/imaging/src/dicom/read.ts', '../../../../apps/server/src/platform/errors.ts', 'another package'],
  ['packages/imaging/src/dicom/read.ts', '../testing/raw-dicom.ts', 'testing/ is for tests'],
  ['packages/sending/src/call.ts', 'node:fs', 'browsers too'],
  ['apps/uploader/src/main.ts', '@snimok/server/app', 'may not use this package'],
  ['apps/web/src/pages/doctor/page.tsx', '@snimok/server/app', 'may not use this package'],
  ['apps/web/src/pages/doctor/page.tsx', '../../../../../packages/contract/src/auth.ts', 'another package'],
  ['apps/server/src/studies/studies/routes.ts', '../uploads/queries.ts', 'the rooms above it'],
  ['apps/server/src/studies/studies/routes.ts', '../app.ts', 'above all rooms'],
  ['apps/server/src/studies/studies/routes.ts', '../testing/make.ts', 'testing/ is for tests'],
  ['apps/server/src/platform/access/rules.ts', '../studies/queries.ts', 'knows no rooms'],
  ['apps/server/src/platform/access/rules.ts', '../http/server.ts', 'knows no rooms'],
  ['apps/server/src/platform/outside/mail/mail.ts', '../../letters/letters.ts', 'knows no rooms'],
  ['apps/server/src/platform/archive/zip-index.ts', '../uploads/queries.ts', 'knows no rooms'],
  ['apps/server/src/platform/jobs/jobs.ts', './letters/jobs.ts', 'knows no rooms'],
  ['apps/server/src/helpers/tools.ts', '../errors.ts', 'neither a room'],
  ['apps/web/src/shared/call.ts', '../areas/account/me.ts', 'areas use shared'],
  ['apps/web/src/areas/upload/words.ts', '../../pages/assistant/page.tsx', 'areas use shared'],
  ['apps/web/src/areas/patients/list.tsx', '../studies/study-card.tsx', 'those before it'],
  ['apps/web/src/areas/studies/create/form.tsx', '../../../routes.tsx', 'above all pages'],
  ['apps/web/src/areas/gadgets/list.tsx', './row.tsx', 'no place in the order'],
  ['apps/web/src/areas/studies/list.tsx', '../patients/index.ts', 'not an index'],
  ['apps/server/src/platform/http/web.ts', '../../../web/dist/server.ts', 'another package'],
  ['apps/server/src/platform/http/web.ts', '../../dist/web.ts', 'dist is for browsers'],
  ['e2e/stories/story.ts', '../../apps/server/src/entry/app.ts', 'another package'],
];

test.each(refused)('%s must not import %s', (path, wanted, why) => {
  const found = violations(new Map([[path, `import { x } from '${wanted}';\n`]]), rooms);
  expect(found.join('\n')).toContain(why);
});

const allowed = [
  ['packages/contract/src/studies.ts', 'zod'],
  ['packages/imaging/src/dicom/read.test.ts', 'node:fs'],
  ['apps/server/src/studies/studies/routes.ts', '../accounts/accounts.ts'],
  ['apps/server/src/studies/studies/routes.ts', '../http/server.ts'],
  ['apps/server/src/studies/studies/routes.ts', '../context.ts'],
  ['apps/server/src/studies/studies/studies.test.ts', '../testing/server.ts'],
  ['apps/server/src/entry/app.ts', './uploads/routes.ts'],
  ['apps/server/src/entry/worker-loop.ts', './uploads/jobs.ts'],
  ['apps/web/src/routes.tsx', './pages/doctor/page.tsx'],
  ['apps/web/src/areas/studies/card.tsx', '../patients/queries.ts'],
  ['apps/web/src/pages/doctor/page.tsx', '@snimok/contract/studies'],
  ['apps/uploader/src/main.ts', '@snimok/sending/call'],
];

test.each(allowed)('%s may import %s', (path, wanted) => {
  expect(judge(path, wanted)).toEqual([]);
});

test('imports in every shape are seen', () => {
  const texts = [
    `import x from '../uploads/queries.ts';`,
    `import '../uploads/queries.ts';`,
    `export * from "../uploads/queries.ts";`,
    `const x = await import('../uploads/queries.ts');`,
    `import {\n  one,\n  two,\n} from '../uploads/queries.ts';`,
    `import type { X } from '../uploads/queries.ts';`,
  ];
  for (const text of texts) {
    expect(violations(new Map([['apps/server/src/studies/studies/routes.ts', text]]), rooms), text).toHaveLength(1);
  }
});

test('the rooms are read from app.ts as it is, and there are sources to judge', () => {
  const files = readSources(`${import.meta.dirname}/..`);
  expect(roomsOf(files.get('apps/server/src/entry/app.ts'))).toContain('uploads');
  expect(files.size).toBeGreaterThan(200);
});

test('a test that runs alone, or not at all, is found', () => {
  const dot = '.';
  const lines = [
    `test${dot}only('one', () => {});`,
    `test${dot}skip('one', () => {});`,
    `describe${dot}skip('some', () => {});`,
    `test${dot}describe${dot}only('some', () => {});`,
    `test${dot}fixme('one', () => {});`,
    `it${dot}todo('one');`,
    `xit('one', () => {});`,
  ];
  for (const line of lines)
    expect(leftOut(new Map([['apps/web/src/a.test.ts', line]])), line).toHaveLength(1);
  expect(leftOut(new Map([['apps/web/src/a.test.ts', `test('one', () => exit(2));`]]))).toEqual([]);
});
