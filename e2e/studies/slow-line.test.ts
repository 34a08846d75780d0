import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writeSeries } from '../portal/files.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

/** 1 Mbit/s: the compressed series takes about 25 s. */
const BYTES_PER_SECOND = 125_000;
const LATENCY_MS = 40;
const ASK_AFTER_MS = 10_000;

const slowDown = async (page: Page) => {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
};

/** Records what the page says about the remaining time, and when. */
const recordRemaining = (page: Page) =>
  page.evaluate(() => {
    const said: [at: number, text: string][] = [];
    const note = () => {
      const text = /осталось[^,;]*/.exec(document.body.innerText)?.[0];
      if (text && text !== said.at(-1)?.[1]) said.push([Date.now(), text]);
    };
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { said });
  });

/** The last statement before a moment. */
const saidAt = async (page: Page, moment: number) => {
  const said = await page.evaluate(() => (window as unknown as { said: [number, string][] }).said);
  return said.findLast(([at]) => at <= moment)?.[1] ?? '';
};

/** «осталось 1 мин 15 с» */
const secondsIn = (text: string) => {
  const [, minutes = '0', seconds = '0'] = /осталось (?:(\d+) мин)? ?(?:(\d+) с(?![а-я]))?/.exec(text) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

test('ten seconds after an upload began on a phone with a slow line, the remaining time is right', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const series = await writeSeries(join(folder, 'КТ'), { slices: 70, side: 192 });
  const client = await api.createClient(newPerson('Клиника на медленной линии'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Соколова Анна Игоревна');
  await api.createStudy(patient);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, portal.address, assistant, studiesPath(patient));
  const card = studyCard(page);
  await card.getByLabel('Папка для загрузки').setInputFiles(series);
  await expect(card.getByRole('button', { name: 'Загрузить' })).toBeVisible();
  await slowDown(page);
  await recordRemaining(page);
  // the requirement is about this moment; the transfer takes more than twice as long
  const askedAt = Date.now() + ASK_AFTER_MS;
  await card.getByRole('button', { name: 'Загрузить' }).click();
  await expect(card.getByText(/Проверяем, всё ли дошло|Загрузка завершена|Выполнено/)).toBeVisible({
    timeout: 90_000,
  });
  const realSeconds = (Date.now() - askedAt) / 1000;
  const shownSeconds = secondsIn((await saidAt(page, askedAt)).replaceAll('\u00a0', ' '));
  expect(realSeconds).toBeGreaterThan(8);
  expect(Math.abs(shownSeconds - realSeconds) / realSeconds).toBeLessThan(0.2);
});
