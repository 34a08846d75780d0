import { expect, test } from 'vitest';
import { modulesOf, readSources, violations } from './imports.mjs';
import { leftOut } from './left-out-tests.mjs';
import { root } from '../programs/toolchain.mjs';

const modules = {
  platform: ['db', 'outside', 'access', 'jobs', 'zip', 'http', 'letters'],
  people: ['accounts', 'doctors'],
  studies: ['studies', 'uploads'],
  reception: ['schedule'],
  entry: ['backup', 'commands'],
};

/** The findings for one file that imports one other. */
const judge = (path, specifier) =>
  violations(new Map([[path, `import { x } from '${specifier}';\n`]]), modules);

const refused = [
  ['packages/contract/src/studies.ts', '@snimok/server/app', 'may not use this package'],
  ['packages/contract/src/studies.ts', '@snimok/imaging/dicom/tags', 'may not use this package'],
  ['packages/contract/src/studies.ts', 'kysely', 'only zod'],
  ['packages/contract/src/studies.ts', 'node:crypto', 'only zod'],
  ['packages/imaging/src/dicom/read.ts', 'node:fs', 'browsers too'],
  ['packages/imaging/src/dicom/read.ts', '@snimok/phantom/jaws', 'may not use this package'],
  ['packages/imaging/src/dicom/read.ts', '../../../../apps/server/src/platform/errors.ts', 'another package'],
  ['packages/imaging/src/dicom/read.ts', '../testing/raw-dicom.ts', 'only tests'],
  ['packages/phantom/src/jaws.ts', '@snimok/contract/studies', 'may not use this package'],
  ['packages/api-client/src/call.ts', 'node:fs', 'browsers too'],
  ['packages/viewer/src/viewer.tsx', 'node:fs', 'browsers too'],
  ['packages/viewer/src/viewer.tsx', '@snimok/phantom/jaws', 'may not use this package'],
  ['packages/viewer/src/viewer.tsx', '../../../apps/web/src/shared/dates.ts', 'another package'],
  ['apps/uploader/src/main.ts', '@snimok/server/app', 'may not use this package'],
  ['apps/web/src/pages/doctor/page.tsx', '@snimok/server/app', 'may not use this package'],
  ['apps/web/src/pages/doctor/page.tsx', '@snimok/phantom/jaws', 'may not use this package'],
  ['apps/web/src/pages/doctor/page.tsx', '../../../../../packages/contract/src/auth.ts', 'another package'],
  ['apps/server/src/studies/studies/routes.ts', '../uploads/queries.ts', 'the modules before it'],
  [
    'apps/server/src/studies/studies/routes.ts',
    '../../reception/schedule/slots.ts',
    'folders import downwards',
  ],
  ['apps/server/src/studies/studies/routes.ts', '../../entry/app.ts', 'folders import downwards'],
  ['apps/server/src/studies/studies/routes.ts', '../../testing/make.ts', 'only tests'],
  ['apps/server/src/entry/backup/restore.ts', '../app.ts', 'the modules before it'],
  ['apps/server/src/entry/backup/restore.ts', '../commands/account.ts', 'the modules before it'],
  [
    'apps/server/src/platform/access/rules.ts',
    '../../studies/studies/queries.ts',
    'folders import downwards',
  ],
  ['apps/server/src/platform/access/rules.ts', '../http/server.ts', 'the modules before it'],
  ['apps/server/src/platform/outside/mail/mail.ts', '../../letters/letters.ts', 'the modules before it'],
  ['apps/server/src/platform/zip/zip.ts', '../../studies/uploads/queries.ts', 'folders import downwards'],
  ['apps/server/src/platform/jobs/jobs.ts', '../letters/jobs.ts', 'the modules before it'],
  ['apps/server/src/platform/context.ts', '../people/accounts/accounts.ts', 'folders import downwards'],
  ['apps/server/src/studies/helpers/tools.ts', '../../platform/errors.ts', 'add the module studies/helpers'],
  ['apps/server/src/studies/tools.ts', '../platform/errors.ts', 'into a module of studies/'],
  ['apps/server/src/helpers/tools.ts', '../platform/errors.ts', 'put it into one of platform, people'],
  ['apps/server/src/tools.ts', './platform/errors.ts', 'put it into one of platform, people'],
  ['apps/web/src/shared/call.ts', '../areas/platform/access/me.ts', 'areas import shared'],
  [
    'apps/web/src/areas/studies/uploads/labels.ts',
    '../../../pages/assistant/page.tsx',
    'areas import shared',
  ],
  [
    'apps/web/src/areas/people/patients/list.tsx',
    '../../studies/study-card/study-card.tsx',
    'the areas before it',
  ],
  ['apps/web/src/areas/studies/create-study/form.tsx', '../../../routes.tsx', 'directly in src/'],
  ['apps/web/src/areas/people/gadgets/list.tsx', './row.tsx', 'add the area people/gadgets'],
  ['apps/web/src/gadgets/list.tsx', './row.tsx', 'put it into one of shared'],
  ['apps/web/src/areas/people/search/search-box.tsx', '../../../testing/show.tsx', 'only tests'],
  ['apps/web/src/areas/studies/studies/list.tsx', '../../people/patients/index.ts', 'not an index'],
  ['apps/server/src/platform/http/web.ts', '../../../../web/dist/server.ts', 'another package'],
  ['apps/server/src/platform/http/web.ts', '../../dist/web.ts', 'dist holds'],
  ['e2e/scenarios/scenario.ts', '../../apps/server/src/entry/app.ts', 'another package'],
];

