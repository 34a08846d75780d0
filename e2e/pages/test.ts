import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';
import { AcquisitionPC } from '../portal/acquisition-pc.ts';
import { Cluster } from '../cluster/cluster.ts';
import { UploadProxy } from '../portal/upload-proxy.ts';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { type Person, Portal, type RunningPortal } from '../portal/portal.ts';
import { recordNotices } from './notices.ts';

interface Fixtures {
  /** Browser errors that the test causes on purpose; all others fail it. */
  allowedErrors: RegExp[];
  /** Opens a page in a new browser context, as another person at another computer. */
  newBrowserPage: () => Promise<Page>;
  /** A folder for the files of the test. */
  folder: string;
  /** A portal for this test only, which it may kill and restart. */
  ownPortal: Portal;
  watchErrors: (context: BrowserContext) => Promise<unknown>;
  /** An acquisition PC whose upload program is not signed in. */
  pc: AcquisitionPC;
  /** A proxy between that PC and the portal. */
  uploadProxy: UploadProxy;
}

export interface WorkerFixtures {
  /** Set by the Playwright configuration. */
  portalIs: 'one process' | 'a cluster';
  /** A running portal with its own database, shared by the tests of one worker. */
  portal: RunningPortal;
  assistant: Person;
  /** API calls of the assistant, to prepare scenarios. */
  api: AssistantAPI;
}

export const PASSWORD = 'Horosho-4itaem';
let people = 0;

/** A person with an e-mail address that is used nowhere else. */
export const newPerson = (name: string): Person => {
  people += 1;
  return { name, email: `person${people}.${process.pid}@clinic.test`, password: PASSWORD };
};

/** URLs of the portal, and URLs inside the browser such as its PDF viewer. */
const PORTAL_OR_BROWSER =
  /^(https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?\/|https:\/\/(files\.)?portal\.snimok\.test\/|file:|data:|blob:|about:|chrome:|chrome-extension:)/;

/** The browser reports that the page answers a ping while the server ends the session; no code can prevent this. */
const SENT_WHILE_CLOSING = /^WebSocket is already in CLOSING or CLOSED state\./;

/**
 * Marks the viewer's introduction as seen, because it covers a corner of the images. A test that needs the introduction
 * removes this mark. Pages without an origin have no storage.
 */
const markIntroduced = () => {
  if (location.protocol.startsWith('http')) localStorage.setItem('viewer_introduced', 'true');
};

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
    async ({ portal }, use) => use(await portal.addAccount('assistant', newPerson('Ольга Петрова'))),
    { scope: 'worker', timeout: 60_000 },
  ],

  api: [
    async ({ portal, assistant }, use) => use(await AssistantAPI.signIn(portal.address, assistant)),
    { scope: 'worker' },
  ],

  ownPortal: async ({ page }, use) => {
    const portal = await Portal.start();
    await use(portal);
    // closed first, because an open page logs errors when its portal ends
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

  uploadProxy: async ({ portal }, use) => {
    const uploadProxy = await UploadProxy.to(portal.address);
    await use(uploadProxy);
    await uploadProxy.close();
  },

  // oxlint-disable-next-line no-empty-pattern
  allowedErrors: async ({}, use) => use([SENT_WHILE_CLOSING]),

  /** Fails the test after console errors, uncaught exceptions and requests to foreign hosts that it does not allow. */
  watchErrors: async ({ allowedErrors }, use) => {
    const errors: string[] = [];
    await use(async (context) => {
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
      });
      context.on('weberror', (error) => errors.push(String(error.error().stack)));
      context.on('request', (request) => {
        if (!PORTAL_OR_BROWSER.test(request.url()))
          errors.push(`a request to a foreign host: ${request.url()}`);
      });
      await context.addInitScript(markIntroduced);
      return recordNotices(context);
    });
    expect(errors.filter((error) => !allowedErrors.some((pattern) => pattern.test(error)))).toEqual([]);
  },

  context: async ({ context, watchErrors }, use) => {
    await watchErrors(context);
    await use(context);
  },

  newBrowserPage: async ({ browser, contextOptions, watchErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext(contextOptions);
      contexts.push(context);
      await watchErrors(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export { expect, type Page } from '@playwright/test';
