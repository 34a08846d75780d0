import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writeBalls } from './portal/files.ts';
import { dragTouches, holdTouch } from './portal/touch.ts';
import { signIn, studyCard } from './portal/screens.ts';
import { expect, newPerson, test } from './portal/test.ts';
import { brightnessOf, expectLoaded, paneOf, whiteSpots } from './portal/viewer.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const loseGraphics = async (page: Page) => {
  await page.getByRole('tab', { name: 'Объём' }).tap();
  const volume = paneOf(page, 'Объём');
  const drawn = volume.locator('canvas[data-drawn]');
  await expect(drawn).toBeVisible();
  await expect.poll(() => brightnessOf(drawn)).toBeGreaterThan(0.5);
  const loss = await drawn.evaluateHandle((shown: HTMLCanvasElement) =>
    shown.getContext('webgl2')!.getExtension('WEBGL_lose_context')!,
  );
  await loss.evaluate((graphics) => graphics.loseContext());
  await expect(volume.getByLabel('загрузка...')).toBeVisible();
  await expect(drawn).toHaveCount(0);
  await loss.evaluate((graphics) => graphics.restoreContext());
  await expect(drawn).toBeVisible();
  await expect.poll(() => brightnessOf(drawn)).toBeGreaterThan(0.5);
};

test('touch gestures scroll, zoom and pan a scan, and it is drawn again after a lost graphics context', async ({
  page,
  portal,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника в кармане'), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const patient = await api.createPatient(client.doctorID, 'Пальцева Анна Ильинична');
  await api.createDoneStudy(patient, 'cbct', await writeBalls(join(folder, 'КТ')));
  await signIn(page, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  await studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' }).tap();
  await expectLoaded(page);
  const slice = paneOf(page, 'Аксиальный');
  const canvas = slice.locator('canvas');
  const spots = async () => {
    const [left, right] = await whiteSpots(canvas);
    return { left: left!, right: right!, apart: right!.x - left!.x };
  };

  await test.step('one finger scrolls', async () => {
    await expect(slice).toContainText('13 из 24');
    await dragTouches(page, { from: { x: 120, y: 400 }, to: { x: 120, y: 460 } });
    await expect(slice).not.toContainText('13 из 24');
    await dragTouches(page, { from: { x: 120, y: 460 }, to: { x: 120, y: 400 } });
    await expect(slice).toContainText('13 из 24');
  });

  await test.step('a finger that rests shows the density below it, and draws nothing', async () => {
    const { left } = await spots();
    const density = slice.getByText(/^\d[\d\s]* \(/);
    await holdTouch(page, left, () => expect(density).toBeVisible());
    await expect(density).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Разметка: 0' })).toBeVisible();
    await expect(slice).toContainText('13 из 24');
  });

  await test.step('pinching zooms around the centre of both fingers', async () => {
    const before = await spots();
    const [y, middle] = [before.left.y, (before.left.x + before.right.x) / 2];
    await dragTouches(
      page,
      { from: { x: middle - 40, y }, to: { x: middle - 60, y } },
      { from: { x: middle + 40, y }, to: { x: middle + 60, y } },
    );
    await expect.poll(async () => (await spots()).apart / before.apart).toBeCloseTo(1.5, 1);
    await expect(slice).toContainText('13 из 24');
  });

  await test.step('two fingers pan', async () => {
    const before = await spots();
    await dragTouches(
      page,
      { from: { x: 150, y: 400 }, to: { x: 170, y: 470 } },
      { from: { x: 230, y: 400 }, to: { x: 250, y: 470 } },
    );
    await expect.poll(async () => Math.round((await spots()).left.x - before.left.x)).toBeCloseTo(20, -1);
    expect(Math.abs((await spots()).left.y - before.left.y - 70)).toBeLessThan(4);
    expect((await spots()).apart).toBeCloseTo(before.apart, 0);
  });

  await test.step('a slice is drawn again after a lost 2D context', async () => {
    const before = await spots();
    await canvas.evaluate((drawn: HTMLCanvasElement) => {
      drawn.getContext('2d')!.reset();
      drawn.dispatchEvent(new Event('contextrestored'));
    });
    await expect.poll(spots).toEqual(before);
  });

  await test.step('the volume is drawn again after a lost WebGL context, with a loading message meanwhile', () =>
    loseGraphics(page));
});
