import { signIn } from './portal/screens.ts';
import { expect, newPerson, test } from './portal/test.ts';

const DAY_MS = 86_400_000;
/** DD.MM.YYYY in the browser's time zone, which is the centre's. */
const dayInMoscow = (instant: number) =>
  new Intl.DateTimeFormat('ru', { timeZone: 'Europe/Moscow' }).format(instant);

test('the list of today contains only the studies of today, and its link keeps the day', async ({
  page,
  portal,
  assistant,
  api,
}) => {
  const client = await api.createClient(newPerson('Клиника одного дня'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Сегодняшняя Дарья Днёвна');
  await api.createStudy(patient);

  const yesterday = dayInMoscow(Date.now() - DAY_MS)
    .split('.')
    .toReversed()
    .join('-');
  await signIn(page, portal.address, assistant, `/assistant-area/?period=${yesterday}`);
  await expect(page.getByText('За этот день исследований нет')).toBeVisible();
  await expect(page.getByLabel('Месяц', { exact: true })).toHaveValue(yesterday);

  await page.getByRole('button', { name: 'Сегодня' }).click();
  const row = page.getByRole('row').filter({ hasText: patient.name });
  await expect(row).toContainText(new RegExp(`${dayInMoscow(Date.now())} \\d\\d:\\d\\d`));
  await page.reload();
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: 'Сегодня', pressed: true })).toBeVisible();

  await page.getByRole('button', { name: 'Этот месяц' }).click();
  await expect(page).toHaveURL(/period=\d{4}-\d\d$/);
  await expect(row).toBeVisible();
});
