import { listSavedFilters, saveFilter } from '@snimok/contract/administration/saved-filters';
import { expect, test } from 'vitest';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

const PATH = '/assistant/saved-filters';

test('an assistant saves, replaces and deletes own filters, invisible to other assistants, up to a limit', async () => {
  const { as, make } = await startServer();
  const anna = await as(await make.assistant());
  const maria = await as(await make.assistant());
  const save = (name: string, query = '') => anna.post(PATH, { name, query });
  const namesOf = async (who: typeof anna) =>
    responseOf(listSavedFilters, await who.get(PATH)).filters.map(({ name }) => name);

  const { filterID } = responseOf(saveFilter, await save('По типу', 'sort=type.asc&period=today'));
  expect(responseOf(saveFilter, await save('По типу', 'sort=type.desc'))).toEqual({ filterID });
  await save('Ёлки');
  expect(responseOf(listSavedFilters, await anna.get(PATH)).filters).toMatchObject([
    { name: 'Ёлки', query: '' },
    { filterID, name: 'По типу', query: 'sort=type.desc' },
  ]);
  expect(await namesOf(maria)).toEqual([]);
  expect(refusal(await maria.delete(`${PATH}/${filterID}`))).toEqual([404, 'Фильтр не найден']);
  expect((await anna.delete(`${PATH}/${filterID}`)).status).toBe(204);
  expect(await namesOf(anna)).toEqual(['Ёлки']);

  for (const query of ['<script>', 'a'.repeat(501)]) expect((await save('Плохой', query)).status).toBe(400);
  for (let more = 1; more < 20; more++) expect((await save(`Фильтр ${more}`)).status).toBe(201);
  expect(refusal(await save('Ещё один'))).toEqual([409, 'Сохранено уже 20 фильтров. Удалите ненужные']);
  expect((await save('Ёлки', 'sort=type.asc')).status).toBe(201);
});
