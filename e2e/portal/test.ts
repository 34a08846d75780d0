import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';
import { AcquisitionPC } from './acquisition-pc.ts';
import { Cluster } from '../engines/cluster.ts';
import { Line } from './upload-proxy.ts';
import { Office } from './assistant-api.ts';
import { type Person, Portal, type PortalAtWork } from './portal.ts';
import { keepWhatIsSaid } from './notices.ts';

interface Fixtures {
  /** What the browser may complain of in this test: refusals that it provokes on purpose. */
  expected: RegExp[];
  /** Another person at another computer. */
  visitor: () => Promise<Page>;
  /** For the files of this test. */
  folder: string;
  /** A portal of this test's own, to be killed and started again. */
  victim: Portal;
  watch: (context: BrowserContext) => Promise<unknown>;
  /** A PC at an X-ray machine, not signed in. */
  pc: AcquisitionPC;
  /** From that PC to the portal. */
  line: Line;
}

export interface WorkerFixtures {
  /** What the stories are told to, as the configuration says. */
  portalIs: 'one process' | 'a cluster';
  /** Running, with its own database; shared by the tests of one worker. */
  portal: PortalAtWork;
  assistant: Person;
  /** The assistant at work by calls, to set the scene of a story. */
  office: Office;
}

export const PASSWORD = 'Horosho-4itaem';
let people = 0;

/** Somebody nobody has met before. */
export const somebody = (name: string): Person => {
  people += 1;
  return { name, email: `person${people}.${process.pid}@clinic.test`, password: PASSWORD };
};

/** The portal, and what the browser has in itself (its PDF viewer too). */
const OURS =
  /^(https?:\/\/127\.0\.0\.1(:\d+)?\/|https:\/\/(files\.)?portal\.snimok\.test\/|data:|blob:|about:|chrome:|chrome-extension:)/;

export const test = base.extend<Fixtures, WorkerFixtures>({
  portalIs: ['one process', { option: true, scope: 'worker' }],

  portal: [
    async ({ portalIs }, use) => {
      const portal = portalIs === 'a cluster' ? await Cluster.start() : await Portal.start();
      await use(portal);
      await portal.remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  assistant: [
    async ({ portal }, use) => use(await portal.addAccount('assistant', somebody('Ольга Петрова'))),
    { scope: 'worker', timeout: 60_000 },
  ],

  office: [
    async ({ portal, assistant }, use) => use(await Office.open(portal.address, assistant)),
    { scope: 'worker' },
  ],

  victim: async ({ page }, use) => {
    const portal = await Portal.start();
    await use(portal);
    // a page that is open tells in the console that its portal has gone
    await page.close();
    await portal.remove();
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'snimok-files-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },

  pc: async ({ folder }, use) => {
    const pc = new AcquisitionPC(folder);
    await use(pc);
    await pc.remove();
  },

  line: async ({ portal }, use) => {
    const line = await Line.to(portal.address);
    await use(line);
    await line.close();
  },

  // oxlint-disable-next-line no-empty-pattern
  expected: async ({}, use) => use([]),

  /** Whatever the console, the page or the network has to complain of fails the test, unless the test expects it. */
  watch: async ({ expected }, use) => {
    const complaints: string[] = [];
    await use((context) => {
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
      });
      context.on('weberror', (error) => complaints.push(String(error.error().stack)));
      context.on('request', (request) => {
        if (!OURS.test(request.url())) complaints.push(`a request to a foreign host: ${request.url()}`);
      });
      return keepWhatIsSaid(context);
    });
    expect(complaints.filter((complaint) => !expected.some((words) => words.test(complaint)))).toEqual([]);
  },

  context: async ({ context, watch }, use) => {
    await watch(context);
    await use(context);
  },

  visitor: async ({ browser, contextOptions, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext(contextOptions);
      contexts.push(context);
      await watch(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export { expect, type Page } from '@playwright/test';
