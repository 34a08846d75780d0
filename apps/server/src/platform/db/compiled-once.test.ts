import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import { visiblePatients } from '../access/visible.ts';
import type { Actor } from '../access/actor.ts';
import { compiledOnce, type Placeholder } from './compiled-once.ts';

test('a query is built once for each kind of actor and its rights, and runs with the values of each call', async () => {
  const { make, context } = await startServer();
  const first = await make.doctor();
  const second = await make.doctor();
  const ofFirst = await make.patient({ doctor: first });
  const ofSecond = await make.patient({ doctor: second });
  let built = 0;
  const list = compiledOnce((db, { who, notID }: { who: Actor; notID: Placeholder<number> }) => {
    built += 1;
    return db
      .selectFrom('patients')
      .select('patients.id')
      .where(visiblePatients(who))
      .where('patients.id', '!=', notID)
      .orderBy('patients.id');
  });
  const idsFor = async (who: Actor, notID = 0) =>
    (await list(context.db, { who, notID })).map(({ id }) => id);
  const doctor = (accountID: number): Actor => ({
    kind: 'doctor',
    accountID,
    clientID: accountID,
    role: 'owner',
    flags: new Set(),
  });
  const assistant = (...rights: 'studies'[]): Actor => ({
    kind: 'assistant',
    accountID: 1,
    rights: new Set(rights),
  });

  expect(await idsFor(doctor(first.id))).toEqual([ofFirst.patientID]);
  expect(await idsFor(doctor(second.id))).toEqual([ofSecond.patientID]);
  expect(await idsFor(doctor(second.id), ofSecond.patientID)).toEqual([]);
  expect(built).toBe(1);
  expect(await idsFor(assistant('studies'))).toEqual([ofFirst.patientID, ofSecond.patientID]);
  expect(await idsFor(assistant())).toEqual([]);
  expect(await idsFor({ kind: 'nobody' })).toEqual([]);
  expect(built).toBe(4);
  expect(await idsFor(assistant('studies'), ofFirst.patientID)).toEqual([ofSecond.patientID]);
  expect(built).toBe(4);
});

test('the types do not let a query builder compare a placeholder or take a plain value', () => {
  const list = compiledOnce((db, { id }: { id: Placeholder<number> }) => {
    const patients = db.selectFrom('patients').select('id').where('id', '=', id);
    // @ts-expect-error a placeholder stands for every value and equals none
    return id === 1 ? patients.limit(1) : patients;
  });
  // @ts-expect-error a `build` that used the value would use the first call's value for all calls
  const wrong = compiledOnce((db, { id }: { id: number }) =>
    db.selectFrom('patients').select('id').where('id', '=', id),
  );
  expect([list, wrong]).toEqual([expect.any(Function), expect.any(Function)]);
});
