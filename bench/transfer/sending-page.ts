/// <reference lib="dom" />
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import type { Portal } from '../programs/portal.ts';
import type { PortalClient } from '../programs/portal-client.ts';
import { slowLine } from '../measuring/slow-line.ts';

interface Study {
  studyID: number;
  patientID: number;
  doctorID: number;
  status: string;
}

export const findStudy = async (assistant: PortalClient, studyID: number): Promise<Study> =>
  JSON.parse((await assistant.get(`/assistant/studies/${studyID}`)).text) as Study;

interface SendingPage {
  context: BrowserContext;
  page: Page;
  /** Chooses a folder or a file and waits until it can be sent. */
  choose(path: string): Promise<void>;
  /** Clicks on «Загрузить». */
  send(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the page of a new study in a browser of its own, signed in as the assistant. */
export const openSendingPage = async ({ assistant }: Portal): Promise<SendingPage> => {
  const { address, cookie } = assistant;
  const { patientID, doctorID } = await findStudy(assistant, await assistant.makeStudy());
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
  try {
    const context = await browser.newContext({ locale: 'ru-RU', serviceWorkers: 'block' });
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: address }]);
    await context.addInitScript(() => {
      localStorage.setItem('user_id', '1');
      localStorage.setItem('user_role', 'assistant');
      localStorage.setItem('expires_at', new Date(Date.now() + 3_600_000).toISOString());
    });
    const page = await context.newPage();
    await page.goto(`${address}/assistant-area/doctors/${doctorID}/patients/${patientID}/studies`);
    await page.getByRole('button', { name: 'Выбрать папку' }).waitFor();
    const sendButton = page.getByRole('button', { name: 'Загрузить' });
    return {
      context,
      page,
      async choose(path) {
        const isFolder = !path.endsWith('.zip');
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: isFolder ? 'Выбрать папку' : 'Выбрать файлы' }).click();
        await (await chooser).setFiles(path);
        await sendButton.click({ trial: true, timeout: 120_000 });
      },
      send: () => sendButton.click(),
      close: () => browser.close(),
    };
  } catch (cause) {
    await browser.close();
    throw cause;
  }
};

/** Limits the page's connection from now on. */
export const limitLine = async ({ context, page }: SendingPage, mbit: number, latencyMs: number) =>
  slowLine(await context.newCDPSession(page), mbit, latencyMs);
