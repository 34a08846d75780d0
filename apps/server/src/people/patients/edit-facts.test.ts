import { createPatient, getPatient } from '@snimok/contract/people/patients';
import { expect, test } from 'vitest';
import { responseOf, sentenceOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

const facts = { name: 'Иванова Анна', sex: 'female', birthday: '1980-02-29', phone: '+79991234567' };

test('two assistants can change different facts of a card at once, and a second change of the same fact is refused', async () => {
  const { as, make } = await startServer();
  const doctor = await make.doctor();
  const one = await as(await make.assistant());
  const other = await as(await make.assistant());
  const created = await one.post(`/assistant/doctors/${doctor.id}/patients`, facts);
  const { patientID } = responseOf(createPatient, created);
  const path = `/assistant/patients/${patientID}`;
  const card = async () => responseOf(getPatient, await one.get(path));
  const { name, phone } = facts;

  const renamed = { ...facts, name: 'Петрова Анна', seen: { name } };
  const called = { ...facts, phone: '+79160000000', seen: { phone } };
  const replies = await Promise.all([one.put(path, renamed), other.put(path, called)]);
  expect(replies.map(({ status }) => status)).toEqual([204, 204]);
  expect(await card()).toMatchObject({ ...facts, name: 'Петрова Анна', phone: '+79160000000' });

  const late = await other.put(path, { ...facts, name: 'Сидорова Анна', seen: { name } });
  expect([late.status, sentenceOf(late)]).toEqual([
    409,
    'Пока вы меняли карточку, в ней изменили: ФИО. Проверьте новые данные и сохраните ещё раз',
  ]);
  expect(await card()).toMatchObject({ name: 'Петрова Анна' });
  // a repeated request whose answer was lost, and then a change by a person who has seen the colleague's name
  expect((await one.put(path, renamed)).status).toBe(204);
  const decided = { ...facts, name: 'Сидорова Анна', seen: { name: 'Петрова Анна' } };
  expect((await other.put(path, decided)).status).toBe(204);
  expect(await card()).toMatchObject({ ...facts, name: 'Сидорова Анна', phone: '+79160000000' });
});
