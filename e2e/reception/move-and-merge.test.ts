import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Patient } from '../portal/assistant-api.ts';
import type { Person } from '../portal/portal.ts';
import { writeSeries } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

/** The viewer of a doctor who has opened the first study of a patient. */
const openViewer = async (doctor: Page, address: string, client: Person, { patientID }: Patient) => {
  await signIn(doctor, address, client, `/doctor-area/patients/${patientID}/studies`);
  await studyCard(doctor).getByRole('button', { name: 'Онлайн-просмотр' }).click();
  return doctor.getByRole('dialog', { name: 'Онлайн-просмотр' });
};

test('an assistant moves a study, merges two cards of one person and undoes both', async ({
  page,
  portal,
  assistant,
  api,
  folder,
  newBrowserPage,
}) => {
  const client = await api.createClient(newPerson('Клиника переносов'), portal.mailbox);
  const right = await api.createPatient(client.doctorID, 'Соколова Ёлка Ивановна');
  const double = await api.createPatient(client.doctorID, 'Елка Соколова');
  const wrong = await api.createPatient(client.doctorID, 'Журавлёв Пётр Олегович');
  await api.createStudy(wrong, 'rg', 'Снимок не того пациента');
  await api.setFeatures(client, ['remote-viewer']);
  await api.createDoneStudy(double, 'cbct', await writeSeries(join(folder, 'КТ')), 'Снимок второй карточки');
  const viewer = await openViewer(await newBrowserPage(), portal.address, client, double);
  await expect(viewer).toContainText(double.name);
  await signIn(page, portal.address, assistant, studiesPath(wrong));

  await test.step('a study moves to another patient', async () => {
    await studyCard(page).getByRole('button', { name: 'Ещё действия с исследованием' }).click();
    await page.getByRole('menuitem', { name: 'Перенести другому пациенту' }).click();
    const dialog = page.getByRole('dialog', { name: 'Перенести исследование' });
    await dialog.getByRole('combobox', { name: 'Пациент, которому принадлежит' }).fill('Соколова Ёлка');
    await page.getByRole('option', { name: 'Соколова Ёлка Ивановна' }).click();
    await expect(dialog.getByRole('region', { name: 'Что изменится' })).toContainText('те же клиенты');
    await checkScreen(page, 'move-study');
    await dialog.getByRole('button', { name: 'Перенести' }).click();
    await expect(page.getByRole('heading', { name: right.name, level: 1 })).toBeVisible();
    await expect(studyCard(page)).toContainText('Снимок не того пациента');
  });

  await test.step('the similar card is merged into this one', async () => {
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'Возможно, у этого человека есть ещё карточка' });
    await notice.getByRole('button', { name: 'Объединить' }).click();
    const dialog = page.getByRole('dialog', { name: 'Объединить карточки' });
    await expect(dialog.getByRole('radio', { name: 'Соколова Ёлка Ивановна', exact: true })).toBeChecked();
    await expect(dialog.getByRole('region', { name: 'Что изменится' })).toContainText('КЛКТ');
    await checkScreen(page, 'merge-patients');
    await dialog.getByRole('button', { name: 'Объединить' }).click();
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(notice).toBeHidden();
    // the doctor's open viewer stays open
    await expect(viewer).toContainText(right.name);
    // the address of the merged card, as in a bookmark
    await page.goto(`${portal.address}${studiesPath(double)}`);
    await expect(page).toHaveURL(`${portal.address}${studiesPath(right)}`);
    await expect(page.getByRole('article')).toHaveCount(2);
  });

  await test.step('the history undoes both', async () => {
    await page.getByRole('button', { name: 'История' }).click();
    const drawer = page.getByRole('dialog', { name: 'История' });
    const list = drawer.getByRole('region', { name: 'Переносы и объединения' });
    await expect(list).toContainText('объединена с «Соколова Ёлка Ивановна»');
    await checkScreen(page, 'history-with-reassignments');
    for (const confirm of ['Разделить', 'Вернуть']) {
      await list.getByRole('button', { name: 'Отменить', exact: true }).first().click();
      await list.getByRole('button', { name: confirm }).click();
      await expect(list.getByRole('button', { name: confirm })).toBeHidden();
    }
    await expect(list.getByText(/^Отменено/)).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Исследований пока нет')).toBeVisible();
  });

  await test.step('a pair of different people is not suggested again', async () => {
    await page.getByRole('link', { name: 'Все возможные дубликаты' }).click();
    const row = page.getByRole('row').filter({ hasText: right.name });
    await expect(row).toContainText(double.name);
    await checkScreen(page, 'duplicates');
    await row.getByRole('button', { name: 'Это разные люди' }).click();
    await expect(row).toBeHidden();
  });
});
