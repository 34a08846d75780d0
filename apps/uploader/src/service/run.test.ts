import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as open } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Delivery, insertDelivery } from '../ledger/deliveries.ts';
import { openLedger } from '../ledger/ledger.ts';
import type { CommandContext } from '../program/context.ts';
import { ExitError } from '../program/exit-error.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { parseService } from './commands.ts';
import { runService } from './run.ts';

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const HEADER = {
  name: 'Тайнова^Анна',
  birthday: '1987-03-14',
  sex: 'female',
  referringPhysician: null,
  institution: null,
  accessionNumber: null,
} as const;

/** Starts a service whose `watch` has a ledger with three deliveries and runs until the test ends. */
const startService = async () => {
  const home = temporaryFolder();
  const port = await freePort();
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const context: CommandContext = {
    paths: {
      credentials: join(home, 'credentials.json'),
      log: join(home, 'snimok.log'),
      ledgers: home,
    },
    log: () => {},
    print: () => {},
    stop: new AbortController().signal,
  };
  let seen: string[] = [];
  const watch = async ({ onLedger, print }: CommandContext, args: string[]) => {
    seen = args;
    const ledger = openLedger(home, 'test');
    const add = (studyUID: string, change: { state: Delivery['state']; note?: string }) =>
      insertDelivery(ledger, {
        number: 1,
        type: 'rg',
        comment: '',
        pictures: 1,
        header: HEADER,
        studyUID,
        ...change,
      });
    add('2.25.1', { state: 'done' });
    add('2.25.2', { state: 'ready' });
    add('2.25.3', { state: 'held', note: 'клиент <не> определён' });
    onLedger?.(ledger);
    print('Следим за папкой.');
    await ended;
    onLedger?.(null);
    ledger.close();
  };
  const args = ['--status-port', String(port), 'watch', '/data', '--doctor', '12'];
  const running = runService(context, args, { watch });
  onTestFinished(async () => {
    end();
    await running;
  });
  const ask = (headers: Record<string, string> = {}) => request(port, headers);
  await expect.poll(() => existsSync(join(home, 'service.log'))).toBe(true);
  return { home, ask, seen };
};

/** `fetch` does not let a caller choose the header Host. */
const request = (port: number, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    open({ port, host: '127.0.0.1', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    })
      .on('error', reject)
      .end();
  });

test('the status page shows what was sent, what waits and why, without names of patients', async () => {
  const { ask } = await startService();
  const { status, text } = await ask();
  expect(status).toBe(200);
  expect(text).toMatch(/На портале: 1\sисследование/);
  expect(text).toMatch(/Отправляются: 1\sисследование/);
  expect(text).toMatch(/Ждут вас: 1\sисследование/);
  expect(text).toContain('2.25.3 ждёт вас: клиент &lt;не&gt; определён');
  expect(text).toContain('Версия: 0.1.0');
  expect(text).not.toContain('Тайнова');
});

test('the status page refuses another name of the host', async () => {
  const { ask } = await startService();
  expect((await ask({ host: 'attacker.example' })).status).toBe(404);
});

test('a service passes the arguments on unchanged and writes the output to a file', async () => {
  const { home, seen } = await startService();
  expect(seen).toEqual(['/data', '--doctor', '12']);
  expect(readFileSync(join(home, 'service.log'), 'utf8')).toMatch(/^\S+Z Следим за папкой\.\n$/);
});

test('only commands that last can be a service', () => {
  expect(() => parseService(['upload', '/data'])).toThrow(ExitError);
  expect(parseService(['watch', '/data', '--user', 'x']).words).toEqual(['watch', '/data', '--user', 'x']);
});
