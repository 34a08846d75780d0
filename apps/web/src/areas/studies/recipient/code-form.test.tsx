import { openShareCode } from '@snimok/contract/viewing/share-codes';
import { show } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { CodeForm } from './code-form.tsx';

test('the code of a printed sheet is shown in groups of digits and must be complete', async ({ server }) => {
  const opened: string[] = [];
  const sent = server.answer(openShareCode, { token: 'the-token' });
  show(<CodeForm onToken={(token) => opened.push(token)} />);
  const field = page.getByLabelText('Код снимка');
  await field.fill('4821 0937-5562');
  await expect.element(field).toHaveValue('4821 0937 5562');
  await page.getByRole('button', { name: 'Далее' }).click();
  await expect.element(page.getByText('Введите все 16 цифр')).toBeVisible();
  await expect.element(field).toHaveFocus();
  await field.fill('48210937556218401');
  await expect.element(field).toHaveValue('4821 0937 5562 1840');
  await page.getByRole('button', { name: 'Далее' }).click();
  await expect.poll(() => opened).toEqual(['the-token']);
  expect(sent.map(({ body }) => body)).toEqual([{ code: '4821093755621840' }]);
});

test('a wrong code shows the server’s message', async ({ server }) => {
  server.refuse(openShareCode, { status: 404, error: 'Код не подходит: проверьте цифры' });
  show(<CodeForm onToken={() => undefined} />);
  await page.getByLabelText('Код снимка').fill('4821093755621840');
  await page.getByRole('button', { name: 'Далее' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Код не подходит: проверьте цифры');
});
