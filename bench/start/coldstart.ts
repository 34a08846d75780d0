/// <reference lib="dom" />
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Benchmark, median, shown } from '../measuring/figures.ts';
import { insertBenchAccount, startPortal } from '../programs/portal.ts';
import { PortalClient } from '../programs/portal-client.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { slowLine } from '../measuring/slow-line.ts';

const ROUNDS = 5;
const MBIT = 1.6;
const LATENCY_MS = 150;
/** The slowdown that simulates an old clinic PC. */
const CPU_SLOWDOWN = 4;

interface Opened {
  skeletonMs: number;
  readyMs: number;
  bytes: number;
  requests: number;
}

interface Screen {
  title: string;
  path: string;
  signedIn?: 'assistant' | 'doctor';
  ready: (page: Page) => Promise<void>;
}

const screens: Screen[] = [
  {
    title: 'sign-in page',
    path: '/',
    ready: (page) => page.getByRole('button', { name: 'Войти' }).click({ trial: true }),
  },
  {
    title: 'main page of an assistant',
    path: '/assistant-area/',
    signedIn: 'assistant',
    ready: (page) => page.getByRole('table', { name: 'Исследования' }).getByRole('link').first().waitFor(),
  },
  {
    title: 'main page of a doctor',
    path: '/doctor-area/',
    signedIn: 'doctor',
    ready: (page) => page.getByRole('link', { name: 'Список исследований' }).first().waitFor(),
  },
];

/** Opens pages with an empty cache on a slow line, with a slow processor and without one. */
export const coldstart: Benchmark = async () => {
  let doctor = { id: 0, email: '', password: '' };
  const fill = async (databaseURL: string) => {
    doctor = await insertBenchAccount(databaseURL, 'doctor');
  };
  const portal = await startPortal({ worker: false, fill });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
  try {
    const { address, assistant } = portal;
    await assistant.makeStudy();
    const patient = { name: 'Иванов Иван Иванович', sex: 'male', birthday: '1980-01-02' };
    await assistant.post(`/assistant/doctors/${doctor.id}/patients`, patient);
    const clients = { assistant, doctor: await PortalClient.signIn(address, doctor.email, doctor.password) };
    const rows: string[][] = [];
    for (const screen of screens) {
      for (const slowdown of [1, CPU_SLOWDOWN]) {
        const rounds: Opened[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          await waitUntilQuiet();
          rounds.push(await open(browser, clients[screen.signedIn ?? 'assistant'], screen, slowdown));
        }
        rows.push(rowOf(`${screen.title}, CPU ${slowdown} × slower`, rounds));
      }
    }
    const title = `Cold start, ${MBIT} Mbit/s, ${LATENCY_MS} ms`;
    return [{ title, head: ['', 'skeleton', 'ready', 'requests', 'kB', 'line alone', 'ratio'], rows }];
  } finally {
    await browser.close();
    await portal.stop();
  }
};

/** The lower bound is the time in which the line carries the same bytes. */
const rowOf = (title: string, rounds: Opened[]): string[] => {
  const of = (key: keyof Opened) => median(rounds.map((round) => round[key]));
  const lineMs = (of('bytes') * 8) / (MBIT * 1000);
  const seconds = [of('skeletonMs'), of('readyMs')].map((ms) => `${shown(ms / 1000)} s`);
  const line = `${shown(lineMs / 1000)} s`;
  return [
    title,
    ...seconds,
    String(of('requests')),
    shown(of('bytes') / 1000),
    line,
    shown(of('readyMs') / lineMs),
  ];
};

const open = async (
  browser: Browser,
  { address, cookie }: PortalClient,
  { path, signedIn, ready }: Screen,
  slowdown: number,
): Promise<Opened> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU' });
  if (signedIn) {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: address }]);
    await context.addInitScript((role) => {
      localStorage.setItem('user_id', '1');
      localStorage.setItem('user_role', role);
      localStorage.setItem('expires_at', new Date(Date.now() + 3_600_000).toISOString());
    }, signedIn);
  }
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const bytesSoFar = await slowLine(line, MBIT, LATENCY_MS);
  let requests = 0;
  page.on('request', () => (requests += 1));
  const begin = performance.now();
  await page.goto(`${address}${path}`, { waitUntil: 'commit' });
  await ready(page);
  const readyMs = performance.now() - begin;
  const opened = { readyMs, bytes: bytesSoFar(), requests };
  const skeletonMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  await context.close();
  return { ...opened, skeletonMs };
};
