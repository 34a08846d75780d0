import { expect, test } from 'vitest';
import { boundRecords } from './bounded.ts';
import type { AuditEvent, Initiator } from './record.ts';

const callerAt = (address: string): Initiator => ({ actor: { kind: 'nobody' }, address });

const open = () => {
  let time = 0;
  const stored: { by: Initiator; event: AuditEvent }[] = [];
  const bounded = boundRecords(
    (by, event) => void stored.push({ by, event }),
    () => time,
  );
  return { bounded, stored, pass: (ms: number) => (time += ms) };
};

const sum = (stored: { event: AuditEvent }[]) =>
  stored.reduce((total, { event }) => total + Number(event.details?.repeated ?? 1), 0);

test('the first of equal records is stored immediately, the number of the others after a minute', () => {
  const { bounded, stored, pass } = open();
  const event: AuditEvent = { action: 'access.deny', patientID: 7, details: { status: 403 } };
  for (let n = 0; n < 500; n++) bounded.add(callerAt('192.0.2.1'), event);
  expect(stored).toEqual([{ by: callerAt('192.0.2.1'), event }]);
  bounded.finish({ early: false });
  expect(stored).toHaveLength(1);
  pass(60_000);
  bounded.finish({ early: false });
  expect(stored[1]?.event).toEqual({ ...event, details: { status: 403, repeated: 499 } });
  bounded.add(callerAt('192.0.2.1'), event);
  bounded.finish({ early: true });
  expect(stored).toHaveLength(3);
});

test('the number of stored records is limited for one caller with many patients and for many callers', () => {
  const { bounded, stored, pass } = open();
  for (let patientID = 1; patientID <= 10_000; patientID++)
    bounded.add(callerAt('192.0.2.1'), { action: 'access.deny', patientID });
  expect(stored).toHaveLength(21);
  for (let n = 0; n < 10_000; n++) bounded.add(callerAt(`2001:db8::${n}`), { action: 'share.refuse' });
  pass(60_000);
  bounded.finish({ early: false });
  expect(stored.length).toBeLessThan(450);
  expect(sum(stored)).toBe(20_000);
});
