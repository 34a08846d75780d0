import { join } from 'node:path';
import type { Route } from '@playwright/test';
import { remoteDesktopSettings, removeSessionFolder, screenOf, tracesIn } from './portal/remote-desktop.ts';
import { writeSeries } from './portal/files.ts';
import { checkScreen } from './portal/screen-checks.ts';
import { AssistantAPI } from './portal/assistant-api.ts';
import { type Person, Portal } from './portal/portal.ts';
import { signIn, studyCard } from './portal/screens.ts';
import { expect, type Page, newPerson, test as base } from './portal/test.ts';

interface Centre {
  portal: Portal;
  assistant: Person;
  client: Person & { doctorID: number };
  patientID: number;
  /** where sessions leave their traces */
  desks: string;
}

/** A centre whose studies are looked at on its own workstation, with one place there. */
const test = base.extend<{ centre: Centre }>({
  centre: async ({ page, folder }, use) => {
    const { settings, folder: desks } = await remoteDesktopSettings();
    const portal = await Portal.start(settings);
    const assistant = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
    const api = await AssistantAPI.signIn(portal.address, assistant);
    const client = await api.createClient(newPerson('Клиника Экран'), portal.mailbox);
    await api.setFeatures(client, ['remote-viewer']);
    const { patientID, ...patient } = await api.createPatient(client.doctorID, 'Экранов Пётр Петрович');
    await api.createDoneStudy({ patientID, ...patient }, 'cbct', await writeSeries(join(folder, 'КТ')));
    await use({ portal, assistant, client, patientID, desks });
    await page.close();
    await portal.remove();
    await removeSessionFolder(desks);
  },
});

const windowOf = (page: Page) => page.getByRole('dialog', { name: 'Рабочее место' });
const open = (page: Page) => studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' }).click();
const seesTerminal = (page: Page) =>
  expect.poll(async () => (await screenOf(page)).white, { timeout: 30_000 }).toBeGreaterThan(0.3);
/** Each size that the page asks the far screen to take (SetDesktopSize: RFB extension, message type 251). */
const sizesAskedFor = (page: Page): Buffer[] => {
  const wishes: Buffer[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (typeof payload !== 'string' && payload[0] === 251) wishes.push(payload);
    });
  });
  return wishes;
};
const nothingIsLeft = (desks: string) =>
  expect.poll(() => tracesIn(desks), { timeout: 30_000 }).toEqual({ processes: 0, folders: 0 });

test('a doctor works in a program of the centre, closes it, and nothing of it is left there', async ({
  page,
  newBrowserPage,
  allowedErrors,
  centre: { portal, assistant, client, patientID, desks },
}) => {
  await signIn(page, portal.address, client, `/doctor-area/patients/${patientID}/studies`);
  const wishes = sizesAskedFor(page);

  await test.step('a window appears on a screen of 1024 by 768', async () => {
    await open(page);
    await seesTerminal(page);
    expect(await screenOf(page)).toMatchObject({ width: 1024, height: 768 });
    expect(tracesIn(desks).folders).toBe(1);
    expect(tracesIn(desks).processes).toBeGreaterThan(0);
  });

  await test.step('its window can be read by everybody', () => checkScreen(page, 'remote-desktop'));

  await test.step('another person reads that the place is taken', async () => {
    allowedErrors.push(/503 .*\/remote-session/);
    const other = await newBrowserPage();
    await signIn(other, portal.address, assistant, '/assistant-area/');
    const address = `/assistant-area/doctors/${client.doctorID}/patients/${patientID}/studies`;
    await other.goto(`${portal.address}${address}`);
    await open(other);
    await expect(studyCard(other).getByRole('alert')).toContainText('Все рабочие места сейчас заняты');
    await other.close();
  });

  await test.step('over the whole screen it is as large as that', async () => {
    const size = await page.evaluate(() => [innerWidth, innerHeight]);
    for (let times = 0; times < 3; times++) {
      await windowOf(page).getByRole('button', { name: 'Во весь экран' }).click();
      await expect.poll(async () => (await screenOf(page)).width).toBe(size[0]);
      await windowOf(page).getByRole('button', { name: 'Свернуть из полного экрана' }).click();
      await expect.poll(async () => (await screenOf(page)).width).toBe(1024);
    }
  });

  await test.step('on a page of half pixels it takes whole ones, and is left alone', async () => {
    await page.locator('[role=application]').evaluate((target) => {
      target.style.height = '700.5px';
    });
    await expect.poll(async () => (await screenOf(page)).height).toBe(700);
    const before = wishes.length;
    await page.waitForTimeout(1000);
    expect(wishes.length - before).toBeLessThan(3);
    await page.locator('[role=application]').evaluate((target) => {
      target.style.height = '';
    });
    await expect.poll(async () => (await screenOf(page)).height).toBe(768);
  });

  await test.step('her keys arrive, and the one that leads out stays here', async () => {
    await page.keyboard.press('F6');
    await expect(windowOf(page).getByRole('button', { name: 'Во весь экран' })).toBeFocused();
    await page.locator('[role=application] canvas').click({ position: { x: 300, y: 300 } });
    await page.keyboard.type('exit\n');
    await expect(windowOf(page)).toContainText('Программа на рабочем месте закрыта');
    await nothingIsLeft(desks);
  });

  await test.step('started once more, and closed by its button', async () => {
    const asked = Promise.withResolvers<Route>();
    await page.route('**/remote-session', asked.resolve);
    await windowOf(page).getByRole('button', { name: 'Запустить снова' }).click();
    await expect(windowOf(page)).toContainText('Запускаем рабочее место…');
    await (await asked.promise).continue();
    await seesTerminal(page);
    await windowOf(page).getByRole('button', { name: 'Закрыть рабочее место' }).click();
    await expect(windowOf(page)).toBeHidden();
    await nothingIsLeft(desks);
  });
});

test('the power fails while somebody works there: all ends, and the next start clears away', async ({
  page,
  allowedErrors,
  centre: { portal, client, patientID, desks },
}) => {
  allowedErrors.push(/ERR_CONNECTION_REFUSED|WebSocket connection|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  await signIn(page, portal.address, client, `/doctor-area/patients/${patientID}/studies`);
  await open(page);
  await seesTerminal(page);
  await portal.kill();
  await expect.poll(() => tracesIn(desks).processes).toBe(0);
  await expect(windowOf(page)).toContainText('Связь прервалась. Подключаемся снова…');
  await page.goto('about:blank');
  await portal.start();
  await nothingIsLeft(desks);
});