test.each(refused)('%s must not import %s', (path, specifier, why) => {
  expect(judge(path, specifier).join('\n')).toContain(why);
});

const allowed = [
  ['packages/contract/src/studies.ts', 'zod'],
  ['packages/imaging/src/dicom/read.test.ts', 'node:fs'],
  ['packages/viewer/src/viewer.tsx', '@snimok/imaging/volume/slices'],
  ['apps/server/src/studies/studies/routes.ts', '../../people/accounts/accounts.ts'],
  ['apps/server/src/studies/uploads/routes.ts', '../studies/queries.ts'],
  ['apps/server/src/studies/studies/routes.ts', '../../platform/http/server.ts'],
  ['apps/server/src/studies/studies/routes.ts', '../../platform/context.ts'],
  ['apps/server/src/platform/context.ts', './outside/clock.ts'],
  ['apps/server/src/platform/db/client.ts', '../context.ts'],
  ['apps/server/src/studies/studies/studies.test.ts', '../../testing/server.ts'],
  ['apps/server/src/entry/app.ts', '../studies/uploads/routes.ts'],
  ['apps/server/src/entry/worker-loop.ts', './backup/pause-removals.ts'],
  ['apps/web/src/routes.tsx', './pages/doctor/page.tsx'],
  ['apps/web/src/areas/studies/study-card/card.tsx', '../../people/patients/queries.ts'],
  ['apps/web/src/areas/people/search/search-box.test.tsx', '../../../testing/show.tsx'],
  ['apps/web/src/testing/show.tsx', '../areas/frame/layout/frame.tsx'],
  ['apps/web/src/pages/doctor/page.tsx', '@snimok/contract/studies'],
  ['apps/web/build/draw-segmentation.ts', '@snimok/phantom/jaws'],
  ['apps/uploader/src/main.ts', '@snimok/api-client/call'],
  ['bench/centre.ts', '../apps/server/src/platform/db/client.ts'],
];

test.each(allowed)('%s may import %s', (path, specifier) => {
  expect(judge(path, specifier)).toEqual([]);
});

test('every form of import is recognised', () => {
  const texts = [
    `import x from '../uploads/queries.ts';`,
    `import '../uploads/queries.ts';`,
    `export * from "../uploads/queries.ts";`,
    `const x = await import('../uploads/queries.ts');`,
    `import {\n  one,\n  two,\n} from '../uploads/queries.ts';`,
    `import type { X } from '../uploads/queries.ts';`,
  ];
  for (const text of texts) {
    const files = new Map([['apps/server/src/studies/studies/routes.ts', text]]);
    expect(violations(files, modules), text).toHaveLength(1);
  }
});

test('the modules are read from entry/app.ts, and the sources of all workspaces are read', () => {
  const files = readSources(root);
  const listed = modulesOf(files.get('apps/server/src/entry/app.ts'));
  expect(Object.keys(listed)).toEqual([
    'platform',
    'people',
    'studies',
    'viewing',
    'reception',
    'reporting',
    'messaging',
    'administration',
    'entry',
  ]);
  expect(listed.studies).toContain('uploads');
  expect(files.size).toBeGreaterThan(200);
});

test('a test that is skipped, or keeps others from running, is found', () => {
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
