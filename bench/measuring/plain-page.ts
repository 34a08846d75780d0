import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';

/** A page that Playwright does not control. */
interface PlainPage {
  send: (method: string, params?: object) => Promise<Record<string, unknown>>;
  /** The value of an expression, which may be a promise. */
  evaluate: <T>(expression: string) => Promise<T>;
  /** Waits until an expression is true. */
  until: (expression: string) => Promise<void>;
  close: () => Promise<void>;
}

interface PlainPageOptions {
  url: string;
  cookies: { name: string; value: string; url: string }[];
  /** runs before the scripts of each document */
  script: string;
  size: { width: number; height: number };
}

const LOOK_EVERY_MS = 50;

/**
 * Opens a page for measurements of memory in a context of its own. Each session of Playwright has a network agent that keeps up
 * to 100 MB of response bodies in the page's process; this one keeps none.
 */
export const openPlainPage = async (
  browser: Browser,
  { url, cookies, script, size }: PlainPageOptions,
): Promise<PlainPage> => {
  const root = await browser.newBrowserCDPSession();
  const { browserContextId } = await root.send('Target.createBrowserContext');
  await root.send('Storage.setCookies', { cookies, browserContextId });
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    ...size,
  });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId });
  const waiting = new Map<number, (message: { result?: object; error?: { message: string } }) => void>();
  root.on('Target.receivedMessageFromTarget', ({ message }) => {
    const reply = JSON.parse(message) as { id?: number; result?: object; error?: { message: string } };
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  let lastID = 0;
  const send: PlainPage['send'] = async (method, params = {}) => {
    const id = (lastID += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(id, ({ result, error }) => {
      waiting.delete(id);
      if (error) reject(new Error(`${method}: ${error.message}`));
      else resolve((result ?? {}) as Record<string, unknown>);
    });
    await root.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
    return promise;
  };
  const evaluate = async <T>(expression: string): Promise<T> => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await send('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return (result as { value: T }).value;
  };
  const until = async (expression: string) => {
    while (!(await evaluate<boolean>(expression))) await sleep(LOOK_EVERY_MS);
  };
  await send('Page.enable');
  await send('Page.addScriptToEvaluateOnNewDocument', { source: script });
  await send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
  await send('Page.navigate', { url });
  const close = async () => {
    await root.send('Target.disposeBrowserContext', { browserContextId });
    await root.detach();
  };
  return { send, evaluate, until, close };
};
