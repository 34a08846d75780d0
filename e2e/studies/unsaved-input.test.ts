import { signIn, signOut } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

const CREATE = '/assistant-area/applications/create';

test('input in the form for a new study survives navigation and a reload, and is deleted at the sign-out', async ({
  page,
  portal,
  allowedErrors,
}) => {
  const assistant = await portal.addAccount('assistant', newPerson('Вера Черновикова'));
  await signIn(page, portal.address, assistant, CREATE);
  const name = page.getByLabel('ФИО');
  await name.fill('Ромашкина Алла Петровна');
  await page.getByRole('radio', { name: 'Женский' }).check();
  await page.getByLabel('Комментарий').fill('Зуб 36');

  await page.goto(`${portal.address}/assistant-area/`);
  await page.goto(`${portal.address}${CREATE}`);
  await expect(name).toHaveValue('Ромашкина Алла Петровна');
  await expect(page.getByRole('radio', { name: 'Женский' })).toBeChecked();
  await expect(page.getByLabel('Комментарий')).toHaveValue('Зуб 36');
  expect(page.url()).toBe(`${portal.address}${CREATE}`);

  await test.step('the form is cleared, and undo restores it', async () => {
    await page.getByRole('button', { name: 'Очистить форму' }).click();
    await expect(name).toHaveValue('');
    await page.getByRole('button', { name: 'Отменить' }).click();
    await expect(name).toHaveValue('Ромашкина Алла Петровна');
    // a notice stays while the pointer is over it, and it covers the button for the sign-out
    await page.mouse.move(10, 600);
    await expect(page.getByText('Данные возвращены в форму')).toBeHidden();
  });

  await signOut(page, allowedErrors);
  const saved = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(await saved()).not.toContain('Ромашкина');
  await signIn(page, portal.address, assistant, CREATE);
  await expect(name).toHaveValue('');
});
