import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedImages, writePanoramic, writeSeries, zipOf } from '../portal/files.ts';
import { dropOn, signIn, studiesPath, studyCard, uploadZone } from '../pages/screens.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';
import type { AssistantAPI } from '../portal/assistant-api.ts';
import type { Person, RunningPortal } from '../portal/portal.ts';

interface ScenarioFixtures {
  page: Page;
  portal: RunningPortal;
  assistant: Person;
  api: AssistantAPI;
}

/** Uploads `bad`, expects the error `why`, and then uploads `good`. */
const failThenSucceed = async (
  { page, portal, assistant, api }: ScenarioFixtures,
  { bad, good, why }: { bad: string; good: string; why: RegExp },
) => {
  const client = await api.createClient(newPerson('Клиника с ошибкой'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Соколова Анна Игоревна');
  await api.createStudy(patient);
  const path = studiesPath(patient);
  await signIn(page, portal.address, assistant, path);
  const card = studyCard(page);

  await dropOn(page, uploadZone(card), [bad]);
  await card.getByRole('button', { name: 'Загрузить' }).click();
  await expect(card.getByRole('alert')).toContainText(why);
  await expect(card.getByRole('alert')).toContainText('Загруженные файлы сохранены');
  await expect(card).toContainText('В работе');
  await page.reload();
  await expect(card.getByRole('alert')).toContainText(why);

  await dropOn(page, uploadZone(card), [good]);
  await card.getByRole('button', { name: 'Загрузить' }).click();
  await expect(card).toContainText('Выполнено', { timeout: 90_000 });
  await expect(card.getByRole('alert')).toBeHidden();
};

test('a folder without images is rejected with an explanation, and a valid folder is accepted afterwards', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const bad = join(folder, 'Документы');
  await mkdir(bad);
  writeFileSync(join(bad, 'договор.txt'), 'Договор на оказание услуг');
  writeFileSync(join(bad, 'пусто.dcm'), '');
  const good = await writeSeries(join(folder, 'КТ'));
  const client = await api.createClient(newPerson('Клиника с ошибкой'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Соколова Анна Игоревна');
  await api.createStudy(patient);
  await signIn(page, portal.address, assistant, studiesPath(patient));
  const card = studyCard(page);

  await dropOn(page, uploadZone(card), [bad]);
  await expect(card.getByRole('alert')).toContainText('Это не снимки');
  await expect(card.getByRole('alert')).toContainText('договор.txt, пусто.dcm. Для КЛКТ нужна серия DICOM.');
  await expect(card.getByRole('button', { name: 'Загрузить' })).toBeDisabled();
  await page.reload();
  await expect(card).toContainText('Перетащите файлы');
  await expect(card.getByText('Загрузка прервана')).toBeHidden();

  await dropOn(page, uploadZone(card), [bad]);
  await card.getByRole('button', { name: 'Отмена' }).click();

  await dropOn(page, uploadZone(card), [good]);
  await card.getByRole('button', { name: 'Загрузить' }).click();
  await expect(card).toContainText('Выполнено', { timeout: 90_000 });
});

test('files that are no images make neither a card nor a study', async ({
  page,
  portal,
  assistant,
  folder,
}) => {
  const letter = join(folder, 'договор.docx');
  writeFileSync(letter, zipOf('word/document.xml', Buffer.from('<w:document/>')));
  const series = await writePanoramic(join(folder, 'ОПТГ'));
  await signIn(page, portal.address, assistant, '/assistant-area/intake');
  const chooser = page.getByLabel('Файлы для загрузки');
  await chooser.setInputFiles(letter);
  const refusal = page.getByRole('alert').filter({ hasText: 'Это не снимок' });
  await expect(refusal).toContainText('договор.docx. Нужны DICOM, для рентгена также JPEG или PNG.');
  await expect(page.getByRole('article')).toHaveCount(0);

  await chooser.setInputFiles([letter, join(series, 'PX0001.dcm')]);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText('Не загрузится, это не снимок: договор.docx.')).toBeVisible();
});

test('a ZIP with a path outside its folder is rejected with an explanation', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const bad = join(folder, 'снимки.zip');
  const good = await writeSeries(join(folder, 'КТ'));
  writeFileSync(bad, zipOf('../../outside.dcm', readFileSync(join(good, 'CT0001.dcm'))));
  await failThenSucceed(
    { page, portal, assistant, api },
    { bad, good, why: /Архив «снимки\.zip» содержит недопустимое имя файла/ },
  );
});

if (sharedImages) {
  const attacks = join(sharedImages, 'zip-attacks-yauzl/failure');

  test('a malformed ZIP is rejected with an explanation', async ({
    page,
    portal,
    assistant,
    api,
    folder,
  }) => {
    const good = await writeSeries(join(folder, 'КТ'));
    const bad = join(attacks, 'unexpected EOF.zip');
    await failThenSucceed(
      { page, portal, assistant, api },
      { bad, good, why: /Архив «unexpected EOF\.zip» устроен неверно: файлы в нём перекрываются/ },
    );
  });
}
