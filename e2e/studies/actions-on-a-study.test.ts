import { join } from 'node:path';
import { writeSeries } from '../portal/files.ts';
import { expectNotice } from '../pages/notices.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('a done study is viewed, reported, protested against and copied to another client', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника-владелец'), portal.mailbox);
  const other = await api.createClient(newPerson('Клиника-получатель'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Журавлёва Мария Олеговна');
  await api.createDoneStudy(patient, 'cbct', await writeSeries(join(folder, 'КТ')), 'Перед имплантацией');
  const path = studiesPath(patient);
  await signIn(page, portal.address, assistant, path);
  const card = studyCard(page);

  await card.getByRole('button', { name: 'Онлайн-просмотр' }).click();
  const viewer = page.getByRole('dialog', { name: 'Онлайн-просмотр' });
  await expect(viewer).toContainText('Журавлёва Мария Олеговна');
  await expect(viewer.getByRole('group', { name: 'Аксиальный' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  const [report] = await Promise.all([
    page.waitForEvent('popup'),
    card.getByRole('button', { name: 'Отчёт' }).click(),
  ]);
  await expect.poll(() => report.url()).toMatch(/^blob:/);
  await report.close();

  await card.getByRole('button', { name: 'Не нравится панорама' }).click();
  const protest = page.getByRole('dialog', { name: 'Не нравится панорама' });
  await protest.getByRole('button', { name: 'Отправить' }).click();
  await expect(protest).toContainText('Опишите, что не так с изображением');
  await protest.getByLabel('Что не так с изображением?').fill('Не видны корни нижних зубов');
  await protest.getByRole('button', { name: 'Отправить' }).click();
  await expectNotice(page, 'Замечание сохранено', 'Не нравится панорама');
  await expect(protest).toBeHidden();
  // the card shows the protest to all assistants until one of them resolves it
  await expect(card).toContainText(/Не нравится панорама \([^)]+\): Не видны корни нижних зубов/);
  await card.getByRole('button', { name: 'Отметить решённым' }).click();
  await expect(card).toContainText('Решено');
  await page.reload();
  await expect(card.getByRole('button', { name: 'Копировать' })).toBeVisible();
  await expect(card).not.toContainText('Не видны корни нижних зубов');

  await card.getByRole('button', { name: 'Копировать' }).click();
  const copy = page.getByRole('dialog', { name: 'Копировать исследование' });
  await copy.getByRole('button', { name: 'Копировать' }).click();
  await expect(copy).toContainText('Выберите клиента');
  await copy.getByRole('combobox', { name: 'Врач или клиника' }).fill('получатель');
  await page.getByRole('option', { name: 'Клиника-получатель' }).click();
  await copy.getByRole('radio', { name: /Создать копию карточки/ }).check();
  await copy.getByRole('button', { name: 'Копировать' }).click();

  await expect(page).toHaveURL(new RegExp(`/doctors/${other.doctorID}/patients/\\d+/studies$`));
  await expect(page.getByRole('heading', { name: 'Журавлёва Мария Олеговна' })).toBeVisible();
  await expect(studyCard(page)).toContainText('Выполнено', { timeout: 90_000 });
  await expect(studyCard(page)).toContainText('Перед имплантацией');
});
