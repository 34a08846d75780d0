import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedImages, writeSeries, zipOf } from './portal/files.ts';
import { dropOn, signIn, studiesPath, studyCard, uploadZone } from './portal/screens.ts';
import { expect, type Page, newPerson, test } from './portal/test.ts';
import type { AssistantAPI } from './portal/assistant-api.ts';
import type { Person, RunningPortal } from './portal/portal.ts';

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
  await failThenSucceed({ page, portal, assistant, api }, { bad, good, why: /не найдено снимков/ });
});

test('a ZIP with a path outside its folder is rejected with an explanation', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const bad = join(folder, 'снимки.zip');
  writeFileSync(bad, zipOf('../../outside.dcm', Buffer.from('not a picture')));
  const good = await writeSeries(join(folder, 'КТ'));
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
