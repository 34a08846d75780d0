import { join } from 'node:path';
import type { Route } from '@playwright/test';
import { remoteDesktopSettings, removeSessionFolder, screenOf, tracesIn } from './remote-desktop.ts';
import { writeSeries } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { type Person, Portal } from '../portal/portal.ts';
import { signIn, studyCard } from '../pages/screens.ts';
import { expect, type Page, newPerson, test as base } from '../pages/test.ts';

interface Centre {
  portal: Portal;
  assistant: Person;
  client: Person & { doctorID: number };
  patientID: number;
  /** the folder of the sessions' files */
  sessionsFolder: string;
}

/** A centre whose studies are viewed on a remote desktop, with at most one session at a time. */
const test = base.extend<{ centre: Centre }>({
  centre: async ({ page, folder }, use) => {
    const { settings, folder: sessionsFolder } = await remoteDesktopSettings();
    const portal = await Portal.start(settings);
    const assistant = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
    const api = await AssistantAPI.signIn(portal.address, assistant);
    const client = await api.createClient(newPerson('Клиника Экран'), portal.mailbox);
    await api.setFeatures(client, ['remote-viewer']);
    const { patientID, ...patient } = await api.createPatient(client.doctorID, 'Экранов Пётр Петрович');
    await api.createDoneStudy({ patientID, ...patient }, 'cbct', await writeSeries(join(folder, 'КТ')));
    await use({ portal, assistant, client, patientID, sessionsFolder });
    await page.close();
    await portal.remove();
    await removeSessionFolder(sessionsFolder);
  },
});

const windowOf = (page: Page) => page.getByRole('dialog', { name: 'Рабочее место' });
const open = (page: Page) => studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' }).click();
const expectTerminal = (page: Page) =>
  expect.poll(async () => (await screenOf(page)).white, { timeout: 30_000 }).toBeGreaterThan(0.3);
/** The SetDesktopSize messages (RFB extension, message type 251) that the page sends. */
const recordResizeRequests = (page: Page): Buffer[] => {
  const resizeRequests: Buffer[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (typeof payload !== 'string' && payload[0] === 251) resizeRequests.push(payload);
    });
  });
  return resizeRequests;
};
const expectNoTraces = (sessionsFolder: string) =>
  expect.poll(() => tracesIn(sessionsFolder), { timeout: 30_000 }).toEqual({ processes: 0, folders: 0 });

test('a doctor works on the remote desktop, closes it, and nothing is left on the host', async ({
  page,
  newBrowserPage,
  allowedErrors,
  centre: { portal, assistant, client, patientID, sessionsFolder },
}) => {
  await signIn(page, portal.address, client, `/doctor-area/patients/${patientID}/studies`);
  const resizeRequests = recordResizeRequests(page);

  await test.step('a program is shown on a screen of 1024 by 768 pixels', async () => {
    await open(page);
    await expectTerminal(page);
    expect(await screenOf(page)).toMatchObject({ width: 1024, height: 768 });
    expect(tracesIn(sessionsFolder).folders).toBe(1);
    expect(tracesIn(sessionsFolder).processes).toBeGreaterThan(0);
  });

  await test.step('the dialog is accessible and fits the screen', () => checkScreen(page, 'remote-desktop'));

  await test.step('a request beyond the maximum number of sessions shows an explanation', async () => {
    allowedErrors.push(/503 .*\/remote-session/);
    const other = await newBrowserPage();
    await signIn(other, portal.address, assistant, '/assistant-area/');
    const address = `/assistant-area/doctors/${client.doctorID}/patients/${patientID}/studies`;
    await other.goto(`${portal.address}${address}`);
    await open(other);
    await expect(studyCard(other).getByRole('alert')).toContainText('Все рабочие места сейчас заняты');
    await other.close();
  });

  await test.step('full screen resizes the remote screen', async () => {
    const size = await page.evaluate(() => [innerWidth, innerHeight]);
    for (let times = 0; times < 3; times++) {
      await windowOf(page).getByRole('button', { name: 'Во весь экран' }).click();
      await expect.poll(async () => (await screenOf(page)).width).toBe(size[0]);
      await windowOf(page).getByRole('button', { name: 'Свернуть из полного экрана' }).click();
      await expect.poll(async () => (await screenOf(page)).width).toBe(1024);
    }
  });

  await test.step('a height with half a pixel is rounded once, without repeated resizing', async () => {
    const heights = [700, 690, 680, 670, 660];
    const before = resizeRequests.length;
    for (const height of heights) {
      await page.locator('[role=application]').evaluate((target, px) => {
        target.style.height = `${px}.5px`;
      }, height);
      await expect.poll(async () => (await screenOf(page)).height).toBe(height);
    }
    // repeated resizing sends a request after each answer
    expect(resizeRequests.length - before).toBeLessThan(heights.length + 3);
    await page.locator('[role=application]').evaluate((target) => {
      target.style.height = '';
    });
    await expect.poll(async () => (await screenOf(page)).height).toBe(768);
  });

  await test.step('keys reach the program, and F6 moves the focus out of it', async () => {
    await page.keyboard.press('F6');
    await expect(windowOf(page).getByRole('button', { name: 'Во весь экран' })).toBeFocused();
    await page.locator('[role=application] canvas').click({ position: { x: 300, y: 300 } });
    await page.keyboard.type('exit\n');
    await expect(windowOf(page)).toContainText('Программа на рабочем месте закрыта');
    await expectNoTraces(sessionsFolder);
  });

  await test.step('the remote desktop is started again and closed by its button', async () => {
    const sessionRequest = Promise.withResolvers<Route>();
    await page.route(/\/remote-session/, sessionRequest.resolve);
    await windowOf(page).getByRole('button', { name: 'Запустить снова' }).click();
    await expect(windowOf(page)).toContainText('Запускаем рабочее место…');
    await (await sessionRequest.promise).continue();
    await expectTerminal(page);
    // noVNC reports the picture data that arrive between disconnect() and the end of its WebSocket
    allowedErrors.push(/Got data while disconnected/);
    await windowOf(page).getByRole('button', { name: 'Закрыть рабочее место' }).click();
    await expect(windowOf(page)).toBeHidden();
    await expectNoTraces(sessionsFolder);
  });
});

test('after a power failure the session ends, and the next start removes its files', async ({
  page,
  allowedErrors,
  centre: { portal, client, patientID, sessionsFolder },
}) => {
  allowedErrors.push(/ERR_CONNECTION_REFUSED|WebSocket connection|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  await signIn(page, portal.address, client, `/doctor-area/patients/${patientID}/studies`);
  await open(page);
  await expectTerminal(page);
  await portal.kill();
  await expect.poll(() => tracesIn(sessionsFolder).processes).toBe(0);
  await expect(windowOf(page)).toContainText('Связь прервалась. Подключаемся снова…');
  await page.goto('about:blank');
  await portal.start();
  await expectNoTraces(sessionsFolder);
});
