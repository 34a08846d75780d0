import { join } from 'node:path';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { writeSeries } from '../portal/files.ts';
import { Portal } from '../portal/portal.ts';
import { freePort, Program } from '../portal/process.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test as base } from '../pages/test.ts';
import { expectLoaded, paneOf } from '../pages/viewer.ts';

const TOKEN = 'token-of-the-model-server';

/** A portal whose segmentations are made by the example of a model server (docs/segmentation-server.md). */
const test = base.extend<{ withModel: Portal }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  withModel: async ({}, use) => {
    const port = await freePort();
    const settings = { PORT: String(port), SEGMENTATION_TOKEN: TOKEN };
    const model = new Program('docs/examples/segmentation-server.mjs', [], settings);
    await model.waitForOutput(/^\d+$/m);
    const portal = await Portal.start({
      SEGMENTATION_URL: `http://127.0.0.1:${port}/`,
      SEGMENTATION_TOKEN: TOKEN,
    });
    await use(portal);
    await portal.remove();
    await model.kill();
  },
});

test('a doctor accepts and rejects what a model proposes about a tooth, and the centre sees who decided', async ({
  withModel,
  page,
  newBrowserPage,
  folder,
}) => {
  test.setTimeout(240_000);
  const assistant = await withModel.addAccount('assistant', newPerson('Ольга Петрова'));
  const api = await AssistantAPI.signIn(withModel.address, assistant);
  const client = await api.createClient(newPerson('Клиника Модель'), withModel.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const patient = await api.createPatient(client.doctorID, 'Фомина Алла Сергеевна');
  await api.createDoneStudy(patient, 'cbct', await writeSeries(join(folder, 'КТ'), { slices: 60, side: 72 }));

  await signIn(page, withModel.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  await studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' }).click();
  await expectLoaded(page);
  await page.getByRole('button', { name: /^Четвёртый вид/ }).click();
  await page.getByRole('menuitemradio', { name: 'Объём' }).click();
  await paneOf(page, 'Объём')
    .getByRole('button', { name: 'Построение 3D-сегментации: не запрошена' })
    .click();
  const panel = page.getByRole('region', { name: /^3D-сегментация/ });
  await panel.getByRole('button', { name: 'Построить' }).click();
  await expect(panel.getByText('Предложено программой Пример 1.0: проверьте по срезам.')).toBeVisible({
    timeout: 120_000,
  });
  const tooth = panel
    .getByRole('group', { name: 'Зубная формула' })
    .getByRole('button', { disabled: false })
    .first();
  await tooth.click();
  await expect(tooth).toHaveAttribute('aria-pressed', 'true');
  await checkScreen(page, 'viewer-segmentation-results', 'dark');

  const contour = panel.getByRole('listitem').filter({ hasText: ': контур' });
  await contour.getByRole('button', { name: /^Принять/ }).click();
  await expect(contour).toContainText(`принято: ${client.name}`);
  await contour.getByRole('button', { name: /^Вернуть/ }).click();
  await contour.getByRole('button', { name: /^Отклонить/ }).click();
  await expect(contour).toContainText(`отклонено: ${client.name}`);

  const centre = await newBrowserPage();
  await signIn(centre, withModel.address, assistant, studiesPath(patient));
  await studyCard(centre).getByRole('button', { name: '3D-сегментация' }).click();
  const dialog = centre.getByRole('dialog', { name: '3D-сегментация' });
  await expect(dialog).toContainText('Программа Пример 1.0 выделила зубы и другие структуры');
  await checkScreen(centre, 'segmentation-of-a-model');
});
