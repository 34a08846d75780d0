import { getPortalHealth } from '@snimok/contract/administration/portal-health';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { useUpAttempts } from '../../../testing/portal/queued-jobs.ts';
import { makeBackup, queueMaintenance } from '../jobs.ts';
import { reportProblems } from '../report-problems.ts';
import { noBackupFolder } from '../sentences.ts';
import { reasonSentences, updateSentences } from './sentences.ts';
import { startWithOffer, version } from './updates.fixture.ts';

const MINUTE_MS = 60_000;

test('an update that is asked for is handed over, followed and reported', async () => {
  const { ask, update, updater, line, audited } = await startWithOffer();
  expect((await ask(2)).status).toBe(204);
  expect(await update()).toMatchObject({ step: 'waiting', target: version(2), canUpdate: false });
  const request = await updater.take();
  expect(request).toEqual({
    id: expect.any(String),
    version: version(2),
    requestedAt: expect.any(String),
  });
  await updater.write({ id: request.id, step: 'backup' });
  expect(await update()).toMatchObject({ step: 'backup', target: version(2), result: null });
  expect(await line()).toMatchObject({ state: 'ok', summary: expect.stringContaining('Идёт обновление') });
  await updater.end(request.id, 'returned', 'health');
  const { result, ...rest } = await update();
  expect(rest).toMatchObject({ step: null, canUpdate: true });
  expect(result).toMatchObject({ outcome: 'failed', version: version(2) });
  expect(result?.sentence).toContain(reasonSentences.health);
  expect(result?.sentence).toContain(updateSentences.returned);
  expect(await line()).toMatchObject({ state: 'problem', summary: expect.stringContaining('не удалось') });
  expect(await audited()).toEqual([
    ['portal.update', expect.objectContaining({ version: version(2), when: 'now' })],
  ]);
});

test('the new version reports that it is installed, and offers nothing', async () => {
  const { ask, updater, open, context, signIn } = await startWithOffer();
  await ask(2);
  await updater.end((await updater.take()).id, 'done');
  const next = await open({ installation: { ...context.installation!, version: version(2) } });
  const again = await signIn(undefined, next.newClient());
  const { update, lines } = responseOf(getPortalHealth, await again.get('/assistant/portal-health'));
  expect(update).toMatchObject({ installed: version(2), offered: null, result: { outcome: 'done' } });
  expect(lines.find(({ line }) => line === 'update')).toMatchObject({ state: 'ok' });
});

test('the new version reports that the update to it is nearly finished', async () => {
  const { updater, open, context, signIn } = await startWithOffer();
  await updater.write({ step: 'watching' });
  const next = await open({ installation: { ...context.installation!, version: version(2) } });
  const again = await signIn(undefined, next.newClient());
  const { lines } = responseOf(getPortalHealth, await again.get('/assistant/portal-health'));
  expect(lines.find(({ line }) => line === 'update')).toMatchObject({
    state: 'ok',
    summary: expect.stringContaining(updateSentences.ends),
  });
});

test('two administrators who ask at the same time, and a double click, cause one update', async () => {
  const { ask, updater, make, signIn } = await startWithOffer();
  const other = await signIn(await make.assistant());
  const replies = await Promise.all([ask(2), ask(2), ask(2, 'now', other)]);
  expect(replies.map(({ status }) => status).filter((status) => status !== 204 && status !== 409)).toEqual(
    [],
  );
  await updater.take();
  expect(updater.hasRequest()).toBe(false);
  expect(refusal(await ask(2, 'now', other))).toEqual([409, updateSentences.alreadyRuns]);
  expect(updater.hasRequest()).toBe(false);
});

test('while an update of the command line runs, no other update can be asked for', async () => {
  const { ask, updater, update } = await startWithOffer();
  await updater.write({ step: 'unpacking' });
  expect(await update()).toMatchObject({ step: 'unpacking', canUpdate: false, canLook: false });
  expect(refusal(await ask(2))).toEqual([409, updateSentences.alreadyRuns]);
});

test('an update that nobody begins, and one that is killed, are reported as failed', async () => {
  const { ask, update, updater, clock } = await startWithOffer();
  await ask(2);
  clock.advance(3 * MINUTE_MS);
  const unstarted = await update();
  expect(unstarted).toMatchObject({ step: null, result: { outcome: 'failed' }, canUpdate: true });
  expect(unstarted.result?.sentence).toContain(reasonSentences.unstarted);
  const { id } = await updater.take();
  await updater.write({ id, step: 'trying' }, 2 * MINUTE_MS);
  const killed = await update();
  expect(killed).toMatchObject({ step: null, result: { outcome: 'failed' } });
  expect(killed.result?.sentence).toContain(updateSentences.returns);
});

