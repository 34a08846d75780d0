import type { Locator, Page } from '@playwright/test';
import { DAY_MS } from '../portal/duration.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn } from '../pages/screens.ts';
import { expect, test } from '../pages/test.ts';

const PATH = '/assistant-area/schedule';

/** A Wednesday at least this many days ahead, so that the centre is open on the days before and after it. */
const wednesday = (ahead: number) => {
  let date = new Date(Date.now() + ahead * DAY_MS);
  while (date.getUTCDay() !== 3) date = new Date(date.getTime() + DAY_MS);
  return date.toISOString().slice(0, 10);
};

/** The column of a day, by its heading in the calendar of the centre. */
const columnOf = (page: Page, day: string) => {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const name = new Intl.DateTimeFormat('ru', parts).format(new Date(`${day}T12:00:00Z`));
  return page.getByRole('region', { name });
};

const freeAt = (column: Locator, time: string) =>
  column.getByRole('button', { name: new RegExp(`записать на ${time}`) });

const drag = async (page: Page, block: Locator, target: Locator) => {
  const from = await block.boundingBox();
  const to = await target.boundingBox();
  if (!from || !to) throw new Error('the block or its target is not on the screen');
  await page.mouse.move(from.x + from.width / 2, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 4, { steps: 8 });
  await page.mouse.move(to.x + to.width / 2, to.y + 10);
  await page.mouse.up();
};

const bookAt = async (page: Page, slot: Locator, name: string) => {
  await slot.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('ФИО пациента').fill(name);
  await dialog.getByLabel('Телефон пациента').fill('+79991234567');
  await dialog.getByRole('button', { name: 'Записать' }).click();
  await expect(dialog).toBeHidden();
};

test('an assistant drags a booking in the week, and undoes it; a time that was taken meanwhile is refused', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  allowedErrors,
}) => {
  const day = wednesday(20);
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, portal.address, assistant, `${PATH}?date=${day}&view=week`);
  const column = columnOf(page, day);
  const nextColumn = columnOf(page, next);
  await bookAt(page, freeAt(column, '10:00'), 'Тасканова Вера Ильинична');
  const block = page.getByRole('button', { name: /Тасканова/ });
  await expect(block).toContainText('10:00');

  await drag(page, block, freeAt(nextColumn, '12:30'));
  await expect(page.getByText(/Запись перенесена:/)).toBeVisible();
  await expect(nextColumn.getByRole('button', { name: /Тасканова/ })).toContainText('12:30');
  await page.getByRole('button', { name: 'Отменить', exact: true }).click();
  await expect(column.getByRole('button', { name: /Тасканова/ })).toContainText('10:00');

  // another assistant takes the target while this page shows it as free
  const other = await newBrowserPage();
  await signIn(other, portal.address, assistant, `${PATH}?date=${next}`);
  allowedErrors.push(/409 .*\/api\/1\/assistant\/schedule\//, /ERR_FAILED .*\/days\?/);
  await page.route('**/api/1/assistant/schedule/locations/*/days?*', (route) => route.abort());
  await bookAt(other, freeAt(columnOf(other, next), '15:00'), 'Скорый Пётр Петрович');
  await drag(page, block, freeAt(nextColumn, '15:00'));
  await expect(page.getByText(/^Это время уже занято\. Кто записал: .+\. Выберите другое$/)).toBeVisible();
  await page.unroute('**/api/1/assistant/schedule/locations/*/days?*');
  await expect(column.getByRole('button', { name: /Тасканова/ })).toContainText('10:00');

  // by keyboard: the block's dialog moves it
  await block.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Перенести' }).click();
  await dialog.getByRole('button', { name: '17:00' }).click();
  await dialog.getByRole('button', { name: 'Перенести' }).click();
  await expect(block).toContainText('17:00');
  await page.keyboard.press('Escape');
  await block.focus();
  await page.keyboard.press('ArrowUp');
  await expect(freeAt(column, '16:30')).toBeFocused();
  await checkScreen(page, 'schedule-week');
});

const openCentre = async (page: Page) => {
  await page.getByRole('button', { name: 'Изменить' }).first().click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Перерывы и сроки' }).click();
};

test('a break and a closed time leave no slots, and the bookings there stay with a mark', async ({
  page,
  portal,
  assistant,
}) => {
  const day = wednesday(30);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, portal.address, assistant, `${PATH}?date=${day}`);
  const column = columnOf(page, day);
  await bookAt(page, freeAt(column, '11:00'), 'Оставшаяся Анна Юрьевна');
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Закрыть время' }).click();
  await dialog.getByLabel('С, время').fill('11:00');
  await dialog.getByLabel('До, время').fill('12:00');
  await dialog.getByLabel('Причина').fill('Ремонт аппарата');
  await dialog.getByRole('button', { name: 'Закрыть время' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Оставшаяся');
  await checkScreen(page, 'schedule-close');
  await dialog.getByRole('button', { name: 'Всё равно закрыть' }).click();
  await expect(dialog).toBeHidden();
  await expect(column.getByRole('button', { name: /Ремонт аппарата/ })).toBeVisible();
  await expect(column.getByRole('button', { name: /Оставшаяся/ })).toContainText('место закрыто');
  await expect(freeAt(column, '11:30')).toBeHidden();

  await page.goto(`${portal.address}${PATH}/centres`);
  await openCentre(page);
  await dialog.getByRole('button', { name: 'Среда: добавить перерыв' }).click();
  await checkScreen(page, 'centre-breaks');
  await dialog.getByRole('tab', { name: 'Цены' }).click();
  await dialog.getByRole('button', { name: 'Добавить исследование' }).click();
  await dialog.getByLabel('Исследование 1', { exact: true }).fill('КЛКТ двух челюстей');
  await dialog.getByLabel('Исследование 1, цена в рублях').fill('3500');
  await dialog.getByLabel('Подготовка пациента').fill('Снять серьги и съёмные протезы');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Государственные праздники' }).click();
  await expect(dialog.getByText(/Новогодние каникулы и Рождество/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Отмена' }).click();

  await page.goto(`${portal.address}${PATH}?date=${day}`);
  await expect(freeAt(column, '12:30')).toBeVisible();
  await expect(freeAt(column, '13:30')).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('listitem').filter({ hasText: '12:30' })).toBeVisible();
  await checkScreen(page, 'schedule-day-list');

  // other scenarios use this centre too
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${portal.address}${PATH}/centres`);
  await openCentre(page);
  await dialog.getByRole('button', { name: 'Среда: убрать интервал' }).click();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toBeHidden();
});
