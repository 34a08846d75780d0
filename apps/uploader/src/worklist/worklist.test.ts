import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakePortal, refusal } from '../testing/fake-portal.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Item } from './attributes.ts';
import { openWorklist } from './worklist.ts';

const item: Item = {
  accessionNumber: 'S7',
  studyID: 7,
  bookingID: null,
  patientID: 70,
  studyType: 'rg',
  doctorID: 1,
  doctorName: 'Клиника',
  name: 'Ёлкина Анна',
  birthday: '1987-03-14',
  sex: 'female',
  beginsAt: '2026-11-23T07:30:00.000Z',
};

/** A worklist whose portal answers as `portal.answer` says; `tick` advances the clock. */
const open = (file = join(temporaryFolder(), 'worklist.json')) => {
  const portal = { calls: 0, answer: (): unknown => ({ items: [item] }) };
  let time = 0;
  const events: unknown[] = [];
  const worklist = openWorklist({
    call: fakePortal({
      'GET /assistant/worklist': () => {
        portal.calls += 1;
        return portal.answer();
      },
    }),
    file,
    log: (event, facts) => events.push([event, facts]),
    now: () => time,
    answerMs: 20,
  });
  return { ...worklist, portal, events, file, tick: (ms: number) => (time += ms) };
};

test('many machines that poll every second cost one call in five seconds', async () => {
  const { list, portal, tick } = open();
  for (let second = 0; second < 10; second++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => list()));
    expect(answers.every((items) => items?.[0]?.accessionNumber === 'S7')).toBe(true);
    tick(1000);
  }
  expect(portal.calls).toBe(2);
});

test('while the portal is away, machines get the last worklist, also after a restart, and the log says how old it is', async () => {
  const { list, portal, tick, events, file } = open();
  await list();
  tick(60_000);
  portal.answer = () => {
    throw refusal(undefined);
  };
  expect(await list()).toEqual([item]);
  expect(events).toEqual([['worklist-old', { ageSeconds: 60 }]]);
  expect(await list()).toEqual([item]);
  expect(portal.calls).toBe(2);

  const after = open(file);
  after.portal.answer = portal.answer;
  expect(await after.list()).toEqual([item]);
  after.portal.answer = () => ({ items: [] });
  after.tick(5000);
  expect(await after.list()).toEqual([]);
  expect(readdirSync(join(file, '..'))).toEqual(['worklist.json']);
});

test('a machine does not wait for a portal that hangs', async () => {
  const { list, portal, tick } = open();
  await list();
  tick(5000);
  const hanging = Promise.withResolvers<unknown>();
  portal.answer = () => hanging.promise;
  expect(await list()).toEqual([item]);
  expect(await list()).toEqual([item]);
  expect(portal.calls).toBe(2);
  hanging.resolve({ items: [] });
  await hanging.promise;
  await Promise.resolve();
  await expect.poll(list).toEqual([]);
});

test('the worklist is null if the portal is unreachable and the saved worklist is damaged', async () => {
  const file = join(temporaryFolder(), 'worklist.json');
  writeFileSync(file, '{"at": 1, "items": [{}]}');
  const { list, portal } = open(file);
  portal.answer = () => {
    throw refusal(503);
  };
  expect(await list()).toBeNull();
});