test('an update in the night begins at four, or after a running backup', async () => {
  const { ask, plan, updater, update, clock, context, signIn } = await startWithOffer();
  clock.freeze();
  const at = (day: string, hours: number) => instantAt(day, hours * 60, context.config.timeZone);
  clock.advance(at('2031-05-20', 12).getTime() - clock.now().getTime());
  expect((await ask(2, 'tonight', await signIn())).status).toBe(204);
  expect(await update()).toMatchObject({ dueAt: at('2031-05-21', 4).toISOString(), step: null });
  await plan();
  expect(updater.hasRequest()).toBe(false);
  clock.advance(16 * HOUR_MS);
  await queueMaintenance(context.db, makeBackup, {});
  await plan();
  expect(updater.hasRequest()).toBe(false);
  await useUpAttempts(context.db, { key: 'make-backup' });
  await plan();
  expect((await updater.take()).version).toBe(version(2));
  expect(await update()).toMatchObject({ dueAt: null, step: 'waiting' });
});

test('an update in the night that could not begin within two hours is cancelled', async () => {
  const { ask, plan, updater, update, clock } = await startWithOffer();
  await ask(2, 'tonight');
  clock.advance(DAY_MS + 3 * HOUR_MS);
  await plan();
  expect(updater.hasRequest()).toBe(false);
  expect(await update()).toMatchObject({ dueAt: null, step: null, result: null });
});

test('an update in the night can be cancelled or begun at once', async () => {
  const { ask, administrator, update, updater, audited, line } = await startWithOffer();
  const cancel = () => administrator.delete('/assistant/portal-health/updates');
  expect(refusal(await cancel())).toEqual([409, updateSentences.nothingDue]);
  await ask(2, 'tonight');
  expect(await line()).toMatchObject({ state: 'ok', summary: expect.stringContaining('установится') });
  expect((await cancel()).status).toBe(204);
  expect(await update()).toMatchObject({ dueAt: null, canUpdate: true });
  await ask(2, 'tonight');
  await ask(2, 'now');
  expect(updater.hasRequest()).toBe(true);
  expect(await update()).toMatchObject({ dueAt: null, step: 'waiting' });
  expect((await audited()).map(([action]) => action)).toEqual([
    'portal.update',
    'portal.update-cancel',
    'portal.update',
    'portal.update',
  ]);
});

test('only the version that is offered can be asked for', async () => {
  const { ask, updater } = await startWithOffer();
  expect(refusal(await ask(3))).toEqual([409, updateSentences.otherVersion]);
  expect(updater.hasRequest()).toBe(false);
});

test('without a folder of backups, and while a backup runs, no update can be asked for', async () => {
  const { ask, updater, context, open, signIn, line } = await startWithOffer();
  await queueMaintenance(context.db, makeBackup, {});
  expect(refusal(await ask(2))).toEqual([409, updateSentences.backupRuns]);
  const { config } = context;
  const scheduledBackups = { ...config.scheduledBackups, folder: undefined };
  const { newClient } = await open({ config: { ...config, scheduledBackups } });
  const other = await signIn(undefined, newClient());
  expect(refusal(await ask(2, 'now', other))).toEqual([409, noBackupFolder]);
  expect(updater.hasRequest()).toBe(false);
  expect(await line()).toMatchObject({ advice: updateSentences.update });
});

test('a portal that is not an installed package, and a demonstration, show one sentence and no button', async () => {
  const { open, context, signIn } = await startWithOffer();
  for (const [changes, sentence, status] of [
    [{ installation: null }, updateSentences.notPackage, 409],
    [{ config: { ...context.config, publicDemo: true } }, updateSentences.demo, 403],
  ] as const) {
    const { newClient } = await open(changes);
    const client = await signIn(undefined, newClient());
    const { update, lines } = responseOf(getPortalHealth, await client.get('/assistant/portal-health'));
    expect(update).toMatchObject({ installed: null, offered: null, canLook: false, canUpdate: false });
    expect(lines.find(({ line }) => line === 'update')).toMatchObject({ state: 'ok', summary: sentence });
    for (const path of ['updates', 'updates/look'])
      expect(
        (
          await client.post(`/assistant/portal-health/${path}`, {
            version: version(2),
            when: 'now',
          })
        ).status,
      ).toBe(status);
  }
});

test('staff without the right and sessions that were not confirmed lately cannot update', async () => {
  const { ask, context, make, signIn, updater, clock } = await startWithOffer();
  const account = await make.assistant();
  await context.db
    .updateTable('accounts')
    .set({ rights: ['studies', 'export'] })
    .where('id', '=', account.id)
    .execute();
  expect((await ask(2, 'now', await signIn(account))).status).toBe(403);
  clock.advance(11 * MINUTE_MS);
  expect((await ask(2)).body).toMatchObject({ code: 'confirmation_required' });
  expect(updater.hasRequest()).toBe(false);
});

test('a newer version and a failed update are in the letters about problems', async () => {
  const { ask, updater, context, clock, signIn } = await startWithOffer();
  const letters = async () => {
    await reportProblems.run(context, {}, new AbortController().signal);
    clock.advance(15 * MINUTE_MS);
    await reportProblems.run(context, {}, new AbortController().signal);
    const rows = await context.db
      .selectFrom('letters')
      .select('facts')
      .where('template', '=', 'portal-health')
      .orderBy('id')
      .execute();
    return JSON.stringify(rows.at(-1));
  };
  expect(await letters()).toContain(`Доступна версия ${version(2)}`);
  await ask(2, 'now', await signIn());
  await updater.end((await updater.take()).id, 'kept', 'start');
  expect(await letters()).toContain(reasonSentences.start);
});
