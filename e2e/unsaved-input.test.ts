import type { Locator } from '@playwright/test';
import { signIn, signOut } from './portal/screens.ts';
import { expect, newPerson, type Page, test } from './portal/test.ts';

const CREATE = '/assistant-area/applications/create';
const QUESTION = 'Закрыть без сохранения?';

/** Closes a dialog by Esc, a click beside it and navigation; each asks, and the input stays. */
const expectKept = async (page: Page, dialog: Locator, field: Locator, text: string) => {
  const question = page.getByRole('dialog', { name: QUESTION });
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 300),
    () => dialog.getByRole('button', { name: 'Закрыть' }).click(),
    () => page.goBack(),
  ];
  for (const close of ways) {
    await close();
    await question.getByRole('button', { name: 'Продолжить' }).click();
    await expect(question).toBeHidden();
    await expect(field).toHaveValue(text);
  }
};

test('a dialog asks before it discards what was typed, and only then', async ({
  page,
  portal,
  assistant,
}) => {
  await signIn(page, portal.address, assistant);
  await page.getByRole('tab', { name: /Клиенты/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Создать клиента' });
  const name = dialog.getByLabel('Врач или клиника');
  const open = () => page.getByRole('button', { name: 'Создать клиента' }).click();

  await open();
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await open();
  await name.fill('Клиника на Садовой');
  await expectKept(page, dialog, name, 'Клиника на Садовой');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Закрыть без сохранения' }).click();
  await expect(dialog).toBeHidden();

  await open();
  await expect(name).toHaveValue('');
  await dialog.getByLabel('Онлайн-запись').check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: QUESTION })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByLabel('Онлайн-запись')).toBeChecked();
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  await expect(dialog).toBeHidden();
});

test('the form for a new study survives leaving and a reload, and goes with the sign-out', async ({
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

  await test.step('the form is cleared, and the clearing undone', async () => {
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

/** Whether the label of a field is in the window and nothing lies above it. */
const isUncovered = (label: Locator) =>
  label.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 5, top + 2));
  });

test('the first wrong field is focused and shown with its label, below the header', async ({
  page,
  portal,
  assistant,
  api,
}) => {
  const client = await api.createClient(newPerson('Клиника «Проверка»'), portal.mailbox);
  const { patientID } = await api.createPatient(client.doctorID, 'Ромашкина Алла Петровна');
  await page.setViewportSize({ width: 390, height: 480 });
  const submit = page.getByRole('button', { name: 'Создать исследование' });
  const expectShown = async (control: Locator, label: string) => {
    await submit.click();
    await expect(control).toBeFocused();
    await expect.poll(() => isUncovered(page.getByText(label, { exact: true }))).toBe(true);
  };
  await signIn(page, portal.address, assistant, CREATE);
  await expectShown(page.getByRole('combobox', { name: 'Врач или клиника' }), 'Врач или клиника');
  await page.goto(`${portal.address}${CREATE}/${client.doctorID}`);
  await page.getByLabel('ФИО').fill('Ромашкина Алла Петровна');
  await expectShown(page.getByRole('radio', { name: 'Женский' }), 'Пол');
  await page.goto(`${portal.address}${CREATE}/${client.doctorID}/${patientID}`);
  await expectShown(page.getByRole('radio', { name: /Рентген/ }), 'Тип исследования');
});
