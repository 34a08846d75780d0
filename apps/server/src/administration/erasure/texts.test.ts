import { expect, test } from 'vitest';
import { askToErase, runErasure, startWithAdministrators } from './erasure.fixture.ts';

test('an erasure keeps messages of other clients that only resemble the name, and those about a namesake', async () => {
  const { server, asFirst, asSecond } = await startWithAdministrators();
  const { make, context } = server;
  const owner = await make.doctor();
  const other = await make.doctor();
  const names = ['Зюзюкина Светлана', 'Хомякова А.', 'Барсукова', 'Петрова-Водкина Анна'];
  const patients = [];
  for (const name of names) patients.push(await make.patient({ doctor: owner, name }));
  await make.patient({ doctor: owner, name: 'Петрова Ольга' });
  const asOwner = await server.as(owner);
  const asOther = await server.as(other);
  const kept = ['Зюзюкин с болью', 'Хомякова, а затем Ёжиков', 'Барсуков придёт завтра'];
  for (const text of [...kept, 'Снимок Зюзюкиной Светланы?'])
    await asOther.post('/doctor/messenger/messages/send', { text });
  for (const text of ['Что с Барсуковой?', 'Петрова придёт завтра'])
    await asOwner.post('/doctor/messenger/messages/send', { text });
  const filter = { accountID: other.id, name: 'Барсуковы', query: 'query=барсуков' };
  await context.db.insertInto('savedFilters').values(filter).execute();

  for (const [at, { patientID }] of patients.entries()) {
    const erasureUUID = await askToErase(asFirst, patientID, names[at]);
    await asSecond.post(`/assistant/erasures/${erasureUUID}/confirm`);
    await runErasure(context, erasureUUID);
  }
  const texts = (await context.db.selectFrom('messages').select('text').orderBy('id').execute()).map(
    ({ text }) => text,
  );
  const erased = expect.stringContaining('удален');
  expect(texts).toEqual([...kept, erased, erased, 'Петрова придёт завтра']);
  expect(await context.db.selectFrom('savedFilters').select('name').execute()).toHaveLength(1);
});
