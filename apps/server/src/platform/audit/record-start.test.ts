import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import { recordStart } from './record-start.ts';

test('each start is recorded with the settings, and with only a hash of those that may be secret', async () => {
  const { context } = await startServer({
    SECRET: 'the secret of the portal',
    MAIL_URL: 'smtp://a:pass@mail/',
  });
  const roles = { api: true, worker: false };
  await recordStart(context, roles);
  context.config.studyExternalShareEnabled = false;
  context.config.mailURL = 'smtp://a:other@mail/';
  await recordStart(context, roles);
  const rows = await context.db
    .selectFrom('auditEvents')
    .select(['action', 'actorKind', 'details'])
    .orderBy('id')
    .execute();
  expect(rows.map(({ action, actorKind }) => [action, actorKind])).toEqual([
    ['portal.start', 'portal'],
    ['portal.start', 'portal'],
  ]);
  const [before, after] = rows.map(({ details }) => details as Record<string, unknown>);
  const changed = Object.keys(before ?? {}).filter((name) => before?.[name] !== after?.[name]);
  expect(changed.toSorted()).toEqual(['mailURL', 'studyExternalShareEnabled']);
  expect(before).toMatchObject({ ...roles, studyExternalShareEnabled: true, uploadMaxAge: '8760h0m0s' });
  expect(JSON.stringify(rows)).not.toMatch(/secret of|pass@|other@|postgres:/);
});
