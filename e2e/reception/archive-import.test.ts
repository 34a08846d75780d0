import { dirname, join } from 'node:path';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { writeSeries } from '../portal/files.ts';
import { Portal } from '../portal/portal.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('an administrator looks at an old archive, decides about a study and moves it into the portal', async ({
  page,
  folder,
}) => {
  const archive = join(folder, 'архив');
  await writeSeries(join(archive, 'КТ'), { slices: 12, side: 64 });
  const portal = await Portal.start({ IMPORT_FOLDERS: dirname(archive) });
  try {
    const admin = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
    const api = await AssistantAPI.signIn(portal.address, admin);
    const clinic = await api.createClient(newPerson('Клиника «Переезд»'), portal.mailbox);
    const patient = await api.createPatient(clinic.doctorID, 'Соколова Анна');
    await signIn(page, portal.address, admin, '/assistant-area/archive-imports');
    await checkScreen(page, 'archive-imports');

    await test.step('the archive is read, and nothing is imported yet', async () => {
      await page.getByRole('button', { name: 'Новый перенос' }).click();
      const dialog = page.getByRole('dialog', { name: 'Новый перенос' });
      await dialog.getByLabel('Откуда').selectOption({ label: 'Папка или диск на сервере' });
      await dialog.getByRole('button', { name: 'Прочитать архив' }).click();
      await expect(dialog).toContainText('Введите папку на сервере портала');
      await dialog.getByLabel('Папка', { exact: true }).fill(archive);
      await dialog.getByRole('combobox', { name: 'Клиент для новых карточек' }).fill('Клиника «Переезд»');
      await page.getByRole('option', { name: 'Клиника «Переезд»' }).click();
      await checkScreen(page, 'new-archive-import');
      await dialog.getByRole('button', { name: 'Прочитать архив' }).click();
      await expect(page.getByRole('heading', { name: 'Перенос № 1', level: 1 })).toBeVisible();
      await expect(page.getByText('Ждёт подтверждения')).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText('1 исследование, 1 пациент')).toBeVisible();
    });

    const row = page.getByRole('row', { name: /Соколова/ });
    await test.step('a person chooses the card', async () => {
      await row.getByRole('button', { name: /^Изменить/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Куда перенести исследование' });
      await checkScreen(page, 'decide-about-archived-study');
      await dialog.getByRole('radio', { name: 'Другая карточка' }).check();
      await dialog.getByRole('combobox', { name: 'Пациент' }).fill(patient.name);
      await page.getByRole('option', { name: patient.name }).click();
      await dialog.getByRole('button', { name: 'Сохранить' }).click();
      await expect(dialog).toBeHidden();
      await expect(row).toContainText('В имеющуюся карточку');
      await expect(row).toContainText(patient.name);
    });

    await test.step('the study is in the portal after the confirmation, with the day of the examination', async () => {
      await page.getByRole('button', { name: 'Начать перенос' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Начать' }).click();
      await expect(page.getByText('Завершён')).toBeVisible({ timeout: 120_000 });
      await expect(row).toContainText('Перенесено');
      await checkScreen(page, 'archive-import');
      const proof = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Скачать сверку' }).click();
      expect((await proof).suggestedFilename()).toBe('import-1.ndjson');
      await page.goto(`${portal.address}${studiesPath(patient)}`);
      await expect(studyCard(page)).toContainText('20.11.2026');
    });
  } finally {
    await page.close();
    await portal.remove();
  }
});
