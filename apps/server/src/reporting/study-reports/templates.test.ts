import { createReportTemplate, listReportTemplates } from '@snimok/contract/reporting/report-templates';
import { expect, test } from 'vitest';
import { storeRights } from '../../people/accounts/sessions/stored-rights.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { isLockAwaited } from '../../testing/portal/locks.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const field = { fieldID: 'bone', label: 'Кость', kind: 'text', options: [], initial: 'Без изменений' };
const facts = {
  name: 'Пазухи',
  studyType: 'cbct',
  fields: [field],
  withFindings: false,
  conclusion: '',
};

const start = async () => {
  const { make, as, context } = await startServer();
  const client = await as(await make.assistant());
  const path = '/assistant/reports/templates';
  const list = async () => responseOf(listReportTemplates, await client.get(path)).templates;
  const { templateID } = responseOf(createReportTemplate, await client.post(path, facts));
  return { make, as, context, client, path, list, templateID };
};

test('a new portal has two report templates, which only administrators and authors of reports can open', async () => {
  const { make, as, context, client, path, list, templateID } = await start();
  expect((await list()).map(({ name }) => name)).toEqual(['КЛКТ челюстей', 'Пазухи', 'ОПТГ']);
  const change = { ...facts, name: 'Верхнечелюстные пазухи', version: 1 };
  expect((await client.put(`${path}/${templateID}`, change)).status).toBe(204);
  // a second person has edited the same version
  expect(refusal(await client.put(`${path}/${templateID}`, change))).toEqual([
    409,
    'Этот шаблон заключения уже изменил другой сотрудник. Закройте окно и откройте шаблон снова',
  ]);
  for (const [rights, status] of [
    [['admin'], 200],
    [['report-writing'], 200],
    [['reports'], 403],
    [['studies'], 403],
  ] as const) {
    const account = await make.assistant();
    await context.db.updateTable('accounts').set(storeRights(rights)).where('id', '=', account.id).execute();
    expect([rights, (await (await as(account)).get(path)).status]).toEqual([rights, status]);
  }
  expect((await client.delete(`${path}/${templateID}`)).status).toBe(204);
  expect((await client.delete(`${path}/${templateID}`)).status).toBe(404);
});

test('a template whose name its type already has, or whose fields are invalid, is refused', async () => {
  const { client, path } = await start();
  const same = await Promise.all([client.post(path, { ...facts, name: 'пазухи' }), client.post(path, facts)]);
  expect(same.map(({ status }) => status)).toEqual([409, 409]);
  expect((await client.post(path, { ...facts, studyType: 'rg' })).status).toBe(201);
  const other = { ...facts, name: 'Другой' };
  const choice = { ...field, kind: 'choice', initial: '' };
  expect(refusal(await client.post(path, { ...other, fields: [choice] }))).toEqual([
    400,
    'У поля с выбором должен быть хотя бы один вариант',
  ]);
  const unknown = { ...choice, options: ['Да', 'Нет'], initial: 'Не знаю' };
  expect((await client.post(path, { ...other, fields: [unknown] })).status).toBe(400);
  expect((await client.post(path, { ...other, fields: [field, field] })).status).toBe(400);
});

test('a template that is renamed while a colleague creates one of the new name is refused', async () => {
  const { context, client, path, templateID } = await start();
  const created = await context.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('reportTemplates')
      .values({
        name: 'ВНЧС',
        studyType: 'cbct',
        withFindings: false,
        conclusion: '',
        fields: '[]',
        changedAt: context.clock.now(),
      })
      .execute();
    const renamed = client.put(`${path}/${templateID}`, { ...facts, name: 'внчс', version: 1 });
    await until('the lock', () => isLockAwaited(context));
    return { renamed };
  });
  expect(refusal(await created.renamed)).toEqual([
    409,
    'Шаблон с таким названием для этого типа исследования уже есть',
  ]);
});
