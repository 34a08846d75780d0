import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';

const GUESSABLE = ['0000', '1234', '9876', '4321', '567890', '11111111', '1212', '696969', '01234567'];
const REFUSED = [400, 'ПИН-код (pin): слишком легко угадать'];

test('an easily guessed PIN is refused for a link by letter and for patient access', async () => {
  const { as, make } = await startServer();
  const doctor = await make.doctor();
  const patient = await make.patient({ doctor });
  const { studyID } = await make.study({ patient, status: 'done' });
  const assistant = await as(await make.assistant());
  const owner = await as(doctor);
  const byLetter = (pin: string | null) =>
    assistant.post(`/assistant/studies/${studyID}/external-shares`, { email: 'a@clinic.test', pin });
  const toPatient = (pin: string) =>
    owner.post(`/studies/${studyID}/patient-access`, { shareUUID: randomUUID(), pin });
  for (const pin of GUESSABLE)
    for (const reply of [await byLetter(pin), await toPatient(pin)])
      expect([pin, ...refusal(reply)]).toEqual([pin, ...REFUSED]);
  for (const pin of ['4829', '1235', '9870', '112233', '482913'])
    for (const reply of [await byLetter(pin), await toPatient(pin)])
      expect([pin, reply.status]).toEqual([pin, 201]);
  expect((await byLetter(null)).status).toBe(201);
});
