import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesInZip, PHANTOM_PATIENT, writePanoramic, writeSeries } from '../portal/files.ts';
import {
  axeViolations,
  checkScreen,
  horizontalOverflowPx,
  SCREENSHOTS,
  takesScreenshots,
} from '../pages/screen-checks.ts';
import { signIn, studyCard } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';

/** Downloads the disc and unpacks it; returns the folder. */
const downloadDisc = async (page: Page, folder: string) => {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    studyCard(page).getByRole('button', { name: 'Записать на диск' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^Соколова_А_И_\d{4}-\d\d-\d\d_КЛКТ_диск\.zip$/);
  await saved.saveAs(join(folder, 'disc.zip'));
  const disc = join(folder, 'disc');
  for (const [name, bytes] of filesInZip(join(folder, 'disc.zip'))) {
    await mkdir(dirname(join(disc, name)), { recursive: true });
    await writeFile(join(disc, name), bytes);
  }
  return disc;
};

/** Mean grey of the picture as it is shown. */
const brightness = async (page: Page) => {
  const shot = (await page.locator('#stage').screenshot()).toString('base64');
  return page
    .context()
    .newPage()
    .then(async (blank) => {
      const mean = await blank.evaluate(async (png) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d')!;
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        return data.reduce((sum, value) => sum + value, 0) / data.length;
      }, shot);
      await blank.close();
      return mean;
    });
};

/** Checks the page of the disc, opened from a folder without the portal. */
const checkPage = async (page: Page, disc: string) => {
  await page.goto(`file://${disc}/index.html`);
  await expect(page.getByRole('heading', { name: PHANTOM_PATIENT.name })).toBeVisible();
  await expect(page.getByText(`дата рождения ${PHANTOM_PATIENT.birthday}`)).toBeVisible();
  const picture = page.locator('#picture');
  await expect(picture).toHaveAttribute('alt', /срез 13 из 24/);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96);
  await page.locator('#stage').hover();
  await page.mouse.wheel(0, 100);
  await expect(picture).toHaveAttribute('alt', /срез 14 из 24/);
  await page.keyboard.press('Home');
  await expect(picture).toHaveAttribute('alt', /срез 1 из 24/);
  await page.keyboard.press('PageDown');
  await expect(picture).toHaveAttribute('alt', /срез 11 из 24/);
  const before = await brightness(page);
  await page.getByRole('slider', { name: 'Яркость' }).fill('40');
  await expect.poll(() => brightness(page)).toBeGreaterThan(before + 5);
  await page.getByRole('button', { name: 'Увеличить' }).click();
  await expect(picture).toHaveCSS('transform', 'matrix(1.25, 0, 0, 1.25, 0, 0)');
  await page.getByRole('button', { name: 'Сбросить вид' }).click();
  await expect(picture).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 0)');
  for (const [name, width, height] of [
    ['narrow', 390, 844],
    ['wide', 1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = join(SCREENSHOTS, `disc-page-${name}-${colorScheme}.png`);
      if (takesScreenshots) await page.screenshot({ path });
      expect(await axeViolations(page)).toEqual([]);
    }
    expect(await horizontalOverflowPx(page)).toBe(0);
  }
  await page.getByRole('combobox', { name: 'Серия' }).selectOption({ label: 'ОПТГ' });
  await expect(picture).toHaveAttribute('alt', 'ОПТГ');
  await expect(page.getByRole('slider', { name: /Срез/ })).toBeHidden();
};

test('a doctor downloads a study for a disc and looks at it without the portal', async ({
  page,
  portal,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника «Диск»'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, PHANTOM_PATIENT.name);
  const files = await writeSeries(join(folder, 'КТ'));
  await writePanoramic(files, { seriesInstanceUID: '2.25.303', seriesNumber: 2 });
  await api.createDoneStudy(patient, 'cbct', files);
  await signIn(page, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  const disc = await downloadDisc(page, folder);
  await expect(page.getByRole('dialog', { name: 'Записать на диск' })).toContainText('Архив готов');
  await checkScreen(page, 'disc-dialog');
  await checkPage(page, disc);
});
