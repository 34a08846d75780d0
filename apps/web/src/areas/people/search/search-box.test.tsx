import { search } from '@snimok/contract/people/search';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, untilResponses, test, textsOf } from '../../../testing/test.ts';
import { AssistantSearch } from './assistant-search.tsx';

const box = page.getByRole('combobox', { name: 'Поиск пациентов и клиентов' });
const found = page.getByRole('listbox', { name: /^Поиск/ }).getByRole('option');

const patient = (patientID: number, name: string) => ({
  patientID,
  doctorID: 5,
  name,
  birthday: '',
  phone: '',
  doctorName: 'Клиника «Тихая»',
});

test('a late response of the search does not replace a newer one', async ({ server }) => {
  const first = Promise.withResolvers<void>();
  const both = [patient(1, 'Медленнова Вера'), patient(2, 'Медленский Лев')];
  const sent = server.answer(search, async ({ query: { query } }) => {
    if (query === 'медлен') await first.promise;
    return { patients: query === 'медлен' ? both : both.slice(1), doctors: [] };
  });
  showSignedIn(<AssistantSearch />);
  await box.fill('медлен');
  await expect.element(page.getByText('Ищем…')).toBeVisible();
  await expect.poll(() => sent.length).toBe(1);
  await box.fill('медленск');
  await expect.poll(() => textsOf(found)).toEqual([expect.stringContaining('Медленский Лев')]);
  first.resolve();
  await untilResponses();
  expect(textsOf(found)).toEqual([expect.stringContaining('Медленский Лев')]);
});

test('a failed search shows the reason', async ({ server }) => {
  server.drop(search);
  showSignedIn(<AssistantSearch />);
  await box.fill('Иванов');
  await expect.element(page.getByText(/Сервер не отвечает/)).toBeVisible();

  const error = 'Слишком много поисков за час. Повторите позже';
  server.refuse(search, { status: 429, error, retryAfterSeconds: 1800 });
  await box.fill('Петров');
  await expect.element(page.getByText(error)).toBeVisible();
});

test('two letters are not searched for, and a search without results shows a message', async ({ server }) => {
  const sent = server.answer(search, { patients: [], doctors: [] });
  showSignedIn(<AssistantSearch />);
  await box.fill('ив');
  await expect.element(page.getByText('Введите не меньше 3 символов')).toBeVisible();
  await box.fill('ива');
  await expect.element(page.getByText('Ничего не найдено').first()).toBeVisible();
  expect(sent.map(({ query }) => query)).toEqual([{ query: 'ива' }]);
});
