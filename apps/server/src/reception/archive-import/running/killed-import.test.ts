import { expect, test } from 'vitest';
import type { Context } from '../../../platform/context.ts';
import { archived, hashesOf, importNow, untilState } from '../archive.fixture.ts';
import { act, ofThreePatients, planned, storedHashes } from '../imported.fixture.ts';
import { runImportOf } from './run-import.ts';

const NEVER = new AbortController().signal;

class Killed extends Error {}

/** A context that fails before its transaction number `at`, as if the process were killed there. */
const killedBefore = (context: Context, at: number) => {
  const controller = new AbortController();
  let count = 0;
  const db = new Proxy(context.db, {
    get(target, property) {
      if (property === 'transaction' && (count += 1) === at) {
        controller.abort();
        throw new Killed();
      }
      const value = Reflect.get(target, property) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { killed: { ...context, db }, signal: controller.signal };
};

test('an import that is killed before each of its steps loses no study and imports none twice', async () => {
  const studies = ofThreePatients();
  const { server, assistant, importID } = await planned(studies, {
    jobs: ['plan-archive-import', 'process-upload', 'discard-upload', 'delete-unused-files'],
  });
  await act(assistant, importID, 'confirm');
  let kills = 0;
  for (let at = 1; ; at++) {
    const { killed, signal } = killedBefore(server.context, Math.min(at, 5));
    const run = runImportOf(killed, { importID }, signal).then(
      () => 'ended',
      (cause: unknown) => (cause instanceof Killed || signal.aborted ? 'killed' : Promise.reject(cause)),
    );
    if ((await run) === 'killed') kills += 1;
    if ((await importNow(assistant, importID)).state === 'finished') break;
    expect(at).toBeLessThan(60);
  }
  expect(kills).toBeGreaterThan(4);
  expect((await storedHashes(server)).toSorted()).toEqual(hashesOf(studies).toSorted());
  const { db } = server.context;
  expect(await db.selectFrom('studies').select('id').execute()).toHaveLength(3);
  expect(await db.selectFrom('patients').select('id').execute()).toHaveLength(3);
  const proof = (await assistant.get(`/assistant/archive-imports/${importID}/proof`)).body;
  expect(proof).toMatchObject({
    studies: [{ verdict: 'equal' }, { verdict: 'equal' }, { verdict: 'equal' }],
  });
});

test('an import that ends in the middle of a file continues with this file', async () => {
  const controller = new AbortController();
  const studies = [archived({ name: 'Петров Пётр' }, { slices: 12 })];
  let armed = false;
  const { server, archive, assistant, importID } = await planned(studies, {
    jobs: ['plan-archive-import', 'process-upload', 'discard-upload'],
    hooks: {
      beforeFile: (opened) => {
        if (!armed || opened < 14) return;
        armed = false;
        controller.abort();
        throw new Killed();
      },
    },
  });
  await act(assistant, importID, 'confirm');
  armed = true;
  await expect(runImportOf(server.context, { importID }, controller.signal)).rejects.toThrow();
  const { totals } = await importNow(assistant, importID);
  expect(totals.states).toMatchObject({ sending: 1 });
  const before = new Map(archive.opened);
  await runImportOf(server.context, { importID }, NEVER);
  expect((await storedHashes(server)).toSorted()).toEqual(hashesOf(studies).toSorted());
  // complete files are not read again
  const first = studies[0]?.files[0]?.sopInstanceUID ?? '';
  expect(archive.opened.get(first)).toBe(before.get(first));
});

test('when a second run has begun, the first one ends and publishes nothing', async () => {
  const studies = [archived({ name: 'Петров Пётр' })];
  let second: Promise<void> | undefined;
  let armed = false;
  const { server, assistant, importID } = await planned(studies, {
    jobs: ['plan-archive-import', 'process-upload', 'discard-upload'],
    hooks: {
      beforeFile: async () => {
        if (!armed) return;
        armed = false;
        second = runImportOf(server.context, { importID }, NEVER);
        await second;
      },
    },
  });
  await act(assistant, importID, 'confirm');
  armed = true;
  await runImportOf(server.context, { importID }, NEVER);
  await second;
  await untilState(assistant, importID, 'finished');
  expect((await storedHashes(server)).toSorted()).toEqual(hashesOf(studies));
});
